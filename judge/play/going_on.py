"""Going on: finds the decision to which a game goes on by itself from a stop where nobody is asked."""

from __future__ import annotations

from typing import Final

from judge.engine.flow.engine import Engine
from judge.engine.flow.window_options import PASS
from judge.engine.kernel.state import Decision, Game
from judge.engine.kernel.table import Table
from judge.errors import JudgeError
from judge.play.script_lines import speaks_up

MOST: Final = 100  # windows in which players only could speak up


def next_asked(table: Table, game: Game) -> Decision | None:
    """The next decision that somebody is asked, if nobody speaks up; None where one waits already, where the
    game is over, and where this turn and the next have none. The game itself stays unchanged.
    """
    if game.ask is not None or game.result is not None:
        return None
    start = game.copy()
    start.forget()
    engine = Engine(table, start, None, remembers=False)
    try:
        for _ in range(MOST):
            engine.run(lambda frame: start.turn > game.turn + 1)
            ask = start.ask
            if ask is None or start.result is not None:
                return None
            if not speaks_up(table.book, ask):
                return ask
            engine.answer(PASS)
    except JudgeError:
        pass  # what is not written yet lies on the way
    return None
