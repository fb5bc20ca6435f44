"""Spells without effect, composite features, death and zones of Berserk: what the examples do not show."""

import pytest

from simulator.engine.scenario import BadScenario
from simulator.games.playing import play_document


def card(name, player, cell=None, **more):
    place = {"cell": cell} if cell else {}
    return {"id": name, "controller": player, "life": 5, **place, **more}


def text(name, **more):
    return {"text": "playable", "name": name, "cost": {"chips": 1}, **more}


def use(feature, *targets, by="mage", **more):
    return {"at": {"kind": "act"}, "take": {"type": "use-feature", "card": by, "feature": feature,
                                            "targets": list(targets), **more}}  # fmt: skip


def part(feature, number, *targets, by="mage"):
    take = {"type": "use-part", "card": by, "feature": feature, "part": number, "targets": list(targets)}
    return {"at": {"kind": "part"}, "take": take}


def die(n):
    return {"at": {"kind": "attack-die"}, "take": n}


def play(cards, *answers):
    document = {
        "v": 1,
        "game": "berserk",
        "setup": {"cards": cards},
        "lines": [{"name": "main", "answers": list(answers)}],
    }
    line = play_document(document, boards="full")["lines"][0]
    assert line["stop"] is None or line["stop"]["kind"] == "refused", line["stop"]
    return line


def events(line, kind):
    return [step["event"] for step in line["steps"] if step["event"]["type"] == kind]


def end(line, name):
    return line["steps"][-1]["picture"]["cards"][name]


def problems(*cards):
    with pytest.raises(BadScenario) as bad:
        play(list(cards))
    return {problem.pointer: problem.detail for problem in bad.value.problems}


def mage(*texts, **more):
    return card("mage", "p1", "C1", chips=5, texts=list(texts), **more)


SPARK = text("spark", kind="spell", effects=[{"do": "wound"}])
DAMPER = {"text": "modifier", "name": "damper", "of": ["spell"], "amount": -1}


class TestSpells:
    def test_prevention_counts_as_not_dealt(self):
        calm = {"text": "static", "name": "calm", "what": "no-wounds-from-spells"}
        line = play([mage(SPARK), card("foe", "p2", "C2'", texts=[calm])], use("spark", "foe"))
        assert events(line, "not-successful")

    def test_modifiers_of_both_sides_add_up_and_never_go_below_nothing(self):
        stronger = {"text": "modifier", "name": "focus", "of": ["spell"], "amount": 2, "by": True}
        line = play([mage(SPARK, stronger), card("foe", "p2", "C2'", texts=[DAMPER])], use("spark", "foe"))
        assert [e["amount"] for e in events(line, "wounded")] == [2]
        very = {**DAMPER, "amount": -7}
        line = play([mage(SPARK), card("foe", "p2", "C2'", wounds=2, texts=[very])], use("spark", "foe"))
        assert end(line, "foe")["wounds"] == 2

    def test_what_accompanies_a_spell_is_not_lessened(self):
        spell = text("burst", kind="spell", effects=[{"do": "mark", "marker": "curse"}],
                     accompanying=[{"do": "wound", "target": True}])  # fmt: skip
        line = play([mage(spell), card("foe", "p2", "C2'", texts=[DAMPER])], use("burst", "foe"))
        assert end(line, "foe")["wounds"] == 1

    def test_a_modifier_of_spells_leaves_influences_and_attacks_alone(self):
        cards = [
            mage(text("jab", effects=[{"do": "wound"}]), text("shoot", kind="shot", strength=[1, 1, 1])),
            card("foe", "p2", "C2'", texts=[DAMPER]),
        ]
        line = play(cards, use("jab", "foe"), use("shoot", "foe"), die(4))
        assert end(line, "foe")["wounds"] == 2

    def test_a_modifier_of_shots_works_on_shots(self):
        cover = {"text": "modifier", "name": "cover", "of": ["shot"], "amount": -2}
        cards = [
            mage(text("shoot", kind="shot", strength=[1, 2, 3])),
            card("foe", "p2", "C2'", texts=[cover]),
        ]
        assert end(play(cards, use("shoot", "foe"), die(6)), "foe")["wounds"] == 1

    def test_of_many_targets_one_wounded_is_enough(self):
        spell = text("storm", kind="spell", effects=[{"do": "wound", "each": True, "on": {"whose": "enemy"}}],
                     accompanying=[{"do": "gain-chips", "itself": True}])  # fmt: skip
        cards = [mage(spell), card("foe", "p2", "C2'", texts=[DAMPER]), card("other", "p2", "A2'")]
        line = play(cards, use("storm"))
        assert not events(line, "not-successful")
        assert end(line, "mage")["chips"] == 5

    def test_taking_chips_that_are_not_there_lays_nothing(self):
        spell = text("drain", kind="spell", effects=[{"do": "lose-chips", "amount": 2}])
        assert events(play([mage(spell), card("foe", "p2", "C2'")], use("drain", "foe")), "not-successful")

    def test_an_unsuccessful_spell_that_closes_its_card_is_paid_by_closing(self):
        spell = {**SPARK, "cost": {"close": True}}
        line = play([mage(spell), card("foe", "p2", "C2'", texts=[DAMPER])], use("spark", "foe"))
        assert not end(line, "mage")["open"]

    def test_terrain_may_be_the_target_of_a_spell(self):
        spell = text(
            "mark", kind="spell", effects=[{"do": "mark", "marker": "curse", "on": {"what": "card"}}]
        )
        line = play([mage(spell), card("bog", "p2", zone="auxiliary", type="terrain")], use("mark", "bog"))
        assert events(line, "marker-laid")

    def test_the_protected_target_alone_stops_what_would_reach_others(self):
        spell = {**SPARK, "accompanying": [{"do": "wound", "each": True, "on": {"near": "target"}}]}
        guard = {"text": "protection", "name": "ward", "guard": "spell"}
        cards = [mage(spell), card("foe", "p2", "C2'", texts=[guard]), card("near", "p2", "D2'")]
        line = play(cards, use("spark", "foe"))
        assert events(line, "not-triggered")
        assert end(line, "near")["wounds"] == 0

    def test_the_same_effects_as_an_influence_cite_the_clause_of_influences(self):
        jab = text("jab", effects=[{"do": "wound"}])
        guard = {"text": "protection", "name": "ward", "guard": "influence"}
        line = play([mage(jab), card("foe", "p2", "C2'", texts=[guard])], use("jab", "foe"))
        step = next(s for s in line["steps"] if s["event"]["type"] == "not-successful")
        assert "berserk:influence#no-effect-is-no-success" in step["cites"]


class TestCompositeFeatures:
    def test_a_part_may_be_answered_and_then_finds_no_target(self):
        chain = text("chain", effects=[{"do": "close"}], then=[{"effects": [{"do": "open"}]}])
        out = text("out", sudden=True, effects=[{"do": "put", "into": "exile", "itself": True}])
        cards = [mage(chain), card("foe", "p2", "C2'", chips=1, texts=[out]), card("far", "p2", "A2'")]
        answer = {"at": {"kind": "response", "player": "p2", "nth": 2},
                  "take": {"type": "use-feature", "card": "foe", "feature": "out"}}  # fmt: skip
        line = play(cards, use("chain", "far"), part("chain", 2, "foe"), answer)
        assert len(events(line, "cancelled")) == 1
        assert end(line, "foe")["zone"] == "exile"
        assert end(line, "mage")["chips"] == 4, "what was done of it is paid"

    def test_a_part_without_a_legal_target_is_left_out(self):
        chain = text("chain", effects=[{"do": "close"}],
                     then=[{"effects": [{"do": "wound", "on": {"near": "source"}}]},
                           {"effects": [{"do": "gain-chips", "itself": True}]}])  # fmt: skip
        line = play([mage(chain), card("foe", "p2", "C2'")], use("chain", "foe"))
        assert [e["part"] for e in events(line, "part-not-declared")] == [2]
        assert end(line, "mage")["chips"] == 5

    @pytest.mark.parametrize(("chosen", "target", "legal"), [
        ("before", "foe", True), ("before", "other", False),
        ("not-before", "foe", False), ("not-before", "other", True),
    ])  # fmt: skip
    def test_earlier_targets_are_remembered_only_when_the_text_says_so(self, chosen, target, legal):
        chain = text(
            "chain",
            effects=[{"do": "close"}],
            then=[{"effects": [{"do": "wound", "on": {"chosen": chosen}}]}],
        )
        cards = [mage(chain), card("foe", "p2", "C2'"), card("other", "p2", "A2'")]
        line = play(cards, use("chain", "foe"), part("chain", 2, target))
        assert (line["stop"] is None) == legal

    def test_the_previous_target_can_be_meant_without_choosing(self):
        chain = {
            **SPARK,
            "then": [{"kind": "spell", "depends_on": 1, "effects": [{"do": "close", "target": True}]}],
        }
        line = play([mage(chain), card("foe", "p2", "C2'")], use("spark", "foe"))
        assert not end(line, "foe")["open"]

    def test_near_the_previous_target_means_where_it_stood(self):
        chain = text("chain", effects=[{"do": "destroy"}],
                     then=[{"effects": [{"do": "wound", "on": {"near": "previous"}}]}])  # fmt: skip
        cards = [mage(chain), card("foe", "p2", "C2'"), card("near", "p2", "D2'"), card("far", "p2", "A3'")]
        assert play(cards, use("chain", "foe"), part("chain", 2, "far"))["stop"]
        assert end(play(cards, use("chain", "foe"), part("chain", 2, "near")), "near")["wounds"] == 1

    def test_dependence_on_the_second_of_three(self):
        chain = {**SPARK, "then": [{"kind": "spell", "effects": [{"do": "wound"}]},
                                   {"depends_on": 2, "effects": [{"do": "gain-chips", "itself": True}]}]}  # fmt: skip
        cards = [mage(chain), card("foe", "p2", "C2'", texts=[DAMPER]), card("other", "p2", "A2'")]
        line = play(cards, use("spark", "foe"), part("spark", 2, "other"))
        assert end(line, "mage")["chips"] == 5, "only the second counts"
        line = play(cards, use("spark", "other"), part("spark", 2, "foe"))
        assert end(line, "mage")["chips"] == 4

    def test_amounts_are_counted_over_the_parts(self):
        chain = text("chain", effects=[{"do": "wound", "amount": 2}],
                     then=[{"effects": [{"do": "gain-chips", "itself": True, "for_each": "wounded"}]}])  # fmt: skip
        line = play([mage(chain), card("foe", "p2", "C2'")], use("chain", "foe"))
        assert end(line, "mage")["chips"] == 6

    def test_a_part_is_not_declared_by_itself(self):
        chain = {**SPARK, "then": [{"effects": [{"do": "close"}]}]}
        answer = {**part("spark", 2, "foe"), "at": {"kind": "act"}}
        line = play([mage(chain), card("foe", "p2", "C2'")], answer)
        assert "berserk:composite-feature#parts-one-after-another" in [
            r["clause"] for r in line["stop"]["reasons"]
        ]


class TestDeath:
    MOURN = {"text": "triggered", "name": "mourn", "when": "death", "to": {"what": "card"},
             "effects": [{"do": "gain-chips", "itself": True}]}  # fmt: skip

    def test_cards_that_die_together_see_each_other(self):
        last = {"text": "triggered", "name": "last", "when": "death", "to": {"what": "creature"},
                "effects": [{"do": "wound", "each": True, "on": {"whose": "enemy"}}]}  # fmt: skip
        kill = text("kill", effects=[{"do": "destroy", "each": True, "on": {"whose": "enemy"}}])
        cards = [mage(kill), card("foe", "p2", "C2'", texts=[last]), card("other", "p2", "A2'")]
        line = play(cards, use("kill"))
        assert len(events(line, "died")) == 2
        assert end(line, "mage")["wounds"] == 2

    def test_what_stood_near_the_dead_card_is_reached(self):
        blast = {"text": "triggered", "name": "blast", "when": "death",
                 "effects": [{"do": "wound", "each": True, "on": {"near": "source"}}]}  # fmt: skip
        cards = [mage(text("kill", effects=[{"do": "destroy"}])), card("foe", "p2", "C2'", texts=[blast]),
                 card("near", "p2", "D2'"), card("far", "p2", "A2'")]  # fmt: skip
        line = play(cards, use("kill", "foe"))
        assert (end(line, "near")["wounds"], end(line, "far")["wounds"]) == (1, 0)

    def test_put_into_the_graveyard_it_dies_without_being_destroyed(self):
        put = text("put", effects=[{"do": "put", "into": "graveyard", "itself": True}])
        line = play([mage(put, self.MOURN)], use("put"))
        assert not events(line, "destroyed")
        assert len(events(line, "died")) == 1

    def test_after_its_incarnation_it_dies_into_exile(self):
        cards = [
            mage(text("kill", effects=[{"do": "destroy"}]), self.MOURN),
            card("foe", "p2", "C2'", incarnated=True),
        ]
        line = play(cards, use("kill", "foe"))
        assert end(line, "foe")["zone"] == "exile"
        assert end(line, "mage")["chips"] == 5

    def test_an_artifact_dies_too_but_is_no_creature(self):
        kill = text("kill", effects=[{"do": "destroy", "on": {"what": "card"}}])
        only = {**self.MOURN, "name": "only", "to": {"what": "creature"}}
        line = play(
            [mage(kill, self.MOURN, only), card("idol", "p2", "C2'", type="artifact")], use("kill", "idol")
        )
        assert end(line, "mage")["chips"] == 5

    def test_a_triggered_text_asks_for_its_target(self):
        revenge = {"text": "triggered", "name": "revenge", "when": "death", "effects": [{"do": "wound"}]}
        cards = [mage(text("kill", effects=[{"do": "destroy"}])), card("foe", "p2", "C2'", texts=[revenge]),
                 card("other", "p2", "A2'")]  # fmt: skip
        aim = {"at": {"kind": "triggered-target", "player": "p2", "object": "foe"}, "take": "mage"}
        assert end(play(cards, use("kill", "foe"), aim), "mage")["wounds"] == 1

    @pytest.mark.parametrize("taken", [True, False])
    def test_a_text_that_may_is_asked(self, taken):
        cards = [
            mage(text("kill", effects=[{"do": "destroy"}]), {**self.MOURN, "may": True}),
            card("foe", "p2", "C2'"),
        ]
        line = play(cards, use("kill", "foe"), {"at": {"kind": "may"}, "take": taken})
        assert end(line, "mage")["chips"] == (5 if taken else 4)

    def test_from_the_graveyard_into_exile_is_no_death(self):
        banish = text("banish", effects=[{"do": "put", "out_of": "graveyard", "into": "exile"}])
        line = play([mage(banish, self.MOURN), card("dead", "p2", zone="graveyard")], use("banish", "dead"))
        assert end(line, "dead")["zone"] == "exile"
        assert not events(line, "died")

    def test_the_top_cards_of_a_deck_are_the_first_listed(self):
        mill = text("mill", effects=[{"do": "put", "out_of": "deck", "into": "graveyard", "amount": 2,
                                      "on": {"whose": "own"}}])  # fmt: skip
        deck = [card(name, "p1", zone="deck") for name in ("one", "two", "three")]
        line = play([mage(mill), card("other", "p2", zone="deck"), *deck], use("mill"))
        zones = [end(line, name)["zone"] for name in ("one", "two", "three", "other")]
        assert zones == ["graveyard", "graveyard", "deck", "deck"]
        assert play([mage(mill)], use("mill"))["stop"], "a card that is not known is not guessed"

    def test_nobody_sees_a_deck_and_a_hand_is_seen_by_its_player(self):
        document = {
            "v": 1,
            "game": "berserk",
            "setup": {"cards": [card("top", "p1", zone="deck"), card("held", "p1", zone="hand")]},
            "lines": [{"name": "main", "answers": []}],
            "claims": [
                {"kind": "hidden", "of": name, "player": player, "hidden": (name, player) != ("held", "p1")}
                for name in ("top", "held")
                for player in ("p1", "p2")
            ],
        }
        assert [claim["holds"] for claim in play_document(document)["claims"]] == [True] * 4


class TestAttacked:
    ALERT = {
        "text": "triggered",
        "name": "alert",
        "when": "attacked",
        "effects": [{"do": "wound", "target": True}],
    }

    def test_the_attacker_can_be_meant(self):
        shot = text("shoot", kind="shot", strength=[1, 1, 1])
        line = play([mage(shot), card("foe", "p2", "C2'", texts=[self.ALERT])], use("shoot", "foe"), die(1))
        assert end(line, "mage")["wounds"] == 1

    def test_influences_and_spells_do_not_attack(self):
        cards = [
            mage(SPARK, text("jab", effects=[{"do": "wound"}])),
            card("foe", "p2", "C2'", texts=[self.ALERT]),
        ]
        assert end(play(cards, use("spark", "foe"), use("jab", "foe")), "mage")["wounds"] == 0


class TestWhatIsRefused:
    @pytest.mark.parametrize("zone", ["deal", "recruitment", "additional"])
    def test_a_zone_that_the_game_does_not_have(self, zone):
        found = problems(card("foe", "p2", zone=zone))
        assert list(found) == ["/setup/cards/0/zone"]
        assert "berserk:zones#no-other-zones" in found["/setup/cards/0/zone"]

    def test_the_stack_and_the_whole_battle_zone_have_words_of_their_own(self):
        assert "declare it" in problems(card("foe", "p2", zone="stack"))["/setup/cards/0/zone"]
        assert (
            "battlefield or auxiliary"
            in problems(card("foe", "p2", zone="battle-zone"))["/setup/cards/0/zone"]
        )

    @pytest.mark.parametrize("zone", ["exile", "hand", "deck", "graveyard"])
    def test_the_others_are_accepted(self, zone):
        assert play([card("foe", "p2", zone=zone)])["stop"] is None

    @pytest.mark.parametrize(("what", "pointer"), [
        ({**SPARK, "then": [{"effects": [{"do": "close"}], "depends_on": 2}]}, "/then/0/depends_on"),
        ({**SPARK, "then": [{"kind": "shot"}]}, "/then/0"),
        ({**SPARK, "strength": [1, 1, 1]}, "/strength"),
        (text("a", effects=[{"do": "wound", "on": {"near": "previous"}}]), "/effects/0/on/near"),
        (text("a", effects=[{"do": "wound", "on": {"chosen": "before"}}]), "/effects/0/on/chosen"),
        (text("a", effects=[{"do": "put"}]), ""),
        (text("a", effects=[{"do": "wound", "into": "exile"}]), ""),
        (text("a", effects=[{"do": "put", "out_of": "deck", "into": "graveyard"}]), ""),
        (text("a", effects=[{"do": "put", "out_of": "hand", "into": "exile", "each": True}]), ""),
        ({**DAMPER, "amount": 0}, "/amount"),
        ({"text": "accompanying", "name": "a", "of": ["spell"], "effects": [{"do": "wound"}]}, ""),
        ({"text": "triggered", "name": "a", "when": "death", "effects": [{"do": "wound", "target": True}]}, ""),
        ({"text": "triggered", "name": "a", "when": "death", "effects": [{"do": "finish"}]}, ""),
    ])  # fmt: skip
    def test_a_text_that_says_nothing_playable(self, what, pointer):
        assert f"/setup/cards/0/texts/0{pointer}" in problems(mage(what))
