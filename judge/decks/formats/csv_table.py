"""CSV, as organisers and collectors keep decks in spreadsheets: one deck, or those of many players."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

from judge.decks.deck import Deck
from judge.decks.formats.draft import CARD_MISSING, NO_HEADING, Draft, Place, no_deck, shown
from judge.decks.formats.entries import COUNTED, EXPECTED, Entry, add_card, add_entries
from judge.decks.formats.known import Known, heading, number_of
from judge.decks.formats.list_line import (
    SEVERAL,
    TWO_COUNTS,
    Words,
    is_clear,
    read_card,
    read_words,
    unwrapped,
)
from judge.decks.formats.table_rows import (
    NAMED,
    Layout,
    Row,
    delimiter,
    head_line,
    hidden_part,
    looks_like_csv,
    no_heading_row,
    parted,
    players,
    rows_of,
    written,
)
from judge.decks.speech import phrased
from judge.text.folded_words import fold, seen, straight

__all__ = ["looks_like_csv", "read_csv"]

_ABOUT: Final = {"player": "player", "player_id": "player_id", "title": "name"}
_WHO: Final = ("player", "player_id", "title")  # the first of these columns parts the file into decks
_NO_NUMBERS: Final = Known(frozenset(), re.compile("(?!)"), {})
_BEGINS: Final = re.compile(r"[0-9]{1,3}\s")


def read_csv(text: str, file: str, known: Known) -> list[Deck]:
    """The decks of a table: one for each player, in the order in which they come."""
    line, separator = head_line(text, known)
    rows = list(rows_of(text, separator or delimiter(line, known), file, skip=bool(separator)))
    if not rows:
        raise no_deck(file)
    at, layout = parted(rows, known)
    if layout is None:
        raise no_heading_row(file, rows[0], known)
    table = _Table(file, known, layout, players(layout, rows[at + 1 :], rows[at]))
    table.remark_unknown(rows[at], rows[at + layout.headed :] if layout.headed else ())
    table.counted = rows[at + layout.headed :]
    for row in rows[at + layout.headed :]:
        table.read(row)
    return table.decks(rows[:at], rows[at])


class _Table:
    """Reads a table into one deck for each player."""

    def __init__(self, file: str, known: Known, layout: Layout, players: Mapping[int, str]) -> None:
        self.file = file
        self.known = known
        self.layout = layout
        self.players = players
        self.who = next((kind for kind in _WHO if kind in layout.columns), "")
        self.decks_of: dict[str, _Part] = {}
        self.player = ""
        self.unknown: tuple[Place, str] | None = None
        self.hidden: tuple[Row, int] | None = None
        self.width = 0
        self.counted: Sequence[Row] = ()

    def remark_unknown(self, head: Row, rows: Sequence[Row]) -> None:
        """Notes the columns that are not read, once and by name."""
        self.width = len(head.cells)
        taken = {*self.layout.columns.values(), *self.players}
        left = [number for number in range(self.width) if number not in taken and head.cells[number].strip()]
        if left:
            names = ", ".join(shown(head.cells[number].strip()) for number in left[:NAMED])
            self.unknown = (head.place(left[0]), names)
            self.hidden = hidden_part(rows, left, self.known)

    def read(self, row: Row) -> None:
        """Reads one row into the deck of its player, or into those of the players who have a column each."""
        for at, player in self.players.items():
            if at < len(row.cells) and straight(seen(row.cells[at])).strip(" 0xX"):
                part = self.decks_of.setdefault(player, _Part(Draft(self.file, "csv")))
                part.draft.about["player"] = player
                plain = Layout({**self.layout.columns, "count": at}, True)
                self._read(part, row, self.layout, plain)
        if not self.players:
            self._read(self._part(row), row, self.layout, self.layout)

    def _read(self, part: _Part, row: Row, layout: Layout, taken: Layout) -> None:
        """Reads one row into a deck, by the columns that are its player's."""
        self.layout = taken
        part.lines.add(row.line)
        self._cells(part, row)
        self.layout = layout

    def _cells(self, part: _Part, row: Row) -> None:
        for kind, what in _ABOUT.items():
            if text := self._cell(row, kind):
                part.draft.tell(what, text, self._place(row, kind))
        self._refuse_more(part.draft, row)
        card, name = self._cell(row, "number"), self._cell(row, "name")
        section = self._section(part, row)
        if not card and not name:
            text = " ".join(row.cells).strip()
            part.draft.problem((row.line, 1), *CARD_MISSING, text)
        elif "count" in self.layout.columns:
            self._counted(part.draft, row, number_of(card, self.known) or card, name, section)
        else:
            self._uncounted(part, row, card, name, section)

    def decks(self, above: Sequence[Row], head: Row) -> list[Deck]:
        """The decks in the order of their first rows, with remarks on what was not read."""
        if not self.decks_of:
            raise no_deck(self.file)
        first = next(iter(self.decks_of.values())).draft
        if above:
            words = ", ".join(cell.strip() for row in above for cell in row.cells if cell.strip())
            message = phrased("read.above", words=shown(words))
            first.remark((above[0].line, 1), message, phrased("read.headings-first"))
        if self.unknown:
            place, names = self.unknown
            expected = ", ".join(sorted(set(self.known.columns.values())))
            first.remark(place, phrased("left.columns", names=names), expected)
        if self.hidden:
            row, at = self.hidden
            message = phrased("read.part-column", column=shown(head.cells[at].strip()))
            first.problem(row.place(at), message, phrased("read.section-column"), row.cells[at].strip())
        self._tell_rows(first, above, head)
        return [part.deck(self.who, len(self.decks_of) > 1) for part in self.decks_of.values()]

    def _tell_rows(self, first: Draft, above: Sequence[Row], head: Row) -> None:
        """Notes the lines that hold no card: titles, headings, and rows of which no player has a copy."""
        for row in above:
            first.row(row.line, "left out", " ".join(row.cells).strip(), phrased("left.above"))
        if self.layout.headed:
            why = phrased("left.columns", names=self.unknown[1]) if self.unknown else ""
            first.row(head.line, "heading", ", ".join(cell.strip() for cell in head.cells), why)
        owners = {line: part for part in reversed(self.decks_of.values()) for line in part.lines}
        for row in self.counted:
            part = owners.get(row.line)
            if part is None:
                first.row(row.line, "left out", " ".join(row.cells).strip(), phrased("left.no-copy"))
            for line in range(row.line + 1, row.last + 1):  # a cell may hold several lines
                (part.draft if part else first).row(
                    line, "cards" if part else "left out", "", "" if part else phrased("left.no-copy")
                )

    def _part(self, row: Row) -> _Part:
        """The deck of a row's player; where the cell is empty, as merged cells are, that of the row above."""
        name = self._cell(row, self.who) if self.who else ""
        self.player, above = name or self.player, self.player
        part = self.decks_of.setdefault(self.player, _Part(Draft(self.file, "csv")))
        if self.who and not name:
            (part.unnamed if above else part.nobody).append(row.line)
        return part

    def _cell(self, row: Row, kind: str) -> str:
        number = self.layout.columns.get(kind, len(row.cells))
        return written(seen(row.cells[number]).strip()) if number < len(row.cells) else ""

    def _place(self, row: Row, kind: str) -> Place:
        return row.place(self.layout.columns.get(kind, 0))

    def _refuse_more(self, draft: Draft, row: Row) -> None:
        more = [cell.strip() for cell in row.cells[self.width :] if cell.strip()]
        if more:
            message, expected = phrased("read.more-cells"), phrased("read.cells", number=self.width)
            draft.problem(row.place(self.width), message, expected, ", ".join(more))

    def _counted(self, draft: Draft, row: Row, card: str, name: str, section: str) -> None:
        """Adds a row of a table that has a column for the count."""
        place = self._place(row, "number" if self._cell(row, "number") else "name")
        if fault := self._name_fault(card, name):
            draft.problem(self._place(row, "name"), fault, EXPECTED[fault], name)
            return
        if not card:
            words = read_card(name, self.known)
            words = words if is_clear(words.card) else self._exact(name)
            words = words._replace(card=words.card if is_clear(words.card) else "")
        else:
            words = self._exact(name)._replace(card=card)
        if count := self._copies(draft, row, words.card or words.name):
            add_card(draft, count, Entry(words, section, place), self._place(row, "name")[1])

    def _exact(self, name: str) -> Words:
        """A cell as a name without its tail; all of the cell where it is in quotes."""
        exact = unwrapped(name)
        if exact != name:
            return Words("", 0, "", exact)
        words = read_card(name, _NO_NUMBERS)
        return words if words.name else Words("", 0, "", name)

    def _name_fault(self, card: str, name: str) -> str:
        """The fault of a name that has a count in it, or another card; "" for none."""
        if unwrapped(name) != name:
            return ""
        words = read_words(name, _NO_NUMBERS if card else self.known)
        if words.copies and (words.at or (words.card and is_clear(words.card))):
            return TWO_COUNTS
        return SEVERAL if words.fault == SEVERAL else ""

    def _uncounted(self, part: _Part, row: Row, card: str, name: str, section: str) -> None:
        """Keeps a row of a table without a column for the count: one copy, unless the name says more."""
        words = read_words(name, self.known) if name else Words("", 0, "", "")
        if words.copies and not words.at and not words.card and _BEGINS.match(name):
            part.unsure.append(len(part.entries))
        if not words.copies and not words.fault and (card or not is_clear(words.card)):
            words = self._exact(name)
        if card:
            words = words._replace(card=number_of(card, self.known) or card)
        place = self._place(row, "number" if self._cell(row, "number") else "name")
        part.entries.append(Entry(words, section, place, said=name or card))

    def _copies(self, draft: Draft, row: Row, card: str) -> int:
        word = straight(self._cell(row, "count"))
        if not word:
            draft.problem(self._place(row, "count"), phrased("read.no-count"), COUNTED, card)
        return draft.copies(word.strip("xX\u00d7 ") or word, self._place(row, "count")) if word else 0

    def _section(self, part: _Part, row: Row) -> str:
        """The section of a row; where the cell is empty, as merged cells are, that of the row above."""
        section = self._cell(row, "section")
        if not section:
            if part.section:
                part.unsectioned.append(row.line)
            return part.section
        text = heading(section, self.known)
        if not text:
            hint = part.draft.nearest(section, self.known.meant)
            part.draft.problem(self._place(row, "section"), *NO_HEADING, section, hint)
        part.section = text or fold(section)
        return part.section


class _Part:
    """The deck of one player, and its rows that take something from the row above."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.section = ""
        self.lines: set[int] = set()
        self.entries: list[Entry] = []  # where no column holds the count
        self.unsure: list[int] = []  # which of them start with a number that may belong to the name
        self.unsectioned: list[int] = []
        self.unnamed: list[int] = []
        self.nobody: list[int] = []  # rows above the first player

    def deck(self, who: str, others: bool) -> Deck:
        """The deck, with remarks on what was taken from other rows."""
        add_entries(self.draft, _named(self.entries, self.unsure))
        word = phrased("about.title" if who == "title" else f"about.{who}") if who else ""
        if others and self.nobody:
            place, message = (self.nobody[0], 1), phrased("read.missing", what=word)
            self.draft.problem(place, message, phrased("read.of-first", what=word), _lines(self.nobody))
        for lines, what in ((self.unsectioned, phrased("about.section")), (self.unnamed, word)):
            if lines:
                numbers = _lines(lines)
                message = phrased("read.rows-without", what=what, n=len(lines), lines=numbers)
                self.draft.remark((lines[0], 1), message, phrased("read.in-every", what=what), numbers)
        return self.draft.deck()


def _named(entries: list[Entry], unsure: list[int]) -> list[Entry]:
    """The rows. A number at the start of a name is a count only where every name starts with one."""
    if len(unsure) == len(entries) > 1:
        return entries
    kept = set(unsure)
    return [
        entry._replace(words=Words("", 0, entry.words.card, entry.said)) if number in kept else entry
        for number, entry in enumerate(entries)
    ]


def _lines(lines: Sequence[int]) -> str:
    """Line numbers in words: "lines 3, 5-9"."""
    runs = [
        [line for _, line in run] for _, run in groupby(enumerate(lines), key=lambda pair: pair[1] - pair[0])
    ]
    words = [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
    more = ", …" if len(words) > NAMED else ""
    return phrased("report.lines", n=len(lines), lines=", ".join(words[:NAMED]) + more)
