"""Several games in a row: when one of them is over, the series goes on at the step that its table names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge.engine import proposals
from judge.state import EMPTY, opponent

if TYPE_CHECKING:
    from judge.engine.agenda import Engine


def goes_on(engine: Engine) -> bool:
    """Does a series go on now that a game of it has a result?

    Its frame then knows who lost, and its score counts the win.
    """
    series = engine.table.book.tables.get("series")
    frame = engine.view.running(series["procedure"]) if series else None
    result = engine.game.result
    if (
        series is None
        or frame is None
        or frame.vars.get("over")
        or result is None
        or result.why.startswith("undecided:")
    ):
        return False
    engine.unwind(series["procedure"])
    loser = opponent(result.winner) if result.winner else ""
    vars = {
        **frame.vars,
        "played": frame.vars.get("played", 0) + 1,
        "loser": loser,
        "drawn": not result.winner,
    }
    engine.game.agenda[-1] = engine.game.agenda[-1]._replace(
        step=series["step"], entered=False, queue=(), answers=EMPTY, vars=vars
    )
    engine.game.result = None
    if result.winner:
        engine.apply(
            [
                proposals.event(
                    {},
                    "score",
                    series["score"],
                    series["rule"],
                    seat=result.winner,
                    score=series["score"],
                    n=1,
                )
            ],
            "",
            False,
        )
    return True
