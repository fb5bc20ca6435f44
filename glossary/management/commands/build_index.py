from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from glossary import search


class Command(BaseCommand):
    help = "Builds the search index when it is not as new as the content and the code."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--force", action="store_true", help="even when it is up to date")

    def handle(self, *args: Any, **options: Any) -> None:
        built = search.build(force=options["force"])
        self.stdout.write("search index built" if built else "search index is up to date")
