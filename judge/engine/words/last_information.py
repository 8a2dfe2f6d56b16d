"""Last information: keeps what a card was like when it left its zone, for effects that refer to it
afterwards; and finds cards that an ability has lost because they moved out of sight.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import event, events
from judge.engine.kernel.references import KEPT, mentioned
from judge.engine.kernel.state import EMPTY, AppliedEvent, Instruction, Waiting
from judge.engine.kernel.view import View
from judge.engine.language.shared import words
from judge.text.plain import Json

# Cards that an ability has heard move to where not everybody sees them: it does not find them there.
MEANT = ("it", "self")  # how a text means the card whose move it heard


def untracked_targets(view: View, entry: Waiting) -> Waiting:
    """The entry as it resolves. A card that has moved to a hidden zone is not found: what would be done to
    it is done to its old object, which no longer exists.
    """
    record = entry.vars.get("event")
    if record is None or not out_of_sight(view, record.before, record.after):
        return entry
    old, new = record.before.object, record.after.object
    lost = {key: old for key in MEANT if entry.vars.get(key) == new}
    return entry._replace(vars={**entry.vars, **lost})


def out_of_sight(view: View, before: Json, after: Json) -> bool:
    """Did a card move to another zone that not everybody sees?"""
    if before is None or after is None or before.zone == after.zone:
        return False
    return view.book.zones.get(after.place, EMPTY).get("seen") != "all"


def means_it(value: object) -> bool:
    """Does a text refer to the card whose move it heard?"""
    if isinstance(value, Instruction):
        return means_it(value.args)
    if isinstance(value, Mapping):
        return any(means_it(inner) for inner in value.values())
    if isinstance(value, (tuple, list)):
        return any(means_it(inner) for inner in value)
    return value in MEANT


@words.interrupt("last-information", "move")
def keep_information(view: View, records: Sequence[AppliedEvent]) -> Sequence[Instruction] | None:
    """Keeps what a card was like when it leaves its zone and something refers to it."""
    kept = [note for record in records for note in kept_of(view, record)]
    return [events(kept)] if kept else None


def kept_of(view: View, record: AppliedEvent) -> Iterator[Event]:
    """The events that record what one card was like, both for its old object and for its new one."""
    before, after, values = record.before, record.after, record.values
    if before is None or after is None or values is None or before.object == after.object:
        return
    moved_on = any(after.object in frame.vars.get("left", ()) for frame in view.game.agenda)
    earlier = view.game.memory.get(KEPT + before.object) if moved_on else None
    last = earlier or {**values, "card": before.id}  # where one effect moves it twice it was read before
    for ref in (before.object, after.object):
        if mentioned(view.game, ref):
            yield event({}, "remember", "last", "", key=KEPT + ref, value=last)


READ_BY = "frozen"  # by entry that waits: what its card was like just before it left


@words.interrupt("information-of-waiting", "move", "leave")
def keep_for_waiting(view: View, records: Sequence[AppliedEvent]) -> Sequence[Instruction] | None:
    """Keeps what the card of a pending ability was like just before it moved, for as long as the ability is
    pending.
    """
    keys = {f"{READ_BY}:{entry.id}": entry for entry in view.game.waiting}
    kept = [key for key, value in view.game.memory.items() if value and key.startswith(f"{READ_BY}:")]
    batch = [frozen(view, key, {}) for key in kept if key not in keys]
    for record in records:
        if record.before is not None and record.values is not None:
            left = record.before.object
            last = {**record.values, "card": record.card}
            batch += [frozen(view, key, last) for key, pending in keys.items() if pending.source == left]
    return [events(batch)] if batch else None


def frozen(view: View, key: str, value: Mapping[str, object]) -> Event:
    """The event that records what a card was like, or that this is no longer needed."""
    rule = str(view.book.cites["kept-information"])
    return event({}, "remember", READ_BY, rule, key=key, value=value)


def information(view: View, entry: Waiting) -> Mapping[str, object] | None:
    """The recorded information by which a pending ability reads its card once that has changed zones; None
    until then.
    """
    if view.same(entry.source) and entry.source[1:] == entry.vars.get("began", entry.source[1:]):
        return None
    last: Mapping[str, object] | None = view.game.memory.get(f"{READ_BY}:{entry.id}") or entry.vars.get(
        "last"
    )
    return last
