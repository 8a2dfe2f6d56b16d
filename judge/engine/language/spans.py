"""How long an effect lasts that ends in a turn to come: "until the end of your opponent's next turn".

Such a span is kept as text, `turn|2|B`: how many turns of the player, of either where none is named, have
yet to begin before it is the plain span. Turns that pass are counted, not ends of phases, of which a turn may
have several.
"""

from __future__ import annotations

from typing import NamedTuple

from judge.engine.kernel.state import Seat
from judge.engine.kernel.view import Vars, View
from judge.engine.language.values import number, seats
from judge.text.plain import Fields

APART = "|"
COMING = "coming"  # what is remembered of the turns to come, where a text has put further ones before them


class Span(NamedTuple):
    """A span that ends in a turn to come."""

    until: str
    turns: int  # that have yet to begin
    seat: Seat  # whose turns; "" for anybody's

    def kept(self) -> str:
        """As an effect keeps it; the plain span once it is the turn."""
        return APART.join((self.until, str(self.turns), self.seat)) if self.turns > 0 else self.until


def span_of(until: str) -> Span | None:
    """The span behind what an effect keeps; None for a plain one."""
    name, *rest = until.split(APART)
    return Span(name, int(rest[0]), rest[1]) if rest else None


def last_until(view: View, v: Vars) -> str:
    """Until when the effect of an instruction lasts: a span of the book, or the nth of them from now."""
    said: str | Fields = v.args.get("until", "game")
    if isinstance(said, str):
        return said
    name = next(key for key in said if key != "of")
    whose = seats(view, said["of"], v.get("me", "")) if "of" in said else ()
    seat = whose[0] if len(whose) == 1 else ""
    begins = name in view.book.tables["until_begins"]  # as a turn begins, which this one has done
    now = int(seat in ("", view.active) and not begins)  # else this turn is the first of them
    return Span(name, number(view, said[name], v) - now, seat).kept()


def next_turn(view: View, until: str, active: Seat) -> str:
    """What a span has become when a player's turn begins."""
    row = view.book.tables["until_after"].get(until)
    span = Span(row["until"], row["turns"], "") if row is not None else span_of(until)
    if span is None or span.seat not in ("", active):
        return until
    return span._replace(turns=span.turns - 1).kept()
