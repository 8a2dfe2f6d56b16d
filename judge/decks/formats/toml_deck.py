"""TOML: the format in which a deck can say everything, and be written by hand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from judge.decks.deck import ABOUT, Deck
from judge.decks.formats.data_tables import Shape, described
from judge.decks.formats.draft import CARD_MISSING, NO_HEADING, Draft, Place, refusal
from judge.decks.formats.entries import Entry, add_entries
from judge.decks.formats.json_deck import read_card
from judge.decks.formats.known import Known, heading, is_number
from judge.decks.formats.list_line import Words, read_words
from judge.decks.speech import phrased
from judge.text.folded_words import plainly
from judge.text.source import KeyPath, Source, parse_source

UNDER_NO_HEADING: Final = "lines"  # cards that stand under no heading, or that name their section each
RESERVED: Final = (*ABOUT, "cards", "limits", "expect", UNDER_NO_HEADING)
# What is a card number whatever the rulebooks say, so that a deck written here is read the same everywhere.
PLAIN_NUMBER: Final = re.compile(r"[A-Z]{1,4}[0-9]{0,3}-[0-9]{1,4}(?:_[A-Z][A-Z0-9_]*)?|[0-9]{5,9}")
_LIMIT: Final = 1_000_000  # characters: the time to place everything grows faster than the text
_ROWS: Final = phrased("read.strings-or-tables")


def read_toml(text: str, file: str, known: Known) -> list[Deck]:
    """The deck of a TOML file. Raises BadInput when it is no TOML."""
    if len(text) > _LIMIT:
        length = phrased("read.characters", number=f"{len(text):,}")
        raise refusal(
            file,
            (0, 0),
            phrased("read.toml-too-large"),
            phrased("read.at-most-characters", number=f"{_LIMIT:,}"),
            length,
        )
    return [_Reader(parse_source(text, file), known).read()]


class _Reader:
    """Reads the keys of one file."""

    def __init__(self, source: Source, known: Known) -> None:
        self.draft = Draft(source.file, "toml")
        self.shape = Shape(self.draft, source)
        self.source = source
        self.known = known
        self.rows = source.text.split("\n")
        self.listed: list[Entry] = []

    def read(self) -> Deck:
        """The deck with all that is wrong with it, its lines in the order of the file."""
        # Card data first: a section may name its cards by the names used there.
        if "cards" in self.source.data:
            self.draft.card_data = self.shape.cards(("cards",), self.source.data["cards"])
        for key, value in self.source.data.items():
            self._key(key, value)
        add_entries(self.draft, self.listed)
        self.draft.lines.sort(key=lambda line: (line.line, line.column))
        return self.draft.deck()

    def _key(self, key: str, value: object) -> None:
        path = (key,)
        if key in ("list", "limits") and isinstance(value, (dict, list)):
            self.draft.limits = {**self.draft.limits, **self.shape.limits(path, value)}
        elif key in ABOUT:
            self.shape.about(path, key, value)
        elif key == "expect":
            self.draft.expect, self.draft.expect_at = (
                self.shape.plain_table(path, value),
                self.source.position(path),
            )
        elif key == "limits":
            self.shape.wrong_type(path, phrased("read.a-table"), value)
        elif key == UNDER_NO_HEADING:
            self._section(path, "", value)
        elif key != "cards":
            self._named(path, key, value)

    def _named(self, path: KeyPath, key: str, value: object) -> None:
        section = heading(key, self.known)
        if section:
            self.draft.enter(section, self.source.position(path))
            self._section(path, section, value)
        else:
            hint = self.draft.nearest(key, (*RESERVED, *self.known.meant))
            self.shape.problem(
                path,
                phrased("read.unknown-key"),
                phrased("read.or-heading", names=", ".join(RESERVED)),
                key,
                hint,
            )

    def _section(self, path: KeyPath, section: str, value: object) -> None:
        if isinstance(value, Mapping):
            for card, copies in value.items():
                self._pair((*path, card), card, copies, section)
        elif isinstance(value, list):
            for number, row in enumerate(value):
                self._row((*path, number), row, section)
        elif isinstance(value, str):
            self._listed(path, value, section)
        else:
            self.shape.wrong_type(path, phrased("read.table-or-strings"), value)

    def _pair(self, path: KeyPath, key: str, value: object, section: str) -> None:
        """Reads `"BT1-001" = 4`, or `"BT1-001" = { count = 4, name = "…" }`."""
        table: Mapping[str, object] = value if isinstance(value, Mapping) else {"count": value}
        for inner in table:
            if inner not in ("count", "name"):
                self.shape.unknown((*path, inner), ("count", "name"))
        where = (*path, "count") if "count" in table else path
        count = self._copies(where, table.get("count", 1))
        name = self.shape.text((*path, "name"), table.get("name", ""))
        is_card = bool(name) or self._is_card(key)
        card, name = (key, name) if is_card else ("", key)
        if not key:
            self.shape.problem(path, *CARD_MISSING)
        elif count:
            self.draft.add(count, card, name, section, self.source.position(path))

    def _is_card(self, word: str) -> bool:
        if word in self.draft.card_data:
            return True
        plain = plainly(word)
        return bool(PLAIN_NUMBER.fullmatch(plain)) or is_number(plain, self.known, 1)

    def _copies(self, path: KeyPath, value: object) -> int:
        if isinstance(value, int) and not isinstance(value, bool):
            return self.shape.copies(path, value)
        place = self.source.value_position(path)
        return self.draft.copies(described(value), place, ".".join(str(part) for part in path))

    def _row(self, path: KeyPath, value: object, section: str) -> None:
        if isinstance(value, str):
            self._listed(path, value, section)
        elif isinstance(value, Mapping):
            rest, own = self._own_section(path, value, section)
            self.draft.enter(own, self.source.position(path))
            if rest or not own:  # { section = "side" } alone is a section without cards
                read_card(self.shape, path, rest, own)
        else:
            self.shape.wrong_type(path, _ROWS, value)

    def _own_section(
        self, path: KeyPath, value: Mapping[str, object], section: str
    ) -> tuple[Mapping[str, object], str]:
        """A table of `lines` without its key `section`, and the section that this key names."""
        if section or "section" not in value:
            return value, section
        part = self.shape.text((*path, "section"), value["section"])
        written = heading(part, self.known)
        if part and not written:
            hint = self.draft.nearest(part, self.known.meant)
            self.shape.problem((*path, "section"), *NO_HEADING, part, hint)
        return {key: inner for key, inner in value.items() if key != "section"}, written or part

    def _listed(self, path: KeyPath, value: str, section: str) -> None:
        """Reads a string as a line of a plain list."""
        content = value.strip()
        if not content or "\n" in content:
            self.shape.problem(path, phrased("read.one-each"), phrased("read.line-such"), value)
            return
        place = self._inside(path, value)
        words = read_words(content, self.known)
        if not words.copies and content in self.draft.card_data:
            words = Words("", 0, content, "")
        elif not words.card and self._is_card(words.name):
            words = words._replace(card=words.name, name="")
        self.listed.append(Entry(words, section, place, said=content))

    def _inside(self, path: KeyPath, value: str) -> Place:
        """Where the words of a string begin; its quote if its characters are escaped."""
        line, column = self.source.value_position(path)
        row = self.rows[line - 1]
        plain = row[column : column + len(value)] == value
        return (line, column + 1 + len(value) - len(value.lstrip())) if plain else (line, column)
