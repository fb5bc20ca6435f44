"""What templates need beyond Django's own tags: an icon, a board laid out, a text of the page's language."""

from collections.abc import Mapping
from typing import Any

from django import template
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


@register.filter
def say(texts: Any) -> str:
    return boards.say(texts, current())


@register.filter
def die_dots(event: Any) -> list[tuple[int, int]]:
    """The dots of the die that an event rolled, as (x, y) in a square of 24; none when it rolled no die of six."""
    face = next((event[key] for key in ("face", "result", "value") if key in event), None)
    return [((int(place) - 1) % 3 * 6 + 6, (int(place) - 1) // 3 * 6 + 6) for place in PIPS.get(face, "")]


@register.filter
def fact_names(reasons: Any) -> str:
    """The objects and cells that a refusal's reasons speak of, for outlining them on the board."""
    names = [str(value) for reason in reasons or [] for value in (reason.get("facts") or {}).values()]
    return " ".join(dict.fromkeys(name for name in names if name and " " not in name))
