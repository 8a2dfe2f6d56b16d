"""Points at which a board may stand: one of the game's usual points, in words, or any step of the book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.board.stand import steps_of
from judge.engine.kernel.book import Book, Need
from judge.engine.kernel.state import EMPTY, SEATS
from judge.errors import nearest
from judge.shorthand.typed import Typed, Word, meant
from judge.text.numbers import ordinal
from judge.text.plain import Json
from judge.text.rows import NamedTuple


class Place(NamedTuple):
    """Where a game stands: `at` as a fixture has it, the turn where it is not the usual one, and whose."""

    at: object = ""
    turn: int = 0
    active: str = "A"


def points_of(book: Book) -> Mapping[str, Mapping[str, object]]:
    """The usual points, by their short names, those whose step a version has taken away left out; the first
    is taken where nothing is said.
    """
    rows, steps = book.tables["point"], steps_of(book)
    return {name: row for name, row in rows.items() if row["at"] in steps}


def read_place(typed: Typed, book: Book) -> Place:
    """The place that a line names: a number of the list, the beginning of a name, or a step; then the cards
    that it needs, and whose turn it is. What is wrong becomes problems of the line.
    """
    words = typed.words()
    if not words:
        return placed(next(iter(points_of(book).values()), {}))
    row = row_of(typed, book, words[0])
    active = [word.text for word in words[1:] if word.text in SEATS]
    values = [word for word in words[1:] if word.text not in SEATS]
    at = values_for(typed, words[0], values, needed(book, row))
    return placed(row, at)._replace(active=active[0] if active else "A")


def values_for(
    typed: Typed, point: Word, values: Sequence[Word], needs: Mapping[str, Need]
) -> dict[str, str]:
    """What a point needs, by its names; too many and too few of them become problems of the line."""
    for value in values[len(needs) :]:
        typed.fault(
            value.column, f"{value.text!r} is not needed there", ", ".join(needs) or "nothing", value.text
        )
    missing = [name for name, need in list(needs.items())[len(values) :] if not need.optional]
    if missing and not typed.problems:
        expected = " ".join(word.upper() for word in missing)
        typed.fault(point.column, f"this needs {' and '.join(missing)}", f"{point.text} {expected}")
    return {name: given.text for name, given in zip(needs, values, strict=False)}


def row_of(typed: Typed, book: Book, word: Word) -> Mapping[str, Json]:
    """The point that a word names; one of a step's own where it is a step."""
    points, steps = points_of(book), steps_of(book)
    if 1 <= ordinal(word.text) <= len(points):
        return list(points.values())[ordinal(word.text) - 1]
    matches = meant(word.text, points)
    if len(matches) == 1:
        return points[matches[0]]
    if matches:
        typed.several(word, matches)
    elif word.text in steps:
        return {"at": word.text}
    else:
        typed.unknown(word, "point, nor a step of the book", points, nearest(word.text, [*points, *steps]))
    return {}


def placed(row: Mapping[str, Json], needs: Mapping[str, str] = EMPTY) -> Place:
    """A point as a fixture writes it, with what it needs: its step alone where there is no more to say."""
    if not row:
        return Place()
    procedure = {"procedure": row["procedure"]} if "procedure" in row else {}
    at = {"step": row["at"], **procedure, **needs}
    return Place(at if len(at) > 1 else row["at"], row.get("turn", 0))


def needed(book: Book, row: Mapping[str, Json]) -> Mapping[str, Need]:
    """The values that a point needs, those of what it stands on included."""
    if not row:
        return {}
    names = steps_of(book)[row["at"]]
    needs: dict[str, Need] = {}
    below = book.procedures[row.get("procedure", names[0])]
    while True:
        needs.update(below.needs)
        if not below.under or "asked" in below.under:
            return needs
        below = book.procedures[below.under["procedure"]]
