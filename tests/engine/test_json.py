"""Actions and events are plain JSON and come back the same."""

import json

import msgspec
import pytest

from simulator.engine.decision import Moment
from simulator.engine.drivers import random_play
from simulator.engine.record import Instance, Pass, Record, kebab, to_json, union_of
from simulator.engine.trace import applied, difference, digest
from tests.engine.toy import BOOK, GAME, Toy, playroom
from tests.engine.toy.actions import ACTIONS, Fetch, Hug, Poke, Spin, Squeak, Wind
from tests.engine.toy.events import (
    EVENTS,
    Dented,
    Fetched,
    Lost,
    PutAway,
    Rang,
    Rested,
    RoundBegan,
    Squeaked,
    Tired,
    Used,
)

KEY = Instance("bear", "key", 3, named="brass", since=4, clause="toy:x#y", n=1, giver="hen")
RECORDS = [
    Poke(toy="bear", at="hen", by="ann"), Fetch(toy="bear"), Hug(toy="bear", by="bob"), Squeak(toy="bear"),
    Spin(toy="bear"), Wind(key=KEY), Pass(by="ann"), Pass(),
]  # fmt: skip
HAPPENED = [
    Dented("bear", 2), Lost("bear"), PutAway("bear"), Fetched("bear"), Tired("bear"), Rested("bear"),
    Squeaked("bear", "hen"), Rang("bear", 3), Used(KEY, 1), RoundBegan("ann"),
]  # fmt: skip


@pytest.mark.parametrize("action", RECORDS, ids=lambda a: kebab(type(a).__name__))
def test_actions_round_trip(action):
    text = json.dumps(to_json(action))
    assert GAME.read_action(json.loads(text)) == action


@pytest.mark.parametrize("event", HAPPENED, ids=lambda e: kebab(type(e).__name__))
def test_events_round_trip(event):
    body = msgspec.json.encode(event)
    assert msgspec.json.decode(body, type=union_of(EVENTS)) == event


def test_every_action_and_event_of_the_toy_is_covered():
    assert {type(r) for r in RECORDS} == set(ACTIONS)
    assert {type(e) for e in HAPPENED} == set(EVENTS)


def test_names_are_kebab_case_and_player_and_defaults_are_left_out():
    assert to_json(PutAway("bear")) == {"type": "put-away", "toy": "bear"}
    assert to_json(Fetch(toy="bear")) == {"type": "fetch", "toy": "bear"}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"type": "fly", "toy": "bear"}, "Invalid value 'fly'"),
        ({"type": "fetch"}, "missing required field `toy`"),
        ({"type": "fetch", "toy": 3}, "Expected `str`, got `int`"),
        ({"type": "fetch", "toy": "bear", "quickly": True}, "unknown field `quickly`"),
    ],
)
def test_bad_json_says_what_is_wrong_and_where(value, message):
    with pytest.raises(msgspec.ValidationError, match=message):
        GAME.read_action(value)


def test_moments_round_trip_and_leave_out_what_is_not_said():
    moment = Moment(kind="act", player="ann")
    assert msgspec.to_builtins(moment) == {"kind": "act", "player": "ann"}
    assert msgspec.convert({"kind": "act", "player": "ann"}, type=Moment) == moment
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"kinds": "act"}, type=Moment)


def test_every_step_of_a_play_is_json():
    done = random_play(
        BOOK, playroom(Toy("bear", "ann", printed=("padded 1",)), Toy("hen", "bob")), seed=1, decisions=40
    )
    for step in done.trace:
        json.dumps(to_json(step.event))
        assert len(digest(step)) == 15


def test_digests_tell_other_events_and_other_clauses_apart_but_not_frame_ids():
    one = random_play(BOOK, playroom(Toy("bear", "ann"), Toy("hen", "bob")), seed=1, decisions=10)
    step = next(step for step in one.trace if step.name == "declared")
    same = msgspec.structs.replace(step, event=step.event.but(frame=88), before=None, after=None, n=5)
    assert digest(same) == digest(step)
    assert digest(msgspec.structs.replace(step, cites=("toy:x#y",))) != digest(step)
    assert digest(msgspec.structs.replace(step, event=Rang("bear"))) != digest(step)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, {"a": 1}),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1}}),
        ({"a": [1, 2]}, {"a": [2]}),
        ({"a": 1}, {"a": {"b": 1}}),
        ({"a": {"b": {"c": 1}}}, {"a": {"b": {"c": 2, "d": None}}}),
        (1, 2),
    ],
)
def test_a_difference_applied_gives_the_other_board(before, after):
    assert applied(before, difference(before, after)) == after
    assert difference(after, after) == []


def test_records_are_changed_by_copies_only():
    one = Rang("bear", 1)
    assert one.but(n=2) == Rang("bear", 2)
    assert one == Rang("bear", 1)
    with pytest.raises(AttributeError):
        one.n = 2
    with pytest.raises(TypeError):
        one.but(loudness=2)
    assert issubclass(Rang, Record)
