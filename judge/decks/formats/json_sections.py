"""JSON whose keys are headings: `{"main": ["3 Name", 46986414, {"name": "Name", "count":
3}]}`, as programs write it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from judge.decks.deck import ABOUT, Deck
from judge.decks.formats.draft import CARD_MISSING, Draft
from judge.decks.formats.entries import Entry, add_entries
from judge.decks.formats.json_deck import json_decks, repeats
from judge.decks.formats.json_text import JsonText
from judge.decks.formats.known import PASSCODE, Known, column_of, heading, number_of
from judge.decks.formats.list_line import Words, read_words
from judge.decks.formats.shape import Shape
from judge.decks.speech import phrased
from judge.text.folded_words import fold
from judge.text.source import KeyPath

_ROWS: Final = 'strings such as "2 Name", passcodes, or tables such as {"name": "Name", "count": 2}'


def read_json(text: str, file: str, known: Known) -> list[Deck]:
    """The decks of a JSON file: one, a list of them, or parts with their cards."""
    source = JsonText(file, text)
    if is_parted(source.data, known):
        return read_sections(source, known)
    return json_decks(source, known)


def is_parted(data: object, known: Known) -> bool:
    """Whether some key of a table is a heading with cards under it."""
    return (
        isinstance(data, dict)
        and "schema" not in data
        and any(isinstance(value, (list, dict)) and heading(key, known) for key, value in data.items())
    )


def read_sections(source: JsonText, known: Known) -> list[Deck]:
    """The one deck of such a file."""
    return [_Reader(source, known).read(source.data)]


class _Reader:
    def __init__(self, source: JsonText, known: Known) -> None:
        self.draft = Draft(source.file, "json")
        self.shape = Shape(self.draft, source)
        self.source = source
        self.known = known
        self.entries: list[Entry] = []

    def read(self, data: Mapping[str, object]) -> Deck:
        """The deck with all that is wrong with it."""
        repeats(self.shape, self.source, ())
        for key, value in data.items():
            if section := heading(key, self.known):
                self.draft.enter(section, self.source.position((key,)))
                self._section((key,), value, section)
            elif fold(key).replace(" ", "_") in ABOUT:
                self.shape.about((key,), fold(key).replace(" ", "_"), value)
            else:
                hint = self.draft.nearest(key, (*ABOUT, *self.known.meant))
                self.shape.problem(
                    (key,),
                    phrased("read.unknown-key"),
                    phrased("read.or-heading", names=", ".join(ABOUT)),
                    key,
                    hint,
                )
        add_entries(self.draft, self.entries)
        self.draft.lines.sort(key=lambda line: (line.line, line.column))
        return self.draft.deck()

    def _section(self, path: KeyPath, value: object, section: str) -> None:
        if isinstance(value, dict):
            for card, count in value.items():
                self._copies((*path, card), card, self.shape.copies((*path, card), count), section)
            return
        for number, row in enumerate(self.shape.rows(path, value, phrased("read.cards-or-counts"))):
            self._row((*path, number), row, section)

    def _row(self, path: KeyPath, row: object, section: str) -> None:
        if isinstance(row, int) and not isinstance(row, bool) and number_of(str(row), self.known, PASSCODE):
            self.draft.add(1, str(row), "", section, self.source.position(path))
        elif isinstance(row, str) and row.strip():
            words = read_words(row.strip(), self.known)
            self.entries.append(Entry(words, section, self.source.position(path), said=row.strip()))
        elif isinstance(row, dict) and row:
            self._table(path, row, section)
        else:
            self.shape.wrong_type(path, _ROWS, row)

    def _table(self, path: KeyPath, row: Mapping[str, object], section: str) -> None:
        """Reads `{"name": …, "count": …}`; the keys are called as the columns of tables are."""
        found: dict[str, object] = {}
        for key, value in row.items():
            kind = column_of(key, self.known)
            if kind not in ("count", "number", "name"):
                self.shape.unknown((*path, key), ("count", "number", "name"))
            else:
                found[kind] = str(value) if kind == "number" and isinstance(value, int) else value
        card, name = (self.shape.text(path, found.get(key, "")) for key in ("number", "name"))
        count = self.shape.copies(path, found.get("count", 1))
        if not card and not name:
            self.shape.problem(path, *CARD_MISSING)
        elif count:
            self.draft.add(count, card, name, section, self.source.position(path))

    def _copies(self, path: KeyPath, card: str, count: int, section: str) -> None:
        """Reads `"Name": 3`."""
        if count:
            number = number_of(card, self.known, PASSCODE)
            words = Words(str(count), 0, number, "" if number else card)
            self.entries.append(Entry(words, section, self.source.position(path), said=card))
