"""All pages of a site, by their files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.rulebook.articles import Article
from judge.rulebook.load import load_rulebook
from judge.rulebook.translations import spoken_articles
from judge.speech.catalogue import phrases
from judge.suite.site.chapters import Chapters, by_chapter, heading, uses
from judge.suite.site.drawn import Drawn
from judge.suite.site.index import Book, index_page
from judge.suite.site.places import INDEX, address, chapter_file, quiz_file, ruling_file
from judge.suite.site.quiz import Case, quiz_page


def site(rulings: Sequence[Drawn], modules: tuple[str, ...], lang: str) -> Iterator[tuple[str, str]]:
    """Every file of the site with its text; rulings that could not be played are told on the first page."""
    drawn = [one for one in rulings if one.page]
    books = []
    for game in dict.fromkeys(one.game for one in drawn):
        rows = [one for one in drawn if one.game == game]
        cases = list(cases_of(rows))
        book, pages = of_book(rows, len(cases), modules, lang)
        books.append(book)
        yield from pages
        if cases:
            home, words = address(INDEX, quiz_file(game)), phrases(rows[0].folder, lang)
            yield quiz_file(game), quiz_page(book.title, cases, home, lang, words)
    yield from ((ruling_file(one.id), one.page) for one in drawn)
    yield (
        INDEX,
        index_page(rulings, books, lang, phrases(drawn[0].folder, lang) if drawn else phrases("", lang)),
    )


def of_book(
    rows: Sequence[Drawn], questions: int, modules: tuple[str, ...], lang: str
) -> tuple[Book, list[tuple[str, str]]]:
    """A rulebook, and the pages of its chapters."""
    folder, game = rows[0].folder, rows[0].game
    title = str(load_rulebook(folder, modules=modules).tables["title"])
    chapters: dict[str, list[Article]] = by_chapter(spoken_articles(folder, lang))
    draw = Chapters(game, title, uses(rows), lang, phrases(folder, lang))
    pages = [(chapter_file(game, name), draw.page(name, found)) for name, found in chapters.items()]
    return Book(
        game, title, {name: heading(name, found) for name, found in chapters.items()}, questions
    ), pages


def cases_of(rows: Sequence[Drawn]) -> Iterator[Case]:
    """The questions of a game's rulings."""
    for one in rows:
        if one.question is not None:
            yield Case(one.question, one.said, one.title, address(ruling_file(one.id), quiz_file(one.game)))
