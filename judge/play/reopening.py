"""The decision for which a saved pause waits: what was told as it came up is told anew, so that claims,
questions and pages know what was offered there, what was refused, and why.
"""

from __future__ import annotations

from judge.engine.flow.engine import Engine
from judge.engine.kernel.state import Game
from judge.engine.kernel.tracer import Tracer
from judge.fixture.load import Fixture


def tell_again(fixture: Fixture, game: Game, tracer: Tracer | None) -> None:
    """Put the question for which a game waits, if it does, once more, on a copy, to a tracer: a step that
    asks has done nothing but ask. Raises BadInput where a pause that was changed cannot be played on.
    """
    if tracer is None or game.ask is None:
        return
    from judge.pauses.door import answerable  # no other fixture pays for it

    copy = game.copy(asked=False)
    copy.forget()
    with answerable(fixture.source, copy):
        Engine(fixture.table, copy, tracer).tick()
