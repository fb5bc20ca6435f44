"""Berserk (Берсерк), the Russian grid-battle card game: its rules over the engine.

Read `turn.py`, then a keyword under `keywords/`, then `playable.py`.
"""
