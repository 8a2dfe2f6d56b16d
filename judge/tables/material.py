"""Material tables: what exists before anything moves, which is cards, abilities, zones, marks, boards."""

from __future__ import annotations

from typing import Annotated, NotRequired

from typing_extensions import TypedDict

from judge.tables import abilities, board, events
from judge.tables.declarations import (
    Article,
    Mark,
    Names,
    Type,
    Words,
    Zone,
    Zones,
    table,
)
from judge.text.plain import Json


class MaterialTables(TypedDict):
    """What a rulebook is about."""

    id: Annotated[str, table("The game's name on the command line, that of its folder.", "rulebook.load")]
    title: Annotated[str, table("The game's title.", "rulebook.load")]
    version: Annotated[str, table("The name of the edition that the book is.", "rulebook.load")]
    playable: Annotated[
        bool,
        table(
            "Can games be played by it? Otherwise it holds articles and deck rules.",
            "rulebook.load",
            default=True,
        ),
    ]
    module: Annotated[
        str, table("The Python module with the game's own steps.", "rulebook.bindings", default="")
    ]

    types: Annotated[
        Words,
        table(
            "The types of cards; the first is what a card is when nothing is said.",
            "words.abilities",
            default=[],
        ),
    ]
    types_rule: NotRequired[
        Annotated[Article, table("The article cited when a text names a type.", "words.targets")]
    ]
    default_attribute: Annotated[
        str,
        table(
            "The attribute that a change of a number means when it names none.",
            "words.lasting_effects",
            default="",
        ),
        Names("attribute or none"),
    ]
    default_zone: NotRequired[
        Annotated[Zone, table("The zone that a selector means when it names none.", "kernel.book")]
    ]
    same_object: Annotated[
        list[list[Zone]],
        table("Moves between zones by which a card stays the same card.", "kernel.book", default=[]),
    ]
    attribute: Annotated[
        dict[str, abilities.AttributeRow], table("What cards print.", "kernel.book", default={})
    ]
    text_box: Annotated[
        dict[str, abilities.TextBox],
        table("Parts of a card with abilities of their own.", "words.abilities", default={}),
    ]
    bare: NotRequired[Annotated[abilities.Bare, table("Cards without any abilities.", "grammar/cards")]]
    only_worded: Annotated[
        list[abilities.OnlyWorded],
        table("Abilities that do nothing on a card without a word.", "grammar/printed", default=[]),
    ]
    works: Annotated[
        abilities.Works,
        table(
            "Where abilities work unless they say otherwise: `rule`; `default` zones; `modes`, the times to "
            "activate one, and `all_modes`; by type of card, the zones of each kind.",
            "kernel.book",
            default={},
        ),
    ]
    kind_rules: Annotated[
        abilities.KindRules,
        table(
            "The article of each kind of ability, or of that kind on a type of card, "
            "or on one of that type that prints a word.",
            "words.abilities",
            default={},
        ),
    ]
    ability: Annotated[
        dict[str, abilities.AbilityKind],
        table("The book's own names for kinds of abilities.", "kernel.book", default={}),
    ]
    kinds_within: Annotated[
        dict[abilities.EngineKind, abilities.EngineKind],
        table(
            "Kinds of abilities that are of another kind as well.",
            "effects.pattern_match",
            default={},
        ),
    ]
    ability_keys: Annotated[
        dict[str, abilities.ValueKind],
        table(
            "Further keys of abilities to activate, with the kind of their value.",
            "grammar/cards",
            "words.abilities",
            default={},
        ),
    ]
    inherent: Annotated[
        list[abilities.Inherent],
        table("Abilities that the rules give to cards.", "words.abilities", default=[]),
    ]
    keyword: Annotated[dict[str, abilities.Keyword], table("Keywords.", "kernel.book", default={})]
    unwritten: Annotated[
        dict[Article, Words],
        table(
            "Words for abilities that the engine does not play yet, by article.",
            "rulebook.bindings",
            default={},
        ),
    ]
    later_books: Annotated[
        dict[str, Words],
        table(
            "What later editions have and this book has not, with the words that ask for it: they are "
            "refused by its name.",
            "rulebook.bindings",
            default={},
        ),
    ]
    counts_as: Annotated[
        dict[str, Words],
        table(
            "By word of an effect, the acts that using the ability counts as.",
            "words.abilities",
            default={},
        ),
    ]
    surcharged: Annotated[
        Words,
        table("The events of acts on which a `surcharge` may lay a cost.", "grammar/conditions", default=[]),
    ]
    permits: NotRequired[Annotated[Words, table("The rules that an `allow` may lift.", "grammar/values")]]
    permits_instead: Annotated[
        Words,
        table(
            "Those of these rules that make players pay something: an `allow` may name another cost instead.",
            "grammar/conditions",
            default=[],
        ),
    ]
    token: NotRequired[Annotated[abilities.Token, table("How tokens come and go.", "words.prints")]]
    stock: Annotated[
        dict[str, abilities.Stock],
        table("Cards that every fixture knows.", "words.prints", default={}),
    ]

    zone: Annotated[dict[str, board.ZoneRow], table("The zones.", "kernel.book", default={})]
    zone_group: Annotated[
        dict[str, board.ZoneGroup], table("Words for several zones.", "layout.zone_groups", default={})
    ]
    selectors: Annotated[dict[str, board.Either], table("Selectors by name.", "language.traits", default={})]
    mark: Annotated[
        dict[str, board.States],
        table("The marks of cards, each with its states, or flag or int.", "words.marks", default={}),
    ]
    face_down: NotRequired[Annotated[board.FaceDown, table("Cards that lie face-down.", "kernel.book")]]
    silent: Annotated[
        list[board.Silent], table("Marks with which abilities do not work.", "kernel.book", default=[])
    ]
    held: Annotated[
        list[board.Held],
        table("Marks that keep a card from entering some zones.", "kernel.book", default=[]),
    ]
    kept: Annotated[
        dict[Mark, Zones],
        table(
            "Marks that a card keeps when it moves, with the zones where they are lost.",
            "flow.zones",
            default={},
        ),
    ]
    implied: Annotated[
        list[board.Implied], table("Marks that other marks bring with them.", "kernel.book", default=[])
    ]
    pile: Annotated[board.Pile, table("Cards beneath cards.", "flow.zones", default={})]
    attach: NotRequired[Annotated[board.Attach, table("Cards attached to cards.", "layout.attachments")]]
    belongs: NotRequired[
        Annotated[board.Belongs, table("Cards with a pile of their own.", "kernel.instructions")]
    ]
    faces: Annotated[
        dict[str, Article], table("The articles of the faces of a card.", "citing.companions", default={})
    ]
    only_in: Annotated[
        dict[Type, Zones], table("Cards of a type that lie nowhere else.", "board.limits", default={})
    ]
    unplaced: Annotated[
        str,
        table("The zone of cards that a step of the set-up has not placed yet.", "board.limits", default=""),
        Names("zone or none"),
    ]
    unsaid_zone: NotRequired[
        Annotated[
            events.UnsaidZone,
            table("The zone that a text means when it names none.", "language.patterns"),
        ]
    ]
    fixture_defaults: Annotated[
        dict[str, Json],
        table(
            "What lies in each zone if nothing is said; `at`; `chosen`: zones whose cards are chosen later.",
            "board.entries",
            default={},
        ),
    ]
    fixture_marks: Annotated[
        list[board.FixtureMarks],
        table("Marks that a card on a board has when the fixture says nothing.", "board.entries", default=[]),
    ]
    point: Annotated[
        dict[str, board.Point],
        table("By short name, where disputes usually stand.", "shorthand.points", default={}),
    ]
    notation: Annotated[board.Notation, table("Boards on one line.", "shorthand.card_words", default={})]
    board: Annotated[
        list[board.BoardRow],
        table("Cards that may not lie in some zones of a board.", "board.limits", default=[]),
    ]
    starts: Annotated[
        list[board.Start], table("Steps at which no board can stand.", "fixture.load", default=[])
    ]
