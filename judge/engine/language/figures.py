"""Figures: what counts as a number in an instruction, which is a number, or a table that says what is
counted or read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from judge.engine.kernel.registry import first_sentence
from judge.engine.kernel.view import View
from judge.text.plain import Fields
from judge.text.rows import NamedTuple

Reader = Callable[["View", Fields, Fields], int]


class Figure(NamedTuple):
    """A word that makes a table a number, declared once."""

    kind: str  # of what stands under it
    of: str  # the kind of what is named by `of`; "" where it takes none
    read: Reader
    says: str  # one line for people
    stands: Callable[[Fields], bool] | None  # whether a game with these tables has it; every one if unsaid


FIGURES: dict[str, Figure] = {}  # by word
CHANGED = {"times": "int", "plus": "int", "minus": "number", "half": "flag"}  # what is made of a number
NAMING = ("cards", "number", "past-event")  # kinds of which no text is the name


def figure(
    name: str, kind: str, of: str = "", stands: Callable[[Fields], bool] | None = None
) -> Callable[[Reader], Reader]:
    """Declares a word that makes a table a number, by the function that reads it."""

    def register(function: Reader) -> Reader:
        FIGURES[name] = Figure(kind, of, function, first_sentence(function), stands)
        return function

    return register


def standing(tables: Mapping[str, object]) -> dict[str, Figure]:
    """The figures that a game with these tables has."""
    return {name: spec for name, spec in FIGURES.items() if spec.stands is None or spec.stands(tables)}


def is_number(what: object) -> bool:
    """Does a value stand for a number, and not for cards? Some of the words are also keys of selectors, with
    a table under them.
    """
    if not isinstance(what, Mapping):
        return isinstance(what, int)
    return "plus" in what or any(
        key in what and (spec.kind in NAMING or isinstance(what[key], str)) for key, spec in FIGURES.items()
    )
