"""What rosters call their columns, and what each column holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from judge.decks.event_times import day_first
from judge.decks.formats.csv_rows import Row
from judge.text.folded_words import fold

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
        kinds = ["surname" if one == "name" else one for one in kinds]
    return kinds


def days_first(rows: Sequence[Row], kinds: Sequence[str]) -> bool | None:
    """Whether dates name the day first: a French heading says so, else the dates themselves must show it."""
    if "submitted" not in kinds:
        return None
    at = kinds.index("submitted")
    said = [row.cells[at] for row in rows[1:] if at < len(row.cells)]
    return day_first(said, heading(rows[0].cells[at]) in _FRENCH_TIMES)
