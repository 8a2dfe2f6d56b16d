"""The items of a deck: each line with its card, the part that it is in, and a key that is equal for lines of
the same card. Also how names are compared, and how many items answer a limit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeVar

from judge.cards.card import Card, Cards, as_list
from judge.decks.deck import Deck, Line
from judge.decks.limits import Limit, Limits, fold_number
from judge.decks.selection import WHOLE, Truth, every, matches
from judge.decks.speech import cards as so_many
from judge.decks.speech import joined, of_book, phrased
from judge.errors import Problem
from judge.text.folded_words import fold, seen, straight
from judge.text.rows import NamedTuple

# --- names that look the same in other characters ------------------------------------------------------
# Letters of the Cyrillic and the Greek alphabet that look like Latin ones.
_LIKE: Final = dict(
    zip(
        map(
            ord,
            "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0406\u0408\u0405\u0500"
            "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d\u0475"
            "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bf\u03bd",
        ),
        "ABEKMHOPCTYXIJSdaeopcyxijshdqwvABEZHIKMNOPTYXov",
        strict=True,
    )
)
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_END: Final = " .,;:|"


@lru_cache(maxsize=1 << 14)
def alike(name: str) -> str:
    """The form in which names are compared: folded, in the characters of a plain keyboard, Latin letters for
    those that look like them, no full stop at the end.
    """
    folded = fold(name if name.isascii() else straight(seen(name)).translate(_LIKE))
    return folded.rstrip(_END) or folded


def latin(text: str) -> str:
    """Text with Latin letters for those that look like them."""
    return text if text.isascii() else text.translate(_LIKE)


def mixed(text: str) -> str:
    """The first word of a text that mixes Latin letters with others that look like them; "" for none."""
    if text.isascii():
        return ""
    return next((word for word in _LETTERS.findall(text) if _is_mixed(word)), "")


def _is_mixed(word: str) -> bool:
    return any(ord(char) in _LIKE for char in word) and any("a" <= char.lower() <= "z" for char in word)


# --- lines with their cards ----------------------------------------------------------------------------
_MIXED = {"cod": "main"}  # the heading under which a format puts the cards of several parts


class Item(NamedTuple):
    """One line with its card."""

    line: Line
    card: Card | None  # None: the card data do not have it
    part: str  # "" when it may be in several
    key: str  # equal for cards that count as the same
    sure: bool  # whether `key` is made of what the rulebook tells cards apart by, not of a name at hand
    unread: tuple[str, ...] = ()  # the sentences of its text about decks that nobody has read


def items_of(deck: Deck, limits: Limits, cards: Cards | None) -> Iterator[Item]:
    """Every line that counts, with its card; lines under a heading of no part do not count."""
    own = fold_names(deck, limits)
    for line in deck.lines:
        section = "" if _MIXED.get(deck.format) == line.section else line.section
        part = limits.part_of(section) if section else ""
        if section and not part:
            continue
        card = card_of(line, own, limits, cards)
        key, sure = identity(line, card, limits, cards)
        yield Item(line, card, part or route(card, limits), key, sure)


Own = Mapping[str, tuple[str, Mapping[str, object]]]


def fold_names(deck: Deck, limits: Limits) -> Own:
    """The card data written in a deck's file, by the name used there, and where that is a number, by it."""
    numbers: dict[str, tuple[str, Mapping[str, object]]] = {}
    for name, row in deck.cards.items():
        if number := fold_number(limits.pattern, name):
            numbers[f"#{number}"] = (name, row)
    return {**numbers, **{fold(name): (name, row) for name, row in deck.cards.items()}}


def card_of(line: Line, own: Own, limits: Limits, cards: Cards | None) -> Card | None:
    """A line's card as the card data have it; the deck's own file describes only what they lack. A player
    does not decide what a card is.
    """
    written = own_row(line, own, limits)
    card = looked_up(line, cards, written[1] if written else None) if cards is not None else None
    if card is not None or written is None:
        return card
    name, row = written
    number = next((text for text in (line.card, name) if fold_number(limits.pattern, text)), "")
    known = {"name": line.name or name} if not number or line.name else {}
    return Card(number, {WHOLE: limits.always, **known, **row})


def looked_up(line: Line, cards: Cards, row: Mapping[str, object] | None = None) -> Card | None:
    """The card of a line in the catalogue: by its number or name, or by those that the deck's own file gives
    in its `row`. A name may be a number too, in a game whose numbers have no certain form.
    """
    if row:
        called = (line.name, *as_list(row.get("name", "")))
        numbered = (cards.find(str(number)) for number in (line.card, row.get("number")) if number)
        named = (cards.find("", str(name)) for name in (line.card, *called) if name)
        return next((card for card in (*numbered, *named) if card is not None), None)
    if line.card:
        return cards.find(line.card)
    if line.tail and (whole := cards.find("", line.whole)):  # what looked like a rarity belongs to the name
        return whole
    return cards.find("", line.name) or (cards.find(line.name) if line.name else None)


def own_row(line: Line, own: Own, limits: Limits) -> tuple[str, Mapping[str, object]] | None:
    """The name and the data of a line's card in the deck's own file, found by the name used there, or by its
    number in any printing.
    """
    if not own:
        return None
    number = fold_number(limits.pattern, line.card)
    known = (fold(line.card or line.name), fold(line.name), f"#{number}" if number else "")
    return next((own[key] for key in known if key and key in own), None)


def numbered(items: Sequence[Item], limits: Limits) -> Sequence[Item]:
    """The items, each card's number in the form that counts, where an ability of some card may name
    numbers.
    """
    if not limits.building or not any(item.card is not None and "deck" in item.card.data for item in items):
        return items
    return [
        item if item.card is None else item._replace(card=_numbered(item.card, item.line, limits))
        for item in items
    ]


def _numbered(card: Card, line: Line, limits: Limits) -> Card:
    number = fold_number(limits.pattern, card.id) or fold_number(limits.pattern, line.card)
    return card._replace(data={**card.data, "number": number}) if number else card


def route(card: Card | None, limits: Limits) -> str:
    """The part of a deck for a card under no heading; "" if its data do not decide it."""
    # A part that takes only some cards goes before one that takes any.
    parts = sorted((row for row in limits.parts if not row.apart), key=lambda entry: entry.takes is None)
    for part in parts:
        truth = Truth.YES if part.takes is None else matches(part.takes, card)
        if truth is Truth.YES:
            return part.id
        if truth is not Truth.NO:
            return ""
    return ""


def identity(line: Line, card: Card | None, limits: Limits, cards: Cards | None) -> tuple[str, bool]:
    """The key by which copies are counted, and whether it is made of what the rulebook tells cards
    apart by.
    """
    card = counted_as(card, limits, cards)
    known = [_value(attribute, line, card, limits) for attribute in limits.identity["by"]]
    if limits.identity.get("any"):
        known = [value for value in known if value][:1]
    if known and known[0]:
        return _BETWEEN.join(known), all(known) or (card is not None and WHOLE in card.data)
    number = fold_number(limits.pattern, line.card) or line.card
    return (f"#{number}", "name" not in limits.identity["by"]) if number else (alike(line.name), False)


def counted_as(card: Card | None, limits: Limits, cards: Cards | None) -> Card | None:
    """The card that this one counts as: the one it only has another artwork of, or shares the name of. The
    card data link them by number, so a corrected or translated name makes no difference.
    """
    seen: set[str] = set()
    while card is not None and cards is not None and card.id not in seen:
        seen.add(card.id)
        numbers = (str(card.data.get(attribute, "")) for attribute in limits.identity.get("counted_as", ()))
        other = next((number for number in numbers if number and number != card.id), "")
        card = (cards.find(other) if other else None) or card
    return card


_BETWEEN, _AND = "\x1f", "\x1e"  # between attributes, and between several values of one: no name holds them


def _value(attribute: str, line: Line, card: Card | None, limits: Limits) -> str:
    """One part of the key: the number in the form that counts, any other attribute as the data have it."""
    value = card.data.get(attribute) if card is not None else None
    if attribute == "number":
        numbers = (str(value or ""), card.id if card is not None else "", line.card)
        folded = (fold_number(limits.pattern, number) for number in numbers)
        return next((f"#{text}" for text in folded if text), "")
    if not value and attribute == "name":
        value = line.name
    return _AND.join(sorted({alike(str(word)) for word in as_list(value)})) if value else ""


def number_and_name(item: Item) -> tuple[str, str]:
    """The number and name by which a card is printed. A name that only the deck's file has is used where
    there is neither another name nor a number.
    """
    line, card = item.line, item.card
    if card is None:
        return line.card, line.name
    number = (line.card or card.id) if card.id else ""
    return number, line.name or card.name or ("" if number else line.card)


def label(item: Item) -> str:
    """A card as people call it: its number and name."""
    return " ".join(dict.fromkeys(word for word in number_and_name(item) if word))


def aside(deck: Deck, limits: Limits) -> Iterator[Problem]:
    """A problem for each heading that no part of the game has: an error, or a warning for a heading that is
    known to stand aside of decks.
    """
    seen: dict[str, int] = {}
    for line in deck.lines:
        if line.section and not limits.part_of(line.section):
            seen[line.section] = seen.get(line.section, 0) + line.count
    for section, count in seen.items():
        places = ((entry.line, entry.column) for entry in deck.lines if entry.section == section)
        place = deck.headings.get(section) or next(places)
        told = {"cards": so_many(count), "heading": repr(section), "title": of_book(limits.title)}
        message = phrased("finding.aside", **told)
        if section in limits.aside:
            yield Problem(deck.file, *place, "aside", "", message, severity="warning")
        else:
            parts = joined("join.comma", [of_book(part.name) for part in limits.parts])
            yield Problem(deck.file, *place, "unknown-section", "", message, parts)


# --- how many cards answer a limit: surely, and at most where the card data leave it open --------------
Key = TypeVar("Key", bound=Hashable)


class Tally(NamedTuple):
    """The items that a limit counts, surely or perhaps, and how many cards that makes at least and
    at most.
    """

    sure: tuple[Item, ...]
    unsure: tuple[Item, ...]  # their source only mentions the word
    unknown: tuple[Item, ...]  # no source says
    low: int
    high: int


def tally(limit: Limit, items: Sequence[Item], limits: Limits) -> Tally:
    """The cards that a limit counts, surely or perhaps, and the least and the most that they make."""
    answers = [(item, answer(limit, item, limits)) for item in items]
    sure, unsure, unknown = (
        tuple(item for item, truth in answers if truth is wanted)
        for wanted in (Truth.YES, Truth.UNSURE, Truth.UNKNOWN)
    )
    low, high = _measure(limit, sure), _measure(limit, (*sure, *unsure, *unknown))
    if limit.where is None and not limit.each and len(limit.parts) == 1 and unknown:
        low, high = _squeezed(limit.parts[0], low, high, items, limits)
    return Tally(sure, unsure, unknown, low, high)


def answer(limit: Limit, item: Item, limits: Limits) -> Truth:
    """Whether a limit counts a card."""
    inside = within(item, limit.parts, limits)
    return inside if inside is Truth.NO else every((inside, matches(limit.where, item.card)))


def within(item: Item, parts: Sequence[str], limits: Limits) -> Truth:
    """Whether a card is in one of these parts."""
    if item.part:
        return Truth.YES if item.part in parts else Truth.NO
    possible = [part in parts for part in limits.open_parts]
    return Truth.YES if all(possible) else Truth.UNKNOWN if any(possible) else Truth.NO


def _measure(limit: Limit, items: Iterable[Item]) -> int:
    if limit.different:
        return len({item.key for item in items})
    return total(items)


def total(items: Iterable[Item]) -> int:
    """How many cards these lines are."""
    return sum(item.line.count for item in items)


def _squeezed(part: str, low: int, high: int, items: Sequence[Item], limits: Limits) -> tuple[int, int]:
    """The bounds of a part, narrowed by what the other parts need and can take of the loose cards. Only for
    the largest part: where there are too many or too few cards in all, it is said once, and there.
    """
    loose = high - low
    least = most = 0
    for other in limits.open_parts:
        if other != part:
            held = total(item for item in items if item.part == other)
            at_least, at_most = bounds(other, limits)
            least += max(0, at_least - held)
            most += max(0, at_most - held)
    largest = max(limits.open_parts, key=lambda candidate: bounds(candidate, limits)[0])
    return (low + max(0, loose - most), low + max(0, loose - least)) if part == largest else (low, high)


def grouped(items: Iterable[Item], key: Callable[[Item], Key]) -> dict[Key, list[Item]]:
    """The items by their `key`, in order."""
    groups: dict[Key, list[Item]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups


def bounds(part: str, limits: Limits) -> tuple[int, int]:
    """How many cards a part must and may have."""
    sizes = [
        row for row in limits.rows if row.parts == (part,) and not (row.where or row.each or row.different)
    ]
    least = max((limit.at_least or 0 for limit in sizes), default=0)
    most = min((limit.at_most for limit in sizes if limit.at_most is not None), default=10**9)
    return least, most
