"""Open matters: what a book leaves open, in the order of its rulebook, for readers without a ruling."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from judge.text.rows import NamedTuple

if TYPE_CHECKING:
    from judge.tables.rulebook import Tables


class OpenMatter(NamedTuple):
    """A matter that the book leaves open: a reading, a question, or one recorded as neither, without name
    and sides.
    """

    kind: str  # reading, question, left
    name: str
    articles: tuple[str, ...]
    question: str
    taken: str
    other: tuple[str, ...]
    why: str


def open_matters(tables: Tables) -> Iterator[OpenMatter]:
    """The readings, the questions, and the other open matters of a book."""
    for name, row in tables["reading"].items():
        says = {value: said(value, entry["says"]) for value, entry in row["value"].items()}
        taken = says.pop(row["taken"])
        yield OpenMatter(
            "reading", name, tuple(row["articles"]), row["question"], taken, tuple(says.values()), row["why"]
        )
    for name, asked in tables["question"].items():
        articles, other = tuple(asked["articles"]), tuple(asked["other"])
        yield OpenMatter("question", name, articles, asked["question"], asked["taken"], other, asked["why"])
    for left in tables["left"]:
        yield OpenMatter("left", "", tuple(left["articles"]), left["gap"], "", (), left["why"])


def said(value: str, sentence: str) -> str:
    """A possibility of a reading: its name, by which a fixture asks for it, with what it means."""
    return f"`{value}`: {sentence}"
