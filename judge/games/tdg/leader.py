"""Objects without a valid character (object.latency); whether a new Leader is looked for among the cards that
are locked (leader.replace-hand).

Code because an Object is latent by what lies in another slot, and because only where cards are locked it
matters whether they are the hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.proposals import call, event, events, goto
from judge.engine.kernel.state import Card, Do, Record
from judge.engine.kernel.view import Vars, View
from judge.games.tdg.blocks import LEADER, OWNERS, latent, there
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
    return event({}, "mark", "latent", rule, card=item.object, marks=marks)


def woken(item: Card) -> Event:
    """The event by which an Object is linked again."""
    return event({}, "mark", "relinked", "object.latency-relink", card=item.object, marks={"latent": False})


@rules.step("locked-hand", jumps=["leader.replace-deck"])
def locked_hand(view: View, v: Vars) -> Outcome:
    """Locked cards are passed over by one reading, which is asked only where there are any."""
    passed = (
        view.zone(v["me"], "lock") and not there(view, v["me"], LEADER) and not view.param("locked-is-hand")
    )
    return [call("replace-unlocked", me=v["me"]), goto("leader.replace-deck")] if passed else None
