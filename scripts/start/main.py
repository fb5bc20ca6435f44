"""The commands of `scripts/run.py`."""

import argparse
import os
import subprocess
import sys

from start import environment, serve
from start.places import PYTHON, ROOT, Stop


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scripts/run.py", description=__doc__)
    parser.add_argument(
        "--this-python", action="store_true", help="rebuild .venv when it is of another Python"
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("setup", help="make .venv and install requirements.lock")
    commands.add_parser("serve", help="prepare and serve the site on HOST:PORT (127.0.0.1:8000)")
    commands.add_parser("exec", help="run the environment's Python with the rest of the line")
    return parser


def main(argv: list[str]) -> int:
    # What follows `exec` is another program's, dashes and all.
    ours = argv[: argv.index("exec") + 1] if "exec" in argv else argv
    asked = _arguments().parse_args(ours)
    try:
        if asked.command == "serve":
            where = serve.Address.from_environment()
            serve.check(where)
        environment.ensure(this_python=asked.this_python)
        if asked.command == "serve":
            return serve.serve(where)
        if asked.command == "exec":
            return _execute(argv[len(ours) :])
    except Stop as stop:
        sys.stderr.write(f"judgeboard: {stop}\n")
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _execute(rest: list[str]) -> int:
    env = environment.clean_environment()
    sys.stdout.flush()
    os.chdir(ROOT)
    try:
        return subprocess.run([str(PYTHON), *rest], env=env, check=False).returncode
    except OSError as error:
        raise Stop(f"cannot start {PYTHON}: {error.strerror}") from None
