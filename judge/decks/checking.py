"""The validator: every fault of a deck in one run, by the limits of its game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from judge.cards.card import Cards
from judge.decks.building import Changes, changes_of, copies_allowed, raised
from judge.decks.counting import Tally, bounds, tally, total
from judge.decks.deck import Deck
from judge.decks.items import Item, aside, items_of, label, numbered
from judge.decks.limits import Limit, Limits
from judge.decks.listing import KeyedList, keyed, listed, unanswered, written
from judge.decks.naming import unknown_cards, unknown_entries
from judge.decks.report import Concerned, Fault, Unchecked
from judge.decks.selecting import Truth, added, as_list, matches, some
from judge.decks.sharing import shared
from judge.errors import Problem


class Checked(NamedTuple):
    """A deck's faults and what could not be checked, before they are put into a report."""

    items: tuple[Item, ...]
    faults: tuple[Fault, ...]
    unchecked: tuple[Unchecked, ...]
    missing: bool  # whether cards that are missing are all that is wrong


class Found(NamedTuple):
    """What one limit found."""

    faults: tuple[Fault, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()
    short: int = 0  # how many cards are missing


def check(deck: Deck, limits: Limits, cards: Cards | None = None, lists: Sequence[KeyedList] = ()) -> Checked:
    """Judge a deck by every limit of its game, by limit lists, and by what its own cards change."""
    items = tuple(numbered(list(items_of(deck, limits, cards)), limits))
    changes = changes_of(items, limits)
    whole = not deck.problems  # a line that could not be read may be any card: nothing is surely missing
    found = [by_limit(row, deck, items, limits, changes, whole) for row in limits.rows]
    found += [by_limit(row, deck, own_copies(items, key), limits, changes, whole) for row, key in changes.rows]
    faults = [from_problem(one) for one in (*deck.problems, *aside(deck, limits), *deck.remarks)]
    faults += unknown_cards(deck, items, cards)
    own = written(deck)
    if own:
        by_card = keyed(own, limits, cards)
        faults += unknown_entries(deck, unanswered(by_card, items, limits), cards)
        lists = (*lists, by_card)
    faults += listed(deck, items, limits, lists)
    faults += (fault for one in found for fault in one.faults)
    unchecked = tuple(note for one in found for note in one.unchecked) + identities(items, limits)
    errors = [one for one in faults if one.severity == "error"]
    short = sum(len(one.faults) for one in found if one.short)
    return Checked(items, tuple(sorted(faults, key=_order)), unchecked,
                   bool(errors) and len(errors) == short and has_room(items, found, limits))  # fmt: skip


_SEVERITIES = ("error", "unsure", "warning")


def _order(fault: Fault) -> tuple[int, int, int]:
    return _SEVERITIES.index(fault.severity), fault.line, fault.column


def own_copies(items: Sequence[Item], key: str) -> Sequence[Item]:
    """The items that a card's restriction counts: its own copies, or all where it describes which."""
    return [one for one in items if one.key == key] if key else items


def from_problem(problem: Problem) -> Fault:
    """What reading a file found, as a fault of the deck."""
    code = problem.key if problem.key in ("aside", "unknown-section") else "bad-line"
    return Fault(code, problem.article, problem.severity, problem.message, problem.found, problem.expected, (),
                 problem.file, problem.line, problem.column, problem.hint)  # fmt: skip


# --- one limit -----------------------------------------------------------------------------------
def by_limit(
    limit: Limit, deck: Deck, items: Sequence[Item], limits: Limits, changes: Changes, whole: bool
) -> Found:
    """What one limit finds: of all cards together, or of the copies of each."""
    if limit.each:
        return by_copies(limit, deck, items, limits, changes)
    count = tally(limit, items, limits)
    if limit.at_most is not None and count.low > limit.at_most:
        return Found((excess(limit, deck, count, limits, changes),))
    if whole and limit.at_least is not None and count.high < limit.at_least:
        return Found((shortage(limit, deck, count),), short=limit.at_least - count.high)
    return undecided(limit, deck, count, limits)


def undecided(limit: Limit, deck: Deck, count: Tally, limits: Limits) -> Found:
    """A limit that holds or not by what the card data leave open."""
    over = limit.at_most is not None and count.high > limit.at_most
    under = limit.at_least is not None and count.low < limit.at_least
    if not over and not under:
        return Found()
    if over and limit.at_most is not None and count.low + total(count.unsure) > limit.at_most:
        return Found((unsure(limit, deck, count),))
    return Found(unchecked=blank(limit, total(count.unknown)))


def blank(limit: Limit, cards: int) -> tuple[Unchecked, ...]:
    """That a limit could not be checked, for so many cards of which nothing is known."""
    if not cards:
        return ()
    why = f"{limit.demand}: nothing is known of {cards} {'card' if cards == 1 else 'cards'}"
    return (Unchecked(limit.code, limit.rule, why),)


def excess(limit: Limit, deck: Deck, count: Tally, limits: Limits, changes: Changes) -> Fault:
    """Too many cards."""
    number = str(count.low) if count.low == count.high else f"at least {count.low}"
    message = f"{number} {limit.things[count.low != 1]}"
    also = (*limit.also, *articles_of_added(limit, count.sure, limits), *forbidden(limit, count.sure, limits, changes))
    concerned = count.sure if limit.where or limit.different else ()
    place = crossing(count.sure or count.unknown, limit.at_most or 0)
    return fault(limit, deck, "unsure" if limit.doubt else "error", message, count.low, concerned, place, also)


def shortage(limit: Limit, deck: Deck, count: Tally) -> Fault:
    """Too few cards."""
    number = str(count.high) if count.low == count.high else f"at most {count.high}"
    message = f"{number} {limit.things[count.high != 1]}"
    place = next((deck.headings[head] for head in deck.headings if head in limit.parts), None)
    place = place or next(((one.line.line, one.line.column) for one in count.sure), (1, 1))
    return fault(limit, deck, "error", message, count.high, (), place, (*limit.also, *limit.also_short))


def unsure(limit: Limit, deck: Deck, count: Tally) -> Fault:
    """Too many cards if those that only mention the word have it."""
    most = count.low + total(count.unsure)
    message = (
        f"up to {most} {limit.things[1]}: {count.low} surely, "
        f"of {total(count.unsure)} the card data only say that their text mentions it"
    )
    concerned = (*count.sure, *count.unsure)
    return fault(limit, deck, "unsure", message, most, concerned, crossing(concerned, limit.at_most or 0), limit.also)


def fault(
    limit: Limit, deck: Deck, severity: str, message: str, found: int, concerned: Iterable[Item],
    place: tuple[int, int], also: tuple[str, ...],
) -> Fault:  # fmt: skip
    """A fault of a limit."""
    return Fault(limit.code, limit.rule, severity, message, found, limit.allowed, concern(concerned),
                 deck.file, *place, also=also)  # fmt: skip


def crossing(items: Iterable[Item], most: int) -> tuple[int, int]:
    """Where the first card stands that is one too many, in the order of the file."""
    seen, place = 0, (1, 1)
    for item in sorted(items, key=lambda one: (one.line.line, one.line.column)):
        seen += item.line.count
        place = (item.line.line, item.line.column)
        if seen > most:
            break
    return place


def concern(items: Iterable[Item]) -> tuple[Concerned, ...]:
    """The cards of some lines, each once, with all its lines."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(item.key, []).append(item)
    return tuple(
        Concerned(
            group[0].line.card or (group[0].card.id if group[0].card else ""),
            group[0].line.name or (group[0].card.name if group[0].card else ""),
            total(group),
            tuple(dict.fromkeys(one.line.line for one in group)),
        )
        for group in groups.values()
    )


def articles_of_added(limit: Limit, items: Iterable[Item], limits: Limits) -> Iterator[str]:
    """The articles by which values count that no card prints (2-1-3 and its like)."""
    for attribute, article in limits.building.get("added", {}).items():
        wanted = set(map(str, as_list((limit.where or {}).get(attribute, ()))))
        if wanted & {str(one) for item in items if item.card for one in added(item.card, attribute)}:
            yield article


def forbidden(limit: Limit, items: Iterable[Item], limits: Limits, changes: Changes) -> tuple[str, ...]:
    """The article by which a card's restriction goes before what another card allows."""
    allowed = limit.code == "building" and any(list(raised(item, changes)) for item in items)
    return (limits.building["forbidden"],) if allowed else ()


# --- the copies of each card -----------------------------------------------------------------------
def by_copies(limit: Limit, deck: Deck, items: Sequence[Item], limits: Limits, changes: Changes) -> Found:
    """Too many copies of one card, over all its lines, printings and parts."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        if (item.part in limit.parts) if item.part else any(one in limit.parts for one in limits.open_parts):
            groups.setdefault(item.key, []).append(item)
    freeing = [row for row in limits.rows if limit.code in row.frees]
    faults, unknown = [], 0
    for group in groups.values():
        found = of_one_card(limit, group, freeing, changes, limits)
        if found is Truth.UNKNOWN:
            unknown += total(group)
        elif found is not Truth.NO:
            most, _ = copies_allowed(limit, group[0], changes, limits)
            faults.append(too_many(limit._replace(at_most=most), deck, group, found, limits))
    for words, group in shared(limit, items, limits):
        faults.append(too_many(limit, deck, group, Truth.UNSURE, limits, f"; all of them bear {words}"))
    return Found(tuple(faults), blank(limit, unknown))


def of_one_card(
    limit: Limit, group: Sequence[Item], freeing: Sequence[Limit], changes: Changes, limits: Limits
) -> Truth:
    """Whether there are too many copies of one card."""
    if limit.at_most is None or total(group) <= limit.at_most:
        return Truth.NO
    sure, most = copies_allowed(limit, group[0], changes, limits)
    freed = some(matches(row.where, one.card) for row in freeing for one in group)
    if freed is Truth.YES or total(group) <= sure:
        return Truth.NO
    answers = [matches(limit.where, one.card) for one in group]
    counted = total(one for one, answer in zip(group, answers, strict=True) if answer is Truth.YES)
    possible = total(one for one, answer in zip(group, answers, strict=True) if answer is not Truth.NO)
    if Truth.YES not in answers:
        return some(answers)
    doubtful = Truth.UNSURE in (freed, *answers) or not group[0].sure
    return Truth.YES if counted > most and not doubtful else Truth.UNSURE if possible > sure or counted else Truth.NO


def too_many(
    limit: Limit, deck: Deck, group: Sequence[Item], found: Truth, limits: Limits, why: str = ""
) -> Fault:
    """Too many copies of one card, surely or perhaps."""
    count = total(group)
    names = list(dict.fromkeys(map(label, group)))
    message = f"{count} {limit.things[count != 1]} of {', '.join(names)}"
    if len(names) > 1 and not why:
        message += f", {limits.identity['same']}"
    if found is Truth.UNSURE:
        message += why or ("; the card data do not settle it" if group[0].sure else "; whether they are one card is not known")
    severity = "error" if found is Truth.YES else "unsure"
    return fault(limit, deck, severity, message, count, group, crossing(group, limit.at_most or 0), limit.also)


def identities(items: Sequence[Item], limits: Limits) -> tuple[Unchecked, ...]:
    """What cannot be said of copies when the rulebook's own way of telling cards apart is not known."""
    cards = total(one for one in items if not one.sure)
    if not cards:
        return ()
    why = f"other printings count apart: the {' and '.join(limits.identity['by'])} of {cards} cards is not known"
    return (Unchecked("identity", limits.identity["rule"], why),)


def has_room(items: Sequence[Item], found: Iterable[Found], limits: Limits) -> bool:
    """Whether what is missing can be added without taking anything out."""
    missing = {fault.code: one.short for one in found if one.short for fault in one.faults}
    for row in limits.rows:
        if row.code in missing and row.where is not None:
            room = max((bounds(part, limits)[1] - total(one for one in items if one.part == part) for part in row.parts), default=0)
            if room < missing[row.code]:
                return False
    return True
