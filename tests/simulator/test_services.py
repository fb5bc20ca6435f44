"""Storing a scenario: one document, one link, whoever stores it and however it is written."""

import json
import re

import pytest

from simulator import codes, services
from simulator.engine.scenario import BadScenario
from simulator.models import StoredScenario
from tests.simulator.documents import walk

_LETTERS = str.maketrans("01", "zz")
pytestmark = pytest.mark.django_db


def test_the_same_document_has_the_same_link():
    first, created = services.store_document(walk())
    again, created_again = services.store_document(walk())
    assert (created, created_again) == (True, False)
    assert first.pk == again.pk
    assert StoredScenario.objects.count() == 1


def test_key_order_white_space_and_defaults_written_out_do_not_matter():
    first, _ = services.store_document(walk())
    other = json.loads(json.dumps(dict(reversed(walk().items())), indent=7))
    other["setup"]["cards"][0]["open"] = True  # what is so anyway
    other["options"] = {}
    again, created = services.store_document(other)
    assert not created
    assert again.code == first.code


def test_another_document_has_another_link():
    first, _ = services.store_document(walk())
    other, created = services.store_document(walk(to="B1"))
    assert created
    assert other.code != first.code


def test_what_is_kept():
    scenario, _ = services.store_document(walk())
    assert codes.is_code(scenario.code)
    assert len(scenario.code) == codes.SHORTEST
    assert len(scenario.get_absolute_url()) <= 30
    assert scenario.game == "berserk"
    assert scenario.engine
    assert scenario.scenario["setup"] == walk()["setup"]
    steps = scenario.digest["lines"][0]["steps"]
    assert any(re.fullmatch(r"main\.\d+\.moved\.1", step[0]) for step in steps)
    assert scenario.resolved
    assert scenario.resolved[0]["line"] == "main"


def test_names_in_any_script():
    document = walk(name="Гидра 龙 🐉")
    first, _ = services.store_document(document)
    again, created = services.store_document(
        json.loads(json.dumps(document))
    )  # written with \u escapes between
    assert not created
    assert again.scenario["setup"]["cards"][0]["name"] == "Гидра 龙 🐉"
    assert first.sha256 == again.sha256


def test_nothing_is_kept_of_a_bad_document():
    with pytest.raises(BadScenario) as caught:
        services.store_document({"v": 1, "game": "berserk", "setup": {"cards": [{"id": "A B"}]}, "lines": []})
    assert caught.value.problems
    assert not StoredScenario.objects.exists()


def test_a_refused_action_is_stored_and_shows_where_it_stops():
    scenario, created = services.store_document(walk(closed=True))
    assert created
    stop = scenario.digest["lines"][0]["stop"]
    assert stop["kind"] == "refused"
    assert "berserk:move#only-open" in stop["clauses"]


def test_two_posts_of_one_document_at_once(monkeypatch):
    """Both saw that it is not there yet; the database lets one in, the other answers with that one."""
    first, _ = services.store_document(walk())
    real, asked = services._known, []

    def not_yet(sha256):
        asked.append(sha256)
        return None if len(asked) == 1 else real(sha256)

    monkeypatch.setattr(services, "_known", not_yet)
    again, created = services.store_document(walk())
    assert (again.pk, created) == (first.pk, False)
    assert len(asked) == 2
    assert StoredScenario.objects.count() == 1


def test_a_code_that_another_document_has_grows(monkeypatch):
    monkeypatch.setattr(
        codes, "codes", lambda sha256: iter(["same2345", "same2345" + sha256[0].translate(_LETTERS)])
    )
    first, _ = services.store_document(walk())
    other, created = services.store_document(walk(to="B1"))
    assert created
    assert (len(first.code), len(other.code)) == (8, 9)
    assert services.store_document(walk())[0].code == first.code
    assert services.store_document(walk(to="B1"))[0].code == other.code


def test_what_was_taken_down_is_not_stored_again():
    scenario, _ = services.store_document(walk())
    assert services.set_hidden(StoredScenario.objects.all(), True) == 1
    with pytest.raises(services.TakenDown) as caught:
        services.store_document(walk())
    assert caught.value.scenario.pk == scenario.pk
    services.set_hidden(StoredScenario.objects.all(), False)
    assert services.store_document(walk()) == (scenario, False)
