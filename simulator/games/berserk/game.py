"""Berserk as the kernel sees it: its records, its policies, its words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from simulator.engine.emission import Trigger
from simulator.engine.game import Game
from simulator.engine.look import Look
from simulator.engine.once import once
from simulator.engine.record import Action, Instance, Refusal
from simulator.engine.rulebook import Rulebook
from simulator.engine.run import Asking, Run
from simulator.engine.sentences import Catalogue

from ..keywords import keyword_modules
from . import (
    chips,
    combat,
    composite,
    counting,
    declaring,
    effects,
    exchange,
    fates,
    keywords,
    lives,
    playable,
    relations,
    statics,
    success,
    triggers,
    turn,
    value,
)
from .actions import ACTIONS, SimpleStrike, UsePart, UseText, UseTriggered
from .board import BATTLE_ZONES, PLAYERS, ZONES, Battle, Card
from .cells import CELLS, is_cell, normal
from .declaring import part_text
from .events import EVENTS
from .example import ABOUT, FULL, SMALL, UNANSWERED
from .keywords.protection import feature_of
from .keywords.zones import zone_problems
from .lives_setup import WHAT_TAKES_LIVES, in_doubt
from .picture import picture
from .setup import Setup, build, ordinary, problems
from .text_words import ability_label, text_label
from .texts import (
    Experience,
    Incarnation,
    Lives,
    Modifier,
    OnMovement,
    Playable,
    Protection,
    Static,
    Triggered,
)
from .triggers import triggered_feature
from .value import modifier_features

PARTS = (
    turn, declaring, playable, composite, effects, fates, chips, combat, counting, exchange, lives, relations,
    statics, success, triggers, value,
)  # fmt: skip


class Berserk(Game):
    """The game. One instance, without state."""

    slug = "berserk"
    players = PLAYERS
    in_play = BATTLE_ZONES
    actions = ACTIONS
    events = EVENTS
    values = (
        "supply", "movement", "lives", "wounds", "chips", "tokens", "maximum-lives", "additional-lives", "fewer-lives"
    )  # fmt: skip
    states = ("open", "closed", "acted", "occupied", "vulnerability", "curse")
    places = (*CELLS, *ZONES)
    tells_waiting = True
    asks_order_of_due = True
    default_edition = "base-5"
    examples = (SMALL, FULL)
    about_documents = ABOUT
    unanswered = UNANSWERED
    setup_type = Setup

    def __init__(self) -> None:
        own = keyword_modules(keywords)
        book = Rulebook.of("base-5", *(module.rules for module in (*PARTS, *own)), game=self)
        self.editions = {"base-5": book}
        self.bearers = [m.borne_by_the_bundle for m in own if hasattr(m, "borne_by_the_bundle")]
        self.catalogue = Catalogue.read("simulator.games.berserk.sentences", self)

    # --- set-up ------------------------------------------------------------------------------------------

    def build(self, setup: Setup, options: dict[str, Any]) -> Battle:
        """The first board of a position."""
        return build(setup, self.editions[self.default_edition])

    def setup_problems(self, setup: Setup) -> Iterable[tuple[str, str]]:
        """Everything that no position can be."""
        found = (*zone_problems(self.editions[self.default_edition], setup.cards), *problems(setup))
        yield from found
        if not found and in_doubt(setup.cards):
            yield from self._lifeless(setup)

    def _lifeless(self, setup: Setup) -> Iterable[tuple[str, str]]:
        """Cards of the battle zone that have no lives left, features of other cards counted in."""
        look = Look(self.build(setup, {}), self.editions[self.default_edition])
        for n, card in enumerate(setup.cards):
            if card.zone in BATTLE_ZONES and look.value("lives", card.id) <= 0:
                lost = next((name for name in WHAT_TAKES_LIVES if getattr(card, name)), "life")
                yield (
                    f"/cards/{n}/{lost}",
                    "it has no lives left: it would be destroyed; put it into the graveyard",
                )

    def ordinary(self, setup: Setup) -> Setup:
        """A position written down in one way."""
        return ordinary(setup)

    def units(self, setup: Setup) -> int:
        """The number of cards."""
        return len(setup.cards)

    # --- objects -----------------------------------------------------------------------------------------

    def objects(self, board: Battle) -> Iterable[str]:
        """The cards."""
        return board.cards

    def natural(self, board: Battle, obj: str) -> Iterable[Instance]:
        """What is printed on a card, as feature instances."""
        card = board.cards[obj]
        for text in card.texts:
            match text:
                case Playable():
                    yield Instance(obj, "playable", None, text.name, card.born)
                case OnMovement():
                    yield Instance(obj, "on-movement", text.chips, text.name, card.born)
                case Protection():
                    yield Instance(obj, feature_of(text.guard), None, text.name, card.born)
                case Incarnation():
                    yield Instance(obj, "incarnation", text.x, text.name, card.born)
                case Lives():
                    yield Instance(obj, f"{text.what}-lives", text.amount, text.name, card.born)
                case Experience():
                    yield Instance(obj, f"experience-in-{text.part}", text.x, text.name, card.born)
                case Static():
                    yield Instance(obj, text.what, None, text.name, card.born)
                case Modifier():
                    for feature in modifier_features(text):
                        yield Instance(obj, feature, text.amount, text.name, card.born)
                case Triggered():
                    yield Instance(obj, triggered_feature(text), None, text.name, card.born)
                case _:
                    yield Instance(obj, str(type(text).__struct_config__.tag), None, text.name, card.born)

    def sources(self, board: Battle) -> dict[str, Card]:
        """The records of the cards: all that `natural` reads."""
        return board.cards

    def bearing_cites(self, look: Look, instance: Instance) -> tuple[str, ...]:
        """What the feature rests on; a keyword file may have more to say (`borne_by_…`)."""
        for said in self.bearers:
            if cites := said(look, instance):
                return tuple(c for c in cites if c in look.rules.clauses)
        return super().bearing_cites(look, instance)

    def zone(self, board: Battle, obj: str) -> str:
        """The zone of a card."""
        return board.cards[obj].zone

    def controller(self, board: Battle, obj: str) -> str:
        """The controlling player of a card."""
        return board.cards[obj].controller

    def base_value(self, look: Look, name: str, subject: str) -> Any:
        """Printed and counted values of cards; "occupied" of cells."""
        if name == "occupied" or name.startswith(("die", "attack-on:", "attack-by:")):
            return 0
        card = look.board.cards[subject]
        match name:
            case "lives":
                return 0  # every part of it, the starting number too, is a contribution
            case "maximum-lives":
                return card.life
            case "additional-lives" | "fewer-lives":
                return lives.own_effects(card, name)
            case "supply" | "movement" | "wounds" | "chips" | "tokens":
                return getattr(card, name)
        raise KeyError(name)

    # --- time --------------------------------------------------------------------------------------------

    def clock(self, board: Battle) -> str:
        """Moments are named by the turn."""
        return f"turn {board.turn}"

    def chooser(self, look: Look, event: Any) -> str:
        """The controller of the card an event is about orders what replaces it; of what is due, its player."""
        if isinstance(event, Action) and event.by:
            return event.by
        board: Battle = look.board
        card = board.cards.get(getattr(event, "card", ""))
        return card.controller if card else board.active

    def no_option(self, action: Action) -> Refusal:
        """An action with nothing to choose from."""
        return Refusal(("berserk:legality#no-legal-target",), "no-target-at-all", {})

    def triggered(self, run: Run, waiting: list[Trigger]) -> Asking:
        """What triggered at one moment: see `triggers.resolve`."""
        yield from triggers.resolve(run, waiting)

    # --- what a person sees ------------------------------------------------------------------------------

    def picture(self, look: Look) -> dict[str, Any]:
        """The board for drawing."""
        return picture(look, self.catalogue)

    def place(self, board: Battle, obj: str) -> str:
        """The cell of a card on the battlefield, else its zone."""
        card: Card = board.cards[obj]
        return card.cell if card.zone == "battlefield" and card.cell else card.zone

    def state(self, look: Look, obj: str, name: str) -> bool:
        """open, closed, acted (cards); occupied (cells)."""
        if name == "occupied":
            return bool(look.value("occupied", obj) > 0)
        card: Card = look.board.cards[obj]
        match name:
            case "open":
                return card.open
            case "closed":
                return not card.open
            case "acted":
                return card.acted
        return bool(card.markers.get(name))

    def hidden(self, board: Battle, obj: str, player: str) -> bool:
        """Whether a card lies face down for a player. Nobody looks into a deck, only its player at a hand."""
        card = board.cards[obj]
        if card.zone in ("deck", "hand"):
            return card.zone == "deck" or card.owner != player
        return card.hidden and card.controller != player

    def exists(self, board: Battle, obj: str, asked: str = "") -> bool:
        """Cards of the setup; of a cell only whether it is occupied can be asked."""
        return is_cell(obj) if asked == "occupied" else obj in board.cards

    def name(self, board: Battle, value: Any, language: str) -> str | None:
        """Cards by their names in quotation marks; players by the catalogue."""
        card = board.cards.get(value)
        if card is not None:
            return _quoted(card.name)[language]
        if value in PLAYERS:
            return self.catalogue.texts[language][f"player.{value}"]
        if value == "":  # the cell of a card that comes to no cell
            return self.catalogue.texts[language]["word.auxiliary"]
        return None

    def tidy(self, document: dict[str, Any]) -> dict[str, Any]:
        """Cells in one spelling: capital Latin column, straight prime."""
        result: dict[str, Any] = _tidied(document)
        return result

    def about(self, action: Action) -> str | None:
        """The card that acts or moves."""
        return getattr(action, "card", None)

    def action_facts(self, board: Battle, action: Action) -> dict[str, Any]:
        """Words a declaration needs beside its own fields."""
        if not isinstance(action, (UseText, UseTriggered)):
            return {}
        if isinstance(action, UseTriggered):
            return {"said": text_label(self.catalogue, board.cards[action.card].text(action.feature))}
        card = board.cards.get(action.card)
        text = part_text(card, action) if card else None
        if text is not None and isinstance(action, UsePart):
            return {"said": ability_label(self.catalogue, text), "aim": action.targets}
        said = (
            text_label(self.catalogue, text) if text else dict.fromkeys(self.catalogue.texts, action.feature)
        )
        return {"said": said, "aim": action.targets}

    def action_variant(self, action: Action) -> str:
        """A feature without targets is said without them."""
        return "-alone" if isinstance(action, UseText) and not action.targets else ""

    def record_texts(self, board: Battle) -> dict[str, dict[str, str]]:
        """The texts of the cards of this board, restated."""
        return {
            f"card:berserk/{card.id}#{text.name}": text_label(self.catalogue, text)
            for card in board.cards.values()
            for text in card.texts
        }

    def feature_words(self, board: Battle, label: str) -> dict[str, str] | None:
        """The text of a card from which a feature comes."""
        bearer = label.partition("/")[0]
        if bearer not in board.cards:
            return None
        printed = zip(board.cards[bearer].texts, self.natural(board, bearer), strict=False)
        return next((text_label(self.catalogue, text) for text, own in printed if own.label == label), None)

    def action_problems(self, board: Battle, action: Action) -> Iterable[tuple[str, str]]:
        """Cards and cells that do not exist."""
        card = getattr(action, "card", None)
        if card is not None and card not in board.cards:
            yield "/card", f"there is no card {card} in the setup"
        elif isinstance(action, UseText):
            if board.cards[action.card].playable(action.feature) is None:
                yield "/feature", f"the card {action.card} has no playable feature {action.feature}"
            elif isinstance(action, UsePart) and part_text(board.cards[action.card], action) is None:
                yield "/part", f"the feature {action.feature} has no part {action.part}"
        if isinstance(action, SimpleStrike) and action.target not in board.cards:
            yield "/target", f"there is no card {action.target} in the setup"
        if isinstance(action, UseText):
            for n, target in enumerate(action.targets):
                if target not in board.cards and target not in CELLS:
                    yield f"/targets/{n}", f"{target} is neither a card of the setup nor a cell"


@once
def _quoted(names: dict[str, str]) -> dict[str, str]:
    """The name of a card in every language, in its quotation marks; of the languages it has, ru before en."""
    other = names.get("ru") or names.get("en") or next(iter(names.values()))
    marks = {"ru": "«{}»", "zh": "「{}」", "en": "“{}”"}
    return {language: around.format(names.get(language) or other) for language, around in marks.items()}


CELL_MEMBERS = frozenset({"cell", "occupied", "to", "targets", "of", "place", "object", "take", "option"})
"""Members of a document whose texts may be cells (those of `where` too)."""


def _tidied(value: Any, cells: bool = False) -> Any:
    if isinstance(value, dict):
        return {
            k: _tidied(v, k == "where" if isinstance(v, dict) else cells or k in CELL_MEMBERS)
            for k, v in value.items()
        }
    if isinstance(value, list):
        return [_tidied(v, cells and not isinstance(v, dict)) for v in value]
    if cells and isinstance(value, str) and len(value) < 8 and is_cell(normal(value)):
        return normal(value)
    return value


GAME = Berserk()
