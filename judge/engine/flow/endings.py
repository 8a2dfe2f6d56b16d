"""How games end: several endings at one moment, and series of games that go on after one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from judge.engine.flow.agenda import Agenda
from judge.engine.kernel import proposals
from judge.engine.kernel.event import Event
from judge.engine.kernel.proposals import event, events
from judge.engine.kernel.state import SEATS, Frame, Instruction, opponent
from judge.engine.kernel.table import Table
from judge.engine.kernel.view import View
from judge.engine.language.values import seats

# Several games in a row: when one of them is over, the series goes on at the step that its table names.
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


TOGETHER = "ends-together"


def acts_at_once(table: Table, wait: Event) -> bool:
    """Is it a rule of a card that acts the moment it hears, waiting for nothing?"""
    return wait["verb"] == "wait" and bool(table.abilities[wait["ability"]].data.get("at_once"))


def both_end(
    view: View, ends: Sequence[Sequence[Instruction]], waits: Sequence[Event]
) -> list[list[Instruction]]:
    """The end of the game that nobody wins, where rules that act at once, `ends`, or what acts at once of
    what has heard, would have each player lose at this moment, in a game whose book takes these together.
    """
    now = [one for one in waits if acts_at_once(view.table, one)]
    if not now or TOGETHER not in view.book.params:
        return []
    losers = {seat for dos in ends for one in endings_in(dos) for seat in one["losers"]}
    losers |= {seat for one in now for seat in lost_by(view, one)}
    return [nobody_wins(view, "effect")] if len(losers) == len(SEATS) and view.param(TOGETHER) else []


def nobody_wins(view: View, why: str) -> list[Instruction]:
    """Both players lose at the same moment: the end of the game, by the article for that."""
    rule, *usual = view.ruled(TOGETHER, str(view.book.cites["both-end"]))
    lost = {"losers": SEATS, "seat": SEATS[0], "why": why, "usual": tuple(usual)}
    return [events([event({"because": "rules"}, "end-game", "defeat", rule, **lost)])]


def ends_game(dos: Sequence[Instruction]) -> bool:
    """Is it the end of the game that a rule proposes?"""
    return any(True for _ in endings_in(dos))


def endings_in(dos: Sequence[Instruction]) -> Iterator[Event]:
    """The events among some instructions that end the game."""
    for do in dos:
        found: Sequence[Event] = do.args["events"] if do.verb == "events" else ()
        yield from (one for one in found if one["verb"] == "end-game")


def lost_by(view: View, wait: Event) -> tuple[str, ...]:
    """Who loses by what an effect begins with, whatever else holds."""
    dos = view.table.abilities[wait["ability"]].do
    first = dos[0] if dos else None
    if first is None or first.verb not in ("win", "defeat") or not {"if", "when"}.isdisjoint(first.args):
        return ()
    word = str(first.args[first.verb])
    if first.verb == "win":
        word = "opponent" if word == "me" else "me"
    return tuple(seats(view, word, str(wait["vars"]["me"])))
