"""A deck against a limit list: a Forbidden and Limited list, which allows so many copies of a card over all
parts, or a list of points, which caps what the cards cost together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from judge.cards.card import Cards
from judge.cards.lists import CAP, COUNTS, FREE, LimitList
from judge.decks.deck import Deck, Line
from judge.decks.faults import concern, concerned
from judge.decks.items import Item, Own, alike, card_of, grouped, identity, label, total
from judge.decks.limits import Limits, fold_number
from judge.decks.report import Concerned, Fault
from judge.decks.speech import phrased
from judge.text.rows import NamedTuple

WORDS: Final = {-1: "not-in-pool", 0: "forbidden", 1: "limited", 2: "semi-limited"}

# Card data are older than a list if they lack at least _SEVERAL of its entries, and one in _PART of them.
_SEVERAL: Final = 3
_PART: Final = 20


class KeyedList(NamedTuple):
    """A limit list by the keys of items, made once for many decks."""

    limit_list: LimitList
    counts: Mapping[str, int]
    unknown: Mapping[str, str] = {}  # by key, the entries that the card data do not have
    younger: bool = False  # newer than the card data, which may lack cards that it allows
    known_until: str = ""  # the day until which the card data know cards; "" where no file says


def keyed(limit_list: LimitList, limits: Limits, cards: Cards | None, own: Own | None = None) -> KeyedList:
    """Each entry under the key of its card, which may be described in the deck's `own` file. Of two entries
    for one card the stricter counts.
    """
    stricter = max if limit_list.cap else min
    counts: dict[str, int] = {}
    unknown: dict[str, str] = {}
    for entry, count in limit_list.entries.items():
        number = number_of(entry, limits)
        line = Line(1, number, "" if number else entry)
        card = card_of(line, own or {}, limits, cards)
        key, _ = identity(line, card, limits, cards)
        item = Item(line, card, "", key, True)
        key = entry_key(item, limits, limit_list.whitelist)
        counts[key] = stricter(count, counts.get(key, count))
        if card is None and cards is not None:
            unknown[key] = entry
    return KeyedList(limit_list, counts, unknown)


def is_younger(by_key: KeyedList, newest: str) -> bool:
    """Whether a list is newer than the card data: by the day of their newest card, or, where no file says it,
    by how many entries they lack.
    """
    if newest and by_key.limit_list.date:
        return by_key.limit_list.date > newest
    lacking = sum(entry.isdecimal() for entry in by_key.unknown.values())
    return lacking >= _SEVERAL and lacking * _PART >= len(by_key.limit_list.entries)


def unanswered(by_key: KeyedList, items: Sequence[Item], limits: Limits) -> list[str]:
    """The entries of a list that neither the card data nor the deck know: a misspelt entry limits nothing."""
    known = {key for item in items for key in (item.key, *keys_of(item, limits, by_key.limit_list.whitelist))}
    return [entry for key, entry in by_key.unknown.items() if key not in known]


def number_of(entry: str, limits: Limits) -> str:
    """An entry's passcode; "" for a name."""
    return fold_number(limits.pattern, entry)


def written(deck: Deck) -> LimitList | None:
    """The limit list in the deck's own file."""
    if not deck.limits:
        return None
    entries = {str(card): count for kind, count in COUNTS.items() for card in deck.limits.get(kind, ())}
    points = deck.limits.get("points")
    cap = int(deck.limits.get("cap", CAP)) if points is not None else 0
    name = str(deck.limits["name"]) if "name" in deck.limits else phrased("list.own")
    return LimitList(name, "", "", "allowed" in deck.limits, points or entries, "", deck.file, cap=cap)


def listed(deck: Deck, items: Sequence[Item], limits: Limits, lists: Iterable[KeyedList]) -> Iterator[Fault]:
    """A fault for every card of which the deck has more copies than a list allows."""
    for by_key in lists:
        whitelist = by_key.limit_list.whitelist
        for group in grouped(items, partial(entry_key, limits=limits, whitelist=whitelist)).values():
            keys = (key for item in group for key in keys_of(item, limits, whitelist))
            named = [by_key.counts[key] for key in keys if key in by_key.counts]
            most = min(named, default=-1 if whitelist else FREE)
            if most < FREE and total(group) > max(most, 0):
                yield over(deck, group, most, by_key.limit_list, limits)


def keys_of(item: Item, limits: Limits, whitelist: bool) -> Iterator[str]:
    """The keys under which a list may have a card of the deck. An entry that the card data do not have has
    its number or name for a key.
    """
    yield entry_key(item, limits, whitelist)
    yield from (alike(name) for name in (item.line.name, item.card.name if item.card else "") if name)
    number = fold_number(limits.pattern, item.line.card)
    if number:
        yield f"#{number}"


def entry_key(item: Item, limits: Limits, whitelist: bool) -> str:
    """The key of a card in a limit list: that of the card, or in a list of allowed printings that of the
    printing.
    """
    return printing(item, limits) if whitelist else item.key


def printing(item: Item, limits: Limits) -> str:
    """The key of a printing: other artworks have the same, older wordings of the card have not."""
    known: object = item.card.data.get(limits.lists.get("printing", "")) if item.card else None
    return f"#{known}" if known else item.key


def over(deck: Deck, group: Sequence[Item], most: int, limit_list: LimitList, limits: Limits) -> Fault:
    """More copies than the list allows."""
    count, kind = total(group), WORDS[most]
    named = {"n": count, "card": label(group[0]), "list": limit_list.name}
    message = phrased("finding.listed", **named, kind=phrased(f"list.{kind}"))
    cards = (concerned(group),)
    place = max(((item.line.line, item.line.column) for item in group), default=(1, 1))
    rule, also = str(limits.lists.get("rule", "")), tuple(limits.lists.get("also", ()))
    allowed = phrased("bound.at-most", number=most) if most > 0 else phrased("bound.none")
    return Fault(kind, rule, "error", message, count, allowed, cards, deck.file, *place, also=also)


# --- lists of points -----------------------------------------------------------------------------------
Cost = tuple[Sequence[Item], int]  # the copies of one card, and what each of them costs


def overspent(deck: Deck, items: Sequence[Item], limits: Limits, by_key: KeyedList) -> Iterator[Fault]:
    """The fault of a deck whose cards cost more than the list's cap, every part counted."""
    costs = [cost for cost in costs_of(items, limits, by_key) if cost[1]]
    spent = sum(points * total(group) for group, points in costs)
    cap = by_key.limit_list.cap
    if spent > cap:
        concerned = tuple(priced(group, points) for group, points in costs)
        place = crossing(costs, cap)
        message = phrased("finding.points", number=spent, list=by_key.limit_list.name)
        rule, also = str(limits.lists.get("points", "")), ()
        allowed = phrased("bound.at-most", number=cap)
        yield Fault("points", rule, "error", message, spent, allowed, concerned, deck.file, *place, also=also)


def costs_of(items: Sequence[Item], limits: Limits, by_key: KeyedList) -> Iterator[Cost]:
    """The copies of each card of the deck, and the points of one copy; 0 for a card that the list does not
    name.
    """
    for group in grouped(items, partial(entry_key, limits=limits, whitelist=False)).values():
        keys = (key for item in group for key in keys_of(item, limits, False))
        yield group, max((by_key.counts[key] for key in keys if key in by_key.counts), default=0)


def priced(group: Sequence[Item], points: int) -> Concerned:
    """A card with its points beside its name."""
    entry = concern(group)[0]
    return entry._replace(name=phrased("finding.priced", card=entry.name or entry.card, number=points))


def crossing(costs: Sequence[Cost], cap: int) -> tuple[int, int]:
    """The place in the file at which the cap is passed."""
    priced_lines = ((item.line, points) for group, points in costs for item in group)
    rows = sorted((line.line, line.column, points * line.count) for line, points in priced_lines)
    spent = 0
    for line, column, cost in rows:
        spent += cost
        if spent > cap:
            return line, column
    return 1, 1
