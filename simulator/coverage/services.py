"""Computing the clause matrix and storing it. Only what changed is played again."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from django.db import transaction

from glossary.models import Clause, Example, Game
from glossary.services import announce
from simulator.models import ClauseCoverage, CoverageState, ExampleCoverage

_ROOT = Path(__file__).resolve().parent.parent


def refresh(*, force: bool = False) -> int:
    """Bring the matrix of every game up to date; how many clauses it now says something else of."""
    games = list(Game.objects.all())
    held = dict(CoverageState.objects.values_list("game", "digest"))
    wanted = {game.pk: _digest(game.digest, rules_digest(game.pk)) for game in games}
    if wanted == held and not force:
        return 0
    changed = 0
    with transaction.atomic():
        for game in games:
            if force or held.get(game.pk) != wanted[game.pk]:
                changed += _refresh_game(game, force=force)
                CoverageState.objects.update_or_create(game=game.pk, defaults={"digest": wanted[game.pk]})
        for model in (CoverageState, ClauseCoverage, ExampleCoverage):
            model._default_manager.exclude(game__in=wanted).delete()
        if changed:
            announce()
    return changed


def rules_folder(game: str) -> Path:
    return _ROOT / "games" / game.replace("-", "_")


@cache
def rules_digest(game: str) -> str:
    """Of the code that plays a game's examples. Other games' rules are left out: they change nothing here."""
    found = hashlib.sha256()
    for folder in (_ROOT / "engine", _ROOT / "coverage", rules_folder(game)):
        for path in sorted(folder.rglob("*.py")):
            found.update(f"{path.relative_to(_ROOT).as_posix()}\0".encode())
            found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def _refresh_game(game: Game, *, force: bool) -> int:
    from simulator.games.registry import games  # late: with it comes the engine

    from .carriers import carriers

    played = games().get(game.pk)  # None: no rules yet, so nothing carries a clause of this game
    carried = carriers(played) if played else {}
    examples = list(Example.objects.filter(game=game, live=True).order_by("slug")) if played else []
    judged = _judged(game.pk, examples, force=force)
    shown_by: dict[str, list[str]] = defaultdict(list)
    load_bearing: dict[str, list[str]] = defaultdict(list)
    # An example stands first at the clauses that it was written for. Those it names are shown by its steps and
    # refusals, or are the very situation that it plays: a pack in which they are not is not loaded.
    for citing in (True, False):
        for example in examples:
            row, cites = judged[example.pk], set(example.cites)
            shown = cites if citing else set(row.shown) - cites
            for clause in shown:
                shown_by[clause].append(example.pk)
            for clause in row.load_bearing:
                if (clause in cites) == citing:
                    load_bearing[clause].append(example.pk)
    clauses = Clause.objects.filter(entry__game=game, live=True).values_list("pk", flat=True)
    wanted = {
        clause: {
            "implemented_by": carried.get(clause, []),
            "shown_by": shown_by.get(clause, []),
            "load_bearing": load_bearing.get(clause, []),
        }
        for clause in clauses
    }
    return _store(game.pk, wanted)


def _judged(game: str, examples: Iterable[Example], *, force: bool) -> dict[str, ExampleCoverage]:
    from .knockouts import judge

    held = {row.pk: row for row in ExampleCoverage.objects.filter(game=game)}
    judged = {}
    for example in examples:
        digest = _digest(rules_digest(game), example.scenario, example.cites)
        row = held.pop(example.pk, None)
        if row is None or row.digest != digest or force:
            found = judge(example.scenario, example.cites, name=example.pk)
            row = ExampleCoverage(example=example.pk, game=game, digest=digest, **found._asdict())
            row.save()
        judged[example.pk] = row
    ExampleCoverage.objects.filter(pk__in=held).delete()
    return judged


def _store(game: str, wanted: dict[str, dict[str, Any]]) -> int:
    held = {row.pk: row for row in ClauseCoverage.objects.filter(game=game)}
    changed = [
        ClauseCoverage(clause=clause, game=game, **fields)
        for clause, fields in wanted.items()
        if clause not in held or any(getattr(held[clause], name) != value for name, value in fields.items())
    ]
    fields = ["game", "implemented_by", "shown_by", "load_bearing"]
    ClauseCoverage.objects.bulk_create(
        changed, update_conflicts=True, unique_fields=["clause"], update_fields=fields
    )
    gone = held.keys() - wanted.keys()
    ClauseCoverage.objects.filter(pk__in=gone).delete()
    return len(changed) + len(gone)


def _digest(*parts: Any) -> str:
    return hashlib.sha256(json.dumps(parts, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def unwritten(game: str = "") -> list[str]:
    """Clauses that rules of the loaded games carry and that no entry has."""
    from simulator.games.registry import games

    from .carriers import carriers

    loaded = Game.objects.filter(pk=game) if game else Game.objects.all()
    rules = [games()[pk] for pk in loaded.values_list("pk", flat=True) if pk in games()]
    carried = {clause for each in rules for clause in carriers(each)}
    return sorted(carried - set(Clause.objects.filter(live=True).values_list("pk", flat=True)))
