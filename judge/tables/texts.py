"""The tables of text.LANG.toml: how printed texts of a language are read, row by row; and that of known.toml:
the sentences that somebody has read by hand.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from judge.tables.declarations import OneOrMore, key, table
from judge.text.plain import Json

Put = Literal["", "cards", "choice", "may", "options", "done", "sum", "put", "together"]


class TextRow(TypedDict):
    """One row: what is printed, and what it says."""

    text: Annotated[
        OneOrMore,
        key(
            "What is printed: words, `{slot}` or `{slot:kind}`, `[left out or not]`, `(one|another)`; "
            "printed brackets in back-quotes. Several mean the same."
        ),
    ]
    says: NotRequired[
        Annotated[
            Json,
            key(
                "What it means, with `{slot}` filled in: `{-slot}` is the number below nought, "
                "`...{slot}` in a list all of a list, `...` as a key what is merged, `*` and `**` each of a "
                "list. What its only slot means unless said."
            ),
        ]
    ]
    by: Annotated[
        Put,
        key(
            "How it is put together, where a template does not say it: `cards` (chosen, all or named by a "
            "pronoun) under a verb, a `choice` of them, what one `may` do, `options`, what is `done` if "
            "something before was, the `sum` of tables, "
            "a verb `{v}` that is `put` to its subject: `@subject` there is `{s}` or what the row says, "
            "`{a}` and `{b}` one after the other, `together` where both do what the row names.",
            "",
        ),
    ]
    unsaid: NotRequired[Annotated[Json, key("Where its cards lie when nothing is said.")]]
    only: Annotated[list[str], key("Where its cards lie, or it does not read this; anywhere if empty.", [])]
    besides: NotRequired[
        Annotated[Json, key("What is said of its cards besides; with `?` behind a key, unless it is said.")]
    ]


class SentenceRow(TypedDict):
    """What a sentence is: a line that begins so, with the lines behind it that do not; or, where it ends with
    a sign, what goes up to that sign.
    """

    begins: Annotated[list[str], key("The signs with which its first line begins.", [])]
    kind: Annotated[str, key("The kind of rows that read a whole sentence.")]
    ends: Annotated[str, key("The sign with which one ends, outside names and round brackets.", "")]
    goes_on: Annotated[
        list[str], key("How one begins that belongs to the one before, wherever signs end them.", [])
    ]
    listed: Annotated[str, key("The sign before each entry of a list, which belongs to one sentence.", "")]


class CardTextRow(TypedDict):
    """How the texts of some cards are read."""

    of: Annotated[dict[str, OneOrMore], key("What is printed on these cards: one of the words each.")]
    kind: NotRequired[Annotated[str, key("The kind of rows that read a sentence.")]]
    first: NotRequired[Annotated[str, key("The kind of rows that read the first line.")]]
    silent: Annotated[bool, key("Does it say nothing in play?", False)]
    joined: Annotated[bool, key("Are its sentences one, but for those that begin as `apart` says?", False)]
    apart: Annotated[list[str], key("How the first sentence begins that stands by itself.", [])]
    alone: NotRequired[Annotated[str, key("The kind of rows that read those that stand by themselves.")]]


class PortionRow(TypedDict):
    """A portion of a text that has a title."""

    title: Annotated[str, key("The line above it.")]
    key: Annotated[
        str, key("The key of a card under which its abilities stand; the card's own if empty.", "")
    ]
    kind: NotRequired[Annotated[str, key("The kind of rows that read a sentence there.")]]
    silent: Annotated[bool, key("Does it say nothing in play?", False)]


class SettledRow(TypedDict):
    """What is written of a selector that has something."""

    has: Annotated[dict[str, Json], key("The values that it has.", {})]
    any: Annotated[list[str], key("Keys of which it has one.", [])]
    unless: Annotated[list[str], key("Keys of which it has none.", [])]
    says: Annotated[dict[str, Json], key("What it has then.", {})]
    drops: Annotated[list[str], key("The keys that it has no more.", [])]
    heard: Annotated[bool, key("Is that so of what is heard or forbidden, too?", False)]
    events: Annotated[list[str], key("Of what is heard or forbidden, the events to which that happens.", [])]


class TaintRow(TypedDict):
    """Which sentences may limit others."""

    begins: Annotated[list[str], key("How they begin.")]
    words: Annotated[list[str], key("Words of which they have one.")]


class HaltRow(TypedDict):
    """Which sentences that are not read stop a run once they do something: those with an event that is read
    and what must be done then.
    """

    begins: NotRequired[Annotated[list[str], key("How they begin; in any way unless said.")]]
    signs: Annotated[list[str], key("The signs behind the event.")]
    kinds: Annotated[list[str], key("The kinds of abilities that they are.")]
    unless_begins: Annotated[list[str], key("How it goes on behind the event where nothing has to be done.")]
    unless_has: Annotated[list[str], key("What its first sentence has there where nothing has to be done.")]
    instead: Annotated[str, key("What is read in place of what is done, to find the event.")]
    does: Annotated[Json, key("What that means.")]


class TextTables(TypedDict):
    """The tables of one language."""

    sentence: Annotated[SentenceRow, table("What a sentence is.", "reading.texts")]
    signs: Annotated[dict[str, str], table("Signs that are read as others.", "reading.grammar", default={})]
    quoted: Annotated[
        dict[str, list[str]],
        table("Kinds of names by the pairs of brackets around them.", "reading.grammar", default={}),
    ]
    spelled: Annotated[
        dict[str, str],
        table(
            "Names that some texts print otherwise than the cards; `*` stands for the beginning of any.",
            "reading.notation",
            default={},
        ),
    ]
    dropped: Annotated[
        list[str], table("What is printed and left out of a text.", "reading.texts", default=[])
    ]
    parted: Annotated[
        list[str],
        table(
            "Texts within round brackets that have strokes between words there.",
            "reading.notation",
            default=[],
        ),
    ]
    texts: Annotated[
        list[CardTextRow],
        table(
            "How texts of cards are read that are not read as all others, the first that fits.",
            "reading.cutting",
            default=[],
        ),
    ]
    portions: Annotated[
        list[PortionRow], table("Portions of a text by their titles.", "reading.cutting", default=[])
    ]
    settled: Annotated[
        list[SettledRow],
        table("What is written of selectors in the end, row by row.", "reading.pronouns", default=[]),
    ]
    limited: Annotated[
        list[str],
        table(
            "The kinds of abilities on which limits lie that other sentences tell.",
            "reading.limits",
            default=[],
        ),
    ]
    added: Annotated[
        list[str],
        table("What a sentence adds to what is printed on its card.", "reading.texts", default=[]),
    ]
    doubted: Annotated[
        list[str],
        table(
            "Where cards lie of which an old text does not say whether it targets them.",
            "reading.pronouns",
            default=[],
        ),
    ]
    paid: Annotated[
        list[str],
        table(
            "Instructions of which an old text that begins with them does not say whether they are paid.",
            "reading.pronouns",
            default=[],
        ),
    ]
    reminders: Annotated[
        list[str],
        table(
            "How texts in round brackets begin that only explain; any other belongs to its sentence.",
            "reading.texts",
            default=[],
        ),
    ]
    taints: NotRequired[
        Annotated[
            TaintRow,
            table(
                "Sentences that, where they are not read, may limit the others of their card.",
                "reading.texts",
            ),
        ]
    ]
    halts: NotRequired[
        Annotated[
            HaltRow,
            table(
                "Sentences of which only the event is read, and that stop a run when it comes.",
                "reading.texts",
            ),
        ]
    ]
    words: Annotated[
        dict[str, dict[str, Json]],
        table("What single words mean, by kind.", "reading.grammar", default={}),
    ]
    rows: Annotated[dict[str, list[TextRow]], table("Rows, by kind.", "reading.grammar", default={})]


class KnownRow(TypedDict):
    """A card with sentences that somebody has read by hand."""

    sentence: Annotated[
        dict[str, Json],
        key(
            "By number, and under `back` of the other side: the hash of the sentence that is meant (`text`, "
            "as `judge cards read --why` prints it), and what it does as on a card, or `nothing = true`."
        ),
    ]


class KnownTables(TypedDict):
    """The table of known.toml: sentences that are believed before the rows that read texts."""

    cards: Annotated[
        dict[str, KnownRow],
        table("Cards by their numbers, or passcodes.", "cards.believed"),
    ]
