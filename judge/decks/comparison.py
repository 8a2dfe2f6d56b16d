"""Two decks side by side: which cards differ, whether one is the other after siding, and the hash and
contents by which a deck is compared with one that was locked.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence

from judge.decks.deck import Deck
from judge.decks.items import Item, alike, grouped, label, number_and_name, total
from judge.decks.limits import Limits, fold_number
from judge.decks.report import Concerned, Fault
from judge.decks.speech import of_book, phrased
from judge.text.folded_words import fold
from judge.text.rows import NamedTuple


class Row(NamedTuple):
    """One card of one part in which two decks differ."""

    part: str
    card: str
    name: str
    registered: int
    played: int


def differences(registered: Sequence[Item], played: Sequence[Item], limits: Limits) -> list[Row]:
    """Every card whose numbers differ between two decks in some part, in the order of the registered deck,
    then of the other.
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
    return sorted(rows, key=lambda row: order.index(row.part) if row.part in order else len(order))


def siding_faults(
    deck: Deck, registered: Sequence[Item], sided: Sequence[Item], limits: Limits
) -> Iterator[Fault]:
    """The faults of siding: other cards than were registered, or another number of cards in the Side Deck."""
    yield from other_cards(deck.file, registered, sided, limits)
    names = {part.id: of_book(part.name) for part in limits.parts}
    for part, rule in limits.siding["constant"].items():
        before, after = (total(item for item in items if item.part == part) for items in (registered, sided))
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
    """A fault for each card with more or fewer copies than were registered."""
    before, after = grouped(registered, _by_name), grouped(sided, _by_name)
    for key in dict.fromkeys((*before, *after)):
        had, has = before.get(key, []), after.get(key, [])
        if total(had) != total(has):
            yield _another_number(file, had, has, limits)


def _another_number(file: str, had: Sequence[Item], has: Sequence[Item], limits: Limits) -> Fault:
    """A card of which there are more or fewer after siding."""
    first, before, after = (has or had)[0], total(had), total(has)
    place = (has[0].line.line, has[0].line.column) if has else (1, 1)
    message = phrased("siding.card", n=after, card=label(first), before=before)
    lines = tuple(item.line.line for item in has)
    cards = (Concerned(first.line.card, first.line.name, after, lines),)
    rule, also = limits.siding["rule"], tuple(limits.siding.get("also", ()))
    allowed = phrased("bound.exactly", number=before)
    return Fault("side-cards", rule, "error", message, after, allowed, cards, file, *place, also=also)


def _part_and_key(item: Item) -> tuple[str, str]:
    return item.part, item.key


def _by_name(item: Item) -> str:
    """A key by the card's own name: another artwork is the same card, a card that only counts as it
    is not.
    """
    return alike(item.card.name) if item.card and item.card.name else item.key


# --- the contents of a deck, for its hash and its lock -------------------------------------------------
class Held(NamedTuple):
    """Copies of one card in one part."""

    part: str
    count: int  # type: ignore[assignment]  # of cards; nobody counts in the tuple
    number: str
    name: str
    key: str  # equal for cards that count as the same: what the hash is over


def contents(items: Iterable[Item]) -> tuple[Held, ...]:
    """Every card of every part once, its copies summed, in the order of the file."""
    groups = grouped(items, lambda item: (item.part, item.key))
    return tuple(
        Held(part, total(group), *number_and_name(group[0]), key) for (part, key), group in groups.items()
    )


def digest(game: str, held: Iterable[Held]) -> str:
    """The hash of a deck: SHA-256 over its game and its cards. Neither their order nor their spelling
    matters.
    """
    rows = sorted((card.part, card.key, card.count) for card in held)
    return hashlib.sha256(
        json.dumps([game, rows], ensure_ascii=True, separators=(",", ":")).encode()
    ).hexdigest()


def changes(locked: Sequence[Held], played: Sequence[Held], limits: Limits) -> list[Row]:
    """Every card whose number in some part differs from the locked deck."""
    now = [card._replace(key=known_as(card, locked, limits)) for card in played]
    names = {part.id: of_book(part.name) for part in limits.parts}
    rows = []
    for part, key in _in_order(locked, now, limits):
        had = [card for card in locked if (card.part, card.key) == (part, key)]
        has = [card for card in now if (card.part, card.key) == (part, key)]
        before, after = (sum(card.count for card in some) for some in (had, has))
        if before != after:
            first = (had or has)[0]
            rows.append(Row(names.get(part, part), first.number, first.name, before, after))
    return rows


def _in_order(locked: Sequence[Held], now: Sequence[Held], limits: Limits) -> list[tuple[str, str]]:
    """Every card of every part, part by part, those that were locked first and in their order."""
    order = {(held.part, held.key): at for at, held in enumerate(locked)}
    keys = {(card.part, card.key) for card in (*locked, *now)}
    return sorted(keys, key=lambda pair: (_rank(pair[0], limits), order.get(pair, len(order)), pair[1]))


def known_as(card: Held, locked: Sequence[Held], limits: Limits) -> str:
    """The key under which a card was locked. With other card data a card may have another key, made of its
    number instead of its name.
    """
    if any(other.key == card.key for other in locked):
        return card.key
    number, name = fold_number(limits.pattern, card.number), fold(card.name)
    same = (other.key for other in locked if number and fold_number(limits.pattern, other.number) == number)
    alike = (
        other.key for other in locked if name and fold(other.name) == name and not (number and other.number)
    )
    return next(same, "") or next(alike, card.key)


def _rank(part: str, limits: Limits) -> int:
    return next((at for at, entry in enumerate(limits.parts) if entry.id == part), len(limits.parts))
