"""JSON: our own, which can hold everything of a deck, under `"schema": "judge.deck/1"`; and JSON of other
programs whose keys are headings: `{"main": ["3 Name", 46986414, {"name": "Name", "count": 3}]}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from judge.decks.deck import ABOUT, Deck
from judge.decks.formats.data_tables import JsonText, Shape, described
from judge.decks.formats.draft import CARD_MISSING, NO_HEADING, Draft, no_deck, refusal
from judge.decks.formats.entries import Entry, add_entries
from judge.decks.formats.known import PASSCODE, Known, column_of, heading, number_of
from judge.decks.formats.list_line import Words, read_words
from judge.decks.speech import phrased
from judge.text.folded_words import fold
from judge.text.source import KeyPath

SCHEMA: Final = "judge.deck/1"
_KEYS: Final = ("schema", *ABOUT, "sections", "cards", "limits", "expect")
_CARD_KEYS: Final = ("count", "card", "name")


def json_decks(source: JsonText, known: Known) -> list[Deck]:
    """The decks of parsed JSON. Raises BadInput when it has another shape."""
    if isinstance(source.data, dict):
        return [_OwnReader(source, (), known).read(source.data)]
    if not isinstance(source.data, list) or not all(isinstance(row, dict) for row in source.data):
        expected, actual = f'"schema": "{SCHEMA}"', described(source.data)
        raise refusal(source.file, source.position(()), phrased("read.no-json-deck"), expected, actual)
    if not source.data:
        raise no_deck(source.file)
    return [_OwnReader(source, (number,), known).read(entry) for number, entry in enumerate(source.data)]


class _OwnReader:
    """Reads one deck, at `root` of its file."""

    def __init__(self, source: JsonText, root: KeyPath, known: Known) -> None:
        self.draft = Draft(source.file, "json")
        self.shape = Shape(self.draft, source)
        self.source = source
        self.root = root
        self.known = known

    def read(self, data: dict[str, object]) -> Deck:
        """The deck with all that is wrong with it."""
        repeats(self.shape, self.source, self.root)
        if "schema" not in data:
            self.shape.problem(self.root, phrased("read.schema-missing"), f'"schema": "{SCHEMA}"')
        for key, value in data.items():
            self._key((*self.root, key), key, value)
        return self.draft.deck()

    def _key(self, path: KeyPath, key: str, value: object) -> None:
        if key in ABOUT:
            self.shape.about(path, key, value)
        elif key == "schema":
            if value != SCHEMA:
                self.shape.problem(
                    path, phrased("read.other-schema"), SCHEMA, str(self.shape.text(path, value))
                )
        elif key == "sections":
            for number, row in enumerate(self.shape.rows(path, value, phrased("read.sections"))):
                self._section((*path, number), row)
        elif key == "cards":
            self.draft.card_data = self.shape.cards(path, value)
        elif key == "limits":
            self.draft.limits = self.shape.limits(path, value)
        elif key == "expect":
            self.draft.expect = self.shape.plain_table(path, value)
        else:
            self.shape.unknown(path, _KEYS)

    def _section(self, path: KeyPath, value: object) -> None:
        table = self.shape.table(path, value)
        for key in table:
            if key not in ("section", "cards"):
                self.shape.unknown((*path, key), ("section", "cards"))
        section = self._heading((*path, "section"), table.get("section", ""))
        self.draft.enter(section, self.source.position(path))
        rows = self.shape.rows((*path, "cards"), table.get("cards", []), phrased("read.list-of-cards"))
        for number, row in enumerate(rows):
            read_card(self.shape, (*path, "cards", number), row, section)

    def _heading(self, path: KeyPath, value: object) -> str:
        section = self.shape.text(path, value)
        text = heading(section, self.known)
        if section and not text:
            hint = self.draft.nearest(section, self.known.meant)
            self.shape.problem(path, *NO_HEADING, section, hint)
        return text or section


def read_card(shape: Shape, path: KeyPath, value: object, section: str) -> None:
    """Reads `{count, card, name}` into the draft; the count is 1 when it is not there."""
    table = shape.table(path, value)
    if not table:
        if isinstance(value, dict):
            shape.problem(path, *CARD_MISSING)
        return
    for key in table:
        if key not in _CARD_KEYS:
            shape.unknown((*path, key), _CARD_KEYS)
    count = shape.copies((*path, "count"), table.get("count", 1))
    card, name = (shape.text((*path, key), table.get(key, "")) for key in ("card", "name"))
    if not card and not name:
        shape.problem(path, *CARD_MISSING)
    elif count:
        shape.draft.add(count, card, name, section, shape.placed.position(path))


def repeats(shape: Shape, source: JsonText, root: KeyPath) -> None:
    """Notes the keys that stand twice in one object: JSON keeps only the last."""
    for path in source.repeats(root):
        shape.problem(path, phrased("read.given-twice"), phrased("read.each-once"), str(path[-1]))


# --- JSON whose keys are headings ----------------------------------------------------------------------
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
    return [_HeadingReader(source, known).read(source.data)]


class _HeadingReader:
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
        cells: dict[str, object] = {}
        for key, value in row.items():
            kind = column_of(key, self.known)
            if kind not in ("count", "number", "name"):
                self.shape.unknown((*path, key), ("count", "number", "name"))
            else:
                cells[kind] = str(value) if kind == "number" and isinstance(value, int) else value
        card, name = (self.shape.text(path, cells.get(key, "")) for key in ("number", "name"))
        count = self.shape.copies(path, cells.get("count", 1))
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
