"""To close (Закрыть): an open card turns horizontal; a closed card neither acts nor moves."""

from __future__ import annotations

from typing import Any

from simulator.engine.look import Look
from simulator.engine.record import Action
from simulator.engine.rulebook import Rules
from simulator.engine.run import Asking, Run

from ..acting import CLAUSES, WITHOUT_CLOSING, acting_card, closes_as_payment, stays_open
from ..actions import AccumulateChip, AssignDefender, CloseForFlyer, SimpleStrike, UseFeature
from ..board import BATTLE_ZONES, Battle
from ..events import Acted, Closed, StayedOpen

rules = Rules()

DEFENDER_CLOSES = "berserk:defender#closes-with-the-attack"
NOT_ACTING = "berserk:close#closed-by-another-is-not-acting"
rules.flag(NOT_ACTING)
rules.flag(WITHOUT_CLOSING)


@rules.happens(Closed, "berserk:close#turns-to-horizontal")
def turn_horizontal(look: Look, event: Closed) -> Battle:
    board: Battle = look.board
    return board.changed(event.card, open=False)


@rules.happens(StayedOpen, WITHOUT_CLOSING)
def stay_open(look: Look, event: StayedOpen) -> Battle:
    """The card acted and stays as it is, its movement supply too."""
    board: Battle = look.board
    return board


LAST_STEPS = (
    (UseFeature, "accompany"), (UseFeature, "parts"), (SimpleStrike, "wounds"), (AccumulateChip, "perform"),
    (CloseForFlyer, "perform"),
)  # fmt: skip
"""What ends the performance of each action that closes its card."""


def close_as_payment(run: Run, frame: Any) -> Asking:
    """The closing that pays for an action (a text may say "without closing"); a defender closes with it."""
    cites = run.rules.row_cites(type(frame.action), "close")
    paying = [(frame.action, frame.action.card)]
    defender = frame.data.get("defender")
    if defender and run.look.stands(DEFENDER_CLOSES):
        paying.append((AssignDefender(card=defender), defender))
    for action, card in paying:
        if run.board.cards[card].zone not in BATTLE_ZONES:
            continue
        if stays_open(run.look, action):
            yield from run.emit(StayedOpen(card), WITHOUT_CLOSING)
        elif closes_as_payment(run.look, action):
            paid = yield from run.emit(
                Closed(card=card, payment=True), "berserk:close#closing-pays-for-action", *cites
            )
            if not paid and card == defender:
                continue  # closed meanwhile by another card: it could not pay, so it has not acted
            more = (DEFENDER_CLOSES,) if card == defender else ()
            yield from run.emit(Acted(card), CLAUSES[type(action)], *more)


for _action in {action: None for action, _ in LAST_STEPS}:
    rules.unfolds(_action, "berserk:close#closing-pays-for-action", step="close")(close_as_payment)
for _action, _last in LAST_STEPS:
    rules.precedes(_action, _last, "close", "berserk:close#paid-after-performing")


@rules.forbids(Action, "berserk:close#closed-cannot-declare-actions", stage="declare")
def closed_cannot_declare(look: Look, action: Action) -> Any:
    card = acting_card(look, action)
    if card is not None and not card.open:
        return "closed-cannot-act", {"card": card.id}
    return None


@rules.forbids(Action, "berserk:close#closed-cannot-perform-actions", stage="perform")
def closed_cannot_perform(look: Look, action: Action) -> Any:
    card = acting_card(look, action)
    if card is not None and not card.open:
        return "closed-cannot-act", {"card": card.id}
    return None


@rules.forbids(Action, "berserk:close#closed-by-another-cannot-pay", stage="declare")
def closed_cannot_pay(look: Look, action: Action) -> Any:
    """It is only the payment that a closed card cannot make: opened again, it may act."""
    card = acting_card(look, action)
    if card is not None and not card.open and closes_as_payment(look, action):
        return "cannot-pay-by-closing", {"card": card.id}
    return None


@rules.happens(Acted, "berserk:acting#uses-an-action")
def mark_acted(look: Look, event: Acted) -> Battle:
    board: Battle = look.board
    return board.changed(event.card, acted=True)


@rules.after(Closed, "berserk:acting#uses-an-action")
def closing_uses_the_action(before: Look, after: Look, event: Closed) -> Acted | None:
    """Being closed by another card's feature is not acting."""
    if not event.payment and not after.stands(NOT_ACTING):
        return Acted(event.card)
    return None
