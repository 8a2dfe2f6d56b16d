"""Which monsters may be Sacrificed for a Summon or Set, and how many are enough (summon.tribute)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from judge.engine.flow.offers import bans
from judge.engine.kernel.proposals import move_event
from judge.engine.kernel.state import Card, Cond
from judge.engine.kernel.view import View
from judge.games.ygo.cards import level, monsters
from judge.games.ygo.registry import rules


def sacrifices(view: View, card: Card) -> int:
    """How many monsters a Normal Summon or Set takes (summon.tribute.count),
    unless the card says another number.
    """
    own = view.value(card, "sacrifices")
    if own is not None:
        return int(own)
    have = level(view, card)
    return 2 if have >= 7 else 1 if have >= 5 else 0


def victims(view: View, seat: str, new: Card) -> list[Card]:
    """The monsters that may be Sacrificed for the Summon of one:
    all that a player controls, but for what a text forbids.
    """
    return [card for card in monsters(view, seat) if not spared_by(view, card, new)]


def spared_by(view: View, card: Card, new: Card) -> list[Cond]:
    """What forbids to Sacrifice a monster for the Summon of another."""
    ctx = {"me": card.seat, "because": "sacrifice", "self": new.object}
    return bans(view, partial(move_event, view, ctx, card.object, "graveyard", "sacrifice"))


def kept_back(view: View, new: Card, short: int, count: Cond) -> list[Cond]:
    """The texts without which there would be enough to Sacrifice, each once;
    none where there are too few even so.
    """
    found: dict[str, Cond] = {}
    for card in monsters(view, new.seat):
        for ban in spared_by(view, card, new) if short > 0 else ():
            found[str(ban.values)] = ban._replace(also=(*ban.also, count.rule, *count.also))
            short -= weight(view, card)
    return list(found.values()) if short <= 0 else []


def weight(view: View, card: Card) -> int:
    """As how many monsters it counts when it is Sacrificed for a Summon."""
    return 2 if view.permits(card, "double-sacrifice") is not None else 1


@rules.check("sacrifices")
def enough(view: View, chosen: Sequence[Any], data: Mapping[str, Any]) -> bool:
    """Do the monsters make up the number, and none of them is too many?"""
    weights = [weight(view, card) for card in map(view.card, chosen) if card is not None]
    return sum(weights) - min(weights, default=0) < int(data["need"]) <= sum(weights)


def fewest(view: View, pool: Sequence[Card], need: int) -> int:
    """How many monsters at least make up the number."""
    weights = sorted((weight(view, card) for card in pool), reverse=True)
    return next((n for n in range(len(weights) + 1) if sum(weights[:n]) >= need), need)
