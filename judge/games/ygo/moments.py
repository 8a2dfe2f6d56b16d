"""The last happening: in sanctioned play, what happened last matters for effects that say "when" and for
answers to a Summon or an attack.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from judge.engine import trace
from judge.engine.kernel.instructions import event, events
from judge.engine.kernel.state import EMPTY, AppliedEvent, Instruction, Waiting
from judge.engine.kernel.tracer import Entry
from judge.engine.kernel.view import View
from judge.games.ygo.registry import rules

# When something last happened, for effects that say "when" and may miss it.
CLOCK: Final = rules.remembers("clock", kind="count")
HAPPENS: Final = ("move", "mark", "score", "create")
AFTERMATH: Final = ("spent", "activate-card")  # what befalls a card because it was activated


@rules.interrupt("effect.trigger", *HAPPENS)
def last_happening(view: View, records: Sequence[AppliedEvent]) -> Sequence[Instruction] | None:
    """Sanctioned play: remembers when something last happened."""
    return [now(view)] if any(happening(view, record) for record in records) else None


def now(view: View) -> Instruction:
    """The instruction that notes that something happens now."""
    return events([event({}, "remember", CLOCK, "effect.trigger", key=CLOCK, value=view.game.serial)])


def happening(view: View, record: AppliedEvent) -> bool:
    """Does the event count as something that happened later? Payments while effects build their Chain do not
    count, nor do used cards that leave or cards destroyed by a rule.
    """
    return happens(view, record) and view.running("activation") is None


def happens(view: View, record: AppliedEvent) -> bool:
    """Is it a change that counts as happening?"""
    if record.verb not in HAPPENS or record.name in AFTERMATH:
        return False
    return record.args.get("because") != "rules" and record.rule != view.book.tables["pile"]["rule"]


def passed_by(view: View, entry: Waiting) -> Mapping[str, object]:
    """The event that an effect has heard, and what has happened last since. Empty if no trace is kept."""
    missed = entry.vars.get("event")
    return followed(view, missed.name, missed.card) if isinstance(missed, AppliedEvent) else EMPTY


def followed(view: View, name: str, card: str) -> Mapping[str, object]:
    """An event of a card that can no longer be answered, and why: something that happened since, or the link
    that resolved without effect. Empty if no trace is kept.
    """
    told = view.tracer.entries[::-1] if view.tracer is not None else []
    clock = next((at for at, record in enumerate(told) if changed(record, CLOCK)), len(told))
    last = next((found for entry in told[clock + 1 :] if (found := last_of(view, entry))), None)
    if last is None:
        return EMPTY
    return {"missed": name, "missed_card": card, "last": last[0], "last_card": last[1]}


def last_of(view: View, entry: Entry) -> tuple[str, str] | None:
    """The subject of a line that tells of something happening or of a link resolving, and whose it is; None
    for other lines.
    """
    if entry.kind is trace.RESOLVES:
        return entry.kind.name, entry.data["card"]
    record = entry.data["record"] if entry.kind is trace.EVENT else None
    return (record.name, record.card or record.seat) if record is not None and happens(view, record) else None


def changed(entry: Entry, name: str) -> bool:
    """Does the line of the trace record this event?"""
    return entry.kind is trace.EVENT and entry.data["record"].name == name
