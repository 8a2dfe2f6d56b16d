"""What a deck holds as it was understood, whatever its file looks like:
to be told by a hash, locked, and compared later.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from judge.decks.comparison import Row
from judge.decks.counts import grouped, total
from judge.decks.items import Item, number_and_name
from judge.decks.limits import Limits, fold_number
from judge.decks.speech import of_book
from judge.text.folded_words import fold


class Held(NamedTuple):
    """Copies of one card in one part."""

    part: str
    count: int  # type: ignore[assignment]  # of cards; nobody counts in the tuple
    number: str
    name: str
    key: str  # equal for cards that count as the same: what the hash is over


def contents(items: Iterable[Item]) -> tuple[Held, ...]:
    """Every card of every part once, its copies summed, in the order of the file."""
    groups = grouped(items, lambda one: (one.part, one.key))
    return tuple(
        Held(part, total(group), *number_and_name(group[0]), key) for (part, key), group in groups.items()
    )


def digest(game: str, held: Iterable[Held]) -> str:
    """The hash of a deck: SHA-256 over its game and its cards,
    in whatever order and however they are written.
    """
    rows = sorted((one.part, one.key, one.count) for one in held)
    return hashlib.sha256(
        json.dumps([game, rows], ensure_ascii=True, separators=(",", ":")).encode()
    ).hexdigest()


def changes(locked: Sequence[Held], played: Sequence[Held], limits: Limits) -> list[Row]:
    """Every card of which there are other numbers in some part than when the deck was locked."""
    now = [one._replace(key=known_as(one, locked, limits)) for one in played]
    names = {part.id: of_book(part.name) for part in limits.parts}
    rows = []
    for part, key in _in_order(locked, now, limits):
        had = [one for one in locked if (one.part, one.key) == (part, key)]
        has = [one for one in now if (one.part, one.key) == (part, key)]
        before, after = (sum(one.count for one in some) for some in (had, has))
        if before != after:
            first = (had or has)[0]
            rows.append(Row(names.get(part, part), first.number, first.name, before, after))
    return rows


def _in_order(locked: Sequence[Held], now: Sequence[Held], limits: Limits) -> list[tuple[str, str]]:
    """Every card of every part, part by part, those that were locked first and in their order."""
    order = {(one.part, one.key): at for at, one in enumerate(locked)}
    keys = {(one.part, one.key) for one in (*locked, *now)}
    return sorted(keys, key=lambda one: (_rank(one[0], limits), order.get(one, len(order)), one[1]))


def known_as(one: Held, locked: Sequence[Held], limits: Limits) -> str:
    """The key under which a card was locked:
    other card data may tell it by its number where those told it by its name.
    """
    if any(other.key == one.key for other in locked):
        return one.key
    number, name = fold_number(limits.pattern, one.number), fold(one.name)
    same = (other.key for other in locked if number and fold_number(limits.pattern, other.number) == number)
    alike = (
        other.key for other in locked if name and fold(other.name) == name and not (number and other.number)
    )
    return next(same, "") or next(alike, one.key)


def _rank(part: str, limits: Limits) -> int:
    return next((at for at, one in enumerate(limits.parts) if one.id == part), len(limits.parts))
