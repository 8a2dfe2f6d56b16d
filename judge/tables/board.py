"""Tables of the board: zones, marks, what lies face-down, beneath others or attached to them,
and what a board in a fixture may say.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from judge.tables.declarations import (
    Article,
    Articles,
    Attribute,
    Event,
    Form,
    Mark,
    Marks,
    MarksWanted,
    Move,
    Names,
    OneOrMore,
    Param,
    Selector,
    State,
    Type,
    Types,
    Words,
    Zone,
    Zones,
    key,
)

Owners = Annotated[
    bool | str,
    Form(
        'true, false or "said"', lambda value: value in (True, False, "said"), {"enum": [True, False, "said"]}
    ),
]
States = Annotated[
    list[str] | str,
    Form(
        'a list of states, "flag" or "int"',
        lambda value: value in ("flag", "int") or type(value) is list,
        {"anyOf": [{"type": "array"}, {"enum": ["flag", "int"]}]},
    ),
]


Either = list[Selector]  # cards that fit any of them


class Leaves(TypedDict):
    """What happens to a card that leaves a zone for another."""

    rule: Annotated[
        Article, key("The article by which it is a new card there; empty where no article says so.")
    ]


class Single(TypedDict):
    """A kind of card of which only the newest one stays in a zone."""

    has: Annotated[str, key("The keyword that they have."), Names("keyword")]
    rule: Annotated[Article, key("The article that removes the older one.")]


class ZoneRow(TypedDict):
    """One zone: who sees it, what may lie there, and how cards come and go."""

    name: Annotated[str, key("What the book calls it.")]
    rule: Annotated[Article, key("The article that defines it.")]
    seen: Annotated[Literal["all", "owner", "none"], key("Who sees its cards.")]
    alike: Annotated[bool, key("Its slots are worth the same, so which one is taken is not asked.", False)]
    any_owner: Annotated[
        Owners, key('May a card lie with another player than its owner? "said": where a text says so.', False)
    ]
    arrive: NotRequired[Annotated[Marks, key("The marks that a card has when it arrives.")]]
    arrive_rule: NotRequired[Annotated[Article, key("The article of the marks on arrival.")]]
    at: NotRequired[
        Annotated[
            Literal["top", "bottom"], key("The end of the pile to which a card goes when nothing is said.")
        ]
    ]
    beneath: NotRequired[
        Annotated[Zones, key("The zones on whose slots its cards lie, beneath the cards there.")]
    ]
    beneath_rules: NotRequired[Annotated[Articles, key("The articles of lying beneath a slot.")]]
    counted: Annotated[bool, key("Is the number of its cards told to who does not see them?", True)]
    fast: NotRequired[Annotated[Article, key("The article by which its cards keep their slot.")]]
    fixed: NotRequired[Annotated[Article, key("The article by which its cards never leave it.")]]
    full: NotRequired[Annotated[Article, key("The article by which no card more than the limit goes there.")]]
    leaves: NotRequired[Annotated[Leaves, key("Its cards are new cards once they have left it.")]]
    limit: NotRequired[Annotated[int, key("How many cards of one player it holds.")]]
    makes: NotRequired[Annotated[dict[Type, Type], key("The type that cards of a type count as there.")]]
    makes_rule: NotRequired[Annotated[Article, key("The article of that type.")]]
    makes_way: NotRequired[
        Annotated[Move, key("The move by which an older card makes way for a newer one beyond `total`.")]
    ]
    named_rule: NotRequired[Annotated[Article, key("The article cited when a text names the zone.")]]
    one_by_one: NotRequired[
        Annotated[Article, key("The article by which several of its cards are moved one after the other.")]
    ]
    ordered: Annotated[bool, key("Does the order of its cards matter?", False)]
    overlaps: NotRequired[
        Annotated[
            Article,
            key("The article by which several cards lie there, or on one of its slots, for a time only."),
        ]
    ]
    overlaps_if: NotRequired[Annotated[Param, key("The literal that decides whether they make way.")]]
    overlap_goes: NotRequired[Annotated[Move, key("The move by which all but the last placed leave then.")]]
    outside: Annotated[
        bool, key("Does it lie outside the game, so that nothing looks for cards there?", False)
    ]
    search: NotRequired[Annotated[Article, key("The article of looking for a card in it.")]]
    seen_rule: NotRequired[Annotated[Article, key("The article that says who sees it.")]]
    shared: Annotated[bool, key("Do both players use it together?", False)]
    shifts_as: NotRequired[
        Annotated[Event, key("The event by which an effect moves a card to another of its slots.")]
    ]
    single: NotRequired[Annotated[Single, key("A kind of cards of which one player has one there.")]]
    slots: NotRequired[Annotated[Words, key("The names of its slots, in their order.")]]
    slots_rule: NotRequired[Annotated[Article, key("The article by which its slots are numbered or free.")]]
    snapshot: Annotated[bool, key("Is what a card was there remembered when it leaves?", False)]
    tokens: Annotated[bool, key("May tokens lie there?", False)]
    total: NotRequired[Annotated[int, key("How many cards of both players together it holds.")]]
    total_rule: NotRequired[Annotated[Article, key("The article of that number.")]]
    types: NotRequired[Annotated[Types, key("The types of cards that may lie there.")]]
    unseen_rule: NotRequired[
        Annotated[Article, key("The article by which the other player does not see it.")]
    ]
    veiled: Annotated[
        bool, key("Is a face-down card there known to lie there, though not which it is?", False)
    ]
    way_rule: NotRequired[Annotated[Article, key("The article of making way.")]]


class ZoneGroup(TypedDict):
    """A word for several zones."""

    zones: Annotated[Zones, key("The zones that it means.")]
    rule: Annotated[Article, key("The article that gives the word.")]


class FaceDown(TypedDict):
    """Which mark says that a card lies face-down, and what that takes from it."""

    mark: Annotated[Mark, key("The mark.")]
    state: Annotated[State, key("Its state when the card lies face-down.")]
    rule: Annotated[Article, key("The article by which a face-down card has no abilities.")]
    leaves: NotRequired[
        Annotated[Literal["silent"], key('"silent": nor do its abilities hear of its own leaving.')]
    ]
    unread: Annotated[list[Attribute], key("Attributes that nothing reads of a face-down card.", [])]


class Silent(TypedDict):
    """A mark with which the abilities of a card do not work."""

    mark: Annotated[Mark, key("The mark.")]
    state: Annotated[State, key("Its state.")]
    rule: NotRequired[Annotated[Article, key("The article that says so; that of `cites` unless said.")]]
    kinds: NotRequired[
        Annotated[list[Literal["static", "auto"]], key("The kinds of abilities; all unless said.")]
    ]


class Held(TypedDict):
    """A mark that keeps a card from entering certain zones."""

    mark: Annotated[str, key("The mark, set by a function of the game.")]
    not_to: Annotated[Zones, key("The zones that it does not go to.")]
    rule: Annotated[Article, key("The article.")]
    param: NotRequired[Annotated[Param, key("The literal whose own article is cited first.")]]


class Implied(TypedDict):
    """Further marks that a mark brings with it."""

    rule: Annotated[Article, key("The article that says so.")]
    zone: Annotated[Zones, key("The zones in which it holds.")]
    when: Annotated[MarksWanted, key("The marks that bring it; a list of states means any of them.")]
    unless: NotRequired[Annotated[MarksWanted, key("Not where the card has these marks.")]]
    set: NotRequired[Annotated[Marks, key("The marks that it then has too.")]]
    clears: NotRequired[Annotated[list[str], key("Marks whose names begin so are gone.")]]
    lost: NotRequired[Annotated[Article, key("The article of losing them, cited when the card leaves.")]]


class Pile(TypedDict):
    """Cards beneath cards: `top`, `under`, `onto` and the other keys are the articles on what happens to a
    pile.
    """

    to: NotRequired[Annotated[Zone, key("Where cards go that lay beneath one that leaves.")]]
    rule: NotRequired[Annotated[Article, key("The article by which they go.")]]
    zones: NotRequired[Annotated[Zones, key("The zones in which cards lie beneath others.")]]
    under: NotRequired[Annotated[Article, key("The article by which a card comes to lie beneath another.")]]
    onto: NotRequired[Annotated[Article, key("The article of laying a card on another.")]]
    one: NotRequired[Annotated[Article, key("The article by which a pile is one card.")]]
    top: NotRequired[
        Annotated[Article, key("The article of what is uncovered when the top leaves; may be empty.")]
    ]
    other: NotRequired[
        Annotated[Article, key("The article by which cards beneath are no cards of the zone.")]
    ]
    works: NotRequired[
        Annotated[Article, key("The article by which an ability of a card beneath works; may be empty.")]
    ]
    silent: NotRequired[
        Annotated[Article, key("The article by which the move of a card beneath sets off nothing.")]
    ]
    control: NotRequired[
        Annotated[Article, key("The article by which cards beneath follow who controls the top.")]
    ]
    no_tokens: NotRequired[Annotated[Article, key("The article by which no token lies beneath a card.")]]
    top_cards: NotRequired[Annotated[Selector, key("The cards that may have others beneath them.")]]
    after: Annotated[
        bool, key("Does the top card leave first, and do those beneath follow by events of their own?", False)
    ]
    name: NotRequired[Annotated[Move, key("The move by which they follow.")]]


class Attach(TypedDict):
    """Cards attached to cards."""

    hosts: Annotated[Zones, key("Where the cards lie that others are attached to.")]
    guests: Annotated[Zones, key("Where the attached cards lie.")]
    face_down: Annotated[bool, key("May a face-down card have something attached?", False)]
    silent: Annotated[
        bool, key("Do the abilities of an attached card not work while its host is silent?", False)
    ]
    lost: Annotated[Move, key("The move by which an attached card goes when its host has gone.")]
    rule: Annotated[Article, key("The article by which it goes.")]
    lost_by: NotRequired[
        Annotated[list[Move], key("The moves of the host of which the article speaks; all if absent.")]
    ]
    otherwise: NotRequired[Annotated[Param, key("The literal that decides about the other moves.")]]
    because: NotRequired[Annotated[str, key("The reason that the move has.")]]
    cite: NotRequired[Annotated[Article, key("The article of attaching.")]]


class Belongs(TypedDict):
    """Cards that go to a pile of their own instead of some zones."""

    attribute: Annotated[Attribute, key("The attribute that tells them.")]
    words: Annotated[list[str], key("Its words that do.")]
    instead_of: Annotated[Zones, key("The zones that they do not go to.")]
    to: Annotated[Zone, key("Where they go instead.")]
    rules: Annotated[Articles, key("The articles that say so.")]


class BoardRow(TypedDict):
    """The cards that may not be in a zone of a board that a fixture writes."""

    zone: Annotated[Zones, key("The zones.")]
    only: NotRequired[Annotated[Selector, key("Only these cards lie there.")]]
    never: NotRequired[Annotated[Selector, key("These cards never do.")]]
    rule: Annotated[Article, key("The article.")]
    expected: Annotated[str, key("What to write instead, for the problem.")]


class FixtureMarks(TypedDict):
    """Marks that a card on a board has when the fixture says nothing."""

    zone: Annotated[Zones, key("The zones.")]
    only: Annotated[Selector, key("The cards.")]
    marks: Annotated[Marks, key("The marks.")]


Span = Annotated[str, Names("span")]
Sides = Annotated[OneOrMore, Names("zone, open or closed")]


class LaterSpan(TypedDict):
    """A span that ends in a turn to come."""

    until: Annotated[Span, key("The span that it then is.")]
    turns: Annotated[int, key("How many turns have to begin first.")]


class Start(TypedDict):
    """Steps at which no board can stand."""

    procedures: Annotated[list[str], key("The procedures."), Names("procedure")]
    not_turn: Annotated[int, key("The turn of the game in which they do not happen.")]
    rule: Annotated[Article, key("The article.")]


class Point(TypedDict):
    """A point at which disputes usually stand, as a form offers it."""

    at: Annotated[str, key("The step that is about to run."), Names("step of a procedure")]
    procedure: NotRequired[
        Annotated[str, key("The procedure of that step, where several have it."), Names("procedure")]
    ]
    turn: NotRequired[Annotated[int, key("The turn of the game; the second unless said.")]]


class Notation(TypedDict):
    """The defaults of a board that is written on one line."""

    numbers: Annotated[
        list[Attribute], key("The attributes that a bare number after a card means, `1000/1200` two.", [])
    ]
    words: Annotated[dict[str, str], key("Players' words for others: `rest` for `mode=inertie`.", {})]


Information = TypedDict(
    "Information",
    {
        "rule": Annotated[Article, key("The article; empty where none says so.")],
        "view": Annotated[Literal["left", "arrived"], key("`left`: as it was; `arrived`: as it is.")],
        "from": NotRequired[Annotated[Sides, key("Where the card came from: zones, open or closed.")]],
        "to": NotRequired[Annotated[Sides, key("Where it went: zones, open or closed.")]],
    },
)
