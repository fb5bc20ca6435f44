"""What a game tells the kernel. Subclass `Game`; every hook has a plain default.

The kernel knows no board, dice, cards or turns: whatever it needs of them it asks here.
"""

from __future__ import annotations

import re
import sys
import types
from collections.abc import Generator, Iterable, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from .position import Board
from .record import (
    Action,
    Add,
    Blocked,
    Cancelled,
    Cap,
    Chosen,
    Declared,
    Event,
    Instance,
    Lifted,
    Pass,
    Prevented,
    Refusal,
    Set,
    kebab,
)

if TYPE_CHECKING:
    from .look import Look
    from .rulebook import Rulebook
    from .run import Run, Trigger
    from .sentences import Catalogue


class Game:
    """A game: its records, its setup, its policies. One instance a game, without state."""

    slug: ClassVar[str] = ""
    players: ClassVar[tuple[str, ...]] = ()
    in_play: ClassVar[frozenset[str]] = frozenset({"play"})
    actions: ClassVar[tuple[type[Action], ...]] = ()
    events: ClassVar[tuple[type[Event], ...]] = ()
    options: ClassVar[dict[str, tuple[Any, ...]]] = {}
    """Named options: the allowed answers, the default first."""
    tells_waiting: ClassVar[bool] = False
    """Whether an action that is due but refused stands in the trace when it begins to wait."""
    asks_order_of_due: ClassVar[bool] = False
    """Whether a player orders several actions that are due at once (else a fixed order)."""
    values: ClassVar[tuple[str, ...]] = ()
    """Names of values a claim may ask for."""
    states: ClassVar[tuple[str, ...]] = ()
    """Names of states a claim may ask for."""
    places: ClassVar[tuple[str, ...]] = ()
    """Names of cells and zones a claim may ask for."""

    examples: ClassVar[tuple[dict[str, Any], ...]] = ()
    """Complete scenarios, shown in the schema: the first a small one, together every member and kind of claim."""
    about_documents: ClassVar[str] = ""
    """What somebody who writes a scenario must know of the game (English, for the schema)."""
    unanswered: ClassVar[dict[str, str]] = {}
    """What happens when nobody answers a kind of question; "none" when it is not here: a line stops or ends."""

    editions: dict[str, Rulebook]
    default_edition: str
    catalogue: Catalogue
    setup_type: type

    # --- set-up ------------------------------------------------------------------------------------------

    def rulebook(self, edition: str) -> Rulebook:
        """The rulebook of an edition."""
        return self.editions[edition]

    def build(self, setup: Any, options: dict[str, Any]) -> Board:
        """The first board of a setup (an instance of `setup_type`). A setup with problems gives some board,
        never an error: the words of its lines are held against it."""
        raise NotImplementedError(self.slug)

    def setup_problems(self, setup: Any) -> Iterable[tuple[str, str]]:
        """(JSON pointer below the setup, what is wrong) for everything that makes a setup unreadable."""
        return ()

    def ordinary(self, setup: Any) -> Any:
        """The setup without what only repeats the ordinary case: its one way to be written down."""
        return setup

    def units(self, setup: Any) -> int:
        """How many objects a setup holds, for the limit."""
        return 0

    # --- objects -----------------------------------------------------------------------------------------

    def objects(self, board: Any) -> Iterable[str]:
        """The ids of every object that may bear features, in a fixed order."""
        return ()

    def natural(self, board: Any, obj: str) -> Iterable[Instance]:
        """The printed features of an object."""
        return ()

    def sources(self, board: Any) -> Mapping[str, Any] | None:
        """For every object, in the order of `objects`, the one thing from which its `natural` is read (its
        record on the board, say): with the very same thing, the same is printed. None: `natural` reads more."""
        return None

    def distinct(self, look: Look, found: Iterable[Instance]) -> Iterable[Instance]:
        """Which of several equal features work (all of them, unless the game says otherwise)."""
        return found

    def bearing_cites(self, look: Look, instance: Instance) -> tuple[str, ...]:
        """The clauses by which an object bears a feature: cited where the feature works. Default: the clause
        of the grant, nothing for what is printed."""
        return (instance.clause,) if instance.clause else ()

    def zone(self, board: Any, obj: str) -> str:
        """The zone an object is in ("" when it is nowhere)."""
        return "play"

    def controller(self, board: Any, obj: str) -> str:
        """The player who controls an object."""
        return self.players[0]

    def base_value(self, look: Look, name: str, subject: str) -> Any:
        """The printed or counted value, before anything modifies it."""
        raise KeyError(name)

    def ordered_contributions(self, look: Look, name: str, subject: str, found: list[Any]) -> Iterable[Any]:
        """Contributions in the game's order. Default: what adds, then caps, then setters."""
        rank: dict[type, int] = {Add: 0, Cap: 1, Set: 2}
        return sorted(found, key=lambda row: (rank.get(type(row[2]), 0), row[0].order))

    # --- time and choice ---------------------------------------------------------------------------------

    def clock(self, board: Any) -> str:
        """The moment of a board in the game's words, part of every moment key ("turn 3")."""
        return ""

    def over(self, board: Any) -> bool:
        """Whether the game has ended."""
        return False

    def chooser(self, look: Look, event: Any) -> str:
        """Who orders several replacements of one event."""
        return self.players[0]

    def decider(self, look: Look, own: Instance | None, event: Any) -> str:
        """Who says whether an optional rule is used: the controller of its bearer (on the board of the look),
        or `chooser` for a rule of no feature.
        """
        return self.controller(look.board, own.bearer) if own else self.chooser(look, event)

    def required_choices(self, look: Look, action: Action) -> Iterable[tuple[Any, ...]]:
        """For each choice an action must make: the targets among which it is made."""
        return ()

    def no_option(self, action: Action) -> Refusal:
        """The refusal of an action that has nothing at all to choose from."""
        raise NotImplementedError(self.slug)

    def not_offered(self, action: Action, lifted: Lifted) -> Refusal:
        """The refusal of an action whose offer is lifted; cites the clause that lifts, then the lifted."""
        return Refusal((lifted.by, lifted.clause), "not-offered", {})

    def triggered(self, run: Run, waiting: list[Trigger]) -> Generator[Any, Any, None]:
        """Resolve what has triggered. Default: one by one in a fixed order."""
        for trigger in waiting:
            yield from run.resolve(trigger)

    def quiet_now(self, board: Any) -> bool:
        """Whether state rules are asked when a step has settled."""
        return True

    # --- what a person sees ------------------------------------------------------------------------------

    def picture(self, look: Look) -> dict[str, Any]:
        """The board as JSON for drawing."""
        return {}

    def view(self, board: Any, player: str) -> Any:
        """The board as one player may see it: what is hidden from the player is blanked."""
        return board

    def hidden(self, board: Any, obj: str, player: str) -> bool:
        """Whether a player cannot see an object."""
        return bool(self.view(board, player) != board)

    def place(self, board: Any, obj: str) -> str:
        """The cell or zone of an object, as claims name it."""
        return self.zone(board, obj)

    def state(self, look: Look, obj: str, name: str) -> bool:
        """Whether an object is in a state or has a mark, as claims name it."""
        raise KeyError(name)

    def exists(self, board: Any, obj: str, asked: str = "") -> bool:
        """Whether a claim may speak of this object; `asked` is the value or state it asks for."""
        return obj in set(self.objects(board))

    def name(self, board: Any, value: Any, language: str) -> str | None:
        """The name of an object, player or other word in a sentence, or None when it is plain text."""
        return None

    def tidy(self, document: dict[str, Any]) -> dict[str, Any]:
        """A document in the game's one spelling (cells, for instance), before it is read."""
        return document

    def about(self, action: Action) -> str | None:
        """The object an action is about, for moment keys."""
        return None

    def action_facts(self, board: Any, action: Action) -> dict[str, Any]:
        """More facts for the sentence of an action than its own fields."""
        return {}

    def action_variant(self, action: Action) -> str:
        """What to add to the sentence key of an action that is said in another way ("" = as usual)."""
        return ""

    def record_texts(self, board: Any) -> dict[str, dict[str, str]]:
        """The texts of card records (`card:…` citations), in every language."""
        return {}

    def feature_words(self, board: Any, label: str) -> dict[str, str] | None:
        """What a feature instance (by its label, `bearer/feature…`) is in every language, or None."""
        return None

    def action_problems(self, board: Any, action: Action) -> Iterable[tuple[str, str]]:
        """(pointer below the action, what is wrong) for words that name nothing on the board."""
        return ()

    def event_fields(self) -> dict[str, frozenset[str]]:
        """The fields of every event a step may be, by its name; choices by their kinds."""
        kernel: tuple[type[Event], ...] = (Declared, Cancelled, Blocked, Prevented)
        known = {kebab(c.__name__): frozenset(c.__struct_fields__) for c in (*self.events, *kernel)}
        known["pass"] = frozenset(Pass.__struct_fields__)
        choice = frozenset(Chosen.__struct_fields__)
        return known | dict.fromkeys((k.split(".")[0] for k in self.catalogue.below("choice")), choice)

    def clauses(self) -> frozenset[str]:
        """Every clause that a rule of some edition carries, or that the code of the game cites beside it (the
        clause of a question, say): a document may name these."""
        package = type(self).__module__.rpartition(".")[0]
        return _clauses_of(tuple(self.editions.values()), package, self.slug)

    def questions(self) -> dict[str, str]:
        """Every kind of question, and what it asks (English, for the schema)."""
        asks = self.catalogue.below("decision")
        return {kind: text.format(by="the player", object="the object") for kind, text in asks.items()}

    # --- JSON --------------------------------------------------------------------------------------------

    def action_type(self) -> Any:
        """The union of the game's actions, for decoding."""
        from .record import union_of

        return union_of(self.actions)

    def read_action(self, value: Any) -> Action:
        """An action from JSON (raises msgspec.ValidationError)."""
        action: Action = msgspec.convert(value, type=self.action_type())
        return action


@lru_cache(maxsize=16)
def _clauses_of(books: tuple[Rulebook, ...], package: str, slug: str) -> frozenset[str]:
    """The clauses of some rulebooks of a game, and those that its code cites beside them."""
    return frozenset(c for book in books for c in book.clauses) | _cited_in(package, slug)


@cache
def _cited_in(package: str, slug: str) -> frozenset[str]:
    """The clauses of a game that stand as texts in the modules of its package."""
    found: set[str] = set()
    todo: list[Any] = [
        module for name, module in sys.modules.items() if name == package or name.startswith(f"{package}.")
    ]
    wanted = re.compile(re.escape(slug) + r":[a-z0-9-]+#[a-z0-9-]+")
    seen: set[int] = set()
    while todo:
        value = todo.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, str):
            found |= {value} if wanted.fullmatch(value) else set()
        elif isinstance(value, (tuple, frozenset, list)):
            todo += value
        elif isinstance(value, types.CodeType):
            todo += value.co_consts
        elif isinstance(value, types.FunctionType):
            todo.append(value.__code__)
        elif isinstance(value, types.ModuleType) or (
            isinstance(value, type) and value.__module__.startswith(package)
        ):
            todo += vars(value).values()
    return frozenset(found)
