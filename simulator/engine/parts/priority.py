"""Priority: players in turn may act or pass, until all of them pass in a row.

A window step of a procedure is one call of `ask_in_turn`; it repeats itself. Whoever can do nothing passes
without being asked.
"""

from __future__ import annotations

from typing import Any

from ..record import Pass
from ..run import Asking, Run


def ask_in_turn(run: Run, frame: Any, window: str, players: tuple[str, ...], *cites: str) -> Asking:
    """One round of priority in a window. Ends the step when every player has passed in a row.

    An action taken is declared (it lies above this frame and resolves first), and priority starts again
    with the first player. Passing is the default.

    >>> from simulator.engine.smallest import BOOK, start
    >>> run = Run(BOOK, start())
    >>> question = next(ask_in_turn(run, run.board.pile[0], "act", ("bob", "ann"), "tiny:rounds#in-turn"))
    >>> question.by, question.default
    ('bob', Pass(by='bob'))
    """
    passes = frame.data.get("passes", 0)
    while passes < len(players):
        player = players[passes]
        able = any(run.look.offers(window, player).legal())
        if able:
            taken = yield from run.window(
                window, player, *cites, default=Pass(by=player), about=run.game.about(frame.action)
            )
            if not isinstance(taken, Pass):
                run.remember(passes=0)
                run.again()
                yield from run.push(taken)
                return
        passes += 1
        if able and passes < len(players):
            run.remember(passes=passes)
            run.again()
            return
    run.remember(passes=0)
