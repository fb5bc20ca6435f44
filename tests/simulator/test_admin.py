"""The admin reads scenarios and takes them down; it neither edits nor deletes one."""

import pytest
from django.urls import reverse

from simulator import services
from simulator.models import StoredScenario
from tests.simulator.documents import walk

pytestmark = pytest.mark.django_db

LIST = "admin:simulator_storedscenario_changelist"


@pytest.fixture
def scenario():
    return services.store_document(walk())[0]


def act(admin_client, action, scenario):
    return admin_client.post(
        reverse(LIST), {"action": action, "_selected_action": [scenario.pk]}, follow=True
    )


def test_it_lists_and_shows(admin_client, scenario):
    assert scenario.code in admin_client.get(reverse(LIST)).content.decode()
    page = admin_client.get(reverse("admin:simulator_storedscenario_change", args=[scenario.pk]))
    assert page.status_code == 200
    assert scenario.sha256 in page.content.decode()
    assert 'name="_save"' not in page.content.decode()


def test_taking_down_and_putting_back(admin_client, client, scenario):
    assert "1" in str(next(iter(act(admin_client, "take_down", scenario).context["messages"])))
    assert client.get(scenario.get_absolute_url()).status_code == 410
    act(admin_client, "put_back", scenario)
    assert client.get(scenario.get_absolute_url()).status_code == 200


def test_nobody_edits_adds_or_deletes_one(admin_client, scenario):
    change = reverse("admin:simulator_storedscenario_change", args=[scenario.pk])
    assert admin_client.post(change, {"document": "{}"}).status_code == 403
    assert admin_client.get(reverse("admin:simulator_storedscenario_add")).status_code == 403
    delete = reverse("admin:simulator_storedscenario_delete", args=[scenario.pk])
    assert admin_client.post(delete, {"post": "yes"}).status_code == 403
    act(admin_client, "delete_selected", scenario)
    assert StoredScenario.objects.get().document == scenario.document
