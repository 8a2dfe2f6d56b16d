"""All tables of a rulebook's own files, by their names."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from typing_extensions import TypedDict

from judge.tables import abilities, board, events, keeping, play, telling
from judge.tables.declaring import (
    Article,
    ArticleOrMore,
    Articles,
    Events,
    Names,
    ProcedureOrMore,
    Type,
    Windows,
    Zone,
    Zones,
    table,
)
from judge.tables.overlays import Reading, Value

Zoned = dict[str, Zones]
Words = list[str]


class Tables(TypedDict):
    """The tables of a rulebook's own files, whichever of them they stand in."""

    id: Annotated[str, table("The game's name on the command line, that of its folder.", "rulebook")]
    title: Annotated[str, table("The game's title.", "rulebook")]
    version: Annotated[str, table("The name of the edition that the book is.", "rulebook")]
    playable: Annotated[
        bool,
        table(
            "Can games be played by it? Otherwise it holds articles and deck rules.", "rulebook", default=True
        ),
    ]
    module: Annotated[str, table("The Python module with the game's own steps.", "binding", default="")]

    types: Annotated[
        Words,
        table(
            "The types of cards; the first is what a card is when nothing is said.",
            "engine.abilities",
            default=[],
        ),
    ]
    types_rule: NotRequired[
        Annotated[Article, table("The article cited when a text names a type.", "engine.vocabulary")]
    ]
    default_attribute: Annotated[
        str,
        table(
            "The attribute that a change of a number means when it names none.", "engine.lasting", default=""
        ),
        Names("attribute or none"),
    ]
    default_zone: NotRequired[
        Annotated[Zone, table("The zone that a selector means when it names none.", "engine.book")]
    ]
    same_object: Annotated[
        list[list[Zone]],
        table("Moves between zones by which a card stays the same card.", "engine.book", default=[]),
    ]
    attribute: Annotated[
        dict[str, abilities.AttributeRow], table("What cards print.", "engine.book", default={})
    ]
    text_box: Annotated[
        dict[str, abilities.TextBox],
        table("Parts of a card with abilities of their own.", "engine.abilities", default={}),
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
            "engine.book",
            default={},
        ),
    ]
    kind_rules: Annotated[
        abilities.KindRules,
        table(
            "The article of each kind of ability, or of that kind on a type of card.",
            "engine.abilities",
            default={},
        ),
    ]
    ability: Annotated[
        dict[str, abilities.AbilityKind],
        table("The book's own names for kinds of abilities.", "engine.book", default={}),
    ]
    ability_keys: Annotated[
        dict[str, abilities.ValueKind],
        table(
            "Further keys of abilities to activate, with the kind of their value.",
            "grammar/cards",
            "engine.abilities",
            default={},
        ),
    ]
    inherent: Annotated[
        list[abilities.Inherent],
        table("Abilities that the rules give to cards.", "engine.abilities", default=[]),
    ]
    keyword: Annotated[dict[str, abilities.Keyword], table("Keywords.", "engine.book", default={})]
    unwritten: Annotated[
        dict[Article, Words],
        table("Words for abilities that the engine does not play yet, by article.", "binding", default={}),
    ]
    counts_as: Annotated[
        dict[str, Words],
        table(
            "By word of an effect, the acts that using the ability counts as.", "engine.abilities", default={}
        ),
    ]
    permits: NotRequired[Annotated[Words, table("The rules that an `allow` may lift.", "grammar/values")]]
    token: NotRequired[Annotated[abilities.Token, table("How tokens come and go.", "engine.moving")]]
    stock: Annotated[
        dict[str, abilities.Stock], table("Cards that every fixture knows.", "engine.prints", default={})
    ]

    zone: Annotated[dict[str, board.ZoneRow], table("The zones.", "engine.book", default={})]
    zone_group: Annotated[
        dict[str, board.ZoneGroup], table("Words for several zones.", "engine.zone_groups", default={})
    ]
    selectors: Annotated[dict[str, board.Either], table("Selectors by name.", "engine.traits", default={})]
    mark: Annotated[
        dict[str, board.States],
        table("The marks of cards, each with its states, or flag or int.", "engine.moving", default={}),
    ]
    face_down: NotRequired[Annotated[board.FaceDown, table("Cards that lie face-down.", "engine.book")]]
    silent: Annotated[
        list[board.Silent], table("Marks with which abilities do not work.", "engine.book", default=[])
    ]
    held: Annotated[
        list[board.Held], table("Marks with which a card does not go everywhere.", "engine.book", default=[])
    ]
    kept: Annotated[
        dict[str, Zones],
        table(
            "Marks that a card keeps when it moves, with the zones where they are lost.",
            "engine.placing",
            default={},
        ),
    ]
    implied: Annotated[list[board.Implied], table("What marks bring with them.", "engine.book", default=[])]
    pile: Annotated[board.Pile, table("Cards beneath cards.", "engine.placing", default={})]
    attach: NotRequired[Annotated[board.Attach, table("Cards attached to cards.", "engine.attachments")]]
    belongs: NotRequired[
        Annotated[board.Belongs, table("Cards with a pile of their own.", "engine.proposals")]
    ]
    faces: Annotated[
        dict[str, Article], table("The articles of the faces of a card.", "engine.telling", default={})
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
        Annotated[events.UnsaidZone, table("Where cards lie that a text does not place.", "engine.unsaid")]
    ]
    fixture_defaults: Annotated[
        dict[str, Any],
        table("By zone, what lies there if unsaid; `at`; `chosen` as placed.", "board.entries", default={}),
    ]
    fixture_marks: Annotated[
        list[board.FixtureMarks],
        table("Marks that a card on a board has when the fixture says nothing.", "board.entries", default=[]),
    ]
    board: Annotated[
        list[board.BoardRow], table("What may not lie where on a board.", "board.limits", default=[])
    ]
    starts: Annotated[list[board.Start], table("Where no board can stand.", "fixture", default=[])]

    move: Annotated[
        dict[str, events.MoveRow], table("Moves that the book has a word for.", "engine.book", default={})
    ]
    mark_word: Annotated[
        dict[str, events.MarkWordRow],
        table("Words for putting marks on cards.", "engine.marking", default={}),
    ]
    mark_event: Annotated[
        dict[str, events.MarkEvent],
        table("Changes of marks by the rules, as abilities hear them.", "engine.listening", default={}),
    ]
    score: Annotated[
        dict[str, events.ScoreRow], table("What is counted for each player.", "engine.verbs", default={})
    ]
    score_word: Annotated[
        dict[str, events.ScoreWord], table("Words for changing a score.", "engine.outcomes", default={})
    ]
    happening: Annotated[
        dict[str, events.Happening], table("What befalls cards, whatever did it.", "engine.book", default={})
    ]
    did: Annotated[
        dict[str, events.Did], table("What is remembered until the turn ends.", "engine.book", default={})
    ]
    signal: Annotated[
        dict[str, events.Signal], table("Moments that abilities hear of.", "engine.book", default={})
    ]
    information: Annotated[
        list[board.Information],
        table("By which state of a card an event is judged.", "engine.book", default=[]),
    ]
    damage: NotRequired[Annotated[events.Damage, table("How damage is dealt.", "engine.outcomes")]]
    series: NotRequired[Annotated[events.Series, table("Games that make up a match.", "engine.series")]]
    concede: NotRequired[Annotated[events.Concede, table("Giving up.", "running")]]
    outside: Annotated[
        dict[str, events.Outside], table("What befalls a game from outside.", "running", default={})
    ]
    moments: Annotated[
        dict[str, str],
        table("Moments for which instructions can be left, in words.", "grammar/kinds", default={}),
    ]
    until: Annotated[
        dict[str, Article],
        table("Spans for which effects last, with the article that ends them.", "grammar/kinds", default={}),
    ]
    reasons: NotRequired[
        Annotated[Words, table("Why things happen, for patterns that ask.", "grammar/kinds")]
    ]
    replaced_move: Annotated[
        Literal["", "keeps"],
        table(
            '"keeps": a card that goes elsewhere instead has undergone the move all the same.',
            "engine.rewriting",
            default="",
        ),
    ]
    replaced_once: Annotated[
        Events,
        table(
            "Events that are replaced once at most, and by no card that undergoes the same.",
            "engine.events",
            default=[],
        ),
    ]
    named_by_place: Annotated[
        Words,
        table(
            "Moves of which the place is all there is, so that another place is another event.",
            "engine.rewriting",
            default=[],
        ),
    ]

    param: Annotated[
        dict[str, Value],
        table(
            "Literals that readings and versions change; the game's steps ask for them.",
            "engine.book",
            default={},
        ),
    ]
    procedure: Annotated[
        dict[str, play.ProcedureRow], table("Procedures: the order of steps.", "binding", default={})
    ]
    window: Annotated[
        dict[str, play.WindowRow], table("Windows in which players act.", "binding", default={})
    ]
    action: Annotated[
        dict[str, play.ActionRow], table("Actions that need no function.", "binding", default={})
    ]
    interrupts: Annotated[
        list[play.InterruptOrArticle], table("Rules that act at once.", "binding", default=[])
    ]
    state_rule: Annotated[
        list[play.StateRuleRow],
        table("Rules that are looked at when the rules act by themselves.", "binding", default=[]),
    ]
    phases: Annotated[
        Words, table("The phases that an ability may be bound to.", "grammar/kinds", default=[])
    ]
    acts: NotRequired[
        Annotated[Words, table("The kinds of acts that a counter may answer.", "grammar/kinds")]
    ]
    arithmetic: Annotated[Words, table("Changes of numbers in their order.", "engine.book", default=[])]
    revealing: NotRequired[Annotated[keeping.Revealing, table("Cards that lie open.", "engine.revealing")]]
    filled: Annotated[list[keeping.Filled], table("What is never empty.", "engine.refilling", default=[])]
    losing: NotRequired[Annotated[keeping.Losing, table("Who loses.", "engine.losing")]]
    check_timing: Annotated[
        str, table("The procedure that a check timing runs.", "engine.steps", default="window:check")
    ]
    answering: Annotated[
        str,
        table("The window that answers an act.", "engine.window_options", default=""),
        Names("window or none"),
    ]
    answerable: Annotated[
        Words, table("What an effect may answer beside an activation.", "grammar/kinds", default=[])
    ]
    attacks: NotRequired[
        Annotated[events.AttacksRow, table("What an attack is, to texts that ask.", "engine.traits")]
    ]
    negatable: Annotated[
        dict[str, ProcedureOrMore],
        table("By what a text negates, the procedures that it ends.", "engine.outcomes", default={}),
    ]
    negated_card: Annotated[
        dict[str, str],
        table("By what is negated, the value that holds its card.", "engine.outcomes", default={}),
    ]
    negated_as: Annotated[
        dict[str, str],
        table("By what is negated, the event where it is not `negate`.", "engine.outcomes", default={}),
    ]
    negated_with: Annotated[
        dict[str, str],
        table("By what is negated, the instruction that undoes it.", "engine.outcomes", default={}),
    ]
    aimed: Annotated[
        dict[str, str],
        table(
            "By value that holds a target, the moment that its becoming one is.",
            "engine.outcomes",
            default={},
        ),
    ]
    aimed_zones: Annotated[
        Zoned, table("By that value, the zones in which a target must lie.", "engine.outcomes", default={})
    ]
    triggers_of: Annotated[
        Literal["", "owner"],
        table('"owner": the ability of a card that has left is its owner\'s.', "engine.triggers", default=""),
    ]
    moves_heard: Annotated[str, table("Article: heard after the move.", "engine.hearing", default="")]
    exchanges: Annotated[
        list[Literal["control", "places"]],
        table("What an instruction exchanges of two cards beside slots.", "engine.arriving", default=[]),
    ]

    cites: Annotated[
        dict[str, ArticleOrMore],
        table(
            "By what the engine does, the article that it cites; what is not there is not done where no "
            "other article does it.",
            "engine.book",
            default={},
        ),
    ]
    grounds: Annotated[
        dict[Article, Articles],
        table("By article, those that citing it carries out as well.", "ruling", default={}),
    ]
    told: Annotated[Words, table("Events that a short trace tells too.", "ruling", default=[])]
    together: Annotated[
        Words, table("Moves of several cards that are one line in every trace.", "render.text", default=[])
    ]
    summary: Annotated[
        telling.Summary, table("What the line of verdict counts.", "render.headings", default={})
    ]
    announcing: Annotated[
        Words, table("Events that name their card to both players.", "render.seen", default=[])
    ]
    unnamed_acts: Annotated[Words, table("Acts that need not name their card.", "render.seen", default=[])]
    joins: Annotated[
        Words,
        table("Actions of which a window offers many, told in one line.", "render.offers", default=[]),
    ]
    plain_windows: Annotated[Windows, table("Windows whose acts need no heading.", "render.text", default=[])]
    open_windows: Annotated[
        Windows, table("Windows whose offers are no secret.", "render.offers", default=[])
    ]
    tells_statics: Annotated[
        bool,
        table(
            "Does a card that comes into play tell the articles of its lasting effects?",
            "engine.telling",
            default=False,
        ),
    ]

    reading: Annotated[dict[str, Reading], table("What the book leaves open.", "rulebook", default={})]
    deciding: Annotated[
        dict[str, dict[str, Article]],
        table(
            "By kind and name, the article by which a version made a literal, a window or an interrupt what "
            "it is.",
            "engine.book",
            default={},
        ),
    ]
    renumbered: Annotated[
        dict[str, str],
        table("Articles by their old number, with their number in this version.", "fixture", default={}),
    ]
