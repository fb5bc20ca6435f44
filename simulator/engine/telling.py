"""Telling a run: steps, questions, refusals and claims as JSON with a sentence in every language."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from .claims import Finding
from .decision import Decision, Moment
from .drivers import OpenChoice
from .errors import LimitReached, NotModelled
from .game import Game
from .limits import Clock
from .line import Played, Resolved, Stop
from .look import Look
from .memory import Memory
from .reading import least
from .record import CHANCE, Action, Chosen, Lifted, Pass, Refusal, to_json
from .rulebook import Rulebook
from .trace import Step, difference, event_name


def _pasted(at: Moment | None) -> str:
    """A key as it can be pasted into the `at` of an answer.

    >>> _pasted(Moment(clock="turn 1", nth=2))
    '"clock": "turn 1", "nth": 2'
    """
    members = least(at) if at is not None else {}
    return ", ".join(f'"{name}": {json.dumps(value, ensure_ascii=False)}' for name, value in members.items())


def told_apart(moments: tuple[Moment, ...]) -> list[Moment]:
    """For each of several moments as few members of its key as no other one shares.

    >>> [least(m) for m in told_apart((Moment(clock="turn 1", kind="act"), Moment(clock="turn 2", kind="act")))]
    [{'clock': 'turn 1'}, {'clock': 'turn 2'}]
    """
    return [_apart(moment, [m for m in moments if m is not moment]) for moment in moments]


def _apart(moment: Moment, others: list[Moment]) -> Moment:
    whole: dict[str, Any] = {"nth": moment.nth or 1} | {
        f: getattr(moment, f) or "" for f in ("clock", "kind", "player")
    }
    whole |= {f: getattr(moment, f) for f in ("step", "clause") if getattr(moment, f)}
    order = [f for f in ("clock", "player", "kind", "object", "step", "clause", "nth") if f in whole]

    def differs(names: tuple[str, ...], other: Moment) -> bool:
        return any((getattr(other, f) or (1 if f == "nth" else "")) != whole[f] for f in names)

    for size in range(1, len(order) + 1):
        for names in combinations(order, size):
            if all(differs(names, other) for other in others):
                return Moment(**{f: whole[f] for f in names})
    return moment


KINDS = {"declared": "declared", "cancelled": "cancelled", "blocked": "blocked"}


class Teller:
    """Puts what happened into JSON and words. Raises LimitReached when that takes too long."""

    def __init__(self, game: Game, rules: Rulebook, clock: Clock) -> None:
        self.game = game
        self.rules = rules
        self.clock = clock
        self.words = game.catalogue
        self.left = clock.limits.told
        self._memory = Memory()  # of its own: what is drawn is shared by the pictures of one telling only

    def look(self, board: Any) -> Look:
        """A board of this telling."""
        return Look(board, self.rules, memory=self._memory)

    # --- steps -------------------------------------------------------------------------------------------

    def steps(self, played: Played, addresses: dict[int, str], boards: str) -> list[dict[str, Any]]:
        """Every step with its board, whole or as a difference from the step before it."""
        out = []
        answers = 0
        board, shown = played.board, self.game.picture(self.look(played.board))
        for n, step in enumerate(played.steps, 1):
            self.clock.look()
            picture = shown if step.after is board else self.game.picture(self.look(step.after))
            board = step.after
            own = step.answers > answers  # the first step since an answer of the line: what that answer did
            answers = step.answers
            row = self._step(step, n, own, addresses)
            if boards == "full":
                row["picture"] = picture
            else:
                row["diff"] = difference(shown, picture)
            shown = picture
            out.append(row)
        return out

    def _step(self, step: Step, n: int, own: bool, addresses: dict[int, str]) -> dict[str, Any]:
        event = step.event
        kind = KINDS.get(event_name(event), "event")
        if isinstance(event, Chosen):
            kind = "chance" if event.by == CHANCE else "choice"
        elif isinstance(event, Action):
            kind = "choice"
        return {
            "id": addresses[step.n],
            "n": n,
            "kind": kind,
            "event": to_json(event),
            "sentence": self.words.event(step.before, event),
            "cites": list(step.cites),
            "lifted": [to_json(g) for g in step.lifted],
            "cause": addresses.get(step.cause) if step.cause is not None else None,
            "default": bool(getattr(event, "default", False)) or (isinstance(event, Pass) and not own),
        }

    # --- questions and refusals ----------------------------------------------------------------------------

    def decision(self, board: Any, decision: Decision | None) -> dict[str, Any] | None:
        """The open question, its options and what is refused."""
        if decision is None:
            return None
        return {
            "moment": to_json(decision.moment),
            "by": decision.by,
            "kind": decision.kind,
            "sentence": self.words.decision(board, decision),
            "default": decision.has_default,
            "options": [
                {"take": to_json(o), "sentence": self.words.option(board, decision, o)}
                for o in self._some(decision.options)
            ],
            "weights": list(decision.weights),
            "refused": [
                {
                    "action": to_json(o),
                    "sentence": self.words.option(board, decision, o),
                    "reasons": self.reasons(board, reasons),
                }
                for o, reasons in self._some(decision.refused)
            ],
            "count": {"options": len(decision.options), "refused": len(decision.refused)},
        }

    def _some(self, rows: Sequence[Any]) -> Iterator[Any]:
        """As many as may still be told."""
        for row in rows[: self.left]:
            self.clock.look()
            self.left -= 1
            yield row

    def reasons(self, board: Any, reasons: tuple[Refusal, ...]) -> list[dict[str, Any]]:
        """Why not, clause by clause, with what would make it legal."""
        out = []
        for refusal in reasons:
            why, remedy = self.words.refusal(board, refusal)
            out.append(
                {
                    "clause": refusal.clause,
                    "cites": list(refusal.cites),
                    "key": refusal.key,
                    "sentence": why,
                    "remedy": remedy,
                    "facts": to_json(refusal.facts),
                }
            )
        return out

    def asked(self, board: Any, action: Action) -> dict[str, Any]:
        """Whether an action would be legal, with every reason and everything that was lifted."""
        lifts: list[Lifted] = []
        reasons = Look(board, self.rules).refusals(action, lifts=lifts)
        return {
            "action": to_json(action),
            "sentence": self.words.action(board, action),
            "legal": not reasons,
            "reasons": self.reasons(board, reasons),
            "lifted": [to_json(g) for g in lifts],
        }

    # --- ends of lines -------------------------------------------------------------------------------------

    def resolved(self, answer: Resolved) -> dict[str, Any]:
        """An answer as it was taken."""
        return {"at": least(answer.at), "take": answer.take, "default": answer.default}

    def stop(self, board: Any, stop: Stop) -> dict[str, Any]:
        """Why a line stopped."""
        return {
            "kind": stop.kind,
            "place": stop.place,
            "sentence": self._stop_words(board, stop),
            "action": to_json(stop.what) if isinstance(stop.what, Action) else None,
            "reasons": self.reasons(board, stop.reasons),
            "moments": [least(m) for m in stop.moments],
            "add": [least(m) for m in told_apart(stop.moments)] if stop.kind == "ambiguous-answer" else [],
        }

    def _stop_words(self, board: Any, stop: Stop) -> dict[str, str]:
        words = self.words
        if stop.error is not None:
            what = self._error_words(board, stop.error)
        elif isinstance(stop.what, Action):
            what = words.action(board, stop.what)
        elif stop.kind == "not-an-option":
            what = words.option(board, stop.decision, stop.what)
        elif stop.decision is not None:
            what = words.decision(board, stop.decision)
        else:
            what = self._same(str(stop.what or ""))
        return {
            language: words.say(
                language,
                f"stop.{stop.kind}",
                {
                    "what": what[language],
                    "moments": self._moments(board, stop, language),
                    "given": _pasted(stop.given),
                },
            )
            for language in words.texts
        }

    def _moments(self, board: Any, stop: Stop, language: str) -> str:
        rows = zip(stop.moments, told_apart(stop.moments), strict=True)
        return "; ".join(f"{self.words.moment(board, m, language)} — {_pasted(add)}" for m, add in rows)

    def _error_words(self, board: Any, error: Any) -> dict[str, str]:
        """What stood in the way of a run."""
        if isinstance(error, NotModelled):
            return self.words.every(f"not-modelled.{error.key}", error.facts, board)
        if isinstance(error, LimitReached):
            key = f"limit.{error.what.replace(' ', '-')}"
            return self.words.every(key, {"allowed": f"{error.allowed:g}"}, board)
        if isinstance(error, OpenChoice):
            return self.words.decision(board, error.decision)
        return self._same("")

    # --- claims --------------------------------------------------------------------------------------------

    def claim(self, claim: Any, finding: Finding, board: Any) -> dict[str, Any]:
        """A claim, whether it holds, what was found."""
        why = None
        if finding.why:
            error = self._error_words(board, finding.error)
            facts = {"at": getattr(claim, "at", None) or "", "line": claim.line}
            why = {
                language: self.words.say(language, f"why.{finding.why}", facts | {"what": error[language]})
                for language in self.words.texts
            }
        return {
            "claim": least(claim),
            "holds": finding.holds,
            "state": finding.state,
            "found": to_json(finding.found),
            "why": why,
            "sentence": self._claim_words(claim, board),
            "reasons": self.reasons(board, finding.reasons),
        }

    def _claim_words(self, claim: Any, board: Any) -> dict[str, str]:
        kind = type(claim).__struct_config__.tag
        words = self.words
        action = getattr(claim, "action", None)
        if kind == "refused":
            return self._with(claim, "claim.refused", {"action": words.action(board, action)}, board)
        if kind == "offered":
            key = f"claim.offered-{'yes' if claim.offered else 'no'}"
            if action is not None:
                return self._with(claim, key, {"action": words.action(board, action)}, board)
            return self._with(claim, key, {"action": words.plain(board, claim.option)}, board)
        if kind in ("state", "hidden"):
            yes = claim.present if kind == "state" else claim.hidden
            return self._with(claim, f"claim.{kind}-{'yes' if yes else 'no'}", {}, board)
        if kind == "happened":
            return self._with(claim, "claim.happened", {"event": words.happening(board, claim)}, board)
        if kind == "order":
            told = [words.happening(board, p) for p in claim.events]
            shown = {language: " → ".join(t[language] for t in told) for language in words.texts}
            return self._with(claim, "claim.order", {"events": shown}, board)
        if kind == "probability":
            return self._with(claim, "claim.probability", {"what": self._claim_words(claim.of, board)}, board)
        return self._with(claim, f"claim.{kind}", {}, board)

    def _same(self, text: str) -> dict[str, str]:
        return dict.fromkeys(self.words.texts, text)

    def _with(self, claim: Any, key: str, texts: dict[str, dict[str, str]], board: Any) -> dict[str, str]:
        out = {}
        for language in self.words.texts:
            facts = self.words.named(self.words.fields(claim), board, language)
            facts |= {name: by_language[language] for name, by_language in texts.items()}
            out[language] = self.words.say(language, key, facts)
        return out
