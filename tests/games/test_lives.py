"""Lives, additional lives and healing beyond the examples: several targets, counting, durations, answers."""

import pytest

from simulator.engine.look import Look
from simulator.engine.playback import Playback
from simulator.engine.scenario import BadScenario
from simulator.games.playing import parse, play_document
from simulator.games.registry import games


def card(name, cell, controller="p1", **more):
    return {"id": name, "controller": controller, "cell": cell, **more}


def feature(*effects, name="use", chips=1, **more):
    return {"text": "playable", "name": name, "cost": {"chips": chips}, "effects": list(effects), **more}


def lives(what, amount=1, *, name="banner", **more):
    return {"text": "lives", "name": name, "what": what, "amount": amount, **more}


def use(*targets, card="mage", name="use", player="p1", kind="act", **more):
    take = {"type": "use-feature", "card": card, "feature": name, "targets": list(targets)}
    return {"at": {"kind": kind, "player": player, **more}, "take": take}


PASS = {"at": {"clock": "turn 1", "kind": "act"}, "take": {"type": "pass"}}


def document(cards, *answers, **setup):
    return {
        "v": 1,
        "game": "berserk",
        "setup": {"cards": cards, **setup},
        "lines": [{"name": "main", "answers": list(answers)}],
    }


def line(cards, *answers, **setup):
    """The line as it was played; it must reach its end."""
    played = Playback(parse(document(cards, *answers, **setup))).lines["main"]
    assert played.stop is None, played.stop
    return played


def numbers(played, name):
    """(lives, maximum, wounds, additional lives) of a card at the end."""
    seen = Look(played.last, games()["berserk"].rulebook("base-5"))
    return tuple(
        seen.value(value, name) for value in ("lives", "maximum-lives", "wounds", "additional-lives")
    )


def events(played, name):
    return [step.event for step in played.steps if step.name == name]


def problems(cards, **setup):
    with pytest.raises(BadScenario) as caught:
        parse(document(cards, **setup))
    return [(problem.pointer, problem.detail) for problem in caught.value.problems]


def mage(*effects, **more):
    return card("mage", "C1", life=4, chips=9, texts=[feature(*effects, **more)])


class TestHealing:
    def test_several_targets_of_one_text_are_healed_each_for_itself(self):
        cards = [
            mage({"do": "heal", "amount": 2}, {"do": "heal", "amount": 3}),
            card("one", "B1", life=6, wounds=5),
            card("two", "D1", life=6, wounds=1),
        ]
        played = line(cards, use("one", "two"))
        assert numbers(played, "one")[2] == 3
        assert numbers(played, "two")[2] == 0

    def test_one_target_twice_is_healed_of_what_is_left(self):
        cards = [
            mage(
                {"do": "heal", "amount": 3},
                {"do": "heal", "amount": 3},
                {"do": "gain-chips", "itself": True, "for_each": "healed"},
            ),
            card("one", "B1", life=6, wounds=4),
        ]
        played = line(cards, use("one", "one"))
        assert [(e.amount, e.x) for e in events(played, "healed")] == [(3, 3), (1, 3)]
        assert [e.amount for e in events(played, "chips-gained")] == [4]

    def test_each_heals_the_creatures_and_counts_them_together(self):
        each = {"do": "heal", "amount": 2, "each": True, "on": {"what": "card", "whose": "own"}}
        gain = {"do": "gain-chips", "itself": True, "amount": 2, "for_each": "healed"}
        cards = [
            mage(each, accompanying=[gain]),
            card("one", "B1", life=6, wounds=5),
            card("two", "D1", life=6, wounds=1),
            card("idol", "E1", life=6, wounds=3, type="artifact"),
            card("foe", "C1'", "p2", life=6, wounds=3),
        ]
        played = line(cards, use())
        assert {name: numbers(played, name)[2] for name in ("one", "two", "idol", "foe")} == {
            "one": 3,
            "two": 0,
            "idol": 3,
            "foe": 3,
        }
        assert [e.amount for e in events(played, "chips-gained")] == [6]

    def test_itself(self):
        cards = [
            card("mage", "C1", life=4, wounds=3, chips=1, texts=[feature({"do": "heal", "itself": True})])
        ]
        assert numbers(line(cards, use()), "mage") == (2, 4, 2, 0)

    def test_none_healed_is_paid_and_told_with_its_clause(self):
        played = line([mage({"do": "heal", "amount": 3}), card("one", "B1", life=5)], use("one"))
        assert events(played, "healed") == []
        (prevented,) = (step for step in played.steps if step.name == "prevented")
        assert "berserk:heal#counts-as-wounds-removed" in prevented.cites
        assert played.last.cards["mage"].chips == 8

    def test_protection_leaves_nothing_to_count(self):
        gain = {"do": "gain-chips", "itself": True, "for_each": "healed"}
        ward = {"text": "protection", "name": "ward", "guard": "influence"}
        cards = [mage({"do": "heal"}, gain), card("one", "B1", life=5, wounds=2, texts=[ward])]
        played = line(cards, use("one"))
        assert numbers(played, "one")[2] == 2
        assert events(played, "chips-gained") == []

    def test_a_flyer_is_a_creature_too(self):
        flyer = {
            "id": "flyer",
            "controller": "p1",
            "zone": "auxiliary",
            "flying": True,
            "life": 5,
            "wounds": 2,
        }
        assert numbers(line([mage({"do": "heal"}), flyer], use("flyer")), "flyer")[2] == 1

    def test_healed_for_each_wound_that_a_shot_dealt(self):
        drain = {"do": "heal", "itself": True, "for_each": "wounded"}
        shot = {
            "text": "playable",
            "name": "use",
            "cost": {"chips": 1},
            "kind": "shot",
            "strength": [1, 2, 3],
        }
        cards = [
            card("mage", "C1", life=9, wounds=8, chips=1, texts=[{**shot, "accompanying": [drain]}]),
            card("foe", "C2'", "p2", life=9),
        ]
        dice = {"at": {"kind": "attack-die"}, "take": 6}
        assert numbers(line(cards, use("foe"), dice), "mage")[2] == 5
        cards[1]["texts"] = [{"text": "protection", "name": "ward", "guard": "shot"}]
        assert numbers(line(cards, use("foe"), dice), "mage")[2] == 8

    def test_in_answer_to_finishing_it_saves_the_target(self):
        cards = [
            mage({"do": "finish", "amount": 2}),
            card("foe", "C1'", "p2", life=5, wounds=3),
            card("healer", "E1'", "p2", life=4, chips=1, texts=[feature({"do": "heal"}, sudden=True)]),
        ]
        played = line(cards, use("foe"), use("foe", card="healer", player="p2", kind="response"))
        assert played.last.cards["foe"].zone == "battlefield"
        (cancelled,) = (step for step in played.steps if step.name == "cancelled")
        assert "berserk:finishing#lives-threshold" in cancelled.cites
        assert played.last.cards["mage"].chips == 9

    def test_effects_of_fewer_lives_are_not_healed(self):
        cards = [mage({"do": "heal", "amount": 9}), card("one", "B1", life=6, wounds=1, fewer_lives=2)]
        assert numbers(line(cards, use("one")), "one") == (4, 4, 0, 0)


class TestAdditionalLives:
    def test_several_effects_are_added_up(self):
        give = {"do": "additional-lives", "amount": 2}
        cards = [
            mage(give),
            card("one", "B1", life=5, additional_lives=1, texts=[lives("additional", itself=True)]),
        ]
        assert numbers(line(cards, use("one"), use("one")), "one") == (11, 11, 0, 6)

    def test_an_artifact_gets_them_too(self):
        give = {"do": "additional-lives", "on": {"what": "card"}}
        assert (
            numbers(line([mage(give), card("idol", "B1", type="artifact", life=3)], use("idol")), "idol")[0]
            == 4
        )

    def test_those_until_the_end_of_the_turn_leave_the_others_and_the_wounds(self):
        one = card("one", "B1", life=5, wounds=4, additional_lives=2, additional_lives_this_turn=3)
        assert numbers(line([one]), "one") == (6, 10, 4, 5)
        assert numbers(line([one], PASS), "one") == (3, 7, 4, 2)

    def test_all_that_die_when_they_end_die_together(self):
        mortal = {"life": 2, "wounds": 3, "additional_lives_this_turn": 2}
        played = line([card("one", "B1", **mortal), card("two", "D1", **mortal)], PASS)
        assert [played.last.cards[name].zone for name in ("one", "two")] == ["graveyard", "graveyard"]
        assert [e.card for e in events(played, "destroyed")] == ["one", "two"]

    def test_they_are_gone_when_the_card_has_left_the_battle_zone(self):
        cards = [
            mage({"do": "destroy"}),
            card("one", "B1", life=3, additional_lives=2, fewer_lives=1),
        ]
        played = line(cards, use("one"))
        assert numbers(played, "one") == (3, 3, 0, 0)

    def test_a_feature_gives_them_to_those_that_fit_while_they_do(self):
        own = {"what": "creature", "whose": "own", "near": "source", "source": False}
        walker = card("walker", "C1", life=3, movement=1, texts=[lives("additional", 2, on=own)])
        cards = [
            walker,
            card("one", "B1", life=3),
            card("far", "E1", life=3),
            card("foe", "C1'", "p2", life=3),
        ]
        away = {"at": {"kind": "act"}, "take": {"type": "move", "card": "walker", "to": "D1"}}
        before, after = line(cards), line(cards, away)
        assert [numbers(before, name)[0] for name in ("walker", "one", "far", "foe")] == [3, 5, 3, 3]
        assert [numbers(after, name)[0] for name in ("walker", "one", "far", "foe")] == [3, 3, 5, 3]

    def test_a_wounded_neighbour_dies_when_the_feature_goes_away(self):
        own = {"what": "creature", "near": "source", "source": False}
        walker = card("walker", "C1", life=3, movement=1, texts=[lives("additional", 2, on=own)])
        away = {"at": {"kind": "act"}, "take": {"type": "move", "card": "walker", "to": "D1"}}
        played = line([walker, card("one", "B1", life=3, wounds=3)], away)
        assert played.last.cards["one"].zone == "graveyard"

    def test_wounds_and_additional_lives_of_one_strike_are_told(self):
        cards = [
            card("wolf", "C1", life=9, strike=[2, 2, 2]),
            card("foe", "C1'", "p2", life=5, open=False, additional_lives=1),
        ]
        strike = {"at": {"kind": "act"}, "take": {"type": "simple-strike", "card": "wolf", "target": "foe"}}
        played = line(cards, strike, {"at": {"kind": "attack-die"}, "take": 3})
        (wounded,) = (step for step in played.steps if step.name == "wounded")
        assert "berserk:additional-lives#kept-when-wounded" in wounded.cites
        assert numbers(played, "foe") == (4, 6, 2, 1)


class TestTheLivesIcon:
    REAP = {"do": "destroy", "each": True, "on": {"what": "creature", "whose": "enemy", "lives_at_most": 2}}

    def test_each_that_fits_now(self):
        cards = [
            mage(self.REAP),
            card("hurt", "A1'", "p2", life=9, wounds=7),
            card("small", "B1'", "p2", life=2),
            card("more", "C1'", "p2", life=2, additional_lives=1),
            card("less", "D1'", "p2", life=4, fewer_lives=2),
        ]
        played = line(cards, use())
        assert {e.card for e in events(played, "destroyed")} == {"hurt", "small", "less"}

    def test_at_least(self):
        strong = {"do": "wound", "on": {"what": "creature", "lives_at_least": 4}}
        cards = [mage(strong), card("foe", "C1'", "p2", life=5, wounds=2)]
        told = play_document(document(cards, use("foe")))["lines"][0]
        assert told["stop"]["kind"] == "refused"
        (reason,) = told["stop"]["reasons"]
        assert reason["facts"] == {"target": "foe", "lives": 3, "limit": 4}
        assert reason["sentence"]["en"].startswith("“foe” has too few current lives: 3")

    def test_an_attack_may_ask_for_it(self):
        shot = feature(kind="shot", strength=[1, 1, 1], on={"what": "card", "lives_at_most": 3})
        del shot["effects"]
        cards = [card("mage", "C1", life=4, chips=1, texts=[shot]), card("foe", "C2'", "p2", life=4)]
        stop = Playback(parse(document(cards, use("foe")))).lines["main"].stop
        assert stop.kind == "refused"
        assert "berserk:lives#icon-in-text-means-current" in {c for r in stop.reasons for c in r.cites}

    def test_as_many_wounds_as_the_card_has_lives(self):
        cards = [
            card(
                "mage", "C1", life=6, wounds=2, chips=1, texts=[feature({"do": "wound", "for_each": "lives"})]
            ),
            card("foe", "C1'", "p2", life=9),
        ]
        played = line(cards, use("foe"))
        assert numbers(played, "foe")[2] == 4
        (wounded,) = (step for step in played.steps if step.name == "wounded")
        assert "berserk:lives#icon-in-text-means-current" in wounded.cites


class TestOtherTexts:
    """Triggered texts, texts that accompany all abilities of a kind, and the parts of composite features."""

    def test_a_triggered_text_proposes_only_those_with_as_many_lives_as_it_asks_for(self):
        reap = {"do": "destroy", "on": {"what": "creature", "whose": "enemy", "lives_at_most": 2}}
        martyr = {"text": "triggered", "name": "last", "when": "death", "effects": [reap]}
        cards = [
            mage({"do": "destroy"}),
            card("one", "B1", life=3, texts=[martyr]),
            card("foe", "C1'", "p2", life=3),
            card("hurt", "D1'", "p2", life=5, wounds=3),
            card("small", "E1'", "p2", life=1),
        ]
        told = play_document(document(cards, use("one")))["lines"][0]
        assert sorted(option["take"] for option in told["decision"]["options"]) == ["hurt", "small"]

    def test_a_triggered_healing_proposes_only_creatures(self):
        heal = {"do": "heal", "amount": 2, "on": {"what": "card", "whose": "own"}}
        martyr = {"text": "triggered", "name": "last", "when": "death", "effects": [heal]}
        cards = [
            mage({"do": "destroy"}),
            card("one", "B1", life=3, texts=[martyr]),
            card("idol", "E1", life=6, wounds=3, type="artifact"),
            card("two", "E2", life=6, wounds=3),
        ]
        told = play_document(document(cards, use("one")))["lines"][0]
        assert [option["take"] for option in told["decision"]["options"]] == ["mage", "two"]

    def test_a_dependent_part_counts_what_the_first_has_healed(self):
        gain = {"effects": [{"do": "gain-chips", "itself": True, "for_each": "healed"}], "depends_on": 1}
        text = feature({"do": "heal", "amount": 3}, then=[gain])
        cards = [card("mage", "C1", life=4, chips=1, texts=[text]), card("one", "B1", life=6, wounds=2)]
        assert [e.amount for e in events(line(cards, use("one")), "chips-gained")] == [2]
        cards[1]["wounds"] = 0
        assert events(line(cards, use("one")), "chips-gained") == []

    def test_a_healing_spell_without_wounds_to_heal_has_no_success(self):
        on_spell = {"text": "accompanying", "name": "joy", "of": ["spell"]}
        on_spell["effects"] = [{"do": "additional-lives", "itself": True, "for_each": "healed"}]
        text = feature({"do": "heal", "amount": 2}, kind="spell")
        cards = [
            card("mage", "C1", life=4, chips=1, texts=[text, on_spell]),
            card("one", "B1", life=6, wounds=1),
        ]
        assert numbers(line(cards, use("one")), "mage") == (5, 5, 0, 1)
        cards[1]["wounds"] = 0
        played = line(cards, use("one"))
        (failed,) = (step for step in played.steps if step.name == "not-successful")
        assert "berserk:spell#no-effects-not-successful" in failed.cites
        assert numbers(played, "mage") == (4, 4, 0, 0)


class TestWhatCannotBe:
    def test_a_card_without_lives_is_no_position(self):
        assert problems([card("one", "B1", life=3, wounds=3)])[0][0] == "/setup/cards/0/wounds"
        assert problems([card("one", "B1", life=3, fewer_lives=3)])[0][0] == "/setup/cards/0/fewer_lives"
        line([card("one", "B1", life=3, wounds=3, additional_lives=1)])

    def test_features_of_other_cards_are_counted_for_that(self):
        curse = lives("fewer", 2, on={"what": "creature", "whose": "enemy"})
        foe = card("foe", "C1'", "p2", texts=[curse])
        assert problems([foe, card("one", "B1", life=2)]) == [
            ("/setup/cards/1/life", "it has no lives left: it would be destroyed; put it into the graveyard")
        ]
        banner = lives("additional", 1, on={"what": "creature", "near": "source"})
        line([card("one", "B1", life=3, wounds=3), card("two", "B2", life=1, texts=[banner])])

    def test_effects_on_lives_are_for_the_battle_zone_and_for_a_turn_under_way(self):
        buried = {"id": "one", "controller": "p1", "zone": "graveyard", "additional_lives": 1}
        assert problems([buried])[0][0] == "/setup/cards/0/additional_lives"
        early = card("one", "B1", fewer_lives_this_turn=1, life=3)
        assert problems([early], phase="before-turn")[0][0] == "/setup/cards/0/fewer_lives_this_turn"

    @pytest.mark.parametrize(
        ("text", "pointer"),
        [
            (feature({"do": "heal", "until_end_of_turn": True}), "effects/0/until_end_of_turn"),
            (feature({"do": "close", "for_each": "lives"}), "effects/0/for_each"),
            (feature({"do": "finish", "for_each": "lives"}), "effects/0/for_each"),
            (feature({"do": "gain-chips", "for_each": "healed"}, {"do": "heal"}), "effects/0/for_each"),
            (feature({"do": "heal", "for_each": "wounded"}), "effects/0/for_each"),
            (feature({"do": "heal", "itself": True, "on": {"lives_at_most": 2}}), "effects/0/on"),
            (
                feature({"do": "heal", "on": {"lives_at_most": 2, "lives_at_least": 3}}),
                "effects/0/on/lives_at_least",
            ),
            (lives("additional", on={"lives_at_most": 2}), "on"),
            (lives("additional", on={"near": "target"}), "on/near"),
            (lives("fewer", on={"what": "cell"}), "on/what"),
        ],
    )
    def test_what_no_text_can_say_is_refused_at_its_place(self, text, pointer):
        found = problems([card("mage", "C1", life=4, texts=[text])])
        assert f"/setup/cards/0/texts/0/{pointer}" in [place for place, _ in found]
