#!/usr/bin/env python
"""Django's command line; the settings are the local ones unless DJANGO_SETTINGS_MODULE says otherwise."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit("Django is missing for this Python. `make setup` makes .venv; then use .venv/bin/python.")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
