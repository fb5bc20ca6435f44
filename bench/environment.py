"""The environment of the peers, var/bench-venv: made once, again when its lock or the Python changes."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = Path(__file__).with_name("requirements.lock")
VENV = ROOT / "var" / "bench-venv"
PYTHON = VENV / "bin" / "python"
STATE = VENV / "judgeboard.json"


def ensure() -> Path:
    """The Python of the environment; installs what is missing. Raises CalledProcessError."""
    wanted = {
        "lock": hashlib.sha256(LOCK.read_bytes()).hexdigest(),
        "python": sys.version.split()[0],
        "venv": str(VENV),
    }
    if not (STATE.exists() and json.loads(STATE.read_text(encoding="utf-8")) == wanted and PYTHON.exists()):
        print("Installing the peers of bench/requirements.lock into var/bench-venv (once) …", flush=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)], check=True)
        pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--require-hashes", "--only-binary", ":all:"]
        pip += ["--no-binary", "chess"]  # pure Python, published as source only
        subprocess.run([*pip, "-r", str(LOCK)], check=True)
        STATE.write_text(json.dumps(wanted), encoding="utf-8")
    return PYTHON
