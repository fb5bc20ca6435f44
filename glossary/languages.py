"""The three languages a text may have, and how one of them is picked for a reader."""

from collections.abc import Mapping
from typing import Any

LANGUAGES = ("ru", "zh", "en")


def pick(texts: Mapping[str, Any], lang: str, fallback: str) -> tuple[Any, str]:
    """The text in `lang`, else in the game's own language, else in any; with the language it is in."""
    for code in (lang, fallback, *LANGUAGES):
        if texts.get(code):
            return texts[code], code
    return "", fallback


def text(texts: Mapping[str, Any], lang: str, fallback: str) -> Any:
    return pick(texts, lang, fallback)[0]
