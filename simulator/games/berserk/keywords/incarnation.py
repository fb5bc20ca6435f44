"""Incarnation X (Инкарнация): gathers tokens in the graveyard and comes back to the third row."""

from __future__ import annotations

from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Instance, Quiet
from simulator.engine.rulebook import Rules
from simulator.engine.run import Asking, Run

from ..actions import Incarnate
from ..board import BATTLE_ZONES, Battle, Card
from ..cells import CELLS, third_row
from ..events import Exiled, Incarnated, ToGraveyard, TokenGained, TurnStarted
from ..texts import Incarnation

rules = Rules()


def _clause(name: str) -> str:
    return f"berserk:incarnation#{name}"


ONCE, GRAVEYARD, THIRD_ROW = (
    _clause("once-per-battle"),
    _clause("from-own-graveyard"),
    _clause("into-own-third-row"),
)
CLOSED, REVEALED, FREE = _clause("comes-closed"), _clause("comes-revealed"), _clause("on-a-free-cell")
NO_SHARING, CONTROL, BY_TEXT = (
    _clause("no-sharing-of-a-cell"), _clause("under-own-control"), _clause("defaults-yield-to-text"),
)  # fmt: skip
FLYERS, PLACED = _clause("flyers-go-to-the-auxiliary-zone"), _clause("auxiliary-zone-cards-go-there")
SINGLE, LARGEST, AT_ONCE = (
    _clause("several-allow-a-single-use"), _clause("largest-is-used"), _clause("incarnates-once-rules-allow"),
)  # fmt: skip
for _each in (
    GRAVEYARD, THIRD_ROW, CLOSED, REVEALED, FREE, NO_SHARING, CONTROL, BY_TEXT, FLYERS, PLACED, SINGLE, LARGEST,
    AT_ONCE,
):  # fmt: skip
    rules.flag(_each)

AWAY = ("graveyard", "exile")
rules.procedure(Incarnate, "return", cites=(_clause("returns-when-tokens-reach-x"),), performs="return")


def used_instance(look: Look, card: str) -> Instance | None:
    """The Incarnation of a card that is used: the largest X of several."""
    own = [i for i in look.features(card) if i.feature == "incarnation"]
    if not own:
        return None
    return max(own, key=lambda i: i.x or 0) if look.stands(LARGEST) else min(own, key=lambda i: i.x or 0)


def _waits(look: Look, own: Instance) -> bool:
    """Whether this instance is the one at work, in the graveyard."""
    card: Card = look.board.cards[own.bearer]
    if look.stands(SINGLE) and used_instance(look, own.bearer) != own:
        return False
    return card.zone == "graveyard" or not look.stands(GRAVEYARD)


@rules.after(
    TurnStarted,
    _clause("token-at-own-turn-start"),
    "berserk:incarnation-token#gained-in-the-graveyard",
    of="incarnation",
    at=AWAY,
)
def token_at_turn_start(before: Look, after: Look, event: TurnStarted, own: Instance) -> TokenGained | None:
    """One token a turn, in the turn of the player in whose graveyard the card lies."""
    if after.board.cards[own.bearer].owner == event.player and _waits(after, own):
        return TokenGained(card=own.bearer)
    return None


@rules.after(Quiet, _clause("returns-when-tokens-reach-x"), of="incarnation", at=AWAY)
def comes_back(before: Look, after: Look, event: Quiet, own: Instance) -> Incarnate | None:
    """Due when X tokens lie on it, and again as soon as the rules allow it."""
    card: Card = after.board.cards[own.bearer]
    if not _waits(after, own) or card.tokens < (own.x or 0):
        return None
    if not after.stands(AT_ONCE) and after.board.phase != "start":
        return None
    return Incarnate(card=card.id, by=card.owner)


def to_auxiliary(look: Look, card: Card) -> tuple[str, ...]:
    """The clauses by which a card comes to the auxiliary zone instead of a cell."""
    flies = (FLYERS,) if card.flying and look.stands(FLYERS) else ()
    placed = (PLACED,) if look.has(card.id, "placed-in-auxiliary") and look.stands(PLACED) else ()
    return flies + placed


def cells_for(look: Look, card: Card) -> tuple[str, ...]:
    """The cells to which a card may incarnate."""
    board: Battle = look.board
    player = card.owner if look.stands(CONTROL) else card.controller
    cells = third_row(player) if look.stands(THIRD_ROW) else CELLS
    return tuple(c for c in cells if _is_free(look, board, c))


def _is_free(look: Look, board: Battle, cell: str) -> bool:
    there = board.on(cell)
    if there is not None and there.incarnated and there.arrived == board.turn:
        return not look.stands(NO_SHARING)
    return not look.stands(FREE) or look.value("occupied", cell) == 0


def _another_came(board: Battle, card: Card) -> bool:
    """Whether another card of the same owner incarnated in this turn."""
    return any(
        c.incarnated and c.arrived == board.turn and c.owner == card.owner and c.id != card.id
        for c in board.cards.values()
    )


@rules.instead(TokenGained, ONCE)
def no_token_after_use(look: Look, event: TokenGained) -> TokenGained | None:
    """A used incarnation gives no token, so it never comes back a second time."""
    return None if look.board.cards[event.card].incarnated else event


@rules.forbids(Incarnate, ONCE)
def only_once(look: Look, action: Incarnate) -> Any:
    return ("incarnated-already", {"card": action.card}) if look.board.cards[action.card].incarnated else None


@rules.forbids(Incarnate, _clause("stays-while-rules-forbid"))
def stays_while_forbidden(look: Look, action: Incarnate) -> Any:
    """A refused incarnation stays due."""
    card: Card = look.board.cards[action.card]
    if to_auxiliary(look, card) or cells_for(look, card):
        return None
    return "third-row-full", {"card": card.id}


@rules.unfolds(Incarnate, _clause("returns-when-tokens-reach-x"), step="return")
def come_back(run: Run, frame: Any) -> Asking:
    look = run.look
    card: Card = look.board.cards[frame.action.card]
    place = to_auxiliary(look, card)
    cites = [c for c in (GRAVEYARD, CLOSED, REVEALED, CONTROL) if look.stands(c)]
    if look.board.phase != "start":
        cites.append(AT_ONCE)  # it had to wait, and comes as soon as it may
    if len([i for i in look.features(card.id) if i.feature == "incarnation"]) > 1:
        cites += [c for c in (LARGEST, SINGLE) if look.stands(c)]
    if _says_open(look, card) and look.stands(BY_TEXT):
        cites = [BY_TEXT if c == CLOSED else c for c in cites]
    cell = ""
    if not place:
        sharing = (NO_SHARING,) if _another_came(look.board, card) else ()
        place = tuple(c for c in (THIRD_ROW, FREE, *sharing) if look.stands(c))
        cells = cells_for(look, card) or third_row(card.owner)
        cell = yield from run.ask(card.owner, "incarnation-cell", cells, *place, about=card.id)
    yield from run.emit(Incarnated(card=card.id, cell=cell), *cites, *place)


def _says_open(look: Look, card: Card) -> bool:
    """Whether the Incarnation that is used says so."""
    used = used_instance(look, card.id)
    return any(isinstance(t, Incarnation) and t.open and used and t.name == used.named for t in card.texts)


@rules.happens(Incarnated, _clause("returns-when-tokens-reach-x"))
def incarnate(look: Look, event: Incarnated) -> Battle:
    board: Battle = look.board
    card = board.cards[event.card]
    opened = _says_open(look, card) if look.stands(BY_TEXT) else False
    return board.changed(
        card.id,
        zone="battlefield" if event.cell else "auxiliary",
        cell=event.cell or None,
        open=opened or not look.stands(CLOSED),
        hidden=not look.stands(REVEALED),
        controller=card.owner if look.stands(CONTROL) else card.controller,
        incarnated=True,
        arrived=board.turn,
        supply=look.value("movement", card.id),
    )


@rules.instead(ToGraveyard, _clause("exiled-on-death-after-use"))
def exiled_on_death(look: Look, event: ToGraveyard) -> ToGraveyard | Exiled:
    """It dies all the same: only the place where it goes is another."""
    card = look.board.cards[event.card]
    if card.incarnated and card.kind == "creature" and card.zone in BATTLE_ZONES:
        return Exiled(card=event.card, ability=event.ability, dying=True)
    return event
