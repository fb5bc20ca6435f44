"""Pages of a board that an engine of today cannot read any more: they say so, and everything else on them stays."""

import json

import pytest

from rulings import services
from rulings.models import Check, Ruling
from simulator.models import StoredScenario
from tests.rulings.drafts import asked

pytestmark = pytest.mark.usefixtures("loaded")
RULING = "ruling:a-closed-card"


def spoil(stored):
    """As after a rule was renamed or removed: the document speaks of a clause that no rule knows."""
    document = json.loads(stored.document)
    document["claims"] = [{"kind": "cited", "clause": "berserk:move#no-such-clause"}]
    StoredScenario.objects.filter(pk=stored.pk).update(document=json.dumps(document))
    Ruling.objects.filter(stored=stored.pk).update(scenario=document)


@pytest.fixture
def ruling():
    row = Ruling.objects.get(pk=RULING)
    spoil(row.stored)
    services.verify_one(RULING)
    return row


def test_a_ruling_still_answers(ruling, client):
    check = Check.objects.get(subject=RULING)
    assert (check.result, check.step) == ("stops", 0)
    page = client.get(ruling.get_absolute_url(), {"lang": "en"})
    assert page.status_code == 200
    words = page.content.decode()
    assert "cannot be played today" in words
    assert ruling.title["en"] in words
    assert "data-play" not in words
    assert client.get(f"/api/v1/rulings/{ruling.slug}/").json()["check"]["result"] == "stops"


def test_a_private_page_still_shows_its_question(client):
    question = asked()
    spoil(question.stored)
    page = client.get(question.get_absolute_url(), {"lang": "en"})
    assert page.status_code == 200
    assert page["Cache-Control"] == "private, no-store"
    assert question.text in page.content.decode()
    assert "cannot play this scenario" in page.content.decode()


@pytest.mark.parametrize("ending", ["", "embed/", "main.1.moved.1/", "report/", "?fragment=board"])
def test_the_scenario_is_no_failure_of_the_site(ruling, client, ending):
    assert client.get(f"/s/{ruling.stored.code}/{ending}").status_code < 500
