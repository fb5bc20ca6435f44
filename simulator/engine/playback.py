"""Playing a whole document: every line, every claim, as one JSON-ready answer.

`play_document` is what the site, the API and a browser call; its docstring describes what it gives.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import msgspec

from . import VERSION
from .checking import read_action
from .claims import Finding, ProbabilityClaim, Scene, test_claim
from .drivers import OpenChoice, Outcome, outcomes
from .errors import LimitReached, Loop, NotModelled
from .game import Game
from .limits import Clock, Limits
from .line import Played, play_line
from .look import Look
from .position import canonical_key
from .reading import Problem, in_order, least
from .record import Action
from .rulebook import Rulebook
from .scenario import BadScenario, Scenario, parse
from .telling import Teller
from .trace import Step, digest
from .untrusted import TooLarge, checked


class Playback:
    """A scenario that was played: its lines and the findings of its claims."""

    def __init__(
        self, scenario: Scenario, rules: Rulebook | None = None, limits: Limits | None = None
    ) -> None:
        self.scenario = scenario
        self.rules = rules or scenario.game.rulebook(scenario.edition)
        self.limits = limits or Limits()
        self.clock = Clock(self.limits)
        self.lines: dict[str, Played] = {}
        nodes = min(self.limits.nodes, self.limits.chances)
        self._chances = Clock(msgspec.structs.replace(self.limits, nodes=nodes, seconds=self.limits.guard))
        self._ends: dict[str, tuple[Outcome, ...] | Exception] = {}
        for n, line in enumerate(scenario.lines):
            self.lines[line.name] = play_line(scenario, n, self.lines, self.rules, self.clock)
        self.findings = [self._test(claim) for claim in scenario.claims]

    @property
    def looked_through(self) -> int:
        """Nodes of outcomes that the claims of probability took."""
        return self._chances.nodes

    @property
    def holds(self) -> bool:
        """Whether every line reached its end and every claim holds."""
        return all(p.stop is None for p in self.lines.values()) and all(f.holds for f in self.findings)

    def cited(self) -> frozenset[str]:
        """Every clause that a step or a refusal of this play shows."""
        steps = (s for p in self.lines.values() for s in p.steps)
        shown = {c for s in steps for c in (*s.cites, *(x for g in s.lifted for x in (g.clause, g.by)))}
        shown |= {c for f in self.findings for r in f.reasons for c in r.cites}
        shown |= {c for p in self.lines.values() if p.stop for r in p.stop.reasons for c in r.cites}
        return frozenset(shown)

    def _test(self, claim: Any) -> Finding:
        played = self.lines[claim.line]
        steps = played.steps
        at = getattr(claim, "at", None)
        if at is None:
            if played.stop is not None and played.stop.kind != "refused":
                return Finding(False, why="stopped")
            board, decision = played.last, played.decision
        else:
            places = [n for n, s in enumerate(steps) if s.address(claim.line) == at]
            if not places:
                return Finding(False, why="no-such-step")
            steps = steps[: places[0] + 1]
            board, decision = steps[-1].after, None
        scene = Scene(Look(board, self.rules), steps, decision, lambda inner: self._chance(inner, played))
        try:
            if not isinstance(claim, ProbabilityClaim):  # these have limits of their own
                self.clock.look()
            return test_claim(claim, scene)
        except OpenChoice as error:
            return Finding(False, why="open-choice", error=error)
        except LimitReached as error:
            return Finding(False, why="limit", error=error)
        except Loop as error:
            return Finding(False, why="loop", error=error)
        except NotModelled as error:
            return Finding(False, why="not-modelled", error=error)

    def _chance(self, inner: Any, played: Played) -> Fraction:
        """The exact probability of a board claim, from the end of a line on, every choice by default."""
        total = Fraction(0)
        for outcome in self._outcomes(played):
            if test_claim(inner, Scene(Look(outcome.board, self.rules), ())).holds:
                total += outcome.chance
        return total

    def _outcomes(self, played: Played) -> tuple[Outcome, ...]:
        """What may come after a line, worked out once: every claim of probability is tested on the same ends.
        How much is looked through is counted in nodes, so that no verdict depends on how busy a machine is.
        """
        name = played.line.name
        if name not in self._ends:
            position = played.play.position() if played.play else played.board
            try:
                self._ends[name] = outcomes(
                    self.rules, position, until=_somebody_may_act, clock=self._chances
                )
            except (OpenChoice, LimitReached, Loop, NotModelled) as error:
                self._ends[name] = error
        found = self._ends[name]
        if isinstance(found, Exception):
            raise found
        return found


def _somebody_may_act(play: Any) -> bool:
    decision = play.decision
    return decision is not None and decision.window and not decision.has_default


def play_document(
    document: Any,
    games: dict[str, Game],
    *,
    boards: str = "diff",
    ask: Iterable[Any] = (),
    limits: Limits | None = None,
) -> dict[str, Any]:
    """Play a document. `boards` is "diff" or "full"; `ask` holds actions to ask at the end of the last line.

    Raises BadScenario with every problem of the document. A line that stops is no error: its `stop` says why.
    The same document always gives the same answer, plain JSON (SENTENCE is {"ru", "zh", "en"}):

        game, edition, engine
        scenario    the canonical document
        picture     the first board, as the game draws it
        texts       {"card:game/card#text": SENTENCE} of the card texts that steps cite
        lines       for each line, in order:
          name, from
          picture     the board at which the line begins
          steps       id, n (from 1), kind (event, choice, chance, declared, cancelled, blocked), event,
                      sentence, cites, lifted [{clause, by}], cause (the id of a step of this line, or null),
                      default (nobody chose it), and diff [{path, value} or {path, gone}], to be applied to
                      the board before it, or with boards="full" its picture
          comments    at, text, found (whether there is such a step)
          decision    the question open at the end, or null: moment, by, kind, sentence, default (whether
                      it has one), options [{take, sentence}], weights (of dice), refused [{action,
                      sentence, reasons}], count {options, refused} (of thousands not all are told)
          stop        null, or why the line ended early: kind, place (JSON pointer), sentence, action,
                      reasons [{clause, cites, key, sentence, remedy, facts}], moments, add (for each moment of an
                      ambiguous key the members that tell it apart)
          resolved    every answer as it was taken: at (the whole key), take, default
          digests     for each step a short digest of what happened and by which clauses
          end         canonical key of the last position
        claims      claim, holds, state (holds, fails, not-worked-out: too much or nothing modelled, so nobody
                    knows; not-reached: its moment never came), found, sentence, why (SENTENCE or null: why
                    nothing was found), reasons
        notices     pointer, sentence: what is no error and still cannot be meant, such as a comment at a step
                    that never happens
        asked       action, sentence, legal, reasons, lifted
    """
    scenario = parse(document, games, limits)
    asked = _read_asked(ask, scenario)
    playback = Playback(scenario, limits=limits)
    return tell(playback, boards=boards, asked=asked)


def _read_asked(ask: Iterable[Any], scenario: Scenario) -> list[Action]:
    out: list[Action] = []
    try:
        rows, problems = checked(list(ask), Limits().bytes)
    except TooLarge:
        raise BadScenario([Problem("/ask", "too much is asked at once", "limit")]) from None
    problems = [Problem(f"/ask{p.pointer}", p.detail, p.code) for p in problems]
    for n, value in enumerate(rows):
        action = read_action(value, f"/ask/{n}", scenario.game, scenario.board, problems)
        if action is None:
            continue
        if not action.by:
            detail = 'the member "by" is missing: the player who would declare it'
            problems.append(Problem(f"/ask/{n}", detail, "missing"))
        out.append(action)
    if problems:
        raise BadScenario(in_order(problems, {"ask": rows}))
    return out


def tell(playback: Playback, *, boards: str = "diff", asked: Iterable[Action] = ()) -> dict[str, Any]:
    """A playback as plain JSON. Raises BadScenario when telling it takes longer than the limits allow."""
    scenario = playback.scenario
    clock = Clock(playback.limits)
    teller = Teller(scenario.game, playback.rules, clock)
    last = list(playback.lines.values())[-1] if playback.lines else None
    board = scenario.board if last is None else last.last
    try:
        return {
            "game": scenario.game.slug,
            "edition": scenario.edition,
            "engine": VERSION,
            "scenario": scenario.document,
            "picture": scenario.game.picture(teller.look(scenario.board)),
            "texts": scenario.game.record_texts(scenario.board),
            "lines": [_line(teller, played, boards) for played in playback.lines.values()],
            "claims": [
                teller.claim(claim, finding, scenario.board)
                for claim, finding in zip(scenario.claims, playback.findings, strict=True)
            ],
            "notices": _notices(teller, playback),
            "asked": [teller.asked(board, action) for action in asked],
        }
    except LimitReached as error:
        detail = f"so many steps with so many cards cannot be told: {error}"
        raise BadScenario([Problem("/lines", detail, "limit")]) from None


def _line(teller: Teller, played: Played, boards: str) -> dict[str, Any]:
    name = played.line.name
    addresses = {s.n: s.address(name) for s in played.steps}
    known = frozenset(addresses.values())
    play = played.play
    return {
        "name": name,
        "from": least(played.line.origin),
        "picture": teller.game.picture(teller.look(played.board)),
        "steps": teller.steps(played, addresses, boards),
        "comments": [{"at": c.at, "text": c.text, "found": c.at in known} for c in played.line.comments],
        "decision": teller.decision(played.last, played.decision),
        "stop": None if played.stop is None else teller.stop(played.last, played.stop),
        "resolved": [teller.resolved(r) for r in played.resolved],
        "digests": [digest(s) for s in played.steps],
        "end": canonical_key(play.position() if play is not None else played.board),
    }


def _notices(teller: Teller, playback: Playback) -> list[dict[str, Any]]:
    """Comments that nobody will ever see, since the step they name does not happen."""
    found = []
    for n, played in enumerate(playback.lines.values()):
        known = {s.address(played.line.name) for s in played.steps}
        for k, comment in enumerate(played.line.comments):
            if comment.at not in known:
                sentence = teller.words.every("notice.no-such-step", {"at": comment.at, "text": comment.text})
                found.append({"pointer": f"/lines/{n}/comments/{k}/at", "sentence": sentence})
    return found


def steps_of(playback: Playback) -> list[Step]:
    """Every step of every line, in order."""
    return [s for p in playback.lines.values() for s in p.steps]
