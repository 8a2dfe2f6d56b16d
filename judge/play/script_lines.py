"""Answers as script lines: turns an answer to a decision into the line that a fixture would write."""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine.flow.window_options import PASS
from judge.engine.kernel.book import Book
from judge.engine.kernel.state import Decision
from judge.engine.kernel.view import View
from judge.text.rows import NamedTuple

WAIT = "wait"


class Said(NamedTuple):
    """An answer as a script line. A quiet one is no real decision: there was no other answer, or a player
    who was not asked stays silent.
    """

    text: str
    quiet: bool


def said(view: View, ask: Decision, value: object, forced: bool) -> Said:
    """The line that gives this answer to a decision."""
    if value == PASS and speaks_up(view.book, ask):
        return Said(f"{ask.seat}: {WAIT}", True)
    return Said(f"{ask.seat}: {words_of(ask, value)}", forced)


def speaks_up(book: Book, ask: Decision) -> bool:
    """Is it a window in which a player is not asked, but may speak up?"""
    window = book.windows.get(str(ask.data.get("window", "")))
    return window is not None and window.unasked


def words_of(ask: Decision, value: object) -> str:
    """The words of an answer."""
    if ask.kind == "may":
        return "yes" if value else "no"
    if ask.kind == "number":
        return f"number {value}"
    if ask.kind in ("act", "chance"):
        return " ".join(next(choice.words for choice in ask.choices if choice.value == value))
    assert isinstance(value, Sequence)
    lead = ask.kind if ask.kind in ("order", "shuffle") else "choose"
    names = [next(choice.words[0] for choice in ask.choices if choice.value == part) for part in value]
    return " ".join((lead, *(names or ("none",))))
