import pytest

from glossary import services
from glossary.models import Clause, Game, IndexChange, Link, Revision

CAPTAIN = "harbour:ship#has-a-captain"


def edit(clause=CAPTAIN, **changes):
    about = {"author": "ann", "reason": "clearer", "source": "talk of 1 May"} | changes
    return services.edit_clause(clause, **about)


def test_an_edit_is_a_revision_with_author_reason_and_source(loaded):
    revision = edit(text={"en": "A ship has one captain, who may be [moored](harbour:moor) too."})
    assert (revision.number, revision.author, revision.reason, revision.source) == (
        2,
        "ann",
        "clearer",
        "talk of 1 May",
    )
    clause = Clause.objects.get(pk=CAPTAIN)
    assert clause.edited
    assert 'href="/harbour/moor/"' in clause.html["en"]
    assert clause.text["ru"] == "У корабля один капитан."
    assert Revision.objects.get(clause=CAPTAIN, number=1).content["text"]["en"] == "A ship has one captain."


def test_an_edit_renews_links_pages_and_index(loaded):
    version = Game.objects.get().version
    IndexChange.objects.all().delete()
    edit(text={"en": "A ship has one captain at a [berth](harbour:berth#is-free)."})
    assert Link.objects.get(source_id=CAPTAIN).target_id == "harbour:berth#is-free"
    assert Game.objects.get().version == version + 1
    assert list(IndexChange.objects.values_list("owner", flat=True)) == ["harbour:ship"]
    edit(text={"en": "A ship has one captain."})
    assert not Link.objects.filter(source_id=CAPTAIN).exists()


def test_an_edit_that_changes_nothing_writes_nothing(loaded):
    assert edit(text={"en": "A ship has one captain.\r\n"}) is None
    assert Revision.objects.filter(clause=CAPTAIN).count() == 1


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"text": {"en": ""}}, "text_en", "is missing"),
        (
            {"text": {"en": "[x](harbour:shop)"}},
            "text_en",
            "there is no harbour:shop; did you mean harbour:ship?",
        ),
        ({"text": {"en": "fine\n# no"}}, "text_en", "line 2: a heading is not used in texts"),
        ({"note": {"en": "only in English"}}, "note_ru", "is missing"),
        ({"text": {"en": "x"}, "reason": " "}, "reason", "is required"),
        ({"text": {"en": "x"}, "source": ""}, "source", "is required"),
    ],
)
def test_a_bad_edit_is_refused_with_field_and_reason(loaded, changes, field, words):
    with pytest.raises(services.BadEdit) as caught:
        edit(**changes)
    assert (field, words) in [(fault.field, fault.message) for fault in caught.value.faults]
    assert not Clause.objects.get(pk=CAPTAIN).edited


def test_an_unknown_clause_is_an_error(loaded):
    with pytest.raises(Clause.DoesNotExist):
        edit("harbour:ship#nothing", text={"en": "x"})
