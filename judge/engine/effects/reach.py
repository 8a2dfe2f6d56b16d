"""Reach of static abilities: finds which of them apply to which cards, quickly even where many are in play.

A static ability that applies to cards by their place alone, or to its own card, is asked once for its cards.
Abilities that say the same are asked together, and so are cards that the same abilities reach. Only the few
others are asked one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judge.engine.effects.scopes import AFFECT, LOST, ORDER, SIDES, fits, reached, touches
from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import Card
from judge.engine.kernel.view import View
from judge.engine.language.traits import ABILITIES, TRAITS, count, flat
from judge.text.plain import Fields
from judge.text.rows import NamedTuple

Static = tuple[int, Ability, Card]  # time stamp, ability, the card that has it
FEW = 8


class Reaching(NamedTuple):
    """The static abilities that may apply to a card, in order, and the sum of what they add if they depend
    on places alone and only add.
    """

    statics: Sequence[Static]
    total: int | None


class Reaches:
    """The static abilities on one attribute, grouped by the cards that they may apply to."""

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
            elif ability.data.get("of", "self") == "self":
                together.setdefault(frozenset((source.id,)), []).append(at)
            else:
                self.asked.append(at)
        for cards, places in together.items():
            for card in cards:
                self.of.setdefault(card, []).append(len(self.groups))
            self.groups.append(places)
        self.alike = alike([statics[at] for at in self.asked])

    def on(self, card: str) -> Reaching:
        """The static abilities that may apply to a card."""
        groups = tuple(self.of.get(card, ()))
        if groups not in self.known:
            places = [at for group in groups for at in self.groups[group]]
            every = [self.statics[at] for at in sorted((*self.asked, *places))]
            self.known[groups] = Reaching(every, added([self.statics[at] for at in places]))
        return self.known[groups]

    def total(self, view: View, card: Card) -> int | None:
        """The sum of what the static abilities add to a card; of those with the same selector only one is
        tested. None if one of them may do anything else, or if there are none.
        """
        statics, placed = self.on(card.id)
        if not self.asked:
            return placed
        if not self.alike or (placed is None and len(statics) > len(self.asked)):
            return None
        count(view, len(self.alike), ABILITIES)
        return (placed or 0) + sum(
            n for (_, ability, source), n in self.alike if fits(view, ability, source, card)
        )


def alike(statics: Sequence[Static]) -> list[tuple[Static, int]]:
    """One static ability for each group with the same selector, with the sum of what the group adds. Empty
    if one of them does anything else, or if its selector depends on which card of the player has it.
    """
    groups: dict[tuple[str, str], tuple[Static, int]] = {}
    for static in statics:
        _, ability, source = static
        adds, scope = added([static]), ability.data.get("scope")
        if adds is None or scope is None or not unselfish(scope):
            return []
        key = (source.seat, repr(scope))
        first, before = groups.get(key, (static, 0))
        groups[key] = (first, before + adds)
    return list(groups.values())


def unselfish(scope: Fields) -> bool:
    """Does a selector test nothing but words and numbers of a card?"""
    return all(
        (flat(want) and (key in SIDES or key == "type" or key not in TRAITS))
        or (key in ("min", "max") and all(type(n) is int for n in want.values()))
        for key, want in scope.items()
    )


def added(statics: Iterable[Static]) -> int | None:
    """The sum of what static abilities add; None where one does anything else, and where there is none."""
    data = [ability.data for _, ability, _ in statics]
    plain = all(row["makes"] == "add" and type(row["value"]) is int for row in data)
    return sum(row["value"] for row in data) if plain and data else None


def reaching(view: View, attr: str, statics: Sequence[Static], card: Card) -> Sequence[Static]:
    """The static abilities on an attribute that may apply to a card; all where they are few."""
    if len(statics) <= FEW:
        return statics
    index = reaches(view, attr, statics, card)
    every = statics if index is None else index.on(card.id).statics
    count(view, len(every), ABILITIES)
    return every


def total(view: View, attr: str, statics: Sequence[Static], card: Card) -> int | None:
    """The sum of what many static abilities add to a card; None where there are few of them, where they may
    do something other than add, or where a lasting effect changes the value as well.
    """
    if len(statics) <= FEW or AFFECT in view.table.watched:
        return None
    if any(effect.attr == attr and card.object in effect.to for effect in view.game.effects):
        return None
    index = reaches(view, attr, statics, card)
    return None if index is None else index.total(view, card)


def touching(view: View, attr: str, statics: Sequence[Static], card: Card) -> list[str]:
    """The static abilities that apply to a card, each once and in a fixed order: many cards may have the
    same ability.
    """
    memo, key = view.game.static_cache, ("by ability", attr)
    if key not in memo:
        memo[key] = {}
        for at, (_, ability, source) in enumerate(statics):
            memo[key].setdefault(ability.id, []).append((at, ability, source))
    firsts = []
    for name, rows in memo[key].items():
        first = next((at for at, ability, source in rows if touches(view, ability, source, card)), None)
        firsts += [] if first is None else [(first, name)]
    return [name for _, name in sorted(firsts)]


def reaches(view: View, attr: str, statics: Sequence[Static], card: Card) -> Reaches | None:
    """The static abilities on an attribute, by the cards that they reach; None where each ability must be
    asked about this card.
    """
    memo, key = view.game.static_cache, ("reaches", attr)
    if ORDER in memo or card.id not in view.game.cards or (view.table.selective and any_lost(view)):
        return None
    if key not in memo or memo[key].statics is not statics:
        memo[key] = Reaches(view, statics)
    cached: Reaches = memo[key]
    return cached


def any_lost(view: View) -> bool:
    """Has any static ability lost a target to an effect?"""
    memo = view.game.static_cache
    if "any lost" not in memo:
        memo["any lost"] = any(key.startswith(LOST) for key in view.game.memory)
    return bool(memo["any lost"])
