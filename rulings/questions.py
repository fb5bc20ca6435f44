"""Writes of questions: asked by anybody, decided by judges. What becomes a ruling is in answering.py."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping

from django.db import IntegrityError, transaction
from django.utils import timezone

from glossary.models import Game

from .board_link import Board
from .faults import BadAnswer, Fault, tidy
from .models import Question, Ruling

TOKEN_BYTES = 32  # 256 bits in 43 characters of a URL
LONGEST_REASON = 1500


def new_sending() -> str:
    """A name for one showing of the form, so that sending it twice does not ask twice."""
    return secrets.token_urlsafe(16)


def ask(
    game: Game, text: str, *, language: str, name: str = "", board: Board | None = None, sending: str = ""
) -> tuple[Question, bool]:
    """The question, and whether it is new. The same contents sent by the same showing of the form are the same
    question; by another one, or by a program without `sending`, they are another question with its own link.

    Raises BadLink when the board cannot be kept.
    """
    stored = board.keep() if board else None
    line, step = (board.line, board.step) if board else ("", "")
    parts = (sending or new_sending(), game.pk, text, name, stored.code if stored else "", line, step)
    digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    if known := Question.objects.filter(sending=digest).first():
        return known, False
    try:
        with transaction.atomic():
            made = Question.objects.create(
                token=secrets.token_urlsafe(TOKEN_BYTES),
                sending=digest,
                game=game,
                language=language,
                text=text,
                name=name,
                stored=stored,
                line=line,
                step=step,
                asked=timezone.now(),
            )
            return made, True
    except IntegrityError:  # the other of two clicks was quicker
        return Question.objects.get(sending=digest), False


@transaction.atomic
def decline(question_id: int, reason: Mapping[str, str], author: str) -> Question:
    """Close a question without an answer. The asker reads the reason: in their language or the game's at least."""
    question = open_question(question_id)
    if faults := faults_of_declining(question, reason):
        raise BadAnswer(faults)
    question.declined = tidy(reason)
    return close(question, Question.DECLINED, author)


def faults_of_declining(question: Question, reason: Mapping[str, str]) -> list[Fault]:
    words = tidy(reason)
    faults = [
        Fault(f"declined_{lang}", f"has {len(text)} characters; at most {LONGEST_REASON}")
        for lang, text in words.items()
        if len(text) > LONGEST_REASON
    ]
    if not {question.language, question.game.language} & words.keys():
        faults.append(
            Fault(f"declined_{question.language}", "say why, in the asker's language or the game's")
        )
    return faults


@transaction.atomic
def answer_by(question_id: int, ruling_id: str, author: str) -> Question:
    """The question is answered by a ruling that is already there."""
    question = open_question(question_id)
    question.ruling = ruling_for(question, ruling_id)
    return close(question, Question.ANSWERED, author)


def ruling_for(question: Question, ruling_id: str) -> Ruling:
    """The ruling of the question's game that is named. Raises BadAnswer."""
    ruling = Ruling.objects.filter(pk=ruling_id.strip(), live=True, game=question.game_id).first()
    if ruling is None:
        raise BadAnswer([Fault("existing", f"there is no ruling “{ruling_id}” of {question.game_id}")])
    return ruling


def open_question(question_id: int) -> Question:
    """The question, held for this transaction; a declined one may still be answered. Raises BadAnswer."""
    question = Question.objects.select_for_update().get(pk=question_id)
    if question.state == Question.ANSWERED:
        raise BadAnswer([answered_already(question)])
    return question


def answered_already(question: Question) -> Fault:
    by = f"by {question.ruling_id} of {question.decided_by}"
    return Fault("", f"The question was answered already, {by}: nothing of this is saved.")


def close(question: Question, state: str, author: str) -> Question:
    question.state, question.decided, question.decided_by = state, timezone.now(), author
    question.save()
    return question
