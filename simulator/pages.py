"""What the scenario templates get: a play, put into the words and clauses of one language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from glossary import queries as glossary

from . import queries, standing
from .boards import say
from .play import digest_stored, pictures, play_stored

# Up to so many steps the page holds every board itself; beyond that a step's board is on the step's own page.
INLINE_BOARDS = 24


class NoSuchStep(LookupError):
    """The scenario has no such line or step (it may have had one under an older engine)."""


@dataclass(frozen=True)
class Place:
    """Where in a scenario a page is: a line, and how many of its steps have happened (0: the set-up)."""

    line: dict[str, Any]
    index: int

    @property
    def step(self) -> dict[str, Any] | None:
        step: dict[str, Any] | None = self.line["steps"][self.index - 1] if self.index else None
        return step


def place(play: dict[str, Any], step_id: str = "", line_name: str = "", index: int = 0) -> Place:
    """The place that a step's id names, or a place of a line (of the first one when no name is given)."""
    for line in play["lines"]:
        if line_name and line["name"] != line_name:
            continue
        if not step_id:
            return Place(line, index)
        for n, step in enumerate(line["steps"], 1):
            if step["id"] == step_id:
                return Place(line, n)
    raise NoSuchStep(step_id or line_name)


def board_html(text: str, at: Place, lang: str) -> SafeString:
    """One board, as the page shows it and as `?fragment=board` answers."""
    if settings.DEBUG:  # its template may be just being written
        return _board_html.__wrapped__(text, at.line["name"], at.index, lang)
    return _board_html(text, at.line["name"], at.index, lang)


@lru_cache(maxsize=1024)
def _board_html(text: str, line_name: str, index: int, lang: str) -> SafeString:
    play = play_stored(text)
    step = place(play, line_name=line_name, index=index).step
    picture = pictures(text, line_name)[index]
    template = f"simulator/boards/{play['game']}.html"
    return render_to_string(
        template, {"picture": picture, "step": step, "event": step and step["event"], "lang": lang}
    )


def context(
    shown: queries.Shown, at: Place, lang: str, *, embed: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """The context of simulator/scenario.html, or of simulator/embed.html: then `embed` is the query it came with."""
    play = play_stored(shown.text)
    line = at.line
    chips = glossary.clauses(_cited(play, line) | set(shown.cites), lang)
    words = _Words(lang, chips | _card_chips(play, lang))
    comments = _comments(play)
    steps = line["steps"]
    urls = [_url(shown, line, play, n, embed) for n in range(len(steps) + 1)]
    inline = len(steps) <= INLINE_BOARDS

    def board(n: int) -> Callable[[], SafeString]:
        return lambda: board_html(shown.text, Place(line, n), lang)

    return {
        "play": play,
        "title": shown.title,
        "text": shown.about,
        "badge": shown.badge,
        "code": shown.code,
        "cites": [chips[clause] for clause in shown.cites if clause in chips],
        "share_url": urls[at.index] if embed is None else shown.url,
        "scenario_url": shown.url,
        "embed_url": shown.embed_url,
        "embed_step_url": _url(shown, line, play, at.index, {}) if shown.embed_url else "",
        "document_url": shown.document_url,
        "change_url": f"{reverse('simulator:new')}?{urlencode({'from': shown.origin})}",
        "ask_url": f"/ask/?{urlencode({'scenario': urls[at.index] if embed is None else shown.origin})}",
        "report_url": reverse("simulator:report", args=[shown.code]) if shown.stored else "",
        "line": line,
        "lines": [
            {
                "name": other["name"],
                "title": shown.line_title(other["name"]),
                "url": _url(shown, other, play, 0, embed),
                "current": other is line,
            }
            for other in play["lines"]
        ],
        "step": at.index,
        "count": len(steps),
        "start_url": urls[0],
        "previous_url": urls[at.index - 1] if at.index else None,
        "next_url": urls[at.index + 1] if at.index < len(steps) else None,
        "end_url": urls[-1],
        "inline_boards": inline,
        "first_board_html": board(0),
        "board_html": board(at.index),
        "steps": [
            {
                "id": step["id"],
                "n": n,
                "kind": step["kind"],
                "sentence": words.pick(step["sentence"]),
                "chips": words.chips(step["cites"]),
                "lifted": words.lifted(step["lifted"]),
                "cause": step["cause"],
                "url": urls[n],
                "current": n == at.index,
                "default": step["default"],
                "dice": {"value": step["event"]["option"]} if step["kind"] == "chance" else None,
                "comments": comments.get(step["id"], []),
                "board_html": board(n) if inline else "",
            }
            for n, step in enumerate(steps, 1)
        ],
        "decision": words.decision(line["decision"]),
        "refused": words.refused(line["decision"]["refused"] if line["decision"] else []),
        "stop": words.stop(line["stop"]),
        "claims": [
            words.claim(claim)
            for claim in play["claims"]
            if claim["claim"].get("line", "main") == line["name"]
        ],
        "notices": [words.pick(notice["sentence"]) for notice in play["notices"]],
        "standing": _standing(shown, words),
        "embed": embed is not None,
    }


@dataclass(frozen=True)
class _Words:
    """A play's sentences in one language, and its clauses as chips."""

    lang: str
    known: dict[str, dict[str, Any]]

    def pick(self, texts: dict[str, str]) -> str:
        return texts[self.lang]

    def chips(self, clauses: Iterable[str]) -> list[dict[str, Any]]:
        return [self.chip(clause) for clause in dict.fromkeys(clauses)]

    def chip(self, clause: str) -> dict[str, Any]:
        # A clause that the glossary does not hold is named by its id: said, not hidden.
        return self.known.get(clause) or {"id": clause, "label": clause, "url": "", "html": mark_safe("")}

    def lifted(self, lifted: list[dict[str, str]]) -> list[dict[str, Any]]:
        return [{"clause": self.chip(each["clause"]), "by": self.chip(each["by"])} for each in lifted]

    def reasons(self, reasons: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [
            {
                "clause": reason["clause"],
                "chips": self.chips(reason.get("cites") or filter(None, [reason["clause"]])),
                "sentence": self.pick(reason["sentence"]),
                "facts": reason["facts"],
                "remedy": self.pick(reason["remedy"]) if reason.get("remedy") else "",
            }
            for reason in reasons
        ]

    def refused(self, refused: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [
            {"sentence": self.pick(each["sentence"]), "reasons": self.reasons(each["reasons"])}
            for each in refused
        ]

    def claim(self, claim: dict[str, Any]) -> dict[str, Any]:
        """A claim; when it does not hold, what was found instead or why nothing was."""
        return {
            "state": claim.get("state") or ("holds" if claim["holds"] else "fails"),
            "sentence": self.pick(claim["sentence"]),
            "why": self.pick(claim["why"]) if claim["why"] else "",
            "found": self.found(claim["claim"]["kind"], claim["found"]),
            "reasons": [] if claim["holds"] else self.reasons(claim["reasons"]),
        }

    def found(self, kind: str, found: Any) -> str:
        """What was found where a claim fails, as people read it."""
        if kind in ("state", "hidden", "offered") and isinstance(found, bool):
            return _("it is so") if found else _("it is not so")
        if isinstance(found, list):  # the clauses that refuse it, the steps that happened in this order
            told = [self.chip(each)["label"] for each in found if isinstance(each, str)]
            return pgettext("between the parts of a card's description", ", ").join(told) or _("nothing")
        return _("nothing") if found is None else str(found)

    def decision(self, decision: dict[str, Any] | None) -> dict[str, Any] | None:
        return decision and {
            "by": decision["by"],
            "sentence": self.pick(decision["sentence"]),
            "options": [{"sentence": self.pick(option["sentence"])} for option in decision["options"]],
        }

    def stop(self, stop: dict[str, Any] | None) -> dict[str, Any] | None:
        return stop and {
            "kind": stop["kind"],
            "place": stop["place"],
            "sentence": self.pick(stop["sentence"]),
            "reasons": self.reasons(stop["reasons"]),
        }


def _card_chips(play: dict[str, Any], lang: str) -> dict[str, dict[str, Any]]:
    """The texts of cards, which steps cite beside the clauses: our restatement, under the card's name."""
    chips = {}
    for name, texts in play["texts"].items():
        card = name.partition("#")[0].rpartition("/")[2]
        label = say(play["picture"]["cards"][card]["name"], lang)
        chips[name] = {"id": name, "label": label, "url": "", "html": format_html("<p>{}</p>", texts[lang])}
    return chips


def _comments(play: dict[str, Any]) -> dict[str, list[str]]:
    """The author's remarks, by the step they name (a line may speak of another line's steps too)."""
    found: dict[str, list[str]] = {}
    for line in play["lines"]:
        for comment in line["comments"]:
            found.setdefault(comment["at"], []).append(comment["text"])
    return found


def _cited(play: dict[str, Any], line: dict[str, Any]) -> set[str]:
    """Every clause that a page about this line may name."""
    found = {clause for step in line["steps"] for clause in step["cites"]}
    for step in line["steps"]:
        found.update(clause for each in step["lifted"] for clause in (each["clause"], each["by"]))
    refused = line["decision"]["refused"] if line["decision"] else []
    reasons = [reason for each in refused for reason in each["reasons"]]
    reasons += line["stop"]["reasons"] if line["stop"] else []
    for claim in play["claims"]:
        if not claim["holds"] and claim["claim"].get("line", "main") == line["name"]:
            reasons += claim["reasons"]
            if isinstance(claim["found"], list):
                found.update(each for each in claim["found"] if isinstance(each, str) and "#" in each)
    for reason in reasons:
        found.update(reason.get("cites") or filter(None, [reason["clause"]]))
    return found


def _url(
    shown: queries.Shown, line: dict[str, Any], play: dict[str, Any], n: int, embed: Mapping[str, str] | None
) -> str:
    """The page of a step; of a start, the scenario's own path (with the line's name unless it is the first)."""
    query = {} if n or line is play["lines"][0] else {"line": line["name"]}
    if embed is None:
        base = shown.step_url(line["steps"][n - 1]["id"]) if n else shown.url
    else:
        base = shown.embed_url
        if n:
            query["step"] = line["steps"][n - 1]["id"]
        if "lang" in embed:  # an embedded page leaves no cookie to remember it by
            query["lang"] = embed["lang"]
    return base + (f"?{urlencode(query)}" if query else "")


def _standing(shown: queries.Shown, words: _Words) -> dict[str, Any] | None:
    """The banner for a scenario that does not play today as it did when it was stored; None when it does."""
    if shown.stored is None:
        return None
    found = standing.compare(shown.stored.digest, digest_stored(shown.text))
    if found.kind == "holds":
        return None
    facts = {"n": found.n, "line": found.line, "engine": shown.stored.engine}
    if found.kind == "clauses":
        sentence = _("It still ends the same way, but other clauses bring it about (first at step %(n)s).")
    elif found.kind == "stops" and found.clause:
        sentence = _("It now stops at step %(n)s because of a clause that did not stop it before.")
    elif found.kind == "stops":
        sentence = _("It now stops at step %(n)s.")
    elif found.n is None:
        sentence = _("The steps are the same, but what follows from them is different now.")
    else:
        sentence = _("It plays differently from step %(n)s on.")
    return {
        "kind": found.kind,
        "n": found.n,
        "engine": shown.stored.engine,
        "sentence": sentence % facts,
        "chip": words.chip(found.clause) if found.clause else None,
    }
