"""The tables of deck.toml and editions.toml: how a deck is made, what changes from which day on, and what a
selector tests of a card outside the game.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Annotated, Final, NotRequired

from typing_extensions import TypedDict

from judge.tables.declarations import TABLE, Article, Articles, Form, Names, Prose, Wording, key, table
from judge.tables.overlays import Change
from judge.text.plain import Json


# What a selector asks of a card outside the game, by what is printed on it: of the keys that selectors have
# on cards those for which no board is needed, each with the form of what stands under it.
def is_printed(value: object) -> bool:
    """Whether a value is a selector of printed cards; what its attributes are called depends on the game."""
    rows = value.items() if type(value) is dict else ()
    return bool(rows) and all(FORMS.get(key, is_wanted)(wanted) for key, wanted in rows)


def is_any(value: object) -> bool:
    """Several selectors."""
    return type(value) is list and bool(value) and all(map(is_printed, value))


def is_bounds(value: object) -> bool:
    """Is this a table with a number for each attribute, and not an empty one?"""
    return type(value) is dict and bool(value) and all(type(number) is int for number in value.values())


def is_words(value: object) -> bool:
    """Is this a word, or a list of words that is not empty?"""
    several = value if type(value) is list else [value]
    return bool(several) and all(type(word) is str for word in several)


def is_wanted(value: object) -> bool:
    """Is this a value that an attribute may have to have: one, several to choose from, or part of a word?"""
    if type(value) is dict:
        return value.keys() == {"has"} and is_words(value["has"])
    several = value if type(value) is list else [value]
    return bool(several) and all(isinstance(choice, (str, int)) for choice in several)


FORMS: Final[dict[str, Callable[[object], bool]]] = {
    "and": is_printed,
    "any": is_any,
    "has": is_words,
    "many": lambda value: type(value) is str,
    "max": is_bounds,
    "min": is_bounds,
    "not": is_printed,
}


Cards = Annotated[
    dict[str, Json],
    Form("a selector of cards", is_printed, TABLE),
    Names("printed value of cards"),
    Wording("selector"),
]
Parts = Annotated[list[str], Names("part")]
Code = Annotated[str, Names("limit")]
CardAttribute = Annotated[str, Names("card attribute")]


class Identity(TypedDict):
    """When two cards are the same card."""

    by: Annotated[Annotated[list[str], Names("card attribute")], key("The attributes that have to be equal.")]
    rule: Annotated[Article, key("The article.")]
    same: Annotated[str, key("In words: of one number.")]
    any: Annotated[bool, key("Is the first attribute that is known enough?", False)]
    counted_as: Annotated[
        Annotated[list[str], Names("card attribute")],
        key("Attributes with the number of the card that this one counts as: it goes by that card.", []),
    ]
    several: Annotated[bool, key("May a card have several of each, of which one in common is enough?", False)]
    line: Annotated[bool, key("Is one line of a list one card, whatever its kind?", False)]
    always: Annotated[
        Annotated[list[str], Names("card attribute")], key("Attributes that every card has, said or not.", [])
    ]


class Number(TypedDict):
    """What a card's number looks like."""

    pattern: Annotated[str, key("A regular expression; its groups are what counts of the number.")]


class Part(TypedDict):
    """A part of a deck."""

    name: Annotated[str, key("What the book calls it.")]
    heads: Annotated[list[str], key("What files call it.")]
    takes: NotRequired[Annotated[Cards, key("The cards that go there when a file does not say.")]]
    apart: Annotated[bool, key("Does no card go there unless the file says so?", False)]


class Aside(TypedDict):
    """Things that no article mentions."""

    heads: Annotated[list[str], key("The headings under which files have it.")]


class AlsoWhere(TypedDict):
    """A further article for some cards."""

    where: Annotated[Cards, key("The cards.")]
    rule: Annotated[Article, key("The article.")]


class LimitRow(TypedDict):
    """Counts cards and compares."""

    code: Annotated[str, key("Its lasting name.")]
    rule: Annotated[Article, key("The article.")]
    things: Annotated[list[str], key("What is counted: one, several.")]
    parts: NotRequired[Annotated[Parts, key("The parts in which it counts; all if absent.")]]
    where: NotRequired[Annotated[Cards, key("The cards that it counts; all if absent.")]]
    each: Annotated[bool, key("Does it count the copies of each card?", False)]
    different: Annotated[bool, key("Does it count different cards?", False)]
    at_least: NotRequired[Annotated[int, key("The least number.")]]
    at_most: NotRequired[Annotated[int, key("The greatest number.")]]
    exactly: NotRequired[Annotated[int, key("The number.")]]
    also: Annotated[Articles, key("Further articles.", [])]
    also_short: Annotated[Articles, key("Further articles when cards are missing.", [])]
    also_where: Annotated[list[AlsoWhere], key("Further articles for some cards.", [])]
    doubt: Annotated[bool, key("Does the book not speak of these cards, so that a fault is unsure?", False)]
    frees: Annotated[
        Annotated[list[str], Names("limit")], key("The limits to which its cards are not subject.", [])
    ]


class Building(TypedDict):
    """How abilities of cards change deck building."""

    rule: Annotated[Article, key("The article by which they count.")]
    also: Annotated[Articles, key("Further articles.", [])]
    parts: Annotated[Parts, key("The parts that they are about.")]
    copies: Annotated[Code, key("The limit that more copies replace.")]
    added: Annotated[
        dict[CardAttribute, Article], key("By attribute, the article by which an ability adds to it.", {})
    ]
    forbidden: Annotated[Article, key("The article by which what forbids goes first.")]
    speaks: Annotated[
        list[list[str]],
        key("A printed sentence with all words of one of these may be about how a deck is built.", []),
    ]


class Lists(TypedDict):
    """How lists of forbidden and limited cards are applied."""

    rule: Annotated[Article, key("The article.")]
    also: Annotated[Articles, key("Further articles.", [])]
    points: NotRequired[Annotated[Article, key("The article of lists that give cards points.")]]
    pool: NotRequired[Annotated[Article, key("The article of the pool of cards.")]]
    printing: NotRequired[
        Annotated[CardAttribute, key("The attribute by which a list of allowed cards goes.")]
    ]
    pools: Annotated[dict[str, list[str]], key("By series, the pools whose cards it allows.", {})]
    excluded: Annotated[dict[str, Cards], key("By series, the cards that its format leaves out.", {})]
    barred_pools: Annotated[list[str], key("Pools whose cards are not out yet.", [])]
    released: Annotated[
        dict[str, CardAttribute], key("By series, the attribute with the day from which a card counts.", {})
    ]


class Siding(TypedDict):
    """Changing cards between the games of a match."""

    rule: Annotated[Article, key("The article.")]
    swapped: Annotated[Parts, key("The parts that are changed.")]
    constant: Annotated[
        dict[Annotated[str, Names("part")], Article], key("By part, the article by which its size stays.", {})
    ]
    also: Annotated[Articles, key("Further articles.", [])]


class Column(TypedDict):
    """A column of the registration sheet."""

    title: Annotated[str, key("Its heading.")]
    parts: Annotated[Parts, key("The parts whose cards stand there.")]
    where: NotRequired[Annotated[Cards, key("Only these cards.")]]


class Sheet(TypedDict):
    """The registration sheet."""

    columns: Annotated[list[Column], key("Its columns; a card stands in the first that fits.")]


class DeckTables(TypedDict):
    """The tables of deck.toml."""

    identity: Annotated[Identity, table("When two cards are the same card.", "decks.limits")]
    number: NotRequired[
        Annotated[Number, table("What a card's number looks like.", "decks.limits", "cards.vocabulary")]
    ]
    part: Annotated[dict[str, Part], table("The parts of a deck.", "decks.limits")]
    formats: Annotated[
        list[str], table("Formats of deck files that no other game has.", "decks.limits", default=[])
    ]
    aside: NotRequired[Annotated[Aside, table("Things that no article mentions.", "decks.limits")]]
    limit: Annotated[list[LimitRow], table("What is counted and compared.", "decks.limits")]
    building: NotRequired[
        Annotated[Building, table("What abilities of cards change in deck building.", "decks.limits")]
    ]
    lists: NotRequired[Annotated[Lists, table("Lists of forbidden and limited cards.", "decks.limits")]]
    siding: NotRequired[Annotated[Siding, table("Changes between games.", "decks.limits")]]
    sheet: NotRequired[Annotated[Sheet, table("The registration sheet.", "decks.limits")]]


class EditionRow(TypedDict):
    """Deck rules that hold from a day on."""

    id: Annotated[str, key("Its lasting name.")]
    title: Annotated[str, key("What reports call it.")]
    why: Annotated[Prose, key("Where the changes come from.")]
    since: Annotated[dict[str, datetime.date], key("By series, the first day.")]
    usual: Annotated[str, key("The series whose day counts in an event of no known series.")]
    change: Annotated[list[Change], key("What changes in deck.toml.")]


class Editions(TypedDict):
    """The table of editions.toml."""

    edition: Annotated[list[EditionRow], table("Deck rules of later days, oldest first.", "decks.editions")]
