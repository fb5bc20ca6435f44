"""What the effects of card texts do; generic over their records."""

from __future__ import annotations

from collections.abc import Iterator

from simulator.engine.errors import NotModelled
from simulator.engine.look import Look
from simulator.engine.record import Event
from simulator.engine.rulebook import Rules
from simulator.engine.run import Asking, Run

from .board import Card, Table
from .damage import NEXT_DAMAGE, deal, put_top_card
from .events import Destroyed, Drew, Exhausted, Gained, Moved, Readied, Redirected, Returned
from .kinds import is_unit
from .spots import parts
from .texts import Effect, Filter

rules = Rules()

READY_VALUE = "usable"
"""The value "ready, and open to be counted and used": 1 or 0."""


NOT_ON_RULERS = ("destroy", "return", "move")
"""What no rule of the game does to a ruler, whatever it counts as."""


def fits(look: Look, player: str, effect: Effect, target: str) -> bool:
    """Whether a card is what an effect of that player asks for: a unit or ruler in play."""
    wanted: Filter = effect.on
    card = look.board.cards.get(target)
    if card is None or not card.in_play or (card.kind == "ruler" and effect.do in NOT_ON_RULERS):
        return False
    if not (is_unit(look, card) if wanted.what == "unit" else card.kind == wanted.what):
        return False
    return wanted.whose == "any" or (card.controller == player) == (wanted.whose == "own")


def wanted_targets(effects: tuple[Effect, ...]) -> tuple[tuple[Effect, bool], ...]:
    """For each target of a declaration, in order: the effect it belongs to, and whether it is a zone."""
    out: list[tuple[Effect, bool]] = []
    for effect in effects:
        if effect.targets and not (effect.do == "move" and effect.itself):
            out.append((effect, False))
        if effect.do == "move":
            out.append((effect, True))
    return tuple(out)


def moves(source: str, effects: tuple[Effect, ...], chosen: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """(card, zone) for each effect that moves a card."""
    left = list(chosen)
    for effect in effects:
        needed = len(wanted_targets((effect,)))
        own, left = left[:needed], left[needed:]
        if effect.do == "move":
            yield (source if effect.itself else own[0]), own[-1]


def own_zone(board: Table, card: str, place: str) -> bool:
    """Whether a zone is on the side of the player who controls the card."""
    named = parts(place)
    return named is not None and named[0] == board.cards[card].controller


def target_fits(look: Look, source: Card, effect: Effect, zone: bool, target: str) -> bool:
    """Whether something may be chosen for an effect."""
    board: Table = look.board
    if not zone:
        return fits(look, source.controller, effect, target)
    named = parts(target)
    return named is not None and target in board.spots(named[0], named[1]) and board.at(target) is None


def carry_out(run: Run, source: str, player: str, effects: tuple[Effect, ...], chosen: tuple[str, ...],
              *cites: str) -> Asking:  # fmt: skip
    """Each effect in order; what is impossible by now is skipped and the rest is done."""
    left = list(chosen)
    for effect in effects:
        needed = len(wanted_targets((effect,)))
        own, left = tuple(left[:needed]), left[needed:]
        amount = effect.amount
        if effect.times == "ready-own-units":
            ready = usable_units(run.look, player)
            amount *= len(ready)
            cites = tuple(
                dict.fromkeys((*cites, *(c for unit in ready for c in usable_cites(run.look, unit))))
            )
        if effect.do == "draw":
            yield from _draw(run, player, amount, *cites)
            continue
        for card in _objects(run, source, player, effect, own):
            if effect.do == "damage":
                yield from deal(run, source, card, amount, effect.kind, *_damage_cites(effect), *cites)
            else:
                yield from run.emit(_event(run.board, source, card, effect, amount, own), *cites)


def _objects(run: Run, source: str, player: str, effect: Effect, own: tuple[str, ...]) -> list[str]:
    board: Table = run.board
    if effect.itself:
        here = board.cards[source].in_play and (effect.do != "move" or _may_move(board, source, own[-1]))
        return [source] if here else []
    if effect.each:
        return [c for c in board.cards if fits(run.look, player, effect, c)]
    found = [own[0]] if fits(run.look, player, effect, own[0]) else []
    return [] if effect.do == "move" and not _may_move(board, own[0], own[-1]) else found


def _may_move(board: Table, card: str, place: str) -> bool:
    return board.at(place) is None and own_zone(board, card, place)


def _damage_cites(effect: Effect) -> tuple[str, ...]:
    return ("gate-ruler:effect-damage#dealt-during-resolution",) if effect.kind == "effect" else ()


def _event(board: Table, source: str, card: str, effect: Effect, amount: int, own: tuple[str, ...]) -> Event:
    match effect.do:
        case "destroy":
            return Destroyed(card=card, to="graveyard", by=source)
        case "return":
            return Returned(card=card, to="hand", by=source)
        case "ready":
            return Readied(card)
        case "exhaust":
            return Exhausted(card)
        case "gain":
            until = "" if effect.until == "for-good" else effect.until
            return Gained(card=card, gives=effect.gives, amount=amount, until=until)
        case "prevent":
            return Gained(card=card, gives=NEXT_DAMAGE, amount=amount, until="end-of-turn")
        case "move":
            return Moved(card, board.cards[card].spot, own[-1])
        case "redirect":
            return Redirected(card)
    raise NotModelled("effect", {"effect": effect.do}, ())


def _draw(run: Run, player: str, amount: int, *cites: str) -> Asking:
    for _ in range(amount):
        side = run.board.sides[player]
        if not side.known:
            if run.board.count(player, "deck"):
                raise NotModelled("unknown-card", {"player": player}, cites)
            return
        yield from run.emit(Drew(player, side.known[0]), *cites)


@rules.happens(Drew, "gate-ruler:deck#hidden-and-ordered")
def draw(look: Look, event: Drew) -> Table:
    return put_top_card(look.board, event.player, event.card, "hand")


# --- ready units that may be counted and used -------------------------------------------------------------


def usable_units(look: Look, player: str) -> list[str]:
    """Ready units of a player that effects may count and costs may use."""
    return [c.id for c in look.board.units(player) if look.value(READY_VALUE, c.id) > 0]


def usable_cites(look: Look, card: str) -> tuple[str, ...]:
    """The clauses by which a ready unit may be counted and used."""
    return tuple(c for rule, _, _ in look.ledger(READY_VALUE, card) for c in rule.cites)
