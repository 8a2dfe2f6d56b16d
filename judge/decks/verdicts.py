"""The report of one deck: its verdict, what was checked, its cards as printed, and its account, which says
what every line of the file was taken for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from judge.cards.lists import LimitList
from judge.decks.deck import Deck, Line, Row
from judge.decks.items import Item, grouped, number_and_name, total
from judge.decks.limit_list import KeyedList
from judge.decks.limits import Limits, load_editions
from judge.decks.report import Account, Entry, Fault, Heard, Left, Report
from judge.decks.selection import Truth, matches
from judge.decks.speech import of_book, phrased
from judge.decks.validator import Checked

# One line of a file may be several rows, as a line copied from a page is: it counts as the first of these.
_RANKS: Final = {kind: rank for rank, kind in enumerate(
    ("problem", "cards", "heading", "about", "left out", "comment", "mark", "blank"))}  # fmt: skip


def account(deck: Deck, items: Sequence[Item] | None, faults: Iterable[Fault], title: str = "") -> Account:
    """What the lines of a deck's file were taken for, each once;
    `items` are the lines that count, None where none is judged.
    """
    counted = deck.lines if items is None else [item.line for item in items]
    held = {deck_line.line for deck_line in counted}
    aside = {line: section for line, section in _aside(deck, counted).items() if line not in held}
    wrong = {
        fault.line: fault.message
        for fault in faults
        if fault.code == "bad-line" and fault.severity == "error"
    }
    inside = (row for row in deck.rows if row.line <= deck.length)  # nothing after the last line feed counts
    rows = [_judged(row, aside, wrong, title) for row in inside]
    kinds = _kinds(rows)
    counts = Counter(kinds.values())
    left = tuple(leftover for row in rows for leftover in _left(row))
    cards = sum(deck_line.count for deck_line in counted)
    return Account(deck.length, len(kinds), {kind: counts[kind] for kind in _RANKS}, cards, left)


def _kinds(rows: Iterable[Row]) -> dict[int, str]:
    """The kind of each line: of its rows, the kind of the lowest rank."""
    kinds: dict[int, str] = {}
    for row in rows:
        if row.line not in kinds or _RANKS[row.kind] < _RANKS[kinds[row.line]]:
            kinds[row.line] = row.kind
    return kinds


def _judged(row: Row, aside: Mapping[int, str], wrong: Mapping[int, str], title: str) -> Row:
    """A row after the check: its cards may stand under a heading that the game has no part for, and its name
    may not be understood.
    """
    if row.kind == "cards" and row.line in wrong:
        return row._replace(kind="problem", why=wrong[row.line])
    if row.kind == "cards" and row.line in aside:
        why = phrased("left.no-part", heading=repr(aside[row.line]), title=title)
        return row._replace(kind="left out", why=why)
    return row


def _aside(deck: Deck, counted: Sequence[Line]) -> dict[int, str]:
    """The heading of every line some of whose cards count for nothing."""
    if len(counted) == len(deck.lines):
        return {}
    places = {(line.line, line.column) for line in counted}
    return {line.line: line.section for line in deck.lines if (line.line, line.column) not in places}


def _left(row: Row) -> Iterator[Left]:
    """The row among those that do not count, with the reason; nothing for a row that counts whole."""
    if row.kind in ("left out", "comment", "problem") or row.why:
        yield Left(row.line, row.kind, row.said, row.why)


# --- the list as it was understood, for the player to confirm ------------------------------------------
def heard(items: Iterable[Item], deck: Deck, limits: Limits) -> Iterator[Heard]:
    """Every card as it was understood, part by part, in the order of the file. Lines one after the other
    that only repeat a card are one entry.
    """
    texts = {(row.line, row.kind): row.said for row in reversed(deck.rows)}
    before: tuple[Item, Heard] | None = None
    for item in _by_part(items, limits):
        told = _heard(item, texts.get((item.line.line, "cards"), ""))
        if before and _goes_on(before[0], item, before[1]):
            before = item, before[1]._replace(count=before[1].count + told.count, last=told.line)
            continue
        if before:
            yield before[1]
        before = item, told
    if before:
        yield before[1]


def _by_part(items: Iterable[Item], limits: Limits) -> list[Item]:
    """The items part by part, those of no part last, each part in the order of the file."""
    order = {part.id: at for at, part in enumerate(limits.parts)}
    return sorted(
        items, key=lambda item: (order.get(item.part, len(order)), item.line.line, item.line.column)
    )


def _goes_on(before: Item, item: Item, told: Heard) -> bool:
    """Whether a line only repeats the one before it, as those of a list of passcodes do."""
    same = _told(before) == _told(item)
    return same and item.line.line in (told.last, told.last + 1)


def _told(item: Item) -> tuple[str, str, str, str]:
    return item.key, item.part, item.line.card, item.line.name


def _heard(item: Item, text: str) -> Heard:
    line, card = item.line, item.card
    number = (line.card or card.id) if card is not None else line.card
    name = (card.name if card is not None else "") or line.name
    return Heard(item.part, line.count, number, name, line.line, line.line, text, line.tail, card is not None)


# --- the report ----------------------------------------------------------------------------------------
def report_of(deck: Deck, limits: Limits, checked: Checked, lists: tuple[KeyedList, ...]) -> Report:
    """The report of a deck: what the check found, and everything else that a report says about the deck."""
    chosen = lists[0].limit_list if lists else None
    name = list_name(deck, chosen)
    counts, names = counted(checked.items, limits)
    return Report(
        deck.file, limits.game, of_book(limits.title), limits.version, verdict(deck, checked), deck.format,
        deck.player, deck.player_id, deck.name, deck.event, deck.date, counts, names,
        name, chosen.hash if chosen else "", checked.faults, checked.unchecked,
        edition=edition(limits),
        checked=tuple(checks(limits, checked, name)),
        account=account(deck, checked.items, checked.faults, of_book(limits.title)),
    )  # fmt: skip


def counted(items: Sequence[Item], limits: Limits) -> tuple[dict[str, int], dict[str, str]]:
    """How many cards each part holds, and what the parts are called; cards of no part are one more part,
    where there are some.
    """
    counts = {part.id: total(item for item in items if item.part == part.id) for part in limits.parts}
    names = {part.id: of_book(part.name) for part in limits.parts}
    loose = total(item for item in items if not item.part)
    return (
        (counts | {"unplaced": loose}, names | {"unplaced": phrased("part.unplaced")})
        if loose
        else (counts, names)
    )


def list_name(deck: Deck, chosen: LimitList | None) -> str:
    """The name of the limit list that a deck is judged by; "" where there is none."""
    if chosen is None:
        return str(deck.limits.get("name", "")) if deck.limits else ""
    return chosen.name if chosen.series in chosen.name else f"{chosen.name} {chosen.series}"


def edition(limits: Limits) -> str:
    """The edition of the deck rules by which the deck was judged, where the rulebook has several."""
    return limits.edition or (phrased("edition.none") if load_editions(limits.game) else "")


def checks(limits: Limits, checked: Checked, limit_list: str) -> Iterator[tuple[str, str]]:
    """The checks that were made, with their articles: every limit that the card data decide, and the limit
    list.
    """
    left = {note.code for note in checked.unchecked}
    for row in limits.rows:
        if row.code not in left:
            apart = row.each and "identity" in left
            demand = phrased("checked.apart", demand=row.demand) if apart else row.demand
            yield demand, ", ".join((row.rule, *row.also))
    if limit_list:
        yield phrased("checked.list", list=limit_list), str(limits.lists.get("rule", ""))


def verdict(deck: Deck, checked: Checked) -> str:
    """The verdict: legal, illegal, incomplete where cards are missing and nothing else is wrong, or
    unreadable where some line could not be read.
    """
    if deck.problems or any(
        fault.code == "bad-line" and fault.severity == "error" for fault in checked.faults
    ):
        return "unreadable"
    if not any(fault.severity == "error" for fault in checked.faults):
        return "legal"
    return "incomplete" if checked.missing else "illegal"


def entries(items: Iterable[Item], limits: Limits) -> list[Entry]:
    """Each card of each part once, its copies summed:
    column by column of the sheet, each in the order of the file.
    """
    groups = grouped(items, lambda item: (item.part, item.key))
    order = [str(sheet_column["title"]) for sheet_column in limits.sheet.get("columns", ())]
    rows = [entry(group, limits) for group in groups.values()]
    return sorted(rows, key=lambda row: order.index(row.column) if row.column in order else len(order))


def entry(group: Sequence[Item], limits: Limits) -> Entry:
    """One card of one part."""
    first = group[0]
    data = first.card.data if first.card else {}
    number, name = number_and_name(first)
    return Entry(first.part, column(first, limits), total(group), number, name, data)


def column(item: Item, limits: Limits) -> str:
    """The column of the registration sheet in which a card stands."""
    for sheet_column in limits.sheet.get("columns", ()):
        if item.part in sheet_column["parts"] and matches(sheet_column.get("where"), item.card) is Truth.YES:
            return of_book(str(sheet_column["title"]))
    return of_book(limits.part(item.part).name) if item.part else ""
