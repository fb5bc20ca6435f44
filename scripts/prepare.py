"""Database, content, search index, catalogues and static files of a local site; all may be done again."""

import argparse
import os
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, help="written to SQLite's user_version once all is done")
    number = parser.parse_args().number

    from compile_catalogues import compile_all

    compile_all()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    import django
    from django.core.management import CommandError

    django.setup()
    parts: list[tuple[str, str, dict[str, Any]]] = [
        ("database", "migrate", {"interactive": False, "verbosity": 0}),
        ("content", "load_content", {}),
        ("search index", "build_index", {}),
        ("static files", "collectstatic", {"interactive": False, "verbosity": 0}),
    ]
    for what, command, options in parts:
        try:
            _part(what, command, options)
        except CommandError as error:
            print(f"{what}: {error}", file=sys.stderr)
            return 1
    if number:
        _mark(number)
    return 0


def _part(what: str, command: str, options: dict[str, Any]) -> None:
    from django.core.management import call_command

    print(f"Preparing the {what} …", flush=True)
    began = time.monotonic()
    call_command(command, **options)
    if (took := time.monotonic() - began) > 5:
        print(f"  ({took:.0f} s)", flush=True)


def _mark(number: int) -> None:
    from django.db import connection

    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA user_version = {number:d}")


if __name__ == "__main__":
    sys.exit(main())
