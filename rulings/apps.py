from __future__ import annotations

from typing import Any

from django.apps import AppConfig


class RulingsConfig(AppConfig):
    name = "rulings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from glossary import hooks

        from .pack_part import PACK_PART
        from .searched import SEARCHED

        if PACK_PART not in hooks.PACK_PARTS:
            hooks.PACK_PARTS.append(PACK_PART)
        if SEARCHED not in hooks.SEARCHED:
            hooks.SEARCHED.append(SEARCHED)
        for hooked, own in (
            (hooks.AFTER_LOAD, _verified),
            (hooks.CITED_IN, _cited_in),
            (hooks.HOME_PARTS, _home),
            (hooks.NOT_PLAYED, _not_played),
            (hooks.BOARD_CHECKS, _board_checks),
        ):
            if own not in hooked:
                hooked.append(own)
        hooks.PREVIEWS["ruling"] = _preview


# Each imports late: commands that show no ruling do not load the engine.


def _verified() -> str:
    from .services import verify_changed

    return verify_changed()


def _cited_in(entry: str, lang: str) -> list[dict[str, Any]]:
    from .pages import cited_in

    return cited_in(entry, lang)


def _home(lang: str) -> dict[str, Any]:
    from .pages import newest

    return {"rulings": newest(lang)}


def _not_played(game: str, lang: str) -> list[dict[str, Any]]:
    from .pages import not_played

    return not_played(game, lang)


def _board_checks(names: list[str]) -> dict[str, dict[str, Any]]:
    from .pages import board_checks

    return board_checks(names)


def _preview(name: str, lang: str) -> dict[str, Any] | None:
    from .pages import preview

    return preview(name, lang)
