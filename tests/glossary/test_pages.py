import pytest
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.test import override_settings
from django.urls import reverse
from django.utils import translation

from glossary import alphabet, pages, queries, services
from glossary.conditional import _Pages, conditional
from glossary.models import Clause, Entry

MOOR = "harbour:moor"


@pytest.fixture
def shown(monkeypatch):
    """What the views hand to the templates: (name, context) of the last page."""
    from django.http import HttpResponse

    from glossary import views

    seen = {}

    def render(request, name, context=None, status=200):
        seen.update(name=name, context=context)
        return HttpResponse(name, status=status)

    monkeypatch.setattr(views, "render", render)
    return seen


def test_a_game_lists_its_entries_by_alphabet_and_kind(loaded):
    page = pages.game_page(queries.game("harbour"), "en")
    assert [row["title"] for row in page["entries"]] == ["Berth", "Moor (a ship)", "Ship"]
    moor = page["entries"][1]
    assert moor["original"] == "Пришвартовать (корабль)"
    assert (moor["letter"], moor["kind_title"], moor["symbol"], moor["has_board"]) == (
        "M",
        "Actions",
        "⚓",
        True,
    )
    assert moor["aliases"] == ["mooring", "швартовка", "ПРИШ"]
    assert page["entries"][2]["has_board"] is False
    assert [(group["title"], [row["slug"] for row in group["entries"]]) for group in page["groups"]] == [
        ("Actions", ["moor"]),
        ("Terms", ["berth", "ship"]),
    ]
    assert (page["game"]["title"], page["game"]["original"], page["game"]["count"]) == (
        "Harbour",
        "Гавань",
        3,
    )


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_the_alphabet_is_that_of_the_titles_shown(loaded, lang):
    entries = pages.game_page(queries.game("harbour"), lang)["entries"]
    assert [row["title"] for row in entries] == sorted(
        (row["title"] for row in entries), key=lambda title: alphabet.sort_key(title, lang)
    )
    assert all(row["letter"] == alphabet.letter(row["title"], lang) for row in entries)
    assert lang == "ru" or all(row["letter"] in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" for row in entries)


def test_an_entry_in_another_language_folds_out_the_authoritative_text(loaded):
    page = pages.entry_page(queries.entry(MOOR), "en")
    assert page["entry"]["text_lang"] == "en"
    first, second, third = page["clauses"]
    assert (first["number"], first["slug"], first["kind_label"], first["origin_label"]) == (
        1, "only-at-a-free-berth", "mechanics", "source text",
    )  # fmt: skip
    assert first["html"].startswith("<p>A ship moors only")
    assert first["original_html"].startswith("<p>Корабль швартуют")
    assert "this is our" in first["note_html"]
    assert first["old"] == ["by-day"]
    assert [e["id"] for e in first["examples"]] == ["example:harbour/full-harbour"]
    assert second["examples"] == []
    assert not third["mechanical"]


def test_an_entry_in_the_games_language_has_nothing_to_fold_out(loaded):
    page = pages.entry_page(queries.entry(MOOR), "ru")
    assert page["entry"]["original"] == ""
    assert {clause["original_html"] for clause in page["clauses"]} == {""}


def test_a_text_that_lacks_the_language_is_shown_in_the_games_own(loaded):
    Clause.objects.filter(pk="harbour:moor#needs-a-rope").update(html={"ru": "<p>Канат.</p>"})
    clause = pages.entry_page(queries.entry(MOOR), "zh")["clauses"][1]
    assert (clause["html"], clause["text_lang"], clause["original_html"]) == ("<p>Канат.</p>", "ru", "")


def test_an_entry_knows_its_neighbours_references_and_examples(loaded):
    page = pages.entry_page(queries.entry("harbour:berth"), "en")
    assert (page["previous"]["slug"], page["next"]["slug"]) == ("ship", "moor")
    (backlink,) = page["backlinks"]
    assert backlink == {
        "id": "harbour:moor#only-at-a-free-berth",
        "title": "Moor (a ship)",
        "url": "/harbour/moor/#only-at-a-free-berth",
        "clause": "",
        "context": "A ship moors only at a free Berth.",
    }
    assert [e["title"] for e in page["examples"]] == ["A full harbour"]
    assert [row["slug"] for row in pages.entry_page(queries.entry(MOOR), "en")["see"]] == ["berth"]
    assert pages.entry_page(queries.entry("harbour:ship"), "en")["previous"] is None


def test_an_entry_page_needs_seven_queries_at_most(loaded, shown, client, django_assert_max_num_queries):
    queries.state()
    with django_assert_max_num_queries(7):
        assert client.get("/harbour/moor/").status_code == 200
    with django_assert_max_num_queries(1):
        queries.games("en")


def test_old_anchors_of_clauses_that_went_elsewhere_still_answer(loaded):
    entry = pages.entry_page(queries.entry("harbour:ship"), "en")["entry"]
    assert entry["moved"] == [
        {"slug": "waits", "id": "harbour:moor#needs-a-rope", "url": "/harbour/moor/#needs-a-rope"}
    ]


class TestAddresses:
    @pytest.mark.parametrize(
        ("old", "now"),
        [
            ("/harbour/tie-up/", "/harbour/moor/"),
            ("/harbour/tie-up/?lang=en", "/harbour/moor/?lang=en"),
            ("/preview/?id=harbour:tie-up", "/preview/?id=harbour%3Amoor"),
            ("/preview/?id=harbour:ship%23waits", "/preview/?id=harbour%3Amoor%23needs-a-rope"),
            ("/preview/?id=harbour:tie-up%23needs-a-rope", "/preview/?id=harbour%3Amoor%23needs-a-rope"),
            ("/preview/?id=harbour:tie-up%23unknown", "/preview/?id=harbour%3Amoor"),
            ("/api/v1/entries/harbour:tie-up/", "/api/v1/entries/harbour:moor/"),
        ],
    )
    def test_what_moved_answers_301(self, loaded, shown, client, old, now):
        response = client.get(old)
        assert (response.status_code, response.headers["Location"]) == (301, now)

    def test_what_is_gone_answers_410_and_says_why(self, loaded, shown, client):
        response = client.get("/harbour/anchor/?lang=en")
        assert (response.status_code, shown["name"]) == (410, "410.html")
        assert shown["context"]["reason"] == "The game has no anchors any more."

    def test_what_never_was_answers_404_with_what_is_like_it(self, loaded, shown, client):
        response = client.get("/harbour/moore/?lang=en")
        assert (response.status_code, shown["name"]) == (404, "404.html")
        assert shown["context"]["suggestions"][0] == {
            "id": "harbour:moor", "title": "Moor (a ship)", "url": "/harbour/moor/",
        }  # fmt: skip

    @pytest.mark.parametrize("path", ["/harbor/", "/search/?game=harbor", "/preview/?id=moor", "/preview/"])
    def test_unknown_games_and_bad_ids_answer_404(self, loaded, shown, client, path):
        assert client.get(path).status_code == 404

    def test_a_retired_entry_is_not_shown(self, loaded, shown, client):
        Entry.objects.filter(pk="harbour:ship").update(live=False)
        assert client.get("/harbour/ship/").status_code == 404


class TestPreview:
    def test_a_clause_is_shown_with_its_number(self, loaded, shown, client):
        client.get("/preview/?id=harbour:moor%23needs-a-rope&lang=en")
        assert shown["name"] == "glossary/preview.html"
        assert shown["context"]["title"] == "Moor (a ship) § 2"
        assert shown["context"]["html"].startswith("<p>Not <em>without</em>")
        assert shown["context"]["url"] == "/harbour/moor/#needs-a-rope"

    def test_an_entry_is_shown_by_its_definition(self, loaded, shown, client):
        client.get("/preview/?id=harbour:moor&lang=en")
        assert shown["context"]["short_html"].startswith("To lay a <a")
        assert shown["context"]["html"] == ""


class TestCopies:
    """A reader's copy is good until content, code or language changes."""

    PATHS = ("/", "/harbour/", "/harbour/moor/", "/search/?q=berth", "/preview/?id=harbour:moor",
             "/api/v1/entries/", "/api/v1/entries/harbour:moor/", "/api/v1/search/?q=berth",
             "/api/v1/examples/")  # fmt: skip

    @pytest.mark.parametrize("path", PATHS)
    def test_the_same_page_again_is_304(self, loaded, shown, client, path):
        first = client.get(path)
        assert first.status_code == 200
        again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        since = client.get(path, headers={"If-Modified-Since": first.headers["Last-Modified"]})
        assert since.status_code == 304

    @pytest.mark.parametrize("path", PATHS)
    def test_after_an_edit_it_is_sent_anew(self, loaded, shown, client, path):
        etag = client.get(path).headers["ETag"]
        services.edit_clause(
            "harbour:ship#has-a-captain", text={"en": "Two."}, author="a", reason="b", source="c"
        )
        assert client.get(path, headers={"If-None-Match": etag}).status_code == 200

    def test_another_language_is_another_page(self, loaded, shown, client):
        etag = client.get("/harbour/moor/", headers={"Accept-Language": "en"}).headers["ETag"]
        other = client.get("/harbour/moor/", headers={"Accept-Language": "zh", "If-None-Match": etag})
        assert other.status_code == 200

    @pytest.mark.parametrize("path", PATHS[:3])
    def test_what_is_not_there_is_no_copy_of_anything(self, loaded, client, path):
        since = client.get(path).headers["Last-Modified"]
        for headers in ({"If-Modified-Since": since}, {"If-None-Match": "*"}):
            assert client.get("/harbour/moore/", headers=headers).status_code == 404

    def test_a_developers_pages_are_never_copies(self, loaded, shown, client):
        with override_settings(DEBUG=True):
            assert "ETag" not in client.get("/harbour/").headers


class TestKeptPages:
    """A page is made once and given to everybody, until what it is made from changes."""

    PATH = "/harbour/ship/?lang=en"

    def test_the_next_reader_gets_it_by_one_query(self, loaded, client, django_assert_num_queries):
        first = client.get(self.PATH)
        with django_assert_num_queries(1):
            again = client.get(self.PATH)
        assert (again.status_code, again.content) == (200, first.content)
        for name in ("ETag", "Last-Modified", "Content-Type", "Cache-Control", "Vary", "Content-Language"):
            assert again.headers[name] == first.headers[name]

    def test_an_edit_in_the_admin_shows_at_once(self, loaded, client, admin_client):
        assert "Nine captains." not in client.get(self.PATH).content.decode()
        clause = Clause.objects.get(pk="harbour:ship#has-a-captain")
        form = {f"text_{lang}": clause.text[lang] for lang in ("ru", "zh", "en")} | {
            "text_en": "Nine captains.", "reason_of_edit": "counted", "source_of_edit": "the harbour",
            "revisions-TOTAL_FORMS": "0", "revisions-INITIAL_FORMS": "0",
        }  # fmt: skip
        page = reverse("admin:glossary_clause_change", args=[clause.pk])
        assert admin_client.post(page, form).status_code == 302
        assert "Nine captains." in client.get(self.PATH).content.decode()

    def test_a_load_shows_at_once(self, loaded, content, change, client):
        assert "Nine captains." not in client.get(self.PATH).content.decode()
        held = Clause.objects.get(pk="harbour:ship#has-a-captain").text["en"]
        change("entries/ship.md", held, "Nine captains.")
        services.load_pack(content)
        assert "Nine captains." in client.get(self.PATH).content.decode()

    def test_a_form_with_its_readers_token_is_kept_for_nobody(self, rf):
        state = queries.State(1, None)

        def make(request):
            return lambda: HttpResponse(get_token(request))

        one, other = (rf.get("/form/") for _ in range(2))
        tokens = {conditional(request, state, make(request)).content for request in (one, other)}
        assert len(tokens) == 2

    def test_the_oldest_go_when_there_are_too_many(self):
        pages = _Pages(most=10)
        for name in ("a", "b", "c"):
            pages.keep(name, HttpResponse(b"1234"))
        pages.keep("d", HttpResponse(b"longer than all"))
        assert [name for name in "abcd" if pages.get(name)] == ["b", "c"]
        assert pages.size == 8


def test_search_gives_a_fragment_to_htmx_and_a_page_to_others(loaded, shown, client):
    client.get("/search/?q=berth")
    assert shown["name"] == "glossary/search.html"
    response = client.get("/search/?q=berth", headers={"HX-Request": "true"})
    assert shown["name"] == "glossary/_results.html"
    assert "HX-Request" in response.headers["Vary"]
    response = client.get(
        "/search/?q=berth", headers={"HX-Request": "true", "HX-History-Restore-Request": "true"}
    )
    assert response.content == b"glossary/search.html"  # what the template was called


def test_clauses_by_id_for_whoever_cites_them(loaded):
    found = queries.clauses(["harbour:moor#needs-a-rope", "harbour:moor#nothing"], "zh")
    assert list(found) == ["harbour:moor#needs-a-rope"]
    clause = found["harbour:moor#needs-a-rope"]
    assert (clause["label"], clause["text"]) == ("系泊（船） § 2", "没有缆绳不可以。")


def test_an_example_by_id_has_its_whole_document(loaded):
    found = queries.example("example:harbour/full-harbour", "en")
    assert found["title"] == "A full harbour"
    assert found["scenario"]["game"] == "harbour"
    assert queries.example("example:harbour/none", "en") is None


def test_the_language_that_is_active_decides(loaded, shown, client):
    with translation.override("zh-hans"):
        client.get("/harbour/moor/", headers={"Accept-Language": "zh-CN,zh;q=0.9"})
    assert shown["context"]["entry"]["title"] == "系泊（船）"
