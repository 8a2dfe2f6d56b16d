"""Who may be Leader, and Objects without a valid character (leader.promotion-admissible, object.latency).

Code because an Object is latent by what lies in another slot, and remembers it until the phase is over.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine.book import Outcome
from judge.engine.proposals import event, events
from judge.engine.view import Vars, View
from judge.games.tdg.blocks import OWNERS, latent, there
from judge.games.tdg.registry import rules
from judge.state import Card, Do, Record, Seat


def admissible(game: View, card: Card, seat: Seat) -> bool:
    """May a card become Leader (leader.promotion-admissible)?"""
    return game.matches(card, {"fits": "admissible"}, {"me": seat})


@rules.interrupt("object.latency", "move", "mark")
def unlinked(game: View, records: Sequence[Record]) -> Sequence[Do] | None:
    """An Object whose character has become invalid is latent and disengaged; a new one wakes it."""
    touched = {(one.seat, one.place) for record in records for one in (record.before, record.after) if one}
    batch = []
    for seat, zone in [(s, z) for s in game.seats("any") for z, b in OWNERS.items() if (s, b) in touched]:
        item = there(game, seat, zone)
        if item is None or latent(game, item) == bool(item.mark("latent")):
            continue
        if not latent(game, item):
            game.note("relinked", "object.latency-relink", card=item.id)
            continue
        engaged = item.mark("position") == "engaged"
        marks = {"latent": True, **({"position": "upright"} if engaged else {})}
        rule = "object.latency-disengage" if engaged else "object.latency"
        batch.append(
            event({}, "mark", "latent", rule, card=item.object, marks=marks, also=("phase4.check-latent",))
        )
    return [events(batch)] if batch else None


@rules.step("object.latency-no-reengage")
def relinked(game: View, v: Vars) -> Outcome:
    """At the end of a phase Objects that are linked again are as any other."""
    items = [one for seat in game.seats("any") for zone in OWNERS for one in game.zone(seat, zone)]
    over = [one for one in items if one.mark("latent") and not latent(game, one)]
    marks = {"latent": False}
    return (
        [
            events(
                [
                    event(
                        {}, "mark", "linked-again", "object.latency-no-reengage", card=one.object, marks=marks
                    )
                    for one in over
                ]
            )
        ]
        if over
        else None
    )
