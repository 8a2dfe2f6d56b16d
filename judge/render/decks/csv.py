"""Deck reports as CSV: one row a fault, one row for a deck without any."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from judge.decks.formats.csv_cells import inert
from judge.decks.report import Fault, Report
from judge.render.decks import words
from judge.visible import visible

COLUMNS = ("player", "file", "game", "verdict", "severity", "code", "article", "message",
           "found", "allowed", "cards", "line", "column")  # fmt: skip


def render(reports: Sequence[Report], bom: bool = False, separator: str = ",") -> str:
    """The reports as CSV, with a byte order mark on request.

    A cell that a spreadsheet would run (one that begins with = + - @, a tab or a line break) gets an
    apostrophe in front; control characters are written out. Limits that could not be checked have rows with
    the severity `unchecked`.
    """
    stream = io.StringIO()
    rows = csv.writer(stream, delimiter=separator, lineterminator="\n")
    rows.writerow(COLUMNS)
    for report in reports:
        rows.writerows([cell(one) for one in row] for row in deck(report))
    return "\ufeff" * bom + stream.getvalue()


def deck(report: Report) -> Iterator[list[str]]:
    """The rows of one deck."""
    about = [report.player, report.file, report.game, report.verdict]
    for one in report.faults:
        yield [*about, *fault(one, report)]
    for note in report.unchecked:
        yield [*about, "unchecked", note.code, note.article, note.message, *[""] * 5]
    if not report.faults and not report.unchecked:
        yield [*about, *[""] * 9]


def fault(one: Fault, report: Report) -> list[str]:
    """The cells of a fault."""
    cards = (
        f"{one.count} {words.card(one)}" + (f", {told}" if (told := words.lines(one.lines)) else "")
        for one in one.cards
    )
    hint = f"; did you mean {one.hint}?" if one.hint else ""
    return [one.severity, one.code, words.articles(one), one.message + hint, str(one.found), one.allowed,
            "; ".join(cards), str(one.line or ""), str(one.column or "")]  # fmt: skip


def cell(text: str) -> str:
    """A text that no spreadsheet runs."""
    return visible(inert(text))
