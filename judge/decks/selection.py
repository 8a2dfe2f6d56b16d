"""Selectors: descriptions of cards in a rulebook. Whether a card answers one is yes, no, unsure (its source
only mentions the word) or unknown; and how a selector reads in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Final

from judge.cards.card import Card, as_list
from judge.decks.speech import joined, of_attribute, of_book, phrased
from judge.text.folded_words import fold
from judge.text.plain import Fields, TomlValue
from judge.text.said import Said

Selector = Fields
_OR: Final = "join.or"
_AND: Final = "join.and"


class Truth(Enum):
    """How certain a statement about a card is."""

    NO = "no"
    YES = "yes"
    UNSURE = "unsure"  # the source only found the word in the card's text
    UNKNOWN = "unknown"  # no source says


# The key in the data of a card that is described wholly: an attribute that is not there the card has not. Its
# value lists the attributes that every card has, which may be left out of a description all the same.
WHOLE: Final = "whole"
MANY: Final = "many"  # under it an attribute, of which a card has several values
KEYWORDS: Final = "keywords"  # the attribute of the keywords that a card surely has


def every(truths: Iterable[Truth]) -> Truth:
    """Whether all hold: one NO settles it, then one that nobody knows, then one that is unsure."""
    return _strongest(truths, Truth.NO, Truth.YES)


def some(truths: Iterable[Truth]) -> Truth:
    """Whether one holds: one YES settles it, then one that nobody knows, then one that is unsure."""
    return _strongest(truths, Truth.YES, Truth.NO)


def _strongest(truths: Iterable[Truth], settles: Truth, weakest: Truth) -> Truth:
    strongest = weakest
    for truth in truths:
        if truth is settles:
            return truth
        if truth is Truth.UNKNOWN or strongest is weakest:
            strongest = truth
    return strongest


def matches(where: Selector | None, card: Card | None) -> Truth:
    """Whether a card answers a selector: every key of it must hold."""
    if not where:
        return Truth.YES
    if len(where) == 1:
        ((key, wanted),) = where.items()
        return _holds(key, wanted, card)
    return every(_holds(key, wanted, card) for key, wanted in where.items())


def _holds(key: str, wanted: TomlValue, card: Card | None) -> Truth:
    if key == "not":
        truth = matches(wanted, card)
        return Truth.NO if truth is Truth.YES else Truth.YES if truth is Truth.NO else truth
    if key == "any":
        return some(matches(selector, card) for selector in wanted)
    if key == "and":
        return matches(wanted, card)
    if card is None:
        return Truth.UNKNOWN
    if key == "has":
        return some(_has_keyword(keyword, card) for keyword in as_list(wanted))
    if key in ("min", "max"):
        return every(_bounded(attribute, bound, key == "min", card) for attribute, bound in wanted.items())
    if key == MANY:
        several = Truth.YES if len(values_of(card, wanted)) > 1 else Truth.NO
        return Truth.UNKNOWN if _unsaid(wanted, card) else several
    return _has_value(key, wanted, card)


def _bounded(attribute: str, bound: int, least: bool, card: Card) -> Truth:
    """Whether a card's number is at least, or at most, `bound`."""
    if _unsaid(attribute, card):
        return Truth.UNKNOWN
    numbers = [value for value in values_of(card, attribute) if isinstance(value, int)]
    held = any(number >= bound if least else number <= bound for number in numbers)
    return Truth.YES if held else Truth.NO


def _has_keyword(keyword: str, card: Card) -> Truth:
    data, keyword = card.data, fold(keyword)
    if _among(keyword, data.get("keywords", ())):
        return Truth.YES
    if _among(keyword, data.get("mentions", ())):
        return Truth.UNSURE
    return Truth.NO if "keywords" in data or WHOLE in data else Truth.UNKNOWN


def _among(keyword: str, known: Iterable[str]) -> bool:
    return any(fold(word) == keyword for word in known)


def _unsaid(key: str, card: Card) -> bool:
    """Whether the data do not say what a card has of an attribute."""
    data = card.data
    return key not in data and not added(card, key) and (WHOLE not in data or key in data[WHOLE])


def _has_value(key: str, wanted: object, card: Card) -> Truth:
    if _unsaid(key, card):
        return Truth.UNKNOWN
    values = values_of(card, key)
    if isinstance(wanted, Mapping):
        held = any(
            str(plain(part)) in str(plain(value)) for part in as_list(wanted["has"]) for value in values
        )
    elif isinstance(wanted, bool):
        held = wanted in values if values else not wanted
    else:
        known = [plain(value) for value in values]
        held = any(plain(choice) in known for choice in as_list(wanted))
    return Truth.YES if held else Truth.NO


def values_of(card: Card, key: str) -> list[object]:
    """Every value of an attribute, those that the card's own abilities add among them (2-1-3 and its
    like).
    """
    return as_list(card.data.get(key, ())) + added(card, key)


def added(card: Card, key: str) -> list[object]:
    """The values of an attribute that are not printed: a [Permanent] ability of the card adds them."""
    return as_list(card.data.get("adds", {}).get(key, ()))


def without_added(card: Card, key: str) -> Card:
    """The card without the values that its own abilities add to an attribute."""
    adds = {name: values for name, values in card.data.get("adds", {}).items() if name != key}
    return card._replace(data={**card.data, "adds": adds})


def plain(value: object) -> object:
    """A value as it is compared: texts without case and accents."""
    return fold(value) if isinstance(value, str) else value


def unsaid(where: Selector, card: Card) -> Iterator[str]:
    """The attributes of a card that nobody says, and that would say whether it answers a selector."""
    for key, wanted in where.items():
        if _holds(key, wanted, card) is not Truth.UNKNOWN:
            continue
        if key in ("not", "and", "any"):
            for selector in as_list(wanted):
                yield from unsaid(selector, card)
        elif key == "has":
            yield KEYWORDS
        elif key in ("min", "max"):
            yield from (attribute for attribute in wanted if _unsaid(attribute, card))
        elif key == MANY:
            yield wanted
        else:
            yield key


def described(where: Selector) -> str:
    """A selector in words: `name Relic`, `cost at least 5 and combo cost at most 1`,
    `not (type battle or type extra)`.
    """
    told = [word for key, wanted in where.items() for word in _in_words(key, wanted)]
    return joined("join.and", [_grouped(phrase, _OR) for phrase in told] if len(told) > 1 else told)


def _grouped(text: str, *keys: str) -> str:
    """A text in brackets where it is several ones joined, so that what stands beside it is of all of them."""
    return phrased("where.group", what=text) if isinstance(text, Said) and text.key in keys else text


def _in_words(key: str, wanted: TomlValue) -> Iterator[str]:
    """What one key of a selector asks for, each demand by itself."""
    if key == "not":
        yield phrased("where.not", what=_grouped(described(wanted), _OR, _AND))
    elif key == "any":
        yield joined(_OR, [_grouped(described(selector), _AND) for selector in wanted])
    elif key == "and":
        yield described(wanted)
    elif key in ("min", "max"):
        for attribute, number in wanted.items():
            yield phrased(f"where.{key}", attribute=of_attribute(attribute), number=number)
    elif key == MANY:
        yield phrased("where.many", attribute=of_attribute(wanted))
    elif isinstance(wanted, bool):
        flag = of_attribute(key)
        yield flag if wanted else phrased("where.not", what=flag)
    else:
        yield _of_values(key, wanted)


def _of_values(key: str, wanted: TomlValue) -> str:
    """Which values of an attribute, or which keywords, a selector asks for."""
    part = isinstance(wanted, Mapping)
    words = joined(_OR, [of_book(str(word)) for word in as_list(wanted["has"] if part else wanted)])
    if key == "has":
        return phrased("where.keyword", words=words)
    return phrased("where.part" if part else "where.is", attribute=of_attribute(key), words=words)
