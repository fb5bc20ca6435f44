"""The pages of rulings, the places where rulings are named, and the API."""

import pytest

from rulings import services
from rulings.models import Check, PastCheck, Ruling
from simulator.models import StoredScenario
from tests.rulings.conftest import CLOSED

ID, URL, API = "ruling:a-closed-card", "/rulings/a-closed-card/", "/api/v1/rulings/"


@pytest.fixture
def site(loaded):
    services.verify()


def page(client, url=URL, lang="en"):
    answer = client.get(url, {"lang": lang})
    assert answer.status_code == 200, answer.content[:300]
    return answer.content.decode()


class TestPage:
    @pytest.mark.parametrize(
        ("lang", "lead", "verdict"),
        [("en", ">No<", "Only an"), ("ru", ">Нет<", "Двигается только"), ("zh", ">否<", "只有")],
    )
    def test_the_verdict_comes_first_in_each_language(self, site, client, lang, lead, verdict):
        html = page(client, lang=lang)
        body = html[html.index("<main") :]
        assert body.index(lead) < body.index(verdict) < body.index("data-play")

    def test_it_shows_the_board_the_clauses_the_source_and_the_check(self, site, client):
        html = page(client)
        for words in ("It rests on", "Move § 1", "https://example.org/answer", "holds", "official answer"):
            assert words in html
        check = Check.objects.get(pk=ID)
        assert f"{check.at:%Y-%m-%d}" in html

    def test_every_step_of_every_line_has_its_own_page(self, site, client):
        html = page(client, f"{URL}open.1.moved.1/")
        assert 'aria-current="step"' in html
        assert client.get(f"{URL}open.9.moved.1/").status_code == 404
        assert "E1" in client.get(f"{URL}open.1.moved.1/", {"fragment": "board"}).content.decode()

    def test_lines_have_titles_and_links(self, site, client):
        assert f"{URL}?line=open" in page(client)
        assert "Open" in page(client)

    @pytest.mark.parametrize(
        ("result", "step", "clause", "words"),
        [
            ("other-clauses", 2, "", "from step 2 on other clauses bring it about"),
            ("different", 3, "", "It plays differently from step 3 on"),
            ("stops", 1, CLOSED, "It stops at step 1 because of this clause:"),
            ("stops", 0, "", "engine cannot read the board"),
        ],
    )
    def test_a_result_that_is_not_plain_is_told_in_words(self, site, client, result, step, clause, words):
        Check.objects.update(result=result, step=step, clause=clause, line="main")
        html = page(client).replace("&#x27;", "'")
        assert words in html
        assert f'data-result="{result}"' in html

    def test_its_history_stays_visible(self, site, client):
        check = Check.objects.get(pk=ID)
        PastCheck.objects.create(
            subject=ID, result="different", step=4, engine="0.0", since=check.at, until=check.at
        )
        assert "different at step 4" in page(client)

    def test_an_outdated_ruling_names_its_successor_and_leaves_the_lists(self, site, client):
        new = Ruling.objects.get(pk=ID)
        new.pk, new.slug, new.title = "ruling:newer", "newer", {"en": "Is it newer?"}
        new.save()
        Ruling.objects.filter(pk=ID).update(superseded_by="ruling:newer")
        services.announce()
        assert 'href="/rulings/newer/"' in page(client)
        assert "Does a closed card move?" not in page(client, "/rulings/")
        assert "Does a closed card move?" in page(client, "/rulings/newer/")

    def test_a_ruling_without_a_board_says_why(self, site, client):
        Ruling.objects.update(scenario=None, stored=None, not_played={"en": "No such cards yet."})
        services.announce()
        html = page(client)
        assert "No such cards yet." in html
        assert "data-play" not in html

    def test_a_board_that_was_taken_down_is_shown_nowhere(self, site, client):
        page(client)
        StoredScenario.objects.update(hidden=True)
        html = page(client)
        assert "data-play" not in html
        assert "board taken down" in html
        assert client.get(f"{API}a-closed-card/").json()["scenario"] is None
        assert client.get(f"{URL}open.1.moved.1/").status_code == 404

    def test_unknown_rulings_are_not_found(self, site, client):
        assert client.get("/rulings/none/").status_code == 404
        assert client.get("/rulings/", {"game": "none"}).status_code == 404

    def test_a_copy_that_is_still_right_is_not_sent_again(self, site, client):
        first = client.get(URL)
        assert client.get(URL, headers={"If-None-Match": first["ETag"]}).status_code == 304
        Check.objects.update(result="different", step=1)
        services.announce()
        assert client.get(URL, headers={"If-None-Match": first["ETag"]}).status_code == 200


class TestElsewhere:
    def test_the_entry_names_the_rulings_that_cite_it_and_at_which_clause(self, site, client):
        html = page(client, "/berserk/move/")
        clause = html[html.index('id="only-open"') : html.index('id="uses-movement-supply"')]
        assert 'href="/rulings/a-closed-card/"' in clause
        rest = html[html.index('id="uses-movement-supply"') :]
        assert rest.count('href="/rulings/a-closed-card/"') == 1  # in the list beside the clauses

    def test_the_list_and_the_home_page_name_it(self, site, client):
        assert 'href="/rulings/a-closed-card/"' in page(client, "/rulings/")
        assert 'href="/rulings/a-closed-card/"' in page(client, "/")

    def test_a_link_to_a_ruling_has_a_preview(self, site, client):
        html = client.get("/preview/", {"id": ID, "lang": "en"}).content.decode()
        assert "No.</strong>" in html
        assert client.get("/preview/", {"id": "ruling:none"}).status_code == 404


class TestApi:
    def test_one_ruling(self, site, client):
        ruling = client.get(f"{API}a-closed-card/").json()
        assert ruling["id"] == ID
        assert ruling["verdict"]["en"] == "No. Only an [open](berserk:move#only-open) card moves."
        assert ruling["verdict"]["zh"].startswith("否。")
        assert (ruling["answer"], ruling["state"], ruling["date"]) == ("no", "official", "2026-11-30")
        assert ruling["cites"] == [CLOSED]
        assert ruling["source"]["kind"] == "official-answer"
        check = ruling["check"]
        assert (check["result"], check["step"], check["clause"]) == ("holds", None, None)
        assert check["at"].startswith("20")

    def test_its_scenario_can_be_played_as_it_is(self, site, client):
        scenario = client.get(f"{API}a-closed-card/").json()["scenario"]
        played = client.post("/api/v1/play/", scenario, content_type="application/json").json()
        assert [claim["holds"] for claim in played["claims"]] == [True, True]

    def test_its_link_is_that_of_a_stored_scenario(self, site, client):
        url = client.get(f"{API}a-closed-card/").json()["scenario_url"]
        assert client.get(url).status_code == 200

    def test_what_stops_names_step_and_clause(self, site, client):
        Check.objects.update(result="stops", step=2, clause=CLOSED, line="open")
        services.announce()
        check = client.get(API).json()["results"][0]["check"]
        assert (check["result"], check["line"], check["step"], check["clause"]) == (
            "stops",
            "open",
            2,
            CLOSED,
        )

    @pytest.mark.parametrize(
        ("query", "count"),
        [
            ({}, 1), ({"game": "berserk"}, 1), ({"cites": CLOSED}, 1), ({"cites": "berserk:move"}, 1),
            ({"cites": "berserk:mov"}, 0), ({"result": "holds"}, 1), ({"result": "stops"}, 0),
        ],
    )  # fmt: skip
    def test_the_list_and_its_filters(self, site, client, query, count):
        found = client.get(API, query).json()
        assert (found["count"], len(found["results"])) == (count, count)

    def test_bad_filters_and_names_are_told(self, site, client):
        answer = client.get(API, {"result": "fine"})
        assert (answer.status_code, answer.json()["errors"][0]["parameter"]) == (400, "result")
        assert client.get(API, {"game": "none"}).status_code == 404
        answer = client.get(f"{API}a-closed-crad/")
        assert (answer.status_code, "did you mean ruling:a-closed-card?" in answer.json()["detail"]) == (
            404,
            True,
        )

    def test_entries_and_clauses_name_their_rulings(self, site, client):
        entry = client.get("/api/v1/entries/berserk:move/").json()
        assert entry["rulings"] == [ID]
        assert [clause["rulings"] for clause in entry["clauses"]] == [[ID], []]
        assert {"source": ID, "kind": "ruling", "target": CLOSED} in entry["backlinks"]


class TestNotPlayed:
    def test_the_clause_matrix_lists_cases_that_no_board_shows_with_the_reason(self, site, client):
        assert "Cases that no board shows yet" not in page(client, "/coverage/")
        Ruling.objects.update(scenario=None, stored=None, not_played={"en": "No such cards yet."})
        services.announce()
        html = page(client, "/coverage/")
        listed = html[html.index('id="not-played"') :]
        assert 'href="/rulings/a-closed-card/"' in listed
        assert "No such cards yet." in listed


class TestExamples:
    @pytest.fixture
    def example(self, site, loaded):
        from glossary.models import Example
        from tests.simulator.documents import walk

        Example.objects.create(
            pk="example:berserk/walk", game_id="berserk", slug="walk", title={"en": "A walk"},
            text_plain={"en": "It walks."}, scenario={**walk(), "claims": []}, cites=[CLOSED],
        )  # fmt: skip
        services.verify()

    def test_an_example_bears_the_badge_of_its_last_play_with_the_date(self, example, client):
        check = Check.objects.get(pk="example:berserk/walk")
        html = page(client, "/examples/berserk/walk/")
        assert 'data-result="holds"' in html
        assert f"{check.at:%Y-%m-%d}" in html
        Check.objects.filter(pk=check.pk).update(result="different", step=2)
        services.announce()
        assert "different at step 2" in page(client, "/examples/berserk/walk/")

    def test_the_api_tells_the_check_of_examples(self, example, client):
        assert client.get("/api/v1/examples/berserk/walk/").json()["check"]["result"] == "holds"
        assert client.get("/api/v1/examples/").json()["results"][0]["check"]["step"] is None


class TestSearch:
    @pytest.mark.parametrize("q", ["closed card", "закрытую карту", "横置"])
    def test_a_ruling_is_found_by_the_words_of_its_question(self, site, client, q):
        found = client.get("/api/v1/search/", {"q": q}).json()["results"]
        assert {"ruling"} <= {row["kind"] for row in found if row["id"] == ID}
        assert (
            'href="/rulings/a-closed-card/"'
            in client.get("/search/", {"q": q, "lang": "en"}).content.decode()
        )

    def test_entries_come_before_rulings(self, site, client):
        kinds = [row["kind"] for row in client.get("/api/v1/search/", {"q": "move"}).json()["results"]]
        assert kinds.index("entry") < kinds.index("ruling")

    def test_what_is_retired_or_outdated_is_not_found(self, site, loaded, content):
        from glossary import search

        def found():
            return [row.candidate.id for row in search.search("closed card").others["ruling"]]

        assert found() == [ID]
        Ruling.objects.update(superseded_by="ruling:newer")
        search.build(force=True)
        assert found() == []
