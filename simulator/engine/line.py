"""Playing a line of labelled answers: an answer is taken at the moment it names, and nowhere else."""

from __future__ import annotations

from typing import Any

import msgspec

from .decision import Decision, Moment
from .drivers import Play
from .errors import Illegal, LimitReached, Loop, NotAnOption, NotModelled
from .limits import Clock
from .position import Position
from .record import to_json
from .scenario import Answer, Line, Scenario
from .trace import Step

FULL = ("clock", "kind", "player", "step", "object", "clause")


class Stop(msgspec.Struct, frozen=True):
    """Why a line did not reach its end: the kind, the place in the document, and what is needed to say it."""

    kind: str
    place: str
    what: Any = None
    reasons: tuple[Any, ...] = ()
    decision: Decision | None = None
    moments: tuple[Moment, ...] = ()
    error: Any = None


class Resolved(msgspec.Struct, frozen=True):
    """An answer as it was taken: the full moment key, the option, whether it was the default."""

    at: Moment
    take: Any
    default: bool = False


class Played(msgspec.Struct):
    """A line that was played: its steps, what is open at its end, why it stopped if it did."""

    line: Line
    board: Any
    steps: tuple[Step, ...]
    play: Play | None
    resolved: list[Resolved]
    points: list[tuple[Moment, Position, int]]
    """For each question: its full key, the position at which it was open, the answers used so far."""
    stop: Stop | None = None

    @property
    def decision(self) -> Decision | None:
        """The question open at the end, if any."""
        return self.play.decision if self.play is not None and self.stop_leaves_open else None

    @property
    def stop_leaves_open(self) -> bool:
        """Whether the end of the line is still a stable moment."""
        return self.stop is None or self.stop.kind not in ("limit", "loop", "not-modelled")


def play_line(scenario: Scenario, n: int, before: dict[str, Played], rules: Any, clock: Clock) -> Played:
    """Play line `n`; `before` holds the earlier lines by name."""
    line = scenario.lines[n]
    place = f"/lines/{n}"
    start: Any = scenario.board
    played = Played(line, start, (), None, [], [])
    if line.origin is not None:
        found = _departure(before[line.origin[0]], line.origin[1])
        if isinstance(found, Stop):
            played.stop = msgspec.structs.replace(found, place=f"{place}/from")
            return played
        start = found
        played.board = start.board
    try:
        play = Play(rules, start, clock=clock)
    except (LimitReached, Loop, NotModelled) as error:
        played.stop = _error_stop(error, f"{place}/answers/0")
        return played
    played.play = play
    # A line that departs from another replays what lies before its question in the same step: told already.
    skip = len(play.trace) if line.origin is not None else 0
    try:
        played.stop = _follow(played, play, line, place)
    except (LimitReached, Loop, NotModelled) as error:
        used = sum(not r.default for r in played.resolved)
        played.stop = _error_stop(error, f"{place}/answers/{max(0, used - 1)}")
    played.steps = tuple(play.trace[skip:])
    return played


def _follow(played: Played, play: Play, line: Line, place: str) -> Stop | None:
    seen: dict[Moment, int] = {}
    asked: list[Moment] = []
    taken: list[tuple[int, Moment]] = []
    used = 0
    while (decision := play.decision) is not None:
        moment = decision.moment
        nth = seen[moment] = seen.get(moment, 0) + 1
        asked.append(moment)
        played.points.append((moment, play.position(), used))
        if used < len(line.answers) and _fits(line.answers[used], moment, nth):
            answer = line.answers[used]
            here = f"{place}/answers/{used}"
            stop = _take(play, answer, used, here)
            if stop is not None:
                return stop
            taken.append((used, moment))
            played.resolved.append(Resolved(_numbered(moment, nth), to_json(_named(answer.take, decision))))
            used += 1
        elif decision.has_default:
            played.resolved.append(Resolved(_numbered(moment, nth), to_json(decision.default), True))
            play.default()
        elif used < len(line.answers):
            at = f"{place}/answers/{used}"
            return Stop("missing-answer", at, decision=decision, moments=(moment,))
        else:
            break
    ambiguous = _ambiguous(line, taken, asked, place)
    if ambiguous is not None:
        return ambiguous
    if used < len(line.answers):
        return Stop("unused-answer", f"{place}/answers/{used}")
    return None


def _fits(answer: Answer, moment: Moment, nth: int) -> bool:
    return moment.matched_by(answer.at) and answer.at.nth in (None, nth)


def _numbered(moment: Moment, nth: int) -> Moment:
    return moment if nth == 1 else msgspec.structs.replace(moment, nth=nth)


def _named(take: Any, decision: Decision) -> Any:
    if hasattr(take, "by") and not take.by:
        return take.but(by=decision.by)
    return take


def _take(play: Play, answer: Answer, used: int, here: str) -> Stop | None:
    decision = play.decision
    assert decision is not None
    option = _option(answer.take, decision)
    try:
        option = play.check(option)
    except Illegal as error:
        return Stop("refused", here, what=error.action, reasons=error.reasons, decision=decision)
    except NotAnOption:
        return Stop("not-an-option", here, what=answer.take, decision=decision)
    play.run.answers = used + 1
    play.answer(option)
    return None


def _option(take: Any, decision: Decision) -> Any:
    """The option that a JSON value means."""
    for option in decision.options:
        if (
            not hasattr(option, "__struct_fields__")
            and to_json(option) == take
            and type(option) is type(take)
        ):
            return option
    for option in decision.options:
        if to_json(option) == take and not isinstance(take, bool):
            return option
    return take


def _ambiguous(line: Line, taken: list[tuple[int, Moment]], asked: list[Moment], place: str) -> Stop | None:
    """An answer whose partial key fits questions of different keys could drift: refuse it."""
    for used, _ in taken:
        at = line.answers[used].at
        if all(getattr(at, name) is not None for name in FULL):
            continue
        fitting = tuple(dict.fromkeys(m for m in asked if m.matched_by(at)))
        if len(fitting) > 1:
            return Stop("ambiguous-answer", f"{place}/answers/{used}/at", moments=fitting)
    return None


def _departure(parent: Played, at: Moment) -> Position | Stop:
    """The position of the moment at which a line departs from another."""
    seen: dict[Moment, int] = {}
    fitting: dict[Moment, list[Position]] = {}
    for moment, position, _ in parent.points:
        seen[moment] = seen.get(moment, 0) + 1
        if moment.matched_by(at) and at.nth in (None, seen[moment]):
            fitting.setdefault(moment, []).append(position)
    found = [p for positions in fitting.values() for p in positions]
    if not found:
        return Stop("wrong-moment", "")
    if len(found) > 1:
        return Stop("ambiguous-answer", "", moments=tuple(fitting))
    return found[0]


def _error_stop(error: Any, place: str) -> Stop:
    if isinstance(error, LimitReached):
        return Stop("limit", place, error=error)
    if isinstance(error, Loop):
        return Stop("loop", place, error=error)
    return Stop("not-modelled", place, error=error)
