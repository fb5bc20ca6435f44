"""What drives a run: one answer at a time, at random, or through every outcome.

The examples play the smallest game (smallest.py): stones on a heap, picked or thrown for.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import msgspec

from .decision import Answer, Decision
from .errors import EngineError, Illegal, LimitReached, NotAnOption
from .limits import Clock, Limits
from .position import Position, canonical_key
from .record import CHANCE, Action
from .rulebook import Rulebook
from .run import Asking, Run


class Play:
    """A run that stops at every question. `decision` is the open one (None = nothing is left to happen).

    >>> from simulator.engine.smallest import BOOK, Pick, start
    >>> play = Play(BOOK, start())
    >>> play.answer(Pick(stone="tar"))
    Traceback (most recent call last):
    ...
    simulator.engine.errors.Illegal: sticks [tiny:sticky#stays]
    >>> play.answer(Pick(stone="opal"))
    >>> play.board.heap, [step.name for step in play.trace], play.decision.by
    (('flint', 'tar'), ['declared', 'picked'], 'bob')
    """

    def __init__(
        self,
        rules: Rulebook,
        position: Position | Any,
        *,
        traced: bool = True,
        limits: Limits | None = None,
        clock: Clock | None = None,
    ) -> None:
        if not isinstance(position, Position):
            position = Position(position)
        self.run = Run(
            rules, position.board, traced=traced, limits=limits, clock=clock, settled=position.settled
        )
        self.decision: Decision | None = None
        self.decisions = 0
        self._start = position.board
        self._settled = position.settled
        self._given: tuple[Answer, ...] = ()
        self._step: Any = None
        self._go_on()
        for answer in position.answers:
            self._send(Answer(self.check(answer.option), answer.default))

    @property
    def board(self) -> Any:
        """The board now (in the middle of a step: as far as it got)."""
        return self.run.board

    @property
    def trace(self) -> list[Any]:
        """The steps so far."""
        return self.run.trace

    def position(self) -> Position:
        """The point reached, as data: a stable board and the answers inside the current step."""
        return Position(self._start, self._given, self._settled)

    def answer(self, option: Any, *, default: bool = False) -> None:
        """Answer the open question. An action that is refused raises Illegal and changes nothing."""
        decision = self.decision
        if decision is None:
            raise NotAnOption("nothing is asked")
        option = self.check(option)
        self._send(Answer(option, default))

    def check(self, option: Any) -> Any:
        """The option as the decision holds it; raises Illegal or NotAnOption, changes nothing.

        >>> from simulator.engine.smallest import BOOK, Pick, start
        >>> Play(BOOK, start()).check(Pick(stone="opal"))
        Pick(stone='opal', by='ann')
        """
        decision = self.decision
        if decision is None:
            raise NotAnOption("nothing is asked")
        if isinstance(option, Action) and not option.by:
            option = option.but(by=decision.by)
        if isinstance(option, Action):
            if option in decision.options:
                return option
        else:
            for known in decision.options:
                if known == option and type(known) is type(option):
                    return known
        for known, reasons in decision.refused:
            if known == option and type(known) is type(option):
                raise Illegal(option, reasons)
        if isinstance(option, Action):
            reasons = self.run.look.refusals(option)
            if reasons:
                raise Illegal(option, reasons)
        raise NotAnOption(f"{option!r} is not an option of {decision.kind}")

    def default(self) -> None:
        """Take the default of the open question."""
        decision = self.decision
        if decision is None or not decision.has_default:
            raise NotAnOption("the question has no default")
        self._send(Answer(decision.default, True))

    def _send(self, answer: Answer) -> None:
        self.decisions += 1
        self.run.clock.spend(decisions=self.decisions)
        self._given += (answer,)
        self.decision = None  # an error on the way leaves no question open
        try:
            self.decision = self._step.send(answer)
        except StopIteration:
            self._settled = True
            self._go_on()

    def _go_on(self) -> None:
        """Run whole steps until a question is asked or nothing is left. A board put together by hand settles
        first: what its state rules ask for does not wait for the first question.
        """
        run = self.run
        if not self._settled and not run.game.over(run.board):
            self._start, self._given = run.board, ()
            self._step = run.settle()
            try:
                self.decision = next(self._step)
                return
            except StopIteration:
                self._settled = True
        while True:
            self._start, self._given = run.board, ()
            if not run.board.pile or run.game.over(run.board):
                self.decision = None
                return
            self.run.clock.spend()
            self._step = run.advance()
            try:
                self.decision = next(self._step)
                return
            except StopIteration:
                self._settled = True


def drained(asking: Asking) -> Any:
    """What a generator on a run returns, when it asks nothing (EngineError when it does).

    >>> from simulator.engine.smallest import BOOK, Pick, start
    >>> drained(Run(BOOK, start()).perform(Pick(stone="opal")))
    True
    """
    try:
        decision = next(asking)
    except StopIteration as end:
        return end.value
    raise EngineError(f"the decision {decision.kind} is asked and nobody answers")


def advance(rules: Rulebook, position: Position, option: Any) -> tuple[Position, Decision | None, list[Any]]:
    """Answer the question open at a position: the next position, its question, the steps in between.

    >>> from simulator.engine.smallest import BOOK, Pick, start
    >>> position, decision, steps = advance(BOOK, Position(start()), Pick(stone="flint"))
    >>> position.board.heap, decision.by, len(steps)
    (('opal', 'tar'), 'bob', 2)
    """
    play = Play(rules, position)
    before = len(play.trace)
    play.answer(option)
    return play.position(), play.decision, play.trace[before:]


def random_play(
    rules: Rulebook,
    board: Any,
    *,
    seed: int,
    decisions: int = 200,
    watch: Callable[[Play], None] | None = None,
) -> Play:
    """Play at random, dice by their weights, until the end or so many decisions. The seed decides it all.

    >>> from simulator.engine.smallest import BOOK, start
    >>> one, two = (random_play(BOOK, start(), seed=7, decisions=9) for _ in range(2))
    >>> one.board == two.board
    True
    """
    dice = random.Random(seed)
    play = Play(rules, board, limits=Limits(decisions=decisions + 1, steps=1_000_000, seconds=3600))
    for _ in range(decisions):
        decision = play.decision
        if decision is None:
            break
        weights = decision.weights or None
        play.answer(dice.choices(decision.options, weights)[0])
        if watch is not None:
            watch(play)
    return play


class Outcome(msgspec.Struct, frozen=True):
    """One way a position can end: its exact probability, the answers that lead there, the last board.

    `answers`: (kind of question, option) of one of the ways there; `key`: what equal ends share.

    >>> Outcome(Fraction(1, 2), (("die", "even"),), None, "0f").chance
    Fraction(1, 2)
    """

    chance: Fraction
    answers: tuple[tuple[str, Any], ...]
    board: Any
    key: str


class Node(msgspec.Struct, frozen=True):
    """A node of the tree of all choices: who decides (CHANCE included), and what each option leads to.

    >>> Node("ann", "act", (("pass", 1, None),)).by
    'ann'
    """

    by: str
    kind: str
    branches: tuple[tuple[Any, int, Any], ...]
    """(option, weight, Node or Outcome); the weight is 1 for a player's option."""
    moment: Any = None
    """The key of the question."""


class OpenChoice(Exception):
    """A choice without default stands in the way of a single distribution; `decision` is that choice.

    >>> from simulator.engine.smallest import BOOK, start
    >>> try:
    ...     outcomes(BOOK, start())
    ... except OpenChoice as error:
    ...     print(error)
    the choice act of ann has no default
    """

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        super().__init__(f"the choice {decision.kind} of {decision.by} has no default")


Stop = Callable[[Play], bool]


def _ended(play: Play) -> bool:
    return play.decision is None


def outcomes(
    rules: Rulebook,
    position: Position | Any,
    *,
    until: Stop = _ended,
    limits: Limits | None = None,
    clock: Clock | None = None,
) -> tuple[Outcome, ...]:
    """The exact distribution over dice, every choice by its default, until `until(play)` or the end.

    Outcomes with equal boards are joined; the chances sum to exactly 1. Raises OpenChoice for a choice
    without default and LimitReached when the tree is too large.

    >>> from simulator.engine.smallest import BOOK, Throw, start
    >>> thrown, _, _ = advance(BOOK, Position(start()), Throw())
    >>> ends = outcomes(BOOK, thrown, until=lambda play: play.decision.kind == "act")
    >>> [(end.chance, end.board.heap) for end in ends]
    [(Fraction(2, 3), ('flint', 'tar')), (Fraction(1, 3), ('opal', 'flint', 'tar'))]
    """
    found: dict[str, Outcome] = {}
    for leaf in _leaves(rules, position, until, clock or Clock(limits or Limits())):
        known = found.get(leaf.key)
        if known is None:
            found[leaf.key] = leaf
        else:
            found[leaf.key] = msgspec.structs.replace(known, chance=known.chance + leaf.chance)
    return tuple(sorted(found.values(), key=lambda o: (-o.chance, o.key)))


def _leaves(rules: Rulebook, position: Any, until: Stop, clock: Clock) -> Iterator[Outcome]:
    todo: list[tuple[Any, Fraction, tuple[tuple[str, Any], ...]]] = [(position, Fraction(1), ())]
    while todo:
        here, chance, answers = todo.pop()
        play = Play(rules, here, traced=False, clock=clock)
        while True:
            clock.nodes += 1
            clock.spend(nodes=clock.nodes)
            decision = play.decision
            if decision is None or until(play):
                yield _outcome(play, chance, answers)
                break
            if decision.by == CHANCE:
                total = sum(decision.weights)
                point = play.position()
                for option, weight in zip(decision.options, decision.weights, strict=True):
                    then = Position(point.board, (*point.answers, Answer(option)), point.settled)
                    todo.append((then, chance * weight / total, (*answers, (decision.kind, option))))
                break
            if not decision.has_default:
                raise OpenChoice(decision)
            play.default()


def _outcome(play: Play, chance: Fraction, answers: tuple[tuple[str, Any], ...]) -> Outcome:
    """Ends are equal when their boards are: what was answered on the way to a board counts no more."""
    return Outcome(chance, answers, play.board, canonical_key(play.board))


def tree(
    rules: Rulebook, position: Position | Any, *, until: Stop = _ended, limits: Limits | None = None
) -> Node | Outcome:
    """The whole tree of dice and choices, players' options and chance apart. Raises LimitReached.

    >>> from simulator.engine.smallest import BOOK, start
    >>> node = tree(BOOK, start(), until=lambda play: play.decision.by == "bob")
    >>> node.by, [option.__class__.__name__ for option, _, _ in node.branches]
    ('ann', ['Pass', 'Pick', 'Pick', 'Throw'])
    """
    clock = Clock(limits or Limits())
    count = [0]

    def grow(here: Any, chance: Fraction, answers: tuple[tuple[str, Any], ...], depth: int) -> Node | Outcome:
        count[0] += 1
        clock.spend(nodes=count[0])
        if depth > 300:
            raise LimitReached("decisions in a row", 300)
        play = Play(rules, here, traced=False, clock=clock)
        decision = play.decision
        if decision is None or until(play):
            return _outcome(play, chance, answers)
        point = play.position()
        weights = decision.weights or (1,) * len(decision.options)
        total = sum(weights) if decision.by == CHANCE else 1
        branches = []
        for option, weight in zip(decision.options, weights, strict=True):
            then = Position(point.board, (*point.answers, Answer(option)), point.settled)
            share = chance * weight / total if decision.by == CHANCE else chance
            child = grow(then, share, (*answers, (decision.kind, option)), depth + 1)
            branches.append((option, weight, child))
        return Node(decision.by, decision.kind, tuple(branches), decision.moment)

    return grow(position, Fraction(1), (), 0)


def best(
    node: Node | Outcome, player: str, worth: Callable[[Outcome], Fraction | int], *, low: bool = False
) -> Fraction:
    """The best (or, with `low`, the worst) expected worth that a player's own choices can bring about:
    CHANCE is averaged, the player picks the highest (lowest), everyone else answers with the opposite.

    >>> from simulator.engine.smallest import BOOK, start
    >>> node = tree(BOOK, start(), until=lambda play: play.decision.by == "bob")
    >>> best(node, "ann", lambda end: len(end.board.heap))
    Fraction(3, 1)
    >>> best(node, "ann", lambda end: len(end.board.heap), low=True)
    Fraction(2, 1)
    """
    if isinstance(node, Outcome):
        return Fraction(worth(node))
    values = [(w, best(child, player, worth, low=low)) for _, w, child in node.branches]
    if node.by == CHANCE:
        return sum((w * v for w, v in values), Fraction(0)) / sum(w for w, _ in values)
    highest = (node.by == player) != low
    return max(v for _, v in values) if highest else min(v for _, v in values)
