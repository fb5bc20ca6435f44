"""Limits for untrusted scenarios. Each is a clear error, never a hang.

>>> Limits(steps=3).steps
3
"""

from __future__ import annotations

import time

import msgspec

from .errors import LimitReached


class Limits(msgspec.Struct, frozen=True):
    """How much one scenario may ask for.

    >>> Limits(nodes=10).nodes, Limits().decisions
    (10, 400)
    """

    bytes: int = 64 * 1024
    """Size of the document."""
    units: int = 60
    """Objects on the board."""
    decisions: int = 400
    """Decisions of one line, defaults included."""
    steps: int = 4000
    """Steps of one line."""
    nodes: int = 20_000
    """Nodes of a tree of outcomes."""
    chances: int = 1500
    """Nodes that all probability claims of one document may look through together (each line once)."""
    guard: float = 20.0
    """CPU seconds after which these are given up whatever their number: the nodes end them long before."""
    lines: int = 40
    """Lines of one document."""
    claims: int = 200
    """Claims of one document."""
    seconds: float = 4.0
    """CPU seconds for playing one document, and as many for telling it."""
    told: int = 2000
    """Options and refused options that are told of the open questions of one document; more are counted."""
    depth: int = 40
    """Actions inside actions inside actions, in one step."""


class Clock:
    """Counts CPU seconds and steps against limits; `spend` raises LimitReached.

    >>> Clock(Limits(steps=1)).spend(steps=2)
    Traceback (most recent call last):
    ...
    simulator.engine.errors.LimitReached: more than 1 steps
    """

    __slots__ = ("began", "limits", "nodes", "started", "ticks")

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.started = time.process_time()
        self.began = time.monotonic()
        self.ticks = 0
        self.nodes = 0
        """Nodes of outcomes looked through so far."""

    def spend(self, *, steps: int = 0, decisions: int = 0, nodes: int = 0, depth: int = 0) -> None:
        """Check totals so far, and tick."""
        limits = self.limits
        if depth > limits.depth:
            raise LimitReached("actions inside one another", limits.depth)
        if steps > limits.steps:
            raise LimitReached("steps", limits.steps)
        if decisions > limits.decisions:
            raise LimitReached("decisions", limits.decisions)
        if nodes > limits.nodes:
            raise LimitReached("nodes", limits.nodes)
        self.tick()

    def tick(self) -> None:
        """Something was done: look at the CPU clock now and then (it costs).

        >>> clock = Clock(Limits())
        >>> clock.tick()
        >>> clock.ticks
        1
        """
        self.ticks += 1
        if self.ticks % 32 == 0:
            self.look()

    @property
    def left(self) -> float:
        """CPU seconds that are left (never less than 0).

        >>> Clock(Limits(seconds=0.0)).left
        0.0
        """
        return max(0.0, self.limits.seconds - (time.process_time() - self.started))

    def look(self) -> None:
        """Look at the CPU clock now; raises LimitReached when the time is up."""
        seconds = self.limits.seconds
        if time.monotonic() - self.began < seconds:
            return  # no more was worked than passed; and asking for CPU time is slow on some systems
        if time.process_time() - self.started > seconds:
            raise LimitReached("seconds", self.limits.seconds)
