"""One keyword a file."""

from . import eager, guardian, heavy, jumpy, loud, padded, royal, sharp, shy, slippery

KEYWORDS = tuple(
    file.rules for file in (eager, guardian, heavy, jumpy, loud, padded, royal, sharp, shy, slippery)
)
