"""Playing a line of labelled answers: an answer is taken at the moment it names, and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from .decision import Decision, Moment
from .drivers import Play
from .errors import Illegal, LimitReached, Loop, NotAnOption, NotModelled
from .limits import Clock
from .position import Position
from .reading import same
from .record import Action, to_json
from .scenario import Answer, Line, Scenario
from .trace import Step

ENDLESS = (LimitReached, Loop, NotModelled)
"""What ends a line without a stable moment at its end."""


class Stop(msgspec.Struct, frozen=True):
    """Why a line did not reach its end: the kind, the place in the document, and what is needed to say it."""

    kind: str
    place: str
    what: Any = None
    reasons: tuple[Any, ...] = ()
    decision: Decision | None = None
    moments: tuple[Moment, ...] = ()
    given: Moment | None = None
    """The key of the answer that waits, when it is not for the question that is open."""
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
    """The board at which the line begins."""
    steps: tuple[Step, ...]
    play: Play | None
    resolved: list[Resolved]
    points: list[tuple[Moment, int, Position]]
    """For each question: its full key, the how-manieth with that key, the position at which it was open."""
    stop: Stop | None = None

    @property
    def decision(self) -> Decision | None:
        """The question open at the end, if any."""
        return self.play.decision if self.play is not None and self.stop_leaves_open else None

    @property
    def stop_leaves_open(self) -> bool:
        """Whether the end of the line is still a stable moment."""
        return self.stop is None or self.stop.kind not in ("limit", "loop", "not-modelled")

    @property
    def last(self) -> Any:
        """The board at the end."""
        return self.play.board if self.play is not None else self.board


def play_line(scenario: Scenario, n: int, before: Mapping[str, Played], rules: Any, clock: Clock) -> Played:
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
    except ENDLESS as error:
        played.stop = _error_stop(error, place)
        return played
    played.play = play
    # A line that departs from another replays what lies before its question in the same step: told already.
    skip = len(play.trace) if line.origin is not None else 0
    if line.origin is not None:
        played.board = play.board
    played.stop = _follow(played, play, line, place)
    try:
        if played.decision is not None:
            played.decision.listed()  # now, while the clock of the line counts
    except ENDLESS as error:
        played.stop = _error_stop(error, place)
    played.steps = _counted(play.trace[skip:]) if skip else tuple(play.trace)
    return played


def _counted(steps: list[Step]) -> tuple[Step, ...]:
    """The steps with their counts begun anew."""
    counts: dict[tuple[int, str], int] = {}
    out = []
    for step in steps:
        key = (step.answers, step.name)
        counts[key] = counts.get(key, 0) + 1
        out.append(msgspec.structs.replace(step, count=counts[key]))
    return tuple(out)


def _follow(played: Played, play: Play, line: Line, place: str) -> Stop | None:
    seen: dict[Moment, int] = {}
    taken: list[tuple[int, Moment]] = []
    used = 0
    here = place
    try:
        while (decision := play.decision) is not None:
            moment = decision.moment
            nth = seen[moment] = seen.get(moment, 0) + 1
            played.points.append((moment, nth, play.position()))
            if used < len(line.answers) and _fits(line.answers[used].at, moment, nth):
                here = f"{place}/answers/{used}"
                option = _option(line.answers[used].take, decision)
                stop = _take(play, option, used, here)
                if stop is not None:
                    return stop
                taken.append((used, moment))
                played.resolved.append(Resolved(_numbered(moment, nth), to_json(_named(option, decision))))
                used += 1
            elif decision.has_default:
                played.resolved.append(Resolved(_numbered(moment, nth), to_json(decision.default), True))
                play.default()
            elif used < len(line.answers):
                at = f"{place}/answers/{used}"
                given = line.answers[used].at
                return Stop("missing-answer", at, decision=decision, moments=(moment,), given=given)
            else:
                break
        ambiguous = _ambiguous(line, taken, [(m, nth) for m, nth, _ in played.points], place, play.run.clock)
    except ENDLESS as error:
        return _error_stop(error, here)
    if ambiguous is not None:
        return ambiguous
    if used < len(line.answers):
        return Stop("unused-answer", f"{place}/answers/{used}")
    return None


def _fits(at: Moment, moment: Moment, nth: int) -> bool:
    return moment.matched_by(at) and at.nth in (None, nth)


def _numbered(moment: Moment, nth: int) -> Moment:
    return moment if nth == 1 else msgspec.structs.replace(moment, nth=nth)


def _named(take: Any, decision: Decision) -> Any:
    """An action with its player written out."""
    return take.but(by=decision.by) if isinstance(take, Action) and not take.by else take


def _take(play: Play, option: Any, used: int, here: str) -> Stop | None:
    decision = play.decision
    try:
        option = play.check(option)
    except Illegal as error:
        return Stop("refused", here, what=error.action, reasons=error.reasons, decision=decision)
    except NotAnOption:
        return Stop("not-an-option", here, what=option, decision=decision)
    play.run.answers = used + 1
    play.answer(option)
    return None


def _option(take: Any, decision: Decision) -> Any:
    """The option that a JSON value means."""
    if not isinstance(take, Action):
        for option in (*decision.options, *(o for o, _ in decision.refused)):
            if not isinstance(option, Action) and same(to_json(option), take):
                return option
    return take


def _ambiguous(
    line: Line, taken: list[tuple[int, Moment]], asked: list[tuple[Moment, int]], place: str, clock: Clock
) -> Stop | None:
    """An answer whose partial key fits questions of different keys could drift: refuse it. A key that is some
    question's whole key means that question.
    """
    rows = [(msgspec.structs.astuple(m), m, nth) for m, nth in asked]
    for used, moment in taken:
        clock.spend()
        at = line.answers[used].at
        if _is_whole(at, moment):
            continue
        given = [(n, v or None) for n, v in enumerate(msgspec.structs.astuple(at)[:-1]) if v is not None]
        fitting = tuple(
            dict.fromkeys(
                m for key, m, nth in rows if all(key[n] == v for n, v in given) and at.nth in (None, nth)
            )
        )
        if len(fitting) > 1:
            return Stop("ambiguous-answer", f"{place}/answers/{used}/at", moments=fitting)
    return None


def _is_whole(at: Moment, moment: Moment) -> bool:
    return msgspec.structs.replace(at, nth=None, object=at.object or None) == moment


def _departure(parent: Played, at: Moment) -> Position | Stop:
    """The position of the moment at which a line departs from another."""
    fitting = [(m, nth, p) for m, nth, p in parent.points if _fits(at, m, nth)]
    whole = [row for row in fitting if _is_whole(at, row[0])]
    if whole and at.nth is None:
        whole = whole[:1]  # a whole key without `nth` is the first with that key, as `resolved` writes it
    fitting = whole or fitting
    if not fitting:
        return Stop("wrong-moment", "", what=parent.line.name)
    if len(fitting) > 1:
        return Stop("ambiguous-answer", "", moments=tuple(_numbered(m, nth) for m, nth, _ in fitting))
    return fitting[0][2]


def _error_stop(error: Any, place: str) -> Stop:
    if isinstance(error, LimitReached):
        return Stop("limit", place, error=error)
    if isinstance(error, Loop):
        return Stop("loop", place, error=error)
    return Stop("not-modelled", place, error=error)


def pinned(scenario: Scenario, lines: Mapping[str, Played]) -> Scenario:
    """The scenario with the whole key of the moment at every answer that was taken: under other rules none of
    them can be taken at another question.
    """
    out = []
    for line in scenario.lines:
        taken = [r.at for r in lines[line.name].resolved if not r.default]
        answers = [Answer(a.take, _whole(at)) for a, at in zip(line.answers, taken, strict=False)]
        answers += line.answers[len(answers) :]
        origin = line.origin
        if origin is not None:
            parent = lines[origin[0]]
            found = _departure(parent, origin[1])
            if isinstance(found, Position):
                keys = [_numbered(m, nth) for m, nth, p in parent.points if p is found]
                origin = origin[0], _whole(keys[0])
        out.append(msgspec.structs.replace(line, origin=origin, answers=tuple(answers)))
    return msgspec.structs.replace(scenario, lines=tuple(out))


def _whole(at: Moment) -> Moment:
    return msgspec.structs.replace(at, nth=at.nth or 1, object=at.object or "")
