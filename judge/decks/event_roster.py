"""The roster of an event: who plays, at which table, and when a deck was handed in;
every slip of it at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from judge.decks.event_names import id_key, name_key, surname, table_name
from judge.decks.event_times import Moment, NoMoment, day_first, read_moment
from judge.decks.formats.csv_cells import written
from judge.decks.formats.csv_rows import DELIMITERS, Row, rows_of, separated
from judge.decks.formats.decoding import decode
from judge.errors import BadInput, Problem, nearest
from judge.folding import fold

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
HEADINGS: Final = "a row of headings such as name,id,table"
_FRENCH_TIMES: Final = frozenset(
    ("remis", "remis le", "recu", "recu le", "envoye le", "depose le", "rendu le")
)
_SEATS: Final = 2  # players at a table


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
    order = days_first(reader, rows)
    players = [reader.player(row, order) for row in rows[1:]]
    found = [one for one in players if one is not None]
    problems = sorted([*reader.problems, *clashes(file, found)], key=lambda one: (one.line, one.column))
    if not players:
        problems.append(
            Problem(
                file,
                rows[0].line,
                1,
                "roster",
                "",
                "there is nobody on this roster",
                "a row a player",
                "headings only",
            )
        )
    if problems:
        raise BadInput(problems)
    return Roster(file, tuple(found), frozenset(reader.columns), (*reader.remarks, *full_tables(file, found)))


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
        raise BadInput([Problem(file, 1, 1, "roster", "", "this roster is empty", HEADINGS, "nothing")])
    text = decode(raw, file, encoding)
    first, separator = separated(text)
    mark = separator or max(DELIMITERS, key=lambda one: (known_cells(first.split(one)), first.count(one)))
    rows = list(rows_of(text, mark, file, skip=bool(separator)))
    kinds = kinds_of(rows[0].cells)
    if not {"name", "surname"} & set(kinds):
        found = [cell.strip() for cell in rows[0].cells]
        hint = next(filter(None, (nearest(one, COLUMNS) for one in found)), "")
        raise BadInput(
            [
                Problem(
                    file,
                    *rows[0].place(0),
                    "roster",
                    "",
                    "no column of this roster holds the players' names",
                    HEADINGS,
                    ", ".join(found),
                    hint,
                )
            ]
        )
    return rows, kinds


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
        kinds = ["surname" if one == "name" else one for one in kinds]
    return kinds


def days_first(reader: _Reader, rows: Sequence[Row]) -> bool | None:
    """Whether dates name the day first: a French heading says so, else the dates themselves must show it."""
    at = reader.columns.get("submitted", -1)
    if at < 0:
        return None
    said = [row.cells[at] for row in rows[1:] if at < len(row.cells)]
    return day_first(said, heading(rows[0].cells[at]) in _FRENCH_TIMES)


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
        said = head.cells[at].strip()
        if kind and self.columns.setdefault(kind, at) != at:
            first = head.cells[self.columns[kind]].strip()
            self.problem(
                head.place(at), f"two columns for one thing: {first!r} and {said!r}", "one of them", said
            )
        elif not kind and said:
            hint = nearest(said, COLUMNS)
            message = f"a column of the roster that is not read: {said!r}"
            self.remarks.append(
                Problem(self.file, *head.place(at), "roster", "", message, hint=hint, severity="warning")
            )

    def problem(self, place: tuple[int, int], message: str, expected: str = "", found: str = "") -> None:
        """Notes what is wrong at a place."""
        self.problems.append(Problem(self.file, *place, "roster", "", message, expected, found))

    def player(self, row: Row, days_first: bool | None) -> Player | None:
        """The player of a row; None where the row names none, which is then a problem."""
        for at in range(self.width, len(row.cells)):
            if row.cells[at].strip():
                self.problem(
                    row.place(at),
                    "more cells than there are headings",
                    f"{self.width} cells",
                    row.cells[at].strip(),
                )
                break
        name, last = self._name(row)
        if not name_key(name):
            self.problem(
                row.place(self.columns.get("name", self.columns.get("surname", 0))),
                "a player's name is missing",
                "a name",
                name or "nothing",
            )
            return None
        columns = {kind: row.place(at)[1] for kind, at in self.columns.items()}
        submitted = self._submitted(row, days_first)
        return Player(
            name,
            last,
            self._cell(row, "id"),
            table_name(self._cell(row, "table")),
            submitted,
            self._cell(row, "deck"),
            row.line,
            {**columns, "name": columns.get("name", columns.get("surname", 1))},
        )

    def _cell(self, row: Row, kind: str) -> str:
        at = self.columns.get(kind, len(row.cells))
        return " ".join(written(row.cells[at].strip()).split()) if at < len(row.cells) else ""

    def _name(self, row: Row) -> tuple[str, str]:
        """A player's whole name, and the last of it."""
        whole, given, last = (self._cell(row, kind) for kind in ("name", "given", "surname"))
        whole = whole or " ".join(one for one in (given, last) if one)
        return whole, last or surname(whole)

    def _submitted(self, row: Row, days_first: bool | None) -> Moment | None:
        said = self._cell(row, "submitted")
        if not said:
            return None
        try:
            return read_moment(said, days_first)
        except NoMoment as wrong:
            self.problem(row.place(self.columns["submitted"]), wrong.message, wrong.expected, said)
            return None


def clashes(file: str, players: Sequence[Player]) -> Iterator[Problem]:
    """Rows that say the same of two players."""
    ids: dict[str, Player] = {}
    decks: dict[str, Player] = {}
    names: dict[tuple[str, ...], Player] = {}
    for one in players:
        yield from _twice(
            file,
            one,
            "id",
            ids.setdefault(id_key(one.id), one) if one.id else one,
            "one number a player",
            one.id,
        )
        yield from _twice(
            file,
            one,
            "deck",
            decks.setdefault(fold(one.deck), one) if one.deck else one,
            "one file a player",
            one.deck,
        )
        first = names.setdefault(name_key(one.name), one)
        if not (one.id and first.id):
            yield from _twice(
                file, one, "name", first, "an id in both rows, where two players share a name", one.name
            )


def _twice(
    file: str, player: Player, kind: str, first: Player, expected: str, said: str
) -> Iterator[Problem]:
    if first is not player:
        message = f"{kind} given twice: first on line {first.line}, for {first.name}"
        yield Problem(file, player.line, player.columns.get(kind, 1), "roster", "", message, expected, said)


def full_tables(file: str, players: Sequence[Player]) -> Iterator[Problem]:
    """Tables with more players than sit at one, and players who sit at none."""
    seated: dict[str, list[Player]] = {}
    for one in players:
        if one.table:
            seated.setdefault(one.table, []).append(one)
    standing = [one for one in players if not one.table]
    if seated and standing:
        place = standing[0].line, standing[0].columns.get("table", 1)
        told = ", ".join(one.name for one in standing)
        yield Problem(
            file,
            *place,
            "roster",
            "",
            "players without a table, whom no pick of tables can meet",
            "a table",
            told,
            severity="warning",
        )
    for table, some in seated.items():
        if len(some) > _SEATS:
            message = f"{len(some)} players at table {table}"
            place = some[_SEATS].line, some[_SEATS].columns.get("table", 1)
            yield Problem(
                file,
                *place,
                "roster",
                "",
                message,
                f"at most {_SEATS}",
                ", ".join(one.name for one in some),
                severity="warning",
            )
