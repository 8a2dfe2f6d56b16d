"""What a page says of an article, in the language of its reader."""

from __future__ import annotations

from typing import NamedTuple

from judge.engine.kernel.book import Book
from judge.rulebook.article_texts import articles_of
from judge.rulebook.articles import Article
from judge.rulebook.versions import own_numbers
from judge.speech.catalogue import Phrases
from judge.speech.open_matters import marked


class ArticleWords(NamedTuple):
    """What an article is about and what it says, and in which language."""

    title: str
    summary: str
    language: str


class ArticleTexts:
    """The articles of a rulebook in the language of a reader."""

    def __init__(self, book: Book, words: Phrases, lang: str) -> None:
        self.words = words
        self.lang = lang
        self.texts = articles_of(book.folder, book.version, book.overlays, lang)
        self.own = own_numbers(book.tables["renumbered"])  # a version gives the number, the book has the text

    def article(self, number: str) -> Article | None:
        """The article of a number, the version's or the book's own."""
        return self.texts.get(number) or self.texts.get(self.own.get(number, ""))

    def of(self, number: str) -> ArticleWords:
        """What an article is about and what it says."""
        return words_of(self.article(number), self.words, self.lang)


def words_of(article: Article | None, words: Phrases, lang: str) -> ArticleWords:
    """The words for an article; of one that there is not in the reader's language its title alone, marked as
    English.
    """
    if article is None:
        return ArticleWords("", "", lang)
    if article.language == lang:
        return ArticleWords(article.title, article.summary, lang)
    return ArticleWords(article.title, marked(article.title, words, lang), article.language)
