"""CSV: what organisers and collectors keep in spreadsheets, of one player or of many."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from judge.decks.deck import Deck
from judge.decks.formats.draft import NO_HEADING, Draft, Place, no_deck, refusal, shown
from judge.decks.formats.known import Known, heading, is_number
from judge.decks.formats.text import COUNTED
from judge.errors import nearest
from judge.folding import fold

DELIMITERS: Final = (",", ";", "\t")
_ABOUT: Final = {"player": "player", "player_id": "player_id", "title": "name"}
_WHO: Final = ("player", "player_id", "title")  # the first of these columns parts the file into decks
_NAMED: Final = 20  # cells that a problem names
_LOOKED_AT: Final = 10_000  # characters: csv refuses much longer cells
_FRACTION: Final = re.compile(r"\s*[0-9]+,[0-9]+[x\u00d7]?\s")
_SHORT: Final = 3  # digits: more are a passcode, not a count


class _Row(NamedTuple):
    """One row: its cells, and where it begins. `simple` when a cell's column can be told from its text."""

    line: int
    cells: list[str]
    simple: bool

    def place(self, cell: int) -> Place:
        """Where a cell begins."""
        if not self.simple or cell >= len(self.cells):
            return self.line, 1
        blank = len(self.cells[cell]) - len(self.cells[cell].lstrip())
        return self.line, sum(len(one) + 1 for one in self.cells[:cell]) + blank + 1


class _Layout(NamedTuple):
    """Which column holds what, and whether the first row says so."""

    columns: Mapping[str, int]
    headed: bool


def read_csv(text: str, file: str, known: Known) -> list[Deck]:
    """The decks of a table: one for each player, in the order in which they come."""
    first, separator = _separated(text)
    rows = _rows(text, separator or delimiter(first, known), file, skip=bool(separator))
    head = next(rows, None)
    if head is None:
        raise no_deck(file)
    layout = _layout(head, known)
    if layout is None:
        raise _no_heading_row(file, head, known)
    table = _Table(file, known, layout)
    table.remark_unknown(head)
    if not layout.headed:
        table.read(head)
    for row in rows:
        table.read(row)
    return table.decks()


def looks_like_csv(text: str, known: Known) -> bool:
    """Whether the first row is one of a table: headings, or cells one of which is a count."""
    first, separator = _separated(text)
    first = first[:_LOOKED_AT]
    mark = separator or delimiter(first, known)
    cells = next(csv.reader([first], delimiter=mark), [])
    layout = _layout(_Row(1, cells, False), known) if len(cells) > 1 else None
    if layout is None or layout.headed or separator:
        return layout is not None
    # "2,5 Foo" is no row: in a table without headings, every row has the delimiter, and no such cell.
    rest = text[:_LOOKED_AT].split("\n")
    rest = rest if len(text) <= _LOOKED_AT else rest[:-1]
    return not _FRACTION.match(first) and all(mark in line for line in rest if line.strip())


def delimiter(first: str, known: Known) -> str:
    """What parts the cells of a heading row: the one that gives most known columns, then most cells."""

    def score(mark: str) -> tuple[int, int]:
        cells = first.split(mark)
        return sum(fold(cell.strip(' "')) in known.columns for cell in cells), len(cells)

    return max(DELIMITERS, key=score)


def _separated(text: str) -> tuple[str, str]:
    """The first row that is not blank, and the delimiter that a line "sep=;" above it names."""
    start = text.lstrip("\n ")
    first, _, rest = start.partition("\n")
    if first.strip().lower()[:4] == "sep=" and first.strip()[4:] in DELIMITERS:
        return rest.lstrip("\n ").partition("\n")[0], first.strip()[4:]
    return first, ""


def _rows(text: str, mark: str, file: str, skip: bool) -> Iterator[_Row]:
    """Every row with something in it. Raises BadInput where the quotes do not match."""
    lines = text.split("\n")
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=mark, strict=True)
    start = 1
    try:
        for cells in reader:
            raw = lines[start - 1]
            simple = reader.line_num == start and '"' not in raw
            if any(cell.strip() for cell in cells) and not skip:
                yield _Row(start, cells, simple)
            elif any(cell.strip() for cell in cells):
                skip = False
            start = reader.line_num + 1
    except csv.Error as error:
        message = "the quotes of this row do not match" if "field" not in str(error) else "a cell is too long"
        raise refusal(
            file, (start, 1), message, "'\"' around a cell, twice inside it", lines[start - 1]
        ) from None


def _layout(row: _Row, known: Known) -> _Layout | None:
    """What the columns hold: as the row says, or as its cells look; None when neither tells."""
    said: dict[str, int] = {}
    for number, cell in enumerate(row.cells):
        if kind := known.columns.get(fold(cell), ""):
            said.setdefault(kind, number)
    if "number" in said or "name" in said:
        return (
            _Layout(said, True)
            if len(said) > 1 or len(row.cells) == 1
            else _guessed(row, known) or _Layout(said, True)
        )
    return _guessed(row, known)


def _guessed(row: _Row, known: Known) -> _Layout | None:
    found: dict[str, int] = {}
    for number, cell in enumerate(one.strip() for one in row.cells):
        kind = "name"
        if cell.lstrip("+-").isdigit() and len(cell) <= _SHORT:
            kind = "count"
        elif is_number(cell, known):
            kind = "number"
        elif heading(cell, known):
            kind = "section"
        if cell:
            found.setdefault(kind, number)
    enough = "count" in found and ("number" in found or "name" in found)
    return _Layout(found, False) if enough else None


def _no_heading_row(file: str, row: _Row, known: Known) -> Exception:
    cells = [cell.strip() for cell in row.cells[:_NAMED]]
    hints = (nearest(cell, known.columns) for cell in cells)
    message = "no column holds a card's number or name"
    expected = "a row of headings such as section,count,number,name"
    return refusal(file, row.place(0), message, expected, ", ".join(cells), next(filter(None, hints), ""))


class _Table:
    """A table on its way through the reader, parted by player."""

    def __init__(self, file: str, known: Known, layout: _Layout) -> None:
        self.file = file
        self.known = known
        self.layout = layout
        self.who = next((kind for kind in _WHO if kind in layout.columns), "")
        self.drafts: dict[str, Draft] = {}
        self.unknown: tuple[Place, str] | None = None
        self.width = 0

    def remark_unknown(self, head: _Row) -> None:
        """Notes the columns that are not read, once and by name."""
        self.width = len(head.cells)
        taken = set(self.layout.columns.values())
        left = [number for number in range(self.width) if number not in taken and head.cells[number].strip()]
        if left:
            self.unknown = (
                head.place(left[0]),
                ", ".join(shown(head.cells[number].strip()) for number in left[:_NAMED]),
            )

    def read(self, row: _Row) -> None:
        """Reads one row into the deck of its player."""
        draft = self._draft(self._cell(row, self.who) if self.who else "")
        for kind, what in _ABOUT.items():
            if said := self._cell(row, kind):
                draft.tell(what, said, self._place(row, kind))
        self._refuse_more(draft, row)
        card, name = self._cell(row, "number"), self._cell(row, "name")
        section = self._section(draft, row)
        kind = "number" if card else "name"
        if not card and not name:
            said = " ".join(row.cells).strip()
            draft.problem((row.line, 1), "a card is missing", "a card number or name", said)
        elif count := self._copies(draft, row, card or name):
            draft.add(count, card, name, section, self._place(row, kind))

    def decks(self) -> list[Deck]:
        """The decks in the order of their first rows."""
        if not self.drafts:
            raise no_deck(self.file)
        if self.unknown:
            place, names = self.unknown
            expected = ", ".join(sorted(set(self.known.columns.values())))
            next(iter(self.drafts.values())).remark(place, f"columns that are not read: {names}", expected)
        return [draft.deck() for draft in self.drafts.values()]

    def _draft(self, player: str) -> Draft:
        if player not in self.drafts:
            self.drafts[player] = Draft(self.file, "csv")
        return self.drafts[player]

    def _cell(self, row: _Row, kind: str) -> str:
        number = self.layout.columns.get(kind, len(row.cells))
        return row.cells[number].strip() if number < len(row.cells) else ""

    def _place(self, row: _Row, kind: str) -> Place:
        return row.place(self.layout.columns.get(kind, 0))

    def _refuse_more(self, draft: Draft, row: _Row) -> None:
        more = [cell.strip() for cell in row.cells[self.width :] if cell.strip()]
        if more:
            expected = f"{self.width} cells"
            draft.problem(
                row.place(self.width), "more cells than in the first row", expected, ", ".join(more)
            )

    def _copies(self, draft: Draft, row: _Row, card: str) -> int:
        if "count" not in self.layout.columns:
            return 1
        word = self._cell(row, "count")
        if not word:
            draft.problem(self._place(row, "count"), "a count is missing", COUNTED, card)
        return draft.copies(word.strip("xX\u00d7 ") or word, self._place(row, "count")) if word else 0

    def _section(self, draft: Draft, row: _Row) -> str:
        said = self._cell(row, "section")
        found = heading(said, self.known)
        if said and not found:
            hint = draft.nearest(said, self.known.headings)
            draft.problem(self._place(row, "section"), *NO_HEADING, said, hint)
        return found or fold(said)
