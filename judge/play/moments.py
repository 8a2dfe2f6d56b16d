"""The moment of a script line: what has been told since the line before it, and what was offered then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judge.engine.flow.engine import Engine
from judge.engine.flow.exceptions import with_exceptions
from judge.engine.flow.window_options import hearsay, offered
from judge.engine.kernel.book import Window
from judge.engine.kernel.state import SEATS, Cond, Option, Seat
from judge.engine.kernel.tracer import Entry
from judge.engine.kernel.view import Vars
from judge.fixture.script import Line, fits

LOCKED = "locked"  # it has to wait
ELSEWHERE = "not-asked"  # it is never its turn there


class Since(NamedTuple):
    """Where a game stands, how much of its trace was told when the last line was taken, and that line."""

    engine: Engine
    mark: int
    after: str = ""


class Offer(NamedTuple):
    """What a seat could do and what was refused to it at one moment; `at` is its line of the trace."""

    seat: Seat
    rule: str
    legal: tuple[Option, ...]
    refused: tuple[Option, ...]
    at: int


def since(at: Since) -> Sequence[Entry]:
    """What has been told since the last line.

    The rounds of a loop that goes on as declared are part of that line.
    """
    return told(at)[beginning(at) :]


def told(at: Since) -> list[Entry]:
    """The whole trace."""
    assert at.engine.tracer is not None
    return at.engine.tracer.entries


def beginning(at: Since) -> int:
    """Where in the trace that begins which has been told since the last line."""
    entries = told(at)
    again = (one + 1 for one in range(len(entries) - 1, at.mark - 1, -1) if entries[one].data.get("again"))
    return next(again, at.mark)


def offers_since(at: Since, seat: Seat, kinds: Sequence[str] = ("offer",)) -> Iterator[Offer]:
    """What a seat was offered since the last line, one moment after the other."""
    first = beginning(at)
    for n, entry in enumerate(since(at)):
        if entry.kind in kinds and entry.data["seat"] == seat:
            data = entry.data
            yield Offer(seat, entry.rule, tuple(data.get("legal", ())), tuple(data["refused"]), first + n)


def offer_aside(at: Since, seat: Seat) -> Offer | None:
    """What a seat could do in the window in which the other one is asked now, and by which article it has
    to wait; None where no window is open, or it is that seat's turn.
    """
    view, ask = at.engine.view, at.engine.game.ask
    frame = view.game.agenda[-1] if view.game.agenda else None
    if (
        seat not in SEATS
        or ask is None
        or ask.seat == seat
        or frame is None
        or not frame.procedure.startswith("window:")
    ):
        return None
    step = view.book.procedures[frame.procedure].steps[0]
    row: Window = step.args["row"]
    if "seat" not in frame.vars:
        return None
    v = Vars({**frame.vars, "seat": seat}, step.args, {})
    listening = hearsay(view)
    rule = row.cites.get("locked") or row.cites.get("first") or ask.rule
    turn = row.passes > 1 or row.next in ("alternate", "restart")  # will it be that seat's turn?
    wait = Cond(rule, False, LOCKED if turn else ELSEWHERE, {"seat": ask.seat})
    options = (with_exceptions(listening, seat, one) for one in offered(listening, v, row, seat))
    refused = tuple(one._replace(conds=(*one.conds, wait)) for one in options)
    return Offer(seat, rule, (), refused, len(told(at)) - 1)


def named(at: Since, line: Line, options: Sequence[Option]) -> list[Option]:
    """The options that a line's words name, those that it names in full before all others."""
    found = [one for one in options if fits(line.words, (one.name, *one.args), at.engine.view)]
    return [one for one in found if len(one.args) + 1 == len(line.words)] or found
