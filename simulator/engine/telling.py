"""Telling a run: steps, questions, refusals and claims as JSON with a sentence in every language."""

from __future__ import annotations

from typing import Any

from .claims import Finding
from .decision import Decision
from .game import Game
from .line import Played, Stop
from .look import Look
from .record import CHANCE, Action, Chosen, Lifted, Refusal, to_json
from .rulebook import Rulebook
from .trace import Step, difference, event_name

KINDS = {"declared": "declared", "cancelled": "cancelled", "blocked": "blocked"}


class Teller:
    """Puts what happened into JSON and words."""

    def __init__(self, game: Game, rules: Rulebook) -> None:
        self.game = game
        self.rules = rules
        self.words = game.catalogue

    # --- steps -------------------------------------------------------------------------------------------

    def steps(self, played: Played, addresses: dict[int, str], boards: str) -> list[dict[str, Any]]:
        """Every step with its board, whole or as a difference from the step before it."""
        out = []
        shown = self.game.picture(Look(played.board, self.rules))
        for step in played.steps:
            picture = self.game.picture(Look(step.after, self.rules))
            row = self._step(step, addresses)
            if boards == "full":
                row["picture"] = picture
            else:
                row["diff"] = difference(shown, picture)
            shown = picture
            out.append(row)
        return out

    def _step(self, step: Step, addresses: dict[int, str]) -> dict[str, Any]:
        event = step.event
        kind = KINDS.get(event_name(event), "event")
        if isinstance(event, Chosen):
            kind = "chance" if event.by == CHANCE else "choice"
        elif isinstance(event, Action):
            kind = "choice"
        return {
            "id": addresses[step.n],
            "n": step.n,
            "kind": kind,
            "event": to_json(event),
            "sentence": self.words.event(step.before, event),
            "cites": list(step.cites),
            "lifted": [to_json(g) for g in step.lifted],
            "cause": addresses.get(step.cause) if step.cause is not None else None,
            "default": bool(getattr(event, "default", False))
            or kind == "choice"
            and event_name(event) == "pass",
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
            "options": [
                {"take": to_json(o), "sentence": self.words.option(board, decision, o)}
                for o in decision.options
            ],
            "weights": list(decision.weights),
            "refused": [
                {
                    "action": to_json(o),
                    "sentence": self.words.option(board, decision, o),
                    "reasons": self.reasons(board, reasons),
                }
                for o, reasons in decision.refused
            ],
        }

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

    def stop(self, board: Any, stop: Stop) -> dict[str, Any]:
        """Why a line stopped."""
        return {
            "kind": stop.kind,
            "place": stop.place,
            "sentence": {language: self._stop_words(board, stop, language) for language in self.words.texts},
            "action": to_json(stop.what) if isinstance(stop.what, Action) else None,
            "reasons": self.reasons(board, stop.reasons),
            "moments": [to_json(m) for m in stop.moments],
        }

    def _stop_words(self, board: Any, stop: Stop, language: str) -> str:
        facts: dict[str, Any] = {"what": "", "moments": ""}
        if isinstance(stop.what, Action):
            facts["what"] = self.words.action(board, stop.what)[language]
        elif stop.what is not None:
            facts["what"] = str(stop.what)
        elif stop.decision is not None:
            facts["what"] = self.words.decision(board, stop.decision)[language]
        if stop.error is not None:
            facts["what"] = self._error_words(board, stop, language)
        facts["moments"] = "; ".join(
            ", ".join(f"{k} = {v}" for k, v in to_json(m).items()) for m in stop.moments
        )
        return self.words.say(language, f"stop.{stop.kind}", facts)

    def _error_words(self, board: Any, stop: Stop, language: str) -> str:
        key = getattr(stop.error, "key", None)
        if key is not None:
            return self.words.every(f"not-modelled.{key}", stop.error.facts, board)[language]
        return str(stop.error)

    # --- claims --------------------------------------------------------------------------------------------

    def claim(self, claim: Any, finding: Finding, board: Any) -> dict[str, Any]:
        """A claim, whether it holds, what was found."""
        return {
            "claim": to_json(claim),
            "holds": finding.holds,
            "found": to_json(finding.found),
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
            shown = words.action(board, action) if action is not None else self._same(str(claim.option))
            return self._with(claim, key, {"action": shown}, board)
        if kind == "state":
            return self._with(claim, f"claim.state-{'yes' if claim.present else 'no'}", {}, board)
        if kind == "order":
            shown = self._same(" → ".join(p.event for p in claim.events))
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
