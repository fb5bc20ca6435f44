"""/ask/: a question without an account, and its private page."""

import re
from html import unescape

import pytest
from django.test import Client

from rulings import board_link, questions
from rulings.models import Question, Ruling
from simulator import services as scenarios
from simulator.models import StoredScenario
from tests.simulator.documents import drill, walk

pytestmark = pytest.mark.usefixtures("loaded")
WORDS = "May a closed scout step aside when nobody attacks it?"
RULING = "ruling:a-closed-card"


def send(client, lang="en", **fields):
    given = {"game": "berserk", "question": WORDS, "scenario": "", "name": "", "homepage": ""} | fields
    return client.post("/ask/", given, headers={"accept-language": lang})


def form(response):
    return response.context["form"]


def stored(document=None):
    return scenarios.store_document(document or walk())[0]


def hide(scenario):
    scenarios.set_hidden(StoredScenario.objects.filter(pk=scenario.pk), True)


class TestForm:
    def test_it_is_filled_by_the_link_that_led_here(self, client):
        code = stored().code
        answer = client.get("/ask/", {"game": "berserk", "q": "шаг?", "scenario": f"/s/{code}/"})
        assert form(answer)["game"].value() == "berserk"
        page = answer.content.decode()
        assert 'value="berserk" checked' in page
        assert ">шаг?</textarea>" in page
        assert f'value="/s/{code}/"' in page
        assert f'<a href="/s/{code}/">' in page
        assert "csrfmiddlewaretoken" not in page
        assert "no-cache" in answer["Cache-Control"]

    def test_a_board_chooses_its_game(self, client):
        assert form(client.get("/ask/", {"scenario": "example:x/y"}))["game"].value() == ""
        assert form(client.get("/ask/", {"scenario": stored().code}))["game"].value() == "berserk"

    def test_question_may_be_named_in_full(self, client):
        assert form(client.get("/ask/", {"question": "One?", "q": "Two?"}))["question"].value() == "One?"

    @pytest.mark.parametrize(
        "query", [{"game": "chess"}, {"game": "\0"}, {"scenario": "\0"}, {"q": "x" * 9000}]
    )
    def test_nonsense_in_the_link_does_no_harm(self, client, query):
        assert client.get("/ask/", query).status_code == 200

    def test_looking_at_the_form_stores_nothing(self, client):
        client.get("/ask/", {"scenario": RULING})
        assert not Question.objects.exists()
        assert StoredScenario.objects.count() == 1  # the ruling's own

    def test_every_language(self, client):
        titles = {"ru": "Спросить судью", "zh": "询问裁判", "en": "Ask a judge"}
        for lang, title in titles.items():
            page = client.get("/ask/", {"lang": lang}).content.decode()
            assert re.search(rf"<h1>{title}</h1>", page), lang


class TestSending:
    def test_it_leads_to_a_private_page(self, client):
        answer = send(client, name="  Иван  \n", scenario=f"https://other.example/s/{stored().code}/?lang=zh")
        assert answer.status_code == 303
        question = Question.objects.get()
        assert answer["Location"] == f"/ask/{question.token}/"
        assert (question.text, question.name, question.language) == (WORDS, "Иван", "en")
        assert (question.game_id, question.state) == ("berserk", Question.RECEIVED)
        assert question.stored.code == stored().code
        assert client.get(answer["Location"]).status_code == 200

    def test_no_cookie_and_no_token_is_needed(self):
        client = Client(enforce_csrf_checks=True)
        answer = send(client)
        assert answer.status_code == 303
        assert not answer.cookies

    @pytest.mark.parametrize(
        ("fields", "field", "words"),
        [
            ({"game": ""}, "game", "Choose the game."),
            ({"game": "chess"}, "game", "Choose the game."),
            ({"question": ""}, "question", "Write the question."),
            ({"question": " \n "}, "question", "Write the question."),
            ({"question": "Why?"}, "question", "A few words more"),
            ({"question": "\u200b" * 30}, "question", "A few words more"),
            ({"question": "?! " * 10 + "?"}, "question", "A few words more"),
            ({"question": "x" * 4001}, "question", "4000"),
            ({"question": "a question\0 of mine"}, "question", "Null characters"),
            ({"name": "x" * 61}, "name", "60"),
            ({"scenario": "zzzzzzzz"}, "scenario", "There is no scenario with this code: zzzzzzzz."),
            ({"scenario": "hello there"}, "scenario", "This is no link of a scenario"),
            ({"scenario": "x" * 501}, "scenario", "500"),
            ({"homepage": "https://spam.example"}, "homepage", "robots"),
        ],
    )
    def test_a_fault_stands_at_its_field_and_nothing_typed_is_lost(self, client, fields, field, words):
        given = {"question": WORDS, "name": "Ann", "scenario": ""} | fields
        answer = send(client, **given)
        assert answer.status_code == 422
        assert list(form(answer).errors) == [field]
        page = answer.content.decode()
        fault = re.search(rf'<p class="fault" id="{field}-error">(.*?)</p>', page)
        assert words in unescape(fault[1])
        for name in ("question", "name", "scenario"):
            assert form(answer)[name].value() == given[name]
        assert not Question.objects.exists()

    def test_faults_are_told_in_the_language_of_the_page(self, client):
        assert ">Напишите вопрос.</p>" in send(client, "ru", question="").content.decode()
        assert ">请写下问题。</p>" in send(client, "zh", question="").content.decode()

    def test_html_is_only_text(self, client):
        text = "<script>alert(1)</script> & <b>what</b> happens then?"
        page = client.get(send(client, question=text, name="<i>me</i>")["Location"]).content.decode()
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)" in page
        assert "<i>me" not in page

    def test_bytes_that_are_no_text(self, client):
        body = b"game=berserk&question=%ff%fe%00+what+does+this+mean"
        answer = client.post("/ask/", body, content_type="application/x-www-form-urlencoded")
        assert answer.status_code == 422
        assert client.post("/ask/", b"\xff\xfe\0", content_type="multipart/form-data").status_code in (
            400,
            422,
        )

    def test_too_much(self, client):
        answer = send(client, question="x" * (1024 * 1024 + 1))
        assert answer.status_code == 413
        assert "too much text" in answer.content.decode()

    def test_too_often(self, client, monkeypatch):
        from rest_framework.throttling import ScopedRateThrottle

        monkeypatch.setattr(ScopedRateThrottle, "THROTTLE_RATES", {"questions": "1/hour"})
        assert send(client).status_code == 303
        assert send(client, question="").status_code == 422  # a slip does not count
        refused = send(client)
        assert refused.status_code == 429
        assert 0 < int(refused["Retry-After"]) <= 3600
        assert form(refused)["question"].value() == WORDS
        assert Question.objects.count() == 1

    def test_the_same_form_sent_twice_is_one_question(self, client):
        sending = form(client.get("/ask/"))["sending"].value()
        first, second = send(client, sending=sending), send(client, sending=sending)
        assert first["Location"] == second["Location"]
        other = send(client, sending=sending, question=f"{WORDS} And then?")
        assert other["Location"] != first["Location"]
        assert Question.objects.count() == 2

    def test_nobody_gets_anothers_link_by_asking_the_same(self, client):
        assert send(client)["Location"] != send(client)["Location"]
        assert send(client, sending="a")["Location"] != send(client, sending="b")["Location"]


class TestBoards:
    @pytest.mark.parametrize(
        "given",
        [
            "{code}", "{CODE}", " /s/{code}/ ", "s/{code}", "/s/{code}/embed/", "https://judge.example/s/{code}/",
            "http://127.0.0.1:8000/s/{code}/?lang=ru", "judge.example/s/{code}/", "localhost:8000/s/{code}/#x",
            "May it strike? No. https://judge.example/s/{code}/", "No.\n\nhttps://judge.example/s/{code}/\n",
        ],
    )  # fmt: skip
    def test_ways_to_name_a_scenario(self, given):
        scenario = stored()
        found = board_link.find(given.format(code=scenario.code, CODE=scenario.code.upper()), "berserk")
        assert (found.stored, found.step, found.line) == (scenario, "", "")

    def test_steps_and_lines(self):
        code = stored(drill()).code
        assert board_link.find(f"/s/{code}/main.1.moved.1/").step == "main.1.moved.1"
        assert board_link.find(f"/s/{code}/embed/?step=main.1.moved.1").step == "main.1.moved.1"
        assert board_link.find(f"/s/{code}/?line=left").line == "left"
        for bad in (f"/s/{code}/main.9.moved.1/", f"/s/{code}/?line=right"):
            with pytest.raises(board_link.BadLink):
                board_link.find(bad)

    @pytest.mark.parametrize(
        "given", [RULING, "/rulings/a-closed-card/", "https://x.example/rulings/a-closed-card"]
    )
    def test_a_ruling_gives_its_board(self, given):
        assert board_link.find(given).stored == Ruling.objects.get(pk=RULING).stored

    def test_an_example_gets_a_link_when_it_is_asked_about(self, client):
        from glossary.models import Example, Game

        Example.objects.create(
            id="example:berserk/walk", game=Game.objects.get(), slug="walk", title={"en": "A walk"},
            scenario=walk("B1"), cites=[],
        )  # fmt: skip
        for given in (
            "example:berserk/walk",
            "/examples/berserk/walk/",
            "/examples/berserk/walk/main.1.moved.1/",
        ):
            assert board_link.find(given).title == "A walk"
        assert not StoredScenario.objects.filter(document__contains="B1").exists()
        send(client, scenario="/examples/berserk/walk/main.1.moved.1/")
        question = Question.objects.get()
        assert question.stored.scenario == stored(walk("B1")).scenario
        assert question.step == "main.1.moved.1"

    @pytest.mark.parametrize(
        "given",
        [
            "", "/s/", "/s/abcd2345/x/y/", "berserk:move", "ruling:none", "example:berserk/none", "/rulings/none/",
            "//", "http://[", "https://x.example/", "javascript:alert(1)", "/s/../admin/", "ruling:a/b", "\0", "／s／",
            "https://a.b/s/zan8mdev/ https://a.b/s/abcd2345/",
        ],
    )  # fmt: skip
    def test_what_names_no_board(self, given):
        with pytest.raises(board_link.BadLink):
            board_link.find(given)

    def test_of_another_game(self):
        with pytest.raises(board_link.BadLink, match=r"another game|другой игры"):
            board_link.find(stored().code, "gate-ruler")

    def test_taken_down(self, client):
        scenario = stored()
        hide(scenario)
        refused = send(client, scenario=f"/s/{scenario.code}/")
        assert form(refused).errors["scenario"] == ["This scenario was taken down."]
        page = client.get("/ask/", {"scenario": scenario.code, "lang": "en"})
        assert form(page).errors == {"scenario": ["This scenario was taken down."]}
        assert "data-play" not in page.content.decode()
        hide(Ruling.objects.get(pk=RULING).stored)
        assert form(send(client, scenario=RULING)).errors["scenario"] == ["This scenario was taken down."]


class TestPrivatePage:
    def test_nobody_keeps_a_copy_and_no_link_tells_where_it_is(self, client):
        page = client.get(send(client)["Location"])
        assert page["Cache-Control"] == "private, no-store"
        assert "noindex" in page["X-Robots-Tag"]
        assert page["Referrer-Policy"] == "no-referrer"
        assert "ETag" not in page
        assert "data-recent-title" not in page.content.decode()

    def test_the_link_cannot_be_guessed(self, client):
        token = send(client)["Location"].split("/")[2]
        assert len(token) >= 43  # 256 bits
        assert client.get("/ask/1/").status_code == 404
        assert client.get(f"/ask/{token[:-1]}/").status_code == 404
        assert client.get(f"/ask/{token[:-1]}_/").status_code == (200 if token[-1] == "_" else 404)
        assert client.get(f"/ask/{token.swapcase()}/").status_code == 404
        assert client.get("/ask/" + "a" * 43 + "/").status_code == 404

    def test_the_log_does_not_keep_it(self, caplog):
        """A refused post is logged with its path; without cookies the refusal would be the CSRF check's."""
        client = Client(enforce_csrf_checks=True)
        path = send(client)["Location"]
        with caplog.at_level("WARNING", "django.security.csrf"):
            assert client.post(path).status_code == 405
        assert not [each for each in caplog.records if each.name == "django.security.csrf"]

    def test_crawlers_are_told_to_stay_away(self, client):
        assert "Disallow: /ask/" in client.get("/robots.txt").content.decode().splitlines()

    def test_it_holds_the_question_its_link_and_how_far_it_is(self, client):
        url = send(client, name="Ann")["Location"]
        page = client.get(url, {"lang": "en"}).content.decode()
        for words in (
            WORDS,
            "Ann",
            f'value="http://testserver{url}"',
            f'data-copy="{url}"',
            "Waits for a judge",
        ):
            assert words in page

    def test_the_board_is_played_at_once_as_the_engines_result(self, client):
        document = walk() | {"claims": [{"kind": "place", "of": "scout", "place": "C2"}]}
        code = stored(document).code
        url = send(client, scenario=f"/s/{code}/main.1.moved.1/")["Location"]
        page = client.get(url, {"lang": "en"}).content.decode()
        assert "engine, not a judge" in page
        assert "What the scenario claims comes out." in page
        assert f'href="/s/{code}/"' in page
        assert f"{url}main.1.moved.1/" in page
        step = client.get(f"{url}main.1.moved.1/")
        assert step.context["step"] == 2
        assert step["Cache-Control"] == "private, no-store"
        assert "C2" in client.get(f"{url}main.1.moved.1/", {"fragment": "board"}).content.decode()
        assert client.get(f"{url}main.7.moved.1/").status_code == 404

    def test_what_does_not_come_out_is_said(self, client):
        document = walk("E1") | {"claims": [{"kind": "place", "of": "scout", "place": "E1"}]}
        page = client.get(send(client, scenario=stored(document).code)["Location"], {"lang": "en"})
        engine = page.context["engine"]
        assert engine["state"] == "fails"
        assert "Line “main” stops at step 1:" in page.content.decode()
        assert all(each["words"] for each in engine["failures"])

    def test_without_claims_the_board_speaks(self, client):
        page = client.get(send(client, scenario=stored().code)["Location"])
        assert page.context["engine"]["state"] == "plays"

    def test_a_board_taken_down_later_is_closed_here_too(self, client):
        scenario = stored()
        url = send(client, scenario=scenario.code)["Location"]
        hide(scenario)
        page = client.get(url, {"lang": "en"}).content.decode()
        assert "The board of this question was taken down." in page
        assert "data-play" not in page
        assert scenario.code not in page
        assert client.get(f"{url}main.1.moved.1/").status_code == 404
        assert "data-play" not in client.get(url, {"fragment": "board"}).content.decode()

    def test_declined_with_the_reason(self, client):
        url = send(client, "zh")["Location"]
        questions.decline(Question.objects.get().pk, {"zh": "<不>是规则问题。"}, "judge")
        page = client.get(url, {"lang": "en"}).content.decode()
        assert "Your question was not taken up" in page
        assert "&lt;不&gt;是规则问题。" in page


class TestWaysHere:
    def test_from_a_search_that_found_little(self, client):
        page = client.get("/search/", {"q": "qqqqq & <x>", "game": "berserk", "lang": "en"}).content.decode()
        link = re.search(r'href="(/ask/\?[^"]*)"', page)[1].replace("&amp;", "&")
        assert link == "/ask/?q=qqqqq%20%26%20%3Cx%3E&game=berserk"
        given = form(client.get(link))
        assert (given["question"].value(), given["game"].value()) == ("qqqqq & <x>", "berserk")

    def test_from_a_scenario(self, client):
        code = stored().code
        page = client.get(f"/s/{code}/main.1.moved.1/", {"lang": "en"}).content.decode()
        link = re.search(r'href="(/ask/\?[^"]*)">Ask a judge about this', page)[1]
        page = client.get(link)
        assert form(page)["scenario"].value() == f"/s/{code}/main.1.moved.1/"
        assert page.context["board"].step == "main.1.moved.1"

    @pytest.mark.parametrize("path", ["/", "/rulings/"])
    def test_from_every_page(self, client, path):
        assert 'href="/ask/"' in client.get(path).content.decode()
