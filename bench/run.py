"""`make bench`: engine and site beside their peers. A table of ratios, and var/bench/latest.json.

What is below its floor is called so; the exit status is 0 all the same, for a time is never a test.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from bench import environment  # noqa: E402
from bench.bars import BARS  # noqa: E402

LATEST = ROOT / "var" / "bench" / "latest.json"


def main() -> int:
    asked = _arguments()
    began = time.perf_counter()
    found: dict[str, Any] = {}
    try:
        if asked.only != "site":
            found |= _part(environment.ensure(), "bench.engine", asked.slices, asked.seconds)
        if asked.only != "engine":
            found |= _part(Path(sys.executable), "bench.site", asked.slices, asked.seconds)
    except subprocess.CalledProcessError as error:
        print(f"bench: {' '.join(map(str, error.cmd))} failed; its own words are above", file=sys.stderr)
        return 1
    _show(found)
    LATEST.parent.mkdir(parents=True, exist_ok=True)
    about = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
        "slices": asked.slices,
        "seconds": asked.seconds,
    }
    LATEST.write_text(json.dumps({"about": about, "found": found}, indent=1) + "\n", encoding="utf-8")
    print(f"\n{time.perf_counter() - began:.0f} s; all slices are in {LATEST.relative_to(ROOT)}")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slices", type=int, default=5, help="slices of each contestant (5)")
    parser.add_argument("--seconds", type=float, default=0.4, help="seconds of a slice (0.4)")
    parser.add_argument("--only", choices=("engine", "site"))
    return parser.parse_args()


def _part(python: Path, module: str, slices: int, seconds: float) -> dict[str, Any]:
    command = [str(python), "-m", module, str(slices), str(seconds)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return dict(json.loads(done.stdout))


def _show(found: dict[str, Any]) -> None:
    print(f"{'':4} {'ours':>9} {'peer':>9} {'ratio':>7} {'floor':>7} {'goal':>7}  verdict")
    for bar in BARS:
        row = found.get(bar.key)
        if row is None:
            continue
        peer = _number(row["peer"]) if bar.peer else ""
        numbers = (
            f"{_number(row['ours']):>9} {peer:>9} {row['ratio']:>7.3g} {bar.floor:>7.3g} {bar.goal:>7.3g}"
        )
        against = f" / {bar.peer}" if bar.peer else ""
        print(f"{bar.key:4} {numbers}  {bar.verdict(row['ratio'])}: {bar.what}{against}")
    print(
        "Rates are a second, E6 is ms; ratios are medians over slices taken in turn. Less is better in E6, E6m."
    )


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


if __name__ == "__main__":
    sys.exit(main())
