"""The virtual environment: made once, mended when the lock, the Python or the project's place changed."""

import fcntl
import hashlib
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from start.places import LOCK, PYTHON, ROOT, VAR, VENV, Stop, require_writable

STATE = VENV / "judgeboard.json"
# Settings of the person's shell that would send packages elsewhere or bring foreign ones in.
FOREIGN = (
    "PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_REQUIRE_VIRTUALENV", "PIP_REQUIREMENT",
    "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "__PYVENV_LAUNCHER__",
)  # fmt: skip


def clean_environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    return kept | {"PYTHONNOUSERSITE": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1"}


def _wanted() -> dict[str, str]:
    return {"lock": hashlib.sha256(LOCK.read_bytes()).hexdigest(), "root": str(ROOT)}


def _state() -> dict[str, str]:
    try:
        return dict(json.loads(STATE.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def _version() -> str:
    return f"{sys.version_info[0]}.{sys.version_info[1]}"


def _works() -> bool:
    """Whether the environment's Python starts and is new enough. A removed Python leaves a dangling link."""
    if not PYTHON.exists():
        return False
    code = "import sys; sys.exit(sys.version_info < (3, 11))"
    try:
        done = subprocess.run([PYTHON, "-IS", "-c", code], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _belongs_here() -> bool:
    """Scripts and activation of an environment hold its path: a moved project needs a new one."""
    try:
        text = (VENV / "bin" / "activate").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return str(VENV) in text


def _build() -> None:
    for module in ("venv", "ensurepip"):
        if importlib.util.find_spec(module) is None:
            raise Stop(
                f"the Python {sys.executable} has no module {module}; "
                f"install it (Debian, Ubuntu: apt install python{_version()}-venv) or name another: PYTHON=…"
            )
    print(f"Making .venv with Python {_version()} …", flush=True)
    done = _run([sys.executable, "-m", "venv", "--clear", str(VENV)])
    if done.returncode:
        raise Stop(f"Python's venv module could not make .venv: {_last_line(done)}")


def _install() -> None:
    print("Installing the packages of requirements.lock (once; about half a minute) …", flush=True)
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--progress-bar", "off"]
    done = _run([*pip, "--require-hashes", "--only-binary", ":all:", "-r", str(LOCK)])
    if done.returncode:
        sys.stderr.write(done.stderr)
        raise Stop(f"pip could not install requirements.lock (its own words are above): {_last_line(done)}")


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=ROOT,
        env=clean_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def _last_line(done: subprocess.CompletedProcess[str]) -> str:
    lines = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR:")]
    return (errors or lines or [f"exit status {done.returncode}"])[-1]


@contextmanager
def _alone() -> Iterator[None]:
    """Two starts at once take turns."""
    require_writable(VAR)
    with (VAR / "setup.lock").open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def ensure(*, this_python: bool = False) -> None:
    """Make .venv what requirements.lock says; a second call does nothing.

    An environment of another Python is kept, unless `this_python` says that the running one was asked for.
    """
    wanted = _wanted()
    require_writable(ROOT)
    with _alone():
        state = _state()
        other = this_python and state.get("python", _version()) != _version()
        sound = not other and _works() and _belongs_here()
        if sound and wanted.items() <= state.items():
            return
        STATE.unlink(missing_ok=True)
        if not sound:
            _build()
        _install()
        STATE.write_text(json.dumps(wanted | {"python": _python_of_venv()}), encoding="utf-8")


def _python_of_venv() -> str:
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    return subprocess.run(
        [PYTHON, "-I", "-c", code], capture_output=True, text=True, check=True
    ).stdout.strip()
