"""One scenario, one canonical form: however it is written down; and different scenarios differ."""

import json

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simulator.engine.reading import least
from tests.engine.scenarios import (
    ALL_GAMES,
    EXAMPLES,
    PASS,
    battle,
    canonical,
    card,
    changed,
    line,
    parse,
    problems,
    step,
    toys,
)

DOCUMENTS = {**EXAMPLES, **{f"schema-{n}": d for n, d in enumerate(ALL_GAMES["berserk"].examples)}}
ONE = battle(
    line(step("scout", "C1")),
    claims=[{"kind": "place", "of": "scout", "place": "C1"}],
    cards=[card("scout", movement=2), card("foe", "C2'", "p2", texts=[
        {"text": "playable", "name": "hit", "cost": {}, "effects": [{"do": "wound"}]}])],
)  # fmt: skip


def reordered(value, random):
    """The same JSON with the members of every object in another order."""
    if isinstance(value, dict):
        keys = list(value)
        random.shuffle(keys)
        return {key: reordered(value[key], random) for key in keys}
    if isinstance(value, list):
        return [reordered(item, random) for item in value]
    return value


def written_out(value):
    """A record as JSON with every default written out."""
    if isinstance(value, msgspec.Struct):
        config = value.__struct_config__
        tag = {config.tag_field: config.tag} if config.tag_field else {}
        fields = msgspec.structs.fields(type(value))
        return tag | {f.encode_name: written_out(getattr(value, f.name)) for f in fields}
    if isinstance(value, (list, tuple)):
        return [written_out(item) for item in value]
    if isinstance(value, dict):
        return {key: written_out(item) for key, item in value.items()}
    return value


@pytest.mark.parametrize("name", DOCUMENTS)
class TestEveryDocument:
    def test_its_canonical_form_is_a_fixed_point(self, name):
        once = canonical(DOCUMENTS[name])
        assert canonical(json.loads(once)) == once

    def test_defaults_written_out_change_nothing(self, name):
        scenario = parse(DOCUMENTS[name])
        whole = {
            "v": 1,
            "game": scenario.game.slug,
            "edition": scenario.edition,
            "options": {},
            "setup": written_out(scenario.setup),
            "lines": [written_out(each) for each in scenario.lines],
            "claims": [written_out(each) for each in scenario.claims],
        }
        for each in whole["lines"]:  # an empty `by` is no player: it stands for one left out
            for answer in each["answers"]:
                if isinstance(answer["take"], dict) and not answer["take"]["by"]:
                    del answer["take"]["by"]
        for claim in whole["claims"]:
            for member in ("action", "option"):
                if member in claim and claim[member] is None:
                    del claim[member]
            if claim["kind"] == "probability":
                del claim["of"]["line"], claim["of"]["at"]
        assert canonical(whole) == canonical(DOCUMENTS[name])

    @settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.differing_executors])
    @given(random=st.randoms(use_true_random=False))
    def test_the_order_of_members_and_white_space_change_nothing(self, name, random):
        text = json.dumps(reordered(DOCUMENTS[name], random), indent=random.choice([None, 1, 7]))
        assert canonical(json.loads(text)) == canonical(DOCUMENTS[name])


@pytest.mark.parametrize("cell", ["C1", "c1", "С1", "с1", " C1 ", "Ｃ１"])
def test_a_cell_has_one_spelling_wherever_it_stands(cell):
    document = changed(ONE, "/lines/0/answers/0/take/to", cell)
    assert canonical(changed(document, "/claims/0/place", cell)) == canonical(ONE)


@pytest.mark.parametrize("cell", ["C2'", "C2′", "c2’", "с2`", "C2＇"])
def test_a_prime_has_one_spelling(cell):
    assert canonical(changed(ONE, "/setup/cards/1/cell", cell)) == canonical(ONE)


@pytest.mark.parametrize("letters", ["АA", "ВB", "СC", "ЕE", "DD"])
def test_columns_may_be_cyrillic(letters):
    cyrillic, latin = letters
    one, two = (battle(cards=[card("scout", f"{letter}3")]) for letter in (cyrillic, latin))
    assert canonical(one) == canonical(two)


def test_names_that_look_like_cells_are_left_alone():
    text = {"text": "playable", "name": "a1", "cost": {"close": True}, "effects": [{"do": "close"}]}
    document = battle(
        line({"type": "use-feature", "card": "scout", "feature": "a1", "targets": ["scout"]}, name="b2"),
        cards=[card("scout", name="c3", texts=[text])],
        claims=[{"kind": "state", "line": "b2", "of": "scout", "state": "closed"}],
    )
    read = json.loads(canonical(document))
    assert read["lines"][0]["name"] == "b2"
    assert read["lines"][0]["answers"][0]["take"]["feature"] == "a1"
    assert read["setup"]["cards"][0]["name"] == "c3"


@pytest.mark.parametrize("cell", ["c1", "a3", "p1", "p2"])
def test_the_id_of_a_card_is_no_cell_and_no_player(cell):
    found = problems(battle(cards=[card(cell)]))
    assert [p.pointer for p in found] == ["/setup/cards/0/id"]


class TestWhatRepeatsTheOrdinaryCase:
    def test_owner_supply_and_name(self):
        spelled = card(
            "scout", movement=2, supply=2, owner="p1", zone="battlefield",
            name={"ru": "Scout", "zh": "Scout", "en": "Scout"},
        )  # fmt: skip
        assert canonical(battle(cards=[spelled])) == canonical(
            battle(cards=[card("scout", movement=2, name="Scout")])
        )

    def test_edition_options_lines_and_claims(self):
        short = {"v": 1, "game": "berserk", "setup": {"cards": []}}
        long = {**short, "edition": "base-5", "options": {}, "lines": [], "claims": []}
        assert canonical(short) == canonical(long)

    def test_a_line_from_the_setup(self):
        assert canonical(battle(line(PASS))) == canonical(
            battle(line(PASS, **{"from": None, "comments": []}))
        )

    def test_an_option_set_to_its_default(self):
        assert canonical(toys(options={"room": 9})) == canonical(toys())
        assert canonical(toys(options={"room": 2})) != canonical(toys())

    def test_whole_numbers_written_as_decimals(self):
        assert canonical(battle(cards=[card("scout", movement=2.0)])) == canonical(
            battle(cards=[card("scout", movement=2)])
        )

    def test_a_fraction_in_lowest_terms(self):
        claims = [
            {"kind": "probability", "equals": e, "of": {"kind": "place", "of": "bear", "place": "shelf"}}
            for e in ("2/4", "1/2", "050/100")
        ]
        assert len({canonical(toys(line(), claims=[claim])) for claim in claims}) == 1


class TestBy:
    """An action's player is left out where the moment of the answer names the same one."""

    def test_it_is_left_out_when_the_moment_says_it(self):
        at = {"kind": "act", "player": "p1"}
        one = battle(line((at, step("scout", "C1", by="p1"))))
        assert canonical(one) == canonical(battle(line((at, step("scout", "C1")))))

    def test_it_is_kept_when_only_playing_could_tell_who_is_asked(self):
        one = battle(line(({"kind": "act"}, step("scout", "C1", by="p1"))))
        assert canonical(one) != canonical(battle(line(({"kind": "act"}, step("scout", "C1")))))
        assert canonical(json.loads(canonical(one))) == canonical(one)

    def test_another_player_than_the_moment_asks_is_an_error(self):
        one = battle(line(({"kind": "act", "player": "p1"}, step("scout", "C1", by="p2"))))
        assert [p.pointer for p in problems(one)] == ["/lines/0/answers/0/take/by"]

    def test_in_a_claim_it_stays(self):
        claim = {"kind": "offered", "action": step("scout", "C1", by="p1")}
        assert json.loads(canonical(battle(line(), claims=[claim])))["claims"][0]["action"]["by"] == "p1"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("/setup/cards/0/movement", 3),
        ("/setup/cards/0/open", False),
        ("/setup/cards/0/name", "Scout"),
        ("/setup/cards/0/supply", 0),
        ("/setup/cards/0/owner", "p2"),
        ("/setup/cards/1/texts/0/effects/0/on", {"whose": "own"}),
        ("/setup/turn", 2),
        ("/setup/occupied", ["E3"]),
        ("/lines/0/name", "other"),
        ("/lines/0/answers", []),
        ("/lines/0/answers/0/at", {}),
        ("/lines/0/answers/0/at/nth", 1),
        ("/lines/0/comments", [{"at": "main.1.moved.1", "text": "x"}]),
        ("/claims", []),
        ("/claims/0/place", "D1"),
    ],
)
def test_different_documents_differ(path, value):
    other = changed(ONE, path, value)
    if path == "/lines/0/name":
        other = changed(other, "/claims/0/line", "other")
    assert canonical(other) != canonical(ONE)


def test_nothing_of_an_action_is_lost():
    action = {"type": "use-feature", "card": "scout", "feature": "spark", "targets": ["scout"], "by": "p1"}
    read = ALL_GAMES["berserk"].read_action(action)
    assert least(read) == action
