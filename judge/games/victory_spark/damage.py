"""Damage of cards, by an attack or by an effect: it can be replaced before it accumulates (7.2.1.3.3). Losses
(8.2), which wait for abilities of the resolution area.

Code because the number is added to a mark of each card by itself, once nothing replaces it any more, and
because whether a loss waits depends on the cancels that have chosen an ability.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.engine import trace
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import event, events, events_as
from judge.engine.kernel.state import Card
from judge.engine.kernel.view import Vars, View
from judge.engine.mechanisms.interrupts import losses as due_losses
from judge.engine.words.targets import affected, tell_nothing
from judge.games.victory_spark import registry
from judge.games.victory_spark.cancels import chosen_by_cancels, is_auto
from judge.games.victory_spark.registry import rules


@rules.due("losses-unless-triggered")
def losses(view: View) -> Iterator[Event]:
    """The losses that are due. While an auto ability is triggered nobody loses, which is recorded."""
    for loss in due_losses(view):
        if not triggered(view):
            yield loss
        elif view.tracer is None or view.tracer.entries[-1].kind is not registry.LOSS_WAITS:
            by = {row["zone"]: row["rule"] for row in view.book.tables["losing"]["by"]}
            view.note(registry.LOSS_WAITS, by[loss["why"]], losers=loss["losers"])


def triggered(view: View) -> bool:
    """Is an auto ability of either player in the resolution area?"""
    waiting = [entry for entry in view.game.waiting if is_auto(view, entry)]
    autos = {entry.id for entry in waiting if entry.status == "pending"}
    hidden = any(entry.status == "unrevealed" for entry in waiting)
    locked = autos & chosen_by_cancels(view).keys()
    if autos - locked or (hidden and view.param("unrevealed-count")):
        return True
    return bool(locked) and bool(view.param("locked-count"))


def damage_event(ctx: Mapping[str, object], card: Card, n: object, rule: str) -> Event:
    """The event that a card gets an amount of damage."""
    return event(ctx, "announce", "damage", rule, card=card.object, seat=card.seat, n=n, procedure=TAKING)


rules.event("damage", parts=("card", "n"))
TAKING = "take-damage"


@rules.step("take-damage")
def take(view: View, v: Vars) -> Outcome:
    """Adds the remaining damage to the damage that the card has."""
    card, n = view.card(v.object("card")), v["n"]
    if card is None or n <= 0:
        return None
    total = (card.mark("damage") or 0) + n
    ctx = {"me": v.get("who"), "self": v.get("by"), "ability": v.get("ability"), "because": v.get("because")}
    return [events([event(ctx, "mark", TAKING, v["rule"], card=card.object, marks={"damage": total})])]


@rules.word("deal", "amount", {"of": "cards"}, ("of",), cites=("7.2.1.1",))
def deal(view: View, v: Vars) -> Outcome:
    """Deal damage to cards by an effect."""
    n = view.number(v["deal"], v)
    cards = view.cards(affected(view, v, view.refs(v.args["of"], v)), v)
    if n <= 0:
        view.note(trace.NO_TIMES, "1.3.4", n=n)
        return None
    if not cards:
        tell_nothing(view, v, v.args["of"], "deal")
        return None
    rule = str(v.args.get("rule") or "7.2.1.1")
    return [events_as(v, [damage_event(v, card, n, rule) for card in cards])]
