"""Long random play with the engine's promises checked at every question.

At each question: every step cites a clause; what is offered is what is legal, and only that is taken; an action
that nobody offers is refused; a position lives through storage. At the end: the recorded answers, as a document,
give the same end; positions saved on the way go on to it too.
"""

from __future__ import annotations

import json
import pickle
import traceback
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from simulator.engine.drivers import Play
from simulator.engine.errors import Illegal, LimitReached, Loop, NotAnOption, NotModelled
from simulator.engine.game import Game
from simulator.engine.limits import Limits
from simulator.engine.playback import play_document
from simulator.engine.position import canonical_key
from simulator.engine.record import Action, Pass, to_json
from simulator.engine.scenario import canonical, parse
from simulator.engine.trace import applied

from .setups import module_of

NAMED = (LimitReached, Loop, NotModelled)
"""How a play may stop: each says why. Anything else is a fault."""

STOPS = {LimitReached: "limit", Loop: "loop", NotModelled: "not-modelled"}
PATIENT = Limits(seconds=3600, bytes=1 << 22)
SAVED = 3
"""Positions of a play that are stored and resumed."""


class Fault(Exception):
    """A broken promise; `document` is a scenario that shows it."""

    def __init__(self, game: str, seed: int, what: str, document: dict[str, Any]) -> None:
        self.game = game
        self.seed = seed
        self.what = what
        self.document = document
        super().__init__(f"{game}, seed {seed}: {what}")


class _Broken(Exception):
    """A promise that does not hold, before it is known where."""


def _promise(holds: Any, what: str, *shown: Any) -> None:
    if not holds:
        raise _Broken(what + (": " if shown else "") + ", ".join(map(repr, shown)))


@dataclass
class Tally:
    """What was played."""

    plays: int = 0
    decisions: int = 0
    steps: int = 0
    asked: int = 0
    """Actions whose legality was compared with what answering them does."""
    ends: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        self.plays += other.plays
        self.decisions += other.decisions
        self.steps += other.steps
        self.asked += other.asked
        self.ends += other.ends


def soak(game: Game, seed: int, *, decisions: int = 60) -> Tally:
    """One random play from a random set-up. The seed decides it all. Raises Fault."""
    return _Soaked(game, seed, decisions).run()


class _Soaked:
    def __init__(self, game: Game, seed: int, decisions: int) -> None:
        self.game = game
        self.games = {game.slug: game}
        self.seed = seed
        self.rng = Random(f"{game.slug} {seed}")
        self.most = decisions
        self.tally = Tally(plays=1)
        self.setups = module_of(game.slug)
        options = {name: self.rng.choice(allowed) for name, allowed in sorted(game.options.items())}
        self.document: dict[str, Any] = {
            "v": 1,
            "game": game.slug,
            "edition": self.rng.choice(sorted(game.editions)),
            "options": options,
            "setup": to_json(self.setups.random_setup(self.rng)),
            "lines": [{"name": "main", "answers": []}],
        }
        self.answers: list[dict[str, Any]] = self.document["lines"][0]["answers"]
        self.defaults: list[bool] = []
        self.options: list[Any] = []
        self.moments: list[Any] = []
        self.seen: Counter[Any] = Counter()
        self.saved: list[tuple[int, int, bytes]] = []
        self.told = 0

    def run(self) -> Tally:
        try:
            self._run()
        except Exception as error:
            what = str(error) if isinstance(error, _Broken) else traceback.format_exc()
            raise Fault(self.game.slug, self.seed, what, self.document) from error
        return self.tally

    def _run(self) -> None:
        scenario = parse(self.document, self.games, PATIENT)
        self.rules = self.game.rulebook(scenario.edition)
        end, play = "open", None
        try:
            play = Play(self.rules, scenario.board, limits=PATIENT)
            while play.decision is not None and self.tally.decisions < self.most:
                self._check(play)
                self._answer(play)
            # A line that has no more answers goes on by itself as far as defaults lead.
            while play.decision is not None and play.decision.has_default:
                play.default()
            end = "open" if play.decision is not None else "over"
        except NAMED as error:
            end = STOPS[type(error)]
        if play is not None:
            self._steps(play.trace)
            if end in ("open", "over"):
                self._resume(play)
        self.tally.ends[end] += 1
        self._document(end, play)

    # --- at each question --------------------------------------------------------------------------------

    def _check(self, play: Play) -> None:
        decision = play.decision
        assert decision is not None
        self._steps(play.trace)
        options = decision.options
        _promise(options, "a question without options", decision.moment)
        _promise(all(a != b or type(a) is not type(b) for n, a in enumerate(options) for b in options[:n]),
                 "two equal options", decision.moment)  # fmt: skip
        _promise(
            not decision.has_default or decision.default in options,
            "the default is no option",
            decision.moment,
        )
        _promise(decision.cites, "a question without a clause", decision.moment)
        self._position(play)
        if decision.window:
            self._legality(play, decision)
            self._strays(play, decision)

    def _steps(self, trace: list[Any]) -> None:
        for step in trace[self.told :]:
            clauses = [c for c in step.cites if not c.startswith("card:")]
            _promise(clauses, "a step cites no clause", step.event)
            _promise(all("#" in c for c in clauses), "a step cites no permanent name", step.event, clauses)
        self.tally.steps += len(trace) - self.told
        self.told = len(trace)

    def _position(self, play: Play) -> None:
        position = play.position()
        key = canonical_key(position)
        stored = pickle.dumps(position)
        loaded = pickle.loads(stored)
        _promise(loaded == position, "a stored position differs")
        _promise(canonical_key(loaded) == key, "a stored position has another key")
        if self.rng.random() < 0.1:
            self.saved.append((len(self.options), len(play.trace), stored))

    def _legality(self, play: Play, decision: Any) -> None:
        """What is offered is legal or refused, and answering it says the same."""
        look = play.run.look
        legal = {o for o in decision.options if not isinstance(o, Pass)}
        refused = {action: reasons for action, reasons in decision.refused if not isinstance(action, Pass)}
        for action in look.candidates(decision.kind, decision.by):
            reasons = look.refusals(action)
            self.tally.asked += 1
            if reasons:
                _promise(action in refused, "refused, but not among the refused", action)
                _promise(
                    refused[action] == reasons, "refused for other reasons", action, reasons, refused[action]
                )
            else:
                _promise(action in legal, "legal and offered, but no option", action)
        for action in self._some(legal):
            _promise(not look.refusals(action), "an option is refused", action, look.refusals(action))
            self._fork(play, action, legal=True)
        for action in self._some(refused):
            self._fork(play, action, legal=False)

    def _strays(self, play: Play, decision: Any) -> None:
        """An action that nobody offers here must be refused, with reasons."""
        look = play.run.look
        for _ in range(4):
            action = self.setups.random_action(self.rng, play.board, decision.by)
            reasons = look.refusals(action)
            self.tally.asked += 1
            if action in decision.options:
                _promise(not reasons, "an option is refused", action, reasons)
                continue
            _promise(reasons or action.by != decision.by, "legal, but no option", action)
            _promise(all(r.cites for r in reasons), "a refusal without a clause", action, reasons)
            try:
                play.check(action)
            except Illegal as error:
                lifted = dict(decision.refused).get(action)
                _promise(
                    error.reasons in (reasons, lifted), "refused for other reasons", action, error.reasons
                )
            except NotAnOption:
                _promise(action.by != decision.by, "refused without a reason", action)
            else:
                raise _Broken(f"taken, but no option: {action!r}")

    def _some(self, actions: Any) -> list[Any]:
        found = sorted(actions, key=msgspec.json.encode)
        return self.rng.sample(found, min(2, len(found)))

    def _fork(self, play: Play, action: Action, *, legal: bool) -> None:
        """Answer it at a copy of the position. A refused answer changes nothing."""
        position = play.position()
        fork = Play(self.rules, position, traced=False, limits=PATIENT)
        _promise(
            fork.decision == play.decision, "a resumed position asks another question", play.decision.moment
        )
        before = canonical_key(fork.position())
        try:
            fork.answer(action)
            _promise(legal, "a refused action is taken", action)
        except Illegal:
            _promise(not legal, "an option is refused when it is taken", action)
            _promise(
                canonical_key(fork.position()) == before, "a refused answer changed the position", action
            )
        except NAMED:
            pass
        except Exception:
            self._record(play.decision, action)
            raise
        _promise(canonical_key(position) == before, "an answer changed the position it was given at", action)

    def _answer(self, play: Play) -> None:
        decision = play.decision
        assert decision is not None
        option = self._choose(decision)
        self._record(decision, option)
        self.defaults.append(decision.has_default and decision.default == option)
        self.options.append(option)
        self.moments.append(decision.moment)
        self.tally.decisions += 1
        play.answer(option)

    def _record(self, decision: Any, option: Any) -> None:
        """Write an answer into the document."""
        self.seen[decision.moment] += 1
        at = to_json(decision.moment)
        if self.seen[decision.moment] > 1:
            at["nth"] = self.seen[decision.moment]
        self.answers.append({"at": at, "take": to_json(option)})

    def _choose(self, decision: Any) -> Any:
        if decision.window and isinstance(decision.options[0], Pass) and self.rng.random() < 0.25:
            return decision.options[0]
        return self.rng.choices(decision.options, decision.weights or None)[0]

    # --- at the end --------------------------------------------------------------------------------------

    def _resume(self, play: Play) -> None:
        """From stored positions the same answers lead to the same questions, steps and end."""
        for answered, steps, stored in self.rng.sample(self.saved, min(SAVED, len(self.saved))):
            again = Play(self.rules, pickle.loads(stored), limits=PATIENT)
            for option, moment in zip(self.options[answered:], self.moments[answered:], strict=True):
                _promise(again.decision is not None, "a resumed position ends early", moment)
                _promise(again.decision.moment == moment, "a resumed position asks otherwise", moment)
                again.answer(option)
            while again.decision is not None and again.decision.has_default:
                again.default()
            same = canonical_key(again.position()) == canonical_key(play.position())
            _promise(same, f"a position saved after {answered} answers comes to another end")
            told = [(s.event, s.cites, s.lifted) for s in play.trace[steps:]]
            retold = [(s.event, s.cites, s.lifted) for s in again.trace[len(again.trace) - len(told) :]]
            _promise(told == retold, f"a position saved after {answered} answers takes other steps")

    def _document(self, end: str, play: Play | None) -> None:
        """The answers as a document: the same end, whether defaults are written out or not."""
        once = canonical(self.document, self.games)
        _promise(canonical(json.loads(once), self.games) == once, "the canonical form is not stable")
        self._played("the document", self.document, end, play)
        brief = [a for a, default in zip(self.answers, self.defaults, strict=True) if not default]
        if len(brief) < len(self.answers):
            lines = [{"name": "main", "answers": brief}]
            self._played("the document without its defaults", self.document | {"lines": lines}, end, play)

    def _played(self, name: str, document: dict[str, Any], end: str, play: Play | None) -> None:
        full = self.rng.random() < 0.2
        line = play_document(document, self.games, boards="full" if full else "diff", limits=PATIENT)[
            "lines"
        ][0]
        kind = line["stop"]["kind"] if line["stop"] else None
        if end not in ("open", "over"):
            _promise(kind == end, f"{name} does not stop the same way", kind, end)
            return
        assert play is not None
        _promise(kind is None, f"{name} stops", line["stop"])
        _promise(line["end"] == canonical_key(play.position()), f"{name} comes to another end")
        if full:
            short = play_document(document, self.games, limits=PATIENT)["lines"][0]
            board = short["picture"]
            for step, shown in zip(short["steps"], line["steps"], strict=True):
                board = applied(board, step["diff"])
                _promise(board == shown["picture"], "differences do not add up to the board", step["id"])
