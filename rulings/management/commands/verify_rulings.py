from __future__ import annotations

from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulings import services
from rulings.verifying import RESULTS


class Command(BaseCommand):
    help = (
        "Plays every ruling and example and tells how each stands: it holds, holds by other clauses, is "
        "different at a step, or stops at a step because of a clause. Ends with 1 when one is different or stops."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ids", nargs="*", metavar="ID", help="only these: ruling:… or example:…/…")
        parser.add_argument("--game", default="", help="only of this game")
        parser.add_argument(
            "--accept",
            action="store_true",
            help="take how these play today for right, if their claims hold: later plays are compared with it",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = services.subjects(options["ids"], options["game"])
        missing = set(options["ids"]) - {subject.id for subject in chosen}
        if missing:
            raise CommandError(f"nothing to play under: {', '.join(sorted(missing))}")
        if options["accept"] and not (options["ids"] or options["game"]):
            raise CommandError("--accept needs ids or --game: name what you have looked at")
        everything = not (options["ids"] or options["game"])
        rows = services.verify(None if everything else chosen)
        if options["accept"]:
            rows = self._accepted(rows)
        for row in rows:
            self.stdout.write(f"{row.subject}: {services.told(row)}")
        results = Counter(row.result for row in rows)
        counted = ", ".join(f"{results[result]} {result}" for result in RESULTS if results[result])
        self.stdout.write(f"{len(rows)} played: {counted or 'nothing'}")
        if bad := results["different"] + results["stops"]:
            raise CommandError(f"{bad} do not show what they should")

    def _accepted(self, rows: list[Any]) -> list[Any]:
        found = []
        for row in rows:
            try:
                found.append(services.accept(row.subject) if row.result != "holds" else row)
            except services.NotAccepted as why:
                self.stderr.write(str(why))
                found.append(row)
        return found
