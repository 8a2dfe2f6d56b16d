"""Card data in a table: CSV with any separator, its headings in English or French."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from judge.cards.card import Card
from judge.cards.source import CARDS, COLUMNS, Source, most, remark, some_of
from judge.cards.values import Wrong, flag, from_cell, quoted
from judge.cards.vocabulary import Vocabulary, card_games, heading, load_vocabulary, sorted_types
from judge.errors import BadInput, Problem, nearest
from judge.text.places import Places
from judge.text.plain import Json
from judge.text.rows import NamedTuple
from judge.text.source import refuse

# --- cells, with the place of each ---------------------------------------------------------------------
LINE_END: Final = r"\r\n|\n|\r"  # as spreadsheets of any system write it
_BETWEEN: Final = (",", ";", "\t", "|")


class Cell(NamedTuple):
    """One cell: its text, and where it begins, in characters from the start."""

    text: str
    at: int


class Broken(Exception):
    """Raised at something that spoils the rest of the table, such as an open quote."""

    def __init__(self, at: int, message: str, expected: str) -> None:
        super().__init__(at, message, expected)
        self.at, self.message, self.expected = at, message, expected


def separator_of(text: str) -> str:
    """The separator of the cells: the sign that occurs most often in the first line, outside quotes."""
    line = re.sub(r'"[^"]*"', "", text.lstrip("\r\n").split("\n", 1)[0])
    return max(_BETWEEN, key=lambda sign: (line.count(sign), -_BETWEEN.index(sign)))


def rows_of(text: str, separator: str) -> Iterator[list[Cell]]:
    """Every row that is not empty. Raises Broken at a quote that is not closed, or has text behind it, and at
    a cell more than any table has.
    """
    between = re.escape(separator)
    cell = re.compile(
        rf'(?:"((?:[^"]|"")*+)"|([^{between}\r\n"][^{between}\r\n]*+|))({between}|\r\n|\n|\r|\Z)'
    )
    at = 0
    row: list[Cell] = []
    while at < len(text) or row:
        match = cell.match(text, at)
        if match is None:
            raise _broken(text, at)
        quoted = match[1]
        if len(row) == COLUMNS:
            raise Broken(at, "too many columns", f"at most {COLUMNS} cells in a row")
        row.append(Cell(match[2] if quoted is None else quoted.replace('""', '"'), at))
        at = match.end()
        if match[3] != separator:
            if any(field.text.strip() for field in row):
                yield row
            row = []


def _broken(text: str, at: int) -> Broken:
    closed = re.compile(r'"(?:[^"]|"")*+"').match(text, at)
    if closed:
        return Broken(closed.end(), "text behind a closing quote", "the end of the cell")
    return Broken(at, "a quote that is not closed", "a closing quote")


_NO_GAME: Final = "the headings fit no game: is this a table of cards?"


class Reader:
    """The cards of one table."""

    def __init__(self, file: str, text: str, words: Vocabulary) -> None:
        self.file = file
        self.words = words
        self.text = text
        self.problems: list[Problem] = []
        self.remarks: list[Problem] = []
        self.heads: list[str] = []
        self.seen: dict[tuple[str, str], int] = {}
        self._places: Places | None = None

    def begin(self, row: Sequence[Cell]) -> None:
        """Read the headings."""
        self.heads = [heading(head.text) for head in row]
        for at, cell in enumerate(row):
            name = self.heads[at]
            if name and name in self.heads[:at]:
                self.fault(cell, "a heading given twice", "each heading once", quoted(cell.text))
            elif name and not self.words.knows(name):
                self.note_unread(name, cell)
        if not self.id_columns():
            known = some_of(self.headings_of("id"))
            expected = f"a heading such as {self.words.game} tables have: {known}"
            self.fault(row[0], "no column has the cards' numbers", expected)

    def note_unread(self, name: str, cell: Cell) -> None:
        """Remark on a column whose heading no attribute has."""
        line, column = self.place(cell.at)
        message = f"the column {cell.text.strip()!r} is not read: no attribute is called so"
        near = nearest(name, [*self.words.columns, *self.words.mentions, *self.words.has])
        self.remarks.append(remark(self.file, message, line, column, hint=near))

    def headings_of(self, attribute: str) -> list[str]:
        """The headings that mean an attribute."""
        return [head for head, name in self.words.columns.items() if name == attribute]

    def id_columns(self) -> list[int]:
        """The columns that hold the id; the name where the game has no numbers."""
        heads = [at for at, head in enumerate(self.heads) if self.words.columns.get(head) == "id"]
        named = [at for at, head in enumerate(self.heads) if self.words.columns.get(head) == "name"]
        return heads or ([] if self.words.number else named)

    def cards(self, rows: Iterator[list[Cell]]) -> Iterator[Card]:
        """Every card of the table."""
        ids = self.id_columns()
        for n, row in enumerate(rows):
            if n == CARDS:
                raise Broken(row[0].at, "too many cards", f"at most {CARDS:,} in a file")
            self.check_width(row)
            if len(row) < len(self.heads):
                continue
            id = next((row[at].text.strip() for at in ids if row[at].text.strip()), "")
            if id:
                self.note_twice(id, row[ids[0]])
                yield Card(id, self.data(row))
            else:
                self.fault(row[ids[0]], "a card without a number", "a number")

    def check_width(self, row: Sequence[Cell]) -> None:
        """Reports a row with fewer cells than headings, or with more if the additional ones are not empty."""
        expected, actual = f"{len(self.heads)} cells", f"{len(row)} cells"
        if any(cell.text.strip() for cell in row[len(self.heads) :]):
            self.fault(row[len(self.heads)], "more cells than headings", expected, actual)
        if len(row) < len(self.heads):
            self.fault(row[-1], "the row ends too early", expected, actual)

    def note_twice(self, id: str, cell: Cell) -> None:
        """Remarks on a number that occurs in two rows."""
        line, column = self.place(cell.at)
        first = self.seen.setdefault(self.words.numbering.split(id), line)
        if first != line:
            message = f"given twice, first on line {first}: the later row counts"
            self.remarks.append(remark(self.file, message, line, column, found=id))

    def data(self, row: Sequence[Cell]) -> dict[str, object]:
        """The attributes of one card. An empty cell says nothing, except that an empty text is no text."""
        attributes: dict[str, Json] = {}
        sure, spoken = self.marks(row)
        for name, cell in zip(self.heads, row, strict=False):
            attribute = self.words.columns.get(name, "id")
            if attribute in ("keywords", "mentions"):
                attributes.setdefault(attribute, []).extend(self.value(attribute, cell) or [])
            elif attribute != "id" and (cell.text.strip() or attribute == self.words.texts[0]):
                value = self.value(attribute, cell)
                attributes |= {attribute: value} if value is not None else {}
        return sorted_types(self.words, self.with_keywords(attributes, sure, spoken))

    def with_keywords(
        self, attributes: dict[str, Json], sure: list[str], spoken: list[str]
    ) -> dict[str, object]:
        """The attributes with the keywords that the card has and those that its text mentions; none is in
        both.
        """
        columns = set(self.words.mentions) | set(self.words.has)
        known = {"keywords", "mentions"} & attributes.keys() or columns <= set(self.heads)
        if "keywords" not in self.words.kinds or not (known or sure or spoken):
            return attributes
        doubtful = set(self.words.mentions.values())
        listed: list[str] = attributes.pop("keywords", [])
        has = list(dict.fromkeys([*sure, *(keyword for keyword in listed if keyword not in doubtful)]))
        icons = attributes.pop("mentions", [])
        if self.words.icons:  # what needs a cost or a card is no keyword that a card simply has
            icons = [icon for icon in icons if icon in self.words.plain]
        speaks = [*spoken, *icons, *(keyword for keyword in listed if keyword in doubtful)]
        mentions = [keyword for keyword in dict.fromkeys(speaks) if keyword not in has]
        attributes |= {"keywords": has} if known or has else {}
        return attributes | ({"mentions": mentions} if mentions else {})

    def marks(self, row: Sequence[Cell]) -> tuple[list[str], list[str]]:
        """Keywords that have a column of their own: those it has, those its text mentions."""
        keywords: tuple[list[str], list[str]] = [], []
        for name, cell in zip(self.heads, row, strict=False):
            for table, words in ((self.words.has, keywords[0]), (self.words.mentions, keywords[1])):
                if name in table and cell.text.strip() and self.flag(cell):
                    words.append(table[name])
        return keywords

    def flag(self, cell: Cell) -> bool:
        """Yes or no."""
        try:
            return flag(cell.text.strip())
        except Wrong as wrong:
            self.fault(cell, "a value that cannot be", wrong.expected, wrong.found, wrong.hint)
            return False

    def value(self, attribute: str, cell: Cell) -> object:
        """One attribute; None when it is a problem."""
        try:
            return from_cell(self.words, attribute, cell.text)
        except Wrong as wrong:
            self.fault(cell, f"{attribute}: a value that cannot be", wrong.expected, wrong.found, wrong.hint)
            return None

    def place(self, at: int) -> tuple[int, int]:
        """Line and column of a cell."""
        if self._places is None:
            self._places = Places(self.text, LINE_END)
        return self._places.of(at)

    def fault(self, cell: Cell, message: str, expected: str = "", actual: str = "", hint: str = "") -> None:
        """A problem at a cell."""
        self.problems.append(
            Problem(self.file, *self.place(cell.at), "", "", message, expected, actual, hint)
        )


def read_table(file: str, text: str, digest: str, game: str = "") -> Source:
    """Every card of a table. Raises BadInput with all that is wrong in it."""
    rows = rows_of(text, separator_of(text))
    reader, first = None, []
    try:
        first = next(rows, [])
        if not first:
            refuse(file, "this file is empty", "a heading line and a row for each card")
        reader = Reader(file, text, load_vocabulary(game or _guess(file, text, first)))
        reader.begin(first)
        cards = () if reader.problems else tuple(reader.cards(rows))
    except Broken as broken:
        place = Places(text, LINE_END).of(broken.at)
        problem = Problem(file, *place, "", "", broken.message, broken.expected)
        raise BadInput([*most(file, reader.problems if reader else []), problem]) from None
    if reader.problems:
        raise BadInput(most(file, reader.problems))
    if not cards:
        refuse(file, "this table has a heading and no cards", "a row for each card")
    left = tuple(_left_out(first, reader.words))
    remarks = tuple(reader.remarks)
    return Source(file, "csv", reader.words.game, digest, cards, left_out=left, remarks=remarks)


def _left_out(row: Sequence[Cell], words: Vocabulary) -> Iterator[str]:
    """The columns that are known and not kept."""
    for cell in row:
        if heading(cell.text) in words.left_out:
            yield f"column {cell.text.strip()}"


def _guess(file: str, text: str, row: Sequence[Cell]) -> str:
    """The one game whose tables have all these headings. Raises BadInput when there is none, or several."""
    heads = [title for title in (heading(cell.text) for cell in row) if title]
    fits = {name: sum(map(load_vocabulary(name).knows, heads)) for name in card_games()}
    games = [name for name, count in fits.items() if count == len(heads)]
    if len(games) == 1:
        return games[0]
    expected = "--game " + ", ".join(games or card_games())
    message, shown = "the headings fit several games", some_of(heads)
    if not games:
        best = max(sorted(fits), key=lambda game: fits[game])
        unknown = [head for head in heads if not load_vocabulary(best).knows(head)]
        message, shown = _NO_GAME, f"{some_of(unknown)}, unknown to {best}"
    raise BadInput([Problem(file, *Places(text, LINE_END).of(row[0].at), "", "", message, expected, shown)])
