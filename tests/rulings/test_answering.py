"""Rulings made on the site: checked, written, changed, withdrawn; loads of packs leave them alone."""

import pytest

from glossary import services as glossary
from glossary.problems import BadContent
from rulings import answering, questions, services
from rulings.faults import BadAnswer
from rulings.models import Check, Citation, Question, Ruling
from simulator import services as scenarios
from simulator.models import StoredScenario
from tests.rulings.conftest import CLOSED, SPENDS
from tests.rulings.drafts import CLAIM, asked, draft, stored

pytestmark = pytest.mark.usefixtures("loaded")
URL, API = "/rulings/{}/", "/api/v1/rulings/{}/"


@pytest.fixture
def question():
    return asked()


def faults(drafted, languages=("ru", "en")):
    return {(fault.field, fault.message) for fault in answering.faults_of(drafted, languages)}


class TestChecks:
    def test_a_good_draft(self):
        assert faults(draft()) == set()

    @pytest.mark.parametrize(
        ("changes", "field", "words"),
        [
            ({"slug": ""}, "slug", "small Latin letters"),
            ({"slug": "Мой"}, "slug", "small Latin letters"),
            ({"slug": "x" * 81}, "slug", "at most 80"),
            ({"slug": "a-closed-card"}, "slug", "taken"),
            ({"answer": "maybe"}, "answer", "yes, no, depends, other"),
            ({"state": ""}, "state", "official, judge, inferred, unclear"),
            ({"title": {"en": "May a scout go?"}}, "title_ru", "is missing"),
            ({"why": {"ru": "Так.", "zh": "是。"}}, "why_en", "is missing"),
            ({"why": {"ru": "Так.", "en": "So.", "zh": "是。"}}, "title_zh", "is missing"),
            ({"source_title": {"ru": " ", "en": "x"}}, "source_title_ru", "is missing"),
            ({"title": {"en": "x" * 111, "ru": "y"}}, "title_en", "at most 110"),
            ({"verdict": {"en": "One.\nTwo.", "ru": "y"}}, "verdict_en", "one line"),
            ({"why": {"en": "a\0b", "ru": "y"}}, "why_en", "null character"),
            ({"why": {"en": "<script>x</script>", "ru": "y"}}, "why_en", "line 1: HTML is not used"),
            ({"why": {"en": "ok\n\n# Big", "ru": "y"}}, "why_en", "line 3: a heading"),
            ({"why": {"en": "[x](berserk:moves)", "ru": "y"}}, "why_en", "did you mean berserk:move?"),
            ({"why": {"en": "[x](javascript:alert)", "ru": "y"}}, "why_en", "link"),
            ({"cites": ()}, "cites", "at least one"),
            ({"cites": ("berserk:move#only-opens",)}, "cites", f"did you mean {CLOSED}?"),
            ({"cites": ("berserk:move",)}, "cites", "there is no berserk:move"),
            ({"source_kind": "rumour"}, "source_kind", "seed, official-answer"),
            *(
                ({"source_url": url}, "source_url", "web address")
                for url in (
                    "javascript:alert(1)",
                    "https://",
                    "https://a b.example/",
                    "https://[::1",
                    "faq.html",
                )
            ),
            ({"board": "zzzzzzzz"}, "board", "zzzzzzzz"),
            ({"superseded_by": "ruling:none"}, "superseded_by", "there is no ruling:none"),
            ({"superseded_by": SPENDS}, "superseded_by", "there is no"),
            ({"game": "chess"}, "game", "chess"),
        ],
    )
    def test_every_fault_at_its_field(self, changes, field, words):
        found = faults(draft(**changes))
        assert [name for name, message in found if name == field and words in message], found

    def test_one_language_is_enough_when_it_is_the_askers_or_the_games(self):
        texts = ("title", "question", "verdict", "why", "source_title")
        only = {lang: {name: {lang: getattr(draft(), name)[lang]} for name in texts} for lang in ("ru", "en")}
        assert faults(draft(**only["ru"]), ("ru", "zh")) == set()
        assert faults(draft(**only["en"]), ("ru", "en")) == set()
        assert {name for name, _ in faults(draft(**only["en"]), ("ru", "zh"))} == {
            f"{name}_ru" for name in texts
        }

    def test_a_name_that_was_redirected_is_never_given_again(self):
        from glossary.models import Game, Redirect

        Redirect.objects.create(
            source="ruling:may-a-scout-go", game=Game.objects.get(), target="ruling:a-closed-card"
        )
        assert ("slug", "is taken, or was used before; a name is never given twice") in faults(draft())

    def test_a_board_of_another_kind_or_taken_down(self):
        scenario = stored("B1")
        scenarios.set_hidden(StoredScenario.objects.filter(pk=scenario.pk), True)
        assert [name for name, _ in faults(draft(board=scenario.code))] == ["board"]


class TestAnswering:
    def test_the_answer_becomes_a_ruling_everywhere(self, question, client):
        before = client.get("/berserk/move/", {"lang": "en"}).content
        assert client.get("/rulings/").status_code == 200
        ruling = answering.answer_question(question.pk, draft(slug="berserk-q1"), "judge")
        question.refresh_from_db()
        assert (question.state, question.ruling, question.decided_by) == (Question.ANSWERED, ruling, "judge")
        page = client.get("/rulings/berserk-q1/", {"lang": "en"}).content.decode()
        assert "Yes." in page
        assert f'data-id="{SPENDS}"' in page
        assert "data-play" in page
        assert "May a scout go?" in client.get("/rulings/", {"lang": "en"}).content.decode()
        entry = client.get("/berserk/move/", {"lang": "en"}).content
        assert b"/rulings/berserk-q1/" in entry
        assert entry != before
        document = client.get(API.format("berserk-q1")).json()
        assert (document["cites"], document["answer"], document["state"]) == ([SPENDS], "yes", "judge")
        assert document["check"]["result"] == "holds"
        assert document["scenario"] == stored().scenario
        assert document["verdict"]["ru"] == "Да. Он тратит запас."
        assert list(Citation.objects.filter(ruling=ruling).values_list("clause", flat=True)) == [SPENDS]
        mine = client.get(question.get_absolute_url(), {"lang": "en"}).content.decode()
        assert mine.index("Yes.") < mine.index("/rulings/berserk-q1/") < mine.index("data-play")

    def test_it_is_found(self, question, client):
        answering.answer_question(question.pk, draft(), "judge")
        assert (
            "/rulings/may-a-scout-go/"
            in client.get("/search/", {"q": "scout", "lang": "en"}).content.decode()
        )

    def test_a_question_is_answered_once(self, question):
        answering.answer_question(question.pk, draft(), "one")
        with pytest.raises(BadAnswer, match="answered already"):
            answering.answer_question(question.pk, draft(slug="other"), "two")
        with pytest.raises(BadAnswer, match="answered already"):
            questions.decline(question.pk, {"ru": "Нет."}, "two")
        assert Ruling.objects.filter(made=Ruling.SITE).count() == 1

    def test_a_refused_answer_writes_nothing(self, question):
        with pytest.raises(BadAnswer) as refused:
            answering.answer_question(question.pk, draft(cites=("berserk:x#y",), answer="?"), "judge")
        assert {fault.field for fault in refused.value.faults} == {"cites", "answer"}
        question.refresh_from_db()
        assert question.state == Question.RECEIVED
        assert not Ruling.objects.filter(made=Ruling.SITE).exists()

    def test_a_board_that_does_not_show_it_is_saved_and_told(self, question):
        board = stored("C2", [CLAIM | {"place": "B1"}])
        ruling = answering.answer_question(
            question.pk, draft(board=board.code, cites=(CLOSED, SPENDS)), "judge"
        )
        told = answering.remarks(ruling)
        assert any("does not show what it claims" in remark for remark in told)
        assert f"{CLOSED} is cited, but no step or refusal of the board shows it." in told
        assert not any(SPENDS in remark for remark in told)
        assert Check.objects.get(pk=ruling.pk).result == "different"

    def test_the_board_of_a_ruling_keeps_the_names_of_its_lines(self, question, client):
        answering.answer_question(question.pk, draft(board="ruling:a-closed-card", cites=(CLOSED,)), "judge")
        page = client.get(URL.format("may-a-scout-go"), {"lang": "en"})
        assert [line["title"] for line in page.context["lines"]] == ["Closed", "Open"]
        answering.edit_ruling("ruling:may-a-scout-go", draft(), "judge", "a board of its own")
        assert Ruling.objects.get(slug="may-a-scout-go").line_titles == {}

    def test_without_a_board(self, question, client):
        answering.answer_question(question.pk, draft(board=""), "judge")
        document = client.get(API.format("may-a-scout-go")).json()
        assert (document["scenario"], document["check"]) == (None, None)
        assert document["not_played"]["zh"] == "这个问题还没有对应的演示。"
        assert client.get(URL.format("may-a-scout-go")).status_code == 200

    def test_the_suggested_name_is_free(self, question):
        assert answering.suggested_slug(question) == f"berserk-q{question.pk}"
        answering.make_ruling(draft(slug=f"berserk-q{question.pk}"), "judge", "x")
        assert answering.suggested_slug(question) == f"berserk-q{question.pk}-2"

    def test_a_ruling_that_is_there_may_be_the_answer(self, question, client):
        with pytest.raises(BadAnswer):
            questions.answer_by(question.pk, "ruling:none", "judge")
        questions.answer_by(question.pk, " ruling:a-closed-card ", "judge")
        page = client.get(question.get_absolute_url(), {"lang": "en"}).content.decode()
        assert "/rulings/a-closed-card/" in page
        assert "No." in page

    def test_declining_needs_a_reason_that_the_asker_can_read(self, question):
        for reason in ({}, {"zh": "不。"}, {"ru": " "}, {"ru": "x" * 1501}):
            with pytest.raises(BadAnswer):
                questions.decline(question.pk, reason, "judge")
        questions.decline(question.pk, {"ru": "Не о правилах."}, "judge")
        answering.answer_question(question.pk, draft(), "judge")  # a judge may think better of it
        question.refresh_from_db()
        assert question.state == Question.ANSWERED


class TestLoads:
    def test_a_load_leaves_rulings_of_the_site_alone(self, question, content, change, client):
        ruling = answering.answer_question(question.pk, draft(), "judge")
        before = Ruling.objects.filter(pk=ruling.pk).values().get()
        change('answer = "no"', 'answer = "other"')
        report = glossary.load_pack(content)
        assert report.counts["rulings changed"] == 1
        assert not report.counts["rulings retired"]
        assert Ruling.objects.filter(pk=ruling.pk).values().get() == before
        assert Citation.objects.filter(ruling=ruling).exists()
        assert Check.objects.filter(pk=ruling.pk).exists()
        assert client.get(URL.format("may-a-scout-go")).status_code == 200

    def test_a_pack_cannot_take_its_name(self, question, content, change):
        answering.answer_question(question.pk, draft(slug="of-the-site"), "judge")
        path = content / "berserk" / "rulings" / "of-the-site.md"
        text = (content / "berserk" / "rulings" / "a-closed-card.md").read_text(encoding="utf-8")
        path.write_text(text.replace('slug = "a-closed-card"', 'slug = "of-the-site"'), encoding="utf-8")
        with pytest.raises(BadContent, match="taken by a ruling made on the site"):
            glossary.load_pack(content)

    def test_a_pack_may_link_to_it_and_give_way_to_it(self, question, content, change, client):
        answering.answer_question(question.pk, draft(), "judge")
        change("So says [](berserk:move).", "So says [](ruling:may-a-scout-go).")
        change('answer = "no"', 'answer = "no"\nsuperseded-by = "ruling:may-a-scout-go"')
        glossary.load_pack(content)
        page = client.get("/rulings/a-closed-card/", {"lang": "en"}).content.decode()
        assert page.count("/rulings/may-a-scout-go/") >= 2
        assert Ruling.objects.get(slug="a-closed-card").superseded_by == "ruling:may-a-scout-go"

    def test_it_is_played_again_with_the_others(self, question):
        ruling = answering.answer_question(question.pk, draft(), "judge")
        assert ruling.pk in {row.subject for row in services.verify()}


class TestEditing:
    @pytest.fixture
    def ruling(self, question):
        return answering.answer_question(question.pk, draft(), "judge")

    def test_a_change_is_a_revision_with_who_when_and_why(self, ruling, client):
        assert client.get(URL.format(ruling.slug), {"lang": "en"}).status_code == 200
        done = answering.edit_ruling(
            ruling.pk, draft(answer="no", board=stored("B1", []).code), "other", "asked again"
        )
        assert (done.number, done.author, done.reason) == (2, "other", "asked again")
        assert [row.content["answer"] for row in ruling.revisions.all()] == ["no", "yes"]
        page = client.get(URL.format(ruling.slug), {"lang": "en"}).content.decode()
        assert "No." in page
        assert client.get(API.format(ruling.slug)).json()["scenario"] == stored("B1", []).scenario

    def test_nothing_changed(self, ruling):
        assert answering.edit_ruling(ruling.pk, draft(), "other", "x") is None
        assert ruling.revisions.count() == 1

    def test_refused(self, ruling):
        for drafted, reason in (
            (draft(cites=()), "x"),
            (draft(answer="no"), " "),
            (draft(slug="new-name"), "x"),
        ):
            with pytest.raises(BadAnswer):
                answering.edit_ruling(ruling.pk, drafted, "other", reason)
        with pytest.raises(Ruling.DoesNotExist):
            answering.edit_ruling("ruling:a-closed-card", draft(slug="a-closed-card"), "other", "x")

    def test_superseded_by_a_newer_one_and_never_in_a_circle(self, ruling, client):
        newer = answering.make_ruling(draft(slug="newer"), "judge", "the rules changed")
        private = ruling.questions.get().get_absolute_url()
        assert "Outdated" not in client.get(private, {"lang": "en"}).content.decode()
        answering.edit_ruling(ruling.pk, draft(superseded_by=newer.pk), "judge", "outdated")
        asked = client.get(private, {"lang": "en"}).content.decode()
        assert "Outdated" in asked
        assert "/rulings/newer/" in asked
        page = client.get(URL.format(ruling.slug), {"lang": "en"}).content.decode()
        assert "/rulings/newer/" in page
        assert "newer ruling stands in its place" in page
        with pytest.raises(BadAnswer, match="leads back"):
            answering.edit_ruling(newer.pk, draft(slug="newer", superseded_by=ruling.pk), "judge", "x")

    def test_withdrawn_is_a_tombstone_with_words_not_a_hole(self, ruling, question, client):
        url = URL.format(ruling.slug)
        assert client.get(url).status_code == 200
        with pytest.raises(BadAnswer, match="say why"):
            answering.edit_ruling(ruling.pk, draft(), "judge", "x", gone={"zh": "错。"})
        words = {"en": "It was a <mistake>.", "ru": "Ошибка."}
        answering.edit_ruling(ruling.pk, draft(), "judge", "mistake", gone=words)
        gone = client.get(url, {"lang": "en"})
        assert gone.status_code == 410
        assert "It was a &lt;mistake&gt;." in gone.content.decode()
        assert client.get(f"{url}main.1.moved.1/").status_code == 410
        answer = client.get(API.format(ruling.slug))
        assert answer.status_code == 410
        assert "It was a <mistake>." in answer.json()["detail"]
        assert (
            client.get(API.format("never-was")).status_code
            == client.get(URL.format("never-was")).status_code
            == 404
        )
        assert url not in client.get("/rulings/").content.decode()
        assert url not in client.get("/berserk/move/").content.decode()
        assert "withdrawn since" in client.get(question.get_absolute_url(), {"lang": "en"}).content.decode()
        assert not answering.is_free(ruling.slug)
        answering.edit_ruling(ruling.pk, draft(), "judge", "it was right after all")
        assert client.get(url).status_code == 200
        assert Check.objects.filter(pk=ruling.pk).exists()

    def test_its_board_taken_down_is_closed(self, ruling, client):
        url = URL.format(ruling.slug)
        assert "data-play" in client.get(url).content.decode()
        scenarios.set_hidden(StoredScenario.objects.filter(pk=ruling.stored.pk), True)
        page = client.get(url).content.decode()
        assert "data-play" not in page
        assert ruling.stored.code not in page
        assert client.get(API.format(ruling.slug)).json()["scenario"] is None
        assert client.get(f"{url}main.1.moved.1/").status_code == 404
        scenarios.set_hidden(StoredScenario.objects.filter(pk=ruling.stored.pk), False)
        assert "data-play" in client.get(url).content.decode()
