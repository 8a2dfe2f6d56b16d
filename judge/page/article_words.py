"""What a page says of an article, in the language of its reader."""

from __future__ import annotations

from typing import NamedTuple

from judge.rulebook.articles import Article
from judge.speech.catalogue import Phrases
from judge.speech.open_matters import marked


class ArticleWords(NamedTuple):
    """What an article is about and what it says, and in which language."""

    title: str
    summary: str
    language: str


def words_of(article: Article | None, words: Phrases, lang: str) -> ArticleWords:
    """The words for an article; of one that there is not in the reader's language its title alone, marked as
    English.
    """
    if article is None:
        return ArticleWords("", "", lang)
    if article.language == lang:
        return ArticleWords(article.title, article.summary, lang)
    return ArticleWords(article.title, marked(article.title, words, lang), article.language)
