import pytest
from django.urls import reverse

from glossary import services
from glossary.models import Clause, Proposal, Revision

CAPTAIN = "harbour:ship#has-a-captain"
PAGE = "admin:glossary_clause_change"


def form(**changes):
    texts = {"ru": "У корабля один капитан.", "zh": "每艘船有一名船长。", "en": "A ship has one captain."}
    fields = {f"text_{lang}": text for lang, text in texts.items()} | {f"note_{lang}": "" for lang in texts}
    inline = {f"revisions-{name}_FORMS": 0 for name in ("TOTAL", "INITIAL")}
    return fields | inline | {"reason_of_edit": "clearer", "source_of_edit": "talk of 1 May"} | changes


def test_a_clause_is_edited_with_reason_and_source(loaded, admin_client):
    page = reverse(PAGE, args=[CAPTAIN])
    assert "A ship has one captain." in admin_client.get(page).content.decode()
    response = admin_client.post(page, form(text_en="One captain per ship."))
    assert response.status_code == 302
    revision = Revision.objects.get(clause=CAPTAIN, number=2)
    assert (revision.author, revision.reason, revision.source) == ("admin", "clearer", "talk of 1 May")
    assert Clause.objects.get(pk=CAPTAIN).html["en"] == "<p>One captain per ship.</p>"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"text_en": "[x](harbour:shop)"}, "there is no harbour:shop"),
        ({"text_en": "Other.", "reason_of_edit": ""}, "This field is required"),
        ({"text_zh": ""}, "This field is required"),
    ],
)
def test_a_bad_edit_comes_back_with_its_reason(loaded, admin_client, changes, words):
    response = admin_client.post(reverse(PAGE, args=[CAPTAIN]) + "?lang=en", form(**changes))
    assert response.status_code == 200
    assert words in response.content.decode()
    assert Revision.objects.filter(clause=CAPTAIN).count() == 1


def test_proposals_are_listed_and_decided(loaded, content, admin_client):
    services.edit_clause(CAPTAIN, text={"en": "X."}, author="a", reason="b", source="c")
    services.load_pack(content)
    page = reverse("admin:glossary_proposal_changelist")
    assert CAPTAIN in admin_client.get(page).content.decode()
    admin_client.post(page, {"action": "accept", "_selected_action": [Proposal.objects.get().pk]})
    assert Clause.objects.get(pk=CAPTAIN).text["en"] == "A ship has one captain."
    proposal = Proposal.objects.get()
    assert (proposal.state, proposal.decided_by) == ("accepted", "admin")


def test_what_comes_from_packs_is_read_only(loaded, admin_client):
    for model, pk in (
        ("entry", "harbour:moor"),
        ("game", "harbour"),
        ("example", "example:harbour/full-harbour"),
    ):
        page = reverse(f"admin:glossary_{model}_change", args=[pk])
        assert admin_client.get(page).status_code == 200
        assert admin_client.post(page, {}).status_code == 403
