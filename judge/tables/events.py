"""Event tables: words for moves, marks and scores, signals, and what is remembered of them."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from judge.tables.declarations import (
    Article,
    Articles,
    Attributes,
    Event,
    Events,
    Form,
    Marks,
    MarkWord,
    Names,
    Param,
    Place,
    Places,
    Score,
    Selector,
    Step,
    Type,
    Types,
    Zone,
    Zones,
    key,
)


class CaseRule(TypedDict):
    """An article for some cards only."""

    where: Annotated[Selector, key("The cards.")]
    during: NotRequired[Annotated[str, key("Only while this procedure runs."), Names("procedure")]]
    rule: Annotated[Article, key("The article.")]


class Covers(TypedDict):
    """Cards whose arrival is this move, whatever the instruction called it."""

    types: Annotated[Types, key("Their types.")]
    not_from: Annotated[Zones, key("The zones from which it is not.")]


def is_reasons(value: object) -> bool:
    """Is this an article, or a list of cases with an article each?"""
    return type(value) is str or (
        type(value) is list and all(type(case) is dict and set(case) == {"where", "rule"} for case in value)
    )


Reasons = Annotated[
    str | list[CaseRule],
    Form(
        "an article, or a list of { where, rule }",
        is_reasons,
        {"anyOf": [{"type": "string"}, {"type": "array"}]},
    ),
    Names("article"),
]
Asked = Annotated[dict[str, list[str]], Names("mark with states")]

MoveRow = TypedDict(
    "MoveRow",
    {
        "to": Annotated[Zone, key("Where it leads.")],
        "from": NotRequired[Annotated[Place, key("Where it begins; anywhere if absent.")]],
        "rule": Annotated[Article, key("The article that it is told with where nothing names another.")],
        "texts_say": NotRequired[
            Annotated[
                Event,
                key("The event of which texts speak instead: this move is but a part of it."),
            ]
        ],
        "attached": NotRequired[
            Annotated[Article, key("The article by which cards attached to one another move together.")]
        ],
        "asks": NotRequired[Annotated[Asked, key("Marks that the mover chooses from these states.")]],
        "asks_rule": NotRequired[Annotated[Article, key("The article of that choice.")]],
        "covers": NotRequired[
            Annotated[Covers, key("Cards whose arrival is this move, whatever it was called.")]
        ],
        "empty": NotRequired[Annotated[Article, key("The article by which who cannot make the move loses.")]],
        "together": NotRequired[Annotated[bool, key("Are several cards that are drawn drawn at once?")]],
        "empty_if": NotRequired[
            Annotated[Param, key("The literal that decides whether that article holds.")]
        ],
        "heard": NotRequired[Annotated[Article, key("The article cited when an ability hears of it.")]],
        "marks": NotRequired[
            Annotated[Marks, key("Marks that the card has then, other than those of the zone.")]
        ],
        "origin": NotRequired[
            Annotated[Zone, key("The zone from which an equal move by another name is not this one.")]
        ],
        "otherwise": NotRequired[Annotated[Article, key("The article by which that is not this move.")]],
        "types": NotRequired[Annotated[Types, key("The types of cards that can be moved so.")]],
        "values": NotRequired[
            Annotated[Attributes, key("Attributes without which no card can be moved so.")]
        ],
        "unfit": NotRequired[Annotated[Article, key("The article by which other cards are not moved so.")]],
    },
)


class MarkWordRow(TypedDict):
    """A word for putting marks on cards."""

    rule: Annotated[Article, key("The article that it is told with.")]
    only: Annotated[Selector, key("The cards to which it can be done.")]
    marks: NotRequired[Annotated[Marks, key("The marks that it puts.")]]
    adds: NotRequired[Annotated[Marks, key("Marks that it puts besides, whatever state is chosen.")]]
    asks: NotRequired[Annotated[Asked, key("Marks that who does it chooses from these states.")]]
    asks_rule: NotRequired[Annotated[Article, key("The article of that choice.")]]
    arrives: Annotated[bool, key("Does a card that takes this state count as come by it?", False)]
    covers: Annotated[bool, key("Is putting these marks by another word this one as well?", False)]
    from_down: NotRequired[Annotated[MarkWord, key("What it is called when the card lies face-down.")]]
    paid: NotRequired[
        Annotated[CaseRule, key("The cards to which it can be done as a cost, by which article.")]
    ]
    unless: NotRequired[
        Annotated[Reasons, key("The article why it cannot be done to a card; or one for each kind of case.")]
    ]


class MarkEvent(TypedDict):
    """A change of marks that the rules make, by a name that abilities hear."""

    rule: Annotated[Article, key("The article.")]


class ScoreRow(TypedDict):
    """Something that is counted for each player."""

    rule: Annotated[Article, key("The article that it is told with.")]
    start: Annotated[int, key("What it is at the start.", 0)]
    floor: NotRequired[Annotated[int, key("It never falls below.")]]
    most: NotRequired[
        Annotated[Param, key("The literal that is the most it may be, 0 for no end; read above the start.")]
    ]
    least: NotRequired[Annotated[int, key("With less than this the game is lost; no board has less.")]]
    lose: NotRequired[Annotated[Article, key("The article by which who has too little loses.")]]
    both: NotRequired[Annotated[Article, key("The article when both have too little.")]]


class ScoreWord(TypedDict):
    """A word for changing a score."""

    score: Annotated[Score, key("The score.")]
    of: Annotated[Literal["me", "opponent"], key("Whose score, when nothing is said.")]
    sign: Annotated[Literal[1, -1], key("1 adds, -1 takes away.", 1)]
    paid: Annotated[bool, key("Can it be done only with enough of the score?", False)]
    card: Annotated[
        bool, key("Is it about the card that brings it about as well as about the player?", False)
    ]
    sets: Annotated[bool, key("Does the score become the number, whatever it was?", False)]
    rule: NotRequired[Annotated[Article, key("The article that it is told with.")]]


OtherHappening = TypedDict(
    "OtherHappening",
    {
        "names": NotRequired[Annotated[Events, key("The events that are none.")]],
        "from": NotRequired[Annotated[Places, key("From these zones …")]],
        "to": NotRequired[Annotated[Places, key("… to these it is none.")]],
        "rule": Annotated[Article, key("The article that says so.")],
    },
)

Happening = TypedDict(
    "Happening",
    {
        "rule": Annotated[Article, key("The article that gives the name.")],
        "names": NotRequired[Annotated[Events, key("The events that it is.")]],
        "from": NotRequired[Annotated[Places, key("A move from one of these zones; any if absent.")]],
        "not_from": NotRequired[
            Annotated[
                Annotated[list[str], Names("place or none")],
                key("A move from none of these zones; empty is a card that was nowhere."),
            ]
        ],
        "to": NotRequired[Annotated[Places, key("A move to one of these zones.")]],
        "way": Annotated[bool, key("Does it name the way in which one of these events happens?", False)],
        "other": NotRequired[
            Annotated[
                OtherHappening, key("A move that looks like it and is none, with the article cited for that.")
            ]
        ],
    },
)


class Did(TypedDict):
    """An event that is remembered of a card and its player until the turn ends."""

    events: Annotated[Events, key("The events that leave it remembered.")]
    because: NotRequired[Annotated[list[str], key("Only if they happen for one of these reasons.")]]
    rule: Annotated[Article, key("The article that asks for it.")]
    brings: Annotated[list[str], key("What a board that says this says as well.", []), Names("deed")]


class Signal(TypedDict):
    """A moment that abilities hear of although nothing moves."""

    rule: Annotated[Article, key("The article of the moment.")]
    card: Annotated[bool, key("Is it about a card?", False)]
    asked: Annotated[
        bool, key("Is it only a question whether something may happen, so that nothing hears it?", False)
    ]
    tells: Annotated[
        list[Literal["target", "attacker", "n"]], key("What it has besides, for abilities to ask of.", [])
    ]
    heard: NotRequired[Annotated[Article, key("The article cited when an ability hears of it.")]]
    zone: NotRequired[Annotated[Zone, key("Where the card lies whose ability hears it.")]]
    follows: NotRequired[
        Annotated[
            dict[Event, str], key("The event, with its cause, that it says the card has brought about.")
        ]
    ]


class Damage(TypedDict):
    """How damage is dealt."""

    procedure: Annotated[
        str,
        key("The procedure that deals it; empty where a score is lowered at once."),
        Names("procedure or none"),
    ]
    rule: Annotated[Article, key("The article that it is told with.")]
    source: NotRequired[Annotated[Article, key("The article by which it has a source.")]]
    times: Annotated[Articles, key("The articles of dealing several damage.", [])]


class Series(TypedDict):
    """Games that make up a match."""

    procedure: Annotated[str, key("The procedure of the match."), Names("procedure")]
    step: Annotated[Step, key("Its step in which a game has ended.")]
    score: Annotated[Score, key("What counts the games won.")]
    rule: Annotated[Article, key("The article.")]


class UnsaidZone(TypedDict):
    """The zone that a text means when it names none."""

    type: Annotated[Type, key("The type that such a text names.")]
    zone: Annotated[Zone, key("Where its cards lie.")]
    rule: Annotated[Article, key("The article.")]
    not_of: Annotated[Events, key("Events for which it is not so.", [])]


class Concede(TypedDict):
    """Giving up."""

    rule: Annotated[Article, key("The article.")]
    untouched: NotRequired[Annotated[Article, key("The article by which no card has a say in it.")]]


class Outside(TypedDict):
    """An event that no player causes: a script tells it, ``judge: name``."""

    rule: Annotated[Article, key("The article that it is told with.")]


AttacksRow = TypedDict(
    "AttacksRow",
    {
        "procedure": Annotated[str, key("The procedure of an attack."), Names("procedure")],
        "card": Annotated[str, key("Its value that holds the attacker.")],
        "target": Annotated[str, key("Its value that holds what is attacked; nothing for a player.")],
        "direct": Annotated[bool, key("May a player be attacked, and no card?", False)],
        "while": Annotated[Selector, key("The attacker attacks as long as it is one of these.")],
    },
)
