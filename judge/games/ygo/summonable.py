"""Summonable monsters: whether one was "Summoned properly first" (summon.by-effect.proper-first), and what
texts forbid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.engine.flow.offers import unbarred
from judge.engine.kernel.instructions import move_event
from judge.engine.kernel.state import Card, Condition, Ref
from judge.engine.kernel.view import View
from judge.games.ygo.cards import UNCALLED, kinds, printed_type

NAMED = ("hand", "deck", "graveyard")  # where the book names the ban
PROPER = "summon.by-effect.proper-first"


def special_monster(view: View, card: Card) -> bool:
    """Is it a Special Summon Monster, which is never Normal Summoned?"""
    return any(word in UNCALLED for word in kinds(view, card))


def meant_for(view: View, card: Card, by: Ref) -> bool:
    """Is it a card by whose effect the monster is Summoned as it has to be, wherever that card is by now?"""
    wanted = view.printed(card, "summoned-by")
    if not wanted or by not in view.game.objects:
        return False
    acting = view.game.cards[view.game.objects[by]]
    ctx = {"me": card.seat, "self": card.object}
    return any(view.matches(acting, want, ctx) for want in wanted)


def summonable(view: View, card: Card, by: Ref = "") -> Condition:
    """The condition that the effect of a card may Special Summon it from where it lies."""
    if printed_type(view, card) != "monster" and view.known(card):
        return Condition("summon.by-effect", False, "no-monster")
    barred = special_monster(view, card) and (
        card.place in NAMED or (card.place == "banished" and bool(view.param("proper-first-banished")))
    )
    ok = not barred or bool(card.mark("proper")) or meant_for(view, card, by)
    return Condition(PROPER, ok, "proper-first", {"card": card.id})


def barred(
    view: View, ctx: Mapping[str, object], card: Card, name: str, ways: tuple[str, ...] = ()
) -> list[Condition]:
    """What forbids the Summon, or the Set, of a monster by this name, and by what it is called besides."""
    return [condition for condition in not_barred(view, ctx, card, name, ways) if not condition.ok]


def not_barred(
    view: View, ctx: Mapping[str, object], card: Card, name: str, ways: tuple[str, ...] = ()
) -> Iterator[Condition]:
    """The condition that nothing forbids it."""
    return unbarred(view, lambda: move_event(view, ctx, card.object, "monster", name, ways=ways))


def all_barred(view: View, ctx: Mapping[str, object], cards: Sequence[Card], name: str) -> list[Condition]:
    """The prohibition on the first monster, if every one of them is forbidden; empty if one is allowed or
    there is none.
    """
    bans = [barred(view, ctx, card, name) for card in cards]
    return bans[0] if bans and all(bans) else []


def unlimited(view: View, seat: str) -> Iterator[Condition]:
    """The condition that shows, if monsters have been Summoned this turn already, that these do not count
    against Flip and Special Summons.
    """
    if view.did(seat, "entered"):
        yield Condition("summon.unlimited", True, "")
