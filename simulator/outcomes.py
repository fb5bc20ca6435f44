"""What may come of a line: the exact distribution over dice, or the whole tree of dice and choices. No Django here.

Both begin at the end of a line and go on to the next moment at which a player must act, or to the end of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import msgspec

from .engine import VERSION
from .engine.checking import read_claim
from .engine.claims import BoardClaim, Finding, Scene, test_claim
from .engine.decision import Decision, Moment
from .engine.drivers import Node, OpenChoice, Outcome, Play, best, outcomes, tree
from .engine.errors import LimitReached, Loop, NotModelled
from .engine.limits import Clock, Limits
from .engine.line import Played
from .engine.look import Look
from .engine.playback import Playback
from .engine.reading import collect, least, unknown
from .engine.record import CHANCE, to_json
from .engine.scenario import Problem, Scenario
from .engine.telling import Teller
from .games.playing import parse

CHOICES = ("defaults", "all")
LIMITS = Limits()
# A tree is told node by node, so it may have fewer of them than a distribution may look through.
TREE_LIMITS = msgspec.structs.replace(LIMITS, nodes=4000)


class NoOutcomes(Exception):
    """Why nothing can be said, each fault with its place in the request: {pointer, detail, code, …}."""

    def __init__(self, *errors: dict[str, Any]) -> None:
        super().__init__("; ".join(error["detail"] for error in errors))
        self.errors = list(errors)


def tell_outcomes(
    document: Any, *, line: str | None = None, choices: str = "defaults", worth: Any = None, prefix: str = ""
) -> dict[str, Any]:
    """The outcomes of a document's line (the last one unless it is named) as plain JSON.

    Raises BadScenario for the document, NoOutcomes for everything else; `prefix` is where the document stands.
    """
    scenario = parse(document)
    claim = None if worth is None else _worth(worth, scenario)
    playback = Playback(scenario)
    start = _Start(playback, _chosen(playback, line), prefix)
    told = {
        "game": scenario.game.slug,
        "edition": scenario.edition,
        "engine": VERSION,
        "line": start.name,
        "choices": choices,
        "picture": scenario.game.picture(Look(start.board, playback.rules)),
    }
    try:
        return told | (start.all(claim) if choices == "all" else start.defaults(claim))
    except LimitReached as error:
        hint = (
            "end the line later" if choices == "defaults" else "end the line later, or ask for the defaults"
        )
        detail = f"Too much may come of this: {error}; {hint}."
        raise NoOutcomes({"pointer": "/choices", "detail": detail, "code": "limit"}) from None
    except Loop as error:
        raise NoOutcomes({"pointer": "/line", "detail": f"It never ends: {error}", "code": "loop"}) from None
    except NotModelled as error:
        said = scenario.game.catalogue.every(f"not-modelled.{error.key}", error.facts, start.board)
        detail = f"Something on the way is not modelled: {said['en']}"
        raise NoOutcomes(
            {"pointer": "/line", "detail": detail, "code": "not-modelled", "cites": list(error.cites)}
        ) from None


def _worth(given: Any, scenario: Scenario) -> Any:
    """The claim that is to come true: about a value, a place or a state at the end."""
    problems: list[Problem] = []
    claim = collect(given, BoardClaim, "/worth", problems)
    if claim is not None:
        for member in ("line", "at"):
            if member in given:
                detail = f"it speaks of the end of every outcome; leave `{member}` out"
                problems.append(Problem(f"/worth/{member}", detail))
        claim = msgspec.structs.replace(claim, at=None)
        read_claim(claim, {}, "/worth", scenario.game, scenario.board, [claim.line], problems)
    if problems:
        raise NoOutcomes(*({"pointer": p.pointer, "detail": p.detail, "code": p.code} for p in problems))
    return claim


def _chosen(playback: Playback, name: str | None) -> Played | None:
    lines = playback.lines
    if name is None:
        return next(reversed(lines.values()), None)
    if name not in lines:
        raise NoOutcomes({"pointer": "/line", "detail": unknown(name, lines), "code": "unknown"})
    return lines[name]


class _Start:
    """The end of a line, from which everything that may come begins."""

    def __init__(self, playback: Playback, played: Played | None, prefix: str) -> None:
        self.game, self.rules = playback.scenario.game, playback.rules
        self.limits = playback.limits
        self.name = played.line.name if played else None
        if played and played.stop:
            said = Teller(self.game, self.rules, Clock(self.limits)).stop(played.last, played.stop)
            detail = f"The line {self.name} does not reach its end: {said['sentence']['en']}"
            raise NoOutcomes({"pointer": prefix + said["place"], "detail": detail, "code": said["kind"]})
        play = played.play if played and played.play else Play(self.rules, playback.scenario.board)
        self.position, self.board, self.decision = play.position(), play.board, play.decision
        asked = [moment for moment, _, _ in played.points] if played else []
        # The question that is open now is among them, and comes again when its answer is counted.
        self.asked = Counter(asked[:-1] if self.decision and asked else asked)

    # --- one distribution ---

    def defaults(self, claim: Any) -> dict[str, Any]:
        """Every end with its chance; each choice on the way is made by its default."""
        if self.decision is not None and _must_act(self.decision):
            raise self._open(self.decision)
        try:
            found = outcomes(self.rules, self.position, until=_next_act(), limits=LIMITS)
        except OpenChoice as error:
            raise self._open(error.decision) from None
        told = {"outcomes": [self._outcome(outcome, claim) for outcome in found]}
        if claim is not None:
            chance = sum((o.chance for o in found if self._holds(claim, o)), Fraction(0))
            told["worth"] = self._claim(claim) | {"chance": fraction(chance), "certain": chance == 1}
        return told

    def _open(self, decision: Decision) -> NoOutcomes:
        moment = to_json(decision.moment)
        about = ", ".join(f"{key}: {value}" for key, value in moment.items())
        detail = f"A choice without default is open ({about}): answer it in the line, or ask for all choices."
        options = [to_json(option) for option in decision.options]
        return NoOutcomes(
            {
                "pointer": "/choices",
                "detail": detail,
                "code": "open-choice",
                "moment": moment,
                "options": options,
            }
        )

    def _outcome(self, outcome: Outcome, claim: Any) -> dict[str, Any]:
        line, decision = self._line(outcome)
        return {
            "chance": fraction(outcome.chance),
            "certain": outcome.chance == 1,
            "line": line,
            "end": outcome.key,
            "decision": None if decision is None else to_json(decision.moment),
            **self._seen(outcome, claim),
        }

    def _line(self, outcome: Outcome) -> tuple[list[dict[str, Any]], Decision | None]:
        """One way to this end as answers of a line, and the question that is open there."""
        play = Play(self.rules, self.position, traced=False, limits=LIMITS)
        asked, answers, until = Counter(self.asked), [], _next_act()
        thrown = iter(outcome.answers)
        while (decision := play.decision) is not None and not until(play):
            asked[decision.moment] += 1
            if decision.by == CHANCE:
                _, option = next(thrown)
                answers.append({"at": _whole(decision.moment, asked), "take": to_json(option)})
                play.answer(option)
            else:
                play.default()
        return answers, decision

    # --- the whole tree ---

    def all(self, claim: Any) -> dict[str, Any]:
        """The tree of everything that players and dice may do, and what each player can make of it."""
        root = tree(self.rules, self.position, until=_next_act(), limits=TREE_LIMITS)
        ends: dict[str, dict[str, Any]] = {}
        told: dict[str, Any] = {"tree": self._node(root, Counter(self.asked), ends, claim), "ends": ends}
        if claim is not None:

            def worth(outcome: Outcome) -> int:
                return int(self._holds(claim, outcome))

            told["worth"] = self._claim(claim) | {
                "players": {
                    player: {
                        "best": fraction(best(root, player, worth)),
                        "worst": fraction(best(root, player, worth, low=True)),
                    }
                    for player in self.game.players
                }
            }
        return told

    def _node(
        self, node: Node | Outcome, asked: Counter[Moment], ends: dict[str, dict[str, Any]], claim: Any
    ) -> dict[str, Any]:
        if isinstance(node, Outcome):
            if node.key not in ends:
                ends[node.key] = self._seen(node, claim)
            return {"end": node.key, "chance": fraction(node.chance), "certain": node.chance == 1}
        asked = asked + Counter([node.moment])
        return {
            "by": node.by,
            "kind": node.kind,
            "moment": _whole(node.moment, asked),
            "options": [
                {"take": to_json(option), "weight": weight, "then": self._node(child, asked, ends, claim)}
                for option, weight, child in node.branches
            ],
        }

    # --- ends ---

    def _seen(self, outcome: Outcome, claim: Any) -> dict[str, Any]:
        seen: dict[str, Any] = {"picture": self.game.picture(Look(outcome.board, self.rules))}
        return seen if claim is None else seen | {"holds": self._holds(claim, outcome)}

    def _holds(self, claim: Any, outcome: Outcome) -> bool:
        return test_claim(claim, Scene(Look(outcome.board, self.rules), ())).holds

    def _claim(self, claim: Any) -> dict[str, Any]:
        said = Teller(self.game, self.rules, Clock(self.limits)).claim(claim, Finding(True), self.board)
        return {"claim": said["claim"], "sentence": said["sentence"]}


def fraction(chance: Fraction) -> str:
    """A chance as "n/d", in lowest terms.

    >>> fraction(Fraction(2, 72)), fraction(Fraction(1))
    ('1/36', '1/1')
    """
    return f"{chance.numerator}/{chance.denominator}"


def _must_act(decision: Decision) -> bool:
    return decision.window and not decision.has_default


def _next_act() -> Callable[[Play], bool]:
    """Whether a player must act now, the place where it begins left out."""
    begun = False

    def until(play: Play) -> bool:
        nonlocal begun
        at_once, begun = not begun, True
        return not at_once and play.decision is not None and _must_act(play.decision)

    return until


def _whole(moment: Moment, asked: Counter[Moment]) -> Any:
    """The whole key of a question, numbered when it is not the first of its kind."""
    nth = asked[moment]
    return least(moment if nth == 1 else msgspec.structs.replace(moment, nth=nth))
