"""What players may declare, and the procedures of the rules themselves."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta

from simulator.engine.record import Action, Pass

CardId = Annotated[str, Meta(description="Id of a card of the setup.", examples=["ram"], max_length=40)]


class Attack(Action, frozen=True, kw_only=True):
    """A card attacks. The target is a unit or ruler of the opponent, or the zone of a line without units."""

    attacker: CardId
    target: Annotated[
        str,
        Meta(
            description="Id of a card, or an attack zone without a unit such as p2-attack-1.",
            examples=["wall", "p2-ruler", "p2-attack-1"],
            max_length=40,
        ),
    ]


class UseAbility(Action, frozen=True, kw_only=True):
    """An activated ability is used. `targets`: for each effect that chooses, in order."""

    in_gate: ClassVar[bool] = True

    card: CardId
    ability: Annotated[str, Meta(description="Name of the activated ability.", examples=["spark"])]
    targets: Annotated[
        tuple[str, ...],
        Meta(max_length=8, description="Chosen cards and zones, in order.", examples=[["ram"]]),
    ] = ()
    payer: Annotated[
        str,
        Meta(
            description="The unit exhausted as the cost, when the cost is a ready unit.",
            examples=["twin"],
            max_length=40,
        ),
    ] = ""


# --- declared by the rules, never by a player ---------------------------------------------------------------


class PlayGame(Action, frozen=True, kw_only=True):
    """The game: turn after turn. Lies under everything on the pile."""


class TakeTurn(Action, frozen=True, kw_only=True):
    """The turn of a player."""

    turn: int


class AttackSubPhase(Action, frozen=True, kw_only=True):
    """An attack sub-phase up to the declaration; the declared `Attack` goes on with the battle."""


class RulerDamage(Action, frozen=True, kw_only=True):
    """Damage to a ruler under way, point by point."""

    player: str
    amount: int
    source: str


class AbilityInGate(Action, frozen=True, kw_only=True):
    """A triggered ability that lies in the gate."""

    in_gate: ClassVar[bool] = True

    card: str
    ability: Any


class CardAction(Action, frozen=True, kw_only=True):
    """Something the rules do with a card."""

    card: str


class DealBattleDamage(CardAction, frozen=True, kw_only=True):
    """The attacker deals battle damage to the target."""


class UseAutomatic(CardAction, frozen=True, kw_only=True):
    """An automatic ability of a card text is carried out."""

    name: str


class UsePenetrate(CardAction, frozen=True, kw_only=True):
    """The Penetrate ability works."""


class UseIntercept(CardAction, frozen=True, kw_only=True):
    """The Intercept ability works."""


class UseCounterattack(CardAction, frozen=True, kw_only=True):
    """The Counterattack ability works."""


class UseXAttacks(CardAction, frozen=True, kw_only=True):
    """The X attacks ability works."""

    x: int


class UseVigilance(CardAction, frozen=True, kw_only=True):
    """The Vigilance ability works."""


ACTIONS: tuple[type[Action], ...] = (Attack, UseAbility, Pass)
