"""Measures the engine and its peers in one process; writes what it found as JSON to the standard output.

Runs in the environment of the peers: `bench/run.py` starts it.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

from . import ours, peers
from .measure import compared, interleaved

ROOT = Path(__file__).resolve().parents[1]
STARTS = {
    "bare": "pass",
    "ours": "from simulator.games.registry import games; games()",
    "peer": "import chess",
}
# Linux counts the highest memory of the program that started this one too: what is in use now is asked there.
MEMORY = """
import resource, sys
try:
    kib = [int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmRSS:")][0]
except OSError:
    kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)
sys.stdout.write(str(kib))
"""


def measured(slices: int, seconds: float) -> dict[str, Any]:
    """Every engine bar, by its key."""
    pairs = {
        "E1": (ours.random_decisions(), peers.random_moves()),
        "E2": (ours.applied_step(), peers.push_pop()),
        "E3": (ours.branch(), peers.copy_and_list()),
        "E3p": (ours.position_only(), peers.copy_only()),
        "E4": (ours.kuhn_tree(), peers.kuhn_tree()),
        "E5": (ours.ruling_cycle(), peers.ruling_cycle()),
        "E7": (ours.verified_examples(), peers.ruling_cycle()),
    }
    works = {f"{key} ours": own for key, (own, _) in pairs.items()}
    works |= {f"{key} peer": peer for key, (_, peer) in pairs.items()}
    works = {name: works[name] for name in sorted(works)}  # the two of a pair follow each other
    gc.collect()
    gc.freeze()  # what the peers brought along is not our garbage, nor theirs
    rates = interleaved(works, slices=slices, seconds=seconds)
    found = {key: compared(rates[f"{key} ours"], rates[f"{key} peer"]) for key in pairs}
    return found | started(max(slices, 5))


def started(times: int) -> dict[str, Any]:
    """E6: milliseconds and memory of importing, beyond a bare interpreter started in the same turn."""
    spent: dict[str, list[float]] = {name: [] for name in STARTS}
    memory: dict[str, list[float]] = {name: [] for name in STARTS}
    for turn in range(times + 1):
        for name, code in STARTS.items():
            began = time.perf_counter()
            done = subprocess.run(
                [sys.executable, "-c", code + "\n" + MEMORY],
                cwd=ROOT,
                capture_output=True,
                text=True,
                check=True,
            )
            if turn:  # the first turn writes compiled modules and fills the disk's cache
                spent[name].append((time.perf_counter() - began) * 1000)
                memory[name].append(int(done.stdout) / 1024)
    above = {
        side: [one - bare for one, bare in zip(spent[side], spent["bare"], strict=True)]
        for side in ("ours", "peer")
    }
    beyond = {side: median(values) for side, values in above.items()}
    return {
        "E6": beyond | {"ratio": beyond["ours"] / beyond["peer"], "above": above},
        "E6m": {
            "ours": median(memory["ours"]),
            "peer": median(memory["peer"]),
            "ratio": median(memory["ours"]),
        },
    }


if __name__ == "__main__":
    json.dump(measured(int(sys.argv[1]), float(sys.argv[2])), sys.stdout)
