import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from glossary import pages, search, services
from glossary.models import IndexChange
from glossary.search import analysis, documents, snippets, storage
from glossary.search.backend import FIELDS, Document, Leaf, Unavailable
from glossary.search.database_backend import DatabaseBackend
from glossary.search.rewrite import rewrite
from glossary.search.whoosh_backend import Busy, WhooshBackend


def entries(found):
    return [row.candidate.id for row in found.entries]


@pytest.fixture
def indexed(loaded):
    search.build()


class TestAnalysis:
    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("излечением", "излечение"), ("игродействий", "игродействие"), ("гномам", "Гном"),
            ("двигаюсь", "двигаться"),
            ("имени", "имя"), ("именем", "Имя"), ("игнорируя", "игнорировать"), ("игнорирует", "игнорирование"),
            ("чёрез", "через"), ("за́мок", "замок"), ("дракo", "драко"), ("ＯＤ", "od"), ("З.О.В.", "зов"),
            ("moves", "moving"), ("ЗОМет", "зомет"),
        ],
    )  # fmt: skip
    def test_forms_of_one_word_are_one_term(self, one, other):
        assert analysis.terms(one) == analysis.terms(other) != []

    @pytest.mark.parametrize(("one", "other"), [("им", "имя"), ("мир", "миру"), ("кот", "код")])
    def test_different_words_stay_different(self, one, other):
        if (one, other) == ("мир", "миру"):
            assert analysis.stem(one) == analysis.stem(other)
        else:
            assert analysis.stem(one) != analysis.stem(other)

    def test_chinese_gives_characters_and_pairs_with_their_places(self):
        found = [(token.surface, token.start, token.end) for token in analysis.tokens("用TD触地")]
        assert found == [("用", 0, 1), ("td", 1, 3), ("触", 3, 4), ("触地", 3, 5), ("地", 4, 5)]

    @pytest.mark.parametrize(
        ("traditional", "simplified"),
        [("貫通", "贯通"), ("傭獸", "佣兽"), ("強制展示", "强制展示"), ("觸地", "触地"), ("擊敗", "击败")],
    )
    def test_traditional_characters_are_the_simplified_ones(self, traditional, simplified):
        assert analysis.terms(traditional) == analysis.terms(simplified)
        assert analysis.key(traditional) == analysis.key(simplified)
        last = list(analysis.tokens(f"用{traditional}"))[-1]
        assert (last.start, last.end) == (len(traditional), len(traditional) + 1)

    def test_places_are_those_of_the_text_as_written(self):
        text = "Ёж　ＯＤ и за́мок"
        assert [text[token.start : token.end] for token in analysis.tokens(text)] == [
            "Ёж",
            "ＯＤ",
            "и",
            "за́мок",
        ]

    def test_names_of_a_title(self):
        assert analysis.names("Игнорировать [защиту] (целевой карты)")[1] == "Игнорировать"
        assert "ЗОВ" in analysis.names("Защита от выстрелов (ЗОВ)")
        assert {"深渊召唤", "深渊合奏"} <= set(analysis.names("深渊召唤/深渊合奏"))

    def test_keys_are_equal_for_the_same_name(self):
        assert analysis.key("Запас Движения") == analysis.key("запас-движения")
        assert analysis.stem_key("карта закрытая") == analysis.stem_key("закрытой карты")


class TestFinding:
    @pytest.mark.parametrize(
        ("query", "first"),
        [
            ("причалы", "harbour:berth"),
            ("корабля", "harbour:ship"),
            ("швартовка", "harbour:moor"),
            ("приш", "harbour:moor"),
            ("Приш.", "harbour:moor"),
            ("пришв", "harbour:moor"),
            ("vess", "harbour:ship"),
            ("mooring", "harbour:moor"),
            ("泊位", "harbour:berth"),
            ("канат платят", "harbour:moor"),
            ("⚓ берег вечером", "harbour:moor"),
            ("how many captains", "harbour:ship"),
        ],
    )
    def test_the_entry_that_is_meant_comes_first(self, indexed, query, first):
        found = search.search(query)
        assert (entries(found)[0], found.engine) == (first, "index")

    def test_the_same_without_an_index(self, loaded, settings, tmp_path, caplog):
        settings.INDEX_DIR = tmp_path / "nothing"
        found = search.search("причалы")
        assert (entries(found)[0], found.engine) == ("harbour:berth", "database")
        assert "answers from the database" in caplog.text

    def test_entries_stand_above_their_clauses(self, indexed):
        found = search.search("канат платят сразу")
        assert found.clauses[0].candidate.id == "harbour:moor#needs-a-rope"
        assert [row["kind"] for row in pages.results(found, "ru")][:2] == ["entry", "clause"]

    def test_only_the_chosen_game_is_searched(self, indexed):
        assert entries(search.search("ship", game="harbour"))
        assert entries(search.search("ship", game="coast")) == []

    def test_an_unfinished_word_is_completed_only_at_the_end(self, indexed):
        backend = storage.embedded()
        assert rewrite("vess", backend).completed == {"vessel"}
        assert rewrite("vess ", backend).completed == frozenset()
        assert rewrite("vess ship", backend).completed == frozenset()

    def test_a_pasted_page_is_cut_not_refused(self, indexed):
        assert entries(search.search("berth " + "unrelated words " * 500))[0] == "harbour:berth"

    @pytest.mark.parametrize("query", ["", "  ", "!!!", "\x00", "*", "a OR (", '"', "title:ship*"])
    def test_any_text_is_a_question_and_no_syntax(self, indexed, query):
        found = search.search(query)
        assert found.engine in ("index", "")


class TestSnippets:
    def test_found_words_are_marked_and_the_rest_escaped(self):
        wanted = frozenset(analysis.terms("корабли"))
        assert snippets.marked("Тот <b> корабль & судно", wanted) == (
            "Тот &lt;b&gt; <mark>корабль</mark> &amp; судно"
        )

    def test_pairs_of_characters_are_marked_as_one(self):
        assert snippets.marked("在空泊位里", frozenset(analysis.terms("空泊位"))) == "在<mark>空泊位</mark>里"

    def test_the_sentence_that_answers_is_chosen(self):
        text = "Первое о дожде. Канат платят сразу. Третье."
        assert snippets.snippet([text], frozenset(analysis.terms("платить канат"))).startswith(
            "<mark>Канат</mark>"
        )

    def test_a_snippet_is_in_the_readers_language_unless_only_another_answers(self, indexed):
        (row, *_) = pages.results(search.search("капитан"), "en")
        assert (row["title"], row["snippet_lang"]) == ("Ship", "ru")
        (row, *_) = pages.results(search.search("captain"), "en")
        assert (row["snippet_lang"], row["snippet_html"]) == ("en", "A ship has one <mark>captain</mark>.")


class TestIndex:
    def test_building_again_does_nothing_while_it_is_up_to_date(self, loaded):
        assert search.build()
        before = search.generation()
        assert not search.build()
        assert search.generation() == before
        assert search.build(force=True)
        assert search.generation() != before

    def test_other_code_makes_it_stale(self, indexed, monkeypatch):
        monkeypatch.setattr(analysis, "VERSION", analysis.VERSION + 1)
        assert not storage.up_to_date()
        assert search.search("berth").engine == "database"
        assert search.build()
        assert search.search("berth").engine == "index"

    def test_the_folder_is_the_owners_alone(self, indexed, settings):
        assert stat.S_IMODE(settings.INDEX_DIR.stat().st_mode) == 0o700
        assert {stat.S_IMODE(p.stat().st_mode) for p in settings.INDEX_DIR.iterdir() if p.is_dir()} == {0o700}

    def test_the_build_before_stays_for_its_readers_and_older_ones_go(self, indexed, settings):
        search.build(force=True)
        search.build(force=True)
        assert len([p for p in settings.INDEX_DIR.iterdir() if p.is_dir()]) == 2

    def test_a_load_brings_the_index_along(self, db, content, change, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks(execute=True):
            services.load_pack(content)
        assert storage.up_to_date()
        change("entries/ship.md", 'en = ["vessel"]', 'en = ["brigantine"]')
        with django_capture_on_commit_callbacks(execute=True):
            services.load_pack(content)
        assert not IndexChange.objects.exists()
        assert not search.build()
        assert entries(search.search("brigantine")) == ["harbour:ship"]
        assert entries(search.search("vessel")) == []

    def test_an_edit_is_found_at_once(self, indexed, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks(execute=True):
            services.edit_clause(
                "harbour:ship#has-a-captain",
                text={"en": "A ship has a helmsman."},
                author="a",
                reason="b",
                source="c",
            )
        found = search.search("helmsman")
        assert (entries(found), found.engine) == (["harbour:ship"], "index")
        assert entries(search.search("captain")) == []

    def test_a_busy_index_takes_the_change_over_later(self, indexed, django_capture_on_commit_callbacks):
        with storage._lock(wait=False), django_capture_on_commit_callbacks(execute=True):
            services.edit_clause(
                "harbour:ship#has-a-captain", text={"en": "A helmsman."}, author="a", reason="b", source="c"
            )
            assert IndexChange.objects.count() == 1
        assert IndexChange.objects.count() == 1
        search.refresh()
        assert not IndexChange.objects.exists()
        assert entries(search.search("helmsman")) == ["harbour:ship"]

    def test_a_cut_off_file_is_survived_and_repaired(self, indexed, settings):
        for path in settings.INDEX_DIR.glob("*/*"):
            path.write_bytes(path.read_bytes()[: path.stat().st_size // 3])
        assert search.search("berth").engine == "database"
        assert search.build()
        assert search.search("berth").engine == "index"

    def test_a_rolled_back_change_is_not_indexed(self, indexed):
        from django.db import transaction

        with transaction.atomic():
            services.edit_clause(
                "harbour:ship#has-a-captain", text={"en": "X."}, author="a", reason="b", source="c"
            )
            transaction.set_rollback(True)
        assert not IndexChange.objects.exists()


class TestBackends:
    """The same questions, the same answers from each engine."""

    DOCUMENTS = [
        Document(f"d{n}", f"d{n}", "entry", "a" if n % 2 else "b",
                 {"title": ["common", f"t{n % 5}"], "body": ["word"] * (n % 7 + 1) + [f"w{n % 11}"]})
        for n in range(60)
    ]  # fmt: skip
    LEAVES = [Leaf("title", "common", 1.5, 0), Leaf("body", "w3", 1.0, 1), Leaf("body", "word", 0.5, 2)]

    @pytest.fixture
    def whoosh(self, tmp_path):
        backend = WhooshBackend(tmp_path / "own", "print")
        backend.rebuild(self.DOCUMENTS)
        return backend

    def test_scores_order_and_matched_terms(self, whoosh):
        found = whoosh.candidates(self.LEAVES)
        assert len(found) == 60
        assert [row.score for row in found] == sorted((row.score for row in found), reverse=True)
        assert ("body", "w3") in found[0].matched
        assert {row.game for row in whoosh.candidates(self.LEAVES, game="a")} == {"a"}

    def test_counts(self, whoosh):
        assert whoosh.size() == 60
        assert whoosh.frequencies([("title", "common"), ("title", "t1"), ("body", "none")]) == {
            ("title", "common"): 60, ("title", "t1"): 12,
        }  # fmt: skip
        assert whoosh.expand("body", "w1", 5) == ["w1", "w10"]

    def test_replacing_is_one_change_that_the_next_question_sees(self, whoosh):
        before = whoosh.generation()
        assert whoosh.size() == 60
        whoosh.replace(["d0", "d1"], [Document("d0", "d0", "entry", "a", {"title": ["fresh"]})])
        assert whoosh.generation() != before
        assert whoosh.size() == 59
        assert [row.id for row in whoosh.candidates([Leaf("title", "fresh", 1.0, 0)])] == ["d0"]
        whoosh.delete(["d0"])
        assert whoosh.candidates([Leaf("title", "fresh", 1.0, 0)]) == []

    def test_many_small_changes_never_double_a_document(self, whoosh):
        for turn in range(12):
            whoosh.index([Document("d5", "d5", "entry", "a", {"title": ["common", f"turn{turn}"]})])
            found = [row.id for row in whoosh.candidates([Leaf("title", "common", 1.0, 0)])]
            assert len(found) == len(set(found)) == 60

    def test_two_writers_do_not_wait_for_each_other(self, whoosh):
        from whoosh.index import open_dir

        writer = open_dir(str(whoosh.folder())).writer()
        with pytest.raises(Busy):
            whoosh.delete(["d1"])
        writer.cancel()
        whoosh.delete(["d1"])
        assert whoosh.size() == 59

    def test_a_folder_of_other_code_is_not_read(self, whoosh):
        with pytest.raises(Unavailable, match="made by other code"):
            WhooshBackend(whoosh.root, "other").size()

    def test_the_database_ranks_the_same(self, loaded, tmp_path):
        whoosh = WhooshBackend(tmp_path / "own", "print")
        whoosh.rebuild(documents.all_documents())
        database = DatabaseBackend()
        for query in ("причал", "a ship at a berth", "канат", "泊位"):
            leaves = rewrite(query, database).leaves
            assert leaves == rewrite(query, whoosh).leaves
            assert {row.id: row.matched for row in database.candidates(leaves)} == {
                row.id: row.matched for row in whoosh.candidates(leaves)
            }
            assert database.candidates(leaves)[0].id == whoosh.candidates(leaves)[0].id

    def test_every_field_of_a_document_is_known(self, loaded):
        assert all(set(document.fields) <= set(FIELDS) for document in documents.all_documents())


def test_whoosh_is_known_to_one_module_only():
    root = Path(search.__file__).resolve().parents[2]
    users = [
        path.relative_to(root).as_posix()
        for package in ("glossary", "simulator", "config")
        for path in (root / package).rglob("*.py")
        if any(line.split("#")[0].strip().startswith(("import whoosh", "from whoosh"))
               for line in path.read_text(encoding="utf-8").splitlines())
    ]  # fmt: skip
    assert users == ["glossary/search/whoosh_backend.py"]


def test_whoosh_is_one_distribution_without_warnings():
    """Two of the family overwrite each other's files."""
    program = (
        "import importlib.metadata as m; import glossary.search.whoosh_backend;"
        "assert len(set(m.packages_distributions()['whoosh'])) == 1"
    )
    root = Path(search.__file__).resolve().parents[2]
    program = "import django; django.setup(); " + program
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings.test", "PYTHONPATH": str(root)}
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True, env=env, cwd=root)
