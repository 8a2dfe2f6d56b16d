"""Which monsters may be Sacrificed for a Summon or Set, and how many are enough (summon.tribute)."""

from __future__ import annotations

from functools import partial

from judge.engine.flow.offers import bans
from judge.engine.kernel.proposals import move_event
from judge.engine.kernel.state import Card, Cond
from judge.engine.kernel.view import View
from judge.engine.mechanisms.weights import weight
from judge.games.ygo.cards import level, monsters

DOUBLE = "double-sacrifice"  # what an `allow` may lift: that a monster counts as one


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
    return [
        *token_bars(view, card),
        *bans(view, partial(move_event, view, ctx, card.object, "graveyard", "sacrifice")),
    ]


def token_bars(view: View, card: Card) -> list[Cond]:
    """By the other reading a Token, which reaches no Graveyard, is given for no Summon."""
    if not view.table.prints[card.print].token or view.param("tokens-for-summons"):
        return []
    return [Cond("token.removed", False, "token-kept", {"card": card.id})]


def kept_back(view: View, new: Card, short: int, count: Cond) -> list[Cond]:
    """The texts without which there would be enough to Sacrifice, each once;
    none where there are too few even so.
    """
    found: dict[str, Cond] = {}
    for card in monsters(view, new.seat):
        for ban in spared_by(view, card, new) if short > 0 else ():
            found[str(ban.values)] = ban
            short -= weight(view, card, DOUBLE)
    return list(found.values()) if short <= 0 else []
