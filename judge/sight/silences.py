"""Windows of which a seat reads nothing, as nobody spoke up in them."""

from __future__ import annotations

from collections.abc import Sequence

from judge.sight.followed import Followed

# lines of a window in which nobody speaks up
SILENT = ("step", "window", "offer", "ask", "answer", "pass", "locked", "forced", "window-close")


def unspoken(ruling: Followed, seat: str) -> frozenset[int]:
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
        if all(ruling.entries[one].kind in SILENT for one in block):
            found.update(closed(ruling, block, seat) if entry is None else block)
        block = []
    return frozenset(found)


def closed(ruling: Followed, block: Sequence[int], seat: str) -> Sequence[int]:
    """The last such lines of a trace without those of a window in which the seat is asked now."""
    ask = ruling.game.ask
    if ask is None or ask.seat != seat:
        return block
    begins = (n for n in range(len(block) - 1, -1, -1) if ruling.entries[block[n]].kind == "window")
    return block[: next(begins, 0)]
