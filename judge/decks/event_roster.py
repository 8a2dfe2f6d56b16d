"""The roster of an event: who plays, at which table, and when a deck was handed in. Everything that is wrong
with it is reported at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from judge.decks.event_owners import id_key, name_key, surname, table_name
from judge.decks.event_times import Moment, NoMoment, day_first, read_moment
from judge.decks.formats.encodings import decode
from judge.decks.formats.table_rows import DELIMITERS, Row, rows_of, separated, written
from judge.decks.speech import phrased
from judge.errors import BadInput, Problem, nearest
from judge.text.folded_words import fold
from judge.text.rows import NamedTuple

# --- the columns of rosters ----------------------------------------------------------------------------
COLUMNS: Final = {  # what rosters call their columns, English and French
    "name": "name",
    "player": "name",
    "player name": "name",
    "full name": "name",
    "participant": "name",
    "joueur": "name",
    "joueuse": "name",
    "nom du joueur": "name",
    "nom complet": "name",
    "nom et prenom": "name",
    "nom prenom": "name",
    "prenom nom": "name",
    "prenom et nom": "name",
    "nom": "name",
    "surname": "surname",
    "last name": "surname",
    "family name": "surname",
    "nom de famille": "surname",
    "first name": "given",
    "given name": "given",
    "prenom": "given",
    "id": "id",
    "player id": "id",
    "player number": "id",
    "member id": "id",
    "member number": "id",
    "membership": "id",
    "membership number": "id",
    "id joueur": "id",
    "identifiant": "id",
    "no joueur": "id",
    "no de joueur": "id",
    "no de membre": "id",
    "code joueur": "id",
    "numero joueur": "id",
    "numero de joueur": "id",
    "numero de membre": "id",
    "licence": "id",
    "numero de licence": "id",
    "no de licence": "id",
    "table": "table",
    "table number": "table",
    "table no": "table",
    "seat": "table",
    "no de table": "table",
    "numero de table": "table",
    "place": "table",
    "siege": "table",
    "submitted": "submitted",
    "submitted at": "submitted",
    "handed in": "submitted",
    "received": "submitted",
    "received at": "submitted",
    "remis": "submitted",
    "remis le": "submitted",
    "recu": "submitted",
    "recu le": "submitted",
    "envoye le": "submitted",
    "depose le": "submitted",
    "rendu le": "submitted",
    "deck": "deck",
    "deck file": "deck",
    "file": "deck",
    "decklist": "deck",
    "deck list": "deck",
    "fichier": "deck",
    "fichier du deck": "deck",
    "liste": "deck",
}
_FRENCH_TIMES: Final = frozenset(
    ("remis", "remis le", "recu", "recu le", "envoye le", "depose le", "rendu le")
)


def known_cells(cells: Iterable[str]) -> int:
    """How many of these are headings."""
    return sum(heading(cell.strip(' "')) in COLUMNS for cell in cells)


def heading(cell: str) -> str:
    """A heading as it is compared: "N° de table" is "no de table"."""
    return fold(cell.replace("°", "o")).replace("_", " ").replace("'", " ").strip(" .:")


def kinds_of(cells: Sequence[str]) -> list[str]:
    """What each column holds, "" for what is not read;
    where first names have a column, "Nom" is that of last names.
    """
    kinds = [COLUMNS.get(heading(cell), "") for cell in cells]
    if "given" in kinds and "surname" not in kinds:
        kinds = ["surname" if kind == "name" else kind for kind in kinds]
    return kinds


def days_first(rows: Sequence[Row], kinds: Sequence[str]) -> bool | None:
    """Whether dates name the day first: a French heading says so, else the dates themselves must show it."""
    if "submitted" not in kinds:
        return None
    at = kinds.index("submitted")
    dates = [row.cells[at] for row in rows[1:] if at < len(row.cells)]
    return day_first(dates, heading(rows[0].cells[at]) in _FRENCH_TIMES)


# --- players -------------------------------------------------------------------------------------------
HEADINGS: Final = phrased("roster.headings")
_SIGNS: Final = "-+\u2212"
_SEATS: Final = 2  # players at a table
_SINGLE: Final = {  # what only one player has, and what is expected where two have it
    "id": phrased("roster.one-id"),
    "deck": phrased("roster.one-deck"),
    "name": phrased("roster.one-name"),
}


class Player(NamedTuple):
    """One row of a roster."""

    name: str
    surname: str
    id: str = ""
    table: str = ""
    submitted: Moment | None = None
    deck: str = ""  # the file that the roster gives as this player's deck
    line: int = 0
    columns: Mapping[str, int] = {}  # where each cell of the row begins

    @property
    def told(self) -> str:
        """The player with number and table."""
        number = f" ({self.id})" if self.id else ""
        named = f"{self.name}{number}"
        return phrased("event.at-table", name=named, table=self.table) if self.table else named


class Roster(NamedTuple):
    """Everybody who plays."""

    file: str
    players: tuple[Player, ...]
    kinds: frozenset[str]  # which columns there are
    remarks: tuple[Problem, ...] = ()  # what was read all the same, and should be looked at

    def place(self, player: Player, kind: str = "name") -> tuple[int, int]:
        """Where something of a player stands."""
        return player.line, player.columns.get(kind, 1)


def read_roster(raw: bytes, file: str, encoding: str = "") -> Roster:
    """The roster of a CSV file. Raises BadInput with everything that is wrong with it."""
    rows, kinds = headed(raw, file, encoding)
    reader = _Reader(file, rows[0], kinds)
    order = days_first(rows, kinds)
    players = [reader.player(row, order) for row in rows[1:]]
    known = [player for player in players if player is not None]
    problems = sorted(
        [*reader.problems, *clashes(file, known)], key=lambda problem: (problem.line, problem.column)
    )
    if not players:
        message, expected = phrased("roster.nobody"), phrased("roster.row")
        actual = phrased("roster.headings-only")
        problems.append(Problem(file, rows[0].line, 1, "roster", "", message, expected, actual))
    if problems:
        raise BadInput(problems)
    remarks = (*reader.remarks, *full_tables(file, known), *odd_tables(file, known))
    return Roster(file, tuple(known), frozenset(reader.columns), remarks)


def looks_like_roster(raw: bytes, file: str) -> bool:
    """Whether a file is a table of players at tables, and no deck."""
    try:
        _, kinds = headed(raw, file)
    except BadInput:
        return False
    return "table" in kinds and bool({"name", "surname"} & set(kinds))


def headed(raw: bytes, file: str, encoding: str = "") -> tuple[list[Row], list[str]]:
    """The rows of a table, the headings first, and what each column holds.

    Raises BadInput when there are no headings.
    """
    if not raw.strip(b"\xef\xbb\xbf \t\r\n"):
        message, actual = phrased("roster.empty"), phrased("read.nothing")
        raise BadInput([Problem(file, 1, 1, "roster", "", message, HEADINGS, actual)])
    text = decode(raw, file, encoding)
    first, separator = separated(text)
    mark = separator or max(DELIMITERS, key=lambda sign: (known_cells(first.split(sign)), first.count(sign)))
    rows = list(rows_of(text, mark, file, skip=bool(separator)))
    kinds = kinds_of(rows[0].cells)
    if not {"name", "surname"} & set(kinds):
        raise BadInput([_nameless(file, rows[0])])
    return rows, kinds


def _nameless(file: str, head: Row) -> Problem:
    """A table without a column of names."""
    headings = [cell.strip() for cell in head.cells]
    hint = next(filter(None, (nearest(name, COLUMNS) for name in headings)), "")
    message = phrased("roster.nameless")
    return Problem(file, *head.place(0), "roster", "", message, HEADINGS, ", ".join(headings), hint)


class _Reader:
    """Reads the rows of one roster; what is wrong gathers here."""

    def __init__(self, file: str, head: Row, kinds: Sequence[str]) -> None:
        self.file = file
        self.width = len(head.cells)
        self.columns: dict[str, int] = {}
        self.problems: list[Problem] = []
        self.remarks: list[Problem] = []
        for at, kind in enumerate(kinds):
            self._head(head, at, kind)

    def _head(self, head: Row, at: int, kind: str) -> None:
        name = head.cells[at].strip()
        if kind and self.columns.setdefault(kind, at) != at:
            first = head.cells[self.columns[kind]].strip()
            message = phrased("roster.two-columns", first=repr(first), second=repr(name))
            self.problem(head.place(at), message, phrased("roster.one-of"), name)
        elif not kind and name:
            hint = nearest(name, COLUMNS)
            message = phrased("roster.column", name=repr(name))
            self.remarks.append(
                Problem(self.file, *head.place(at), "roster", "", message, hint=hint, severity="warning")
            )

    def problem(self, place: tuple[int, int], message: str, expected: str = "", found: str = "") -> None:
        """Notes what is wrong at a place."""
        self.problems.append(Problem(self.file, *place, "roster", "", message, expected, found))

    def player(self, row: Row, days_first: bool | None) -> Player | None:
        """The player of a row; None where the row names none, which is then a problem."""
        self._check_width(row)
        name, last = self._name(row)
        named = self.columns.get("name", self.columns.get("surname", 0))
        if not name_key(name):
            actual = name or phrased("read.nothing")
            self.problem(row.place(named), phrased("roster.no-name"), phrased("below.a-name"), actual)
            return None
        submitted = self._submitted(row, days_first)
        number, deck = self._cell(row, "id"), self._cell(row, "deck")
        columns = {kind: row.place(at)[1] for kind, at in self.columns.items()}
        columns = {**columns, "name": columns.get("name", columns.get("surname", 1))}
        table = table_name(self._cell(row, "table"))
        return Player(name, last, number, table, submitted, deck, row.line, columns)

    def _check_width(self, row: Row) -> None:
        """Notes what stands in a row behind the last heading."""
        more = (at for at in range(self.width, len(row.cells)) if row.cells[at].strip())
        for at in islice(more, 1):
            message, expected = phrased("roster.more-cells"), phrased("read.cells", number=self.width)
            self.problem(row.place(at), message, expected, row.cells[at].strip())

    def _cell(self, row: Row, kind: str) -> str:
        at = self.columns.get(kind, len(row.cells))
        return " ".join(written(row.cells[at].strip()).split()) if at < len(row.cells) else ""

    def _name(self, row: Row) -> tuple[str, str]:
        """A player's whole name, and the last of it."""
        whole, given, last = (self._cell(row, kind) for kind in ("name", "given", "surname"))
        whole = whole or " ".join(part for part in (given, last) if part)
        return whole, last or surname(whole)

    def _submitted(self, row: Row, days_first: bool | None) -> Moment | None:
        text = self._cell(row, "submitted")
        if not text:
            return None
        try:
            return read_moment(text, days_first)
        except NoMoment as wrong:
            self.problem(row.place(self.columns["submitted"]), wrong.message, wrong.expected, text)
            return None


def clashes(file: str, players: Sequence[Player]) -> Iterator[Problem]:
    """The problems of rows that say the same of two players."""
    firsts: dict[tuple[str, object], Player] = {}
    for player in players:
        for kind, key, text in _marks(player):
            first = firsts.setdefault((kind, key), player)
            if first is not player and not (kind == "name" and player.id and first.id):
                message = phrased(f"twice.{kind}", line=first.line, player=first.name)
                place = player.line, player.columns.get(kind, 1)
                yield Problem(file, *place, "roster", "", message, _SINGLE[kind], text)


def _marks(player: Player) -> Iterator[tuple[str, object, str]]:
    """What tells a player from the others: its kind, what is compared of it, and as it was written."""
    if player.id:
        yield "id", id_key(player.id), player.id
    if player.deck:
        yield "deck", fold(player.deck), player.deck
    yield "name", name_key(player.name), player.name


def full_tables(file: str, players: Sequence[Player]) -> Iterator[Problem]:
    """Tables with more players than sit at one, and players who sit at none."""
    seated: dict[str, list[Player]] = {}
    for player in players:
        if player.table:
            seated.setdefault(player.table, []).append(player)
    standing = [player for player in players if not player.table]
    if seated and standing:
        message = phrased("roster.standing")
        yield _seating(file, standing[0], message, phrased("roster.table"), standing)
    for table, some in seated.items():
        if len(some) > _SEATS:
            message = phrased("roster.crowded", number=len(some), table=table)
            yield _seating(file, some[_SEATS], message, phrased("bound.at-most", number=_SEATS), some)


def odd_tables(file: str, players: Sequence[Player]) -> Iterator[Problem]:
    """Tables that are hardly any: below zero, or without a number where most have one."""
    seated = [player for player in players if player.table]
    numbered = 2 * sum(any(map(str.isdigit, player.table)) for player in seated) > len(seated)
    odd: dict[str, list[Player]] = {}
    for player in seated:
        if player.table[0] in _SIGNS or (numbered and not any(map(str.isdigit, player.table))):
            odd.setdefault(player.table, []).append(player)
    for table, some in odd.items():
        message = phrased("roster.odd", table=table)
        yield _seating(file, some[0], message, phrased("roster.table-number"), some)


def _seating(file: str, at: Player, message: str, expected: str, players: Sequence[Player]) -> Problem:
    """What is to be looked at of the tables at which some players sit."""
    place, names = (at.line, at.columns.get("table", 1)), ", ".join(player.name for player in players)
    return Problem(file, *place, "roster", "", message, expected, names, severity="warning")
