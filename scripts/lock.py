"""Pin requirements.in into requirements.lock, with hashes, for every supported Python and system, by uv."""

import os
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
    # Relative names, no index and no link of this machine: the lock's header repeats the command.
    command = ["pip", "compile", "--universal", "--python-version", "3.11", "--generate-hashes"]
    command += ["--no-emit-index-url", "--no-emit-find-links"]
    command += [*sys.argv[1:], "requirements.in", "-o", "requirements.lock"]
    env = {name: value for name, value in os.environ.items() if name != "UV_FIND_LINKS"}
    return subprocess.run([uv(), *command], cwd=ROOT, env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
