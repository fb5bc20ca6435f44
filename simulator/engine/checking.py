"""Do the words of a document name anything? Actions, moments, steps, claims, held against game and board.

A word that names nothing would make a claim true, or an answer never reached, by a slip of the pen.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import msgspec

from .claims import BoardClaim, HappenedClaim, OfferedClaim, OrderClaim, ProbabilityClaim, RefusedClaim
from .decision import Moment
from .game import Game
from .position import thing_of
from .reading import Problem, collect, escaped, near, shown, unknown
from .record import CHANCE, Action

ADDRESS = re.compile(r"^([a-z0-9-]+)\.(\d+)\.([a-z0-9-]+)\.([1-9]\d*)$")


def check_moment(moment: Moment, here: str, game: Game, board: Any, problems: list[Problem]) -> None:
    """A moment's kind, player and object must be known ones; else no question ever fits."""
    if moment.kind is not None and moment.kind not in game.questions():
        problems.append(Problem(f"{here}/kind", unknown(moment.kind, game.questions()), "unknown"))
    players = (*game.players, CHANCE)
    if moment.player is not None and moment.player not in players:
        problems.append(Problem(f"{here}/player", unknown(moment.player, players), "unknown"))
    if moment.clause is not None:
        _check_clause(moment.clause, f"{here}/clause", game, board, problems)
    if (
        moment.object is not None
        and board is not None
        and not _is_thing(game, board, thing_of(moment.object))
    ):
        known = list(game.objects(board))
        detail = f"{shown(moment.object)} names nothing in the setup{near(moment.object, known)}"
        problems.append(Problem(f"{here}/object", detail, "unknown"))


def _check_clause(clause: str, here: str, game: Game, board: Any, problems: list[Problem]) -> None:
    """A clause must be one by which something of this game is asked or refused."""
    known = game.clauses()
    if clause in known:
        return
    if clause.startswith("card:") and (board is None or clause in game.record_texts(board)):
        return
    head, mark, _ = clause.partition("#")
    same_entry = [c for c in sorted(known) if mark and c.startswith(f"{head}#")]
    meant = near(clause, known) or (f"; of {head}: {', '.join(same_entry)}" if same_entry else "")
    detail = f"{shown(clause)} is no clause that a rule of this game knows{meant}"
    problems.append(Problem(here, detail, "unknown"))


def _is_thing(game: Game, board: Any, word: str) -> bool:
    return any(game.exists(board, word, asked) for asked in ("", *game.values, *game.states))


def check_address(at: str, here: str, line: Any, game: Game, problems: list[Problem]) -> None:
    """A step's name must be one that this line could have."""
    found = ADDRESS.fullmatch(at)
    if found is None:
        detail = f"{shown(at)} is not a step's name: line.answers.event.count, for instance main.1.moved.1"
        problems.append(Problem(here, detail))
        return
    if found[1] != line:
        problems.append(Problem(here, f"{shown(at)} is a step of {found[1]}, this is about {line}"))
    events = game.event_fields()
    if found[3] not in events:
        detail = f"{shown(found[3])} is not an event{near(found[3], events)}"
        problems.append(Problem(here, detail, "unknown"))


def read_action(value: Any, here: str, game: Game, board: Any, problems: list[Problem]) -> Any:
    """An action of the game whose words name something; None and problems when they do not."""
    action = collect(value, game.action_type(), here, problems)
    if action is None:
        return None
    if action.by and action.by not in game.players:
        problems.append(Problem(f"{here}/by", unknown(action.by, game.players), "unknown"))
    if board is not None:
        found = game.action_problems(board, action)
        problems += [Problem(here + where, detail, "unknown") for where, detail in found]
    return action


def read_take(answer: Any, here: str, game: Game, board: Any, problems: list[Problem]) -> Any:
    """What an answer takes. An action's `by` is left out where the moment names the same player."""
    if not isinstance(answer, dict):
        return None
    try:
        moment = msgspec.convert(answer.get("at", {}), Moment)
    except msgspec.ValidationError:
        moment = Moment()  # told where the answer itself is read
    check_moment(moment, f"{here}/at", game, board, problems)
    take = answer.get("take")
    if isinstance(take, dict):
        action = read_action(take, f"{here}/take", game, board, problems)
        if action is None or not action.by or moment.player is None:
            return action
        if action.by != moment.player and moment.player in game.players:
            detail = f"the moment asks {moment.player}, and this is an action of {action.by}"
            problems.append(Problem(f"{here}/take/by", detail))
        return action.but(by="")
    if "take" in answer and not _is_option(take):
        detail = "take an action (an object with `type`), a text, a whole number, true or false"
        problems.append(Problem(f"{here}/take", detail, "type"))
    return take


def _is_option(value: Any) -> bool:
    if isinstance(value, list):
        return len(value) <= 20 and all(isinstance(each, (str, int)) for each in value)
    return isinstance(value, (str, int))


def read_claim(
    claim: Any, row: dict[str, Any], here: str, game: Game, board: Any, lines: list[Any],
    problems: list[Problem],
) -> Any:  # fmt: skip
    """A claim whose words name something, its action read, its fraction in lowest terms."""
    if claim.line not in lines:
        known = [name for name in lines if isinstance(name, str)]
        where = f"{here}/line" if "line" in row else here
        detail = f"there is no line {shown(claim.line)}{near(claim.line, known)}"
        problems.append(Problem(where, detail, "unknown"))
    at = getattr(claim, "at", None)
    if at is not None:
        check_address(at, f"{here}/at", claim.line, game, problems)
    match claim:
        case ProbabilityClaim():
            return _probability(claim, here, game, board, problems)
        case RefusedClaim():
            action = _claimed(claim.action, f"{here}/action", game, board, problems)
            _check_clause(claim.clause, f"{here}/clause", game, board, problems)
            return msgspec.structs.replace(claim, action=action)
        case OfferedClaim():
            return _offered(claim, here, game, board, problems)
        case HappenedClaim():
            _check_event(claim, here, game, problems)
        case OrderClaim():
            for n, pattern in enumerate(claim.events):
                _check_event(pattern, f"{here}/events/{n}", game, problems)
        case _:
            _check_words(claim, here, game, board, problems)
    return claim


def _claimed(value: Any, here: str, game: Game, board: Any, problems: list[Problem]) -> Any:
    if not isinstance(value, dict):
        problems.append(Problem(here, "an action is an object with `type`", "type"))
        return None
    action = read_action(value, here, game, board, problems)
    if isinstance(action, Action) and not action.by:
        problems.append(
            Problem(here, 'the member "by" is missing: the player who would declare it', "missing")
        )
    return action


def _offered(claim: OfferedClaim, here: str, game: Game, board: Any, problems: list[Problem]) -> Any:
    if (claim.action is None) == (claim.option is None):
        problems.append(Problem(here, "name an action, or else an option of the open question", "missing"))
        return claim
    if claim.action is not None:
        action = _claimed(claim.action, f"{here}/action", game, board, problems)
        return msgspec.structs.replace(claim, action=action)
    if not _is_option(claim.option):
        detail = "an option is a text, a whole number, true or false"
        problems.append(Problem(f"{here}/option", detail, "type"))
    if claim.at is not None:
        detail = "an option is asked of the question open at the end of the line; leave `at` out"
        problems.append(Problem(f"{here}/at", detail))
    return claim


def _probability(claim: ProbabilityClaim, here: str, game: Game, board: Any, problems: list[Problem]) -> Any:
    over, _, under = claim.equals.partition("/")
    chance = Fraction(int(over), int(under or 1) or 1)
    if under and not int(under) or chance > 1:
        problems.append(Problem(f"{here}/equals", "a probability is a fraction from 0 to 1"))
    inner = collect(claim.of, BoardClaim, f"{here}/of", problems)
    if inner is not None:
        for member in ("line", "at"):
            if member in claim.of:
                detail = f"`{member}` stands with the probability, not inside it"
                problems.append(Problem(f"{here}/of/{member}", detail))
        _check_words(inner, f"{here}/of", game, board, problems)
    return msgspec.structs.replace(claim, of=inner, equals=str(chance))


def _check_event(pattern: Any, here: str, game: Game, problems: list[Problem]) -> None:
    known = game.event_fields()
    fields = known.get(pattern.event)
    if fields is None:
        problems.append(Problem(f"{here}/event", unknown(pattern.event, known), "unknown"))
        return
    for name in pattern.where:
        if name not in fields:
            detail = f"{pattern.event} has no such field: {unknown(name, fields)}"
            problems.append(Problem(f"{here}/where/{escaped(name)}", detail, "unknown"))


def _check_words(claim: Any, here: str, game: Game, board: Any, problems: list[Problem]) -> None:
    asked = getattr(claim, "value", None) or getattr(claim, "state", None) or ""
    known = {"value": game.values, "state": game.states, "player": game.players, "place": game.places}
    for field, words in known.items():
        word = getattr(claim, field, None)
        if word is not None and word not in words:
            problems.append(Problem(f"{here}/{field}", unknown(word, words), "unknown"))
            asked = ""
    if board is not None and not game.exists(board, claim.of, asked):
        detail = f"{shown(claim.of)} names nothing in the setup{near(claim.of, game.objects(board))}"
        if _is_thing(game, board, claim.of):
            detail = f"{shown(asked)} cannot be asked of {claim.of}"
        problems.append(Problem(f"{here}/of", detail, "unknown"))
