"""A short soak of every game, and proof that the soak sees what it is there for."""

import copy
from itertools import count

import pytest

from bench.setups import module_of
from bench.soak import Fault, soak
from simulator.engine.record import Action
from simulator.engine.rulebook import Rules
from simulator.games.berserk.events import SupplySpent
from simulator.games.berserk.keywords import move
from simulator.games.berserk.turn import PhaseBegan
from simulator.games.registry import games

SEEDS = range(1, 7)


@pytest.mark.parametrize("slug", sorted(games()))
@pytest.mark.parametrize("seed", SEEDS)
def test_a_short_soak(slug, seed):
    tally = soak(games()[slug], seed, decisions=25)
    assert tally.decisions or "not-modelled" in tally.ends


@pytest.mark.parametrize("slug", sorted(games()))
def test_every_game_has_set_ups_of_its_own(slug):
    assert module_of(slug).random_setup


def test_a_seed_decides_it_all():
    one, two = (soak(games()["berserk"], 3, decisions=15) for _ in range(2))
    assert one == two


# --- the soak of broken games ----------------------------------------------------------------------------


def broken(*more, without=()):
    """Berserk with its rulebook changed."""
    game = copy.copy(games()["berserk"])
    book = game.rulebook(game.default_edition)
    book = book.without(*without).plus(*more) if without else book.plus(*more)
    book.game = game
    game.editions = {game.default_edition: book}
    return game


def fault_of(game, seeds=range(40)):
    for seed in seeds:
        try:
            soak(game, seed, decisions=25)
        except Fault as fault:
            return fault
    raise AssertionError("nothing was found")


def test_it_finds_a_legal_action_that_nobody_offers():
    fault = fault_of(broken(without=(move.steps_of_own_creatures,)), range(200))
    assert "legal, but no option: Move" in fault.what
    assert fault.document["lines"][0]["answers"] is not None


def test_it_finds_a_rule_that_remembers():
    rules, asked = Rules(), count()

    @rules.forbids(Action, "berserk:move#only-own")
    def moody(look, action):
        return ("not-your-creature", {}) if next(asked) % 5 == 4 else None

    what = fault_of(broken(rules)).what
    said = ("refused", "asks another question", "nothing to do")  # the last when it bars a pass, too
    assert any(each in what for each in said)


def test_it_finds_a_step_that_is_not_the_same_twice():
    rules, times = Rules(), count()

    @rules.after(PhaseBegan, "berserk:turn#parts")
    def drifting(before, after, event):
        card = next(iter(after.board.cards))
        return SupplySpent(card, 1) if next(times) % 2 else None

    said = ("comes to another end", "other steps", "do not add up")
    what = fault_of(broken(rules)).what
    assert any(each in what for each in said)


def test_it_finds_an_error_and_shows_how_to_get_there():
    rules = Rules()

    @rules.after(SupplySpent, "berserk:move#pays-one")
    def fails(before, after, event):
        raise ZeroDivisionError

    fault = fault_of(broken(rules))
    assert "ZeroDivisionError" in fault.what
    assert fault.document["lines"][0]["answers"][-1]["take"]["type"] == "move"
