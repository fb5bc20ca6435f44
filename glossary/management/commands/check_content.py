from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from glossary import checks, hooks
from glossary.packs import read_packs
from glossary.problems import errors


class Command(BaseCommand):
    help = "Judges the content packs without touching the database: every problem with its file and line."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--content", type=Path, default=settings.CONTENT_DIR, metavar="DIR")

    def handle(self, *args: Any, **options: Any) -> None:
        content = options["content"].resolve()
        packs, problems = read_packs(content)
        parts = list(hooks.read_parts(content, packs, problems))
        elsewhere = {name for part, read in parts for name in part.targets(read, packs)}
        problems += checks.check(packs, elsewhere)
        known = checks.published(packs, elsewhere)
        for part, read in parts:
            problems += part.check(read, packs, known)
        if not errors(problems):
            problems += checks.played(packs)
            for part, read in parts:
                problems += part.played(read, packs)
        for problem in sorted(set(problems)):
            self.stdout.write(str(problem))
        if bad := errors(problems):
            raise CommandError(f"{len(set(bad))} problems")
        entries = sum(len(pack.entries) for pack in packs)
        clauses = sum(len(entry.clauses) for pack in packs for entry in pack.entries)
        examples = sum(len(pack.examples) for pack in packs)
        more = "".join(f", {part.summary(read)}" for part, read in parts)
        self.stdout.write(
            f"{len(packs)} games, {entries} entries, {clauses} clauses, {examples} examples{more}: no problem"
        )
