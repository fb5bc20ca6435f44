"""Slices of several contestants taken in turn, so that a noisy machine is noisy for all of them."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import Any

Work = Callable[[], int]
"""Does a little work; returns how many units it was."""


def rate(work: Work, seconds: float) -> float:
    """Units a second, over so many seconds."""
    gc.collect()
    done, began = 0, time.perf_counter()
    while True:
        done += work()
        spent = time.perf_counter() - began
        if spent >= seconds:
            return done / spent


def interleaved(works: Mapping[str, Work], *, slices: int, seconds: float) -> dict[str, list[float]]:
    """For each contestant the rates of its slices; slice n of all of them was taken at the same time."""
    for work in works.values():
        work()
    found: dict[str, list[float]] = {name: [] for name in works}
    for turn in range(slices):
        names = list(works)
        for name in names if turn % 2 == 0 else reversed(names):
            found[name].append(rate(works[name], seconds))
    return found


def compared(ours: list[float], peers: list[float]) -> dict[str, Any]:
    """Medians of both, and the median of the ratios slice by slice.

    >>> compared([1.0, 2.0, 9.0], [2.0, 4.0, 6.0])["ratio"]
    0.5
    """
    ratios = [one / other for one, other in zip(ours, peers, strict=True)]
    return {"ours": median(ours), "peer": median(peers), "ratio": median(ratios), "ratios": ratios}
