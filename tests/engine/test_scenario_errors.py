"""Every mistake of a document is told at its place, all of them at once, in the order of the document."""

import copy
import datetime
import math

import pytest

from tests.engine.scenarios import (
    PASS,
    battle,
    card,
    changed,
    line,
    parse,
    places,
    problems,
    step,
    the_problem,
    toys,
    use,
)

TEXT = {"text": "playable", "name": "hit", "cost": {"close": True}, "effects": [
    {"do": "close"}, {"do": "wound", "on": {"whose": "enemy"}}]}  # fmt: skip
CLAIM = {"kind": "value", "of": "scout", "value": "supply", "equals": 1}
HAPPENED = {"kind": "happened", "event": "moved", "where": {"card": "scout"}}
GOOD = battle(
    line(step("scout", "C1"), comments=[{"at": "main.1.moved.1", "text": "x"}]),
    line(PASS, name="second", **{"from": ["main", {"kind": "act"}]}),
    cards=[card("scout", movement=2, texts=[TEXT]), card("foe", "C2'", "p2")],
    claims=[CLAIM, HAPPENED],
)
BAD = {
    # the head
    "/v": [0, 2, True, "1", None, 1.5],
    "/game": ["gate", None, 7, [], {}],
    "/edition": ["base-6", None, 5, [], {}],
    "/options": [[], "x", None],
    "/setup": [None, [], "x", 4],
    "/lines": [None, {}, "main"],
    "/claims": [None, {}, 5],
    # the setup, deep inside
    "/setup/cards": [None, {}, "scout"],
    "/setup/cards/0": [None, "scout", []],
    "/setup/cards/0/id": ["Scout", "", "-", "a b", None, 4, "x" * 41, "p1", "c2", "scout\n"],
    "/setup/cards/0/controller": ["p3", None, True, ["p1"], {}],
    "/setup/cards/0/cell": ["F1", "A4", "", "C", "C2''", 3, [], "A1" * 30],
    "/setup/cards/0/zone": ["table", "graveyard ", None, []],
    "/setup/cards/0/movement": [-1, 100, True, "2", None, 1.5, 10**30],
    "/setup/cards/0/life": [0, -5, None, []],
    "/setup/cards/0/open": [1, 0, "yes", None],
    "/setup/cards/0/name": ["", "x" * 81, 5, [], {}],
    "/setup/cards/0/name/fr": ["Éclaireur"],
    "/setup/cards/0/texts": [None, {}, "playable"],
    "/setup/cards/0/texts/0": [None, "playable", []],
    "/setup/cards/0/texts/0/text": ["playabel", None, 5, [], {}],
    "/setup/cards/0/texts/0/name": ["", "Hit", None],
    "/setup/cards/0/texts/0/cost": [None, [], True],
    "/setup/cards/0/texts/0/cost/chips": [-1, 21, True, "1"],
    "/setup/cards/0/texts/0/effects": [[], None, {}],
    "/setup/cards/0/texts/0/effects/1/do": ["devour", None, 5, []],
    "/setup/cards/0/texts/0/effects/1/on": [None, [], "enemy"],
    "/setup/cards/0/texts/0/effects/1/on/whose": ["mine", None, 5, [], {}],
    "/setup/turn": [0, -1, 1000, True, "1", None],
    "/setup/occupied": [None, "C1", {}],
    "/setup/occupied/0": ["Z9", 5, None],
    # lines
    "/lines/0/name": ["Main", "", "a b", None, 5, "x" * 41, "main\n"],
    "/lines/0/answers": [None, {}, "x"],
    "/lines/0/answers/0": [None, "x", []],
    "/lines/0/answers/0/at": [None, [], "act"],
    "/lines/0/answers/0/at/kind": ["acting", "", 5, []],
    "/lines/0/answers/0/at/player": ["p3", 1, []],
    "/lines/0/answers/0/at/object": ["nobody", 1],
    "/lines/0/answers/0/at/nth": [0, -1, True, "1", 1.5],
    "/lines/0/answers/0/take": [None, 1.5, [[1]], [None]],
    "/lines/0/answers/0/take/type": ["mov", None, 5, [], {}],
    "/lines/0/answers/0/take/card": ["nobody", None, 5, []],
    "/lines/0/answers/0/take/to": ["Z9", None, 5],
    "/lines/0/answers/0/take/by": ["p3", None, 5],
    "/lines/0/comments/0/at": ["main.1.moved", "", "main.1.walked.1", "second.1.moved.1", "main.1.moved.0", 5],
    "/lines/0/comments/0/text": ["", "x" * 2001, 5, None],
    "/lines/1/from/0": ["nobody", "second", 5, None],
    "/lines/1/from/1": [None, "act", []],
    "/lines/1/from/1/kind": ["acting"],
    "/lines/1/from": [["main"], "main", {}, ["main", {}, {}]],
    # claims
    "/claims/0": [None, "x", []],
    "/claims/0/kind": ["valeu", None, 5, [], {}],
    "/claims/0/of": ["nobody", None, 5, "C1"],
    "/claims/0/value": ["suply", "", None, 5],
    "/claims/0/equals": ["1", None, True, 1.5, []],
    "/claims/0/line": ["nobody", None, 5],
    "/claims/0/at": ["x", "main.1.walked.1", "second.1.moved.1", 5],
    "/claims/1/event": ["mooved", None, 5],
    "/claims/1/where": [None, [], "scout"],
    "/claims/1/where/crad": ["scout"],
    "/claims/1/times": [-1, True, "1", None],
}  # fmt: skip
CASES = [(place, value) for place, values in BAD.items() for value in values]


def prepared(place):
    """The good document with what lies on the way to a place."""
    if place.startswith("/setup/occupied/"):
        return changed(GOOD, "/setup/occupied", ["C1"])
    if place.startswith("/setup/cards/0/name/"):
        return changed(GOOD, "/setup/cards/0/name", {"ru": "Разведчик"})
    return GOOD


def test_the_good_document_is_good():
    assert problems(GOOD) == []


@pytest.mark.parametrize(("place", "value"), CASES, ids=lambda x: str(x)[:40])
def test_what_is_wrong_is_told_at_its_place(place, value):
    document = changed(prepared(place), place, value)
    found = problems(document)
    assert found, "nothing was wrong"
    at_or_near = [p for p in found if p.pointer == place or p.pointer.startswith(place + "/")]
    assert at_or_near, found
    for problem in found:
        assert problem.detail
        assert problem.code


@pytest.mark.parametrize(
    ("path", "word", "meant"),
    [
        ("/setup/cards/0/controler", "p1", "controller"),
        ("/setup/cards/0/texts/0/efects", [], "effects"),
        ("/setup/cards/0/texts/0/effects/1/on/whos", "own", "whose"),
        ("/setup/card", [], "cards"),
        ("/lines/0/answer", [], "answers"),
        ("/lines/0/answers/0/att", {}, "at"),
        ("/lines/0/answers/0/at/kinds", "act", "kind"),
        ("/lines/0/answers/0/take/card2", "scout", "card"),
        ("/claims/0/equal", 1, "equals"),
        ("/claim", [], "claims"),
    ],
)
def test_an_unknown_member_is_told_with_the_nearest_name(path, word, meant):
    assert f"did you mean {meant}?" in the_problem(changed(GOOD, path, word), path)


@pytest.mark.parametrize(
    ("path", "word", "meant"),
    [
        ("/game", "bersek", "berserk"),
        ("/edition", "base5", "base-5"),
        ("/setup/cards/0/zone", "graveyrd", "graveyard"),
        ("/setup/cards/0/texts/0/effects/1/on/whose", "enemi", "enemy"),
        ("/lines/0/answers/0/at/kind", "respons", "response"),
        ("/lines/0/answers/0/take/type", "moove", "move"),
        ("/lines/1/from/0", "mian", "main"),
        ("/claims/0/value", "suply", "supply"),
        ("/claims/0/of", "scuot", "scout"),
        ("/claims/0/line", "secnd", "second"),
        ("/claims/1/event", "mooved", "moved"),
        ("/claims/1/where/crd", 1, "card"),
    ],
)
def test_an_unknown_word_is_told_with_the_nearest_name(path, word, meant):
    assert f"did you mean {meant}?" in " ".join(p.detail for p in problems(changed(GOOD, path, word)))


@pytest.mark.parametrize(
    ("path", "member"),
    [
        ("", "v"),
        ("", "game"),
        ("", "setup"),
        ("/setup", "cards"),
        ("/setup/cards/0", "id"),
        ("/setup/cards/0", "controller"),
        ("/setup/cards/0/texts/0", "text"),
        ("/setup/cards/0/texts/0", "cost"),
        ("/setup/cards/0/texts/0/effects/0", "do"),
        ("/lines/0", "name"),
        ("/lines/0/answers/0", "take"),
        ("/lines/0/answers/0/take", "type"),
        ("/lines/0/answers/0/take", "to"),
        ("/lines/0/comments/0", "text"),
        ("/claims/0", "kind"),
        ("/claims/0", "equals"),
    ],
)
def test_a_missing_member_is_named(path, member):
    here = document = copy.deepcopy(GOOD)
    for part in path.strip("/").split("/") if path else []:
        here = here[int(part) if part.isdigit() else part]
    del here[member]
    found = [p for p in problems(document) if p.pointer == path]
    assert [p for p in found if f'"{member}" is missing' in p.detail], problems(document)


class TestWholeDocuments:
    @pytest.mark.parametrize("document", [None, [], "x", 5, True, (), b"{}", object()])
    def test_a_document_is_an_object(self, document):
        assert places(document) == [""]

    def test_an_empty_one_misses_everything(self):
        told = " ".join(p.detail for p in problems({}))
        assert '"v"' in told
        assert '"game"' in told

    def test_a_later_version_is_not_read_further(self):
        assert "newer" in the_problem({"v": 2, "game": "x", "whatever": []}, "/v")

    def test_several_mistakes_are_all_told_in_the_order_of_the_document(self):
        document = changed(GOOD, "/claims/1/event", "mooved")
        document = changed(document, "/setup/cards/0/texts/0/effects/1/on/whose", "mine")
        document = changed(document, "/setup/turn", 0)
        document = changed(document, "/lines/0/answers/0/take/card", 4)
        document = changed(document, "/lines/0/answers/0/at/kind", "acting")
        document = changed(document, "/nonsense", 1)
        document = {key: document[key] for key in ("claims", "v", "game", "lines", "nonsense", "setup")}
        assert places(document) == [
            "/claims/1/event",
            "/lines/0/answers/0/at/kind",
            "/lines/0/answers/0/take/card",
            "/nonsense",
            "/setup/cards/0/texts/0/effects/1/on/whose",
            "/setup/turn",
        ]

    def test_words_of_lines_and_claims_are_told_beside_problems_of_the_position(self):
        document = changed(GOOD, "/setup/cards/1/cell", "C2")
        document = changed(document, "/claims/0/of", "nobody")
        document = changed(document, "/lines/0/answers/0/take/card", "nobody")
        assert places(document) == ["/setup/cards/1/cell", "/lines/0/answers/0/take/card", "/claims/0/of"]

    def test_hundreds_of_mistakes_are_counted(self):
        document = GOOD | {f"x{n}": n for n in range(500)}
        found = problems(document)
        assert len(found) < 100
        assert "more problems" in found[-1].detail

    def test_a_slash_in_a_member_is_escaped(self):
        assert places(GOOD | {"a/b~c": 1}) == ["/a~1b~0c"]


class TestDuplicates:
    def test_ids(self):
        document = battle(cards=[card("scout"), card("scout", "C3")])
        assert "already" in the_problem(document, "/setup/cards/1/id")

    @pytest.mark.parametrize("cell", ["C2", "c2", "С2"])
    def test_cells(self, cell):
        document = battle(cards=[card("scout"), card("foe", cell)])
        assert "already" in the_problem(document, "/setup/cards/1/cell")

    def test_occupied_cells(self):
        assert "twice" in the_problem(battle(occupied=["E1", "e1"]), "/setup/occupied/1")

    def test_names_of_lines(self):
        assert "main" in the_problem(battle(line(), line()), "/lines/1/name")

    def test_names_of_texts(self):
        assert places(battle(cards=[card("scout", texts=[TEXT, TEXT])])) == ["/setup/cards/0/texts/1/name"]


class TestWordsOfActions:
    def test_an_unknown_card_feature_and_target(self):
        cards = [card("scout", texts=[TEXT])]
        assert places(battle(line(use("nobody", "hit")), cards=cards)) == ["/lines/0/answers/0/take/card"]
        assert places(battle(line(use("scout", "hti")), cards=cards)) == ["/lines/0/answers/0/take/feature"]
        assert places(battle(line(use("scout", "hit", "foe")), cards=cards)) == [
            "/lines/0/answers/0/take/targets/0"
        ]

    def test_a_claims_action_needs_its_player(self):
        for kind in ({"kind": "refused", "clause": "berserk:move#only-own"}, {"kind": "offered"}):
            claim = {**kind, "action": step("scout", "C1")}
            assert '"by" is missing' in the_problem(battle(line(), claims=[claim]), "/claims/0/action")

    def test_a_claims_action_is_an_action(self):
        for action in ("move", 5, [], None):
            claim = {"kind": "refused", "action": action, "clause": "berserk:move#only-own"}
            assert places(battle(line(), claims=[claim])) == ["/claims/0/action"]

    def test_an_offer_is_of_an_action_or_of_an_option(self):
        for more in ({}, {"option": True, "action": step("scout", "C1", by="p1")}):
            assert places(battle(line(), claims=[{"kind": "offered", **more}])) == ["/claims/0"]
        claim = {"kind": "offered", "option": 1.5}
        assert places(battle(line(), claims=[claim])) == ["/claims/0/option"]
        claim = {"kind": "offered", "option": True, "at": "main.1.moved.1"}
        assert places(battle(line(), claims=[claim])) == ["/claims/0/at"]


class TestClaims:
    def test_without_any_line_there_is_nothing_to_claim(self):
        assert "no line" in the_problem(battle(claims=[CLAIM]), "/claims/0")

    def test_a_value_is_asked_of_a_card_and_occupied_of_a_cell(self):
        for of, state in (("C1", "open"), ("scout", "occupied")):
            claim = {"kind": "state", "of": of, "state": state}
            assert "cannot be asked" in the_problem(battle(line(), claims=[claim]), "/claims/0/of")

    def test_a_place_is_a_cell_or_a_zone(self):
        claim = {"kind": "place", "of": "scout", "place": "C7"}
        assert places(battle(line(), claims=[claim])) == ["/claims/0/place"]

    def test_the_player_of_a_hidden_claim(self):
        claim = {"kind": "hidden", "of": "scout", "player": "p3"}
        assert places(battle(line(), claims=[claim])) == ["/claims/0/player"]

    @pytest.mark.parametrize(
        "equals", ["1/0", "0/0", "3/2", "2", "-1", "0.5", "1/-2", "١/٢", "", "1/2\n", "9" * 61]
    )
    def test_a_probability_is_a_fraction(self, equals):
        of = {"kind": "place", "of": "bear", "place": "shelf"}
        claim = {"kind": "probability", "equals": equals, "of": of}
        assert places(toys(line(), claims=[claim])) == ["/claims/0/equals"]

    def test_inside_a_probability_stands_a_claim_of_the_board(self):
        inner = {"kind": "happened", "event": "dented"}
        claim = {"kind": "probability", "equals": "1/2", "of": inner}
        assert places(toys(line(), claims=[claim])) == ["/claims/0/of/kind"]
        for member, value in (("line", "main"), ("at", "main.1.dented.1")):
            inner = {"kind": "place", "of": "bear", "place": "shelf", member: value}
            claim = {"kind": "probability", "equals": "1/2", "of": inner}
            assert places(toys(line(), claims=[claim])) == [f"/claims/0/of/{member}"]

    def test_an_order_has_two_events_and_each_is_known(self):
        for events in ([], [{"event": "moved"}], [{"event": "moved"}] * 21):
            assert places(battle(line(), claims=[{"kind": "order", "events": events}])) == [
                "/claims/0/events"
            ]
        events = [{"event": "moved"}, {"event": "walked", "where": {}}]
        assert places(battle(line(), claims=[{"kind": "order", "events": events}])) == [
            "/claims/0/events/1/event"
        ]


def test_a_line_departs_from_an_earlier_one():
    later = battle(line(name="one", **{"from": ["two", {}]}), line(name="two"))
    assert "stands before it" in the_problem(later, "/lines/0/from/0")
    itself = battle(line(name="one", **{"from": ["one", {}]}))
    assert places(itself) == ["/lines/0/from/0"]


def test_options_are_known_and_of_their_kind():
    assert "did you mean room?" in the_problem(toys(options={"rom": 2}), "/options/rom")
    for value in (3, True, "9", None, [], {}):
        assert places(toys(options={"room": value})) == ["/options/room"]


class TestWhatIsNoJson:
    @pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 2**53, -(2**64), 10**400, 1e300])
    def test_numbers(self, value):
        for path in ("/setup/turn", "/lines/0/answers/0/take", "/claims/1/where/card"):
            assert path in places(changed(GOOD, path, value))

    @pytest.mark.parametrize(
        "value", ["\x00", "a\x1fb", "\x7f", "\ud800", "x\udfff", "\u2028", "two\nlines", "x" * 5000]
    )
    def test_texts(self, value):
        for path in ("/setup/cards/0/name", "/lines/0/answers/0/take", "/claims/1/where/card", "/game"):
            assert path in places(changed(GOOD, path, value))

    def test_a_remark_may_have_lines(self):
        assert problems(changed(GOOD, "/lines/0/comments/0/text", "one\ntwo\tthree")) == []
        assert places(changed(GOOD, "/lines/0/comments/0/text", "one\rtwo")) == ["/lines/0/comments/0/text"]

    @pytest.mark.parametrize("key", ["\x00", "\ud800", "x" * 101, 5, None])
    def test_member_names(self, key):
        assert places(changed(GOOD, "/setup/cards/1", {**GOOD["setup"]["cards"][1], key: 1}))[0].startswith(
            "/setup/cards/1"
        )

    @pytest.mark.parametrize("value", [datetime.date(2024, 1, 1), b"x", {1, 2}, object()])
    def test_other_things(self, value):
        assert "/setup/turn" in places(changed(GOOD, "/setup/turn", value))

    def test_deep_nesting(self):
        deep = []
        for _ in range(100_000):
            deep = [deep]
        found = problems(changed(GOOD, "/claims/1/where/card", deep))
        assert found[0].pointer.startswith("/claims/1/where/card/0/0")
        assert "deeper" in found[0].detail

    def test_a_document_that_holds_itself(self):
        document = changed(GOOD, "/claims", [])
        document["claims"].append(document)
        assert problems(document)


def test_nothing_is_changed_in_what_was_given():
    document = changed(GOOD, "/setup/cards/0/cell", "c2")
    before = copy.deepcopy(document)
    assert parse(document).setup.cards[0].cell == "C2"
    assert document == before
