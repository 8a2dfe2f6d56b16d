"""What became of every line of a deck's file, and of every card: for reports, and for the player to confirm."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from judge.decks.deck import Deck, Row
from judge.decks.items import Item
from judge.decks.limits import Limits
from judge.decks.report import Account, Fault, Heard, Left

# A line that was copied from a page may be several: it counts as the first of these.
_RANKS: Final = {kind: rank for rank, kind in enumerate(
    ("problem", "cards", "heading", "about", "left out", "comment", "mark", "blank"))}  # fmt: skip


def account(deck: Deck, items: Sequence[Item] | None, faults: Iterable[Fault], title: str = "") -> Account:
    """What the lines of a deck's file were taken for, each once; `items` are the lines that count, None where none is judged."""
    counted = deck.lines if items is None else [one.line for one in items]
    aside = _aside(deck, {(one.line, one.column) for one in counted}) if len(counted) < len(deck.lines) else {}
    wrong = {one.line: one.message for one in faults if one.code == "bad-line" and one.severity == "error"}
    kinds: dict[int, str] = {}
    left: list[Left] = []
    held = {one.line for one in counted}
    for row in deck.rows:
        if row.line > deck.length:  # what stands behind the last line feed
            continue
        kind = row.kind
        if kind == "cards" and row.line in aside and row.line not in held:
            kind = "left out"
            row = row._replace(kind=kind, why=f"under {aside[row.line]!r}, which {title} has not")
        if row.line in wrong and kind == "cards":
            kind = "problem"
            row = row._replace(kind=kind, why=wrong[row.line])
        if row.line not in kinds or _RANKS[kind] < _RANKS[kinds[row.line]]:
            kinds[row.line] = kind
        left += _left(row)
    found = dict.fromkeys(_RANKS, 0)
    for kind in kinds.values():
        found[kind] += 1
    return Account(deck.length, len(kinds), found, sum(one.count for one in counted), tuple(left))


def _aside(deck: Deck, counted: Collection[tuple[int, int]]) -> dict[int, str]:
    """The heading of every line whose cards count for nothing."""
    return {one.line: one.section for one in deck.lines if (one.line, one.column) not in counted}


def _left(row: Row) -> Iterator[Left]:
    """What of a row says nothing that counts, and why."""
    if row.kind in ("left out", "comment", "problem") or row.why:
        yield Left(row.line, row.kind, row.said, row.why)


# --- the list as it was understood -----------------------------------------------------------------
def heard(items: Iterable[Item], deck: Deck, limits: Limits) -> Iterator[Heard]:
    """Every card as it was understood, part by part, each where it stands; copies on lines in a row are told once."""
    said = {(row.line, row.kind): row.said for row in reversed(deck.rows)}
    order = {part.id: at for at, part in enumerate(limits.parts)}
    before: tuple[Item, Heard] | None = None
    for one in sorted(items, key=lambda item: (order.get(item.part, len(order)), item.line.line, item.line.column)):
        told = _heard(one, said.get((one.line.line, "cards"), ""))
        if before and _goes_on(before[0], one, before[1]):
            before = one, before[1]._replace(count=before[1].count + told.count, last=told.line)
            continue
        if before:
            yield before[1]
        before = one, told
    if before:
        yield before[1]


def _goes_on(before: Item, item: Item, told: Heard) -> bool:
    """Whether a line only repeats the one before it, as those of a list of passcodes do."""
    same = (before.key, before.part, before.line.card, before.line.name) == (item.key, item.part, item.line.card, item.line.name)
    return same and item.line.line in (told.last, told.last + 1)


def _heard(item: Item, said: str) -> Heard:
    line, card = item.line, item.card
    number = (line.card or card.id) if card is not None else line.card
    name = (card.name if card is not None else "") or line.name
    return Heard(item.part, line.count, number, name, line.line, line.line, said, line.tail, card is not None)
