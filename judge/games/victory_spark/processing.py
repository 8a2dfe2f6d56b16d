"""Rule processing that is no plain move: losses and lethal damage (8.2, 8.4).

Code because losses of both players are one event and wait for abilities of the resolution area, and because
no selector compares a mark of a card with its own computed value.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from judge.engine.proposals import event
from judge.engine.view import View
from judge.games.victory_spark.cancels import chosen_by_cancels, is_auto
from judge.games.victory_spark.leaving import put_away, retire
from judge.games.victory_spark.registry import rules
from judge.state import SEATS, Card

RETIRED = 10
RULES = {"because": "rules"}  # in whose name rule processing moves cards


@rules.due("losses")
def losses(game: View) -> Iterator[dict[str, Any]]:
    """Every player with ten retired cards or no deck loses, unless an auto ability is triggered (8.2)."""
    retired = [seat for seat in SEATS if game.count(seat, "retire") >= RETIRED]
    decked = [seat for seat in SEATS if not game.count(seat, "deck")]
    losers = tuple(seat for seat in SEATS if seat in retired or seat in decked)
    if losers and not triggered(game):
        rule = "1.2.3" if len(losers) > 1 else "8.2.2" if losers[0] in retired else "8.2.3"
        also = ("8.2.1", *(("8.2.2",) if retired else ()), *(("8.2.3",) if decked else ()))
        told = {"losers": losers, "seat": losers[0], "why": "retired" if retired else "deck", "also": also}
        yield event({}, "end-game", "defeat", rule, **told)


def triggered(game: View) -> bool:
    """Is an auto ability of either player in the resolution area?"""
    waiting = [one for one in game.game.waiting if is_auto(game, one)]
    autos = {one.id for one in waiting if one.status == "pending"}
    hidden = any(one.status == "unrevealed" for one in waiting)
    locked = autos & chosen_by_cancels(game).keys()
    if autos - locked or (hidden and game.param("unrevealed-count")):
        return True
    return bool(locked) and bool(game.param("locked-count"))


@rules.due("lethal-damage")
def lethal(game: View) -> Iterator[dict[str, Any]]:
    """Cards with as much damage as defence: from the ring to the retire yard, from the bench to the
    waiting room (8.4.1, 8.4.2).
    """
    for seat in SEATS:
        for card in game.zone(seat, "ring"):
            if beaten(game, card):
                yield retire(game, RULES, card.object, "8.4.1")
        for card in game.zone(seat, "bench"):
            if beaten(game, card):
                yield put_away(game, RULES, card.object, "8.4.2")


def beaten(game: View, card: Card) -> bool:
    """Has a card at least as much damage as defence, and a defence above 0, of which 8.3 speaks?"""
    defence = game.value(card, "defence") or 0  # a half counts as a half: no article rounds
    return bool(0 < defence <= (card.mark("damage") or 0))
