"""Cards that may not be played at an event: of another pool, as those of another region or game, of a kind
that its limit list excludes, or released after its day.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.cards.card import Card, Cards, as_list
from judge.cards.lists import LimitList
from judge.decks.deck import Deck
from judge.decks.faults import Found, concern
from judge.decks.items import Item, grouped, label, total
from judge.decks.limits import Limits
from judge.decks.report import Fault, Unchecked
from judge.decks.selection import Selector, Truth, described, every, matches
from judge.decks.speech import cards as so_many
from judge.decks.speech import day, phrased
from judge.text.plain import Fields, Json


def outside(
    deck: Deck, items: Sequence[Item], limits: Limits, cards: Cards | None, series: str
) -> Iterator[Fault]:
    """A fault for each card outside the pool of a list's series; none for a series that the rulebook does not
    know.
    """
    wanted = of_series(limits.lists.get("pools", {}), series)
    if wanted is None:
        return
    for group in grouped(items, lambda one: one.key).values():
        found = pools_of(group, limits, cards)
        if found and not allowed(found, wanted, limits.lists):
            yield not_in_pool(deck, group, found, series, limits)


def left_out(deck: Deck, items: Sequence[Item], limits: Limits, one: LimitList) -> Found:
    """A fault for each card of a kind that the list excludes. For a list of points that does not say which
    kinds it excludes, the note that only points were checked.
    """
    rule = str(limits.lists.get("points" if one.cap else "rule", ""))
    where = one.excludes or of_series(limits.lists.get("excluded", {}), one.series)
    if not where:
        only = Unchecked("only-points", rule, phrased("unchecked.only-points", list=one.name))
        return Found(unchecked=(only,) if one.cap else ())
    found: list[Fault] = []
    unknown = 0
    for group in grouped(items, lambda one: one.key).values():
        answer = every(matches(where, one.card) for one in group)
        if answer is Truth.UNKNOWN:
            unknown += total(group)
        elif answer is not Truth.NO:
            found.append(excluded(deck, group, where, one, rule, answer))
    if not unknown:
        return Found(tuple(found))
    why = phrased("unchecked.kinds", cards=so_many(unknown), kinds=described(where), list=one.name)
    return Found(tuple(found), (Unchecked("excluded", rule, why),))


def excluded(
    deck: Deck, group: Sequence[Item], where: Selector, one: LimitList, rule: str, answer: Truth
) -> Fault:
    """The fault of a card of an excluded kind."""
    first = group[0].line
    message = phrased("finding.excluded", card=label(group[0]), kinds=described(where), list=one.name)
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


def allowed(found: Sequence[str], wanted: Sequence[str], rules: Fields) -> bool:
    """Is a card of these pools in one that is wanted, and in none that bars it from events?"""
    return bool(set(found) & set(wanted)) and not set(found) & set(rules.get("barred_pools", ()))


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
    for group in grouped(items, lambda one: one.key).values():
        days = [known for item in group if (known := released(item.card, limits, series))]
        if days and min(days) > date:
            out = day(min(days))
            message = phrased("finding.too-new", card=label(group[0]), day=out)
            found = by_pool("too-new", deck, group, message, limits)
            yield found._replace(severity="unsure", found=out, allowed=phrased("bound.by", day=day(date)))


def released(card: Card | None, limits: Limits, series: str) -> str:
    """The day on which a card was released for a series; "" where the data do not say."""
    key = of_series(limits.lists.get("released", {}), series) or "released"
    return str(card.data.get(key) or card.data.get("released") or "") if card is not None else ""
