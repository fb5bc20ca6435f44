"""Scenario documents: a setup, lines of labelled answers, claims. Read with every error at its place.

The canonical form is the identity of a scenario. The same document in another order of members, in another
spelling of a cell, with or without the ordinary values written out, is the same scenario. An action's `by`
is left out where the answer's moment names the same player; where it does not, `by` says something.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from .checking import check_address, check_moment, read_claim, read_take
from .claims import AnyClaim
from .decision import Moment
from .game import Game
from .limits import Limits
from .partly import problems_of_the_rest
from .reading import Problem, collect, escaped, in_order, least, near, same, shown, unknown
from .untrusted import TooLarge, checked
from .versions import CURRENT, UnknownVersion, upgrade

__all__ = ["Answer", "BadScenario", "Line", "Problem", "Scenario", "canonical", "parse"]

MEMBERS = ("v", "game", "edition", "options", "setup", "lines", "claims")


class BadScenario(Exception):
    """A document that cannot be played: every problem with its place, in the order of the document."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = list(problems)
        super().__init__("; ".join(f"{p.pointer or '/'}: {p.detail}" for p in self.problems))


class Answer(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An answer of a line: at which moment, and what is taken."""

    take: Annotated[
        Any,
        Meta(
            description="The option taken: an action (an object with `type`), or a plain option of the "
            "question as the play tells it (a text, a number, true or false).",
            examples=[{"type": "move", "card": "scout", "to": "C1"}, {"type": "pass"}, True, 4],
        ),
    ]
    at: Annotated[
        Moment,
        Meta(
            description="The moment it is for: as much of its key as is unambiguous among all questions of the "
            "line, the one open at its end included. Questions on the way that have a default need no answer.",
            examples=[{"clock": "turn 1", "kind": "act"}],
        ),
    ] = Moment()


class Comment(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A remark at a step."""

    at: Annotated[
        str,
        Meta(
            description="A step's permanent name: line, own answers used so far, event, how many of these "
            "since that answer. A play tells it as the `id` of the step.",
            examples=["main.1.moved.1"],
            max_length=200,
        ),
    ]
    text: Annotated[
        str, Meta(description="The remark.", min_length=1, max_length=2000, examples=["Here it is paid."])
    ]


class Line(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line of play: from the setup, or from a moment of another line."""

    name: Annotated[
        str,
        Meta(
            pattern="^[a-z0-9]+(-[a-z0-9]+)*$",
            max_length=40,
            description="The line's name, unlike every other's: lower case Latin letters, digits, hyphens.",
            examples=["main"],
        ),
    ]
    origin: Annotated[
        tuple[str, Moment] | None,
        Meta(
            description="Where it begins: null = with the setup; else [an earlier line, the moment of that "
            "line at which this one departs and goes on with its own answers].",
            examples=[None, ["main", {"kind": "act", "nth": 2}]],
        ),
    ] = msgspec.field(name="from", default=None)
    answers: Annotated[
        tuple[Answer, ...],
        Meta(
            description="The answers, in the order in which they are taken. The line ends at the first "
            "question after the last answer that has no default.",
            examples=[[{"at": {"kind": "act"}, "take": {"type": "pass"}}]],
        ),
    ] = ()
    comments: Annotated[
        tuple[Comment, ...],
        Meta(
            description="Remarks at steps.",
            max_length=200,
            examples=[[{"at": "main.1.moved.1", "text": "Paid here."}]],
        ),
    ] = ()


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
            "v": CURRENT,
            "game": self.game.slug,
            "edition": self.edition,
            "options": self.options,
            "setup": least(self.game.ordinary(self.setup)),
            "lines": [least(line) for line in self.lines],
            "claims": [least(claim) for claim in self.claims],
        }


def canonical(document: Any, games: dict[str, Game]) -> bytes:
    """The canonical bytes of a document: its identity. Raises BadScenario."""
    return msgspec.json.encode(parse(document, games).document, order="sorted")


def parse(document: Any, games: dict[str, Game], limits: Limits | None = None) -> Scenario:
    """Read a document. Raises BadScenario with every problem found, in the order of the document."""
    limits = limits or Limits()
    if not isinstance(document, dict):
        raise BadScenario([Problem("", "a scenario is a JSON object", "type")])
    try:
        plain, problems = checked(document, limits.bytes)
        if len(msgspec.json.encode(plain)) > limits.bytes:
            raise TooLarge
    except TooLarge:
        detail = f"the document has more than {limits.bytes} bytes"
        raise BadScenario([Problem("", detail, "limit")]) from None
    scenario = _read(plain, games, limits, problems)
    if scenario is None or problems:
        raise BadScenario(in_order(problems, document))
    return scenario


def _read(
    document: dict[str, Any], games: dict[str, Game], limits: Limits, problems: list[Problem]
) -> Scenario | None:
    try:
        document = upgrade(document)
    except UnknownVersion as error:
        problems.append(Problem("/v" if "v" in document else "", str(error), "version"))
        if error.newer:
            return None
    for key in document:
        if key not in MEMBERS:
            detail = f"unknown member {shown(key)}{near(key, MEMBERS)}; known: {', '.join(MEMBERS)}"
            problems.append(Problem(f"/{escaped(key)}", detail, "unknown"))
    game = _game(document, games, problems)
    if game is None:
        return None
    document = game.tidy(document)
    edition = _edition(document, game, problems)
    options = _options(document.get("options", {}), game, problems)
    setup = _setup(document, game, limits, problems)
    board = None if setup is None else game.build(setup, options)
    lines = _lines(document.get("lines", []), game, board, limits, problems)
    claims = _claims(document.get("claims", []), document, game, board, limits, problems)
    if problems:
        return None
    return Scenario(game, edition, options, setup, board, lines, claims)


def _game(document: dict[str, Any], games: dict[str, Game], problems: list[Problem]) -> Game | None:
    if "game" not in document:
        detail = f'the member "game" is missing; it is one of: {", ".join(sorted(games))}'
        problems.append(Problem("", detail, "missing"))
        return None
    slug = document["game"]
    if not isinstance(slug, str) or slug not in games:
        problems.append(Problem("/game", unknown(slug, games), "unknown"))
        return None
    return games[slug]


def _edition(document: dict[str, Any], game: Game, problems: list[Problem]) -> str:
    edition = document.get("edition", game.default_edition)
    if not isinstance(edition, str) or edition not in game.editions:
        problems.append(Problem("/edition", unknown(edition, game.editions), "unknown"))
        return game.default_edition
    return edition


def _options(given: Any, game: Game, problems: list[Problem]) -> dict[str, Any]:
    if not isinstance(given, dict):
        problems.append(Problem("/options", "options are an object", "type"))
        return {}
    out: dict[str, Any] = {}
    for key, value in given.items():
        here = f"/options/{escaped(key)}"
        allowed = game.options.get(key)
        if allowed is None:
            known = ", ".join(sorted(game.options)) or "none"
            detail = f"unknown option {shown(key)}{near(key, game.options)}; known: {known}"
            problems.append(Problem(here, detail, "unknown"))
        elif not any(same(value, each) for each in allowed):
            detail = f"{shown(value)} is not one of: {', '.join(map(shown, allowed))}"
            problems.append(Problem(here, detail, "unknown"))
        elif not same(value, allowed[0]):
            out[key] = value
    return out


def _setup(document: dict[str, Any], game: Game, limits: Limits, problems: list[Problem]) -> Any:
    if "setup" not in document:
        problems.append(Problem("", 'the member "setup" is missing', "missing"))
        return None
    setup = collect(document["setup"], game.setup_type, "/setup", problems)
    if setup is None:
        found = problems_of_the_rest(document["setup"], game, "/setup", problems)
        problems += found
        return None
    units = game.units(setup)
    if units > limits.units:
        problems.append(Problem("/setup", f"{units} cards; at most {limits.units} are allowed", "limit"))
        return None
    problems += [Problem(f"/setup{pointer}", detail) for pointer, detail in game.setup_problems(setup)]
    return setup


def _list(given: Any, here: str, most: int, problems: list[Problem]) -> list[Any]:
    """A list of a document, or nothing and a problem."""
    name = here.rpartition("/")[2]
    if not isinstance(given, list):
        problems.append(Problem(here, f"{name} are a list", "type"))
        return []
    if len(given) > most:
        problems.append(Problem(here, f"{len(given)} {name}; at most {most} are allowed", "limit"))
        return []
    return given


def _lines(given: Any, game: Game, board: Any, limits: Limits, problems: list[Problem]) -> tuple[Line, ...]:
    rows = _list(given, "/lines", limits.lines, problems)
    names = [row.get("name") if isinstance(row, dict) else None for row in rows]
    lines = []
    for n, row in enumerate(rows):
        here = f"/lines/{n}"
        line: Line | None = collect(row, Line, here, problems)
        if isinstance(names[n], str) and names[n] in names[:n]:
            problems.append(Problem(f"{here}/name", f"another line is called {names[n]}", "duplicate"))
        answers = row.get("answers", []) if isinstance(row, dict) else []
        takes: list[Any] = []
        if isinstance(answers, list):
            answers = _list(answers, f"{here}/answers", limits.decisions, problems)
            takes = [
                read_take(a, f"{here}/answers/{k}", game, board, problems) for k, a in enumerate(answers)
            ]
        if line is not None:
            _departs(line, n, names, game, board, problems)
            _remarks(line, here, game, problems)
            if len(takes) == len(line.answers):
                pairs = zip(takes, line.answers, strict=True)
                done = tuple(Answer(take, answer.at) for take, answer in pairs)
                lines.append(msgspec.structs.replace(line, answers=done))
    return tuple(lines)


def _departs(line: Line, n: int, names: list[Any], game: Game, board: Any, problems: list[Problem]) -> None:
    if line.origin is None:
        return
    parent, moment = line.origin
    if parent not in names[:n]:
        if parent in names[n:]:
            detail = f"{shown(parent)} is no earlier line: a line departs from one that stands before it"
        else:
            detail = f"there is no line {shown(parent)}{near(parent, [x for x in names[:n] if x])}"
        problems.append(Problem(f"/lines/{n}/from/0", detail, "unknown"))
    check_moment(moment, f"/lines/{n}/from/1", game, board, problems)


def _remarks(line: Line, here: str, game: Game, problems: list[Problem]) -> None:
    for k, comment in enumerate(line.comments):
        check_address(comment.at, f"{here}/comments/{k}/at", line.name, game, problems)


def _claims(
    given: Any, document: dict[str, Any], game: Game, board: Any, limits: Limits, problems: list[Problem]
) -> tuple[Any, ...]:
    rows = _list(given, "/claims", limits.claims, problems)
    lines = document.get("lines", [])
    names = [line.get("name") for line in lines if isinstance(line, dict)] if isinstance(lines, list) else []
    claims = []
    for n, row in enumerate(rows):
        here = f"/claims/{n}"
        claim = collect(row, AnyClaim, here, problems)
        if claim is not None:
            claims.append(read_claim(claim, row, here, game, board, names, problems))
    return tuple(claims)
