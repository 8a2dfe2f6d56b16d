"""The tables of articles.LANG.toml, deck.LANG.toml, readings.LANG.toml and terms.LANG.toml: a rulebook in
another language.
"""

from __future__ import annotations

from typing import Annotated

from typing_extensions import TypedDict

from judge.tables.declarations import Article, Prose, Zone, key, table


# --- the table of articles.toml: what each article says, in our words ----------------------------------
class ArticleRow(TypedDict):
    """One article."""

    id: Annotated[Article, key("Its number in the book, or the name that we gave it.")]
    title: Annotated[Prose, key("What it is about.")]
    summary: Annotated[Prose, key("What it says, in our words.")]
    kind: Annotated[str, key("definition, procedure, state-rule, flavour …")]
    mechanical: Annotated[bool, key("Does it say what happens in a game?")]
    excused: Annotated[Prose, key("Why nothing runs it.", "")]


class ArticleTables(TypedDict):
    """The table of articles.toml."""

    article: Annotated[list[ArticleRow], table("Every article, in the book's order.", "rulebook.load")]


# The tables of terms.LANG.toml: the terms of a book in its own language, beside those that are used here.
Words = dict[str, str]


class TermTables(TypedDict):
    """The terms of one language, by the names that this rulebook uses."""

    zone: Annotated[dict[Zone, str], table("Zones.", "page.terms", default={})]
    mark: Annotated[Words, table("Marks of cards and their states.", "page.terms", default={})]
    keyword: Annotated[Words, table("Keywords.", "page.terms", default={})]
    kind: Annotated[Words, table("Kinds of abilities and effects.", "page.terms", default={})]
    attribute: Annotated[Words, table("What a card prints.", "page.terms", default={})]
    window: Annotated[Words, table("Windows, and what is done in them.", "page.terms", default={})]
    phase: Annotated[Words, table("Phases.", "page.terms", default={})]
    step: Annotated[Words, table("Steps.", "page.terms", default={})]
    term: Annotated[Words, table("Other words of the book.", "page.terms", default={})]


class ArticleWords(TypedDict):
    """One article, in the language of the file."""

    title: Annotated[Prose, key("What it is about.", "")]
    summary: Annotated[Prose, key("What it says, in our words.", "")]


class ArticleTranslations(TypedDict):
    """The articles of a rulebook and of its versions in another language, by their numbers."""

    article: Annotated[
        dict[Article, ArticleWords], table("Articles, by their numbers.", "rulebook.translations", default={})
    ]


class DeckTranslations(TypedDict):
    """What deck.toml and editions.toml say of parts, cards and days, in another language."""

    word: Annotated[
        dict[str, str],
        table("A text of theirs, as it stands there, or a word of card data.", "decks.speech", default={}),
    ]


class PossibilityWords(TypedDict):
    """One way to read what the book leaves open."""

    says: Annotated[Prose, key("What it means, in a sentence.")]


class ReadingWords(TypedDict):
    """A question that the book leaves open."""

    question: Annotated[Prose, key("The question.")]
    why: Annotated[Prose, key("Why it is read as it is.")]
    value: Annotated[dict[str, PossibilityWords], key("The possibilities, by their names.", {})]


class QuestionWords(TypedDict):
    """The words of a question for which one side can be played."""

    question: Annotated[Prose, key("The question.")]
    why: Annotated[Prose, key("Why it is played so.")]
    taken: Annotated[Prose, key("How it is played.")]
    other: Annotated[list[Prose], key("What else may be meant, in the order of readings.toml.")]


class ReadingTranslations(TypedDict):
    """What a rulebook leaves open, in another language."""

    reading: Annotated[
        dict[str, ReadingWords], table("Readings, by their names.", "speech.open_matters", default={})
    ]
    question: Annotated[
        dict[str, QuestionWords],
        table("Questions, by their names.", "speech.open_matters", default={}),
    ]
