"""What the desk says of one deck: its verdict, what was checked, its cards as the report has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from judge.cards.lists import LimitList
from judge.decks.accounts import account
from judge.decks.counts import grouped, total
from judge.decks.deck import Deck
from judge.decks.editions import load_editions
from judge.decks.items import Item, number_and_name
from judge.decks.limit_list import KeyedList
from judge.decks.limits import Limits
from judge.decks.report import Entry, Report
from judge.decks.selection import Truth, matches
from judge.decks.speech import of_book, phrased
from judge.decks.validator import Checked


def report_of(deck: Deck, limits: Limits, checked: Checked, lists: tuple[KeyedList, ...]) -> Report:
    """What checking found, with everything that a report tells about the deck."""
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
    """How many cards each part holds, and what the parts are called;
    cards of no part are told where there are some.
    """
    counts = {part.id: total(one for one in items if one.part == part.id) for part in limits.parts}
    names = {part.id: of_book(part.name) for part in limits.parts}
    loose = total(one for one in items if not one.part)
    return (
        (counts | {"unplaced": loose}, names | {"unplaced": phrased("part.unplaced")})
        if loose
        else (counts, names)
    )


def list_name(deck: Deck, chosen: LimitList | None) -> str:
    """What the limit list is called that a deck is judged by; "" where there is none."""
    if chosen is None:
        return str(deck.limits.get("name", "")) if deck.limits else ""
    return chosen.name if chosen.series in chosen.name else f"{chosen.name} {chosen.series}"


def edition(limits: Limits) -> str:
    """Which deck rules judged, where the rulebook has several by date."""
    return limits.edition or (phrased("edition.none") if load_editions(limits.game) else "")


def checks(limits: Limits, checked: Checked, limit_list: str) -> Iterator[tuple[str, str]]:
    """What was checked, and its articles: every limit about which the card data left nothing open,
    and the limit list.
    """
    left = {one.code for one in checked.unchecked}
    for row in limits.rows:
        if row.code not in left:
            apart = row.each and "identity" in left
            demand = phrased("checked.apart", demand=row.demand) if apart else row.demand
            yield demand, ", ".join((row.rule, *row.also))
    if limit_list:
        yield phrased("checked.list", list=limit_list), str(limits.lists.get("rule", ""))


def verdict(deck: Deck, checked: Checked) -> str:
    """Legal; incomplete when cards are missing and nothing else is wrong;
    unreadable when lines could not be read.
    """
    if deck.problems or any(one.code == "bad-line" and one.severity == "error" for one in checked.faults):
        return "unreadable"
    if not any(one.severity == "error" for one in checked.faults):
        return "legal"
    return "incomplete" if checked.missing else "illegal"


def entries(items: Iterable[Item], limits: Limits) -> list[Entry]:
    """Each card of each part once, its copies summed:
    column by column of the sheet, each in the order of the file.
    """
    groups = grouped(items, lambda one: (one.part, one.key))
    order = [str(one["title"]) for one in limits.sheet.get("columns", ())]
    found = [entry(group, limits) for group in groups.values()]
    return sorted(found, key=lambda one: order.index(one.column) if one.column in order else len(order))


def entry(group: Sequence[Item], limits: Limits) -> Entry:
    """One card of one part."""
    first = group[0]
    data = first.card.data if first.card else {}
    number, name = number_and_name(first)
    return Entry(first.part, column(first, limits), total(group), number, name, data)


def column(item: Item, limits: Limits) -> str:
    """The column of the registration sheet in which a card stands."""
    for one in limits.sheet.get("columns", ()):
        if item.part in one["parts"] and matches(one.get("where"), item.card) is Truth.YES:
            return of_book(str(one["title"]))
    return of_book(limits.part(item.part).name) if item.part else ""
