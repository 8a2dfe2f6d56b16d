"""Several games in a row: when one of them is over, the series goes on at the step that its table names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge.engine.flow.agenda import Agenda
from judge.engine.kernel import proposals
from judge.engine.kernel.state import Frame, opponent

if TYPE_CHECKING:
    from judge.tables.events import Series


def goes_on(agenda: Agenda) -> bool:
    """Does a series go on now that a game of it has a result?

    Its frame then knows who lost, and its score counts the win.
    """
    series, result = agenda.table.book.tables.get("series"), agenda.game.result
    frame = agenda.view.running(series["procedure"]) if series else None
    if series is None or frame is None or frame.vars.get("over"):
        return False
    if result is None or result.why.startswith("undecided:"):
        return False
    begin_next(agenda, series, frame, result.winner)
    if result.winner:
        won = {"seat": result.winner, "score": series["score"], "n": 1}
        agenda.apply([proposals.event({}, "score", series["score"], series["rule"], **won)], "", False)
    return True


def begin_next(agenda: Agenda, series: Series, frame: Frame, winner: str) -> None:
    """Go on with a series where its next game begins, knowing how the last one ended."""
    agenda.unwind(series["procedure"])
    ended = {"loser": opponent(winner) if winner else "", "drawn": not winner}
    vars = {**frame.vars, "played": frame.vars.get("played", 0) + 1, **ended}
    there = agenda.game.agenda[-1]
    agenda.game.agenda[-1] = Frame(there.procedure, series["step"], False, vars)
    agenda.game.result = None
