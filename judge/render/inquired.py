"""Answers to one question as text, and as JSON: `judge.why/1` and `judge.why-not/1`."""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.kernel.book import Book
from judge.page.inquired_parts import Inquired
from judge.render.json import plain, rulebook
from judge.render.records import JsonTable
from judge.render.text import Sheet, laid, painter
from judge.speech.catalogue import phrases

JOINED = " · "


def inquired_text(
    page: Inquired, book: Book, width: int, lang: str = "en", *, all: bool = False, color: bool = False
) -> str:
    """The answer, `width` characters wide; `all` shows every reason."""
    sheet = Sheet(phrases(book.folder, lang), width, painter(color), all)
    return laid(rows(page, sheet))


def rows(page: Inquired, sheet: Sheet) -> Iterator[str]:
    """Every part in its order, with an empty line after the answer."""
    yield from sheet.answer(page.answer)
    yield ""
    if page.as_read != "no" or len(page.moments) > 1:  # one reason at every moment says it
        yield from timed(page, sheet)
    for head, lines in (("made", page.made), ("back", page.back)):
        if lines:
            yield sheet.head(head)
        for told in lines:
            yield from sheet.beside(told.text, told.article, "  ")
    yield from sheet.labelled("listens", page.listens)
    yield from sheet.why(page.why, page.when)
    for text in page.otherwise:
        yield from sheet.beside(text, "", "")
    yield from sheet.opened(page.open)


def timed(page: Inquired, sheet: Sheet) -> Iterator[str]:
    """The moments by answer."""
    if not page.moments:
        return
    yield sheet.head("moments")
    room = max(len(moment.word) for moment in page.moments) + 2
    for moment in page.moments:
        yield from sheet.beside(JOINED.join(moment.moments), moment.article, f"  {moment.word:<{room}}")


def inquired_json(page: Inquired, schema: str, file: str, book: Book) -> JsonTable:
    """The answer as plain data."""
    return {"schema": schema, "fixture": file, "game": book.id, "rulebook": rulebook(book), **plain(page)}
