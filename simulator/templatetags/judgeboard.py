"""What templates need beyond Django's own tags: an icon, a board laid out, a text of the page's language."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from config.language import current
from simulator import boards

register = template.Library()

# Where the dots of a die's face lie, in a square of three by three.
PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}


@register.simple_tag
def icon(name: str) -> SafeString:
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#{}"/></svg>', static("icons.svg"), name
    )


@register.simple_tag(takes_context=True)
def board(context: template.Context, picture: Mapping[str, Any]) -> dict[str, Any]:
    return boards.present(picture, context.get("step"), context.get("lang") or current())


@register.simple_tag
def part(template_name: str, card: Mapping[str, Any]) -> SafeString:
    """A card drawn by a template that needs nothing but the card: most of them are the same on the next board."""
    shown = _Shown(card, repr(card))
    make = (
        _part.__wrapped__ if settings.DEBUG else _part
    )  # when developing, the template may be just being written
    return make(template_name, current(), shown)


@dataclass(frozen=True)
class _Shown:
    """A card as templates get it; equal to another one when everything about it is."""

    card: Mapping[str, Any] = field(compare=False)
    key: str


@lru_cache(maxsize=2048)
def _part(template_name: str, _lang: str, shown: _Shown) -> SafeString:
    return render_to_string(template_name, {"card": shown.card})


@register.filter
def say(texts: Any) -> str:
    return boards.say(texts, current())


@register.filter
def die_dots(event: Any) -> list[tuple[int, int]]:
    """The dots of the die that an event rolled, as (x, y) in a square of 24; none when it rolled no die of six."""
    face = next((event[key] for key in ("face", "result", "value") if key in event), None)
    return [((int(place) - 1) % 3 * 6 + 6, (int(place) - 1) // 3 * 6 + 6) for place in PIPS.get(face, "")]


@register.filter
def by_reason(refused: Any) -> list[dict[str, Any]]:
    """Refused actions that the same reasons refuse, together: what was tried, why, and the facts to outline."""
    groups: dict[tuple[tuple[str, str], ...], dict[str, Any]] = {}
    for each in refused or []:
        key = tuple((reason["clause"], reason["sentence"]) for reason in each["reasons"])
        group = groups.setdefault(key, {"sentences": [], "reasons": each["reasons"], "facts": {}})
        group["sentences"].append(each["sentence"])
        for reason in each["reasons"]:
            group["facts"].update(dict.fromkeys(str(fact) for fact in reason["facts"].values()))
    return [
        group | {"facts": " ".join(fact for fact in group["facts"] if " " not in fact)}
        for group in groups.values()
    ]
