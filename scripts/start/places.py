"""Where things lie, and the error that ends a start with one line."""

import os
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOCK = ROOT / "requirements.lock"
VAR = Path(os.environ.get("JUDGEBOARD_VAR") or ROOT / "var")


class Stop(Exception):
    """The start cannot go on; the message is the one line the person reads."""


def require_writable(folder: Path) -> None:
    """Make `folder` when it is missing, and see that files can be written in it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise Stop(
            f"cannot write in the folder {folder}: {error.strerror}. Change its owner or rights."
        ) from None
