"""Playing a whole document: every line, every claim, as one JSON-ready answer.

`play_document` is what the site, the API and a browser call. Its result is described in the scenario's
JSON Schema and in the README.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from . import VERSION
from .claims import Finding, Scene, test_claim
from .drivers import OpenChoice, outcomes
from .errors import LimitReached, Loop, NotModelled
from .game import Game
from .limits import Clock, Limits
from .line import Played, Stop, play_line
from .look import Look
from .position import canonical_key
from .reading import Problem, collect
from .record import Action, to_json
from .rulebook import Rulebook
from .scenario import BadScenario, Scenario, parse
from .telling import Teller
from .trace import Step, digest


class Playback:
    """A scenario that was played: its lines and the findings of its claims."""

    def __init__(
        self, scenario: Scenario, rules: Rulebook | None = None, limits: Limits | None = None
    ) -> None:
        self.scenario = scenario
        self.rules = rules or scenario.game.rulebook(scenario.edition)
        self.limits = limits or Limits()
        clock = Clock(self.limits)
        self.lines: dict[str, Played] = {}
        for n, line in enumerate(scenario.lines):
            self.lines[line.name] = play_line(scenario, n, self.lines, self.rules, clock)
        self.findings = [self._test(claim) for claim in scenario.claims]

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
        if claim.at is None:
            if played.stop is not None and played.stop.kind != "refused":
                return Finding(False, f"stopped: {played.stop.kind}")
            board = played.play.board if played.play else played.board
            decision = played.decision
        else:
            places = [n for n, s in enumerate(steps) if s.address(claim.line) == claim.at]
            if not places:
                return Finding(False, "no such step")
            steps = steps[: places[0] + 1]
            board, decision = steps[-1].after, None
        scene = Scene(Look(board, self.rules), steps, decision, lambda inner: self._chance(inner, played))
        try:
            return test_claim(claim, scene)
        except (OpenChoice, LimitReached, Loop, NotModelled) as error:
            return Finding(False, str(error))

    def _chance(self, inner: Any, played: Played) -> Fraction:
        """The exact probability of a board claim, from the end of a line on, every choice by default."""
        position = played.play.position() if played.play else played.board

        def until(play: Any) -> bool:
            decision = play.decision
            return decision is not None and decision.window and not decision.has_default

        total = Fraction(0)
        for outcome in outcomes(self.rules, position, until=until, limits=self.limits):
            if test_claim(inner, Scene(Look(outcome.board, self.rules), ())).holds:
                total += outcome.chance
        return total


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
    """
    scenario = parse(document, games, limits)
    asked = _read_asked(ask, scenario)
    playback = Playback(scenario, limits=limits)
    return tell(playback, boards=boards, asked=asked)


def _read_asked(ask: Iterable[Any], scenario: Scenario) -> list[Action]:
    problems: list[Problem] = []
    out: list[Action] = []
    game = scenario.game
    for n, value in enumerate(ask):
        action = collect(value, game.action_type(), f"/ask/{n}", problems)
        if action is None:
            continue
        problems += [
            Problem(f"/ask/{n}{p}", d, "unknown") for p, d in game.action_problems(scenario.board, action)
        ]
        if not action.by:
            problems.append(Problem(f"/ask/{n}", "an asked action needs `by`, the player", "missing"))
        out.append(action)
    if problems:
        raise BadScenario(problems)
    return out


def tell(playback: Playback, *, boards: str = "diff", asked: Iterable[Action] = ()) -> dict[str, Any]:
    """A playback as plain JSON."""
    scenario = playback.scenario
    teller = Teller(scenario.game, playback.rules)
    first = Look(scenario.board, playback.rules)
    lines = [_line(teller, played, boards) for played in playback.lines.values()]
    last = list(playback.lines.values())[-1] if playback.lines else None
    board = last.play.board if last is not None and last.play is not None else scenario.board
    return {
        "game": scenario.game.slug,
        "edition": scenario.edition,
        "engine": VERSION,
        "scenario": scenario.document,
        "picture": scenario.game.picture(first),
        "texts": scenario.game.record_texts(scenario.board),
        "lines": lines,
        "claims": [
            teller.claim(claim, finding, scenario.board)
            for claim, finding in zip(scenario.claims, playback.findings, strict=True)
        ],
        "asked": [teller.asked(board, action) for action in asked],
    }


def _line(teller: Teller, played: Played, boards: str) -> dict[str, Any]:
    name = played.line.name
    addresses = {s.n: s.address(name) for s in played.steps}
    steps = teller.steps(played, addresses, boards)
    play = played.play
    board = play.board if play is not None else played.board
    return {
        "name": name,
        "from": to_json(played.line.origin),
        "picture": teller.game.picture(Look(played.board, teller.rules)),
        "steps": steps,
        "comments": [to_json(c) for c in played.line.comments],
        "decision": teller.decision(board, played.decision),
        "stop": _stop(teller, board, played.stop),
        "resolved": [to_json(r) for r in played.resolved],
        "digests": [digest(s) for s in played.steps],
        "end": canonical_key(play.position()) if play is not None else canonical_key(played.board),
    }


def _stop(teller: Teller, board: Any, stop: Stop | None) -> dict[str, Any] | None:
    return None if stop is None else teller.stop(board, stop)


def steps_of(playback: Playback) -> list[Step]:
    """Every step of every line, in order."""
    return [s for p in playback.lines.values() for s in p.steps]
