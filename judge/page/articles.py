"""The articles that a page names, each with its text in the reader's language and its rank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from judge.engine.kernel.book import Book
from judge.page.parts import Page
from judge.play.ruling import Ruling
from judge.rulebook.article_texts import articles_of
from judge.rulebook.articles import Article
from judge.rulebook.translations import HOME
from judge.rulebook.versions import own_numbers
from judge.speech.catalogue import Phrases, phrases
from judge.speech.open_matters import marked
from judge.text.rows import NamedTuple


# --- the words of an article ---------------------------------------------------------------------------
class ArticleWords(NamedTuple):
    """The title and the text of an article, and their language."""

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
        """The article with this number, of the version or of the book itself."""
        return self.texts.get(number) or self.texts.get(self.own.get(number, ""))

    def of(self, number: str) -> ArticleWords:
        """The title and the text of an article."""
        return words_of(self.article(number), self.words, self.lang)


def words_of(article: Article | None, words: Phrases, lang: str) -> ArticleWords:
    """The words for an article; without a text in the viewer's language, the English title alone, marked as
    English.
    """
    if article is None:
        return ArticleWords("", "", lang)
    if article.language == lang:
        return ArticleWords(article.title, article.summary, lang)
    return ArticleWords(article.title, marked(article.title, words, lang), article.language)


# --- the articles of a page ----------------------------------------------------------------------------
Rank: TypeAlias = Literal["decides", "acts", "behind", ""]  # "" is told to a seat


class Cited(NamedTuple):
    """An article that the page names."""

    article: str
    title: str
    summary: str
    rank: Rank


def cited(ruling: Ruling, page: Page, seat: str = "", lang: str = HOME) -> tuple[Cited, ...]:
    """The articles that decide, act, or are in the background; for a `seat` only those on its page."""
    book = ruling.fixture.book
    texts = ArticleTexts(book, phrases(book.folder, lang), lang)
    none: Rank = ""
    ranks = dict.fromkeys(on_page(page), none) if seat else ranked(ruling)
    return tuple(
        Cited(id_, told.title, told.summary, rank) for id_, rank in ranks.items() for told in (texts.of(id_),)
    )


def ranked(ruling: Ruling) -> Mapping[str, Rank]:
    """Every article that the ruling names, by the version's numbers, with its highest rank."""
    numbers = ruling.fixture.book.tables["renumbered"]
    ranks: dict[str, Rank] = {}
    groups: tuple[tuple[Rank, Iterator[str]], ...] = (
        ("decides", iter(ruling.ranks.decides)),
        ("acts", iter(ruling.ranks.acts)),
        ("behind", iter(ruling.ranks.behind)),
    )
    for rank, articles in groups:
        for article in articles:
            ranks.setdefault(numbers.get(article, article), rank)
    return ranks


def on_page(page: Page) -> Iterator[str]:
    """The articles that the page names, in its order."""
    for asked in page.asked:
        yield from filter(None, (asked.article, *asked.others))
    yield from (reason.article for reason in page.why)
    for step in page.steps:
        yield from step.articles
    for open in page.open:
        yield from open.articles
