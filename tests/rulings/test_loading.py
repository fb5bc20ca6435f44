"""Rulings come into the database with their packs, keep their names for ever, and are played at once."""

import pytest
from django.core.management import CommandError, call_command

from glossary import hooks, services
from glossary.models import Game
from glossary.problems import BadContent
from rulings.models import Check, Citation, Ruling
from simulator.models import StoredScenario
from tests.rulings.conftest import CLOSED, NAME, RULING

ID = "ruling:a-closed-card"


def load(content):
    return services.load_pack(content)


def test_a_load_makes_the_ruling_its_citations_and_its_link(loaded):
    row = Ruling.objects.get(pk=ID)
    assert loaded.counts["rulings new"] == 1
    assert (row.answer, row.state, row.date.isoformat(), row.game_id) == (
        "no",
        "official",
        "2026-11-30",
        "berserk",
    )
    assert row.cites == [CLOSED]
    assert list(row.citations.values_list("clause", "entry")) == [(CLOSED, "berserk:move")]
    assert row.verdict_plain["en"] == "Only an open card moves."
    assert 'data-id="berserk:move#only-open"' in row.verdict_html["ru"]
    assert row.stored.scenario["game"] == "berserk"


def test_loading_twice_changes_nothing(loaded, content):
    version = Game.objects.get().version
    assert not services.load_pack(content, force=True).changed
    assert Game.objects.get().version == version
    assert (Ruling.objects.count(), Citation.objects.count(), StoredScenario.objects.count()) == (1, 1, 1)


def test_a_changed_ruling_is_loaded_and_another_board_gets_another_link(loaded, content, change):
    before = Ruling.objects.get(pk=ID).stored
    change('answer = "no"', 'answer = "depends"')
    assert load(content).counts == {"rulings changed": 1}
    assert Ruling.objects.get(pk=ID).stored == before
    change('id = "guard"\ncontroller = "p1"', 'id = "guard"\nname = "G"\ncontroller = "p1"')
    load(content)
    assert Ruling.objects.get(pk=ID).stored != before
    assert StoredScenario.objects.filter(pk=before.pk).exists()  # the old link goes on working


def test_a_published_ruling_may_not_vanish_but_may_move_or_go_with_words(loaded, content, change):
    (content / "berserk" / NAME).unlink()
    with pytest.raises(BadContent, match="ruling:a-closed-card was published and is gone"):
        load(content)
    assert Ruling.objects.get(pk=ID).live
    gone = '"ruling:a-closed-card" = { ru = "Убран.", zh = "已撤。", en = "Withdrawn." }\n'
    (content / "berserk" / "redirects.toml").write_text(gone, encoding="utf-8")
    assert load(content).counts["rulings retired"] == 1
    assert not Ruling.objects.get(pk=ID).live
    assert not Citation.objects.exists()


def test_a_renamed_ruling_leaves_a_redirect(loaded, content, client):
    (content / "berserk" / NAME).unlink()
    renamed = RULING.replace("a-closed-card", "closed-cards-stay")
    (content / "berserk" / "rulings" / "closed-cards-stay.md").write_text(renamed, encoding="utf-8")
    moved = '"ruling:a-closed-card" = "ruling:closed-cards-stay"\n'
    (content / "berserk" / "redirects.toml").write_text(moved, encoding="utf-8")
    load(content)
    answer = client.get("/rulings/a-closed-card/")
    assert (answer.status_code, answer["Location"]) == (301, "/rulings/closed-cards-stay/")
    answer = client.get("/api/v1/rulings/a-closed-card/")
    assert (answer.status_code, answer["Location"]) == (301, "/api/v1/rulings/closed-cards-stay/")


def test_texts_may_link_to_rulings(content, change, db):
    change("An open one goes.", "An open one goes: [ruling](ruling:a-closed-card).", "entries/move.md")
    load(content)
    change("ruling:a-closed-card", "ruling:a-closed-crad", "entries/move.md")
    with pytest.raises(
        BadContent, match="there is no ruling:a-closed-crad; did you mean ruling:a-closed-card"
    ):
        load(content)


def test_a_load_leaves_rulings_of_the_site_alone_and_their_names_taken(loaded, content, change):
    Ruling.objects.filter(pk=ID).update(made=Ruling.SITE, answer="yes")
    with pytest.raises(BadContent, match="ruling:a-closed-card is taken by a ruling made on the site"):
        services.load_pack(content, force=True)
    (content / "berserk" / NAME).unlink()
    services.load_pack(content, force=True)
    row = Ruling.objects.get(pk=ID)
    assert (row.live, row.answer, row.citations.count()) == (True, "yes", 1)


def test_a_ruling_that_does_not_hold_is_loaded_and_says_so(content, change, db):
    change('place = "E1"', 'place = "D1"')
    report = load(content)
    assert [each.level for each in report.warnings] == ["warning"]
    for each in hooks.AFTER_LOAD:
        each()
    check = Check.objects.get(pk=ID)
    assert (check.result, check.line, check.accepted) == ("different", "open", None)


def test_the_command_plays_what_it_loaded(content, db, capsys):
    call_command("load_content", content=content)
    assert "rulings and examples played: 1 holds" in capsys.readouterr().out
    assert Check.objects.get(pk=ID).result == "holds"
    call_command("load_content", content=content)
    assert capsys.readouterr().out == "nothing changed\n"


def test_packs_that_cannot_be_loaded_do_not_keep_the_site_s_boards_from_being_played(
    loaded, content, change, capsys
):
    change('answer = "no"', 'answer = "nope"')
    with pytest.raises(CommandError, match="nothing was loaded"):
        call_command("load_content", content=content)
    assert "rulings and examples played: 1 holds" in capsys.readouterr().out
    assert (Check.objects.get(pk=ID).result, Ruling.objects.get(pk=ID).answer) == ("holds", "no")
