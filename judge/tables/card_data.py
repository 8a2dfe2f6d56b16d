"""The tables of cards.toml: the form of a game's card data files."""

from __future__ import annotations

from typing import Annotated, NotRequired

from typing_extensions import TypedDict

from judge.tables.declarations import Names, key, table

Attribute = Annotated[str, Names("card attribute")]


class CardNumber(TypedDict):
    """How a card is identified."""

    attribute: Attribute


class LeftOut(TypedDict, total=False):
    """Parts of card files that are not kept."""

    columns: list[str]
    keywords: list[str]


class WorksRow(TypedDict):
    """Where sentences of printed texts work that are not read."""

    begins: Annotated[
        dict[str, str],
        key("Kinds of abilities by how their sentences begin: they work where abilities of that kind do."),
    ]
    elsewhere: Annotated[list[str], key("Words of sentences that may work anywhere, however they begin.")]
    nowhere: Annotated[list[str], key("Words in which such words say nothing of the kind.", [])]


class CardTables(TypedDict):
    """The tables of cards.toml."""

    works: NotRequired[
        Annotated[
            WorksRow,
            table(
                "Where sentences of printed texts work that are not read; anywhere if it is absent.",
                "cards.vocabulary",
            ),
        ]
    ]

    formats: Annotated[
        list[str],
        table(
            "Formats of files of cards and limit lists that no other game has.",
            "cards.vocabulary",
            default=[],
        ),
    ]
    list_series: Annotated[
        str,
        table("The series of a limit list that has a date and names none.", "cards.vocabulary", default=""),
    ]
    number: NotRequired[
        Annotated[
            CardNumber,
            table("The attribute that is a card's id, unless a source gives one.", "cards.vocabulary"),
        ]
    ]
    more: Annotated[
        dict[Attribute, list[str]],
        table(
            "Words of an attribute, or types, that cards have and play does not know.",
            "cards.vocabulary",
            default={},
        ),
    ]
    types_under: Annotated[
        str,
        table(
            "The attribute among whose words files have the type of a card.",
            "cards.vocabulary",
            default="",
        ),
        Names("card attribute or none"),
    ]
    words: Annotated[
        dict[Attribute, dict[str, str]],
        table("Other spellings of its words.", "cards.vocabulary", default={}),
    ]
    columns: Annotated[
        dict[str, list[str]],
        table("The headings under which files have an attribute; `id` too.", "cards.vocabulary", default={}),
        Names("card attributes or id"),
    ]
    has: Annotated[
        dict[str, str], table("Columns that say that a card has a keyword.", "cards.vocabulary", default={})
    ]
    mentions: Annotated[
        dict[str, str],
        table("Columns that say that its text speaks of a keyword.", "cards.vocabulary", default={}),
    ]
    separator: Annotated[
        dict[Attribute, str], table("What parts several words in one cell.", "cards.vocabulary", default={})
    ]
    left_out: NotRequired[
        Annotated[
            LeftOut,
            table("What is known and not kept: columns, and what stands among keywords.", "cards.vocabulary"),
        ]
    ]
    parameters: Annotated[
        str,
        table(
            "The attribute whose words, as numbers, may follow the name of a keyword.",
            "cards.vocabulary",
            default="",
        ),
        Names("card attribute or none"),
    ]
    texts: Annotated[
        list[Attribute],
        table(
            "The attributes that hold the printed texts of a card, that of its front first.",
            "cards.vocabulary",
            default=["text"],
        ),
    ]
    icons: Annotated[
        bool,
        table("Whether keywords stand in these texts as `[Keyword]`.", "cards.vocabulary", default=False),
    ]
    keyword_names: Annotated[
        dict[str, str],
        table("Names of keywords that the rulebook does not have.", "cards.vocabulary", default={}),
    ]
