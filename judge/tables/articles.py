"""The table of articles.toml: what each article says, in our words."""

from __future__ import annotations

from typing import Annotated

from typing_extensions import TypedDict

from judge.tables.declarations import Article, Prose, key, table


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
