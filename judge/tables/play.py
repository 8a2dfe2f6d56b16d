"""Tables of play: procedures and their steps, windows, actions, rules that act by themselves."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from judge.tables.declarations import (
    TABLE,
    TEXT,
    Article,
    Condition,
    Event,
    Form,
    Instructions,
    Move,
    Names,
    Offers,
    OneOrMore,
    Param,
    Selector,
    Step,
    Windows,
    Wording,
    Zone,
    Zones,
    is_instructions,
    key,
)
from judge.text.plain import Plain

Deed = Annotated[str, Names("deed")]
Running = Annotated[list[str], Names("running procedure")]
Seat = Annotated[str, key("active, non-active, me, opponent or a value.")]
DoWritten = Annotated[
    str | list[Plain],
    Form(
        "the name of a step's function, or a list of instructions",
        lambda value: type(value) is str or is_instructions(value),
        {"type": ["string", "array"]},
    ),
    Wording("step"),
]

NumberOrParam = Annotated[
    int | str,
    Form(
        "a number, or a literal of [param]",
        lambda value: type(value) in (int, str),
        {"type": ["integer", "string"]},
    ),
    Names("param"),
]


StepRow = TypedDict(
    "StepRow",
    {
        "rule": Annotated[Article, key("The article that it is told with.")],
        "id": NotRequired[Annotated[Step, key("Its lasting name; its article's number if absent.")]],
        "use": NotRequired[
            Annotated[str, key("The function, where it is that of another article."), Names("step function")]
        ],
        "do": NotRequired[
            Annotated[
                DoWritten, key("A function that games share, or the instructions that are carried out.")
            ]
        ],
        "procedure": NotRequired[
            Annotated[
                str,
                key("call, waiting, first-link, turn-draw, one-by-one, run-down: the procedure."),
                Names("procedure"),
            ]
        ],
        "vars": NotRequired[Annotated[dict[str, Plain], key("call, put: values given to it.")]],
        "step": NotRequired[
            Annotated[Step, key("goto, again, next-time, negated-link: the step of the same procedure.")]
        ],
        "signal": NotRequired[
            Annotated[
                Annotated[OneOrMore, Names("signal")],
                key("check, signal, again: the moments that abilities hear of."),
            ]
        ],
        "card": NotRequired[Annotated[str, key("signal: the value that holds the card of the moment.")]],
        "target": NotRequired[Annotated[str, key("signal: the value that holds its target.")]],
        "attacker": NotRequired[Annotated[str, key("signal: the value that holds its attacker.")]],
        "once": NotRequired[Annotated[str, key("check, signal: each ability hears it once in this span.")]],
        "first": NotRequired[Annotated[str, key("check, signal: only the first time in this span.")]],
        "each": NotRequired[
            Annotated[
                Selector,
                key(
                    "mark-all, move-all, place, shuffle, signal, again, expire, run-down, one-by-one: which."
                ),
            ]
        ],
        "counts": NotRequired[
            Annotated[str, key("run-down: the mark that counts the turns left."), Names("mark")]
        ],
        "which": NotRequired[Annotated[str, key("mark-one: the value that holds the card.")]],
        "marks": NotRequired[
            Annotated[
                dict[str, Plain],
                key("mark-one, mark-all, expire: the marks; the last two also take { old = new }."),
                Names("mark with state"),
            ]
        ],
        "heard": NotRequired[
            Annotated[dict[str, Event], key("mark-all: by new state, the word that abilities hear.")]
        ],
        "begins": NotRequired[Annotated[bool, key("mark-one: an act begins with it.")]],
        "to": NotRequired[Annotated[str, key("move-all, place, use-up: where they go.")]],
        "from": NotRequired[Annotated[Zone, key("use-up: where the card still has to be.")]],
        "into": NotRequired[
            Annotated[
                dict[Zone, Selector],
                key(
                    "place: by zone, the cards, where they go to several; `$zone` are those of earlier ones."
                ),
            ]
        ],
        "zone": NotRequired[Annotated[Zone, key("shuffle, trim: which one.")]],
        "picks": NotRequired[
            Annotated[int, key("place: how many of them each player picks; all of them if absent.")]
        ],
        "apart": NotRequired[Annotated[bool, key("place: each card as a move of its own.")]],
        "chance": NotRequired[Annotated[Article, key("first-player: the article by which chance decides.")]],
        "won": NotRequired[
            Annotated[str, key("first-player: what chance is asked, where the winner chooses then.")]
        ],
        "words": NotRequired[
            Annotated[list[str], key("first-player: the two words of which the winner chooses one.")]
        ],
        "n": NotRequired[
            Annotated[
                NumberOrParam, key("first-hands, trim, again: how many cards, or a literal that says it.")
            ]
        ],
        "cite": NotRequired[
            Annotated[Article, key("first-hands, place: the article of each draw, choice or move.")]
        ],
        "word": NotRequired[Annotated[Move, key("trim, move-all, take-one: the move by which cards go.")]],
        "may": NotRequired[Annotated[str, key("times-left: what its player may leave off.")]],
        "because": NotRequired[Annotated[str, key("move-all: why, where it is not by the rules.")]],
        "tells": NotRequired[
            Annotated[str, key("move-all: the value that is told of each card."), Names("attribute")]
        ],
        "param": NotRequired[Annotated[Param, key("fill: the literal without which nothing is done.")]],
        "rules": NotRequired[Annotated[bool, key("again: while rule processing is due.")]],
        "if": NotRequired[Annotated[str, key("check, signal: only where this value is set.")]],
        "until": NotRequired[
            Annotated[Annotated[OneOrMore, Names("span")], key("expire: the spans that end.")]
        ],
        "moment": NotRequired[
            Annotated[str, key("delayed, again: the moment for which something has waited."), Names("moment")]
        ],
        "waits": NotRequired[
            Annotated[bool, key("delayed: it is not carried out but waits, as an ability of its own.")]
        ],
        "per_turn": NotRequired[Annotated[bool, key("delayed: is the moment counted once a turn?")]],
        "name": NotRequired[Annotated[str, key("window: which one."), Names("window")]],
        "kept": NotRequired[
            Annotated[bool, key("instructions: is what they store there for the steps after this one?")]
        ],
        "seat": NotRequired[
            Annotated[
                str,
                key(
                    "window: who is asked first; one-by-one, instructions: whose they are, or `any` for each."
                ),
            ]
        ],
        "when": NotRequired[
            Annotated[Condition, key("instructions: only where this holds for that player.")]
        ],
        "mode": NotRequired[Annotated[str, key("window: the time that it is, for conditions that ask.")]],
        "offers": NotRequired[
            Annotated[Offers, key("window: what is offered, where it is not what the window's row says.")]
        ],
        "again": NotRequired[
            Annotated[
                Step, key("window: the step of the same procedure that follows once somebody has acted.")
            ]
        ],
        "again_rule": NotRequired[Annotated[Article, key("window: the article by which it follows.")]],
        "kinds": NotRequired[Annotated[OneOrMore, key("window: what has been done that is answered.")]],
        "about": NotRequired[
            Annotated[str, key("window: the value that holds the card of what is answered.")]
        ],
        "of": NotRequired[Annotated[str, key("window: what it answers.")]],
        "actor": NotRequired[Annotated[str, key("window: the player whose act is answered.")]],
        "failed": NotRequired[
            Annotated[
                str,
                key("window: the window instead, where the act came to nothing."),
                Names("window or procedure"),
            ]
        ],
        "abandoned": NotRequired[Annotated[bool, key("battle-end: the battle was given up.")]],
        "pass": NotRequired[Annotated[Article, key("window: the article by which a pass ends it.")]],
        "free": NotRequired[
            Annotated[Running, key("after-chain: in which, as `window:name`, the turn player acts freely.")]
        ],
    },
)


GuardRow = TypedDict(
    "GuardRow",
    {
        "rule": Annotated[Article, key("The article.")],
        "use": NotRequired[
            Annotated[
                str, key("The function that decides, where it is not its article's."), Names("step function")
            ]
        ],
        "from": Annotated[Step, key("The first step at which it is looked at.")],
        "until": Annotated[Step, key("The step at which it is looked at no more.")],
    },
)


class Under(TypedDict):
    """What a procedure stands on when a game starts in its middle."""

    procedure: Annotated[str, key("The procedure that calls it."), Names("procedure")]
    step: Annotated[Step, key("The step that does.")]
    asked: NotRequired[Annotated[str, key("Only where the fixture gives this value under `at`.")]]


class ProcedureRow(TypedDict):
    """An ordered list of steps."""

    steps: Annotated[list[StepRow], key("The steps.")]
    under: NotRequired[Annotated[Under, key("What it stands on when a game starts in its middle.")]]
    inner: Annotated[bool, key("Can no fixture start inside it?", False)]
    needs: Annotated[
        dict[str, str], key("Values that a fixture gives to start inside it, each with its kind.", {})
    ]
    starts: Annotated[dict[str, str], key("Values that it has from the start, each a word for a player.", {})]
    guard: NotRequired[Annotated[GuardRow, key("Where it is given up in its middle.")]]
    boxed: Annotated[dict[Zone, Step], key("Zones whose cards are not placed before a step of it.", {})]
    did: Annotated[list[str], key("What its player has done by its having begun.", []), Names("deed")]
    did_by: Annotated[dict[str, Deed], key("By value, what the card in it has done.", {})]


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
    passes: Annotated[int, key("How many passes in a row close it.", 1)]
    acts: Annotated[int, key("After how many actions it closes; 0 for any number.", 0)]
    must: Annotated[bool, key("Are options that have to be taken offered without a pass?", False)]
    stacks: Annotated[bool, key("Is what is done carried out once the window closes?", False)]
    resolve: Annotated[Literal["lifo"], key("In which order then: the last first.", "lifo")]
    rules: Annotated[
        Literal["none", "open", "each"],
        key("When the rules act by themselves: never, as it opens, or before each question.", "none"),
    ]
    between: Annotated[str, key("The literal by which rules act between acts.", ""), Names("param or none")]
    again: Annotated[str, key("The literal by which it begins again then.", ""), Names("param or none")]
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


Cond = TypedDict(
    "Cond",
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
                key("It holds where the card that is named fits what the acting card prints here."),
                Names("attribute"),
            ]
        ],
        "else": NotRequired[Annotated[Condition, key("What must hold where it prints nothing there.")]],
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
    conds: Annotated[list[Cond], key("The conditions, in the order in which they are judged.")]
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


InterruptOrArticle = Annotated[
    str | InterruptRow,
    Form(
        "an article, or { rule, use }",
        lambda value: type(value) is str or (type(value) is dict and set(value) == {"rule", "use"}),
        {"anyOf": [TEXT, TABLE]},
    ),
    Names("interrupt"),
]


class StateRuleDo(TypedDict, total=False):
    """What rule processing does to a card."""

    to: Annotated[Zone, key("The zone that it goes to.")]
    word: Annotated[Move, key("The move by which it goes, where the book has one.")]


class StateRuleRow(TypedDict):
    """A rule that is looked at whenever the rules act by themselves."""

    rule: Annotated[Article, key("The article.")]
    each: Annotated[Selector, key("The cards that it looks for.", {})]
    when: NotRequired[Annotated[Condition, key("Only where this holds.")]]
    do: Annotated[StateRuleDo, key("What it does to them.", {})]
    laid_to: Annotated[str, key("The attribute whose last change is to blame for it.", "")]
    use: NotRequired[
        Annotated[str, key("The function that finds what is due instead."), Names("rule processing")]
    ]
    empty: Annotated[Zones, key("It is looked at only while one of these zones is empty.", [])]
