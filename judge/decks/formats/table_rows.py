"""Tables: the rows and cells of CSV, its delimiter, and which column holds what; and tables in plain lists,
their cells parted by "|".
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from judge.decks.formats.draft import NO_HEADING, Draft, Place, refusal, shown
from judge.decks.formats.known import Known, column_of, heading, is_number, stated_heading
from judge.decks.formats.shapes import is_set
from judge.decks.speech import phrased
from judge.errors import nearest
from judge.text.folded_words import seen, straight
from judge.text.rows import NamedTuple

# --- cells that a spreadsheet would run as a formula, guarded by an apostrophe -------------------------
# Some spreadsheets take the wide letters too. Apostrophes before them are counted in, so that one more can be
# told from the name's own.
# A name in quotes, as a list guards what looks like a count, may be one inside them.
_FORMULA: Final = re.compile("'*[\"\u201c]?[=+\\-@\t\r\uff1d\uff0b\uff0d\uff20]")


def inert(text: str) -> str:
    """A text as a cell that is shown, never run."""
    return f"'{text}" if _FORMULA.match(text) else text


def written(cell: str) -> str:
    """The text that a cell holds: without the apostrophe that `inert` puts in front."""
    return cell[1:] if cell[:1] == "'" and _FORMULA.match(cell) else cell


# --- rows and columns ----------------------------------------------------------------------------------
DELIMITERS: Final = (",", ";", "\t")
NAMED: Final = 20  # cells that a problem names
_LOOKED_AT: Final = 10_000  # characters: csv refuses much longer cells
_HEADS: Final = 5  # rows among which the headings are
_FRACTION: Final = re.compile(r"\s*[0-9]+,[0-9]+[x\u00d7]?\s")
_SHORT: Final = 3  # digits: more are a passcode, not a count


class Row(NamedTuple):
    """One row: its cells, and where it begins. `simple` when a cell's column can be told from its text."""

    line: int
    cells: list[str]
    simple: bool
    last: int = 0  # the line on which it ends; 0 where nobody asks

    def place(self, cell: int) -> Place:
        """Where a cell begins."""
        if not self.simple or cell >= len(self.cells):
            return self.line, 1
        blank = len(self.cells[cell]) - len(self.cells[cell].lstrip())
        return self.line, sum(len(text) + 1 for text in self.cells[:cell]) + blank + 1


class Layout(NamedTuple):
    """Which column holds what, and whether the first row says so."""

    columns: Mapping[str, int]
    headed: bool


def looks_like_csv(text: str, known: Known) -> bool:
    """Whether one of the first rows has headings, or the first row cells one of which is a count."""
    line, separator = head_line(text, known)
    line = line[:_LOOKED_AT]
    mark = separator or delimiter(line, known)
    layout = _line_layout(line, mark, known)
    if layout is None or layout.headed or separator:
        return layout is not None
    # "2,5 Foo" is no row: in a table without headings, every row has the delimiter, and no such cell.
    rest = text[:_LOOKED_AT].split("\n")
    rest = rest if len(text) <= _LOOKED_AT else rest[:-1]
    return not _FRACTION.match(line) and all(mark in line for line in rest if line.strip())


def head_line(text: str, known: Known) -> tuple[str, str]:
    """The line with the headings, else the first; and the delimiter that a line "sep=;" above it names."""
    first, separator = separated(text)
    start = text[: _HEADS * _LOOKED_AT].split("\n")
    for line in [line for line in start if line.strip()][1 : _HEADS + 1]:
        mark = separator or delimiter(line[:_LOOKED_AT], known)
        layout = _line_layout(line[:_LOOKED_AT], mark, known)
        if layout and layout.headed and len(layout.columns) > 1 and not _is_headed(first, separator, known):
            return line, separator
    return first, separator


def _is_headed(line: str, separator: str, known: Known) -> bool:
    layout = _line_layout(line[:_LOOKED_AT], separator or delimiter(line[:_LOOKED_AT], known), known)
    return layout is not None and layout.headed


def _line_layout(line: str, mark: str, known: Known) -> Layout | None:
    cells = next(csv.reader([line], delimiter=mark), [])
    return layout_of(Row(1, cells, False), known) if len(cells) > 1 else None


def parted(rows: Sequence[Row], known: Known) -> tuple[int, Layout | None]:
    """Which of the first rows holds the headings, and what the columns are; the first row when none does."""
    first = layout_of(rows[0], known)
    if first is None or not first.headed:
        for number, row in enumerate(rows[1:_HEADS], 1):
            layout = layout_of(row, known)
            if layout and layout.headed and len(layout.columns) > 1:
                return number, _told_by_cells(layout, rows[number + 1 :], known)
    return 0, _told_by_cells(first, rows[1:], known) if first else None


def _told_by_cells(layout: Layout, rows: Sequence[Row], known: Known) -> Layout:
    return numbered(counted(layout, rows), rows, known)


def counted(layout: Layout, rows: Sequence[Row]) -> Layout:
    """The columns; "Number" is that of copies when no cell of it is as long as a card number."""
    at = layout.columns.get("number", -1)
    if at < 0 or not layout.headed or "count" in layout.columns or "name" not in layout.columns:
        return layout
    cells = [row.cells[at].strip() for row in rows if at < len(row.cells) and row.cells[at].strip()]
    if not cells or not all(cell.isdigit() and len(cell) <= _SHORT for cell in cells):
        return layout
    columns = {kind: number for kind, number in layout.columns.items() if kind != "number"}
    return Layout({**columns, "count": at}, True)


def numbered(layout: Layout, rows: Sequence[Row], known: Known) -> Layout:
    """The columns; "Card number" is none where each cell of it is a printing in a set, beside a name."""
    at = layout.columns.get("number", -1)
    if at < 0 or not layout.headed or "name" not in layout.columns:
        return layout
    cells = [row.cells[at].strip() for row in rows if at < len(row.cells) and row.cells[at].strip()]
    if not cells or any(is_number(cell, known, 1) or not is_set(cell) for cell in cells):
        return layout
    return Layout({kind: number for kind, number in layout.columns.items() if kind != "number"}, True)


def players(layout: Layout, rows: Sequence[Row], head: Row) -> dict[int, str]:
    """The columns that hold a player's counts each, with the player; none in a table with a column for the
    count.

    There are at least two of them, and no cell of them is anything but a count or empty.
    """
    if not layout.headed or {"count", "player", "player_id"} & set(layout.columns):
        return {}
    taken = set(layout.columns.values())
    titles = {
        at: said for at, cell in enumerate(head.cells) if at not in taken and (said := seen(cell).strip())
    }
    cells = {at: [seen(row.cells[at]).strip() for row in rows if at < len(row.cells)] for at in titles}
    counts = [at for at in titles if any(cells[at]) and all(map(_is_few, cells[at]))]
    return {at: titles[at] for at in counts} if len(counts) > 1 else {}


def _is_few(cell: str) -> bool:
    return not cell or (len(cell) <= _SHORT and straight(cell).strip("xX").isdigit())


def hidden_part(rows: Iterable[Row], columns: Iterable[int], known: Known) -> tuple[Row, int] | None:
    """The first cell of some columns that names a part in which no card is unless the file says so."""
    left = list(columns)
    return next(
        (
            (row, at)
            for row in rows
            for at in left
            if at < len(row.cells) and stated_heading(row.cells[at], known)[0] in known.apart
        ),
        None,
    )


def delimiter(first: str, known: Known) -> str:
    """What parts the cells of a heading row: the one that gives most known columns, then most cells."""

    def score(mark: str) -> tuple[int, int]:
        cells = first.split(mark)
        return sum(bool(column_of(cell.strip(' "'), known)) for cell in cells), len(cells)

    return max(DELIMITERS, key=score)


def separated(text: str) -> tuple[str, str]:
    """The first row that is not blank, and the delimiter that a line "sep=;" above it names."""
    start = text.lstrip("\n ")
    first, _, rest = start.partition("\n")
    if first.strip().lower()[:4] == "sep=" and first.strip()[4:] in DELIMITERS:
        return rest.lstrip("\n ").partition("\n")[0], first.strip()[4:]
    return first, ""


def rows_of(text: str, mark: str, file: str, skip: bool) -> Iterator[Row]:
    """Every row with something in it. Raises BadInput where the quotes do not match."""
    lines = text.split("\n")
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=mark, strict=True)
    start = 1
    try:
        for cells in reader:
            raw = lines[start - 1]
            simple = reader.line_num == start and '"' not in raw
            if any(cell.strip() for cell in cells) and not skip:
                yield Row(start, cells, simple, reader.line_num)
            elif any(cell.strip() for cell in cells):
                skip = False
            start = reader.line_num + 1
    except csv.Error as error:
        message = (
            phrased("read.quotes-differ") if "field" not in str(error) else phrased("read.cell-too-long")
        )
        raise refusal(file, (start, 1), message, phrased("read.quoted-cell"), lines[start - 1]) from None


def layout_of(row: Row, known: Known) -> Layout | None:
    """What the columns hold: as the row says, or as its cells look; None when neither tells."""
    columns: dict[str, int] = {}
    for number, cell in enumerate(row.cells):
        if kind := column_of(cell, known):
            columns.setdefault(kind, number)
    if "number" in columns or "name" in columns:
        return (
            Layout(columns, True)
            if len(columns) > 1 or len(row.cells) == 1
            else _guessed(row, known) or Layout(columns, True)
        )
    return _guessed(row, known)


def _guessed(row: Row, known: Known) -> Layout | None:
    columns: dict[str, int] = {}
    for number, cell in enumerate(seen(text).strip() for text in row.cells):
        kind = "name"
        if cell.lstrip("+-").isdigit() and len(cell) <= _SHORT:
            kind = "count"
        elif is_number(cell, known):
            kind = "number"
        elif heading(cell, known):
            kind = "section"
        if cell:
            columns.setdefault(kind, number)
    enough = "count" in columns and ("number" in columns or "name" in columns)
    return Layout(columns, False) if enough else None


def no_heading_row(file: str, row: Row, known: Known) -> Exception:
    """The refusal of a table in which no column holds a card's number or name."""
    cells = [cell.strip() for cell in row.cells[:NAMED]]
    hints = (nearest(cell, known.columns) for cell in cells)
    message = phrased("read.no-column")
    expected = phrased("read.heading-row")
    return refusal(file, row.place(0), message, expected, ", ".join(cells), next(filter(None, hints), ""))


# --- tables in plain lists, their cells parted by "|" --------------------------------------------------
_READ: Final = ("count", "number", "name")
_EMPHASIS: Final = re.compile(r"\s*(?P<marks>\*{1,3}|__|`)(?P<words>[^*_`]+)(?P=marks)\s*")
_RULE: Final = re.compile(r"[\s|:+=-]*")


class Cards(NamedTuple):
    """The cards of a row as a line of text, each character in its place, and the part that a cell names."""

    text: str = ""
    section: str = ""
    kind: str = "mark"  # what the row is when it says nothing of cards
    why: str = ""


class PipeTable:
    """The table that the current line of a plain list is in, if any."""

    def __init__(self, draft: Draft, known: Known) -> None:
        self.draft = draft
        self.known = known
        self.layout: Layout | None = None
        self.heads: list[str] = []

    def leave(self) -> None:
        """A line of another kind ends the table."""
        self.layout = None

    def holds(self, content: str) -> bool:
        """Whether a line is a row of a table; outer bars may be left out below headings."""
        return content.startswith("|") or (
            "|" in content and (self.layout is not None or self._heads(content))
        )

    def cards(self, content: str, place: Place) -> Cards:
        """What a row says of cards; nothing for headings and rules."""
        if _RULE.fullmatch(content):
            return Cards()
        cells = content.split("|")
        if self._heads(content):
            return self._enter(cells, place)
        if self.layout is None:
            return Cards(content.replace("|", "\t"))
        return self._read(self.layout, cells, place)

    def _heads(self, content: str) -> bool:
        cells = content.split("|")
        filled = [cell for cell in cells if cell.strip()]
        if len(filled) > 1 and all(column_of(cell, self.known) for cell in filled):
            return True
        layout = layout_of(Row(1, cells, False), self.known)
        return layout is not None and layout.headed and len(layout.columns) > 1

    def _enter(self, cells: list[str], place: Place) -> Cards:
        self.layout, self.heads = layout_of(Row(1, cells, False), self.known), cells
        taken = self.layout.columns.values() if self.layout else range(len(cells))
        left = [at for at, cell in enumerate(cells) if cell.strip() and at not in taken]
        if not left or self.layout is None:
            return Cards(kind="heading")
        why = phrased("left.columns", names=", ".join(shown(cells[at].strip()) for at in left))
        expected = ", ".join(sorted(set(self.known.columns.values())))
        self.draft.remark((place[0], place[1] + _begins(cells, left[0])), why, expected)
        return Cards(kind="heading", why=why)

    def _read(self, layout: Layout, cells: list[str], place: Place) -> Cards:
        columns = {at: kind for kind, at in layout.columns.items()}
        for at, cell in enumerate(cells):
            if cell.strip() and at not in columns:
                self._unread(at, cell.strip(), (place[0], place[1] + _begins(cells, at)))
        section, at = "", layout.columns.get("section", len(cells))
        if at < len(cells) and (stated := cells[at].strip()):
            section = heading(stated, self.known) or stated
            if section == stated and not heading(stated, self.known):
                self.draft.problem((place[0], place[1] + _begins(cells, at)), *NO_HEADING, stated)
        # Blanks keep what is left in its place.
        kept = (
            _plain(text) if columns.get(at) in _READ else " " * len(text) for at, text in enumerate(cells)
        )
        return Cards("\t".join(kept), section)

    def _unread(self, at: int, cell: str, place: Place) -> None:
        """A problem where a cell may not be passed over: it has no heading, or it names a part."""
        if at >= len(self.heads) or not self.heads[at].strip():
            expected = phrased("read.cells", number=sum(1 for head in self.heads if head.strip()))
            self.draft.problem(place, phrased("read.more-cells"), expected, cell)
        elif stated_heading(cell, self.known)[0] in self.known.apart:
            message = phrased("read.part-column", column=shown(self.heads[at].strip()))
            self.draft.problem(place, message, phrased("read.section-column"), cell)


def _plain(cell: str) -> str:
    """A cell in which blanks replace the signs that make all of it bold or slanted."""
    match = _EMPHASIS.fullmatch(cell)
    if match is None:
        return cell
    begun, end = match.span("words")
    return " " * begun + match["words"] + " " * (len(cell) - end)


def _begins(cells: list[str], at: int) -> int:
    """Where a cell begins, in characters from the start of its row."""
    return sum(len(cell) + 1 for cell in cells[:at]) + len(cells[at]) - len(cells[at].lstrip())
