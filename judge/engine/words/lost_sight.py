"""Cards that an ability has heard move to where not everybody sees them: it does not find them there."""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine.kernel.state import EMPTY, Do, Waiting
from judge.engine.kernel.view import View
from judge.text.plain import Plain

MEANT = ("it", "self")  # how a text means the card whose move it heard


def unfound(view: View, entry: Waiting) -> Waiting:
    """The entry as it resolves: what a text would do to a card that has come to a hidden zone is done to the
    card that it was, which is nowhere any more.
    """
    record = entry.vars.get("event")
    if record is None or not out_of_sight(view, record.before, record.after):
        return entry
    old, new = record.before.object, record.after.object
    lost = {key: old for key in MEANT if entry.vars.get(key) == new}
    return entry._replace(vars={**entry.vars, **lost})


def out_of_sight(view: View, before: Plain, after: Plain) -> bool:
    """Did a card come to another zone, one that not everybody sees?"""
    if before is None or after is None or before.zone == after.zone:
        return False
    return view.book.zones.get(after.place, EMPTY).get("seen") != "all"


def means_it(value: Plain) -> bool:
    """Does a text name the card whose move it heard?"""
    if isinstance(value, Do):
        return means_it(value.args)
    if isinstance(value, Mapping):
        return any(means_it(one) for one in value.values())
    if isinstance(value, (tuple, list)):
        return any(means_it(one) for one in value)
    return value in MEANT
