"""Why a stored scenario may be reported, and the words for it in the language of the page."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

REASONS = {
    "offensive": gettext_noop("It insults or threatens somebody."),
    "spam": gettext_noop("It is advertising, or no situation of a game at all."),
    "private": gettext_noop("It tells private things about somebody."),
    "copyrighted": gettext_noop("It holds text that belongs to somebody else."),
    "other": gettext_noop("Something else."),
}
_TAKEN_DOWN = {
    "offensive": gettext_noop("It was taken down because it insulted or threatened somebody."),
    "spam": gettext_noop("It was taken down because it was advertising, or no situation of a game."),
    "private": gettext_noop("It was taken down because it told private things about somebody."),
    "copyrighted": gettext_noop("It was taken down because it held text that belongs to somebody else."),
}
_BY_JUDGES = gettext_noop("It was taken down by the judges.")


def reason(name: str) -> str:
    return _(REASONS[name])


def taken_down(name: str) -> str:
    """The sentence on the page of a scenario that was taken down for this reason, or for none that is told."""
    return _(_TAKEN_DOWN.get(name, _BY_JUDGES))
