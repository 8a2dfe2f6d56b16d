"""Tables of procedures: their steps in order, what each step says, and what a procedure stands on."""

from __future__ import annotations

from typing import Annotated, NotRequired

from typing_extensions import TypedDict

from judge.tables.declarations import (
    Article,
    Condition,
    Event,
    Form,
    Move,
    Names,
    Offers,
    OneOrMore,
    Param,
    Selector,
    Step,
    Wording,
    Zone,
    is_instructions,
    key,
)
from judge.text.plain import Json

Deed = Annotated[str, Names("deed")]
Running = Annotated[list[str], Names("running procedure")]
DoWritten = Annotated[
    str | list[Json],
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
        "vars": NotRequired[Annotated[dict[str, Json], key("call, put: values given to it.")]],
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
        "once": NotRequired[
            Annotated[str, key("check, signal: each ability hears it once in this span."), Names("span")]
        ],
        "first": NotRequired[
            Annotated[str, key("check, signal: only the first time in this span."), Names("span")]
        ],
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
                dict[str, Json],
                key("mark-one, mark-all, expire: the marks; the last two also take { old = new }."),
                Names("mark with state"),
            ]
        ],
        "heard": NotRequired[
            Annotated[dict[str, Event], key("mark-all: by new state, the word that abilities hear.")]
        ],
        "begins": NotRequired[Annotated[bool, key("mark-one: an act begins with it.")]],
        "to": NotRequired[Annotated[Zone, key("move-all, place, use-up: where they go.")]],
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
            Annotated[str, key("first-player: the question for chance, where its winner then chooses.")]
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
    """The procedures below one when a game starts in its middle."""

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
    guard: NotRequired[Annotated[GuardRow, key("Where it may be broken off.")]]
    boxed: Annotated[dict[Zone, Step], key("Zones whose cards are not placed before a step of it.", {})]
    did: Annotated[list[str], key("What its player has done by beginning it.", []), Names("deed")]
    did_by: Annotated[dict[str, Deed], key("For each value, what the card in it has done by that.", {})]
