"""Tables of play: windows, actions, rules that act by themselves."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from judge.tables.declarations import (
    TABLE,
    TEXT,
    Article,
    Condition,
    Form,
    FromNought,
    Instructions,
    Move,
    Names,
    Offers,
    OneOrTwo,
    Param,
    Selector,
    Windows,
    Zone,
    Zones,
    key,
)


class WindowCites(TypedDict):
    open: NotRequired[Annotated[Article, key("The article by which it opens.")]]
    first: NotRequired[Annotated[Article, key("… by which somebody acts first.")]]
    next: NotRequired[Annotated[Article, key("… by which the next one is asked.")]]
    other: NotRequired[Annotated[Article, key("… by which the other player is asked.")]]
    again: NotRequired[Annotated[Article, key("… by which what was done can be answered.")]]
    rules: NotRequired[
        Annotated[Article, key("… by which the rules act by themselves before anybody is asked.")]
    ]
    before: NotRequired[Annotated[Article, key("… by which another window comes first.")]]
    resolve: NotRequired[Annotated[Article, key("… by which what was stacked is carried out.")]]
    close: NotRequired[Annotated[Article, key("… by which it closes.")]]
    barred: NotRequired[Annotated[Article, key("… by which it does not open now.")]]
    locked: NotRequired[
        Annotated[Article, key("… by which the other player cannot act before the first has passed.")]
    ]


class WindowRow(TypedDict):
    """Who may do what, in which order, until when."""

    name: NotRequired[Annotated[str, key("What the book calls it; its key if absent.")]]
    offers: Annotated[Offers, key("The kinds of actions, unless a step names others.", [])]
    first: Annotated[
        Literal["active", "non-active", "named", "opponent-of-actor"],
        key("Who is asked first; `named` by the step.", "active"),
    ]
    next: Annotated[
        Literal["same", "alternate", "restart"],
        key("Who is asked after an action: the same player, the other one, or the first again.", "same"),
    ]
    passes: Annotated[OneOrTwo, key("How many passes in a row close it: one player's, or both's.", 1)]
    acts: Annotated[FromNought, key("After how many actions it closes; 0 for any number.", 0)]
    must: Annotated[bool, key("Are options that have to be taken offered without a pass?", False)]
    stacks: Annotated[bool, key("Is what is done carried out once the window closes?", False)]
    resolve: Annotated[Literal["lifo"], key("In which order then: the last first.", "lifo")]
    rules: Annotated[
        Literal["none", "open", "each"],
        key("When the rules act by themselves: never, as it opens, or before each question.", "none"),
    ]
    before: Annotated[str, key("The window that comes before each question.", ""), Names("window or none")]
    bars: Annotated[Windows, key("Windows that do not open while this one is open.", [])]
    guarded: Annotated[bool, key("Does it close when the procedure that opened it is given up?", False)]
    end: Annotated[str, key("What passing is called.", "pass")]
    unasked: Annotated[bool, key("Does a script that says nothing pass there?", False)]
    triggers: Annotated[
        str,
        key("The procedure that is run before a question while abilities wait.", ""),
        Names("procedure or none"),
    ]
    cites: Annotated[WindowCites, key("The articles of what it does.", {})]


OptionCondition = TypedDict(
    "OptionCondition",
    {
        "rule": Annotated[Article, key("The article.")],
        "say": Annotated[str, key("The phrase of the refusal.")],
        "mode": NotRequired[
            Annotated[list[str], key("It holds in the player's own turn at one of these times.")]
        ],
        "if": NotRequired[Annotated[Condition, key("It holds where this does.")]],
        "fits": NotRequired[
            Annotated[
                str,
                key(
                    "It holds where the card that is named fits what the acting card prints here, or prints "
                    "nothing; of one's own side, unless that says whose."
                ),
                Names("attribute"),
            ]
        ],
        "by": NotRequired[
            Annotated[
                str, key("The function of the game that gives the conditions."), Names("condition of acts")
            ]
        ],
        "param": NotRequired[Annotated[Param, key("by: a literal that it asks for.")]],
        "lifted": NotRequired[Annotated[Param, key("The literal that lifts it.")]],
        "never": Annotated[bool, key("Does it never hold?", False)],
    },
)


class ActingRow(TypedDict):
    """The cards with which an act of a function's offer can be done, for answers about other cards."""

    rule: Annotated[Article, key("The article that says so.")]
    cards: Annotated[list[Selector], key("The card that does it, and the one that it is done to.", [])]
    type_rules: Annotated[
        dict[str, Article], key("The article that says so of cards of a type, where that is another one.", {})
    ]
    kinds: Annotated[list[str], key("The kinds of abilities one of which its card has.", [])]
    kinds_rule: NotRequired[Annotated[Article, key("The article on these, where that is another one.")]]
    also: Annotated[list[str], key("Other acts by which a line may name it where those are not offered.", [])]


class ActionRow(TypedDict):
    """An action that needs no function: which cards, what is named beside them, under which conditions,
    what it does.
    """

    name: NotRequired[Annotated[str, key("What players call it; its key if absent.")]]
    each: NotRequired[Annotated[Selector, key("The cards that it is done with; it needs none if absent.")]]
    to: NotRequired[Annotated[Selector, key("The cards one of which is named beside it.")]]
    slots: Annotated[Zones, key("The zones one of whose slots is named beside it.", [])]
    places: Annotated[Zones, key("The zones one of which, other than its own, is named beside it.", [])]
    words: Annotated[list[str], key("Fixed words that are said beside it.", [])]
    ways: Annotated[
        dict[str, Instructions], key("Words one of which is said beside it, with what it does then.", {})
    ]
    refused: Annotated[bool, key("Is it always refused, and there only for those who claim it?", False)]
    rule: NotRequired[
        Annotated[Article, key("The article that it is told with; its first condition's if absent.")]
    ]
    conds: Annotated[list[OptionCondition], key("The conditions, in the order in which they are judged.")]
    do: Annotated[Instructions, key("What it does.", [])]
    procedure: NotRequired[
        Annotated[
            str,
            key("The procedure that begins with it instead, with `me` and `self`."),
            Names("procedure"),
        ]
    ]
    unanswerable: NotRequired[Annotated[Article, key("The article by which nobody answers it.")]]


class InterruptRow(TypedDict):
    """A rule that acts at once, in the middle of anything."""

    rule: Annotated[Article, key("The article.")]
    use: Annotated[str, key("The function, of the game or one that games share."), Names("interrupt")]


def is_interrupt(value: object) -> bool:
    """Is this an article, or a table with the texts `rule` and `use`?"""
    row = value if type(value) is dict else {"rule": value, "use": ""}
    return row.keys() == {"rule", "use"} and all(type(text) is str for text in row.values())


InterruptOrArticle = Annotated[
    str | InterruptRow,
    Form(
        "an article, or { rule, use }",
        is_interrupt,
        {"anyOf": [TEXT, TABLE]},
    ),
    Names("interrupt"),
]


class StateRuleDo(TypedDict, total=False):
    """What rule processing does to a card."""

    to: Annotated[Zone, key("The zone that it goes to.")]
    word: Annotated[Move, key("The move by which it goes, where the book has one.")]


class StateRuleRow(TypedDict):
    """A rule that is checked whenever the rules act by themselves."""

    rule: Annotated[Article, key("The article.")]
    each: Annotated[Selector, key("The cards that it looks for.", {})]
    when: NotRequired[Annotated[Condition, key("Only where this holds.")]]
    do: Annotated[StateRuleDo, key("What it does to them.", {})]
    laid_to: Annotated[str, key("The attribute whose last change is to blame for it.", "")]
    use: NotRequired[
        Annotated[str, key("The function that finds what is due instead."), Names("rule processing")]
    ]
    empty: Annotated[Zones, key("It is looked at only while one of these zones is empty.", [])]
