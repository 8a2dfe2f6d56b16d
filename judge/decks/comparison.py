"""Two decks side by side: what differs, and whether one is the other after siding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judge.decks.alike import alike
from judge.decks.counts import grouped, total
from judge.decks.deck import Deck
from judge.decks.items import Item, label, number_and_name
from judge.decks.limits import Limits
from judge.decks.report import Concerned, Fault
from judge.decks.speech import of_book, phrased


class Row(NamedTuple):
    """One card of one part in which two decks differ."""

    part: str
    card: str
    name: str
    registered: int
    played: int


def differences(registered: Sequence[Item], played: Sequence[Item], limits: Limits) -> list[Row]:
    """Every card of which two decks hold other numbers in some part, in the registered deck's order,
    then the other's.
    """
    first, second = grouped(registered, _part_and_key), grouped(played, _part_and_key)
    names = {part.id: of_book(part.name) for part in limits.parts}
    rows = []
    for part, key in dict.fromkeys((*first, *second)):
        had, has = first.get((part, key), []), second.get((part, key), [])
        if total(had) != total(has):
            card, name = number_and_name((had or has)[0])
            rows.append(Row(names.get(part, part), card, name, total(had), total(has)))
    order = list(names.values())
    return sorted(rows, key=lambda one: order.index(one.part) if one.part in order else len(order))


def siding_faults(
    deck: Deck, registered: Sequence[Item], sided: Sequence[Item], limits: Limits
) -> Iterator[Fault]:
    """What siding may not have done: other cards than were registered, another number in the Side Deck."""
    yield from other_cards(deck.file, registered, sided, limits)
    names = {part.id: of_book(part.name) for part in limits.parts}
    for part, rule in limits.siding["constant"].items():
        before, after = (total(one for one in items if one.part == part) for items in (registered, sided))
        if before != after:
            message = phrased("siding.size", after=after, part=names[part], before=before)
            allowed = phrased("bound.exactly", number=before)
            yield Fault("side-count", rule, "error", message, after, allowed, (),
                        deck.file, *place_of(part, deck, limits))  # fmt: skip


def place_of(part: str, deck: Deck, limits: Limits) -> tuple[int, int]:
    """Where a part of a deck begins; its first line where it is not there."""
    return next((place for head, place in deck.headings.items() if limits.part_of(head) == part), (1, 1))


def other_cards(
    file: str, registered: Sequence[Item], sided: Sequence[Item], limits: Limits
) -> Iterator[Fault]:
    """Cards that came from elsewhere than the registered deck, and cards of it that are gone."""
    before, after = grouped(registered, _by_name), grouped(sided, _by_name)
    for key in dict.fromkeys((*before, *after)):
        had, has = before.get(key, []), after.get(key, [])
        if total(had) != total(has):
            yield _another_number(file, had, has, limits)


def _another_number(file: str, had: Sequence[Item], has: Sequence[Item], limits: Limits) -> Fault:
    """A card of which there are more or fewer after siding."""
    one, before, after = (has or had)[0], total(had), total(has)
    place = (has[0].line.line, has[0].line.column) if has else (1, 1)
    message = phrased("siding.card", n=after, card=label(one), before=before)
    lines = tuple(item.line.line for item in has)
    cards = (Concerned(one.line.card, one.line.name, after, lines),)
    rule, also = limits.siding["rule"], tuple(limits.siding.get("also", ()))
    allowed = phrased("bound.exactly", number=before)
    return Fault("side-cards", rule, "error", message, after, allowed, cards, file, *place, also=also)


def _part_and_key(item: Item) -> tuple[str, str]:
    return item.part, item.key


def _by_name(item: Item) -> str:
    """Other artworks are the card, one that only counts as it is not."""
    return alike(item.card.name) if item.card and item.card.name else item.key
