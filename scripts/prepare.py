"""Database, content, search index, catalogues and static files of a local site. What is up to date stays."""

import hashlib
import io
import os
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
# What the commands say when there was nothing to do, as on every start but the first.
USUAL = {"nothing changed", "search index is up to date"}


def main() -> int:
    from compile_catalogues import compile_all

    compile_all()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    import django
    from django.core.management import CommandError

    django.setup()
    try:
        migrate()
        run("load_content")
        run("build_index")
        collect_static_files()
    except CommandError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def run(command: str, **options: Any) -> None:
    """Run a command of Django's; what it says is shown unless it is the usual."""
    from django.core.management import call_command

    said = io.StringIO()
    try:
        call_command(command, stdout=said, **options)
    finally:
        for line in said.getvalue().splitlines():
            if line not in USUAL:
                print(line, flush=True)


def migrate() -> None:
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return
    print("Preparing the database, the content and the search index …", flush=True)
    run("migrate", interactive=False, verbosity=0)


def collect_static_files() -> None:
    """Collecting compresses every file: done only when one of them, or a package, is another than before."""
    from django.conf import settings

    root = Path(settings.STATIC_ROOT)
    stamp, now = root.with_name("static.digest"), static_digest()
    if (root / "staticfiles.json").exists() and stamp.exists() and stamp.read_text(encoding="ascii") == now:
        return
    run("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(now, encoding="ascii")


def static_digest(root: Path = ROOT) -> str:
    found = hashlib.sha256((root / "requirements.lock").read_bytes())
    paths = [*(root / "static").rglob("*"), *(root / "config" / "settings").glob("*.py")]
    for path in sorted(path for path in paths if path.is_file()):
        found.update(str(path.relative_to(root)).encode() + b"\0")
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


if __name__ == "__main__":
    sys.exit(main())
