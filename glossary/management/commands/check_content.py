from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from glossary import checks
from glossary.packs import read_packs
from glossary.problems import errors


class Command(BaseCommand):
    help = "Judges the content packs without touching the database: every problem with its file and line."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--content", type=Path, default=settings.CONTENT_DIR, metavar="DIR")

    def handle(self, *args: Any, **options: Any) -> None:
        packs, problems = read_packs(options["content"].resolve())
        problems += checks.check(packs)
        if not errors(problems):
            problems += checks.played(packs)
        for problem in sorted(set(problems)):
            self.stdout.write(str(problem))
        if bad := errors(problems):
            raise CommandError(f"{len(set(bad))} problems")
        entries = sum(len(pack.entries) for pack in packs)
        clauses = sum(len(entry.clauses) for pack in packs for entry in pack.entries)
        examples = sum(len(pack.examples) for pack in packs)
        self.stdout.write(
            f"{len(packs)} games, {entries} entries, {clauses} clauses, {examples} examples: no problem"
        )
