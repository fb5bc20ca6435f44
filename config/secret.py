"""The secret key of a local site: made once, kept in the data folder, readable by its owner only."""

import os
import secrets
from pathlib import Path

LENGTH = 50


def local_secret(path: Path) -> str:
    """The secret in `path`; a new one is written when there is none (or one too short to be ours)."""
    try:
        found = path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        found = ""
    if len(found) >= LENGTH:
        return found
    made = secrets.token_urlsafe(LENGTH)
    path.parent.mkdir(parents=True, exist_ok=True)
    # Written beside and renamed, so that two processes starting at once never read half a secret.
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.touch(mode=0o600)
    beside.write_text(made + "\n", encoding="ascii")
    try:
        os.link(beside, path)
    except FileExistsError:
        if len(other := path.read_text(encoding="ascii").strip()) >= LENGTH:
            return other
        beside.replace(path)
    except OSError:  # a file system without hard links
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    return made
