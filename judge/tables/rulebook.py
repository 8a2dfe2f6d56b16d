"""All tables of a rulebook's own files, by their names."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from judge.tables import board, citations, events, play, procedures
from judge.tables import comparison as comparing
from judge.tables import upkeep as keeping
from judge.tables.declarations import (
    Article,
    ArticleOrMore,
    Articles,
    Attributes,
    Events,
    Names,
    ProcedureOrMore,
    Scores,
    TracedEvent,
    Windows,
    Words,
    Zones,
    key,
    table,
)
from judge.tables.material import MaterialTables
from judge.tables.overlays import Reading, Value


# --- Telling tables: what a reader sees in a short trace, what needs no words, and what stands behind
# an article.
class Summary(TypedDict):
    """The counts in the line of verdict, for each player."""

    zones: Annotated[Zones, key("Zones, by the number of their cards.", [])]
    scores: Annotated[Scores, key("Scores.", [])]


class Covered(TypedDict):
    """The name under which an event is told to a reader who may not know more."""

    called: Annotated[TracedEvent, key("What it is called.")]
    rule: Annotated[Article, key("Its article.")]


class Mat(TypedDict):
    """The layout of the table on a screen: the half of a player, and what lies between."""

    rows: Annotated[
        list[Zones],
        key("The rows of a half, the one next to the opponent first, each from left to right.", []),
    ]
    middle: Annotated[Zones, key("The zones of both players between the two halves.", [])]
    numbers: Annotated[Attributes, key("Attributes told of a card that lies open.", [])]


Told = list[TracedEvent]
Negated = Annotated[str, Names("negatable")]
Aim = Annotated[str, Names("value of a procedure")]


class Tables(MaterialTables):
    """The tables of a rulebook's own files, whichever file each is in."""

    move: Annotated[
        dict[str, events.MoveRow],
        table("Moves that the book has a word for.", "kernel.book", default={}),
    ]
    mark_word: Annotated[
        dict[str, events.MarkWordRow],
        table("Words for putting marks on cards.", "words.marks", default={}),
    ]
    mark_event: Annotated[
        dict[str, events.MarkEvent],
        table("Changes of marks by the rules, as abilities hear them.", "language.patterns", default={}),
    ]
    score: Annotated[
        dict[str, events.ScoreRow],
        table("What is counted for each player.", "flow.changes", default={}),
    ]
    score_word: Annotated[
        dict[str, events.ScoreWord], table("Words for changing a score.", "words.outcomes", default={})
    ]
    happening: Annotated[
        dict[str, events.Happening],
        table("What happens to cards, whatever causes it.", "kernel.book", default={}),
    ]
    did: Annotated[
        dict[str, events.Did],
        table("What is remembered until the turn ends.", "kernel.book", default={}),
    ]
    signal: Annotated[
        dict[str, events.Signal], table("Moments that abilities hear of.", "kernel.book", default={})
    ]
    information: Annotated[
        list[board.Information],
        table("Which state of a card counts for an event: before or after it.", "kernel.book", default=[]),
    ]
    damage: NotRequired[Annotated[events.Damage, table("How damage is dealt.", "words.outcomes")]]
    series: NotRequired[Annotated[events.Series, table("Games that make up a match.", "flow.endings")]]
    concede: NotRequired[Annotated[events.Concede, table("Giving up.", "play.run")]]
    outside: Annotated[
        dict[str, events.Outside], table("Events that no player causes.", "play.run", default={})
    ]
    moments: Annotated[
        dict[str, str],
        table("Moments for which instructions can be left, in words.", "grammar/kinds", default={}),
    ]
    until: Annotated[
        dict[str, Article],
        table("Spans for which effects last, with the article that ends them.", "grammar/kinds", default={}),
    ]
    own_marks: Annotated[
        list[str],
        table("Marks that only functions of the game set, and no text.", "pauses.shape", default=[]),
    ]
    targeting: Annotated[
        list[str],
        table(
            "The purposes of a choice that count as targeting: target, effect.", "words.choices", default=[]
        ),
    ]
    until_begins: Annotated[
        Words,
        table(
            "Spans that end as a turn begins, so that the turn under way does not count.",
            "language.limits",
            default=[],
        ),
    ]
    until_after: Annotated[
        dict[str, board.LaterSpan],
        table(
            "Spans that become another span once a number of turns have begun.", "language.limits", default={}
        ),
    ]
    reasons: NotRequired[
        Annotated[Words, table("Why things happen, for patterns that ask.", "grammar/kinds")]
    ]
    replaced_move: Annotated[
        Literal["", "keeps"],
        table(
            '"keeps": a card that goes elsewhere instead has undergone the move all the same.',
            "flow.rewrites",
            default="",
        ),
    ]
    replaced_once: Annotated[
        Events,
        table(
            "Events that are replaced once at most, and by no card that undergoes the same.",
            "flow.pipeline",
            default=[],
        ),
    ]
    replaces_in_vain: Annotated[
        bool,
        table(
            "Does a replacement that has to be used replace an event although what it asks for is forbidden "
            "or impossible?",
            "flow.pipeline",
            default=True,
        ),
    ]
    redirected_once: Annotated[
        Events,
        table(
            "Events from which a card is led elsewhere once: its move is not that event again.",
            "flow.rewrites",
            default=[],
        ),
    ]
    named_by_place: Annotated[
        Events,
        table(
            "Moves that only their destination defines, so that a move elsewhere is another event.",
            "flow.rewrites",
            default=[],
        ),
    ]

    param: Annotated[
        dict[str, Value],
        table(
            "Literals that readings and versions change; the game's steps ask for them.",
            "kernel.book",
            default={},
        ),
    ]
    procedure: Annotated[
        dict[str, procedures.ProcedureRow],
        table("Procedures: the order of steps.", "rulebook.bindings", default={}),
    ]
    window: Annotated[
        dict[str, play.WindowRow], table("Windows in which players act.", "rulebook.bindings", default={})
    ]
    action: Annotated[
        dict[str, play.ActionRow], table("Actions that need no function.", "rulebook.bindings", default={})
    ]
    interrupts: Annotated[
        list[play.InterruptOrArticle],
        table(
            "Rules that act at once; of several after one event the last of the list is carried out first.",
            "rulebook.bindings",
            default=[],
        ),
    ]
    state_rule: Annotated[
        list[play.StateRuleRow],
        table("Rules that are looked at when the rules act by themselves.", "rulebook.bindings", default=[]),
    ]
    phases: Annotated[
        Words, table("The phases that an ability may be bound to.", "grammar/kinds", default=[])
    ]
    acts: NotRequired[
        Annotated[Words, table("The kinds of acts that a counter may answer.", "grammar/kinds")]
    ]
    timing: Annotated[
        dict[str, Articles],
        table(
            "The articles that say when each act may be done; the first answers who asks at another time.",
            "play/rest_of_turn",
            default={},
        ),
    ]
    acting: Annotated[
        dict[str, play.ActingRow],
        table("The cards with which acts are done that functions offer.", "play/not_offered", default={}),
    ]
    moment_conditions: Annotated[
        Words,
        table(
            "Conditions of options that concern the moment alone: what nothing else refuses may come later.",
            "play/rest_of_turn",
            default=[],
        ),
    ]
    arithmetic: Annotated[Words, table("Changes of numbers in their order.", "kernel.book", default=[])]
    revealing: NotRequired[Annotated[keeping.Revealing, table("Cards that lie open.", "mechanisms.reveals")]]
    filled: Annotated[
        list[keeping.Filled],
        table("Zones that are refilled when they are empty.", "mechanisms.interrupts", default=[]),
    ]
    losing: NotRequired[Annotated[keeping.Losing, table("Who loses.", "mechanisms.interrupts")]]
    comparison: NotRequired[
        Annotated[comparing.Comparisons, table("Values compared.", "mechanisms.comparison")]
    ]
    check_timing: Annotated[
        str,
        table("The procedure that a check timing runs.", "mechanisms.steps", default="window:check"),
        Names("procedure or window"),
    ]
    answering: Annotated[
        str,
        table("The window that answers an act.", "flow.window_options", default=""),
        Names("window or none"),
    ]
    answerable: Annotated[
        Words, table("What an effect may answer beside an activation.", "grammar/kinds", default=[])
    ]
    attacks: NotRequired[
        Annotated[events.AttacksRow, table("What counts as an attack for texts that ask.", "language.traits")]
    ]
    negatable: Annotated[
        dict[str, ProcedureOrMore],
        table(
            "For each thing that a text negates, the procedures that this ends.", "words.outcomes", default={}
        ),
    ]
    negated_card: Annotated[
        dict[Negated, str],
        table("For each thing negated, the value that holds its card.", "words.outcomes", default={}),
    ]
    negated_as: Annotated[
        dict[Negated, TracedEvent],
        table("For each thing negated, the event, where it is not `negate`.", "words.outcomes", default={}),
    ]
    negated_with: Annotated[
        dict[str, str],
        table("For each thing negated, the instruction that undoes it.", "words.outcomes", default={}),
    ]
    aimed: Annotated[
        dict[Aim, Annotated[str, Names("signal")]],
        table(
            "For each value that holds a target, the signal that a card has become one.",
            "words.outcomes",
            default={},
        ),
    ]
    aimed_zones: Annotated[
        dict[Aim, Zones],
        table("For each such value, the zones in which a target must lie.", "words.outcomes", default={}),
    ]
    triggers_of: Annotated[
        Literal["", "owner"],
        table(
            '"owner": the ability of a card that has left is its owner\'s.',
            "flow.triggers",
            default="",
        ),
    ]
    hears_together: Annotated[
        bool,
        table(
            "Does an ability hear once what happens to several cards at once, unless it speaks of the card?",
            "flow.triggers",
            default=False,
        ),
    ]
    negates_granted: Annotated[
        bool,
        table(
            "Are abilities that are granted to a card negated with its own, whenever they are granted?",
            "effects.grants",
            default=False,
        ),
    ]
    moves_heard: Annotated[
        Article,
        table(
            "The article by which a card's own move is heard from where it lies afterwards.",
            "flow.listeners",
            default="",
        ),
    ]
    exchanges: Annotated[
        list[Literal["control", "places"]],
        table(
            "What an instruction can exchange between two cards besides their slots.",
            "words.arrivals",
            default=[],
        ),
    ]

    cites: Annotated[
        dict[str, ArticleOrMore],
        table(
            "The article that each act of the engine cites; an act without one is not done where no "
            "other article does it.",
            "kernel.book",
            default={},
        ),
    ]
    behind: Annotated[
        dict[Article, Articles],
        table("The articles that stand behind each article.", "citing.ranks", default={}),
    ]
    decides: Annotated[
        list[citations.DecidesRow],
        table("Articles that decide lines in which another acts.", "citing.ranks", default=[]),
    ]
    exception: Annotated[
        list[citations.ExceptionRow],
        table(
            "Exceptions of rules that refuse an act: told beside the rule where they are not met.",
            "explain.exceptions",
            default=[],
        ),
    ]
    lifting: Annotated[
        list[citations.LiftingRow],
        table(
            "Rules that texts of cards may lift: told where one does not here.",
            "explain.exceptions",
            default=[],
        ),
    ]
    takes_over: Annotated[
        dict[Annotated[str, Names("article or word")], Article],
        table(
            "By the article of laying a card on another or turning one over, or by the word for it, that of "
            "what it takes over.",
            "engine.flow.details",
            default={},
        ),
    ]
    told: Annotated[Told, table("Events that a short trace tells too.", "page.steps", default=[])]
    together: Annotated[
        Told, table("Moves of several cards that are one line in every trace.", "page.steps", default=[])
    ]
    summary: Annotated[Summary, table("The counts in the line of verdict.", "page.answer", default={})]
    mat: Annotated[
        Mat,
        table(
            "The layout of the table; zones that it leaves out are shown as a list.",
            "stepping.mat",
            default={},
        ),
    ]
    announcing: Annotated[
        Told, table("Events that name their card to both players.", "views/knowledge", default=[])
    ]
    covered: Annotated[
        dict[TracedEvent, Covered],
        table(
            "For each event that the rules cause, the event as which it is told to a player who has not "
            "seen its card.",
            "views/veil",
            default={},
        ),
    ]
    unnamed_acts: Annotated[
        Words, table("Acts that need not name their card.", "views/knowledge", default=[])
    ]
    pointing_acts: Annotated[
        Words,
        table(
            "Acts that point at what lies face-down, and leave it so: they do not name it.",
            "views/knowledge",
            default=[],
        ),
    ]
    joins: Annotated[
        Words,
        table("Actions of which a window offers many, told in one line.", "speech.notes", default=[]),
    ]
    plain_windows: Annotated[Windows, table("Windows whose acts need no heading.", "page.steps", default=[])]
    open_windows: Annotated[Windows, table("Windows whose offers are no secret.", "speech.notes", default=[])]
    counted_lines: Annotated[
        Words,
        table(
            "Kinds of lines that tell how a card's value counts in a sum.",
            "play.causes",
            default=[],
        ),
    ]
    tells_statics: Annotated[
        bool,
        table(
            "Does a card that comes into play tell the articles of its lasting effects?",
            "flow.details",
            default=False,
        ),
    ]

    reading: Annotated[dict[str, Reading], table("What the book leaves open.", "rulebook.load", default={})]
    compared: Annotated[
        dict[Annotated[str, Names("version")], str],
        table(
            "Versions by which a ruling is tried too, with what they are called: told where it differs.",
            "play.replays",
            default={},
        ),
    ]
    question: Annotated[
        dict[str, citations.Question],
        table(
            "What the book leaves open and only one side of which can be played.",
            "play.ruling",
            default={},
        ),
    ]
    left: Annotated[
        list[citations.LeftRow],
        table(
            "What the book leaves open and no ruling tells, for readers.",
            "rulebook.open_matters",
            default=[],
        ),
    ]
    deciding: Annotated[
        dict[str, dict[str, Article]],
        table(
            "By kind and name, the article by which a version made a literal, a window or an interrupt what "
            "it is.",
            "kernel.book",
            default={},
        ),
    ]
    renumbered: Annotated[
        dict[str, str],
        table(
            "Articles by their old number, with their number in this version.",
            "rulebook.articles",
            default={},
        ),
    ]
