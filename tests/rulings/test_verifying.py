"""A board is played again: it holds, holds by other clauses, is different at a step, or stops at one."""

import copy

import pytest
from django.core.management import CommandError, call_command

from glossary.models import Game
from rulings import services, verifying
from rulings.models import Check, PastCheck
from simulator.coverage import services as coverage
from simulator.engine.playback import Playback, tell
from simulator.games.playing import parse
from tests.rulings.conftest import CLOSED
from tests.simulator.documents import hurl, walk

ID = "ruling:a-closed-card"


def claiming(document, *claims):
    return {**copy.deepcopy(document), "claims": list(claims)}


PLACED = {"kind": "place", "of": "scout", "place": "C2"}
MOVED_AWAY = {"kind": "place", "of": "scout", "place": "D1"}


@pytest.fixture
def without(monkeypatch):
    """Plays with a rulebook that lacks a clause, as an engine would that had lost its rule."""

    def knock_out(clause):
        def prove(scenario):
            read = parse(scenario)
            playback = Playback(read, read.game.rulebook(read.edition).without(clause))
            play = tell(playback)
            return verifying.Proof(play, playback.cited(), tuple(verifying.failures(play)))

        monkeypatch.setattr(verifying, "prove", prove)
        # The digest of the rules is that of their files: another engine has another one.
        monkeypatch.setattr(services, "rules_digest", lambda game: f"without {clause}")

    return knock_out


def accepted(document):
    return verifying.prove(document).digest


class TestJudge:
    def test_a_new_document_is_judged_by_its_claims(self):
        assert verifying.judge(claiming(walk(), PLACED), None)[0] == verifying.Judged("holds")
        found = verifying.judge(claiming(walk(), MOVED_AWAY), None)[0]
        assert (found.result, found.line, found.step) == ("different", "main", 3)

    def test_a_claim_about_a_step_names_that_step(self):
        claim = {**MOVED_AWAY, "at": "main.1.declared.1"}
        found = verifying.judge(claiming(walk(), claim), None)[0]
        assert (found.result, found.step) == ("different", 1)

    def test_a_refused_step_stops_and_names_the_clause(self):
        found = verifying.judge(claiming(walk(closed=True), PLACED), None)[0]
        assert (found.result, found.line, found.step, found.clause) == ("stops", "main", 1, CLOSED)

    def test_a_refusal_that_the_document_claims_is_no_failure(self):
        refused = {
            "kind": "refused",
            "clause": CLOSED,
            "action": {"type": "move", "card": "scout", "to": "C2", "by": "p1"},
        }
        assert verifying.judge(claiming(walk(closed=True), refused), None)[0] == verifying.Judged("holds")

    def test_a_document_that_cannot_be_read_stops_before_its_first_step(self):
        assert verifying.judge({"v": 1, "game": "berserk", "setup": {"cards": 3}}, None) == (
            verifying.Judged("stops", step=0),
            None,
        )

    def test_a_board_that_breaks_the_engine_stops_instead_of_ending_everything(self, monkeypatch, caplog):
        def broken(scenario):
            raise ZeroDivisionError

        monkeypatch.setattr(verifying, "prove", broken)
        assert verifying.judge(walk(), None)[0] == verifying.Judged("stops", step=0)
        assert "cannot be played" in caplog.text

    def test_other_options_at_the_end_are_no_difference(self):
        document = claiming(walk(), PLACED)
        before = accepted(document)
        assert before["lines"][0]["options"] is None
        assert verifying.judge(document, before)[0] == verifying.Judged("holds")

    def test_other_steps_than_the_accepted_ones_are_different_from_there_on(self, without):
        document = claiming(walk(), PLACED)
        before = accepted(document)
        without("berserk:move#cell-costs-a-unit")
        found = verifying.judge(document, before)[0]
        assert (found.result, found.line) == ("different", "main")
        assert found.step

    def test_the_same_steps_by_other_clauses(self):
        document = claiming(walk(), PLACED)
        before = accepted(document)
        before["lines"][0]["steps"][1][2] = "other"
        found = verifying.judge(document, before)[0]
        assert (found.result, found.line, found.step) == ("other-clauses", "main", 2)

    def test_what_was_legal_and_is_refused_now_stops_because_of_a_clause(self):
        before = accepted(claiming(walk(), PLACED))
        found = verifying.judge(claiming(walk(closed=True), PLACED), before)[0]
        assert (found.result, found.step, found.clause) == ("stops", 1, CLOSED)


@pytest.fixture
def verified(loaded):
    services.verify()
    return Check.objects.get(pk=ID)


class TestVerify:
    def test_the_first_play_that_holds_is_the_one_to_compare_with(self, verified):
        assert (verified.result, verified.game) == ("holds", "berserk")
        assert verified.accepted["claims"] == [True, True]
        assert verified.accepted_at is not None

    def test_a_broken_rule_turns_the_ruling_and_its_history_keeps_the_old_result(self, verified, without):
        without(CLOSED)
        assert services.verify_changed() == "rulings and examples played: 1 different"
        row = Check.objects.get(pk=ID)
        assert (row.result, row.accepted) == ("different", verified.accepted)
        past = PastCheck.objects.get(subject=ID)
        assert (past.result, past.until) == ("holds", row.since)

    def test_nothing_is_played_again_until_rules_or_documents_change(self, verified, monkeypatch):
        monkeypatch.setattr(verifying, "prove", None)
        assert services.verify_changed() == ""
        assert Check.objects.get(pk=ID).at == verified.at

    def test_another_document_is_judged_anew(self, verified, content, change):
        change('place = "E1"', 'place = "D1"')
        from glossary import services as glossary

        glossary.load_pack(content)
        services.verify_changed()
        row = Check.objects.get(pk=ID)
        assert (row.result, row.accepted) == ("different", None)

    def test_a_changed_result_makes_the_copies_of_pages_old(self, verified, without):
        version = Game.objects.get().version
        services.verify()
        assert Game.objects.get().version == version
        without(CLOSED)
        services.verify()
        assert Game.objects.get().version > version

    def test_a_retired_ruling_is_played_no_more(self, verified):
        from rulings.models import Ruling

        Ruling.objects.update(live=False)
        assert services.verify() == []
        assert not Check.objects.exists()

    def test_examples_are_played_too(self, loaded):
        from glossary.models import Example

        Example.objects.create(
            pk="example:berserk/walk", game_id="berserk", slug="walk", scenario=claiming(walk(), PLACED)
        )
        assert [row.subject for row in services.verify()] == [ID, "example:berserk/walk"]
        assert services.verify_one("example:berserk/walk").result == "holds"
        assert services.verify_one("example:berserk/none") is None

    def test_rules_digests_are_those_of_the_clause_matrix(self, verified):
        assert verified.rules == coverage.rules_digest("berserk")


class TestAccept:
    def test_what_holds_may_become_the_play_to_compare_with(self, verified):
        old = copy.deepcopy(verified.accepted)
        old["lines"][1]["steps"][0][2] = "other"
        Check.objects.update(accepted=old)
        services.verify()
        assert Check.objects.get().result == "other-clauses"
        assert services.accept(ID).result == "holds"
        services.verify()
        assert Check.objects.get().result == "holds"

    def test_what_does_not_hold_is_refused_with_the_reason(self, verified, without):
        without(CLOSED)
        with pytest.raises(services.NotAccepted, match="does not hold today: different in line main"):
            services.accept(ID)
        assert Check.objects.get().accepted == verified.accepted

    def test_what_has_no_board_cannot_be_accepted(self, db):
        with pytest.raises(services.NotAccepted, match="has no board"):
            services.accept(ID)


class TestCommand:
    def test_it_tells_every_result(self, loaded, capsys):
        call_command("verify_rulings")
        assert capsys.readouterr().out == f"{ID}: holds\n1 played: 1 holds\n"

    def test_it_fails_when_a_ruling_does_not_hold(self, verified, without, capsys):
        without(CLOSED)
        with pytest.raises(CommandError, match="1 do not show what they should"):
            call_command("verify_rulings")
        assert f"{ID}: different in line main" in capsys.readouterr().out

    def test_unknown_ids_are_refused(self, loaded):
        with pytest.raises(CommandError, match="nothing to play under: ruling:none"):
            call_command("verify_rulings", "ruling:none")

    def test_accepting_everything_blindly_is_refused(self, loaded):
        with pytest.raises(CommandError, match="--accept needs ids"):
            call_command("verify_rulings", accept=True)

    def test_accepting_takes_what_holds(self, verified, capsys):
        old = copy.deepcopy(verified.accepted)
        old["lines"][1]["steps"][0][2] = "other"
        Check.objects.update(accepted=old)
        call_command("verify_rulings", ID, accept=True)
        assert capsys.readouterr().out == f"{ID}: holds\n1 played: 1 holds\n"


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (verifying.Judged("holds"), "holds"),
        (verifying.Judged("other-clauses", "main", 2), "holds by other clauses from step 2 of line main"),
        (verifying.Judged("different", "main", 3), "different at step 3 of line main"),
        (verifying.Judged("stops", "main", 1, CLOSED), f"stops at step 1 of line main because of {CLOSED}"),
        (verifying.Judged("stops", step=0), "stops at step 0"),
    ],
)
def test_results_in_words(result, words):
    assert services.told(result) == words


def test_a_mage_that_wounds_holds():
    assert verifying.prove(hurl()).failures == ()
