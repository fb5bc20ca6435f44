"""Pin requirements.in into requirements.lock, with hashes, for every supported Python and system, by uv."""

import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TOOLS = ROOT / "var" / "tools"
UV = "uv==0.13.9"


def uv() -> str:
    """The uv on PATH, or one of our own in var/tools."""
    if found := shutil.which("uv"):
        return found
    own = TOOLS / "bin" / "uv"
    if not own.exists():
        venv.create(TOOLS, with_pip=True, clear=True)
        pip = [TOOLS / "bin" / "python", "-m", "pip", "install", "--quiet", "--only-binary", ":all:", UV]
        subprocess.run(pip, check=True)
    return str(own)


def main() -> int:
    # Relative names: the lock's header repeats the command.
    command = ["pip", "compile", "--universal", "--python-version", "3.11", "--generate-hashes"]
    command += [*sys.argv[1:], "requirements.in", "-o", "requirements.lock"]
    done = subprocess.run([uv(), *command], cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
