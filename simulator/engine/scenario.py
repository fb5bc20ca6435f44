"""Scenario documents: a setup, lines of labelled answers, claims. Read with every error at its place.

The canonical form is the identity of a scenario: the same document in another order of members, with or
without the ordinary values written out, is the same scenario.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from .claims import (
    AnyClaim,
    BoardClaim,
    HappenedClaim,
    OfferedClaim,
    OrderClaim,
    ProbabilityClaim,
    RefusedClaim,
)
from .decision import Moment
from .game import Game
from .limits import Limits
from .reading import Problem, collect, escaped
from .record import Action, to_json
from .versions import UnknownVersion, upgrade

__all__ = ["Answer", "BadScenario", "Line", "Problem", "Scenario", "canonical", "parse"]

NAME = re.compile(r"^[a-z0-9]+(-[a-z0-9]+)*$")
MEMBERS = ("v", "game", "edition", "options", "setup", "lines", "claims")


class BadScenario(Exception):
    """A document that cannot be played: every problem with its place."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = list(problems)
        super().__init__("; ".join(f"{p.pointer or '/'}: {p.detail}" for p in self.problems))


class Answer(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An answer of a line: at which moment, and what is taken."""

    take: Annotated[
        Any,
        Meta(
            description="The option taken: an action (an object with `type`), or a plain option of the question.",
            examples=[{"type": "move", "card": "scout", "to": "C1"}, {"type": "pass"}, True, 4],
        ),
    ]
    at: Annotated[
        Moment,
        Meta(
            description="The moment it is for: as much of the key as is unambiguous in the line.",
            examples=[{"clock": "turn 1", "kind": "act", "player": "p1"}],
        ),
    ] = Moment()


class Comment(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A remark at a step."""

    at: Annotated[
        str, Meta(description="A step's permanent name.", examples=["main.1.moved.1"], max_length=120)
    ]
    text: Annotated[str, Meta(description="The remark.", max_length=2000, examples=["Here it is paid."])]


class Line(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line of play: from the setup, or from a moment of another line."""

    name: Annotated[
        str,
        Meta(
            pattern="^[a-z0-9]+(-[a-z0-9]+)*$",
            max_length=40,
            description="The line's name.",
            examples=["main"],
        ),
    ]
    origin: Annotated[
        tuple[str, Moment] | None,
        Meta(
            description="null: from the setup; else [an earlier line, the moment at which this one departs].",
            examples=[None, ["main", {"kind": "act", "nth": 2}]],
        ),
    ] = msgspec.field(name="from", default=None)
    answers: Annotated[tuple[Answer, ...], Meta(description="The answers, in order.")] = ()
    comments: Annotated[tuple[Comment, ...], Meta(description="Remarks at steps.", max_length=200)] = ()


class Scenario(msgspec.Struct, frozen=True):
    """A document that was read: every word in it names something."""

    game: Game
    edition: str
    options: dict[str, Any]
    setup: Any
    board: Any
    lines: tuple[Line, ...]
    claims: tuple[Any, ...]

    @property
    def document(self) -> dict[str, Any]:
        """The canonical document."""
        return {
            "v": 1,
            "game": self.game.slug,
            "edition": self.edition,
            "options": self.options,
            "setup": to_json(self.setup),
            "lines": [to_json(line) for line in self.lines],
            "claims": [to_json(claim) for claim in self.claims],
        }


def canonical(document: Any, games: dict[str, Game]) -> bytes:
    """The canonical bytes of a document: its identity. Raises BadScenario."""
    return msgspec.json.encode(parse(document, games).document, order="sorted")


def parse(document: Any, games: dict[str, Game], limits: Limits | None = None) -> Scenario:
    """Read a document. Raises BadScenario with every problem found."""
    limits = limits or Limits()
    problems: list[Problem] = []
    head = _head(document, games, limits, problems)
    if head is None:
        raise BadScenario(problems)
    document, game, edition = head
    document = game.tidy(document)
    options = _options(document.get("options", {}), game, problems)
    setup = _setup(document, game, limits, problems)
    lines = _lines(document.get("lines", []), limits, problems)
    claims = _claims(document.get("claims", []), limits, problems)
    if setup is None or problems:
        raise BadScenario(problems)
    board = game.build(setup, options)
    lines = tuple(_read_line(line, n, game, board, problems) for n, line in enumerate(lines))
    names = [line.name for line in lines]
    claims = tuple(_read_claim(c, n, game, board, names, problems) for n, c in enumerate(claims))
    if problems:
        raise BadScenario(problems)
    return Scenario(game, edition, options, setup, board, lines, claims)


def _head(document: Any, games: dict[str, Game], limits: Limits, problems: list[Problem]) -> Any:
    if not isinstance(document, dict):
        problems.append(Problem("", "a scenario is a JSON object", "type"))
        return None
    size = len(msgspec.json.encode(document))
    if size > limits.bytes:
        problems.append(
            Problem("", f"the document has {size} bytes; at most {limits.bytes} are allowed", "limit")
        )
        return None
    try:
        document = upgrade(document)
    except UnknownVersion as error:
        problems.append(Problem("/v", str(error), "version"))
    for key in document:
        if key not in MEMBERS:
            problems.append(
                Problem(f"/{escaped(key)}", f"unknown member {key!r}; known: {', '.join(MEMBERS)}", "unknown")
            )
    game = games.get(document.get("game")) if isinstance(document.get("game"), str) else None
    if game is None:
        known = ", ".join(sorted(games))
        problems.append(
            Problem("/game", f"{document.get('game')!r} is not a game of this simulator: {known}", "unknown")
        )
        return None
    edition = document.get("edition", game.default_edition)
    if not isinstance(edition, str) or edition not in game.editions:
        known = ", ".join(sorted(game.editions))
        problems.append(
            Problem("/edition", f"{edition!r} is not an edition of {game.slug}: {known}", "unknown")
        )
        return None
    return document, game, edition


def _options(given: Any, game: Game, problems: list[Problem]) -> dict[str, Any]:
    if not isinstance(given, dict):
        problems.append(Problem("/options", "options are an object", "type"))
        return {}
    out: dict[str, Any] = {}
    for key, value in given.items():
        allowed = game.options.get(key)
        if allowed is None:
            known = ", ".join(sorted(game.options)) or "none"
            problems.append(Problem(f"/options/{escaped(key)}", f"unknown option; known: {known}", "unknown"))
        elif value not in allowed:
            shown = ", ".join(map(repr, allowed))
            problems.append(
                Problem(f"/options/{escaped(key)}", f"{value!r} is not one of {shown}", "invalid")
            )
        elif value != allowed[0]:
            out[key] = value
    return out


def _setup(document: dict[str, Any], game: Game, limits: Limits, problems: list[Problem]) -> Any:
    if "setup" not in document:
        problems.append(Problem("", "the member 'setup' is missing", "missing"))
        return None
    setup = collect(document["setup"], game.setup_type, "/setup", problems)
    if setup is None:
        return None
    units = game.units(setup)
    if units > limits.units:
        problems.append(Problem("/setup", f"{units} cards; at most {limits.units} are allowed", "limit"))
    problems += [Problem(f"/setup{pointer}", detail) for pointer, detail in game.setup_problems(setup)]
    return setup


def _lines(given: Any, limits: Limits, problems: list[Problem]) -> tuple[Line, ...]:
    if isinstance(given, list) and len(given) > limits.lines:
        problems.append(Problem("/lines", f"{len(given)} lines; at most {limits.lines} are allowed", "limit"))
        return ()
    lines: tuple[Line, ...] = collect(given, tuple[Line, ...], "/lines", problems) or ()
    seen: dict[str, int] = {}
    for n, line in enumerate(lines):
        if line.name in seen:
            problems.append(Problem(f"/lines/{n}/name", f"two lines are called {line.name}", "duplicate"))
        if line.origin is not None and line.origin[0] not in seen:
            problems.append(
                Problem(f"/lines/{n}/from/0", f"there is no earlier line {line.origin[0]!r}", "unknown")
            )
        if len(line.answers) > limits.decisions:
            detail = f"{len(line.answers)} answers; at most {limits.decisions} are allowed"
            problems.append(Problem(f"/lines/{n}/answers", detail, "limit"))
        seen[line.name] = n
    return lines


def _claims(given: Any, limits: Limits, problems: list[Problem]) -> tuple[Any, ...]:
    if isinstance(given, list) and len(given) > limits.claims:
        problems.append(
            Problem("/claims", f"{len(given)} claims; at most {limits.claims} are allowed", "limit")
        )
        return ()
    claims: tuple[Any, ...] = collect(given, tuple[AnyClaim, ...], "/claims", problems) or ()
    return claims


def _read_action(value: Any, pointer: str, game: Game, board: Any, problems: list[Problem]) -> Any:
    action = collect(value, game.action_type(), pointer, problems)
    if action is not None:
        problems += [
            Problem(pointer + where, detail, "unknown")
            for where, detail in game.action_problems(board, action)
        ]
    return action


def _read_line(line: Line, n: int, game: Game, board: Any, problems: list[Problem]) -> Line:
    answers = []
    for k, answer in enumerate(line.answers):
        take = answer.take
        if isinstance(take, dict):
            take = _read_action(take, f"/lines/{n}/answers/{k}/take", game, board, problems)
        answers.append(Answer(take, answer.at))
    return msgspec.structs.replace(line, answers=tuple(answers))


def _read_claim(claim: Any, n: int, game: Game, board: Any, lines: list[str], problems: list[Problem]) -> Any:
    here = f"/claims/{n}"
    if claim.line not in lines:
        problems.append(Problem(f"{here}/line", f"there is no line {claim.line!r}", "unknown"))
    if isinstance(claim, ProbabilityClaim):
        inner = collect(claim.of, BoardClaim, f"{here}/of", problems)
        if inner is not None:
            _check_words(inner, f"{here}/of", game, board, problems)
            claim = msgspec.structs.replace(claim, of=inner)
    elif isinstance(claim, (RefusedClaim, OfferedClaim)):
        if claim.action is not None:
            action = _read_action(claim.action, f"{here}/action", game, board, problems)
            if isinstance(action, Action) and not action.by:
                problems.append(
                    Problem(f"{here}/action", "a claim's action needs `by`, the player", "missing")
                )
            claim = msgspec.structs.replace(claim, action=action)
        elif isinstance(claim, RefusedClaim):
            problems.append(Problem(f"{here}/action", "name the action", "missing"))
        elif claim.option is None:
            problems.append(Problem(here, "name an action or an option", "missing"))
    else:
        _check_words(claim, here, game, board, problems)
        if isinstance(claim, HappenedClaim):
            _check_event(claim, here, game, problems)
        elif isinstance(claim, OrderClaim):
            for k, pattern in enumerate(claim.events):
                _check_event(pattern, f"{here}/events/{k}", game, problems)
    return claim


def _check_event(pattern: Any, here: str, game: Game, problems: list[Problem]) -> None:
    """An event name or field that does not exist would make a claim true by a slip of the pen."""
    known = game.event_fields()
    fields = known.get(pattern.event)
    if fields is None:
        problems.append(
            Problem(
                f"{here}/event", f"{pattern.event!r} is not an event: {', '.join(sorted(known))}", "unknown"
            )
        )
        return
    for name in pattern.where:
        if name not in fields:
            detail = f"{pattern.event} has no field {name!r}: {', '.join(sorted(fields))}"
            problems.append(Problem(f"{here}/where/{escaped(name)}", detail, "unknown"))


def _check_words(claim: Any, here: str, game: Game, board: Any, problems: list[Problem]) -> None:
    of = getattr(claim, "of", None)
    asked = getattr(claim, "value", None) or getattr(claim, "state", None) or ""
    if of is not None and not game.exists(board, of, asked):
        problems.append(Problem(f"{here}/of", f"{of!r} names nothing in the setup that this could be asked of", "unknown"))
    for field, known in (("value", game.values), ("state", game.states), ("player", game.players)):
        word = getattr(claim, field, None)
        if word is not None and word not in known:
            problems.append(
                Problem(f"{here}/{field}", f"{word!r} is not one of: {', '.join(known)}", "unknown")
            )
