"""Objects without a valid character (object.latency).

Code because an Object is latent by what lies in another slot.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine.kernel.event import Event
from judge.engine.kernel.proposals import event, events
from judge.engine.kernel.state import Card, Do, Record
from judge.engine.kernel.view import View
from judge.games.tdg.blocks import OWNERS, latent
from judge.games.tdg.registry import rules


@rules.interrupt("object.latency", "move", "mark")
def unlinked(view: View, records: Sequence[Record]) -> Sequence[Do] | None:
    """An Object whose character has become invalid is latent and disengaged; a new one wakes it."""
    touched = {(one.seat, one.place) for record in records for one in (record.before, record.after) if one}
    items = [one for seat in view.seats("any") for zone in OWNERS for one in view.zone(seat, zone)]
    near = [one for one in items if touched & {(one.seat, one.place), (one.seat, OWNERS[one.place])}]
    found = [one for one in near if latent(view, one) != bool(one.mark("latent"))]
    return [events([woken(one) if one.mark("latent") else falls(one) for one in found])] if found else None


def falls(item: Card) -> Event:
    """The event by which an Object is latent (phase4.check-latent); one that comes alone was never linked."""
    engaged = item.mark("position") == "engaged"
    marks: dict[str, object] = {"latent": True, "was-latent": engaged or not item.mark("new")}
    marks |= {"position": "upright"} if engaged else {}
    rule = "object.latency-disengage" if engaged else "object.latency"
    return event({}, "mark", "latent", rule, card=item.object, marks=marks, also=("phase4.check-latent",))


def woken(item: Card) -> Event:
    """The event by which an Object is linked again."""
    return event({}, "mark", "relinked", "object.latency-relink", card=item.object, marks={"latent": False})
