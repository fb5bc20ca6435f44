from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from glossary import queries as glossary


class Command(BaseCommand):
    help = "The clause matrix: how far every game has come, and each mechanical clause that lacks something."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", default="", metavar="SLUG", help="only this game")
        parser.add_argument("--force", action="store_true", help="play every example again")
        parser.add_argument("--fail", action="store_true", help="end with an error when anything is lacking")

    def handle(self, *args: Any, **options: Any) -> None:
        from simulator.coverage import queries, services
        from simulator.coverage.standing import words

        chosen = options["game"]
        if chosen and chosen not in glossary.game_slugs():
            raise CommandError(f"there is no game {chosen}; loaded: {', '.join(glossary.game_slugs())}")
        services.refresh(force=options["force"])
        with translation.override("en"):
            lacking = queries.gaps(chosen)
            said = {state: words(state) for state in lacking}
            totals = queries.totals("en")
        for total in totals:
            if chosen in ("", total["game"]["slug"]):
                counts = ", ".join(f"{state['count']} {state['label']}" for state in total["states"])
                self.stdout.write(
                    f"{total['game']['slug']}: {total['mechanical']} mechanical clauses: {counts}"
                )
        unwritten = services.unwritten(chosen)
        lists = {said[state]: clauses for state, clauses in lacking.items()}
        for heading, clauses in (
            lists | {"Rules carry these clauses, which no entry has:": unwritten}
        ).items():
            if clauses:
                self.stdout.write("\n".join(["", heading, *(f"  {clause}" for clause in clauses)]))
        count = sum(map(len, lacking.values())) + len(unwritten)
        if options["fail"] and count:
            raise CommandError(f"{count} clauses lack something")
