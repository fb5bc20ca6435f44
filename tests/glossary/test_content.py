"""The site's own packs: without a problem, complete against the source's clauses, and found by people's words."""

import csv
from collections import defaultdict
from pathlib import Path

import pytest
from django.conf import settings

from glossary import checks, search, services
from glossary.packs import read_packs

DATA = Path(__file__).resolve().parents[1] / "data"
# What plain search with stems must do. Kinds that need a pipeline of their own (other keyboard layouts,
# romanisations, slips of the pen) are measured when it comes.
KINDS = ("inflect", "acronym", "prefix", "question", "en-alias", "yo", "zh-term", "zh-trad", "zh-body")
FLOOR = 0.95  # mean reciprocal rank over the queries whose entry exists


def rows(name):
    with (DATA / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.fixture(scope="module")
def packs():
    packs, problems = read_packs(Path(settings.CONTENT_DIR))
    problems += checks.check(packs)
    assert [str(problem) for problem in problems if problem.level == "error"] == []
    return packs


def test_every_clause_of_a_present_source_entry_is_there_with_its_kind(packs):
    kinds = {
        entry.clause_id(clause): clause.kind
        for pack in packs
        for entry in pack.entries
        for clause in entry.clauses
    }
    present = {entry.id for pack in packs for entry in pack.entries}
    wanted = [row for row in rows("seed_clause_ids.tsv") if row["id"].partition("#")[0] in present]
    assert len(wanted) >= 39
    wrong = [
        f"{row['id']} ({row['kind']}): {kinds.get(row['id'], 'missing')}"
        for row in wanted
        if kinds.get(row["id"]) != row["kind"]
    ]
    assert wrong == []


def test_every_source_clause_belongs_to_a_source_entry():
    entries = {f"{row['game']}:{row['slug']}" for row in rows("seed_entry_slugs.tsv")}
    assert {row["id"].partition("#")[0] for row in rows("seed_clause_ids.tsv")} == entries


def test_a_source_entrys_clauses_say_that_they_are_the_sources(packs):
    seeds = {row["id"] for row in rows("seed_clause_ids.tsv")}
    origins = {
        entry.clause_id(clause): clause.origin
        for pack in packs
        for entry in pack.entries
        for clause in entry.clauses
    }
    assert {name: origin for name, origin in origins.items() if name in seeds and origin != "seed"} == {}


def test_peoples_words_find_the_entry_that_is_meant(db):
    services.load_pack(Path(settings.CONTENT_DIR))
    search.build()
    from glossary.models import Entry

    present = set(Entry.objects.values_list("pk", flat=True))
    ranks = defaultdict(dict)
    for row in rows("search_queries.tsv"):
        expected = present & set(row["expected"].split(";"))
        if not expected or row["kind"] not in KINDS:
            continue
        found = [ranked.candidate.id for ranked in search.search(row["query"]).entries[:10]]
        ranks[row["kind"]][row["query"]] = min(
            (found.index(e) + 1 for e in expected if e in found), default=None
        )
    flat = {query: rank for by_query in ranks.values() for query, rank in by_query.items()}
    assert len(flat) >= 10
    mean = sum(1 / rank for rank in flat.values() if rank) / len(flat)
    assert mean >= FLOOR, {query: rank for query, rank in flat.items() if rank != 1}
