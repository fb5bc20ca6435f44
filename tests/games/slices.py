"""Which entries are finished: every mechanical clause of theirs must have a rule and an example."""

import csv
from pathlib import Path

from simulator.games.registry import games

DATA = Path(__file__).resolve().parents[1] / "data" / "seed_clause_ids.tsv"
FINISHED = {
    "berserk:death",
    "berserk:spell",
    "berserk:zones",
    "berserk:close",
    "berserk:move",
    "berserk:movement-supply",
    "berserk:occupied-cell",
    "gate-ruler:counterattack",
    "gate-ruler:intercept",
    "gate-ruler:penetrate",
    "gate-ruler:soulguard",
    "gate-ruler:vigilance",
    "gate-ruler:x-attacks",
    "berserk:action",
    "berserk:range",
    "berserk:ranged-attack",
    "berserk:diagonal",
    "berserk:protection",
    "berserk:protection-from-shots",
    "berserk:protection-from-throws",
    "berserk:protection-from-ranged-attacks",
    "berserk:finishing",
    "berserk:lives",
    "berserk:additional-lives",
    "berserk:heal",
    "berserk:incarnation",
    "berserk:incarnation-token",
}


def _rows() -> list[dict[str, str]]:
    with DATA.open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


SEED_MECHANICAL = {
    row["id"] for row in _rows() if row["kind"] == "mechanical" and row["id"].split("#")[0] in FINISHED
}
CARRIED = {clause for game in games().values() for clause in game.rulebook(game.default_edition).clauses}
