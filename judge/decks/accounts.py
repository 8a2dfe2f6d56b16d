"""What became of every line of a deck's file, and of every card:
for reports, and for the player to confirm.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from judge.decks.deck import Deck, Line, Row
from judge.decks.items import Item
from judge.decks.limits import Limits
from judge.decks.report import Account, Fault, Heard, Left
from judge.decks.speech import phrased

# A line that was copied from a page may be several: it counts as the first of these.
_RANKS: Final = {kind: rank for rank, kind in enumerate(
    ("problem", "cards", "heading", "about", "left out", "comment", "mark", "blank"))}  # fmt: skip


def account(deck: Deck, items: Sequence[Item] | None, faults: Iterable[Fault], title: str = "") -> Account:
    """What the lines of a deck's file were taken for, each once;
    `items` are the lines that count, None where none is judged.
    """
    counted = deck.lines if items is None else [one.line for one in items]
    held = {one.line for one in counted}
    aside = {line: section for line, section in _aside(deck, counted).items() if line not in held}
    wrong = {one.line: one.message for one in faults if one.code == "bad-line" and one.severity == "error"}
    inside = (row for row in deck.rows if row.line <= deck.length)  # behind the last line feed is no line
    rows = [_judged(row, aside, wrong, title) for row in inside]
    kinds = _kinds(rows)
    found = Counter(kinds.values())
    left = tuple(one for row in rows for one in _left(row))
    cards = sum(one.count for one in counted)
    return Account(deck.length, len(kinds), {kind: found[kind] for kind in _RANKS}, cards, left)


def _kinds(rows: Iterable[Row]) -> dict[int, str]:
    """What each line counts as."""
    kinds: dict[int, str] = {}
    for row in rows:
        if row.line not in kinds or _RANKS[row.kind] < _RANKS[kinds[row.line]]:
            kinds[row.line] = row.kind
    return kinds


def _judged(row: Row, aside: Mapping[int, str], wrong: Mapping[int, str], title: str) -> Row:
    """A row as judging has it: its cards may be of no part of the game, its name may not be understood."""
    if row.kind == "cards" and row.line in wrong:
        return row._replace(kind="problem", why=wrong[row.line])
    if row.kind == "cards" and row.line in aside:
        return row._replace(kind="left out", why=_no_part(aside[row.line], title))
    return row


def _no_part(section: str, title: str) -> str:
    """That a game has no such part."""
    return phrased("left.no-part", heading=repr(section), title=title)


def _aside(deck: Deck, counted: Sequence[Line]) -> dict[int, str]:
    """The heading of every line some of whose cards count for nothing."""
    if len(counted) == len(deck.lines):
        return {}
    places = {(one.line, one.column) for one in counted}
    return {one.line: one.section for one in deck.lines if (one.line, one.column) not in places}


def _left(row: Row) -> Iterator[Left]:
    """What of a row says nothing that counts, and why."""
    if row.kind in ("left out", "comment", "problem") or row.why:
        yield Left(row.line, row.kind, row.said, row.why)


# --- the list as it was understood -----------------------------------------------------------------
def heard(items: Iterable[Item], deck: Deck, limits: Limits) -> Iterator[Heard]:
    """Every card as it was understood, part by part, each where it stands;
    copies on lines in a row are told once.
    """
    said = {(row.line, row.kind): row.said for row in reversed(deck.rows)}
    before: tuple[Item, Heard] | None = None
    for one in _by_part(items, limits):
        told = _heard(one, said.get((one.line.line, "cards"), ""))
        if before and _goes_on(before[0], one, before[1]):
            before = one, before[1]._replace(count=before[1].count + told.count, last=told.line)
            continue
        if before:
            yield before[1]
        before = one, told
    if before:
        yield before[1]


def _by_part(items: Iterable[Item], limits: Limits) -> list[Item]:
    """The items part by part, those of no part last, each where it stands."""
    order = {part.id: at for at, part in enumerate(limits.parts)}
    return sorted(items, key=lambda one: (order.get(one.part, len(order)), one.line.line, one.line.column))


def _goes_on(before: Item, item: Item, told: Heard) -> bool:
    """Whether a line only repeats the one before it, as those of a list of passcodes do."""
    same = _told(before) == _told(item)
    return same and item.line.line in (told.last, told.last + 1)


def _told(item: Item) -> tuple[str, str, str, str]:
    return item.key, item.part, item.line.card, item.line.name


def _heard(item: Item, said: str) -> Heard:
    line, card = item.line, item.card
    number = (line.card or card.id) if card is not None else line.card
    name = (card.name if card is not None else "") or line.name
    return Heard(item.part, line.count, number, name, line.line, line.line, said, line.tail, card is not None)
