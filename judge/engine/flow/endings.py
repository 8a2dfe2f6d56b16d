"""Endings: decides what happens when several ends of a game come at one moment, and goes on with a series
after one of its games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from judge.engine.flow.agenda import Agenda
from judge.engine.kernel import instructions
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import event, events
from judge.engine.kernel.state import SEATS, Frame, Instruction, opponent
from judge.engine.kernel.table import Table
from judge.engine.kernel.view import View
from judge.engine.language.values import seats

# Several games in a row: when one of them is over, the series goes on at the step that its table names.
if TYPE_CHECKING:
    from judge.tables.events import Series


def goes_on(agenda: Agenda) -> bool:
    """Does a series go on after a game of it has ended? Its frame then knows who lost, and its score counts
    the win.
    """
    series, result = agenda.table.book.tables.get("series"), agenda.game.result
    frame = agenda.view.running(series["procedure"]) if series else None
    if series is None or frame is None or frame.vars.get("over"):
        return False
    if result is None or result.gap:
        return False
    begin_next(agenda, series, frame, result.winner)
    if result.winner:
        won = {"seat": result.winner, "score": series["score"], "n": 1}
        agenda.apply([instructions.event({}, "score", series["score"], series["rule"], **won)], "", False)
    return True


def begin_next(agenda: Agenda, series: Series, frame: Frame, winner: str) -> None:
    """Goes on with a series at the start of its next game, which knows how the last one ended."""
    agenda.unwind(series["procedure"])
    ended = {"loser": opponent(winner) if winner else "", "drawn": not winner}
    vars = {**frame.vars, "played": frame.vars.get("played", 0) + 1, **ended}
    top = agenda.game.agenda[-1]
    agenda.game.agenda[-1] = Frame(top.procedure, series["step"], False, vars)
    agenda.game.result = None


TOGETHER = "ends-together"


def acts_at_once(table: Table, wait: Event) -> bool:
    """Is it a card's rule that acts as soon as it hears, without becoming pending?"""
    return wait["verb"] == "wait" and bool(table.abilities[wait["ability"]].data.get("at_once"))


def both_end(
    view: View, ends: Sequence[Sequence[Instruction]], waits: Sequence[Event]
) -> list[list[Instruction]]:
    """The instructions by which nobody wins, where each player would lose at this moment and the book counts
    such losses together. `ends` are the proposed ends of rules that act at once; abilities that act at once
    count as well.
    """
    now = [wait for wait in waits if acts_at_once(view.table, wait)]
    if not now or TOGETHER not in view.book.params:
        return []
    losers = {seat for dos in ends for ending in endings_in(dos) for seat in ending["losers"]}
    losers |= {seat for wait in now for seat in lost_by(view, wait)}
    return [nobody_wins(view, "effect")] if len(losers) == len(SEATS) and view.param(TOGETHER) else []


def nobody_wins(view: View, why: str) -> list[Instruction]:
    """The end of the game when both players lose at the same moment, by the article for that."""
    rule, *usual = view.ruled(TOGETHER, str(view.book.cites["both-end"]))
    lost = {"losers": SEATS, "seat": SEATS[0], "why": why, "usual": tuple(usual)}
    return [events([event({"because": "rules"}, "end-game", "defeat", rule, **lost)])]


def ends_game(dos: Sequence[Instruction]) -> bool:
    """Do the instructions that a rule proposes end the game?"""
    return any(True for _ in endings_in(dos))


def endings_in(dos: Sequence[Instruction]) -> Iterator[Event]:
    """The events among some instructions that end the game."""
    for do in dos:
        batch: Sequence[Event] = do.args["events"] if do.verb == "events" else ()
        yield from (ending for ending in batch if ending["verb"] == "end-game")


def lost_by(view: View, wait: Event) -> tuple[str, ...]:
    """The players who lose by the first instruction of an effect, unconditionally."""
    dos = view.table.abilities[wait["ability"]].do
    first = dos[0] if dos else None
    if first is None or first.verb not in ("win", "defeat") or not {"if", "when"}.isdisjoint(first.args):
        return ()
    word = str(first.args[first.verb])
    if first.verb == "win":
        word = "opponent" if word == "me" else "me"
    return tuple(seats(view, word, str(wait["vars"]["me"])))
