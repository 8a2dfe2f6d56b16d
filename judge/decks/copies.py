"""Limits on the copies of a card: counts them over all lines, printings and parts, finds where it is not sure
that lines are the same card, and applies abilities that change how many are allowed.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from judge.cards.believed import believed
from judge.cards.card import Card, as_list
from judge.cards.sentences import DECK, Printed, Texts, settled_limits
from judge.cards.values import ANY, Wrong, building
from judge.cards.vocabulary import Vocabulary, lines_of, load_vocabulary
from judge.decks.deck import Deck
from judge.decks.faults import Found, blank, concern, crossing, fault
from judge.decks.items import Item, alike, grouped, label, total, within
from judge.decks.limits import Limit, Limits, fold_number, given
from judge.decks.report import Fault
from judge.decks.selection import Selector, Truth, described, every, matches, some, values_of
from judge.decks.speech import counted, joined, of_book, phrased
from judge.text.folded_words import fold
from judge.text.plain import Fields
from judge.text.rows import NamedTuple


# --- abilities that change how a deck is built ---------------------------------------------------------
# "You may include X", "you may include only X", "you may not include X". Such an ability replaces a rule of
# construction while the deck is made (dbs 5-1-3-2). Where one card allows more and another forbids it, what
# forbids goes first (1-3-3).
class Changes(NamedTuple):
    """What the cards of one deck change: more copies of some cards, and further limits."""

    # Each allowance: the cards that it is for (None: only the card whose key follows), a key, how many
    # copies.
    more: tuple[tuple[Selector | None, str, int], ...] = ()
    # Each restriction: a limit, and the key of the card whose own copies it counts; "" for all cards.
    rows: tuple[tuple[Limit, str], ...] = ()
    # Is there a sentence about decks that nobody has read? It may allow more copies of any card.
    open: bool = False


def changes_of(items: Sequence[Item], limits: Limits) -> Changes:
    """Everything that abilities of the deck's cards change. Copies of a card count once."""
    if not limits.building:
        return Changes()
    more: list[tuple[Selector | None, str, int]] = []
    rows: list[tuple[Limit, str]] = []
    for item in {entry.key: entry for entry in reversed(items) if entry.card is not None}.values():
        for ability in item.card.data.get("deck", ()) if item.card else ():
            if "include" in ability:
                copies = ability["include"]
                more.append((_selector(ability, limits), item.key, MANY if copies == ANY else copies))
            else:
                rows.append((_row(ability, item, limits), "" if _selector(ability, limits) else item.key))
    return Changes(tuple(more), tuple(_strictest(rows)), any(item.unread for item in items))


# --- what printed texts say of how a deck is built -----------------------------------------------------
ADDS: Final = "adds"  # the attribute of what abilities add to printed values
GAINING: Final = {"zone", "gain", "attr"}  # the keys of an ability that adds without a condition
EVERYWHERE: Final = "any"  # the zone of an ability that works in all zones, and before the game
MANY: Final = 10**9  # copies


def with_texts(items: Sequence[Item], limits: Limits) -> Sequence[Item]:
    """The items, each card with what its text says of how a deck is built, unless its data say that; and
    where a card speaks of names, characters or origins, each with those that its text adds.
    """
    if not limits.building.get("speaks"):
        return items
    words = load_vocabulary(limits.game)
    ruled = [_ruled(item, words, limits) for item in items]
    asked = [ability for item in ruled if item.card for ability in item.card.data.get(DECK, ())]
    named = {key for ability in asked for key in _attributes(ability)} & limits.building["added"].keys()
    return [_adding(item, words, named) for item in ruled] if named else ruled


def _ruled(item: Item, words: Vocabulary, limits: Limits) -> Item:
    """An item whose card has the deck rules of its text, with the sentences about decks that are not read."""
    card = item.card
    if card is None or DECK in card.data:
        return item
    printed = (line for key in words.texts for line in _spoken(words.game, str(card.data.get(key) or "")))
    if not any(_speaks(line, limits) for line in printed):
        return item
    rules: list[dict[str, object]] = []
    unread: list[str] = []
    for sentence in sentences_of(card, words):
        rows = [row for key, several in sentence.abilities if key == DECK for row in as_list(several)]
        try:
            # What limits skills does so in play; and a Leader begins with its front up.
            known = sentence.settled or bool(sentence.limited_by)
            meant = building(words, rows) if known and not (sentence.side and rows) else None
        except Wrong:
            meant = None  # rows of a rulebook of one's own may say what no deck can be held against
        if meant is not None:
            rules += meant
        elif _speaks(_words_in(sentence.text), limits):
            unread.append(sentence.text)
    return item._replace(card=card._replace(data={**card.data, DECK: rules}), unread=tuple(unread))


def _adding(item: Item, words: Vocabulary, named: Collection[str]) -> Item:
    """An item whose card has the values of these attributes that its text adds wherever it lies."""
    if item.card is None or ADDS in item.card.data:
        return item
    adds: dict[str, list[object]] = {}
    for sentence in sentences_of(item.card, words):
        for _, ability in sentence.abilities if sentence.settled and not sentence.side else ():
            gains = ability if isinstance(ability, Mapping) and ability.keys() == GAINING else {}
            if gains.get("zone") == EVERYWHERE and gains["attr"] in named:
                adds.setdefault(str(gains["attr"]), []).extend(as_list(gains["gain"]))
    return item._replace(card=item.card._replace(data={**item.card.data, ADDS: adds})) if adds else item


def sentences_of(card: Card, words: Vocabulary) -> list[Printed]:
    """The sentences of a card's text as they are believed; none of one without a text."""
    if words.texts[0] not in card.data:
        return []
    return settled_limits(believed(words.game, card, _texts(words.game).of(card)).sentences)


# A card stands in many decks: what it prints is looked through and read once.
@functools.lru_cache(maxsize=8)
def _texts(game: str) -> Texts:
    return Texts(game, None)


@functools.lru_cache(maxsize=16_384)
def _spoken(game: str, text: str) -> tuple[frozenset[str], ...]:
    """The words of each line of a printed text, without what only explains."""
    return tuple(_words_in(line.text) for line in lines_of(load_vocabulary(game), text))


def _words_in(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", fold(text)))


def _speaks(spoken: frozenset[str], limits: Limits) -> bool:
    """May a text with these words be about how a deck is built?"""
    return any(spoken.issuperset(words) for words in limits.building["speaks"])


def _attributes(where: object) -> Iterator[str]:
    """The attributes by which a selector asks, however deep."""
    for key, value in where.items() if isinstance(where, Mapping) else ():
        yield key
        yield from (name for inner in as_list(value) for name in _attributes(inner))


def unread_texts(deck: Deck, items: Sequence[Item], limits: Limits) -> Iterator[Fault]:
    """A doubt for each sentence about decks that is not read."""
    for group in grouped((item for item in items if item.unread), lambda item: item.key).values():
        for text in group[0].unread:
            message = phrased("finding.unread", card=label(group[0]), text=text)
            rule, also = limits.building["rule"], tuple(limits.building["also"])
            place = (deck.file, group[0].line.line, group[0].line.column)
            yield Fault("building", rule, "unsure", message, "", "", concern(group), *place, also=also)


def _strictest(rows: Sequence[tuple[Limit, str]]) -> Iterator[tuple[Limit, str]]:
    """Of several restrictions of the same cards only the strictest: a deck that keeps it keeps the others."""
    groups: dict[str, list[tuple[Limit, str]]] = {}
    for row, key in rows:
        groups.setdefault(repr((row.where, key)), []).append((row, key))
    for group in groups.values():
        yield min(group, key=lambda limit: limit[0].at_most or 0)


def _selector(ability: Fields, limits: Limits) -> Selector | None:
    """The cards that an ability is for, their numbers in the form that counts; None for the card itself."""
    selector: Selector | None = ability.get("forbid", ability.get("of"))
    return None if selector is None else _counting(selector, limits)


def _counting(where: Selector, limits: Limits) -> Selector:
    """A selector with all its card numbers folded, as they are compared; what lies inside it likewise."""
    selector = dict(where)
    for key in where.keys() & {"and", "not"}:
        selector[key] = _counting(where[key], limits)
    if "any" in where:
        selector["any"] = [_counting(inner, limits) for inner in where["any"]]
    if "number" in where and not isinstance(where["number"], Mapping):  # a part of a number has no other form
        selector["number"] = [
            fold_number(limits.pattern, str(number)) or number for number in as_list(where["number"])
        ]
    return selector


def _row(ability: Fields, item: Item, limits: Limits) -> Limit:
    """A card's restriction as a limit like the rulebook's own."""
    where, building = _selector(ability, limits), limits.building
    kind = phrased("finding.kind", kind=described(ability.get("forbid", ability.get("of")))) if where else ""
    lone, several = (phrased("finding.restricted", n=n, card=label(item), kind=kind) for n in (1, 2))
    return Limit(
        "building", building["rule"], tuple(building.get("parts", limits.open_parts)), (lone, several), where,
        at_most=0 if "forbid" in ability else ability["only"], also=tuple(building.get("also", ())),
    )  # fmt: skip


def copies_allowed(limit: Limit, item: Item, changes: Changes, limits: Limits) -> tuple[int, int]:
    """How many copies of a card a limit allows, with what abilities of the deck's cards surely allow, and
    with what they perhaps allow.
    """
    allowed = limit.at_most or 0
    if limit.code != limits.building.get("copies"):
        return allowed, allowed
    raises = list(raised(item, changes))
    sure = max(allowed, *(copies for copies, meant in raises if meant is Truth.YES), 0)
    return sure, max(sure, *(copies for copies, _ in raises), 0)


def raised(item: Item, changes: Changes) -> Iterator[tuple[int, Truth]]:
    """How many copies of a card abilities of the deck's cards allow, and whether they surely mean
    this card.
    """
    for where, key, copies in changes.more:
        meant = matches(where, item.card) if where is not None else Truth.YES if key == item.key else Truth.NO
        if meant is not Truth.NO:
            yield copies, meant


# --- too many copies -----------------------------------------------------------------------------------
class Excess(NamedTuple):
    """Whether there are too many copies of a card, and how many count."""

    sure: Truth
    count: int  # type: ignore[assignment]  # of cards; nobody counts in the tuple


def by_copies(limit: Limit, deck: Deck, items: Sequence[Item], limits: Limits, changes: Changes) -> Found:
    """Too many copies of one card, over all its lines, printings and parts."""
    subject = (item for item in items if within(item, limit.parts, limits) is not Truth.NO)
    faults: list[Fault] = []
    unknown: list[Item] = []
    for group in grouped(subject, lambda item: item.key).values():
        excess = of_one_card(limit, group, deck, changes, limits)
        if excess.sure is Truth.UNKNOWN:
            unknown += (item for item in group if matches(limit.where, item.card) is Truth.UNKNOWN)
        elif excess.sure is not Truth.NO:
            raised = as_raised(limit, group[0], changes, limits)
            faults.append(too_many(raised, deck, group, excess, limits, changes.open))
    faults += by_names(limit, deck, items, limits)
    faults += by_loose_names(limit, deck, items, limits)
    return Found(tuple(faults), blank(limit, unknown, limits))


def of_one_card(limit: Limit, group: Sequence[Item], deck: Deck, changes: Changes, limits: Limits) -> Excess:
    """Whether there are too many copies of one card."""
    if limit.at_most is None or total(group) <= limit.at_most:
        return Excess(Truth.NO, 0)
    sure, most = copies_allowed(limit, group[0], changes, limits)
    freed, beyond = freedom(limit, group, limits)
    if freed is Truth.YES or total(group) <= sure:
        return Excess(Truth.NO, 0)
    answers = [matches(limit.where, item.card) for item in group]
    counted = total(member for member, answer in zip(group, answers, strict=True) if answer is Truth.YES)
    possible = total(member for member, answer in zip(group, answers, strict=True) if answer is not Truth.NO)
    if Truth.YES not in answers:
        return Excess(some(answers), possible)
    open_ = changes.open and limit.code == limits.building.get("copies")
    if counted > max(most, beyond) and not open_ and one_card(group, deck, limits):
        return Excess(Truth.YES, counted)
    # Only some printings answer the limit: whether the others count with them is not said.
    return Excess(Truth.UNSURE, total(group) if counted <= sure < total(group) else possible)


def freedom(limit: Limit, group: Sequence[Item], limits: Limits) -> tuple[Truth, int]:
    """Whether another limit frees a card from this one; and the bound of a limit that perhaps does: more
    copies than both bounds are too many in any case.
    """
    freeing = limits.freeing(limit)
    freed = every(some(matches(row.where, item.card) for row in freeing) for item in group)
    return freed, max((row.at_most or 0 for row in freeing), default=0) if freed is Truth.UNSURE else 0


def as_raised(limit: Limit, item: Item, changes: Changes, limits: Limits) -> Limit:
    """A limit on a card's copies, raised by abilities of the deck's cards and with the article for it."""
    _, most = copies_allowed(limit, item, changes, limits)
    if most == limit.at_most:
        return limit
    return limit._replace(at_most=most, also=(*limit.also, limits.building["rule"]))


def one_card(group: Sequence[Item], deck: Deck, limits: Limits) -> bool:
    """Whether these lines are surely one card: by what the rulebook tells cards apart by, by one number, or
    as one key of a file.
    """
    alone = len(group) == 1 and (deck.format in ("toml", "json") or bool(limits.identity.get("line")))
    numbers = {fold_number(limits.pattern, item.line.card) or item.line.card for item in group}
    return alone or (len(numbers) == 1 and "" not in numbers) or all(item.sure for item in group)


def too_many(
    limit: Limit, deck: Deck, group: Sequence[Item], excess: Excess, limits: Limits, unread: bool
) -> Fault:
    """Too many copies of one card, surely or perhaps; `unread` where a text may allow them."""
    names = list(dict.fromkeys(map(label, group)))
    copies = counted(excess.count, limit.things)
    message = phrased("finding.copies", copies=copies, names=", ".join(names))
    same = (str(limits.identity["rule"]),) if len(names) > 1 else ()
    if same:
        message = phrased("join.comma", a=message, b=of_book(limits.identity["same"]))
    if excess.sure is Truth.UNSURE:
        why = phrased("finding.text") if unread else why_unsure(limit, deck, group, limits)
        message = phrased("join.semicolon", a=message, b=why)
    surely = excess.sure is Truth.YES
    either = perhaps_free(limit, group, limits) if surely else ()
    also = tuple(dict.fromkeys((*limit.also, *same, *either)))
    place = crossing(group, limit.at_most or 0)
    return fault(limit, deck, "error" if surely else "unsure", message, excess.count, group, place, also)


def perhaps_free(limit: Limit, group: Sequence[Item], limits: Limits) -> Iterator[str]:
    """The articles that perhaps free a card from a limit."""
    for row in limits.freeing(limit):
        if any(matches(row.where, item.card) is Truth.UNSURE for item in group):
            yield row.rule


def why_unsure(limit: Limit, deck: Deck, group: Sequence[Item], limits: Limits) -> str:
    """What would have to be known to say whether there are too many copies."""
    if not one_card(group, deck, limits):
        return phrased("finding.one-card", given=given(limits))
    freeing = limits.freeing(limit)
    if any(some(matches(row.where, item.card) for row in freeing) is Truth.UNSURE for item in group):
        things = joined("join.or", [of_book(row.things[1]) for row in freeing])
        return phrased("finding.mentions", things=things)
    return phrased("finding.for-all")


def by_names(limit: Limit, deck: Deck, items: Sequence[Item], limits: Limits) -> Iterator[Fault]:
    """Doubts about cards that share one name and title, and together are too many: further names may make
    them different cards.
    """
    for group in shared(limit, items, limits):
        names = ", ".join(dict.fromkeys(map(label, group)))
        told = phrased("finding.shared", number=total(group), names=names)
        yield doubtful(limit, deck, group, told)


def doubtful(limit: Limit, deck: Deck, group: Sequence[Item], told: str) -> Fault:
    """The doubt whether copies are of one card."""
    count, place = total(group), crossing(group, limit.at_most or 0)
    return fault(limit, deck, "unsure", told, count, group, place, limit.also)


def by_loose_names(limit: Limit, deck: Deck, items: Sequence[Item], limits: Limits) -> Iterator[Fault]:
    """Doubts about lines that have only a name, where other lines give that name a number: if both are one
    card, there are too many copies.
    """
    if limit.at_most is None or limit.where is not None or "number" not in limits.identity["by"]:
        return
    by_name = numbered_by_name(items)
    unnumbered = (item for item in items if not item.sure and not item.key.startswith("#"))
    for key, group in grouped(unnumbered, lambda item: item.key).items():
        most = by_name.get(key, ())
        if most and total(group) <= limit.at_most < total(group) + total(most):
            both = (*most, *group)
            names = ", ".join(dict.fromkeys(map(label, both)))
            why = why_unsure(limit, deck, both, limits)
            told = phrased("finding.loose", number=total(both), names=names, why=why)
            yield doubtful(limit, deck, both, told)


def numbered_by_name(items: Sequence[Item]) -> dict[str, Sequence[Item]]:
    """For each name that stands beside a number: the lines of that name's number with the most copies."""
    named = grouped((item for item in items if item.key.startswith("#")), lambda item: alike(item.line.name))
    return {
        name: max(grouped(some, lambda item: item.key).values(), key=total) for name, some in named.items()
    }


# --- cards with several names, which may be the same card as one that has only some of them ------------
def shared(limit: Limit, items: Sequence[Item], limits: Limits) -> Iterator[list[Item]]:
    """Groups of cards that have a name and title in common, with too many copies together, though no two of
    them need be the same card. Only for a game whose identity says `several`: there a card may have several
    names.
    """
    if limit.at_most is None or not limits.identity.get("several"):
        return
    bearers: dict[tuple[str, ...], list[Item]] = {}
    for item in items:
        for values in borne(item, limits):
            bearers.setdefault(values, []).append(item)
    groups = {tuple(map(id, group)): group for group in bearers.values()}  # one group for all that they share
    for group in groups.values():
        if (
            len({member.key for member in group}) > 1
            and sum(member.line.count for member in group) > limit.at_most
        ):
            yield group


def borne(item: Item, limits: Limits) -> Iterator[tuple[str, ...]]:
    """Each combination of a card's values of the attributes that tell cards apart; none where one value is
    not known.
    """
    if item.card is not None:
        values = [
            dict.fromkeys(alike(str(value)) for value in values_of(item.card, name))
            for name in limits.identity["by"]
        ]
        yield from product(*values)
