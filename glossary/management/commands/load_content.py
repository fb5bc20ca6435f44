from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from glossary import hooks, services


class Command(BaseCommand):
    help = (
        "Validates the content packs and loads them. A text edited on the site is kept and a proposal filed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--content", type=Path, default=settings.CONTENT_DIR, metavar="DIR")
        parser.add_argument(
            "--force", action="store_true", help="even when these very packs are loaded already"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            report = services.load_pack(options["content"].resolve(), force=options["force"])
        except services.BadContent as error:
            for problem in error.problems:
                self.stderr.write(str(problem))
            # What the site holds stays; but the rules may be others, and its pages must say what that changes.
            self._after()
            raise CommandError(f"nothing was loaded: {len(error.problems)} problems") from None
        for warning in report.warnings:
            self.stderr.write(str(warning))
        for number, clause in report.proposals:
            self.stdout.write(f"{clause}: the site's text stays; the pack's waits as proposal {number}")
        for game in report.untouched:
            self.stdout.write(f"{game}: not in this folder, left as it is")
        if report.changed:
            self.stdout.write(
                "loaded: " + ", ".join(f"{n} {what}" for what, n in sorted(report.counts.items()))
            )
        if not self._after() and not report.changed:
            self.stdout.write("nothing changed")

    def _after(self) -> bool:
        done = [said for each in hooks.AFTER_LOAD if (said := each())]
        for said in done:
            self.stdout.write(said)
        return bool(done)
