"""What was worked out of a position and is kept, and which changes make it out of date."""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine.flow.changes import ATOMS, Change
from judge.engine.kernel.table import Table
from judge.engine.kernel.view import View

CALM = frozenset(name for name, one in ATOMS.items() if one.outdates == "nothing")
LISTED = frozenset(name for name, one in ATOMS.items() if one.outdates == "offers")


def outdate(view: View, verb: str, changes: Sequence[Change]) -> None:
    """Drop what was worked out of the position, as far as changes of this kind touch it."""
    if not changes:
        return
    if verb in LISTED or (verb == "mark" and not marks_read(view.table, changes)):
        view.game.memo = {}
    elif verb not in CALM:
        view.game.forget()


def marks_read(table: Table, changes: Sequence[Change]) -> bool:
    """Does anything that was worked out rest on one of the marks that have changed?

    Counters are of any name.
    """
    for one in changes:
        if one.before is not None and one.after is not None:
            for mark, _ in set(one.before.marks) ^ set(one.after.marks):
                if mark in table.marks_read or mark[:8] == "counter:":
                    return True
    return False
