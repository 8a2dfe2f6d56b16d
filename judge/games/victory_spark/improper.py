"""Choices of cancels that become improper while they wait in the resolution area (3.8.6).

Code because only here something that waits has chosen something else that waits.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.proposals import call, event, events
from judge.engine.kernel.state import Do, Record, Waiting
from judge.engine.kernel.view import Vars, View
from judge.games.victory_spark.cancels import IMPROPER, choice, fits
from judge.games.victory_spark.registry import rules


@rules.interrupt("3.8.6", "move", "mark", "gain", "expire", "wait", "leave")
def look_again(view: View, records: Sequence[Record]) -> Sequence[Do] | None:
    """Whatever may have changed what a card is like has the choices of the cancels looked at again."""
    waits = any(choice(view, one) for one in view.game.waiting)
    return [call("improper")] if waits or notes(view) else None


@rules.step("3.8.6")
def nullified(view: View, v: Vars) -> Outcome:
    """A cancel takes no effect once what it chose is no longer what it asks for; what it chose stays."""
    there = {one.id: one for one in view.game.waiting}
    lost = [one for one in there.values() if one.status == "pending" and strayed(view, one, there)]
    for one in lost:
        view.note(IMPROPER, "3.8.6", card=one.card, chosen=there[choice(view, one)].card)
    batch = [noted(f"{IMPROPER}:{one.id}", True) for one in lost]
    batch += [noted(key, False) for key in notes(view) if key.partition(":")[2] not in there]
    return [events(batch)] if batch else None


def strayed(view: View, entry: Waiting, there: dict[str, Waiting]) -> bool:
    """Has a cancel chosen an ability that is there and no longer meets what its text asks for?"""
    chosen = there.get(choice(view, entry))
    if chosen is None:
        return False
    ctx = {"me": entry.master, "self": entry.source, "ability": entry.ability}
    return not fits(view, view.table.abilities[entry.ability], ctx, chosen)


def notes(view: View) -> list[str]:
    """What is remembered of choices that have become improper."""
    return [key for key, value in view.game.memory.items() if value and key.startswith(f"{IMPROPER}:")]


def noted(key: str, value: bool) -> Event:
    """The note that the choice of a cancel is improper, or that the cancel has left."""
    return event({}, "remember", IMPROPER, "3.8.6", key=key, value=value)
