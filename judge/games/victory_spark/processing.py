"""Rule processing that is no plain move: losses, lethal damage, overlap (8.2, 8.4, 8.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from judge.engine.proposals import event, move_event
from judge.engine.slots import SLOT
from judge.engine.view import View
from judge.games.victory_spark.cancels import is_auto
from judge.games.victory_spark.registry import rules
from judge.state import SEATS, Card

RETIRED = 10


@rules.due("losses")
def losses(game: View) -> Iterator[dict[str, Any]]:
    """Every player with ten retired cards or no deck loses, unless an auto ability is triggered (8.2)."""
    if triggered(game):
        return
    retired = [seat for seat in SEATS if game.count(seat, "retire") >= RETIRED]
    decked = [seat for seat in SEATS if not game.count(seat, "deck")]
    losers = tuple(seat for seat in SEATS if seat in (*retired, *decked))
    if losers:
        rule = "1.2.3" if len(losers) > 1 else "8.2.2" if losers[0] in retired else "8.2.3"
        also = ("8.2.1", *(("8.2.2",) if retired else ()), *(("8.2.3",) if decked else ()))
        told = {"losers": losers, "seat": losers[0], "why": "retired" if retired else "deck", "also": also}
        yield event({}, "end-game", "defeat", rule, **told)


def triggered(game: View) -> bool:
    """Is an auto ability of either player in the resolution area?"""
    return any(is_auto(game, one) for one in game.game.waiting if one.status == "pending")


@rules.due("lethal-damage")
def lethal(game: View) -> Iterator[dict[str, Any]]:
    """Cards with as much damage as defence: from the ring to the retire yard, from the bench to the
    waiting room (8.4.1, 8.4.2).
    """
    for seat in SEATS:
        yield from (
            fallen(game, card, "retire", "8.4.1") for card in game.zone(seat, "ring") if beaten(game, card)
        )
        yield from (
            fallen(game, card, "waiting-room", "8.4.2")
            for card in game.zone(seat, "bench")
            if beaten(game, card)
        )


def beaten(game: View, card: Card) -> bool:
    """Has a card at least as much damage as defence, and a defence above 0, of which 8.3 speaks?"""
    defence = int(game.value(card, "defence") or 0)
    return 0 < defence <= int(card.mark("damage") or 0)


def fallen(game: View, card: Card, zone: str, rule: str) -> dict[str, Any]:
    """The move of a card by rule processing."""
    name = "retire" if zone == "retire" else "to-waiting-room"
    return move_event(game, {"because": "rules"}, card.object, zone, name, rule)


@rules.due("overlap")
def overlap(game: View) -> Iterator[dict[str, Any]]:
    """Of several cards in a ring or on a frame all but the last placed leave;
    all of them where several were placed last together (8.5.1, 8.5.2).
    """
    for seat in SEATS:
        yield from (
            fallen(game, one, "waiting-room", "8.5.1") for one in too_many(list(game.zone(seat, "ring")))
        )
        frames: dict[Any, list[Card]] = {}
        for card in game.zone(seat, "bench"):
            frames.setdefault(card.mark(SLOT), []).append(card)
        for cards in frames.values():
            yield from (fallen(game, one, "waiting-room", "8.5.2") for one in too_many(cards))


def too_many(cards: list[Card]) -> list[Card]:
    """The cards that leave a place which holds one: object numbers rise in the order of arrival."""
    newest = max((int(card.object[1:]) for card in cards), default=0)
    return [card for card in cards if int(card.object[1:]) != newest]
