"""Damage of cards, by an attack or by an effect: it can be replaced before it accumulates (7.2.1.3.3).

Code because the number is added to a mark of each card by itself, once nothing replaces it any more.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.proposals import event, events, events_as
from judge.engine.kernel.state import Card
from judge.engine.kernel.view import Vars, View
from judge.engine.words.affected import affected, tell_nothing
from judge.games.victory_spark.registry import rules


def damage_event(ctx: Mapping[str, object], card: Card, n: object, rule: str) -> Event:
    """So much damage to a card."""
    return event(ctx, "announce", "damage", rule, card=card.object, seat=card.seat, n=n, procedure=TAKING)


rules.event("damage", parts=("card", "n"))
TAKING = "take-damage"


@rules.step("take-damage")
def take(view: View, v: Vars) -> Outcome:
    """What is left of the damage is added to what the card has."""
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
        view.note("no-times", "1.3.4", n=n)
        return None
    if not cards:
        tell_nothing(view, v, v.args["of"], "deal")
        return None
    rule = str(v.args.get("rule") or "7.2.1.1")
    return [events_as(v, [damage_event(v, card, n, rule) for card in cards])]
