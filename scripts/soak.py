"""Plays every game at random, from random set-ups, for so many minutes, with the engine's promises checked.

A broken promise ends it: the seed, and a scenario document that shows it, are printed and kept in var/soak/.
"""

import argparse
import json
import sys
import time
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from bench.soak import Fault, Tally, soak  # noqa: E402
from simulator.games.registry import games  # noqa: E402


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0, help="how long (1)")
    parser.add_argument("--seed", type=int, help="begin with this seed (a random one)")
    parser.add_argument("--once", action="store_true", help="play the seed once and stop")
    parser.add_argument("--game", action="append", choices=sorted(games()), help="only this game")
    parser.add_argument("--decisions", type=int, default=60, help="questions of one play (60)")
    return parser.parse_args()


def main() -> int:
    asked = _arguments()
    chosen = [games()[slug] for slug in asked.game or sorted(games())]
    first = asked.seed if asked.seed is not None else time.time_ns() % 1_000_000_000
    tallies = {game.slug: Tally() for game in chosen}
    end = time.monotonic() + asked.minutes * 60
    print(f"{', '.join(tallies)}: from seed {first}, {asked.minutes:g} min", flush=True)
    try:
        for seed in count(first):
            for game in chosen:
                tallies[game.slug].add(soak(game, seed, decisions=asked.decisions))
            if asked.once or time.monotonic() >= end:
                break
    except Fault as fault:
        return _tell(fault, asked.decisions)
    except KeyboardInterrupt:
        print("stopped")
    for slug, tally in tallies.items():
        ends = ", ".join(f"{n} {end}" for end, n in sorted(tally.ends.items()))
        print(
            f"{slug}: {tally.plays} plays ({ends}), {tally.decisions} decisions, {tally.steps} steps,"
            f" {tally.asked} actions asked; every promise held"
        )
    return 0


def _tell(fault: Fault, decisions: int) -> int:
    folder = ROOT / "var" / "soak"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{fault.game}-{fault.seed}.json"
    document = json.dumps(fault.document, ensure_ascii=False)
    path.write_text(document + "\n", encoding="utf-8")
    again = f"--once --game {fault.game} --seed {fault.seed} --decisions {decisions}"
    print(
        f"{fault}\n\n{document}\n\nThe document is in {path.relative_to(ROOT)}. Again: make soak ARGS='{again}'"
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
