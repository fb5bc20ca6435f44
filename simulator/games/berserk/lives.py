"""How many lives a card has now, and its maximum: each part by the rule of its own clause. Nothing is stored.

The starting number and additional lives, less wounds and effects "so many fewer"; the maximum is the same
without the wounds, so it is what healing can bring a card back to.
"""

from __future__ import annotations

from simulator.engine.look import Look
from simulator.engine.record import Add, Instance
from simulator.engine.rulebook import Rules

from .board import Battle, Card
from .events import FewerLivesLaid, TurnLivesEnded
from .relations import fits
from .text_effects import Filter
from .texts import Lives

rules = Rules()

STARTING = "berserk:lives#counts-starting-number"
OTHER = "berserk:lives#counts-other-effects"
ICON = "berserk:lives#icon-in-text-means-current"
KEPT = "berserk:additional-lives#kept-when-wounded"
for _clause in (STARTING, ICON, KEPT):
    rules.flag(_clause)


@rules.modifies("lives", STARTING)
def starting_number(look: Look, subject: str) -> Add:
    return Add(look.board.cards[subject].life)


@rules.modifies(
    "lives", "berserk:lives#counts-additional-lives", "berserk:additional-lives#raise-current-lives"
)
def additional_lives(look: Look, subject: str) -> Add | None:
    return _some(laid(look, subject, "additional-lives"))


@rules.modifies("lives", "berserk:lives#counts-wounds", "berserk:wound#reduces-lives")
def wounds(look: Look, subject: str) -> Add | None:
    return _some(-look.board.cards[subject].wounds)


@rules.modifies("lives", OTHER)
@rules.modifies("maximum-lives", OTHER)
def other_effects(look: Look, subject: str) -> Add | None:
    """The effects that this engine knows: "has so many lives fewer"."""
    return _some(-laid(look, subject, "fewer-lives"))


@rules.modifies("maximum-lives", "berserk:additional-lives#raise-maximum")
def higher_maximum(look: Look, subject: str) -> Add | None:
    return _some(laid(look, subject, "additional-lives"))


def _some(amount: int) -> Add | None:
    return Add(amount) if amount else None


def own_effects(card: Card, name: str) -> int:
    """The additional or fewer lives by effects that lie on a card."""
    if name == "fewer-lives":
        return card.fewer + card.fewer_for_turn
    return card.additional + card.additional_for_turn


def laid(look: Look, card: str, name: str) -> int:
    """All additional or all fewer lives of a card. Features are asked only when there are any: this number
    is wanted for every card of every board."""
    if look.instances(name):
        return int(look.value(name, card))
    return own_effects(look.board.cards[card], name)


def surely_alive(look: Look, card: Card) -> bool:
    """Whether a card's starting number alone outweighs all that takes lives from it: the rest can only add to
    it, so it need not be counted for every card of every board."""
    if look.instances("fewer-lives") or not look.stands(STARTING):
        return False
    return card.life > card.wounds + own_effects(card, "fewer-lives")


# --- effects that change the number ----------------------------------------------------------------------


@rules.happens(FewerLivesLaid, OTHER)
def lay_fewer(look: Look, event: FewerLivesLaid) -> Battle:
    board: Battle = look.board
    card = board.cards[event.card]
    if event.for_turn:
        return board.changed(card.id, fewer_for_turn=card.fewer_for_turn + event.amount)
    return board.changed(card.id, fewer=card.fewer + event.amount)


@rules.happens(TurnLivesEnded, "berserk:turn-effect#until-end-of-turn")
def end_for_turn(look: Look, event: TurnLivesEnded) -> Battle:
    """Only the effects end; wounds stay on the card."""
    board: Battle = look.board
    return board.changed(event.card, additional_for_turn=0, fewer_for_turn=0)


@rules.modifies("fewer-lives", OTHER, of="fewer-lives")
def fewer_by_feature(look: Look, subject: str, own: Instance) -> Add | None:
    return given_by_feature(look, subject, own)


def given_by_feature(look: Look, subject: str, own: Instance) -> Add | None:
    """What a permanent feature about lives gives a card, if the card is one of those that it means."""
    source: Card = look.board.cards[own.bearer]
    text = next((t for t in source.texts if isinstance(t, Lives) and t.name == own.named), None)
    if text is None:
        return None
    meant = subject == source.id if text.itself else fits(look, source, text.on, subject)
    return Add(text.amount) if meant else None


# --- for what asks or touches the number -----------------------------------------------------------------


def lives_cites(look: Look, card: str) -> tuple[str, ...]:
    """The clauses of everything that is counted in the current lives of a card."""
    return tuple(dict.fromkeys(c for rule, _, _ in look.ledger("lives", card) for c in rule.cites))


def asked_lives(look: Look, card: str) -> int:
    """The number that the lives icon in a text speaks of."""
    return int(look.value("lives", card)) if look.stands(ICON) else int(look.board.cards[card].life)


def within(look: Look, wanted: Filter, card: str) -> bool:
    """Whether a card has as many lives as a text asks for."""
    if not wanted.asks_lives:
        return True
    lives = asked_lives(look, card)
    too_many = wanted.lives_at_most is not None and lives > wanted.lives_at_most
    return not too_many and (wanted.lives_at_least is None or lives >= wanted.lives_at_least)


def kept_cites(look: Look, card: str) -> tuple[str, ...]:
    """That a wound leaves additional lives alone, where there are any."""
    return (KEPT,) if look.stands(KEPT) and look.value("additional-lives", card) else ()


def eaten(look: Look, card: Card, amount: int) -> dict[str, int]:
    """What becomes of a card by so many wounds: they are added to those it has."""
    if look.stands(KEPT):
        return {"wounds": card.wounds + amount}
    for_turn = min(amount, card.additional_for_turn)
    lasting = min(amount - for_turn, card.additional)
    return {
        "wounds": card.wounds + amount - for_turn - lasting,
        "additional": card.additional - lasting,
        "additional_for_turn": card.additional_for_turn - for_turn,
    }
