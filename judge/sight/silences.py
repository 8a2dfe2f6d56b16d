"""What of windows a seat does not read: those in which nobody spoke up, and what the other player weighs."""

from __future__ import annotations

from collections.abc import Container, Sequence

from judge.engine import trace
from judge.sight.followed import Followed

# lines of a window in which nobody speaks up
SILENT = (
    trace.STEP,
    trace.WINDOW,
    trace.OFFER,
    trace.ASK,
    trace.ANSWER,
    trace.PASS,
    trace.LOCKED,
    trace.FORCED,
    trace.WINDOW_CLOSE,
)


def unread(ruling: Followed, seat: str) -> frozenset[int]:
    """The lines of windows of which a seat reads nothing, whatever it has seen."""
    thought = weighed(ruling, seat)
    return thought | unspoken(ruling, seat, thought)


def unspoken(ruling: Followed, seat: str, thought: Container[int]) -> frozenset[int]:
    """The lines of windows in which nobody did anything and players only speak up, or only have a turn for
    what was set off: that there was one may hang on what a player holds. The one in which the seat is asked
    now is none of them.
    """
    book, found = ruling.fixture.book, set[int]()
    rare = (name for name, row in book.windows.items() if row.unasked or book.obliging.issuperset(row.offers))
    unasked = {f"window:{name}" for name in rare}
    block: list[int] = []
    for at, entry in enumerate((*ruling.entries, None)) if unasked else ():
        if entry is not None and entry.procedure in unasked:
            block.append(at)
            continue
        if all(ruling.entries[one].kind in SILENT or one in thought for one in block):
            found.update(closed(ruling, block, seat) if entry is None else block)
        block = []
    return frozenset(found)


def closed(ruling: Followed, block: Sequence[int], seat: str) -> Sequence[int]:
    """The last such lines of a trace without those of a window in which the seat is asked now."""
    ask = ruling.game.ask
    if ask is None or ask.seat != seat:
        return block
    begins = (n for n in range(len(block) - 1, -1, -1) if ruling.entries[block[n]].kind is trace.WINDOW)
    return block[: next(begins, 0)]


def weighed(ruling: Followed, seat: str) -> frozenset[int]:
    """The lines that are told while it is worked out what the other player could do: what that player holds
    tells them.
    """
    found, place = set[int](), ("", 0)
    for at in range(len(ruling.entries) - 1, -1, -1):
        entry = ruling.entries[at]
        here = (entry.procedure, entry.depth)
        if entry.kind is trace.OFFER:
            place = here if entry.data["seat"] != seat else ("", 0)
        elif here != place or entry.kind in (*SILENT, trace.EVENT, trace.ACT, trace.BARRED):
            place = ("", 0)
        else:
            found.add(at)
    return frozenset(found)
