"""The validator: finds every fault of a deck in one run, by the limits of its game and by limit lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from judge.cards.card import Card, Cards, as_list
from judge.cards.lists import LimitList
from judge.decks.copies import Changes, by_copies, changes_of, raised, unread_texts, with_texts
from judge.decks.deck import Deck
from judge.decks.faults import Found, blank, concern, crossing, fault
from judge.decks.items import (
    Item,
    Tally,
    aside,
    bounds,
    fold_names,
    grouped,
    items_of,
    label,
    numbered,
    tally,
    total,
)
from judge.decks.limit_list import KeyedList, keyed, listed, overspent, unanswered, written
from judge.decks.limits import Limit, Limits, given
from judge.decks.own_cards import not_believed
from judge.decks.report import SEVERITIES, Fault, Unchecked
from judge.decks.selection import Selector, Truth, described, every, matches, without_added
from judge.decks.speech import cards as so_many
from judge.decks.speech import counted, day, of_book, phrased, recognised
from judge.decks.unknown_names import unknown_cards, unknown_entries
from judge.errors import Problem
from judge.text.plain import Fields, Json
from judge.text.rows import NamedTuple


# --- Cards that may not be played at an event: of another pool, as those of another region or game, of
# a kind that its limit list excludes, or released after its day.
def outside(
    deck: Deck, items: Sequence[Item], limits: Limits, cards: Cards | None, series: str
) -> Iterator[Fault]:
    """A fault for each card outside the pool of a list's series; none for a series that the rulebook does not
    know.
    """
    wanted = of_series(limits.lists.get("pools", {}), series)
    if wanted is None:
        return
    for group in grouped(items, lambda item: item.key).values():
        pools = pools_of(group, limits, cards)
        if pools and not allowed(pools, wanted, limits.lists):
            yield not_in_pool(deck, group, pools, series, limits)


def left_out(deck: Deck, items: Sequence[Item], limits: Limits, limit_list: LimitList) -> Found:
    """A fault for each card of a kind that the list excludes. For a list of points that does not say which
    kinds it excludes, the note that only points were checked.
    """
    rule = str(limits.lists.get("points" if limit_list.cap else "rule", ""))
    where = limit_list.excludes or of_series(limits.lists.get("excluded", {}), limit_list.series)
    if not where:
        only = Unchecked("only-points", rule, phrased("unchecked.only-points", list=limit_list.name))
        return Found(unchecked=(only,) if limit_list.cap else ())
    faults: list[Fault] = []
    unknown = 0
    for group in grouped(items, lambda item: item.key).values():
        answer = every(matches(where, item.card) for item in group)
        if answer is Truth.UNKNOWN:
            unknown += total(group)
        elif answer is not Truth.NO:
            faults.append(excluded(deck, group, where, limit_list, rule, answer))
    if not unknown:
        return Found(tuple(faults))
    why = phrased("unchecked.kinds", cards=so_many(unknown), kinds=described(where), list=limit_list.name)
    return Found(tuple(faults), (Unchecked("excluded", rule, why),))


def excluded(
    deck: Deck, group: Sequence[Item], where: Selector, limit_list: LimitList, rule: str, answer: Truth
) -> Fault:
    """The fault of a card of an excluded kind."""
    first = group[0].line
    message = phrased("finding.excluded", card=label(group[0]), kinds=described(where), list=limit_list.name)
    severity = "error" if answer is Truth.YES else "unsure"
    place = (deck.file, first.line, first.column)
    count, none = total(group), phrased("bound.none")
    return Fault("excluded", rule, severity, message, count, none, concern(group), *place)


def of_series(table: Mapping[str, object], series: str) -> Json:
    """The row of a table for a series. A series may have several words, as "TCG Traditional" has: the first
    word that has a row counts. None where none has one.
    """
    rows = {name.casefold(): row for name, row in table.items()}
    return next((rows[word] for word in series.casefold().split() if word in rows), None)


def pools_of(group: Sequence[Item], limits: Limits, cards: Cards | None) -> list[str]:
    """The pools that a card is in by any of its printings at hand; none when nothing is known."""
    every = printings(group, limits, cards)
    return list(dict.fromkeys(str(pool) for card in every for pool in as_list(card.data.get("pool", ()))))


def printings(group: Sequence[Item], limits: Limits, cards: Cards | None) -> Iterator[Card]:
    """The cards of some lines, each with the one whose artwork it is another of."""
    for item in group:
        if item.card is not None:
            yield item.card
            whose = original(item.card, limits, cards)
            yield from (whose,) if whose is not None else ()


def original(card: Card, limits: Limits, cards: Cards | None) -> Card | None:
    """The card whose artwork this is another of."""
    number = str(card.data.get(limits.lists.get("printing", ""), ""))
    return cards.find(number) if cards is not None and number and number != card.id else None


def allowed(pools: Sequence[str], wanted: Sequence[str], rules: Fields) -> bool:
    """Is a card of these pools in one that is wanted, and in none that bars it from events?"""
    return bool(set(pools) & set(wanted)) and not set(pools) & set(rules.get("barred_pools", ()))


def not_in_pool(
    deck: Deck, group: Sequence[Item], pools: Sequence[str], series: str, limits: Limits
) -> Fault:
    """The fault of a card outside the pool."""
    told = ", ".join(pools)
    message = phrased("finding.pool", card=label(group[0]), series=series, pools=told)
    return by_pool("pool", deck, group, message, limits)._replace(found=told, allowed=series)


def by_pool(code: str, deck: Deck, group: Sequence[Item], message: str, limits: Limits) -> Fault:
    """An error by the article on pools, where the deck has the card first."""
    first, rule = group[0].line, str(limits.lists.get("pool", ""))
    place = (deck.file, first.line, first.column)
    return Fault(code, rule, "error", message, "", "", concern(group), *place)


def too_new(deck: Deck, items: Sequence[Item], limits: Limits, date: str, series: str) -> Iterator[Fault]:
    """A finding for each card that was released after the day of the event, as far as the data say."""
    if not date:
        return
    for group in grouped(items, lambda entry: entry.key).values():
        days = [known for item in group if (known := released(item.card, limits, series))]
        if days and min(days) > date:
            out = day(min(days))
            message = phrased("finding.too-new", card=label(group[0]), day=out)
            finding = by_pool("too-new", deck, group, message, limits)
            yield finding._replace(severity="unsure", found=out, allowed=phrased("bound.by", day=day(date)))


def released(card: Card | None, limits: Limits, series: str) -> str:
    """The day on which a card was released for a series; "" where the data do not say."""
    key = of_series(limits.lists.get("released", {}), series) or "released"
    return str(card.data.get(key) or card.data.get("released") or "") if card is not None else ""


class Checked(NamedTuple):
    """A deck's faults and what could not be checked, before they are put into a report."""

    items: tuple[Item, ...]
    faults: tuple[Fault, ...]
    unchecked: tuple[Unchecked, ...]
    missing: bool  # whether cards that are missing are all that is wrong


def check(
    deck: Deck, limits: Limits, cards: Cards | None = None, lists: Sequence[KeyedList] = (), date: str = ""
) -> Checked:
    """Judge a deck by every limit of its game, by limit lists, by the day of its event,
    and by what its own cards change.
    """
    items = tuple(numbered(with_texts(list(items_of(deck, limits, cards)), limits), limits))
    findings = by_limits(deck, items, limits)
    if not items and not deck.problems and not any(finding.short for finding in findings):
        findings.append(Found((without_cards(deck),), short=1))
    faults = [from_problem(problem) for problem in (*deck.problems, *aside(deck, limits), *deck.remarks)]
    faults += unknown_cards(deck, items, cards)
    faults += not_believed(deck, items, limits, cards)
    faults += unread_texts(deck, items, limits)
    of_lists = list(by_lists(deck, items, limits, cards, lists))
    faults += [fault for finding in of_lists for fault in finding.faults]
    faults += too_new(deck, items, limits, date, next((by_key.limit_list.series for by_key in lists), ""))
    younger = next((by_key for by_key in lists if by_key.younger), None)
    if younger is not None:
        faults = [excused(flaw) for flaw in faults]
    faults += without_doubts([fault for finding in findings for fault in finding.faults], limits)
    unchecked = tuple(note for finding in (*findings, *of_lists) for note in finding.unchecked)
    unchecked += (*identities(items, limits), *outdated(faults, younger, limits))
    errors = sum(flaw.severity == "error" for flaw in faults)
    short = sum(len(finding.faults) for finding in findings if finding.short)
    missing = 0 < errors == short and has_room(items, findings, limits)
    return Checked(items, tuple(sorted(faults, key=_order)), unchecked, missing)


def without_cards(deck: Deck) -> Fault:
    """The fault of a deck without cards, for a game whose articles ask for no number of them."""
    message, allowed = phrased("finding.no-cards"), phrased("bound.at-least", number=1)
    return Fault("no-cards", "", "error", message, 0, allowed, (), deck.file, 1, 1)


_YOUNGER: Final = ("unknown-card", "pool")  # the faults that newer card data may settle


def excused(fault: Fault) -> Fault:
    """A fault, unsure where the card data are older than the limit list and the card may be newer."""
    return fault._replace(severity="unsure") if fault.code in _YOUNGER else fault


def outdated(faults: Iterable[Fault], younger: KeyedList | None, limits: Limits) -> Iterator[Unchecked]:
    """The note that cards may be unknown, or count as not released, because the card data are older than the
    limit list.
    """
    if younger is None or not any(flaw.code in _YOUNGER for flaw in faults):
        return
    days = {"list": younger.limit_list.name, "day": day(younger.known_until) if younger.known_until else ""}
    key = "unchecked.outdated" if younger.known_until else "unchecked.older"
    yield Unchecked("card-data", str(limits.lists.get("pool", "")), phrased(key, **days))


def by_limits(deck: Deck, items: Sequence[Item], limits: Limits) -> list[Found]:
    """The findings of each limit of the game, and of each restriction that a card of the deck makes."""
    changes = changes_of(items, limits)
    whole = not deck.problems  # a line that could not be read may be any card: nothing is surely missing
    findings = [by_limit(row, deck, items, limits, changes, whole) for row in limits.rows]
    for row, key in changes.rows:  # a restriction with a key counts only that card's copies
        counted_items = [item for item in items if item.key == key] if key else items
        findings.append(by_limit(row, deck, counted_items, limits, changes, whole))
    return findings


def by_lists(
    deck: Deck, items: Sequence[Item], limits: Limits, cards: Cards | None, lists: Sequence[KeyedList]
) -> Iterator[Found]:
    """The findings of each limit list, also of the one in the deck's own file."""
    own = written(deck)
    if own:
        by_card = keyed(own, limits, cards, fold_names(deck, limits))
        yield Found(tuple(unknown_entries(deck, unanswered(by_card, items, limits), cards)))
        lists = (*lists, by_card)
    for by_key in lists:
        by_points = by_key.limit_list.cap > 0
        over = overspent(deck, items, limits, by_key) if by_points else listed(deck, items, limits, (by_key,))
        yield Found((*over, *outside(deck, items, limits, cards, by_key.limit_list.series)))
        yield left_out(deck, items, limits, by_key.limit_list)


def without_doubts(faults: Sequence[Fault], limits: Limits) -> list[Fault]:
    """The faults, without doubts about the copies of a card that certainly has too many."""
    codes = {row.code for row in limits.rows if row.each}
    sure = {flaw.cards for flaw in faults if flaw.severity == "error" and flaw.code in codes}
    return [
        flaw
        for flaw in faults
        if flaw.severity != "unsure" or flaw.code not in codes or flaw.cards not in sure
    ]


def _order(fault: Fault) -> tuple[int, int, int]:
    return SEVERITIES.index(fault.severity), fault.line, fault.column


def from_problem(problem: Problem) -> Fault:
    """A problem of the file as a fault of the deck."""
    problem = recognised(problem)
    code = problem.key if problem.key in ("aside", "unknown-section") else "bad-line"
    told = (problem.article, problem.severity, problem.message, problem.found, problem.expected)
    return Fault(code, *told, (), problem.file, problem.line, problem.column, problem.hint)


# --- one limit -----------------------------------------------------------------------------------
def by_limit(
    limit: Limit, deck: Deck, items: Sequence[Item], limits: Limits, changes: Changes, whole: bool
) -> Found:
    """The findings of one limit: about all cards together, or about the copies of each."""
    if limit.each:
        return by_copies(limit, deck, items, limits, changes)
    count = tally(limit, subject_to(limit, items, limits), limits)
    if limit.at_most is not None and count.low > limit.at_most:
        return Found((excess(limit, deck, count, limits, changes),))
    if whole and limit.at_least is not None and count.high < limit.at_least:
        return Found((shortage(limit, deck, count),), short=limit.at_least - count.high)
    return undecided(limit, deck, count, limits)


def subject_to(limit: Limit, items: Sequence[Item], limits: Limits) -> Sequence[Item]:
    """The items that no other limit surely frees from this one."""
    freeing = limits.freeing(limit)
    if not freeing:
        return items
    return [item for item in items if not any(matches(row.where, item.card) is Truth.YES for row in freeing)]


def undecided(limit: Limit, deck: Deck, count: Tally, limits: Limits) -> Found:
    """The findings of a limit that neither surely holds nor surely fails."""
    over = limit.at_most is not None and count.high > limit.at_most
    under = limit.at_least is not None and count.low < limit.at_least
    if not over and not under:
        return Found()
    if over and limit.at_most is not None and count.low + total(count.unsure) > limit.at_most:
        return Found((unsure(limit, deck, count),))
    return Found(unchecked=blank(limit, count.unknown, limits))


def excess(limit: Limit, deck: Deck, count: Tally, limits: Limits, changes: Changes) -> Fault:
    """Too many cards."""
    message = counted(count.low, limit.things)
    message = phrased("finding.surely", things=message) if count.low < count.high else message
    added_by = articles_of_added(limit, count.sure, limits)
    kinds = articles_of_kinds(limit, count.sure)
    also = (*limit.also, *added_by, *forbidden(count.sure, limits, changes), *kinds)
    concerned = count.sure if limit.where or limit.different else ()
    place = crossing(count.sure or count.unknown, limit.at_most or 0)
    severity = "unsure" if limit.doubt else "error"
    return fault(limit, deck, severity, message, count.low, concerned, place, also)


def shortage(limit: Limit, deck: Deck, count: Tally) -> Fault:
    """Too few cards."""
    message = counted(count.high, limit.things)
    message = phrased("finding.perhaps", things=message) if count.low < count.high else message
    place = next((deck.headings[head] for head in deck.headings if head in limit.parts), None)
    place = place or next(((item.line.line, item.line.column) for item in count.sure), (1, 1))
    return fault(limit, deck, "error", message, count.high, (), place, (*limit.also, *limit.also_short))


def unsure(limit: Limit, deck: Deck, count: Tally) -> Fault:
    """Too many cards if those that only mention the word have it."""
    mention = total(count.unsure)
    most = count.low + mention
    told = {"number": most, "things": of_book(limit.things[1]), "sure": count.low, "unsure": mention}
    message = phrased("finding.unsure", **told)
    concerned = (*count.sure, *count.unsure)
    place = crossing(concerned, limit.at_most or 0)
    return fault(limit, deck, "unsure", message, most, concerned, place, limit.also)


def articles_of_added(limit: Limit, items: Iterable[Item], limits: Limits) -> Iterator[str]:
    """The articles that add values to what a card prints (such as 2-1-3), where only these values make the
    card answer the limit.
    """
    cards = [item.card for item in items if item.card and "adds" in item.card.data] if limit.where else []
    for attribute, article in limits.building.get("added", {}).items():
        if any(matches(limit.where, without_added(card, attribute)) is not Truth.YES for card in cards):
            yield article


def articles_of_kinds(limit: Limit, items: Iterable[Item]) -> Iterator[str]:
    """Further articles for some of the cards counted."""
    for row in limit.also_where:
        if any(matches(row["where"], item.card) is Truth.YES for item in items):
            yield row["rule"]


def forbidden(items: Iterable[Item], limits: Limits, changes: Changes) -> tuple[str, ...]:
    """The article by which a limit goes before an ability that allows these cards."""
    allowed = "forbidden" in limits.building and any(list(raised(item, changes)) for item in items)
    return (limits.building["forbidden"],) if allowed else ()


def identities(items: Sequence[Item], limits: Limits) -> tuple[Unchecked, ...]:
    """The note that copies could not be counted surely, where the data lack what the rulebook tells cards
    apart by.
    """
    unsure = total(item for item in items if not item.sure)
    if not unsure:
        return ()
    why = phrased("unchecked.given", given=given(limits), cards=so_many(unsure))
    whole = phrased("join.colon", a=phrased("unchecked.identity"), b=why)
    return (Unchecked("identity", limits.identity["rule"], whole, why),)


def has_room(items: Sequence[Item], findings: Iterable[Found], limits: Limits) -> bool:
    """Whether what is missing can be added without taking anything out."""
    missing = {fault.code: finding.short for finding in findings if finding.short for fault in finding.faults}
    needed: dict[tuple[str, ...], int] = {}
    for row in limits.rows:
        if row.code in missing and row.where is not None:
            needed[row.parts] = needed.get(row.parts, 0) + missing[row.code]
    return all(room(parts, items, limits) >= count for parts, count in needed.items())


def room(parts: Sequence[str], items: Sequence[Item], limits: Limits) -> int:
    """How many cards can be added to some parts."""
    return sum(bounds(part, limits)[1] - total(item for item in items if item.part == part) for part in parts)
