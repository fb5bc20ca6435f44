"""The rules engine: frozen boards, rules under eight verbs, a trace that cites a clause for every step.

It knows no board, dice, cards or turns, and imports nothing but the standard library and msgspec.
Read `run.py`, then `rulebook.py`.
"""

VERSION = "0.1"
"""Kept beside every saved scenario."""
