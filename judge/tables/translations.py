"""The tables of articles.LANG.toml, deck.LANG.toml and readings.LANG.toml: what a rulebook says, in another
language.
"""

from __future__ import annotations

from typing import Annotated

from typing_extensions import TypedDict

from judge.tables.declarations import Article, Prose, key, table


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
    """A question of which one side can be played."""

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
