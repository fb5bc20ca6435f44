from __future__ import annotations

from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from typing import Any

    from glossary.models import Clause
    from glossary.packs import PackExample
    from glossary.problems import Problem


class SimulatorConfig(AppConfig):
    name = "simulator"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from glossary.checks import EXAMPLE_CHECKS
        from glossary.hooks import AFTER_LOAD, CLAUSE_BADGES

        for hooks, own in ((EXAMPLE_CHECKS, _played), (AFTER_LOAD, _covered), (CLAUSE_BADGES, _badges)):
            if own not in hooks:
                hooks.append(own)


def _played(example: PackExample) -> list[Problem]:
    # Late: commands that check nothing do not load the engine.
    from .example_check import check_example

    return check_example(example)


def _covered() -> str:
    from .coverage.services import refresh

    changed = refresh()
    return f"clause matrix: {changed} clauses changed" if changed else ""


def _badges(clauses: list[Clause]) -> dict[str, dict[str, Any]]:
    from .coverage.queries import badges

    return badges(clauses)
