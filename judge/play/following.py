"""Following a script to a moment in its midst."""

from __future__ import annotations

from typing import TypeVar

from judge.engine.flow.window_options import PASS
from judge.play.run import Run

Followed = TypeVar("Followed", bound=Run)


def following(run: Followed, lines: int) -> Followed:
    """A run that has taken so many lines of its script and nothing more. Raises BadInput where one does not
    fit.
    """
    while run.at < lines:
        run.take_asides()
        if run.at >= lines:
            break
        run.advance()
        if run.engine.stopped or run.game.ask is None or run.game.result is not None:
            run.left_over()
        elif run.take_asides():
            continue
        elif run.unasked():
            run.engine.answer(PASS)
        else:
            run.take_line()
            run.begun = True
    return run
