"""What is wrong with something that a judge wrote, each fault at its field."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from glossary.languages import LANGUAGES


@dataclass(frozen=True)
class Fault:
    field: str  # slug, verdict_ru, cites, …; empty: the whole
    message: str


class BadAnswer(ValueError):
    """An answer that is refused; `faults` says every reason and its field."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = list(faults)
        super().__init__("; ".join(f"{fault.field}: {fault.message}" for fault in self.faults))


def tidy(texts: Mapping[str, str]) -> dict[str, str]:
    """The texts that say something, in the order of the languages, with line ends as packs have them."""
    trimmed = {lang: texts.get(lang, "").replace("\r\n", "\n").strip() for lang in LANGUAGES}
    return {lang: text for lang, text in trimmed.items() if text}
