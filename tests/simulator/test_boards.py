"""The arrows of a board, from a card to what its ability aims at."""

from django.utils.translation import override

from simulator import boards
from simulator.games.playing import play_document
from tests.simulator.documents import hurl, walk


def pictures(document):
    line = play_document(document, boards="full")["lines"][0]
    return [step["picture"] for step in line["steps"]]


def test_an_ability_on_the_stack_points_at_its_target():
    declared = pictures(hurl())[0]
    found = boards.attack_arrows(declared, "en")
    assert list(found) == ["C2"]
    (arrow,) = found["C2"]
    # C2 to C2' is three cells up: it begins and ends inside those cells, in per cent of the first one
    assert (arrow["x1"], arrow["x2"]) == ("50.0%", "50.0%")
    assert 0 < float(arrow["y1"][:-1]) < 50
    assert -300 < float(arrow["y2"][:-1]) < -200
    assert arrow["label"] == "influence"


def test_a_movement_is_no_attack_and_an_empty_stack_points_nowhere():
    assert [boards.attack_arrows(picture, "en") for picture in pictures(walk())] == [{}] * len(
        pictures(walk())
    )


def test_a_simple_strike_names_its_kind_and_its_target():
    scout = {"id": "scout", "controller": "p1", "cell": "C1", "life": 9, "strike": [1, 1, 1]}
    foe = {"id": "foe", "controller": "p2", "cell": "D1'", "life": 9}
    take = {"type": "simple-strike", "card": "scout", "target": "foe"}
    document = walk() | {"setup": {"cards": [scout, foe]}}
    document["lines"] = [{"name": "main", "answers": [{"at": {"kind": "act"}, "take": take}]}]
    declared = pictures(document)[0]
    assert declared["pile"][0]["targets"] == ["foe"]
    assert declared["pile"][0]["kind"]["en"] == "simple strike"
    (arrow,) = boards.attack_arrows(declared, "ru")["C1"]
    assert arrow["label"] == "простой удар"


def test_a_card_in_no_cell_has_no_arrow():
    declared = pictures(hurl())[0]
    declared["cards"]["foe"] |= {"cell": None, "zone": "auxiliary"}
    assert boards.attack_arrows(declared, "en") == {}


def test_a_card_says_its_lives_of_their_maximum_and_what_is_left_of_its_movement():
    scout = {"id": "scout", "controller": "p1", "cell": "C1", "movement": 2, "supply": 1, "life": 5}
    scout |= {"wounds": 3, "additional_lives": 3, "fewer_lives": 1}
    document = {"v": 1, "game": "berserk", "setup": {"cards": [scout]}}
    with override("en"):
        drawn = boards.present(play_document(document)["picture"], None, "en")
    (shown,) = (row["cells"][2]["card"] for row in drawn["rows"] if row["name"] == "1")
    assert (shown["lives"], shown["maximum"], shown["extra"], shown["fewer"]) == (4, 7, 3, 1)
    assert "lives 4 of 7" in shown["words"]
    assert shown["pips"] == [True, False]
    assert "movement 1 of 2" in shown["words"]
