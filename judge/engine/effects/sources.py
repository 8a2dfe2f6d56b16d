"""Sources of abilities: finds the cards that can have certain abilities, from what they print as long as
nothing gives or takes abilities away.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import TypeVar

from judge.engine.kernel.book import VALUELESS, Ability
from judge.engine.kernel.state import Card, Effect
from judge.engine.kernel.view import View

Found = TypeVar("Found")


def resting_on(view: View, name: str, cards: list[Card], find: Callable[[], Found]) -> Found:
    """A result that depends on these cards alone; it is worked out again only when one has changed."""
    index = view.game.print_index
    last = index.get(name)
    if last is None or last[0] != cards:
        last = index[name] = (cards, find())
    cached: Found = last[1]
    return cached


def by_print(view: View, key: tuple[object, ...], find: Callable[[], Found]) -> Found:
    """A result that depends on prints alone, worked out once for its key."""
    index = view.game.print_index
    if key not in index:
        index[key] = find()
    cached: Found = index[key]
    return cached


def sources(view: View) -> tuple[Card, ...]:
    """The known cards in play or beneath a card in play that print or were granted any ability."""
    memo = view.game.static_cache
    if "sources" not in memo:
        memo["sources"] = tuple([card for card in bearers(view) if card.zone])
    cards: tuple[Card, ...] = memo["sources"]
    return cards


def bearers(view: View) -> list[Card]:
    """The cards that print or were granted any ability; every card in games where abilities can be given to
    unseen cards.
    """
    cards = view.game.cards.values()
    if view.table.granting:
        return list(cards)
    granted = {ref for effect in view.game.effects if effect.makes == "grant" for ref in effect.to}
    if granted:
        return [card for card in cards if card.print in view.table.bearing or card.object in granted]
    return of_prints(view, "bearing", view.table.bearing)


def sources_with(view: View, name: str, prints: Container[str]) -> Sequence[Card]:
    """The cards that can have certain abilities: those whose prints `name` stands for, or every source in
    games where cards can have other abilities than printed ones.
    """
    return (
        [card for card in of_prints(view, name, prints) if card.zone] if as_printed(view) else sources(view)
    )


def of_prints(view: View, name: str, prints: Container[str]) -> list[Card]:
    """The cards of the prints that `name` stands for, wherever they lie; the answer changes only when a card
    is made or becomes known.
    """
    cards = view.game.cards
    return [
        cards[card_id]
        for card_id in by_print(
            view, ("prints", name), lambda: [card.id for card in cards.values() if card.print in prints]
        )
    ]


def as_printed(view: View) -> bool:
    """Does every card have exactly the abilities that it prints?"""
    return not view.table.granting and not altered(view)


def altered(view: View) -> bool:
    """Does any lasting effect grant abilities, or make those of cards invalid?"""
    memo = view.game.static_cache
    if "altered" not in memo:
        memo["altered"] = any(effect.makes in VALUELESS for effect in view.game.effects)
    return bool(memo["altered"])


def printed_abilities(view: View, card: Card) -> tuple[Ability, ...]:
    """The abilities on the visible face, or on the front of a card that has no such face."""
    known = view.table.keys_of_print
    own = known.get((card.print, card.face))
    return own if own is not None else known.get((card.print, "front"), ())


def takes(effect: Effect, ability: Ability) -> bool:
    """Does an effect that takes abilities away take this one: does it take all, or name this one?"""
    which = effect.value
    if which is True or not which:
        return True
    return ability.id in which or (ability.keyword or ability.kind) in which


def taken_from(view: View, card: Card, ability: Ability) -> bool:
    """Has an effect made an ability of a card invalid?"""
    return any(
        effect.makes in view.book.taking and card.object in effect.to and takes(effect, ability)
        for effect in view.game.effects
    )
