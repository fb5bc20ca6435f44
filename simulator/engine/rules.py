"""Rules under eight verbs, and the collector with which a file of a game writes them.

A rule is a small pure function with its citations; `rulebook.py` joins the collections into what runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from .errors import EngineError
from .record import Grant

F = TypeVar("F", bound=Callable[..., Any])

VERBS = ("happens", "unfolds", "forbids", "lifts", "instead", "after", "modifies", "offers")
ROWS = ("precedes", "flag")
LIFTABLE = frozenset({"forbids", "instead", "after", "modifies", "offers"})


@dataclass(frozen=True, eq=False)
class Rule:
    """One rule: its verb, what it is about, the function, its citations and where it applies.

    `of`: called for every working instance of this feature. `using`: only for the instance being used.
    `at`: the zones of the bearer in which it works (empty = the game's zones in play). `kind`: the game's
    word for it ("prevention", "protection", …), by which `lifts` may name it. `stage`: "declare" or
    "perform" limits a `forbids` to that moment. `absolute`: nothing may lift it. `optional`: a player is
    asked first. `duty`: the function gives (dutiful actions, key, facts). `own_only`: a `modifies` that
    contributes to its bearer alone, and is asked about nobody else.

    >>> rules = Rules()
    >>> @rules.modifies("heft", "toy:heavy#heavier", of="heavy", own_only=True)
    ... def heavier(look, subject, heavy):
    ...     return None
    >>> rules.rules[0].clause, rules.rules[0].of
    ('toy:heavy#heavier', 'heavy')
    >>> Rule("flag", "toy:a#b", print, ("toy:a#b",)).order < rules.rules[0].order
    True
    """

    verb: str
    key: Any
    fn: Callable[..., Any]
    cites: tuple[str, ...]
    of: str | None = None
    using: str | None = None
    at: frozenset[str] = frozenset()
    kind: str = ""
    stage: str = ""
    step: str = ""
    absolute: bool = False
    optional: bool = False
    duty: bool = False
    own_only: bool = False

    bearers: bool = field(init=False, default=False)
    """Whether it is asked for instances of a feature."""

    order: tuple[Any, ...] = field(init=False, default=(), repr=False)
    """What rules are sorted by, so that registration order never matters. No two rules have the same."""

    def __post_init__(self) -> None:
        fn = (self.fn.__module__, self.fn.__qualname__, self.verb, _word(self.key))
        where = (self.of or "", self.using or "", sorted(self.at))
        object.__setattr__(self, "order", (self.cites, self.step, *fn, *where))
        object.__setattr__(self, "bearers", self.of is not None or self.using is not None)

    @property
    def clause(self) -> str:
        """The clause this rule carries out (the first, when one sentence stands in several entries)."""
        return self.cites[0]


@dataclass(frozen=True)
class Procedure:
    """How an action unfolds: its step names in order, where performance begins, where it is paid.

    Before performance begins the action is asked again whether it may be done; `checks` names more steps
    before which it is asked. `windows`: the steps in which players may answer.

    >>> Procedure(("respond", "push", "tire"), performs="push", pays="tire").performs
    'push'
    """

    steps: tuple[str, ...]
    performs: str = ""
    pays: str = ""
    windows: frozenset[str] = frozenset()
    checks: frozenset[str] = frozenset()
    cites: tuple[str, ...] = ()


@dataclass
class Rules:
    """Collects the rules of one file. Every decorator names at least one clause.

    >>> from simulator.engine.record import Action, Add, Event, Grant, Target
    >>> class Push(Action):
    ...     piece: str
    >>> class Pushed(Event):
    ...     piece: str
    >>> rules = Rules()
    >>> rules.procedure(Push, "push", cites=("toy:push#is-an-action",), performs="push")
    >>> @rules.unfolds(Push, "toy:push#pushes", step="push")
    ... def push(run, frame):
    ...     yield from run.emit(Pushed(frame.action.piece))
    >>> @rules.happens(Pushed, "toy:push#pushes")
    ... def pushed(look, event):
    ...     return look.board
    >>> @rules.duty(Action, "toy:eager#must-push", of="eager")
    ... def must_push(look, action, eager):
    ...     return (Push(piece=eager.bearer),), "must-push", {}
    >>> @rules.lifts("toy:eager#must-push", "toy:lazy#need-not", of="lazy")
    ... def need_not(look, eager, ability, event, lazy):
    ...     return eager.bearer == lazy.bearer
    >>> @rules.instead(Pushed, "toy:stuck#stays", of="stuck")
    ... def stays(look, event, stuck):
    ...     return None if event.piece == stuck.bearer else event
    >>> @rules.after(Pushed, "toy:echo#again", of="echo", optional=True)
    ... def again(before, after, event, echo):
    ...     return Pushed(echo.bearer)
    >>> @rules.offers("main", "toy:push#is-an-action")
    ... def pushes(look, player):
    ...     return [Push(piece="a")]
    >>> rules.bundle("royal", Grant("heavy"), "toy:royal#heavy")
    >>> rules.precedes(Push, "push", "tire", "toy:push#tires-afterwards")
    >>> rules.flag("toy:push#no-die")
    >>> len(rules.rules)
    10
    """

    rules: list[Rule] = field(default_factory=list)
    procedures: dict[type, Procedure] = field(default_factory=dict)

    def _verb(self, verb: str, key: Any, cites: tuple[str, ...], options: dict[str, Any]) -> Callable[[F], F]:
        if not cites:
            raise EngineError(f"{verb}({getattr(key, '__name__', key)}) cites no clause")
        if "at" in options:
            options["at"] = frozenset(options["at"])

        def register(fn: F) -> F:
            self.rules.append(Rule(verb, key, fn, cites, **options))
            return fn

        return register

    def happens(self, event: type, *cites: str) -> Callable[[F], F]:
        """`fn(look, event) -> board`: what an event does. The only place where a board changes."""
        return self._verb("happens", event, cites, {})

    def unfolds(self, action: type, *cites: str, step: str) -> Callable[[F], F]:
        """`fn(run, frame)`, a generator: one named step of how an action proceeds."""
        return self._verb("unfolds", action, cites, {"step": step})

    def forbids(self, what: type, *cites: str, **options: Any) -> Callable[[F], F]:
        """`fn(look, action[, instance]) -> (sentence key, facts) or None`: when it may not be done."""
        return self._verb("forbids", what, cites, options)

    def duty(self, what: type, *cites: str, **options: Any) -> Callable[[F], F]:
        """`fn(look, action[, instance]) -> (dutiful actions, key, facts) or None`.

        Everything else is forbidden while one of the dutiful actions is legal.
        """
        return self._verb("forbids", what, cites, {**options, "duty": True})

    def lifts(self, what: str, *cites: str, **options: Any) -> Callable[[F], F]:
        """`fn(look, lifted, ability, event[, instance]) -> bool`: takes away the rules of a clause or kind.

        `lifted` is the instance whose rule is taken away (None for a rule of no feature).
        """
        return self._verb("lifts", what, cites, options)

    def instead(self, event: type, *cites: str, **options: Any) -> Callable[[F], F]:
        """`fn(look, event[, instance]) -> the event itself | None | another | several | an action`."""
        return self._verb("instead", event, cites, options)

    def after(self, event: type, *cites: str, **options: Any) -> Callable[[F], F]:
        """`fn(before, after, event[, instance]) -> events or actions or None`: whenever … then …"""
        return self._verb("after", event, cites, options)

    def modifies(self, value: str, *cites: str, **options: Any) -> Callable[[F], F]:
        """`fn(look, subject[, instance]) -> contribution, a tuple of them, or None`: counts as … more."""
        if options.get("own_only") and not options.get("of"):
            raise EngineError(f"modifies({value}) of {cites} is own_only but of no feature")
        return self._verb("modifies", value, cites, options)

    def offers(self, what: Any, *cites: str, **options: Any) -> Callable[[F], F]:
        """`fn(look, player[, instance]) -> candidate actions`: at this time this may be done."""
        return self._verb("offers", what, cites, options)

    def bundle(self, feature: str, member: Grant, *cites: str) -> None:
        """A data row: a working `feature` grants its bearer `member` too (one row per member clause)."""

        def granted(look: Any, subject: str, own: Any) -> Grant:
            return member

        granted.__qualname__ = f"bundle:{feature}:{member.feature}:{member.x}:{member.named}"
        self.rules.append(Rule("modifies", "features", granted, cites, of=feature, own_only=True))

    def precedes(self, action: type, first: str, then: str, *cites: str) -> None:
        """A data row: step `then` comes after step `first`, wherever the procedure lists it."""
        row = _row(f"{first}<{then}")
        self.rules.append(Rule("precedes", action, row, cites, step=f"{first}|{then}"))

    def flag(self, *cites: str) -> None:
        """A data row for a clause that says something does not happen; asked by `look.stands(clause)`."""
        self.rules.append(Rule("flag", cites[0], _row(cites[0]), cites))

    def procedure(
        self,
        action: type,
        *steps: str,
        cites: tuple[str, ...],
        performs: str = "",
        pays: str = "",
        windows: Iterable[str] = (),
        checks: Iterable[str] = (),
    ) -> None:
        """Declare the named steps of an action (its subclasses inherit them)."""
        if action in self.procedures:
            raise EngineError(f"two procedures for {action.__name__}")
        for name in (performs, pays, *windows, *checks):
            if name and name not in steps:
                raise EngineError(f"{action.__name__} has no step {name}; its steps are {', '.join(steps)}")
        self.procedures[action] = Procedure(
            steps, performs, pays, frozenset(windows), frozenset(checks), cites
        )


def _word(key: Any) -> str:
    return f"{key.__module__}.{key.__qualname__}" if isinstance(key, type) else str(key)


def _row(name: str) -> Callable[..., Any]:
    def row(*_: Any) -> None:
        return None

    row.__qualname__ = f"row:{name}"
    return row
