"""The JSON Schema alone is enough to write any scenario: it is valid, complete, true and strict."""

import copy
import json

import pytest
from jsonschema import Draft202012Validator

from simulator.engine.claims import AnyClaim
from simulator.games.registry import games, schema
from tests.engine.scenarios import EXAMPLES, play, problems
from tests.engine.test_scenario_errors import CASES, GOOD, changed, prepared

SCHEMA = schema()
VALID = Draft202012Validator(SCHEMA)
OWN = [example for game in games().values() for example in game.examples]
MEMBERS = [
    (f"{name}.{member}", node)
    for name, part in SCHEMA["$defs"].items()
    for member, node in part.get("properties", {}).items()
]


def within(node):
    """The node as a schema of its own."""
    return Draft202012Validator({**node, "$defs": SCHEMA["$defs"]})


def test_it_is_a_valid_schema():
    Draft202012Validator.check_schema(SCHEMA)
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA


@pytest.mark.parametrize(("name", "node"), MEMBERS, ids=[name for name, _ in MEMBERS])
class TestEveryMember:
    def test_it_is_described_and_has_an_example(self, name, node):
        assert len(node["description"]) > 3
        assert node["examples"]

    def test_its_examples_are_valid_there(self, name, node):
        for example in node["examples"]:
            assert not list(within(node).iter_errors(example))

    def test_its_default_is_valid_there(self, name, node):
        if "default" in node:
            assert not list(within(node).iter_errors(node["default"]))


def test_every_definition_is_described_in_prose_and_used():
    text = json.dumps(SCHEMA)
    for name, part in SCHEMA["$defs"].items():
        assert part["description"]
        assert ">>>" not in part["description"]
        assert f'"#/$defs/{name}"' in text


def test_no_object_takes_unknown_members():
    for name, part in SCHEMA["$defs"].items():
        if part.get("type") == "object":
            assert part["additionalProperties"] is False, name


@pytest.mark.parametrize("document", [*OWN, *EXAMPLES.values(), GOOD], ids=lambda d: d["lines"][0]["name"])
def test_documents_that_play_are_valid(document):
    assert not [error.message for error in VALID.iter_errors(document)]
    assert problems(document) == []
    assert not list(VALID.iter_errors(play(document)["scenario"]))


@pytest.mark.parametrize("document", OWN, ids=lambda d: str(len(d["lines"])))
def test_its_own_examples_reach_their_ends_and_their_claims_hold(document):
    told = play(document)
    assert [line["stop"] for line in told["lines"]] == [None] * len(told["lines"])
    assert [row["claim"] for row in told["claims"] if not row["holds"]] == []


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.slug)
class TestEveryGame:
    def test_its_examples_show_every_kind_of_claim_and_every_part_of_a_line(self, game):
        claims = [claim for document in game.examples for claim in document.get("claims", ())]
        assert {c["kind"] for c in claims} == {c.__struct_config__.tag for c in AnyClaim.__args__}
        lines = [line for document in game.examples for line in document.get("lines", ())]
        assert any(line.get("from") for line in lines)
        assert any(line.get("comments") for line in lines)
        assert any(claim.get("at") for claim in claims)
        assert any("nth" in (line.get("from") or ["", {}])[1] for line in lines)

    def test_every_kind_of_claim_and_every_action_has_its_definition(self, game):
        kinds = {c.__struct_config__.tag for c in AnyClaim.__args__}
        refs = SCHEMA["$defs"][f"{game.slug}.Claim"]["oneOf"]
        found = [SCHEMA["$defs"][ref["$ref"].rpartition("/")[2]] for ref in refs]
        assert {part["properties"]["kind"]["enum"][0] for part in found} == kinds
        named = json.dumps(SCHEMA["$defs"][f"{game.slug}.Action"])
        for action in game.actions:
            assert f"{game.slug}.{action.__name__}" in named

    def test_the_words_it_knows_are_listed(self, game):
        def words(part, member):
            node = SCHEMA["$defs"][f"{game.slug}.{part}"]["properties"][member]
            return {word for word in node["enum"] if word is not None}

        assert words("Moment", "kind") == set(game.questions())
        assert words("ValueClaim", "value") == set(game.values)
        assert words("StateClaim", "state") == set(game.states)
        assert words("PlaceClaim", "place") == set(game.places)
        assert words("HappenedClaim", "event") == words("EventPattern", "event") == set(game.event_fields())

    def test_every_question_says_what_it_asks(self, game):
        told = SCHEMA["$defs"][f"{game.slug}.Moment"]["properties"]["kind"]["description"]
        for kind in game.questions():
            assert f"{kind}: " in told
        assert set(game.unanswered) <= set(game.questions())


# What a schema cannot know: which lines, cards, texts a document has, and what stands at other places.
BEYOND = {
    "/lines/0/answers/0/at/object",
    "/lines/0/answers/0/take/card",
    "/lines/1/from/0",
    "/lines/0/comments/0/at",
    "/claims/0/of",
    "/claims/0/line",
    "/claims/0/at",
    "/claims/1/where/crad",
    "/setup/cards/0/texts/0/effects",
    "/setup/cards/0/texts/0/effects/1/on/whose",
}
ENDS_IN_A_LINE_BREAK = ("scout\n", "main\n")
"""Python's `$` fits before a line break at the end, the `$` of JSON Schema does not."""


def test_what_is_wrong_is_mostly_not_valid_either():
    missed = [
        (place, value)
        for place, value in CASES
        if is_json(value) and value not in ENDS_IN_A_LINE_BREAK
        if VALID.is_valid(changed(prepared(place), place, value))
    ]
    assert {place for place, _ in missed} - BEYOND == set(), missed
    assert len(missed) < len(CASES) / 10


def is_json(value):
    try:
        return json.loads(json.dumps(value, allow_nan=False)) == value
    except ValueError:
        return False


@pytest.mark.parametrize("document", OWN, ids=lambda d: str(len(d["lines"])))
def test_a_member_too_many_is_never_valid(document):
    def objects(value, key=""):
        if isinstance(value, dict) and key != "where":
            yield value
        items = (
            value.items()
            if isinstance(value, dict)
            else [("", v) for v in value]
            if isinstance(value, list)
            else ()
        )
        for inner, item in items:
            yield from objects(item, inner)

    for n in range(len(list(objects(document)))):
        spoiled = copy.deepcopy(document)
        list(objects(spoiled))[n]["nonsense"] = 1
        assert not VALID.is_valid(spoiled)
