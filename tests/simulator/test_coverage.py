"""The clause matrix: computed from rules and examples, kept until either changes, shown to people and programs."""

import inspect
import json
import logging
import tomllib
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from glossary import hooks, pages, queries
from glossary.models import Clause, Entry, Example, Game
from simulator.coverage import knockouts, services
from simulator.coverage import queries as matrix
from simulator.coverage.carriers import carriers
from simulator.coverage.knockouts import judge
from simulator.coverage.standing import Standing
from simulator.games import registry
from simulator.models import ClauseCoverage, ExampleCoverage
from tests.simulator.documents import walk

CONTENT = Path(__file__).resolve().parents[2] / "content"
OPEN, SUPPLY = "berserk:move#only-open", "berserk:move#costs-one"
URL, API = "/coverage/", "/api/v1/coverage/"


def pack_example(slug):
    data = tomllib.loads((CONTENT / "berserk" / "examples" / f"{slug}.toml").read_text(encoding="utf-8"))
    return data["cites"], {**data["scenario"], "game": "berserk"}


def texts(word):
    return {"ru": f"{word} по-русски", "zh": f"{word} 中文", "en": f"{word} in English"}


def add_clause(entry, slug, kind="mechanical", **fields):
    number = entry.clauses.count() + 1
    words = texts(slug)
    Clause.objects.create(
        pk=f"{entry.pk}#{slug}", entry=entry, slug=slug, kind=kind, origin="seed", number=number,
        text=words, plain=words, html=words, **fields,
    )  # fmt: skip


@pytest.fixture
def site(db):
    """One game with rules and one without; one example, written for a closed card that does not move."""
    game = Game.objects.create(
        pk="berserk", language="ru", accent="ember", title=texts("Berserk"), digest="1", order=1
    )
    other = Game.objects.create(
        pk="harbour", language="en", accent="violet", title=texts("Harbour"), digest="1", order=2
    )
    move = Entry.objects.create(
        pk="berserk:move",
        game=game,
        slug="move",
        kind="action",
        title=texts("Move"),
        short=texts("s"),
        place=1,
    )
    add_clause(move, "only-open")
    add_clause(move, "nothing-has-this-name")
    add_clause(move, "a-word", "definition")
    add_clause(move, "a-situation", "example")
    add_clause(move, "own-reason", "reference", reason=texts("because"), reason_html=texts("because"))
    moor = Entry.objects.create(
        pk="harbour:moor",
        game=other,
        slug="moor",
        kind="action",
        title=texts("Moor"),
        short=texts("s"),
        place=1,
    )
    add_clause(moor, "waits")
    cites, scenario = pack_example("closed-does-not-move")
    Example.objects.create(
        pk="example:berserk/closed", game=game, slug="closed", title=texts("Closed"), text=texts("t"),
        cites=[*cites, "berserk:move#a-situation"], scenario=scenario,
    )  # fmt: skip
    return game


@pytest.fixture
def computed(site):
    services.refresh()
    return site


def row(clause):
    return ClauseCoverage.objects.get(pk=clause)


class TestComputing:
    def test_rules_are_read_from_the_rulebooks(self):
        found = carriers(registry.games()["berserk"])
        assert {
            "verb": "forbids",
            "rule": "simulator.games.berserk.keywords.move.only_open",
        }.items() <= found[OPEN][0].items()
        assert all(
            each["verb"] and each["rule"] and each["about"] for rules in found.values() for each in rules
        )

    def test_an_example_shows_what_its_steps_and_refusals_cite(self):
        cites, scenario = pack_example("closed-does-not-move")
        found = judge(scenario, cites)
        assert set(cites) <= set(found.shown)
        assert OPEN in found.load_bearing
        assert not [clause for clause in found.shown if clause.startswith("card:")]

    def test_a_clause_that_changes_nothing_bears_no_load(self):
        found = judge(walk(), [])
        assert OPEN not in found.load_bearing
        assert OPEN not in judge(walk(), [OPEN]).load_bearing

    def test_a_document_that_cannot_be_played_shows_nothing(self, caplog):
        assert judge({"v": 1, "game": "berserk"}, [OPEN], name="example:berserk/broken") == ([], [])
        assert "example:berserk/broken" in caplog.text

    def test_a_long_example_is_judged_whole(self, monkeypatch):
        monkeypatch.setattr(knockouts, "SHORT", knockouts.SHORT.__class__(steps=1, decisions=1))
        cites, scenario = pack_example("closed-does-not-move")
        assert set(cites) <= set(judge(scenario, cites).shown)

    def test_a_knock_out_that_breaks_the_engine_is_logged_and_counts_for_nothing(self, monkeypatch, caplog):
        def broken(*args):
            raise ZeroDivisionError

        monkeypatch.setattr(knockouts, "is_load_bearing", broken)
        cites, scenario = pack_example("closed-does-not-move")
        with caplog.at_level(logging.ERROR):
            assert judge(scenario, cites, name="it").load_bearing == []
        assert f"it cannot be played without {OPEN}" in caplog.text

    @pytest.mark.parametrize(
        ("standing", "state"),
        [
            (Standing("mechanical", True, True, True), "proved"),
            (Standing("mechanical", True, True, False), "shown"),
            (Standing("mechanical", True, False, False), "rule"),
            (Standing("mechanical", False, True, False), "cited"),
            (Standing("mechanical", False, False, False), "missing"),
            (Standing("definition", True, True, True), "used"),
            (Standing("definition", False, True, False), "definition"),
            (Standing("reference", True, True, True), "reference"),
            (Standing("example", False, True, False), "played"),
            (Standing("example", False, False, False), "example"),
        ],
    )
    def test_states(self, standing, state):
        assert standing.state == state


class TestStoring:
    def test_rows(self, computed):
        assert row(OPEN).shown_by == row(OPEN).load_bearing == ["example:berserk/closed"]
        assert row(OPEN).implemented_by[0]["verb"] == "forbids"
        empty = row("berserk:move#nothing-has-this-name")
        assert (empty.implemented_by, empty.shown_by, empty.load_bearing) == ([], [], [])
        assert row("berserk:move#a-situation").shown_by == ["example:berserk/closed"]
        assert row("harbour:moor#waits").implemented_by == []

    def test_nothing_is_done_twice(self, computed, monkeypatch, django_assert_max_num_queries):
        before = queries.state()
        monkeypatch.setattr(knockouts, "judge", None)
        with django_assert_max_num_queries(2):
            assert services.refresh() == 0
        assert queries.state() == before

    def test_pages_are_told_that_something_changed(self, site):
        before = queries.state().version
        assert services.refresh() == 6
        assert queries.state().version == before + 1

    def test_only_a_changed_example_is_played_again(self, computed, monkeypatch):
        Example.objects.create(
            pk="example:berserk/walk",
            game=computed,
            slug="walk",
            cites=[],
            scenario=walk(),
            title=texts("Walk"),
        )
        Game.objects.update(digest="2")
        played = []

        def spy(scenario, cites, *, name):
            played.append(name)
            return judge(scenario, cites)

        monkeypatch.setattr(knockouts, "judge", spy)
        services.refresh()
        assert played == ["example:berserk/walk"]
        services.refresh(force=True)
        assert sorted(played[1:]) == ["example:berserk/closed", "example:berserk/walk"]

    def test_other_rules_play_every_example_again(self, computed, monkeypatch):
        monkeypatch.setattr(services, "rules_digest", lambda game: f"other rules of {game}")
        ExampleCoverage.objects.update(shown=[])
        services.refresh()
        assert OPEN in ExampleCoverage.objects.get().shown

    @pytest.mark.parametrize("game", registry.games().values(), ids=lambda game: game.slug)
    def test_the_rules_of_a_game_are_found(self, game):
        assert Path(inspect.getfile(type(game))).parent == services.rules_folder(game.slug)

    def test_a_rule_taken_away_is_missed(self, computed, monkeypatch):
        berserk = registry.games()["berserk"]
        lame = {name: book.without(OPEN) for name, book in berserk.editions.items()}
        monkeypatch.setattr(berserk, "editions", lame)
        services.refresh(force=True)
        assert row(OPEN).implemented_by == row(OPEN).load_bearing == []
        assert OPEN in matrix.gaps()["missing"] + matrix.gaps()["cited"]

    def test_what_is_gone_leaves_no_row(self, computed):
        Example.objects.update(live=False)
        Clause.objects.filter(slug="a-word").update(live=False)
        Game.objects.update(digest="3")
        services.refresh()
        assert not ExampleCoverage.objects.exists()
        assert not ClauseCoverage.objects.filter(pk="berserk:move#a-word").exists()
        assert row(OPEN).shown_by == []

    def test_loading_content_computes_it(self, db, monkeypatch):
        monkeypatch.setattr(services, "refresh", lambda: 7)
        assert "clause matrix: 7 clauses changed" in [each() for each in hooks.AFTER_LOAD]
        monkeypatch.setattr(services, "refresh", lambda: 0)
        assert not any(each() for each in hooks.AFTER_LOAD)


class TestApi:
    def test_the_matrix(self, computed, client):
        rows = {each["clause"]: each for each in client.get(API).json()}
        assert list(rows[OPEN]) == [
            "clause", "mechanical", "reason", "implemented_by", "shown_by", "load_bearing",
        ]  # fmt: skip
        assert rows[OPEN]["mechanical"] is True
        assert rows[OPEN]["reason"] is None
        assert rows[OPEN]["load_bearing"] == ["example:berserk/closed"]
        assert set(rows["berserk:move#a-word"]["reason"]) == {"ru", "zh", "en"}
        assert rows["berserk:move#own-reason"]["reason"] == texts("because")
        assert len(rows) == 6

    def test_of_one_game(self, computed, client):
        assert [each["clause"] for each in client.get(API, {"game": "harbour"}).json()] == [
            "harbour:moor#waits"
        ]
        assert client.get(API, {"game": "chess"}).status_code == 404

    def test_a_copy_that_is_still_right(self, computed, client):
        etag = client.get(API).headers["ETag"]
        assert client.get(API, headers={"if-none-match": etag}).status_code == 304
        Example.objects.update(live=False)
        Game.objects.update(digest="4")
        services.refresh()
        assert client.get(API, headers={"if-none-match": etag}).status_code == 200


class TestPages:
    def test_every_mechanical_clause_has_its_row(self, computed, client):
        html = client.get(URL, {"lang": "en"}).content.decode()
        assert "1 of 2 mechanical clauses are proved on a board." in html
        assert 'id="move.only-open" data-state="proved"' in html
        assert 'href="/examples/berserk/closed/"' in html
        assert "keywords.<wbr>move.<wbr>only_<wbr>open" in html
        assert 'id="move.nothing-has-this-name" data-state="missing"' in html
        assert "It says what a word means; nothing happens because of it." in html
        assert "because in English" in html
        assert 'id="moor.waits"' not in html

    @pytest.mark.parametrize(
        ("show", "there", "away"),
        [("gaps", "nothing-has-this-name", "only-open"), ("proved", "only-open", "nothing-has-this-name")],
    )
    def test_what_is_shown_can_be_chosen(self, computed, client, show, there, away):
        html = client.get(URL, {"show": show}).content.decode()
        assert f'id="move.{there}"' in html
        assert f'id="move.{away}"' not in html

    def test_another_game(self, computed, client):
        html = client.get(URL, {"game": "harbour"}).content.decode()
        assert 'id="moor.waits" data-state="missing"' in html
        assert client.get(URL, {"game": "chess"}).status_code == 404

    def test_a_site_without_content(self, db, client):
        assert client.get(URL).status_code == 200

    def test_an_entry_bears_a_badge_at_each_clause(self, computed, client):
        shown = pages.entry_page(queries.entry("berserk:move"), "en")["clauses"]
        states = [clause["badge"]["state"] for clause in shown]
        assert states == ["proved", "missing", "definition", "played", "reference"]
        assert shown[0]["badge"]["url"] == "/coverage/?game=berserk#move.only-open"
        html = client.get("/berserk/move/?lang=en").content.decode()
        assert "Shown on a board and proved by a knock-out" in html
        assert "The engine does not model it yet." in html

    def test_no_badge_before_anything_was_computed(self, site):
        assert [c["badge"] for c in pages.entry_page(queries.entry("berserk:move"), "en")["clauses"]] == [
            None
        ] * 5


class TestCommand:
    def said(self, *args):
        out = StringIO()
        call_command("coverage", *args, stdout=out)
        return out.getvalue()

    def test_it_lists_what_is_lacking(self, site):
        said = self.said()
        assert "berserk: 2 mechanical clauses: 1 proved, 1 not modelled" in said
        assert "  berserk:move#nothing-has-this-name\n" in said
        assert "  berserk:close#" in said  # carried by rules, and this site has no such entry
        assert "harbour:moor#waits" in said

    def test_of_one_game(self, site):
        assert "berserk" not in self.said("--game", "harbour")
        with pytest.raises(CommandError, match="no game chess; loaded: berserk, harbour"):
            self.said("--game", "chess")

    def test_it_can_fail(self, site):
        with pytest.raises(CommandError, match="1 clauses lack something"):
            self.said("--game", "harbour", "--fail")


def test_reasons_are_json(computed):
    assert json.loads(json.dumps(matrix.documents())) == matrix.documents()
