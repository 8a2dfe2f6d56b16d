"""Deck reports as CSV: one row a fault, one row for a deck without any."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from judge.decks.formats.table_rows import inert
from judge.decks.report import Fault, Report
from judge.decks.speech import ENGLISH
from judge.render.decks import words
from judge.text.visible import visible

COLUMNS = (
    "player",
    "file",
    "game",
    "verdict",
    "severity",
    "code",
    "article",
    "message",
    "found",
    "allowed",
    "cards",
    "line",
    "column",
    "lines",
    "card lines",
    "cards counted",
    "left out",
)


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
        rows.writerows([cell(value) for value in row] for row in deck(report))
    return "\ufeff" * bom + stream.getvalue()


def deck(report: Report) -> Iterator[list[str]]:
    """The rows of one deck."""
    about = [report.player, report.file, report.game, report.verdict]
    read = lines(report)
    for flaw in report.faults:
        yield [*about, *fault(flaw), *read]
    for note in report.unchecked:
        yield [*about, "unchecked", note.code, note.article, note.message, *[""] * 5, *read]
    if not report.faults and not report.unchecked:
        yield [*about, *[""] * 9, *read]


def lines(report: Report) -> list[str]:
    """What became of the lines of a deck."""
    account = report.account
    if account is None:
        return [""] * 4
    return [
        str(account.lines),
        str(account.kinds.get("cards", 0)),
        str(account.cards),
        "; ".join(words.left_out(report, ENGLISH)),
    ]


def fault(row: Fault) -> list[str]:
    """The cells of a fault."""
    cards = (
        f"{card.count} {words.card(card)}"
        + (f", {told}" if (told := words.lines(card.lines, ENGLISH)) else "")
        for card in row.cards
    )
    hint = f"; did you mean {row.hint}?" if row.hint else ""
    return [row.severity, row.code, words.articles(row), row.message + hint, str(row.found), row.allowed,
            "; ".join(cards), str(row.line or ""), str(row.column or "")]  # fmt: skip


def cell(text: str) -> str:
    """A text that no spreadsheet runs."""
    return visible(inert(text))
