"""Windows of which a seat reads nothing, as nobody spoke up in them."""

from __future__ import annotations

from judge.sight.followed import Followed

# lines of a window in which nobody speaks up
SILENT = ("step", "window", "offer", "ask", "answer", "pass", "locked", "forced", "window-close")


def unspoken(ruling: Followed) -> frozenset[int]:
    """The lines of windows in which nobody did anything and players only speak up, or only have a turn for
    what was set off: that there was one may hang on what a player holds.
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
            found.update(block)
        block = []
    return frozenset(found)
