"""What a card was like when it left its zone, for an effect that refers to it afterwards; and cards that an
ability no longer finds, since they moved out of sight.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.engine.kernel.event import Event
from judge.engine.kernel.proposals import event, events
from judge.engine.kernel.references import KEPT, mentioned
from judge.engine.kernel.state import EMPTY, AppliedEvent, Instruction, Waiting
from judge.engine.kernel.view import View
from judge.engine.language.shared import words
from judge.text.plain import Json

# Cards that an ability has heard move to where not everybody sees them: it does not find them there.
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


def out_of_sight(view: View, before: Json, after: Json) -> bool:
    """Did a card come to another zone, one that not everybody sees?"""
    if before is None or after is None or before.zone == after.zone:
        return False
    return view.book.zones.get(after.place, EMPTY).get("seen") != "all"


def means_it(value: object) -> bool:
    """Does a text name the card whose move it heard?"""
    if isinstance(value, Instruction):
        return means_it(value.args)
    if isinstance(value, Mapping):
        return any(means_it(one) for one in value.values())
    if isinstance(value, (tuple, list)):
        return any(means_it(one) for one in value)
    return value in MEANT


@words.interrupt("last-information", "move")
def keep_information(view: View, records: Sequence[AppliedEvent]) -> Sequence[Instruction] | None:
    """What a card was like is kept that something names and that leaves its zone."""
    kept = [found for record in records for found in kept_of(view, record)]
    return [events(kept)] if kept else None


def kept_of(view: View, record: AppliedEvent) -> Iterator[Event]:
    """The notes of what one card was like, as the object that it was and as the one that it is now."""
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
    """What waits keeps what its card was like just before it moved, for as long as it waits."""
    keys = {f"{READ_BY}:{one.id}": one for one in view.game.waiting}
    kept = [key for key, value in view.game.memory.items() if value and key.startswith(f"{READ_BY}:")]
    batch = [frozen(view, key, {}) for key in kept if key not in keys]
    for record in records:
        if record.before is not None and record.values is not None:
            left = record.before.object
            last = {**record.values, "card": record.card}
            batch += [frozen(view, key, last) for key, one in keys.items() if one.source == left]
    return [events(batch)] if batch else None


def frozen(view: View, key: str, value: Mapping[str, object]) -> Event:
    """The note of what a card was like, or that it is needed no more."""
    rule = str(view.book.cites["kept-information"])
    return event({}, "remember", READ_BY, rule, key=key, value=value)


def information(view: View, entry: Waiting) -> Mapping[str, object] | None:
    """What something that waits is read by once its card has changed zones; None until then."""
    if view.same(entry.source) and entry.source[1:] == entry.vars.get("began", entry.source[1:]):
        return None
    found: Mapping[str, object] | None = view.game.memory.get(f"{READ_BY}:{entry.id}") or entry.vars.get(
        "last"
    )
    return found
