"""Citation tables: what a ruling cites beside the articles by which things happen, and the questions that it
touches. Both are found in the finished trace.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from judge.tables.declarations import (
    Article,
    ArticleOrMore,
    Articles,
    Condition,
    Mark,
    Names,
    OneOrMore,
    Prose,
    key,
)
from judge.text.plain import Json

LineRow = TypedDict(
    "LineRow",
    {
        "rule": NotRequired[Annotated[ArticleOrMore, key("The article by which it stands there.")]],
        "kind": NotRequired[
            Annotated[OneOrMore, Names("kind of line"), key("What sort of line it is: event, act, answer …")]
        ],
        "event": NotRequired[
            Annotated[OneOrMore, Names("event of a trace"), key("The event, as abilities hear of it.")]
        ],
        "after": NotRequired[
            Annotated[OneOrMore, Names("event of a trace"), key("The event that was told last before it.")]
        ],
        "step": NotRequired[Annotated[OneOrMore, Names("step of a procedure"), key("The step that runs.")]],
        "procedure": NotRequired[
            Annotated[OneOrMore, Names("running procedure"), key("The procedure that runs.")]
        ],
        "within": NotRequired[
            Annotated[OneOrMore, Names("article"), key("A step or window, by article, that it lies in.")]
        ],
        "window": NotRequired[Annotated[OneOrMore, Names("window"), key("The window.")]],
        "action": NotRequired[Annotated[OneOrMore, key("The action word of an act.")]],
        "keyword": NotRequired[
            Annotated[OneOrMore, Names("keyword"), key("The keyword of the ability that does it.")]
        ],
        "ability": NotRequired[
            Annotated[OneOrMore, Names("ability of the engine"), key("The kind of the ability that does it.")]
        ],
        "type": NotRequired[Annotated[OneOrMore, Names("type"), key("The type of its card.")]],
        "from": NotRequired[Annotated[OneOrMore, Names("zone or none"), key("Where its card was.")]],
        "to": NotRequired[Annotated[OneOrMore, Names("zone or none"), key("Where its card is then.")]],
        "because": NotRequired[
            Annotated[OneOrMore, key("Why it happens, or would have: cost, effect, rules …")]
        ],
        "refused": NotRequired[
            Annotated[
                ArticleOrMore, key("An article that refuses an option, or by which a cost cannot be paid.")
            ]
        ],
        "allowed": NotRequired[Annotated[ArticleOrMore, key("An article of a condition that an act meets.")]],
        "also": NotRequired[Annotated[ArticleOrMore, key("An article that it names beside its own.")]],
        "effect": NotRequired[Annotated[ArticleOrMore, key("The article of the ability that it is about.")]],
        "side": NotRequired[
            Annotated[OneOrMore, key("Its card changes sides: to its owner, or to the other player.")]
        ],
        "prints": NotRequired[
            Annotated[OneOrMore, Names("printed word"), key("A word that its card prints.")]
        ],
        "was": NotRequired[Annotated[dict[Mark, Json], key("Marks that its card had before.")]],
        "marked": NotRequired[
            Annotated[OneOrMore, Names("mark"), key("A mark that its card had before, whatever it was.")]
        ],
        "token": NotRequired[Annotated[bool, key("Is its card a token?")]],
        "bearing": NotRequired[Annotated[bool, key("Do cards lie beneath its card, before or after?")]],
        "replaces": NotRequired[
            Annotated[ArticleOrMore, key("The article of what something else replaces.")]
        ],
        "owner": NotRequired[
            Annotated[Literal["own", "other"], key("With whom its card lay: its owner, or the other player.")]
        ],
        "hears": NotRequired[Annotated[OneOrMore, key("An event that the ability which does it waits for.")]],
        "asks": NotRequired[
            Annotated[OneOrMore, key("What the ability which does it asks of cards: level, name …")]
        ],
        "finds": NotRequired[
            Annotated[OneOrMore, key("What the ability which does it asks of the cards that it finds.")]
        ],
        "heard": NotRequired[Annotated[OneOrMore, key("What the ability heard: event, article or cause.")]],
        "listens": NotRequired[Annotated[OneOrMore, key("An event that an ability of its card waits for.")]],
        "has": NotRequired[Annotated[dict[str, Json], key("Values that it carries.")]],
    },
)


class DecidesRow(TypedDict):
    """An article that decides where a line of the trace fits, although it is not the one that acts."""

    article: Annotated[Article, key("The article.")]
    line: Annotated[LineRow, key("The line that it decides.")]


ExceptionRow = TypedDict(
    "ExceptionRow",
    {
        "to": Annotated[ArticleOrMore, key("The rule that refuses, or several.")],
        "say": NotRequired[Annotated[str, key("Only for the condition that has this phrase.")]],
        "article": Annotated[Article, key("The exception.")],
        "if": Annotated[
            Condition, key("What lifts the rule; $self acts, $aim is the other card that is named.")
        ],
    },
)


class LiftingRow(TypedDict):
    """A rule that refuses an act and that a text of a card may lift."""

    to: Annotated[ArticleOrMore, key("The rule that refuses, or several.")]
    say: NotRequired[Annotated[str, key("Only for the condition that has this phrase.")]]
    permit: Annotated[str, Names("permit"), key("What an `allow` of a card lifts.")]
    article: NotRequired[Annotated[Article, key("The article on such texts; that of the text where absent.")]]


class Question(TypedDict):
    """A question that the book leaves open and for which only one side can be played."""

    articles: Annotated[Articles, key("The articles that it is about.")]
    question: Annotated[Prose, key("The question.")]
    taken: Annotated[Prose, key("How it is played, in a sentence.")]
    other: Annotated[list[Prose], key("What else may be meant, a sentence each.")]
    why: Annotated[Prose, key("Why it is played so.")]
    line: Annotated[list[LineRow], key("The lines of a trace that it bears on.")]


class LeftRow(TypedDict):
    """A gap of the book that is neither a reading nor a question: no ruling tells it."""

    articles: Annotated[Articles, key("The articles that it is about.")]
    gap: Annotated[Prose, key("What is open, in a sentence.")]
    why: Annotated[Prose, key("Why no ruling tells it.")]
