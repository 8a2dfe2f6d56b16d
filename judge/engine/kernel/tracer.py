"""Entries of the trace, and what of a position a tracer writes into them."""

from __future__ import annotations

from judge.engine import trace
from judge.engine.kernel.state import Frame, Game
from judge.text.plain import Fields
from judge.text.rows import NamedTuple


class Entry(NamedTuple):
    """One line of the trace: a kind, an article, where the game stood, and plain data."""

    kind: trace.Kind
    rule: str
    depth: int
    procedure: str
    step: str
    data: Fields


def source(game: Game, frame: Frame) -> str:
    """The card whose effect a frame carries out; ``""`` where it is none's."""
    card = game.objects.get(str(frame.vars.get("self") or ""), "")
    return card or str(frame.vars.get("holder") or "")


def repeated(game: Game) -> int:
    """Which round of a counted loop this is; 0 where no loop goes round."""
    loop = game.loop
    if loop is None or loop.rounds < 0 or not loop.numbers:
        return 0
    return int(min(n for _, n in loop.numbers) - loop.rounds + 1)


def settled_for(game: Game, frame: Frame) -> Frame:
    """The frame whose events are being settled: they belong to it, like events that are applied at once."""
    return next((other for other in reversed(game.agenda) if other.procedure != "event"), frame)
