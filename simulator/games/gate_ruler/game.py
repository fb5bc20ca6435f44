"""Gate Ruler as the kernel sees it: its records, its policies, its words."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any

import msgspec

from simulator.engine.game import Game
from simulator.engine.look import Look
from simulator.engine.once import once
from simulator.engine.record import Action, Instance, Refusal, Target
from simulator.engine.rulebook import Rulebook
from simulator.engine.run import Run, Trigger
from simulator.engine.sentences import Catalogue

from ..keywords import keyword_modules
from . import abilities, attack, damage, effects, gate, keywords, kinds, leaving, turn
from .actions import ACTIONS, AbilityInGate, Attack, RulerDamage, UseAbility, UseAutomatic, UseVigilance
from .attack import attacker_of, target_of
from .board import IN_PLAY, PLAYERS, ZONES, Card, Table
from .events import EVENTS
from .example import ABOUT, FULL, SMALL, UNANSWERED
from .picture import picture
from .setup import Setup, build, ordinary, problems
from .spots import SPOTS, parts
from .text_words import text_label, text_name
from .texts import KEYWORDS, Activated, Keyword

COUNTED = ("taken", "deck", "hand", "graveyard")
"""What can be asked of a player: cards in the damage zone, deck, hand, graveyard."""


class GateRuler(Game):
    """The game. One instance, without state."""

    slug = "gate-ruler"
    players = PLAYERS
    in_play = IN_PLAY
    actions = ACTIONS
    events = EVENTS
    values = ("atk", "hp", "stk", "damage", "made-attacks", "souls", *COUNTED)
    states = ("ready", "exhausted", "attacked", "attacking", "lost")
    default_edition = "rules-2023"
    places = (*SPOTS, *ZONES)
    examples = (SMALL, FULL)
    about_documents = ABOUT
    unanswered = UNANSWERED
    setup_type = Setup

    def __init__(self) -> None:
        book = Rulebook.of(
            "rules-2023", kinds.rules, turn.rules, attack.rules, damage.rules, leaving.rules, gate.rules,
            abilities.rules, effects.rules, *(module.rules for module in keyword_modules(keywords)), game=self,
        )  # fmt: skip
        self.editions = {"rules-2023": book}
        self.catalogue = Catalogue.read("simulator.games.gate_ruler.sentences", self)

    # --- set-up ------------------------------------------------------------------------------------------

    def build(self, setup: Setup, options: dict[str, Any]) -> Table:
        """The first board of a position."""
        return build(setup)

    def setup_problems(self, setup: Setup) -> Iterable[tuple[str, str]]:
        """Everything that no position can be."""
        return problems(setup)

    def ordinary(self, setup: Setup) -> Setup:
        """A position written down in one way."""
        return ordinary(setup)

    def units(self, setup: Setup) -> int:
        """The number of cards."""
        return len(setup.cards)

    # --- objects -----------------------------------------------------------------------------------------

    def objects(self, board: Table) -> Iterable[str]:
        """The cards."""
        return board.cards

    def natural(self, board: Table, obj: str) -> Iterable[Instance]:
        """Printed texts, and keywords gained by effects that last."""
        card = board.cards[obj]
        for text in card.texts:
            if isinstance(text, Keyword):
                yield Instance(obj, text.keyword, text.x, None, card.born)
            else:
                yield Instance(obj, str(type(text).__struct_config__.tag), None, text.name, card.born)
        if card.zone == "soul":
            yield Instance(obj, "soul", None, None, card.born)
        for effect in card.effects:
            if effect.gives in KEYWORDS:
                x = effect.amount if effect.gives == "x-attacks" else None
                yield Instance(obj, effect.gives, x, None, effect.age)

    def sources(self, board: Table) -> dict[str, Card]:
        """The records of the cards: all that `natural` reads."""
        return board.cards

    def distinct(self, look: Look, found: Iterable[Instance]) -> Iterable[Instance]:
        """Equal keywords do not add up: of several, one works (of X attacks the one with the largest X)."""
        kept: dict[tuple[str, str | None], Instance] = {}
        for instance in found:
            key = instance.feature, instance.named
            known = kept.get(key)
            if known is None or (instance.x or 0) > (known.x or 0):
                kept[key] = instance
        return kept.values()

    def zone(self, board: Table, obj: str) -> str:
        """The zone of a card."""
        return board.cards[obj].zone

    def controller(self, board: Table, obj: str) -> str:
        """The controlling player of a card."""
        return board.cards[obj].controller

    def base_value(self, look: Look, name: str, subject: str) -> Any:
        """Printed and counted values of cards; counts of cards in the zones of players."""
        board: Table = look.board
        if subject in PLAYERS:
            if name not in COUNTED:
                raise KeyError(name)
            return board.count(subject, "damage" if name == "taken" else name)
        card = board.cards[subject]
        match name:
            case "atk" | "hp" | "stk" | "damage":
                return getattr(card, name)
            case "made-attacks":
                return card.attacks
            case "souls":
                return len(board.souls(subject))
            case "usable":
                return int(card.ready and not card.reset_by)
            case (
                "attacks" | "battle-damage" | "penetrate-damage" | "intercept-damage" | "counterattack-damage"
            ):
                return 0
        raise KeyError(name)

    # --- time --------------------------------------------------------------------------------------------

    def clock(self, board: Table) -> str:
        """Moments are named by the turn."""
        return f"turn {board.turn}"

    def over(self, board: Table) -> bool:
        """Whether somebody has lost."""
        return bool(board.lost)

    def quiet_now(self, board: Table) -> bool:
        """System processing waits while damage to a ruler is being taken point by point, and while the gate is
        being resolved: it belongs to the stage in which things can be added.
        """
        if not board.pile:
            return True
        return not (isinstance(board.pile[-1].action, RulerDamage) or gate.gate_resolves(board))

    def triggered(self, run: Run, waiting: list[Trigger]) -> Generator[Any, Any, None]:
        """What works at one moment: the turn player's first."""
        board: Table = run.board
        later = [t for t in waiting if t.own and board.cards[t.own.bearer].controller != board.active]
        for trigger in (*(t for t in waiting if t not in later), *later):
            yield from run.resolve(trigger)

    def chooser(self, look: Look, event: Any) -> str:
        """The controller of the card an event is about orders what replaces it."""
        board: Table = look.board
        card = board.cards.get(getattr(event, "card", ""))
        return card.controller if card else board.active

    def required_choices(self, look: Look, action: Action) -> Iterable[tuple[Any, ...]]:
        """Vigilance needs a defence zone to go to."""
        if isinstance(action, UseVigilance):
            yield tuple(Target(action, s) for s in look.board.spots(action.by, "defence"))

    def no_option(self, action: Action) -> Refusal:
        """The player's ruler has no such zone."""
        return Refusal(("gate-ruler:change-of-zone#missing-zone",), "no-such-zone", {"player": action.by})

    # --- what a person sees ------------------------------------------------------------------------------

    def picture(self, look: Look) -> dict[str, Any]:
        """The board for drawing."""
        return picture(look, self.catalogue)

    def hidden(self, board: Table, obj: str, player: str) -> bool:
        """Decks are hidden from both players, a hand from the opponent."""
        card = board.cards.get(obj)
        return card is not None and (card.zone == "deck" or (card.zone == "hand" and card.owner != player))

    def view(self, board: Table, player: str) -> Table:
        """The board as one player may see it: of a hidden card only that it lies there."""
        cards = {
            k: Card(k, {"en": "?", "ru": "?", "zh": "?"}, "unknown", c.owner, c.controller, c.zone)
            if self.hidden(board, k, player)
            else c
            for k, c in board.cards.items()
        }
        sides = {
            p: msgspec.structs.replace(s, known=(), unknown=board.count(p, "deck"))
            for p, s in board.sides.items()
        }
        seen = {k: c for k, c in cards.items() if c.zone != "deck"}
        result: Table = board.but(cards=seen, sides=sides)
        return result

    def place(self, board: Table, obj: str) -> str:
        """The zone of a card; attack and defence zones by player and number."""
        return board.cards[obj].spot

    def state(self, look: Look, obj: str, name: str) -> bool:
        """ready, exhausted, attacked, attacking (cards); lost (players)."""
        board: Table = look.board
        if name == "lost":
            return obj in board.lost
        card = board.cards[obj]
        match name:
            case "ready":
                return card.ready
            case "exhausted":
                return not card.ready
            case "attacked":
                return card == target_of(board)
            case "attacking":
                return card == attacker_of(board)
        raise KeyError(name)

    def exists(self, board: Table, obj: str, asked: str = "") -> bool:
        """Cards; of a player whether they have lost and how many cards their zones hold."""
        if obj in PLAYERS:
            return asked == "lost" or asked in COUNTED
        return obj in board.cards and asked not in ("lost", *COUNTED)

    def name(self, board: Table, value: Any, language: str) -> str | None:
        """Cards by their names in quotation marks; players and zones by the catalogue."""
        if value.endswith("/soul"):  # which of several souls: named as the rule of that card
            value = value.removesuffix("/soul").rpartition("@")[2]
        card = board.cards.get(value)
        if card is not None:
            return _quoted(card.name)[language]
        texts = self.catalogue.texts[language]
        if value in PLAYERS:
            return texts[f"player.{value}"]
        named = parts(value)
        if named is not None:
            player, zone, n = named
            return texts[f"place.{zone}"].format(n=n, player=texts[f"player.{player}"])
        return None

    def about(self, action: Action) -> str | None:
        """The card that acts."""
        return getattr(action, "card", None) or getattr(action, "attacker", None)

    def action_facts(self, board: Table, action: Action) -> dict[str, Any]:
        """Words a declaration needs beside its own fields."""
        if isinstance(action, AbilityInGate):
            return {"what": self.catalogue.action(board, action.ability)}
        if isinstance(action, (UseAbility, UseAutomatic)):
            name = action.ability if isinstance(action, UseAbility) else action.name
            card = board.cards.get(action.card)
            text = card.text(name) if card else None
            said = text_label(self.catalogue, text) if text else dict.fromkeys(self.catalogue.texts, name)
            return {"said": said, "aim": (*getattr(action, "targets", ()), *filter(None, [_payer(action)]))}
        return {}

    def action_variant(self, action: Action) -> str:
        """An ability without targets is said without them."""
        return "-alone" if isinstance(action, UseAbility) and not action.targets and not action.payer else ""

    def record_texts(self, board: Table) -> dict[str, dict[str, str]]:
        """The texts of the cards of this board, restated."""
        return {
            f"card:gate-ruler/{card.id}#{text_name(text)}": text_label(self.catalogue, text)
            for card in board.cards.values()
            for text in card.texts
        }

    def feature_words(self, board: Table, label: str) -> dict[str, str] | None:
        """The text of a card from which a feature comes."""
        bearer = label.partition("/")[0]
        if bearer not in board.cards:
            return None
        printed = zip(board.cards[bearer].texts, self.natural(board, bearer), strict=False)
        return next((text_label(self.catalogue, text) for text, own in printed if own.label == label), None)

    def action_problems(self, board: Table, action: Action) -> Iterable[tuple[str, str]]:
        """Cards, zones and abilities that do not exist."""
        if isinstance(action, Attack):
            if action.attacker not in board.cards:
                yield "/attacker", f"there is no card {action.attacker} in the setup"
            if action.target not in board.cards and parts(action.target) is None:
                yield "/target", f"{action.target} is neither a card of the setup nor an attack zone"
        if isinstance(action, UseAbility):
            card = board.cards.get(action.card)
            if card is None:
                yield "/card", f"there is no card {action.card} in the setup"
            elif not isinstance(card.text(action.ability), Activated):
                yield "/ability", f"the card {action.card} has no activated ability {action.ability}"
            for n, target in enumerate(action.targets):
                if target not in board.cards and parts(target) is None:
                    yield f"/targets/{n}", f"{target} is neither a card of the setup nor a zone"
            if action.payer and action.payer not in board.cards:
                yield "/payer", f"there is no card {action.payer} in the setup"


@once
def _quoted(names: dict[str, str]) -> dict[str, str]:
    """The name of a card in every language, in its quotation marks; of the languages it has, zh before en."""
    other = names.get("zh") or names.get("en") or next(iter(names.values()))
    marks = {"ru": "«{}»", "zh": "「{}」", "en": "“{}”"}
    return {language: around.format(names.get(language) or other) for language, around in marks.items()}


def _payer(action: Any) -> str:
    return str(getattr(action, "payer", ""))


GAME = GateRuler()
