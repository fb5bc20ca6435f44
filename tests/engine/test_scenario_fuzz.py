"""Whatever is sent: a playback or BadScenario, never another error, never longer than the limits."""

import copy
import json
import time

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from simulator.engine.limits import Limits
from simulator.engine.scenario import BadScenario
from tests.engine.scenarios import ALL_GAMES, EXAMPLES, SPIN, canonical, line, play, toys

TOY = toys(
    line(SPIN, ({"player": "chance"}, "all")),
    line(name="two", **{"from": ["main", {"kind": "act"}]}),
    claims=[
        {
            "kind": "probability",
            "equals": "1/4",
            "of": {"kind": "value", "of": "owl", "value": "dents", "equals": 1},
        },
        {"kind": "order", "events": [{"event": "declared"}, {"event": "dented", "where": {"toy": "bear"}}]},
    ],
)
SEEDS = [*EXAMPLES.values(), *ALL_GAMES["berserk"].examples, TOY]
LIMITS = Limits(steps=300, seconds=2.0)

SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 12), st.integers(), st.floats(), st.text(max_size=8),
    st.sampled_from(["scout", "main", "C1", "c1", "p1", "p2", "act", "turn 1", "move", "value", "", "\x00", "\ud800"]),
    st.sampled_from([10**20, -1, 1.0, "x" * 5000, "1/0", "main.1.moved.1", "chance", "all", "berserk:move#only-own"]),
)  # fmt: skip
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip


def spots(value, path=()):
    """Every place of a JSON value."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from spots(item, (*path, key))


def at(value, path):
    for part in path:
        value = value[part]
    return value


@st.composite
def spoiled(draw):
    """A valid document with one to three places changed: replaced, left out, doubled, exchanged, renamed."""
    document = copy.deepcopy(draw(st.sampled_from(SEEDS)))
    for _ in range(draw(st.integers(1, 3))):
        *parents, last = draw(st.sampled_from([p for p in spots(document) if p] or [("v",)]))
        here = at(document, parents)
        match draw(st.sampled_from(["replace", "replace", "drop", "double", "exchange", "rename", "retype"])):
            case "replace":
                here[last] = draw(JSON)
            case "drop":
                del here[last]
            case "double" if isinstance(here, list):
                here.insert(last, copy.deepcopy(here[last]))
            case "exchange":
                here[last] = copy.deepcopy(at(document, draw(st.sampled_from(list(spots(document))))))
            case "rename" if isinstance(here, dict):
                here[draw(st.text(max_size=6))] = here.pop(last)
            case "retype":
                here[last] = draw(st.sampled_from([str, lambda x: [x], lambda x: {"x": x}]))(here[last])
    return document


def attempt(document, **more):
    try:
        return play(document, **more), []
    except BadScenario as bad:
        return None, bad.problems


def outcome(document):
    started = time.process_time()
    told, problems = attempt(document, limits=LIMITS)
    assert (told is None) == bool(problems)
    for problem in problems:
        assert problem.pointer == "" or problem.pointer.startswith("/")
        assert problem.detail.encode()
        assert problem.code
    assert time.process_time() - started < 2 * LIMITS.seconds + 1
    return told


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(document=spoiled())
def test_a_spoiled_document_is_played_or_refused(document):
    told = outcome(document)
    if told is not None:
        text = json.dumps(told)
        assert json.loads(text) == told
        assert canonical(told["scenario"]) == canonical(document)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(document=JSON)
@example(
    {
        "v": 1,
        "game": "toy",
        "setup": {"toys": [{"id": "bear", "owner": "nobody"}]},
        "lines": [{"name": "main"}],
    }
)
def test_any_json_at_all_is_played_or_refused(document):
    outcome(document)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    ask=st.lists(
        JSON | st.sampled_from([{"type": "move", "card": "scout", "to": "C1", "by": "p1"}]), max_size=3
    )
)
def test_anything_may_be_asked(ask):
    document = ALL_GAMES["berserk"].examples[0]
    told, problems = attempt(document, ask=ask)
    assert all(p.pointer.startswith("/ask/") for p in problems)
    assert problems or len(told["asked"]) == len(ask)
