"""Tables of cards and their abilities:
what a card prints, which abilities there are, where they work, keywords.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from judge.tables.declarations import (
    TABLE,
    Article,
    Articles,
    Attribute,
    Condition,
    Form,
    Instructions,
    Marks,
    Names,
    OneOrMore,
    Type,
    Types,
    Wording,
    Zone,
    Zones,
    is_table,
    is_texts_or_one,
    key,
)
from judge.text.plain import Json

ValueKind = Annotated[str, Names("kind of value")]


class AttributeRow(TypedDict):
    """Something that cards print."""

    type: Annotated[
        Literal["words", "int", "table", "selectors", "text", "date", "flag", "deck", "lists"],
        key(
            "What stands under it: a word or several, a number, numbers by key, or selectors of cards; "
            "of what only data of cards hold, a text, a day, yes or no, abilities that change how a deck "
            "is built, or texts by attribute that abilities add."
        ),
    ]
    rule: Annotated[Article, key("The article that defines it, for what cards in play have.", "")]
    data: NotRequired[
        Annotated[
            Literal["text", "int?"],
            key('How data of cards hold it: one text only, or a number that may be printed as "?".'),
        ]
    ]
    words: NotRequired[Annotated[list[str], key("The words that it may be; any if absent.")]]
    words_rule: NotRequired[Annotated[Article, key("The article that lists them.")]]
    several: NotRequired[
        Annotated[Article, key("The article by which a card has several of its words, each of which counts.")]
    ]
    word_rules: Annotated[dict[str, Article], key("The articles of single words.", {})]
    of_types: NotRequired[Annotated[dict[Type, list[str]], key("The words that cards of a type can print.")]]
    keys: NotRequired[Annotated[list[str], key("The keys of a table; any if absent.")]]
    needs: NotRequired[
        Annotated[list[str], key("The keys without which a selector under it has no meaning.")]
    ]
    groups: NotRequired[Annotated[bool, key("Does it say to which groups of names a card belongs?")]]
    counters: NotRequired[Annotated[bool, key("Does it say how many counters of each name a card holds?")]]
    key: Annotated[bool, key("Is a card that says nothing called by its name in the fixture?", False)]
    types: NotRequired[Annotated[Types, key("Only cards of these types print it.")]]
    only: Annotated[dict[Attribute, str], key("Only cards with this word print it.", {})]
    lacked_by: NotRequired[Annotated[dict[Attribute, str], key("Cards with this word have none.")]]
    absent: NotRequired[Annotated[dict[Attribute, object], key("What cards have that print none.")]]
    absent_types: Annotated[Types, key("The types of cards for which that holds.", [])]
    floor: NotRequired[Annotated[int, key("It never falls below.")]]
    threshold: NotRequired[
        Annotated[int, key("An effect that lowers it to this is the cause of what the rules then do.")]
    ]
    uses: NotRequired[Annotated[Article, key("The article by which texts refer to it.")]]
    read_rule: NotRequired[Annotated[Article, key("The article cited where it decides.")]]
    of_abilities: Annotated[
        bool, key("Do abilities print it, so that a card has what any of its abilities has?", False)
    ]
    gained: NotRequired[Annotated[Article, key("The article by which an effect adds to it.")]]
    hidden_rule: NotRequired[
        Annotated[Article, key("The article by which abilities add to it where nobody sees the card.")]
    ]


def is_works(value: object) -> bool:
    """Zones by kind of ability, zones, or an article."""
    return is_texts_or_one(value) or (type(value) is dict and all(map(is_texts_or_one, value.values())))


Works = Annotated[
    dict[str, Json],
    Form(
        "rule, default, modes, all_modes and zones by type of card",
        lambda value: type(value) is dict and all(map(is_works, value.values())),
        TABLE,
    ),
    Names("works"),
]


EngineKind = Literal["activated", "auto", "counter", "static", "replace", "forbid", "surcharge", "allow"]


class AbilityKind(TypedDict):
    """The book's own name for a kind of abilities, with what they all say."""

    kind: Annotated[EngineKind, key("The kind of the engine.")]
    rule: NotRequired[Annotated[Article, key("The article that they are told with.")]]
    rules: Annotated[dict[Type, Article], key("The article instead of it, on cards of a type.", {})]
    types: NotRequired[Annotated[Types, key("Only cards of these types have them.")]]
    refuses: Annotated[list[str], key("Keys that such an ability does not take.", [])]
    way: NotRequired[
        Annotated[
            Literal["card", "summon", "free"],
            key("How it is used: by playing its card, to summon its card, or as it lies."),
        ]
    ]
    speed: NotRequired[Annotated[int, key("Its speed, where the book has speeds.")]]
    may: NotRequired[Annotated[bool, key("May its player leave it?")]]
    on: NotRequired[Annotated[str, key("The event that it hears."), Names("event")]]
    zone: NotRequired[Annotated[Annotated[OneOrMore, Names("zone")], key("Where it works.")]]
    at_once: NotRequired[
        Annotated[bool, key("Is it carried out as soon as it hears, instead of becoming pending?")]
    ]
    turns_up: NotRequired[Annotated[bool, key("Is it activated by turning up a Set card?")]]


class TextBox(TypedDict):
    """A part of a card with abilities of its own."""

    zone: Annotated[Zones, key("Where they work.")]
    rule: Annotated[Article, key("The article.")]
    types: Annotated[Types, key("The types of cards that have it.")]
    only: Annotated[dict[Attribute, str], key("Only cards with this word have it.", {})]


class Bare(TypedDict, total=False):
    """Cards without any abilities."""

    type: Annotated[Type, key("Their type.")]
    kind: Annotated[str, key("Their word of the attribute `kind`.")]


class OnlyWorded(TypedDict):
    """Abilities that do nothing on a card of a type without a word."""

    type: Annotated[Type, key("The type.")]
    keys: Annotated[list[str], key("The abilities.")]
    where: Annotated[dict[Attribute, str], key("The word.")]


Abilities = Annotated[
    Json,
    Form(
        "an ability or a list of abilities",
        lambda value: is_table(value) or (type(value) is list and all(map(is_table, value))),
        {"type": ["object", "array"]},
    ),
    Wording("abilities"),
]


class Giving(TypedDict):
    """Abilities by their kinds."""

    activated: NotRequired[Annotated[Abilities, key("An ability to activate.")]]
    auto: NotRequired[Annotated[Abilities, key("An ability that events set off.")]]
    static: NotRequired[Annotated[Abilities, key("A lasting ability.")]]
    replace: NotRequired[Annotated[Abilities, key("A replacement.")]]
    forbid: NotRequired[Annotated[Abilities, key("A ban.")]]
    allow: NotRequired[Annotated[Abilities, key("A permission.")]]


class Inherent(Giving):
    """An ability that the rules give to cards."""

    type: NotRequired[Annotated[Type, key("Cards of this type …")]]
    kind: NotRequired[Annotated[OneOrMore, key("… with this word of the attribute `kind`.")]]
    unless: NotRequired[Annotated[str, key("Not to a card that has this key.")]]


class Attached(TypedDict):
    """What a keyword puts on the ability that it stands on."""

    needs: NotRequired[Annotated[Condition, key("A condition: without it the ability is not valid.")]]
    cost: NotRequired[Annotated[Instructions, key("What is paid for it first.")]]


class MorePerTurn(TypedDict):
    """A keyword that raises a shared limit."""

    has: Annotated[str, key("The keyword.")]
    n: Annotated[int, key("How often then.")]
    rule: Annotated[Article, key("The article.")]


class PerTurn(TypedDict):
    """A limit that keywords share."""

    name: Annotated[str, key("What is counted; keywords with one name share it.")]
    n: Annotated[int, key("How often in a turn.")]
    rule: Annotated[Article, key("The article.")]
    more: Annotated[MorePerTurn, key("What raises it.")]


class Keyword(Giving):
    """A keyword: the abilities that it stands for, with `$name` where the card fills something in."""

    rule: Annotated[Article, key("The article that defines it.")]
    also: Annotated[list[str], key("Its other names.", [])]
    types: NotRequired[Annotated[Types, key("The types of cards that print it.")]]
    params: Annotated[dict[str, ValueKind], key("What a card fills in, with its kind.", {})]
    defaults: Annotated[dict[str, object], key("The values that stand where a card fills in nothing.", {})]
    absent: Annotated[dict[str, Article], key("The articles of parameters that a card leaves out.", {})]
    written: Annotated[dict[str, Article], key("The articles of parameters that a card writes.", {})]
    cites: Annotated[Articles, key("Articles that tell of it wherever it is read.", [])]
    counts_as: Annotated[list[str], key("The acts that using it counts as.", [])]
    by_paying: Annotated[bool, key("Is it activated by its player's doing what it costs?", False)]
    works_in: NotRequired[Annotated[Zones, key("Where the other abilities of its card work.")]]
    works_in_rule: NotRequired[Annotated[Article, key("The article that says so.")]]
    inherent: Annotated[
        bool, key("Do the rules say it of such cards, so that it is not lost with their effects?", False)
    ]
    stays: Annotated[bool, key("Does its card stay where it is after use?", False)]
    turns: Annotated[bool, key("Does it turn its card over?", False)]
    seasons: NotRequired[
        Annotated[Articles, key("The articles of when it is used: main phase, offence, defence.")]
    ]
    per_turn: NotRequired[Annotated[PerTurn, key("A limit that it shares with others.")]]
    attached: NotRequired[Annotated[Attached, key("What it puts on the abilities that it stands on.")]]
    counter: NotRequired[Annotated[Abilities, key("An ability used in a counter window.")]]


class Token(TypedDict):
    """How tokens come and go."""

    zone: Annotated[Zone, key("Where they are put when nothing is said.")]
    rule: Annotated[Article, key("The article of tokens.")]
    gone: Annotated[Article, key("The article by which they are gone once they leave.")]
    name: Annotated[str, key("The event that making one is.")]
    asks: NotRequired[
        Annotated[
            dict[str, list[str]],
            key("Marks that who makes it chooses from these states."),
            Names("mark with states"),
        ]
    ]
    asks_rule: NotRequired[Annotated[Article, key("The article of that choice.")]]
    never: NotRequired[Annotated[Marks, key("Marks that no token ever has.")]]
    whole: Annotated[
        bool, key("Are none made of several for which there are too few places, or as many as fit?", False)
    ]


KindRules = Annotated[dict[str, Article], Names("kind of ability")]
Stock = Annotated[dict[str, Json], Wording("card")]
