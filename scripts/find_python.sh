#!/bin/sh
# Print the first Python that is new enough. A name on PATH may be a shim of a version that is not installed,
# so each is asked.
for name in python3 python3.14 python3.13 python3.12 python3.11 python; do
    if command -v "$name" >/dev/null 2>&1 &&
        "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
        echo "$name"
        exit 0
    fi
done
echo "judgeboard: no Python 3.11 or newer was found; install one, or name it: PYTHON=/path/to/python3 make run" >&2
exit 1
