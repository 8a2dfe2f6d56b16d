"""Which static abilities reach which card, where many lie on the table.

A static ability that applies to cards by their place alone is asked once which these are; abilities that say
the same are asked together, and so are cards that the same abilities reach. Few are asked one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from judge.engine.effects.scopes import ORDER, reached
from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import Card
from judge.engine.kernel.view import View

Static = tuple[int, Ability, Card]  # time stamp, ability, the card that has it
FEW = 8


class Reaching(NamedTuple):
    """The static abilities that may apply to a card, in their order, and the sum of what they add where they
    surely apply and do nothing but add.
    """

    statics: Sequence[Static]
    total: int | None


class Reaches:
    """The static abilities on one attribute, by the cards that they may apply to."""

    def __init__(self, view: View, statics: Sequence[Static]) -> None:
        self.statics = statics
        self.asked: list[int] = []  # those that have to be asked of each card, by their places
        self.groups: list[list[int]] = []  # the others: those of a group reach the same cards
        self.of: dict[str, list[int]] = {}  # the groups that reach a card
        self.known: dict[tuple[int, ...], Reaching] = {}
        together: dict[frozenset[str], list[int]] = {}
        for at, (_, ability, source) in enumerate(statics):
            if ability.data.get("by_place"):
                together.setdefault(reached(view, ability, source), []).append(at)
            else:
                self.asked.append(at)
        for cards, places in together.items():
            for card in cards:
                self.of.setdefault(card, []).append(len(self.groups))
            self.groups.append(places)

    def on(self, card: str) -> Reaching:
        """Those that may apply to a card."""
        groups = tuple(self.of.get(card, ()))
        if groups not in self.known:
            places = sorted((*self.asked, *(at for one in groups for at in self.groups[one])))
            found = [self.statics[at] for at in places]
            self.known[groups] = Reaching(found, None if self.asked else added(found))
        return self.known[groups]


def added(statics: Iterable[Static]) -> int | None:
    """The sum of what static abilities add; None where one does anything else, and where there is none."""
    data = [ability.data for _, ability, _ in statics]
    plain = all(one["makes"] == "add" and type(one["value"]) is int for one in data)
    return sum(one["value"] for one in data) if plain and data else None


def reaching(view: View, attr: str, statics: Sequence[Static], card: Card) -> Reaching:
    """The static abilities on an attribute that may apply to a card; asked where there are many."""
    memo, key = view.game.standing, ("reaches", attr)
    if view.table.selective or ORDER in memo or card.id not in view.game.cards:
        return Reaching(statics, None)
    if key not in memo or memo[key].statics is not statics:
        memo[key] = Reaches(view, statics)
    found: Reaching = memo[key].on(card.id)
    return found
