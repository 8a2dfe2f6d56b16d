"""The tables of text.LANG.toml: how printed texts of a language are read, row by row; and that of known.toml:
the sentences that somebody has read by hand.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from judge.tables.declarations import OneOrMore, key, table
from judge.text.plain import Json

Put = Literal["", "cards", "choice", "may", "options", "done", "sum"]


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
            "something before was, the `sum` of tables.",
            "",
        ),
    ]
    unsaid: NotRequired[Annotated[Json, key("Where its cards lie when nothing is said.")]]
    only: Annotated[list[str], key("Where its cards lie, or it does not read this; anywhere if empty.", [])]


class SentenceRow(TypedDict):
    """What a sentence is: of a line that begins so, with the lines behind it that do not."""

    begins: Annotated[list[str], key("The signs with which its first line begins.")]
    kind: Annotated[str, key("The kind of rows that read a whole sentence.")]


class TaintRow(TypedDict):
    """Which sentences may limit others."""

    begins: Annotated[list[str], key("How they begin.")]
    words: Annotated[list[str], key("Words of which they have one.")]


class TextTables(TypedDict):
    """The tables of one language."""

    sentence: Annotated[SentenceRow, table("What a sentence is.", "reading.texts")]
    signs: Annotated[dict[str, str], table("Signs that are read as others.", "reading.grammar", default={})]
    quoted: Annotated[
        dict[str, list[str]],
        table("Kinds of names by the pairs of brackets around them.", "reading.grammar", default={}),
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
