"""Gate Ruler: answers and the resolving of the gate, timings, what waits for the next damage or for a hit."""

import pytest

from simulator.engine.playback import Playback
from simulator.engine.scenario import BadScenario
from simulator.games.playing import parse
from tests.games.test_gate_ruler_positions import attack, doc, scroll, unit


def ability(name, *effects, **more):
    return {"text": "activated", "name": name, "effects": list(effects), **more}


def use(card, name, *targets, **at):
    take = {"type": "use-ability", "card": card, "ability": name, "targets": list(targets)}
    return {"at": {"kind": "response", **at}, "take": take}


def value(of, name, equals, **more):
    return {"kind": "value", "of": of, "value": name, "equals": equals, **more}


def happened(event, times, **where):
    return {"kind": "happened", "event": event, "times": times, "where": where}


def holds(document):
    playback = Playback(parse(document))
    assert not [line.stop for line in playback.lines.values() if line.stop]
    return [f.found for f in playback.findings if not f.holds]


BOLT = {"do": "damage", "amount": 3, "on": {"what": "unit"}}
WARD = {"do": "gain", "gives": "hp", "amount": 3, "on": {"whose": "own"}}
START = {"step": "start-gate", "nth": 1}
FOE = START | {"player": "p2"}


def test_nothing_is_added_between_the_resolutions_of_one_gate():
    mage = unit("mage", "p1", "attack", texts=[ability("bolt", BOLT)])
    monk = unit("monk", "p2", "attack", 1, texts=[ability("mend", WARD, cost="exhaust-this")])
    other = unit("other", "p2", "attack", 2, texts=[ability("mend", WARD, cost="exhaust-this")])
    answers = [
        use("mage", "bolt", "monk", player="p1", **START),
        use("monk", "mend", "monk", object="mage", player="p2"),
    ]
    playback = Playback(parse(doc(mage, monk, other, answers=answers)))
    line = playback.lines["main"]
    names = [step.name for step in line.steps]
    assert names[names.index("gained") :][:2] == ["gained", "damaged"]
    asked = [(r.at.object, r.at.player) for r in line.resolved if r.at.object]
    assert asked == [("mage", "p2"), ("monk", "p1"), ("monk", "p2")]


def test_system_processing_waits_for_the_whole_gate():
    """Damage that reaches HP while the gate is being resolved destroys only if it still does at the end."""
    mage = unit("mage", "p1", "attack", texts=[ability("bolt", BOLT)])
    monk = unit("monk", "p2", "attack", hp=3, texts=[ability("mend", WARD)])
    answers = [use("monk", "mend", "monk", **FOE), use("mage", "bolt", "monk", object="monk", player="p1")]
    claims = [
        {"kind": "place", "of": "monk", "place": "p2-attack-1"},
        value("monk", "damage", 3),
        happened("destroyed", 0),
    ]
    assert holds(doc(mage, monk, answers=answers, claims=claims)) == []


def test_a_unit_with_too_much_damage_is_destroyed_once_the_gate_is_empty():
    mage = unit("mage", "p1", "attack", texts=[ability("bolt", BOLT)])
    monk = unit("monk", "p2", "attack", hp=3)
    claims = [{"kind": "place", "of": "monk", "place": "graveyard"}]
    assert holds(doc(mage, monk, answers=[use("mage", "bolt", "monk", **START)], claims=claims)) == []


def test_what_triggers_while_the_gate_is_resolved_enters_it_afterwards():
    end = {"text": "automatic", "name": "end", "when": "leaves-play", "effects": [{"do": "draw"}]}
    mage = unit("mage", "p1", "attack", texts=[ability("doom", {"do": "destroy"})])
    monk = unit("monk", "p2", "attack", 1, texts=[end, ability("mend", WARD)])
    imp = unit("imp", "p2", "attack", 2, texts=[end])
    answers = [use("monk", "mend", "imp", **FOE), use("mage", "doom", "monk", object="monk", player="p1")]
    cards = (mage, monk, imp, scroll("top", "p2"))
    order = [{"event": e} for e in ("destroyed", "waits", "gained", "entered-gate", "drew")]
    claims = [{"kind": "order", "events": order}, happened("drew", 1)]
    assert holds(doc(*cards, answers=answers, claims=claims)) == []


def test_what_is_said_of_units_does_not_reach_a_ruler():
    mage = unit("mage", "p1", "attack", texts=[ability("bolt", BOLT)])
    action = use("mage", "bolt", "p2-ruler")["take"] | {"by": "p1"}
    clause = "gate-ruler:unit#ruler-is-not-a-unit"
    asked = doc(mage, claims=[{"kind": "refused", "action": action, "clause": clause}])
    playback = Playback(parse(asked))
    assert playback.holds
    assert not Playback(playback.scenario, playback.rules.without(clause)).holds


def test_a_bonus_until_it_hits_a_ruler_outlives_damage_to_a_unit():
    gain = {"do": "gain", "gives": "stk", "amount": 2, "until": "hits-ruler", "itself": True}
    ram = unit("ram", "p1", "attack", atk=2, stk=1, texts=[
        ability("roar", gain), {"text": "keyword", "keyword": "x-attacks", "x": 3},
    ])  # fmt: skip
    foe = unit("foe", "p2", "attack", 1)
    deck = [scroll(f"s{n}", "p2") for n in range(5)]
    answers = [
        use("ram", "roar", **START), attack("ram", "foe"), attack("ram", "p2-attack-2"),
        attack("ram", "p2-attack-2"),
    ]  # fmt: skip
    claims = [
        happened("ruler-damaged", 1, amount=3), happened("ruler-damaged", 1, amount=1),
        happened("bonus-spent", 1, card="ram"), value("foe", "damage", 2), value("ram", "stk", 1),
    ]  # fmt: skip
    assert holds(doc(ram, foe, *deck, answers=answers, claims=claims)) == []


@pytest.mark.parametrize("keyword", ["intercept", "counterattack"])
def test_a_card_that_waits_for_battle_damage_sees_that_of_keywords(keyword):
    ram = unit("ram", "p1", "attack", atk=1, hp=9)
    text = {"text": "automatic", "name": "sight", "when": "deals-battle-damage", "effects": [{"do": "draw"}]}
    thorn = unit("thorn", "p2", "defence", atk=2, texts=[{"text": "keyword", "keyword": keyword}, text])
    claims = [happened("drew", 1, player="p2"), happened("entered-gate", 1, card="thorn")]
    assert holds(doc(ram, thorn, scroll("top", "p2"), answers=[attack("ram", "thorn")], claims=claims)) == []


def test_all_that_waits_for_the_next_damage_is_spent_on_it():
    guard = {"do": "prevent", "amount": 3, "itself": True}
    wall = unit("wall", "p2", "defence", hp=9, texts=[ability("one", guard), ability("two", guard)])
    ram = unit("ram", "p1", "attack", atk=4, texts=[{"text": "keyword", "keyword": "x-attacks", "x": 2}])
    answers = [use("wall", "one", **START), use("wall", "two", object="wall"), attack("ram", "wall"),
               attack("ram", "wall")]  # fmt: skip
    claims = [value("wall", "damage", 4), happened("prevention-spent", 1, card="wall", amount=6)]
    assert holds(doc(wall, ram, answers=answers, claims=claims)) == []


def test_what_waits_for_the_next_damage_ends_with_the_turn():
    guard = {"do": "prevent", "amount": 3, "itself": True}
    wall = unit("wall", "p2", "attack", hp=9, texts=[ability("one", guard)])
    ram = unit("ram", "p1", "attack", atk=4)
    passing = {"take": {"type": "pass"}}
    answers = [
        use("wall", "one", **START, clock="turn 3"),
        passing | {"at": {"kind": "attack", "clock": "turn 3"}},
        passing | {"at": {"kind": "attack", "clock": "turn 4"}},
        {
            "at": {"kind": "attack", "clock": "turn 5"},
            "take": {"type": "attack", "attacker": "ram", "target": "wall"},
        },
    ]
    assert holds(doc(wall, ram, answers=answers, claims=[value("wall", "damage", 4)])) == []


def test_nothing_can_be_prevented_that_is_less_than_one():
    guard = {"do": "prevent", "amount": 0, "itself": True}
    with pytest.raises(BadScenario) as caught:
        parse(doc(unit("wall", "p2", "attack", texts=[ability("one", guard)])))
    assert [p.pointer for p in caught.value.problems] == ["/setup/cards/0/texts/0/effects/0/amount"]


GUARD = ability("rite", {"do": "prevent", "amount": 9, "on": {"whose": "own"}}, timing="before-damage")


def rite(by="p2"):
    return use("monk", "rite", "monk")["take"] | {"by": by}


def test_before_damage_is_no_time_when_no_damage_is_coming():
    monk = unit("monk", "p2", "attack", texts=[GUARD])
    asked = doc(monk, unit("ram", "p1", "attack"))
    playback = Playback(parse(asked))
    questions = [m for m in playback.lines["main"].resolved if m.at.player == "p2"]
    assert not questions


@pytest.mark.parametrize("step", ["declared-gate", "intercept-gate"])
def test_before_damage_is_from_the_declaration_to_the_battle_damage(step):
    monk = unit("monk", "p2", "attack", texts=[GUARD])
    answers = [attack("ram", "monk"), use("monk", "rite", "monk", step=step)]
    ram = unit("ram", "p1", "attack", atk=3)
    assert holds(doc(monk, ram, answers=answers, claims=[value("monk", "damage", 0)])) == []


def test_before_damage_is_in_answer_to_an_ability_that_deals_damage():
    monk = unit("monk", "p2", "attack", texts=[GUARD])
    mage = unit("mage", "p1", "attack", texts=[ability("bolt", BOLT), ability("hone", WARD)])
    answers = [use("mage", "bolt", "monk", **START), use("monk", "rite", "monk", object="mage")]
    assert holds(doc(monk, mage, answers=answers, claims=[value("monk", "damage", 0)])) == []
    other = doc(monk, mage, answers=[use("mage", "hone", "mage", **START)])
    questions = [m for m in Playback(parse(other)).lines["main"].resolved if m.at.player == "p2"]
    assert not questions


def test_nothing_is_used_between_two_points_of_damage_to_a_ruler():
    ram = unit("ram", "p1", "attack", stk=2)
    monk = unit("monk", "p2", "attack", texts=[ability("mend", WARD)])
    action = use("monk", "mend", "monk")["take"] | {"by": "p2"}
    claim = {
        "kind": "refused", "action": action, "clause": "gate-ruler:ruler-damage#no-additions-in-the-middle",
        "at": "main.1.point-taken.1",
    }  # fmt: skip
    cards = (ram, monk, scroll("one", "p2"), scroll("two", "p2"))
    assert holds(doc(*cards, answers=[attack("ram", "p2-attack-2")], claims=[claim])) == []
