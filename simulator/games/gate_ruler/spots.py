"""Where units stand: the attack and defence zones of each player, by name.

>>> spot("p2", "attack", 1), parts("p2-defence-2"), parts("scout")
('p2-attack-1', ('p2', 'defence', 2), None)
"""

from __future__ import annotations

import re

_SPOT = re.compile(r"^(p[12])-(attack|defence)-([12])$")


def spot(player: str, zone: str, n: int) -> str:
    """The name of one attack or defence zone."""
    return f"{player}-{zone}-{n}"


def parts(name: str) -> tuple[str, str, int] | None:
    """(player, zone, number) of a name of a zone; None when it names none."""
    found = _SPOT.match(name)
    return (found[1], found[2], int(found[3])) if found else None


SPOTS = tuple(spot(p, z, n) for p in ("p1", "p2") for z in ("attack", "defence") for n in (1, 2))
"""The names of all zones that there can be."""
