"""Sets up what is missing and starts something: `python3 scripts/run.py serve`. The Makefile calls it.

This file must parse on any Python, however old, so that it can say what is wrong in one line.
"""

import sys

OLDEST = (3, 11)

if sys.version_info < OLDEST:
    sys.stderr.write(
        "judgeboard: Python 3.11 or newer is needed, and %s is %s. Name another: PYTHON=python3.13 make run\n"
        % (sys.executable, sys.version.split()[0])
    )
    sys.exit(1)

if __name__ == "__main__":
    from start.main import main

    sys.exit(main(sys.argv[1:]))
