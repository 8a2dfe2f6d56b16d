"""Decks as plain lists and as CSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from typing import Final

from judge.decks.deck import Deck, Line
from judge.decks.formats.csv_cells import inert
from judge.decks.formats.list_line import guarded
from judge.decks.formats.written import Losses, Written

_LABELS: Final = {
    "version": "Version",
    "name": "Name",
    "player": "Player",
    "player_id": "Player ID",
    "event": "Event",
    "date": "Date",
    "submitted": "Submitted",
    "game": "Game",
    "list": "List",
    "note": "Note",
}
# A number that a list shows beside a name has to look like one.
_NUMBER: Final = re.compile(r"[A-Z]{1,3}[0-9]{0,2}-[0-9]{1,4}(?:_[A-Z][A-Z0-9_]*)?|[0-9]{5,9}")
_TIMES: Final = re.compile(r"[x\u00d7]\s", re.IGNORECASE)
_COLUMNS: Final = ("section", "count", "number", "name")


def text_of(deck: Deck) -> Written:
    """The deck as a plain list: who and what it is, then "4 BT1-001 Name" under its headings."""
    losses = Losses()
    losses.unsaid(deck, _LABELS)
    said = ((label, getattr(deck, what)) for what, label in _LABELS.items())
    about = [f"{label}: {losses.seen(losses.one_line(one, 'text'))}" for label, one in said if one]
    lines = _headless_first(deck, losses)
    body = list(_body(deck, lines, losses))
    odd = sum(1 for line in lines if line.card and not _NUMBER.fullmatch(line.card))
    losses.many(odd, "lost.number")
    text = "\n".join([*about, *([""] if about and body and body[0] else []), *body])
    return losses.written(f"{text}\n".lstrip("\n"))


def _body(deck: Deck, lines: list[Line], losses: Losses) -> Iterator[str]:
    """The lines under their headings, then the headings without any."""
    section = ""
    for line in lines:
        if line.section != section:
            section = line.section
            yield from ("", f"{section.title()}:")
        yield _line(line, losses)
    used = {line.section for line in lines}
    for empty in (one for one in deck.headings if one not in used):
        yield from ("", f"{empty.title()}:")


def _headless_first(deck: Deck, losses: Losses) -> list[Line]:
    """The lines, those under no heading first: a list cannot leave a section again."""
    headless = [line for line in deck.lines if not line.section]
    lines = headless + [line for line in deck.lines if line.section]
    moved = len(headless) * (lines != list(deck.lines))
    losses.many(moved, "lost.place")
    return lines


def _line(line: Line, losses: Losses) -> str:
    words = (line.card, losses.quoted(losses.one_line(line.name, "name"), guarded))
    card = " ".join(word for word in words if word)
    # "4 x Foo" would be four of Foo: where the name has the x, the count takes its own.
    return f"{line.count}{'x' if _TIMES.match(card) else ''} {card}"


def csv_of(deck: Deck) -> Written:
    """The deck as CSV: section, count, number, name;
    a name that a spreadsheet would run has an apostrophe in front.
    """
    losses = Losses()
    losses.unsaid(deck, ())
    used = {line.section for line in deck.lines}
    empty = [section for section in deck.headings if section not in used]
    losses.many(len(empty), "lost.empty")
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for line in _headless_first(deck, losses):
        number = losses.one_line(line.card, "number")
        name = losses.quoted(losses.one_line(line.name, "name"), guarded)
        writer.writerow((inert(line.section), line.count, inert(number), inert(name)))
    return losses.written(stream.getvalue())
