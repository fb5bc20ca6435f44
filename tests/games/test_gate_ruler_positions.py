"""Gate Ruler: positions that cannot be, what players see, and where the play stops rather than guess."""

import re

import msgspec
import pytest

from simulator.engine.look import Look
from simulator.engine.playback import Playback
from simulator.engine.record import kebab
from simulator.engine.scenario import BadScenario
from simulator.games.gate_ruler.game import GAME
from simulator.games.playing import parse, play_document
from tests.games.examples import CONTENT, EXAMPLES, document, played


def unit(name, controller, place, n=1, **more):
    return {"id": name, "controller": controller, "zone": place, "n": n, "hp": 4} | more


def scroll(name, controller):
    return {"id": name, "controller": controller, "zone": "deck", "type": "event"}


def doc(*cards, answers=(), claims=(), **setup):
    return {
        "v": 1,
        "game": "gate-ruler",
        "setup": {"cards": list(cards), **setup},
        "lines": [{"name": "main", "answers": list(answers)}],
        "claims": list(claims),
    }


def attack(attacker, target):
    return {"at": {"kind": "attack"}, "take": {"type": "attack", "attacker": attacker, "target": target}}


def board_of(*cards, **setup):
    return parse(doc(*cards, **setup)).board


@pytest.mark.parametrize(
    ("cards", "pointer"),
    [
        ([unit("a", "p1", "attack"), unit("b", "p1", "attack")], "/setup/cards/1/n"),
        ([unit("a", "p1", "defence", 2)], "/setup/cards/0/n"),
        ([unit("a", "p1", "attack"), unit("a", "p1", "defence")], "/setup/cards/1/id"),
        ([unit("p1", "p1", "attack")], "/setup/cards/0/id"),
        ([unit("a", "p1", "attack", type="event")], "/setup/cards/0/zone"),
        ([unit("a", "p1", "ruler")], "/setup/cards/0/zone"),
        ([{"id": "a", "controller": "p1", "zone": "soul", "under": "nobody"}], "/setup/cards/0/under"),
        ([{"id": "a", "controller": "p1", "zone": "hand", "n": 1}], "/setup/cards/0/n"),
        ([unit("a", "p1", "attack", texts=[{"text": "keyword", "keyword": "x-attacks"}])], "/setup/cards/0/texts/0/x"),
        (
            [unit("a", "p1", "attack", texts=[{"text": "keyword", "keyword": "intercept", "x": 2}])],
            "/setup/cards/0/texts/0/x",
        ),
        (
            [
                unit("a", "p1", "attack", texts=[
                    {"text": "activated", "name": "coup", "effects": [{"do": "destroy", "on": {"what": "ruler"}}]}
                ])
            ],
            "/setup/cards/0/texts/0/effects/0/do",
        ),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_names_its_place(cards, pointer):
    with pytest.raises(BadScenario) as caught:
        parse(doc(*cards))
    assert pointer in [p.pointer for p in caught.value.problems]


def test_an_unknown_keyword_is_refused_by_the_vocabulary():
    card = unit("a", "p1", "attack", texts=[{"text": "keyword", "keyword": "overdrive"}])
    with pytest.raises(BadScenario):
        parse(doc(card))


def test_damage_that_turns_up_an_unknown_card_stops_the_play():
    told = play_document(doc(unit("ram", "p1", "attack", stk=1), answers=[attack("ram", "p2-ruler")]))
    stop = told["lines"][0]["stop"]
    assert stop["kind"] == "not-modelled"
    assert "unknown" in stop["sentence"]["en"]


def test_damage_ends_with_the_last_card_and_the_empty_deck_loses():
    cards = [unit("ram", "p1", "attack", stk=3), scroll("only", "p2")]
    claims = [
        {"kind": "value", "of": "p2", "value": "taken", "equals": 1},
        {"kind": "state", "of": "p2", "state": "lost"},
    ]
    asked = doc(*cards, answers=[attack("ram", "p2-ruler")], claims=claims, p2={"deck": 0})
    assert Playback(parse(asked)).holds


def test_a_ruler_without_a_defence_zone_never_offers_vigilance():
    guard = unit("guard", "p1", "attack", texts=[{"text": "keyword", "keyword": "vigilance"}])
    passing = {"at": {"kind": "attack", "clock": "turn 3"}, "take": {"type": "pass"}}
    told = play_document(doc(guard, answers=[passing], p1={"defence_zones": 0}))
    steps = told["lines"][0]["steps"]
    refused = [s for s in steps if s["event"]["type"] == "prevented"]
    assert [s["cites"] for s in refused] == [["gate-ruler:change-of-zone#missing-zone"]]
    assert not [s for s in steps if s["event"].get("kind") == "vigilance"]


def test_equal_keywords_do_not_add_up():
    texts = [{"text": "keyword", "keyword": "x-attacks", "x": x} for x in (2, 3)]
    board = board_of(unit("twin", "p1", "attack", texts=texts))
    book = GAME.rulebook(GAME.default_edition)
    assert [i.x for i in Look(board, book).features("twin")] == [3]


# --- what a player sees -----------------------------------------------------------------------------------


def test_decks_are_hidden_from_both_and_a_hand_from_the_opponent():
    board = board_of(
        scroll("top", "p1"), {"id": "held", "controller": "p1", "zone": "hand", "name": "Held", "atk": 3},
        {"id": "taken", "controller": "p1", "zone": "damage"},
    )  # fmt: skip
    assert [p for p in ("p1", "p2") if GAME.hidden(board, "top", p)] == ["p1", "p2"]
    assert [p for p in ("p1", "p2") if GAME.hidden(board, "held", p)] == ["p2"]
    assert not any(GAME.hidden(board, "taken", p) for p in ("p1", "p2"))


def test_the_view_blanks_what_is_hidden_and_keeps_the_numbers():
    board = board_of(
        scroll("top", "p1"), {"id": "held", "controller": "p1", "zone": "hand", "name": "Held", "atk": 3}
    )
    seen = GAME.view(board, "p2")
    assert "top" not in seen.cards
    assert seen.count("p1", "deck") == board.count("p1", "deck") == 21
    assert (seen.cards["held"].atk, seen.cards["held"].name["en"]) == (0, "?")
    assert GAME.view(board, "p1").cards["held"] == board.cards["held"]


# --- clauses and sentences --------------------------------------------------------------------------------


def clauses_of_the_entries():
    found = set()
    for path in (CONTENT / "gate-ruler" / "entries").glob("*.md"):
        for clause in re.findall(r"^## ([a-z0-9-]+) ·", path.read_text(encoding="utf-8"), re.MULTILINE):
            found.add(f"gate-ruler:{path.stem}#{clause}")
    return found


def test_every_clause_that_a_rule_carries_or_a_play_cites_is_in_an_entry():
    known = clauses_of_the_entries()
    book = GAME.rulebook(GAME.default_edition)
    procedures = {c for procedure in book.procedures.values() for c in procedure.cites}
    shown = {c for path in EXAMPLES if path.parts[-3] == "gate-ruler" for c in played(path).cited()}
    assert {c for c in book.clauses | procedures | shown if not c.startswith("card:")} <= known


def test_every_event_and_action_has_a_sentence_in_every_language():
    words = GAME.catalogue
    for event in GAME.events:
        assert words.has(f"happening.{kebab(event.__name__)}")
    for action in GAME.rulebook(GAME.default_edition).procedures:
        assert words.has(f"action.{kebab(action.__name__)}")
    keys = [frozenset(texts) for texts in words.texts.values()]
    assert keys[0] == keys[1] == keys[2]
    assert {k.partition(".")[2] for k in keys[0] if k.startswith("refusal.")} == {
        k.partition(".")[2] for k in keys[0] if k.startswith("remedy.")
    }


@pytest.mark.parametrize("language", ["ru", "zh", "en"])
def test_every_example_can_be_told(language):
    for path in EXAMPLES:
        if path.parts[-3] == "gate-ruler":
            told = play_document(document(path))
            said = [s["sentence"][language] for line in told["lines"] for s in line["steps"]]
            assert said
            assert all(said)


def test_the_picture_is_plain_json():
    book = GAME.rulebook(GAME.default_edition)
    picture = GAME.picture(Look(board_of(unit("ram", "p1", "attack")), book))
    assert msgspec.json.decode(msgspec.json.encode(picture)) == picture
    assert picture["sides"]["p1"]["attack"][0] == {"spot": "p1-attack-1", "card": "ram"}
