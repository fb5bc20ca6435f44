from __future__ import annotations

from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from glossary.packs import PackExample
    from glossary.problems import Problem


class SimulatorConfig(AppConfig):
    name = "simulator"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from glossary.checks import EXAMPLE_CHECKS

        if _played not in EXAMPLE_CHECKS:
            EXAMPLE_CHECKS.append(_played)


def _played(example: PackExample) -> list[Problem]:
    # Late: commands that check nothing do not load the engine.
    from .example_check import check_example

    return check_example(example)
