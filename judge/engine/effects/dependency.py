"""Dependency order: decides which effect applies first where one depends on another.

A value is worked out when it is asked for, so the values on which it rests come before it by themselves.
Only where values ask for each other in a circle must an order be settled: the abilities of the circle are
settled one by one, and each is fixed to the cards that it applies to at that point. The oldest of those that
depend on no unsettled ability comes first; where each depends on another, the oldest of all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from judge.engine.effects.scopes import (
    BY_AGE,
    GIVEN,
    ORDER,
    Reach,
    amount_of,
    carried,
    fits,
    touches,
    worked_out,
)
from judge.engine.effects.validity import unconditional, works
from judge.engine.kernel.book import ARITHMETIC, Ability
from judge.engine.kernel.state import Card, Effect, Ref
from judge.engine.kernel.view import View
from judge.text.plain import Json

Static = tuple[int, Ability, Card]  # time stamp, ability, the card that has it
Key = tuple[str, str]  # an ability and its object; of a lasting effect "" and its number
Change = tuple[int, str, Json, Key]  # time stamp, how, amount, whose

CIRCLES = "circles"  # of what is worked out: permanents of which each depends on another, with their cards
UNDER_WAY = "under way"  # of what is worked out: the values that are being worked out just now


class Circle(Exception):
    """Values that depend on each other in a circle."""

    def __init__(self, keys: list[tuple[str, str]]) -> None:
        super().__init__(keys)
        self.keys = keys  # cards and attributes, in the order in which they were asked for


def under_way(view: View) -> list[tuple[str, str]]:
    """The values that are being worked out at the moment; each was needed for the one before it."""
    memo = view.game.static_cache
    asked: list[tuple[str, str]] = memo.setdefault(UNDER_WAY, [])
    return asked


def settle(view: View, members: Iterable[Static]) -> bool:
    """Fixes what the abilities of a circle apply to, in the order in which they are applied. False if
    everything is fixed already.
    """
    memo = view.game.static_cache
    order: dict[tuple[str, Ref], Reach] = memo.setdefault(ORDER, {})
    left = {key_of(member): member for member in sorted(members, key=lambda static: static[0])}
    left = {key: ability for key, ability in left.items() if key not in order}
    order.update((key, {}) for key in left)
    unsettled = bool(left)
    while left:
        reaches = {key: reach(view, ability) for key, ability in left.items()}
        first = next((key for key in left if not depends(view, left, key, reaches)), None)
        if first is None:
            memo.setdefault(CIRCLES, []).extend(card[1:] for card in left.values())
            first = next(iter(left))
        order[first] = reaches[first]
        del left[first]
    forget(view)
    return unsettled


def depends(
    view: View,
    left: dict[tuple[str, Ref], Static],
    key: tuple[str, Ref],
    reaches: dict[tuple[str, Ref], Reach],
) -> bool:
    """Would an ability apply to other cards if one of the remaining abilities, or all of them, were applied
    before it?
    """
    others = {other: static for other, static in left.items() if other != key}
    singly = ({other: reaches[other]} for other in others if reaches[other])
    return any(
        supposed(view, left[key], given) != reaches[key] for given in (*singly, spread(view, others, reaches))
    )


def spread(
    view: View, others: dict[tuple[str, Ref], Static], reaches: dict[tuple[str, Ref], Reach]
) -> dict[tuple[str, Ref], Reach]:
    """What abilities apply to once each of them is applied for the others, until nothing changes any more."""
    current = {other: reaches[other] for other in others}
    for _ in others:
        after = {other: supposed(view, static, current) for other, static in others.items()}
        if after == current:
            break
        current = after
    return current


def supposed(view: View, static: Static, given: dict[tuple[str, Ref], Reach]) -> Reach:
    """What an ability would apply to if the other abilities applied to what is given for them."""
    order = view.game.static_cache[ORDER]
    own = key_of(static)
    before = {key: order[key] for key in given}
    order.update({key: reached for key, reached in given.items() if key != own})
    after = reach(view, static)
    order.update(before)
    return after


def reach(view: View, static: Static) -> Reach:
    """What an ability applies to, and how, given what has been applied so far."""
    forget(view)
    _, ability, source = static
    cards = list(view.game.cards.values())
    return {
        card.id: worked_out(view, ability, source, card)
        for card in cards
        if fits(view, ability, source, card)
    }


def key_of(static: Static) -> tuple[str, Ref]:
    """The key that identifies an ability of one object."""
    return static[1].id, static[2].object


def forget(view: View) -> None:
    """Drops the values that have been worked out, but keeps which abilities there are."""
    memo: dict[object, object] = view.game.static_cache
    for key in [name for name in memo if name not in KEPT and not (type(name) is tuple and name[0] in KEPT)]:
        del memo[key]


KEPT = (ORDER, UNDER_WAY, "statics", BY_AGE, GIVEN, CIRCLES)


# --- the kinds of changes ----
SETS_FIRST = "sets-first"  # the literal by which what is set comes before what is added, in books that ask


def ranked(view: View, kinds: Iterable[str]) -> Mapping[str, int]:
    """The rank of each kind of change; by one reading what is set ranks with what is added. Asked where both
    are there.
    """
    ranks, present = view.book.ranks, set(kinds)
    mixed = "make" in present and "add" in present and SETS_FIRST in view.book.params
    return {**ranks, "make": ranks["add"]} if mixed and not view.param(SETS_FIRST) else ranks


# --- one value ------------------------------------------------------------------------------------
def in_turn(view: View, card: Card, attr: str, changes: list[Change]) -> list[Change]:
    """The changes of a value in the order in which they are applied: they are given by kind and age, and one
    that depends on another is moved behind it.
    """
    if not matters(changes) or BY_AGE in view.game.static_cache:
        return changes
    needs = needed(view, card, attr, changes)
    left, order = list(changes), []
    while left:
        keys = {change[3] for change in left}
        first = next((change for change in left if not needs.get(change[3], frozenset()) & keys), left[0])
        order.append(first)
        left.remove(first)
    return order


def matters(changes: Sequence[Change]) -> bool:
    """Does the order of changes make a difference? It makes none where all of them add, or all multiply."""
    kinds = {"multiply" if change[1] in ARITHMETIC else change[1] for change in changes}
    return len(changes) > 1 and kinds not in ({"add"}, {"multiply"}, {"gain"})


def needed(view: View, card: Card, attr: str, changes: Sequence[Change]) -> dict[Key, frozenset[Key]]:
    """For each permanent among the changes of a value: the other changes that it depends on."""
    every: tuple[Static, ...] = view.game.static_cache.get("statics", ())
    keys = [change[3] for change in changes]
    needs = {}
    for static in every:
        if key_of(static) in keys and asks(static):
            now = without(view, every, ("", ""), static, card, attr)
            others = (key for key in keys if key != key_of(static))
            wanted = frozenset(key for key in others if without(view, every, key, static, card, attr) != now)
            needs[key_of(static)] = of_its_kind(view, key_of(static), wanted, changes)
    return needs


def of_its_kind(view: View, own: Key, needs: frozenset[Key], changes: Sequence[Change]) -> frozenset[Key]:
    """The other changes that a change depends on; if a book leaves that open, only those of the same kind."""
    kinds = ranked(view, [change[1] for change in changes])
    ranks = {key: kinds.get(makes, 1) for _, makes, _, key in changes}
    alike = frozenset(key for key in needs if ranks[key] == ranks[own])
    name = "dependent-last"
    open_ = alike != needs and name in view.book.params
    return alike if open_ and not view.param(name) else needs


def asks(static: Static) -> bool:
    """Can a permanent depend on anything, because more than the places of cards decides what it does?"""
    data = static[1].data
    placed = "scope" not in data or bool(data["by_place"])
    return not (placed and type(data["value"]) is not dict and unconditional(static[1]))


def without(view: View, every: tuple[Static, ...], key: Key, static: Static, card: Card, attr: str) -> object:
    """What a permanent would do to a card if one change did not exist."""
    statics = tuple(each for each in every if key_of(each) != key)
    effects = tuple(each for each in view.game.effects if ("", str(each.id)) != key)
    return supposing(view, statics, effects, static, card, attr)


def supposing(
    view: View, others: tuple[Static, ...], effects: tuple[Effect, ...], static: Static, card: Card, attr: str
) -> object:
    """What a permanent would do to a card if only these permanents and effects existed."""
    state = view.game.having(effects)
    state.suppose({**carried(view), "statics": others, BY_AGE: True})
    other = type(view)(view.table, state)
    other.value(card, attr)  # settles what applies
    return applied(other, static, card)


def applied(view: View, static: Static, card: Card) -> object:
    """What a permanent does to a card now; None for nothing."""
    _, ability, source = static
    if not works(view, source, ability) or not touches(view, ability, source, card):
        return None
    return (amount_of(view, ability, source, card),)
