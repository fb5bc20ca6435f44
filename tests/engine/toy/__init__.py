"""The playroom: a tiny third game, only for tests. Toys on a shelf or in a box poke one another.

It must always run on the unchanged kernel. Keywords lie one a file under `keywords/`.
"""

from .board import Playroom, Toy, playroom
from .driving import drive, happen, play
from .game import BOOK, GAME, book_of
from .keywords import KEYWORDS

__all__ = ["BOOK", "GAME", "KEYWORDS", "Playroom", "Toy", "book_of", "drive", "happen", "play", "playroom"]
