"""Compile the interface's catalogues (locale/*/LC_MESSAGES/*.po) with Babel; GNU gettext is not needed."""

import io
import sys
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

LOCALE = Path(__file__).resolve().parents[1] / "locale"


def compile_all(folder: Path = LOCALE) -> list[Path]:
    """Write each .mo that is missing or says something else than its .po; gives those written."""
    written = []
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.parents[1].name, abort_invalid=True)
        compiled = io.BytesIO()
        write_mo(compiled, catalogue)
        if target.exists() and target.read_bytes() == compiled.getvalue():
            continue
        beside = target.with_suffix(".mo.new")
        beside.write_bytes(compiled.getvalue())
        beside.replace(target)
        written.append(target)
    return written


if __name__ == "__main__":
    try:
        for path in compile_all():
            print(path.relative_to(LOCALE.parent))
    except PoFileError as error:
        sys.exit(f"a catalogue cannot be read: {error}")
