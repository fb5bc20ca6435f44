"""The pages of a scenario: they need no JavaScript, name every step, and embed without cookies."""

import json

import pytest
from django.urls import reverse

from simulator import pages, services
from simulator.models import StoredScenario
from tests.simulator.documents import drill, hurl, walk

pytestmark = pytest.mark.django_db


@pytest.fixture
def scenario():
    return services.store_document(walk(then=("D2",)))[0]


def get(client, url, **headers):
    return client.get(url, headers={"accept-language": "en"} | headers)


def test_the_start_shows_the_set_up_and_every_step(client, scenario):
    response = get(client, scenario.get_absolute_url())
    assert response.status_code == 200
    context = response.context
    assert context["step"] == 0
    assert context["count"] == len(context["steps"]) == len(context["line"]["steps"])
    moved = [step for step in context["steps"] if ".moved." in step["id"]]
    assert len(moved) == 2
    assert all(step["chips"] for step in context["steps"])
    html = response.content.decode()
    for step in moved:
        assert step["url"] in html
        assert step["sentence"] in html
    assert context["previous_url"] is None
    assert context["next_url"] == context["steps"][0]["url"]


def test_a_step_has_its_own_page_and_board(client, scenario):
    steps = get(client, scenario.get_absolute_url()).context["steps"]
    first, second = (step for step in steps if ".moved." in step["id"])
    cells = {}
    for step in (first, second):
        response = get(client, step["url"])
        assert response.status_code == 200
        assert response.context["step"] == step["n"]
        assert [each["id"] for each in response.context["steps"] if each["current"]] == [step["id"]]
        cells[step["id"]] = cell_of_scout(get(client, step["url"] + "?fragment=board").content.decode())
    assert list(cells.values()) == ["C2", "D2"]
    start = get(client, scenario.get_absolute_url() + "?fragment=board").content.decode()
    assert cell_of_scout(start) == "C1"


def cell_of_scout(html):
    """The cell in whose table cell the scout's tile stands."""
    before = html[: html.index('data-card="scout"')]
    return before[before.rindex('data-cell="') :].split('"')[1].replace("&#x27;", "'")


def test_the_fragment_is_the_board_only(client, scenario):
    html = get(client, scenario.get_absolute_url() + "?fragment=board").content.decode()
    assert "<html" not in html
    assert "data-board" in html


@pytest.mark.parametrize("lang", ["ru", "zh", "en"])
def test_every_language(client, scenario, lang):
    response = client.get(scenario.get_absolute_url(), headers={"accept-language": lang})
    sentences = response.context["play"]["lines"][0]["steps"]
    shown = [step["sentence"] for step in response.context["steps"]]
    assert shown == [step["sentence"][lang] for step in sentences]


def test_an_unknown_step_offers_the_start(client, scenario):
    response = get(client, f"{scenario.get_absolute_url()}main.9.moved.7/")
    assert response.status_code == 404
    assert f'href="{scenario.get_absolute_url()}"' in response.content.decode()


@pytest.mark.parametrize("code", ["zzzzzzzz", "toolong234toolong234abc", "o0o0o0o0", "abcd"])
def test_an_unknown_code(client, code):
    for path in (f"/s/{code}/", f"/s/{code}/embed/", f"/s/{code}/main.1.moved.1/"):
        assert get(client, path).status_code == 404


def test_a_code_typed_in_capitals(client, scenario):
    response = get(client, f"/s/{scenario.code.upper()}/?lang=en")
    assert response.status_code == 301
    assert response["Location"] == f"/s/{scenario.code}/?lang=en"


def test_an_embedded_code_typed_in_capitals(client, scenario):
    response = get(client, f"/s/{scenario.code.upper()}/embed/?step=main.1.moved.1")
    assert response.status_code == 301
    assert response["Location"] == f"/s/{scenario.code}/embed/?step=main.1.moved.1"


def test_it_may_be_shared_as_a_link_a_text_and_an_embedded_page(client, scenario):
    page = get(client, f"{scenario.get_absolute_url()}main.1.moved.1/").content.decode()
    assert f">http://testserver/s/{scenario.code}/main.1.moved.1/</textarea>" in page
    assert f"src=&quot;%embed%&quot; title=&quot;Scenario {scenario.code}&quot;" in page
    assert f'&lt;iframe src="http://testserver/s/{scenario.code}/embed/?step=main.1.moved.1"' in page


def test_a_claim_that_fails_says_what_was_found(client):
    document = walk() | {
        "claims": [
            {"kind": "place", "of": "scout", "place": "C2"},
            {"kind": "place", "of": "scout", "place": "D3"},
            {"kind": "value", "of": "scout", "value": "lives", "equals": 9},
            {"kind": "state", "of": "scout", "state": "closed"},
            {"kind": "place", "of": "scout", "place": "D3", "at": "main.7.moved.1"},
        ]
    }
    page = get(client, services.store_document(document)[0].get_absolute_url())
    claims = page.context["claims"]
    assert [claim["found"] for claim in claims[1:4]] == ["C2", "4", "it is not so"]
    assert claims[0]["state"] == "holds"
    assert {claim["state"] for claim in claims[1:4]} == {"fails"}
    assert claims[4]["why"]
    text = page.content.decode()
    assert "Found instead: C2" in text
    assert claims[4]["why"] in text


def test_what_was_taken_down_is_gone(client, scenario):
    url = scenario.get_absolute_url()
    assert get(client, url).status_code == 200  # and is kept, but not for those who come after
    services.set_hidden(StoredScenario.objects.all(), True)
    for path in ("", "embed/", "main.1.moved.1/"):
        assert get(client, scenario.get_absolute_url() + path).status_code == 410


def test_an_embedded_page_may_be_framed_and_leaves_no_cookie(client, scenario):
    url = f"{scenario.get_absolute_url()}embed/"
    response = client.get(url + "?lang=zh")
    assert response.status_code == 200
    assert not response.cookies
    assert "X-Frame-Options" not in response.headers
    assert "frame-ancestors *" in response.headers["Content-Security-Policy"]
    following = response.context["next_url"]
    assert following.startswith(url)
    assert "lang=zh" in following
    assert client.get(following).context["step"] == 1
    # the page itself stays out of frames
    page = client.get(scenario.get_absolute_url())
    assert page.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]


def test_an_unchanged_page_is_not_sent_again(client, scenario):
    url = scenario.get_absolute_url()
    etag = get(client, url)["ETag"]
    again = get(client, url, **{"if-none-match": etag})
    assert again.status_code == 304
    assert not again.content
    other = client.get(url, headers={"accept-language": "ru", "if-none-match": etag})
    assert other.status_code == 200


def test_a_refused_action_says_why(client):
    scenario, _ = services.store_document(walk(closed=True))
    response = get(client, scenario.get_absolute_url())
    stop = response.context["stop"]
    assert stop["kind"] == "refused"
    assert "berserk:move#only-open" in [reason["clause"] for reason in stop["reasons"]]
    assert stop["reasons"][0]["sentence"] in response.content.decode().replace("&#x27;", "'")


def test_a_banner_when_it_plays_differently_now(client, scenario):
    assert get(client, scenario.get_absolute_url()).context["standing"] is None
    scenario.digest["lines"][0]["steps"][1][1] = "otherwise"
    scenario.engine = "0.0.older"
    scenario.save()
    response = get(client, scenario.get_absolute_url())
    standing = response.context["standing"]
    assert (standing["kind"], standing["n"]) == ("different", 2)
    html = response.content.decode()
    assert standing["sentence"] in html
    assert "0.0.older" in html


def test_a_stored_document_that_cannot_be_played_any_more(client, scenario):
    document = scenario.scenario
    document["setup"]["cards"][0]["cell"] = "Z9"
    StoredScenario.objects.update(document=json.dumps(document))
    response = get(client, scenario.get_absolute_url())
    assert response.status_code == 200
    assert [problem["pointer"] for problem in response.context["problems"]] == ["/setup/cards/0/cell"]
    assert '"Z9"' in response.context["document"]


def test_the_lines_of_a_scenario(client):
    document = walk()
    document["lines"].append({**walk(to="B1")["lines"][0], "name": "aside"})
    scenario, _ = services.store_document(document)
    url = scenario.get_absolute_url()
    first = get(client, url)
    assert [line["name"] for line in first.context["lines"]] == ["main", "aside"]
    aside = get(client, first.context["lines"][1]["url"])
    assert aside.context["line"]["name"] == "aside"
    assert all(step["id"].startswith("aside.") for step in aside.context["steps"])
    last = aside.context["steps"][-1]
    assert get(client, last["url"]).context["line"]["name"] == "aside"


def test_a_long_scenario_keeps_boards_on_the_pages_of_the_steps(client, scenario, monkeypatch):
    monkeypatch.setattr(pages, "INLINE_BOARDS", 1)
    response = get(client, scenario.get_absolute_url())
    assert not response.context["inline_boards"]
    assert not any(step["board_html"] for step in response.context["steps"])


def test_the_path_of_a_step_is_what_its_url_name_gives(scenario):
    step = "main.2.moved.1"
    assert reverse("simulator:step", args=[scenario.code, step]) == f"/s/{scenario.code}/{step}/"


def test_a_line_that_departs_from_another_begins_on_its_board(client):
    url = services.store_document(drill())[0].get_absolute_url()
    assert cell_of_scout(get(client, f"{url}?line=left&fragment=board").content.decode()) == "C2"
    steps = get(client, f"{url}?line=left").context["steps"]
    moved = next(step for step in steps if ".moved." in step["id"])
    assert moved["id"].startswith("left.")
    assert cell_of_scout(get(client, moved["url"] + "?fragment=board").content.decode()) == "B2"


def test_a_card_s_own_text_is_a_chip_under_the_card_s_name(client):
    url = services.store_document(hurl())[0].get_absolute_url()
    context = client.get(url, headers={"accept-language": "zh"}).context
    own = [
        chip for step in context["steps"] for chip in step["chips"] if chip["id"] == "card:berserk/mage#hurl"
    ]
    assert own
    assert own[0]["label"] == "法师"
    assert own[0]["html"] == f"<p>{context['play']['texts']['card:berserk/mage#hurl']['zh']}</p>"


def test_the_author_s_remarks_stand_at_their_steps(client):
    url = services.store_document(drill())[0].get_absolute_url()
    remarks = {step["id"]: step["comments"] for step in get(client, url).context["steps"] if step["comments"]}
    assert remarks == {"main.1.moved.1": ["Здесь <он> платит."]}


def test_a_position_without_a_line(client):
    document = walk()
    document["lines"] = []
    response = get(client, services.store_document(document)[0].get_absolute_url())
    assert response.status_code == 200
    assert response.context["count"] == 0
    assert response.context["standing"] is None
    assert cell_of_scout(response.content.decode()) == "C1"
