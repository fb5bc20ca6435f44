"""An answer that a judge writes to a question about a scout, and what the browser sends for it."""

from glossary.models import Game
from rulings import board_link, questions
from rulings.answering import Draft
from rulings.models import Question
from simulator import services as scenarios
from simulator.models import StoredScenario
from tests.rulings.conftest import SPENDS
from tests.simulator.documents import walk

CLAIM = {"kind": "place", "of": "scout", "place": "C2"}


def stored(to="C2", claims=(CLAIM,)) -> StoredScenario:
    return scenarios.store_document(walk(to) | {"claims": list(claims)})[0]


def asked() -> Question:
    board = board_link.find(stored().code)
    game, words = Game.objects.get(), "Может ли разведчик пойти?"
    return questions.ask(game, words, language="ru", name="A", board=board)[0]


def draft(**changes):
    given = {
        "game": "berserk",
        "slug": "may-a-scout-go",
        "answer": "yes",
        "state": "judge",
        "title": {"en": "May a scout go?", "ru": "Может ли разведчик пойти?"},
        "question": {"en": "A scout is open.", "ru": "Разведчик открыт."},
        "verdict": {"en": f"It [spends]({SPENDS}) supply.", "ru": "Он тратит запас."},
        "why": {"en": f"See [this]({SPENDS}).", "ru": f"См. [это]({SPENDS})."},
        "cites": (SPENDS,),
        "source_kind": "official-answer",
        "source_title": {"en": "A talk", "ru": "Беседа"},
        "board": stored().code,
    }
    return Draft(**{**given, **changes})


def fields(**changes):
    """What the browser sends for `draft`."""
    given = draft(**changes)
    texts = {
        f"{name}_{lang}": text
        for name in ("title", "question", "verdict", "why", "source_title")
        for lang, text in getattr(given, name).items()
    }
    plain = {
        name: getattr(given, name)
        for name in ("slug", "answer", "state", "source_kind", "source_url", "board")
    }
    return texts | plain | {"cites": "\r\n".join(given.cites)}
