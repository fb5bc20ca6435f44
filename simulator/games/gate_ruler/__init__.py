"""Gate Ruler, described after the Chinese keyword appendix: its rules over the engine.

Read `turn.py`, `attack.py`, then a keyword under `keywords/`.
"""
