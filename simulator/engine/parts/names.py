"""Names of cards, as documents write them down: one text, or a text per language."""

from __future__ import annotations

Name = str | dict[str, str] | None
LANGUAGES = frozenset({"ru", "zh", "en"})


def one_name(name: Name) -> Name:
    """The name as one text when it is the same in every language.

    >>> one_name({"ru": "Orc", "zh": "Orc", "en": "Orc"}), one_name({"ru": "Орк", "en": "Orc"})
    ('Orc', {'ru': 'Орк', 'en': 'Orc'})
    """
    if isinstance(name, dict) and name.keys() == LANGUAGES and len({*name.values()}) == 1:
        return name["ru"]
    return name
