"""Rule processing that is no plain move: losses, lethal damage, overlap (8.2, 8.4, 8.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from judge.engine.proposals import event, events
from judge.engine.slots import SLOT
from judge.engine.view import View
from judge.games.victory_spark.cancels import chosen_by_cancels, is_auto
from judge.games.victory_spark.leaving import put_away, retire
from judge.games.victory_spark.registry import rules
from judge.state import SEATS, Card, Do, Record

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
    defence = int(game.value(card, "defence") or 0)
    return 0 < defence <= int(card.mark("damage") or 0)


@rules.due("ring-overlap")
def ring_overlap(game: View) -> Iterator[dict[str, Any]]:
    """Of several cards in a ring all but the last placed leave;
    all of them where several were placed last together (8.5.1).
    """
    for seat in SEATS:
        ring = too_many(game, list(game.zone(seat, "ring")))
        yield from (put_away(game, RULES, one.object, "8.5.1") for one in ring)


@rules.due("frame-overlap")
def frame_overlap(game: View) -> Iterator[dict[str, Any]]:
    """So it is on each frame of the bench (8.5.2)."""
    for seat in SEATS:
        frames: dict[Any, list[Card]] = {}
        for card in game.zone(seat, "bench"):
            frames.setdefault(card.mark(SLOT), []).append(card)
        for cards in frames.values():
            yield from (put_away(game, RULES, one.object, "8.5.2") for one in too_many(game, cards))


TOGETHER = "together:"  # of a card that came to its place at once with others: the last of them


@rules.interrupt("8.5.1", "move")
def placed_together(game: View, records: Sequence[Record]) -> Sequence[Do] | None:
    """Cards that come to one place at once are remembered: none of them is the last placed."""
    places: dict[tuple[str, Any], list[str]] = {}
    for one in records:
        if one.after is not None and one.after.place in ("ring", "bench"):
            places.setdefault((one.after.zone, one.after.mark(SLOT)), []).append(one.after.object)
    found = {ref: refs[-1] for refs in places.values() if len(refs) > 1 for ref in refs}
    keys = [
        event({}, "remember", "remember", "8.5.1", key=TOGETHER + ref, value=of) for ref, of in found.items()
    ]
    return [events(keys)] if keys else None


def too_many(game: View, cards: list[Card]) -> list[Card]:
    """The cards that leave a place which holds one: object numbers rise in the order of arrival."""
    if len(cards) < 2:
        return []
    newest = max(cards, key=lambda card: int(card.object[1:]))
    batch = [game.game.memory.get(TOGETHER + card.object, card.object) for card in cards]
    last = game.game.memory.get(TOGETHER + newest.object, newest.object)
    return cards if batch.count(last) > 1 else [card for card in cards if card is not newest]
