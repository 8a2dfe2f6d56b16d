"""The articles on a page, each with its text and its rank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

from judge.page.article_words import ArticleTexts
from judge.page.parts import Page
from judge.play.ruling import Ruling
from judge.rulebook.translations import HOME
from judge.speech.catalogue import phrases

Rank: TypeAlias = Literal["decides", "acts", "behind", ""]  # "" is told to a seat


class Cited(NamedTuple):
    """An article that a reader of the page comes upon."""

    article: str
    title: str
    summary: str
    rank: Rank


def cited(ruling: Ruling, page: Page, seat: str = "", lang: str = HOME) -> tuple[Cited, ...]:
    """The articles that decide, that act, that stand behind; to a `seat` only those on its page."""
    book = ruling.fixture.book
    texts = ArticleTexts(book, phrases(book.folder, lang), lang)
    none: Rank = ""
    ranks = dict.fromkeys(on_page(page), none) if seat else ranked(ruling)
    return tuple(
        Cited(one, told.title, told.summary, rank) for one, rank in ranks.items() for told in (texts.of(one),)
    )


def ranked(ruling: Ruling) -> Mapping[str, Rank]:
    """Every article that the ruling comes upon, by the version's numbers, with its highest rank."""
    numbers = ruling.fixture.book.tables["renumbered"]
    found: dict[str, Rank] = {}
    groups: tuple[tuple[Rank, Iterator[str]], ...] = (
        ("decides", iter(ruling.ranks.decides)),
        ("acts", iter(ruling.ranks.acts)),
        ("behind", iter(ruling.ranks.behind)),
    )
    for rank, articles in groups:
        for one in articles:
            found.setdefault(numbers.get(one, one), rank)
    return found


def on_page(page: Page) -> Iterator[str]:
    """The articles that the page names, in its order."""
    for asked in page.asked:
        yield from filter(None, (asked.article, *asked.others))
    yield from (one.article for one in page.why)
    for step in page.steps:
        yield from step.articles
    for open in page.open:
        yield from open.articles
