"""Whatever is sent, the answer is a play or a list of problems; nothing sent makes the server fail."""

import copy
import json
import random
import tomllib
from pathlib import Path

import pytest

from simulator.engine.scenario import BadScenario
from simulator.games.playing import canonical
from simulator.play import play_shared
from simulator.standing import digest_of, resolved_answers
from tests.simulator.documents import hurl

CONTENT = Path(__file__).resolve().parents[2] / "content"
JUNK = [
    None, True, -1, 0, 1.5, 10**30, "", "x", "C9", "C2'", "\x00", "С2", "Я" * 300, "main", "p2", "scout", "ru",
    [], {}, [[]], ["main", {}], {"kind": "act"}, {"type": "pass"}, {"type": "move"}, {"a": {"b": []}},
]  # fmt: skip


def documents():
    for path in sorted(CONTENT.glob("*/examples/*.toml")):
        yield {**tomllib.loads(path.read_text(encoding="utf-8"))["scenario"], "game": path.parts[-3]}


DOCUMENTS = list(documents())


def places(value, path=()):
    """Every member and element of a document, as (container, key)."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield value, key
        yield from places(inner)


def spoiled(seed):
    """A document of the packs with one to three things taken away, doubled, swapped or replaced by junk."""
    chance = random.Random(seed)
    document = copy.deepcopy(chance.choice(DOCUMENTS))
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        (into, key), (other, other_key) = (chance.choice(list(places(document))) for _ in range(2))
        what = chance.randrange(5)
        if what == 0:
            del into[key]
        elif what == 1 and isinstance(into, list):
            into.append(copy.deepcopy(into[key]))
        elif what == 2:
            into[key] = copy.deepcopy(other[other_key])
        else:
            into[key] = copy.deepcopy(chance.choice(JUNK))
        if not document:
            break
    return document


def played(document):
    """The play, and the problems when there is none."""
    try:
        return play_shared(document), []
    except BadScenario as bad:
        return None, bad.problems


@pytest.mark.parametrize("seed", range(20))
def test_spoiled_documents(seed):
    for each in range(seed * 20, seed * 20 + 20):
        document = spoiled(each)
        play, problems = played(document)
        assert (play is None) == bool(problems)
        assert all(problem.pointer == "" or problem.pointer.startswith("/") for problem in problems)
        if play:
            json.dumps([play, digest_of(play), resolved_answers(play)])
            text = canonical(document)
            assert canonical(json.loads(text)) == text


@pytest.mark.parametrize(
    ("pointer", "change"),
    [
        ("/edition", {"edition": {}}),
        ("/edition", {"edition": ["base-5"]}),
        ("/claims/0/kind", {"claims": [{"kind": []}]}),
        ("/claims/0/of", {"claims": [{"kind": "value", "of": "C2", "value": "lives", "equals": 1}]}),
        ("/claims/0/of", {"claims": [{"kind": "place", "of": "C2", "place": "C2"}]}),
        ("/claims/0/of", {"claims": [{"kind": "state", "of": "C2", "state": "open"}]}),
        ("/claims/0/of", {"claims": [{"kind": "state", "of": "mage", "state": "occupied"}]}),
        ("/claims/0/action", {"claims": [{"kind": "refused", "action": None, "clause": "a:b#c"}]}),
        ("/lines/0/answers/0/take/type", {"lines": [{"name": "main", "answers": [{"take": {"type": {}}}]}]}),
    ],
)
def test_once_these_made_it_fail(pointer, change):
    with pytest.raises(BadScenario) as caught:
        play_shared(hurl() | change)
    assert pointer in [problem.pointer for problem in caught.value.problems]


def test_a_name_in_no_language():
    document = hurl()
    document["setup"]["cards"][0]["name"] = {}
    with pytest.raises(BadScenario) as caught:
        play_shared(document)
    assert [problem.pointer for problem in caught.value.problems] == ["/setup/cards/0/name"]
