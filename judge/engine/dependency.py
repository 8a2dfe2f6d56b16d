"""Which static abilities come first where what one applies to depends on another.

Values are worked out as they are asked for, so that a value which others rest on comes before them of itself.
Only where values ask for each other in a circle the order has to be settled: one after the other the
abilities of the circle are fixed to what they apply to by then, the oldest first of those that depend on none
that is left, and the oldest of all where each depends on another.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from judge.engine.applying import ORDER, Reach, fits, worked_out
from judge.engine.book import Ability
from judge.state import Card, Ref

if TYPE_CHECKING:
    from judge.engine.view import View

Static = tuple[int, Ability, Card]  # time stamp, ability, the card that has it

UNDER_WAY = "under way"  # of what is worked out: the values that are being worked out just now


class Circle(Exception):
    """Values that ask for each other."""

    def __init__(self, keys: list[tuple[str, str]]) -> None:
        super().__init__(keys)
        self.keys = keys  # cards and attributes, in the order in which they were asked for


def under_way(game: View) -> list[tuple[str, str]]:
    """The values that are being worked out just now, each asked for by the one before it."""
    memo = game.game.standing
    asked: list[tuple[str, str]] = memo.setdefault(UNDER_WAY, [])
    return asked


def settle(game: View, members: Iterable[Static]) -> bool:
    """Fix what the abilities of a circle apply to, in the order in which they count; False where there is
    none of which that is not fixed yet.
    """
    memo = game.game.standing
    order: dict[tuple[str, Ref], Reach] = memo.setdefault(ORDER, {})
    left = {key_of(one): one for one in sorted(members, key=lambda static: static[0])}
    left = {key: one for key, one in left.items() if key not in order}
    order.update((key, {}) for key in left)
    found = bool(left)
    while left:
        reaches = {key: reach(game, one) for key, one in left.items()}
        first = next((key for key in left if not depends(game, left, key, reaches)), next(iter(left)))
        order[first] = reaches[first]
        del left[first]
    forget(game)
    return found


def depends(
    game: View,
    left: dict[tuple[str, Ref], Static],
    key: tuple[str, Ref],
    reaches: dict[tuple[str, Ref], Reach],
) -> bool:
    """Would an ability apply otherwise if one of the others that are left came before it?"""
    order = game.game.standing[ORDER]
    for other in left:
        if other != key and reaches[other]:
            order[other] = reaches[other]
            found = reach(game, left[key])
            order[other] = {}
            if found != reaches[key]:
                return True
    return False


def reach(game: View, static: Static) -> Reach:
    """What an ability applies to, and how, by what counts so far."""
    forget(game)
    _, ability, source = static
    cards = list(game.game.cards.values())
    return {
        card.id: worked_out(game, ability, source, card)
        for card in cards
        if fits(game, ability, source, card)
    }


def key_of(static: Static) -> tuple[str, Ref]:
    """An ability of one object."""
    return static[1].id, static[2].object


def forget(game: View) -> None:
    """Drop the values that have been worked out; which abilities there are stays."""
    memo: dict[Any, Any] = game.game.standing
    for key in [one for one in memo if one not in KEPT and not (type(one) is tuple and one[0] in KEPT)]:
        del memo[key]


KEPT = (ORDER, UNDER_WAY, "statics")
