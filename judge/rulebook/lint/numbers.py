"""Other numbers that a version gives articles: of articles that there are, each its own."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from judge.errors import nearest
from judge.rulebook.lint.names import rows_of
from judge.tables.references import Fault
from judge.text.source import Source


def of_renumbering(source: Source, articles: Collection[str]) -> Iterator[Fault]:
    """What is wrong with the numbers of an overlay; `articles` are those of the book.

    An older edition may number an article as this one does another: what that was called there, if it was
    there, need not be known.
    """
    rows = [one.get("renumber") for one in rows_of(source.data, "change")]
    taken = {str(one.get("id")) for one in rows_of(source.data, "article")}
    for at, row in enumerate(rows):
        for old, new in row.items() if isinstance(row, Mapping) else ():
            path = ("change", at, "renumber", old)
            if old not in articles:
                details = {"found": old, "hint": nearest(old, articles)}
                yield path, f"there is no article {old!r} to give another number", details
            if new in (*taken, "", old):
                message = f"{new!r} is not the number of {old} alone"
                yield path, message, {"found": new, "expected": "a number of its own"}
            taken.add(new)
