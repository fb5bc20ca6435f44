"""Errors of the engine. Each names what is wrong and where; none is silent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class EngineError(Exception):
    """A mistake in a game's rules or in the use of the engine (never caused by a scenario).

    >>> raise EngineError("the rule stacks#falls cites no clause")
    Traceback (most recent call last):
    ...
    simulator.engine.errors.EngineError: the rule stacks#falls cites no clause
    """


class ValueCircle(EngineError):
    """A value, a feature or a legality that rests on itself; `clauses` are those of the circle.

    >>> ValueCircle("the value heft of a", ["toy:proud#heavier", "toy:proud#heavier"]).clauses
    ('toy:proud#heavier',)
    """

    def __init__(self, what: str, clauses: Iterable[str]) -> None:
        self.clauses = tuple(dict.fromkeys(clauses))
        super().__init__(f"{what} rests on itself: {', '.join(self.clauses)}")


class LimitReached(Exception):
    """An untrusted scenario asks for more than is allowed; `what` is the limit, `allowed` its size.

    >>> str(LimitReached("steps", 4000))
    'more than 4000 steps'
    """

    def __init__(self, what: str, allowed: Any) -> None:
        self.what = what
        self.allowed = allowed
        super().__init__(f"more than {allowed} {what}")


class Loop(Exception):
    """The position repeated itself while settling: the places (`n`) of the steps of the cycle, their clauses.

    >>> str(Loop((4, 5), ("toy:seesaw#up", "toy:seesaw#down")))
    'the position repeats itself: toy:seesaw#up, toy:seesaw#down'
    """

    def __init__(self, steps: tuple[int, ...], clauses: tuple[str, ...]) -> None:
        self.steps = steps
        self.clauses = clauses
        super().__init__(f"the position repeats itself: {', '.join(clauses)}")


class NotAnOption(Exception):
    """An answer that is not among the options of the decision, or an answer to no question.

    >>> raise NotAnOption("nothing is asked")
    Traceback (most recent call last):
    ...
    simulator.engine.errors.NotAnOption: nothing is asked
    """


class Illegal(Exception):
    """An action that may not be declared, with every reason (a tuple of `Refusal`).

    >>> from simulator.engine.record import Pass, Refusal
    >>> str(Illegal(Pass(by="p1"), (Refusal(("toy:eager#must-act",), "must-act"),)))
    'must-act [toy:eager#must-act]'
    """

    def __init__(self, action: Any, reasons: tuple[Any, ...]) -> None:
        self.action = action
        self.reasons = reasons
        super().__init__("; ".join(f"{r.key} [{r.clause}]" for r in reasons))


class NotModelled(Exception):
    """The run met something the engine does not model: it stops there rather than guess.

    `key` names a sentence, `facts` fill it, `cites` are the clauses that led there.

    >>> str(NotModelled("unknown-box", {"box": "a"}, ("toy:box#opens",)))
    'not modelled: unknown-box'
    """

    def __init__(self, key: str, facts: dict[str, Any], cites: tuple[str, ...]) -> None:
        self.key = key
        self.facts = facts
        self.cites = cites
        super().__init__(f"not modelled: {key}")
