import io

import pytest
from django.core.management import CommandError, call_command

from glossary import services
from glossary.models import Clause, Entry, Example, Game, Link, Proposal, Redirect, Revision

MOOR = "harbour:moor#only-at-a-free-berth"


def edit(clause=MOOR, **text):
    return services.edit_clause(clause, text=text, author="ann", reason="clearer", source="talk of 1 May")


def everything():
    """All rows, without the numbers that the database gives."""
    models = (Game, Entry, Clause, Example, Link, Redirect, Revision, Proposal)
    return {
        model.__name__: sorted(repr([v for k, v in row.items() if k != "id" or model in (Entry, Clause, Example)])
                               for row in model.objects.values())
        for model in models
    }  # fmt: skip


def test_a_load_counts_what_it_made(loaded):
    assert loaded.counts == {
        "games new": 1, "entries new": 3, "clauses new": 5, "examples new": 1, "links changed": 8,
        "redirects changed": 4,
    }  # fmt: skip
    assert Game.objects.get().count == 3
    revision = Revision.objects.get(clause=MOOR)
    assert (revision.number, revision.author, revision.source) == (
        1,
        "pack",
        "content/harbour/entries/moor.md:23",
    )


@pytest.mark.parametrize("force", [False, True])
def test_a_second_load_changes_nothing_and_says_so(loaded, content, force):
    before = everything()
    report = services.load_pack(content, force=force)
    assert not report.changed
    assert everything() == before


def test_html_is_made_at_the_load(loaded):
    clause = Clause.objects.get(pk=MOOR)
    assert clause.html["ru"] == (
        '<p>Корабль швартуют только там, где стоит <a class="clause-link" data-id="harbour:berth#is-free" '
        'href="/harbour/berth/#is-free">Причал, § 1</a>.</p>'
    )
    assert clause.plain["zh"] == "船只能系泊在空的泊位。"
    assert "data-id" in clause.note_html["en"]
    assert clause.old == ["by-day"]
    assert Entry.objects.get(pk="harbour:ship").moved == [["waits", "harbour:moor#needs-a-rope"]]


def test_titles_stand_in_the_order_of_the_alphabet(loaded):
    rows = Entry.objects.order_by("place").values_list("slug", "letter")
    assert list(rows) == [("ship", "К"), ("berth", "П"), ("moor", "П")]


def test_backlinks_have_the_words_around_them(loaded):
    link = Link.objects.get(source_id="harbour:berth#is-free", target_id="harbour:ship")
    assert (link.source_kind, link.entry_id) == ("clause", "harbour:berth")
    assert link.context["en"] == "A berth is free while no ship lies at it."
    assert set(link.context) == {"ru", "zh", "en"}


def test_a_changed_text_becomes_a_revision(loaded, content, change):
    version = Game.objects.get().version
    change("entries/berth.md", "A berth is free while", "A berth counts as free while")
    report = services.load_pack(content)
    assert report.counts == {"clauses changed": 1, "links changed": 1}
    first, second = Revision.objects.filter(clause="harbour:berth#is-free").order_by("number")
    assert first.content["text"]["en"].startswith("A berth is free")
    assert second.content["text"]["en"].startswith("A berth counts as free")
    assert Game.objects.get().version == version + 1


def test_a_changed_title_reaches_the_texts_that_take_it(loaded, content, change):
    change("entries/berth.md", 'ru = "Причал"', 'ru = "Пристань"')
    services.load_pack(content)
    assert ">Пристань, § 1</a>" in Clause.objects.get(pk=MOOR).html["ru"]


def test_bad_content_changes_nothing_and_tells_everything(loaded, content, change):
    before = everything()
    change("entries/berth.md", "(harbour:ship)", "(harbour:shop)")
    change("entries/ship.md", "## has-a-captain ·", "## has-a-cook ·")
    with pytest.raises(services.BadContent) as caught:
        services.load_pack(content)
    told = [str(problem) for problem in caught.value.problems]
    assert "content/harbour/entries/berth.md:18: there is no harbour:shop; did you mean harbour:ship?" in told
    assert any("harbour:ship#has-a-captain was published and is gone" in line for line in told)
    assert everything() == before


def test_a_fault_while_writing_leaves_nothing_half_done(db, content, monkeypatch):
    from glossary import loading

    monkeypatch.setattr(loading._Loader, "_redirects", lambda self: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        services.load_pack(content)
    assert not Game.objects.exists()


def test_a_renamed_clause_leaves_a_redirect_and_keeps_its_history(loaded, content, change):
    change("entries/ship.md", "## has-a-captain ·", "## has-one-captain ·")
    change("entries/moor.md", "#has-a-captain", "#has-one-captain")
    change(
        "redirects.toml",
        '"harbour:tie-up"',
        '"harbour:ship#has-a-captain" = "harbour:ship#has-one-captain"\n"harbour:tie-up"',
    )
    services.load_pack(content)
    old = Clause.objects.get(pk="harbour:ship#has-a-captain")
    assert not old.live
    assert old.revisions.count() == 1
    assert Clause.objects.get(pk="harbour:ship#has-one-captain").old == ["has-a-captain"]


def test_a_game_that_is_not_in_the_folder_stays(loaded, tmp_path, content):
    other = tmp_path / "other" / "coast"
    (other / "entries").mkdir(parents=True)
    text = (content / "harbour/game.toml").read_text(encoding="utf-8")
    (other / "game.toml").write_text(text.replace("harbour", "coast"), encoding="utf-8")
    entry = (content / "harbour/entries/berth.md").read_text(encoding="utf-8")
    (other / "entries/berth.md").write_text(entry, encoding="utf-8")  # it links to harbour:ship
    report = services.load_pack(other.parent)
    assert report.untouched == ["harbour"]
    assert Entry.objects.filter(live=True).count() == 4


class TestEditsMadeOnTheSite:
    def test_the_sites_text_stays_and_the_packs_becomes_a_proposal(self, loaded, content):
        edit(en="A ship moors at a [berth](harbour:berth) that is free.")
        report = services.load_pack(content)
        clause = Clause.objects.get(pk=MOOR)
        assert clause.text["en"] == "A ship moors at a [berth](harbour:berth) that is free."
        assert clause.edited
        proposal = Proposal.objects.get()
        assert report.proposals == [(proposal.pk, MOOR)]
        assert proposal.content["text"]["en"] == "A ship moors only at a free [](harbour:berth)."
        assert proposal.source == "content/harbour/entries/moor.md"

    def test_later_loads_name_it_again_but_file_nothing_new(self, loaded, content):
        edit(en="Otherwise.")
        first = services.load_pack(content)
        before = everything()
        for force in (False, True):
            again = services.load_pack(content, force=force)
            assert again.proposals == first.proposals
            assert not again.changed
        assert everything() == before

    def test_a_newer_text_of_the_pack_takes_the_place_of_the_waiting_one(self, loaded, content, change):
        edit(en="Otherwise.")
        services.load_pack(content)
        change("entries/moor.md", "A ship moors only", "Ships moor only")
        services.load_pack(content)
        assert Proposal.objects.get().content["text"]["en"].startswith("Ships moor only")
        assert Clause.objects.get(pk=MOOR).text["en"] == "Otherwise."

    def test_a_declined_text_is_not_proposed_again(self, loaded, content, change):
        edit(en="Otherwise.")
        services.load_pack(content)
        services.decline_proposal(Proposal.objects.get(), "bob")
        assert services.load_pack(content, force=True).proposals == []
        change("entries/moor.md", "A ship moors only", "Ships moor only")
        assert len(services.load_pack(content).proposals) == 1

    def test_an_accepted_text_takes_the_place_of_the_sites(self, loaded, content):
        edit(en="Otherwise.")
        services.load_pack(content)
        services.accept_proposal(Proposal.objects.get(), "bob")
        clause = Clause.objects.get(pk=MOOR)
        assert clause.text["en"].startswith("A ship moors only")
        assert not clause.edited
        assert [r.author for r in clause.revisions.order_by("number")] == ["pack", "ann", "bob"]
        assert not services.load_pack(content).changed

    def test_a_proposal_is_decided_once(self, loaded, content):
        edit(en="Otherwise.")
        services.load_pack(content)
        services.decline_proposal(Proposal.objects.get(), "bob")
        with pytest.raises(services.BadEdit, match="already declined"):
            services.accept_proposal(Proposal.objects.get(), "bob")

    def test_an_edit_that_the_pack_took_over_is_settled(self, loaded, content, change):
        edit(en="Otherwise.")
        services.load_pack(content)
        change("entries/moor.md", "A ship moors only at a free [](harbour:berth).", "Otherwise.")
        report = services.load_pack(content)
        assert report.proposals == []
        assert Proposal.objects.get().state == Proposal.ACCEPTED
        assert not Clause.objects.get(pk=MOOR).edited

    def test_an_edit_survives_a_renaming_in_the_pack(self, loaded, content, change):
        edit("harbour:ship#has-a-captain", en="Just one captain.")
        change("entries/ship.md", "## has-a-captain ·", "## has-one-captain ·")
        change("entries/moor.md", "#has-a-captain", "#has-one-captain")
        change(
            "redirects.toml",
            '"harbour:tie-up"',
            '"harbour:ship#has-a-captain" = "harbour:ship#has-one-captain"\n"harbour:tie-up"',
        )
        report = services.load_pack(content)
        renamed = Clause.objects.get(pk="harbour:ship#has-one-captain")
        assert renamed.text["en"] == "Just one captain."
        assert [clause for _, clause in report.proposals] == [renamed.pk]


class TestCommands:
    def run(self, name, **options):
        out, err = io.StringIO(), io.StringIO()
        call_command(name, stdout=out, stderr=err, **options)
        return out.getvalue() + err.getvalue()

    def test_load_content_says_what_it_did(self, db, content):
        assert "loaded: 5 clauses new, 3 entries new, 1 examples new" in self.run(
            "load_content", content=content
        )
        assert self.run("load_content", content=content) == "nothing changed\n"

    def test_load_content_names_kept_edits(self, loaded, content):
        edit(en="Otherwise.")
        text = self.run("load_content", content=content)
        assert (
            f"{MOOR}: the site's text stays; the pack's waits as proposal {Proposal.objects.get().pk}" in text
        )

    def test_load_content_fails_with_every_problem(self, db, content, change):
        change("entries/berth.md", "(harbour:ship)", "(harbour:shop)")
        err = io.StringIO()
        with pytest.raises(CommandError, match="nothing was loaded: 3 problems"):
            call_command("load_content", content=content, stderr=err)
        assert "content/harbour/entries/berth.md:22: there is no harbour:shop" in err.getvalue()

    def test_check_content_needs_no_database(self, content, change):
        assert self.run("check_content", content=content) == (
            "1 games, 3 entries, 5 clauses, 1 examples, 0 rulings: no problem\n"
        )
        change("entries/ship.md", 'kind = "term"', 'kind = "trem"')
        with pytest.raises(CommandError, match="1 problem"):
            self.run("check_content", content=content)
