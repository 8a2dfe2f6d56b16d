"""Storage of card data: writes them into the catalogue in one transaction, all or nothing. Later data
override earlier data.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Final

from judge.cards.card import TRANSLATIONS, Card, every_name
from judge.cards.file import (
    APPLICATION,
    TABLES,
    VERSION,
    Damaged,
    check,
    connect,
    identity,
    is_sound,
    parsed,
    refused,
    telling,
    until,
    upgrade,
)
from judge.cards.hand import one_of
from judge.cards.lists import LimitList
from judge.cards.source import Source, remark, some_of
from judge.cards.vocabulary import Vocabulary, load_vocabulary, told_by_text
from judge.errors import Problem, system_said
from judge.text.folded_words import fold
from judge.text.plain import Json
from judge.text.rows import NamedTuple
from judge.text.visible import storable

# --- the language of card data -------------------------------------------------------------------------
OTHER: Final = "other"  # a language that is not recognised
_WORDS: Final[Mapping[str, frozenset[str]]] = {  # short words that no sentence of a language is without
    "en": frozenset(["the", "this", "you", "your", "of", "and", "from", "to", "is", "it"]),
    "fr": frozenset(["le", "la", "les", "cette", "vous", "votre", "du", "et", "depuis", "est", "une"]),
    "de": frozenset(["der", "die", "das", "du", "deine", "deiner", "und", "vom", "ist", "diese", "eine"]),
    "it": frozenset(["il", "la", "questa", "puoi", "tuo", "della", "e", "dal", "carta", "gli", "una"]),
    "es": frozenset(["el", "la", "esta", "puedes", "tu", "de", "y", "desde", "los", "es", "una"]),
    "pt": frozenset(["o", "a", "esta", "voce", "seu", "do", "e", "pode", "os", "um", "uma"]),
}
_SCRIPTS: Final = (  # the first that a text has: kana stand among Chinese signs, not the other way round
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7af]")),
    ("zh", re.compile("[\u4e00-\u9fff]")),
)
_SHARED: Final = 10  # cards that both files must have: of fewer nothing is concluded
_SAMPLED: Final = 400  # texts that are looked at


def language_of(cards: Iterable[Card]) -> str:
    """The language of the texts of cards, or of their names where they have none: en, fr, de, it, es, pt, ja,
    ko, zh; "other" for any other.
    """
    texts = [str(card.data.get("text") or card.name) for _, card in zip(range(_SAMPLED), cards, strict=False)]
    scripts = Counter(
        next((lang for lang, signs in _SCRIPTS if signs.search(sample)), "") for sample in texts
    )
    script, count = max(scripts.items(), key=lambda pair: pair[1], default=("", 0))
    if script and 2 * count > len(texts):
        return script
    words = Counter(word for text in texts for word in fold(text).split())
    scores = {lang: sum(words[term] for term in known) for lang, known in _WORDS.items()}
    best, *rest = sorted(scores, key=lambda code: -scores[code])
    return best if scores[best] > 1.2 * scores[rest[0]] else OTHER


def is_translation(named: Iterable[tuple[str, str]]) -> bool:
    """Is a file a translation of what is there: are most of the cards that both have called otherwise in it?
    `named` has for each card its name there and in the file.
    """
    pairs = [(fold(old), fold(new)) for old, new in named if old and new]
    return len(pairs) >= _SHARED and 2 * sum(old != new for old, new in pairs) > len(pairs)


_SAMPLE: Final = 400  # cards by which it is told whether a file is in another language


class Imported(NamedTuple):
    """The changes that one source made to the catalogue."""

    source: Source
    new: int  # cards that were not there
    changed: int
    same: int  # cards of which it said nothing new
    numbers: int  # different card numbers among its cards
    new_lists: int
    remarks: tuple[Problem, ...] = ()


def write(path: str, sources: Sequence[Source]) -> list[Imported]:
    """Writes all sources into the catalogue at `path`, which is made where it does not exist; when that
    fails, it stays as it was. Raises BadInput when the file cannot be written, is locked for too long, is
    damaged, or is no catalogue.
    """
    _make_folder(path)
    connection = connect(path, create=True)
    try:
        upgrade(path, connection)
        with telling(path):
            return _written(path, connection, sources)
    finally:
        connection.close()


def _written(path: str, connection: sqlite3.Connection, sources: Sequence[Source]) -> list[Imported]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        _prepare(path, connection)
        imported = [_Import(connection, source).run() for source in sources]
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    return imported


def _make_folder(path: str) -> None:
    try:
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    except OSError as error:
        raise refused(path, f"cannot be made: {system_said(error)}") from None


def _prepare(path: str, connection: sqlite3.Connection) -> None:
    """The tables, in a file that is still empty; anything else must be a catalogue already."""
    empty = not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if empty and identity(path, connection) == (0, 0):
        for table in TABLES:
            connection.execute(table)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
    check(path, connection)


class _Import:
    """One source, written into an open transaction."""

    def __init__(self, connection: sqlite3.Connection, source: Source) -> None:
        self.connection = connection
        self.source = source
        self.words: Vocabulary = load_vocabulary(source.game)
        self.n = self.source_number()
        self.counts = {"new": 0, "changed": 0, "same": 0}
        self.dangling: list[str] = []
        self.language = source.language or self.language_beside()

    def run(self) -> Imported:
        """Write every card and list."""
        numbers = len({self.card(card) for card in self.source.cards})
        new_lists = sum(self.limit_list(limit_list) for limit_list in self.source.lists)
        return Imported(
            self.source, **self.counts, numbers=numbers, new_lists=new_lists, remarks=self.remarks()
        )

    def remarks(self) -> tuple[Problem, ...]:
        """What only showed when the catalogue was at hand."""
        told: tuple[Problem, ...] = ()
        if self.language and not self.source.language:
            known = "" if self.language == OTHER else f" ({self.language})"
            message = f"its names are in another language than those there{known}: both are kept"
            told = (remark(self.source.file, message),)
        if not self.dangling:
            return told
        lost = f"{len(self.dangling)} cards count as a card that is not in the catalogue"
        message = f"{lost}: import its data first"
        return (*told, remark(self.source.file, message, found=some_of(self.dangling, 5)))

    def language_beside(self) -> str:
        """The language of a file that names in another one what is there; "" for any other file."""
        if self.source.format == "toml":
            return ""
        rows = ((card, self.stored(*self.words.numbering.split(card.id))) for card in self.source.cards)
        cards = [(card, row) for card, row in islice(rows, _SAMPLE) if row is not None]
        named = [(Card("", self.known(row[2])).name, card.name) for card, row in cards]
        return language_of(self.source.cards) if is_translation(named) else ""

    def source_number(self) -> int:
        """The source's number, the same when the same file is imported again."""
        key = (storable(self.source.file), self.source.digest)
        row = self.connection.execute("SELECT n FROM source WHERE file = ? AND digest = ?", key).fetchone()
        if row:
            return int(row[0])
        written = self.connection.execute(
            "INSERT INTO source (file, digest, format, until) VALUES (?, ?, ?, ?)",
            (*key, self.source.format, until(self.words, self.source.file, self.source.cards)),
        )
        return int(written.lastrowid or 0)

    def card(self, card: Card) -> str:
        """Write one card; gives its number."""
        number, suffix = self.words.numbering.split(card.id)
        row = self.stored(number, suffix)
        if row is None and not self.words.numbering.is_number(card.id):
            named = self.named(card.id)
            row = self.stored(*self.words.numbering.split(named)) if named else None
        given = {**card.data, **self.counted_as(card)}
        if self.language and card.name:
            given[TRANSLATIONS] = {self.language: card.name}
        if self.language and row is not None:
            self.translate(row, card.name)
        elif row is None:
            self.insert(card.id, number, suffix, self.told(self.first(card.id, given)))
        else:
            self.merge(row, given)
        return number

    def known(self, text: object) -> dict[str, Json]:
        """What the catalogue has of a card. Raises Damaged."""
        data = parsed(text)
        if not is_sound(self.words, data):
            raise Damaged
        return data

    def stored(self, number: str, suffix: str) -> Sequence[object] | None:
        """The row of a card; None when it is not there."""
        rows = self.connection.execute(
            "SELECT key, id, data, source, corrected FROM card WHERE game = ? AND number = ? AND suffix = ?",
            (self.source.game, number, suffix),
        )
        row: Sequence[object] | None = rows.fetchone()
        return row

    def named(self, name: str) -> str:
        """The id of the one card that a name means; "" when there is none, or several."""
        rows = self.connection.execute(
            "SELECT id, data FROM name JOIN card ON card.key = name.card WHERE name.game = ? AND folded = ?",
            (self.source.game, fold(name)),
        )
        card = one_of([Card(str(id), self.known(data)) for id, data in rows], self.words.numbering)
        return card.id if card else ""

    def first(self, id: str, given: Mapping[str, object]) -> dict[str, object]:
        """The data of a card that is new to the catalogue. Its id is its number, or else its name.

        A source that describes a card completely leaves out no keyword.
        """
        data: dict[str, object] = (
            {"keywords": []} if self.source.whole and "keywords" in self.words.kinds else {}
        )
        if self.words.number:
            data[self.words.number] = self.words.numbering.base(id)
        if not self.words.numbering.is_number(id):
            data["name"] = [id] if self.words.kinds["name"] == "texts" else id
        return {**data, **given}

    def counted_as(self, card: Card) -> dict[str, str]:
        """The name of the card that this one counts as, where only the catalogue knows it."""
        number = self.source.aliases.get(card.id)
        if number is None:
            return {}
        row = self.connection.execute(
            "SELECT data FROM card WHERE game = ? AND number = ? ORDER BY suffix LIMIT 1",
            (self.source.game, self.words.numbering.split(number)[0]),
        ).fetchone()
        name = self.known(row[0]).get("name") if row else None
        if not name:
            self.dangling.append(f"{card.id} ({number})")
        return {"counts_as": name} if name else {}

    def insert(self, id: str, number: str, suffix: str, data: Mapping[str, object]) -> None:
        """A card that was not there."""
        row = (self.source.game, number, suffix, id, _words(id, data), _json(data), self.n, "{}")
        key = self.connection.execute(
            "INSERT INTO card (game, number, suffix, id, words, data, source, corrected)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            row,
        ).lastrowid
        self.name(int(key or 0), data)
        self.counts["new"] += 1

    def merge(self, row: Sequence[Json], given: Mapping[str, object]) -> None:
        """A card that was there: what is given replaces, the rest stays."""
        key, id, text, base, by = row
        old, corrected = self.known(text), parsed(by)
        given = {
            name: cell for name, cell in given.items() if cell != "" or not self.is_table or not old.get(name)
        }
        data = {name: value for name, value in old.items() if name not in self.settled(given)} | given
        if "counts_as" in given and "counts_as_number" not in given:
            data.pop("counts_as_number", None)  # a correction that names another card
        data = self.told(data)
        new = {name for name, value in data.items() if old.get(name) != value}
        source, others = _origins(old, base, corrected, data, given.keys() | new, self.n)
        if data == old and (source, others) == (base, corrected):
            self.counts["same"] += 1
            return
        self.connection.execute(
            "UPDATE card SET words = ?, data = ?, source = ?, corrected = ? WHERE key = ?",
            (_words(id, data), _json(data), source, _json(others), key),
        )
        if old.get("name") != data.get("name"):
            self.connection.execute("DELETE FROM name WHERE card = ?", (key,))
            self.name(key, data)
        self.counts["changed" if data != old else "same"] += 1

    def translate(self, row: Sequence[Json], name: str) -> None:
        """A card that was there under its name in another language, which joins those that it has."""
        key, id, text = row[:3]
        old = self.known(text)
        data = {**old, TRANSLATIONS: {**old.get(TRANSLATIONS, {}), **({self.language: name} if name else {})}}
        self.counts["changed" if data != old else "same"] += 1
        self.connection.execute(
            "UPDATE card SET words = ?, data = ? WHERE key = ?", (_words(id, data), _json(data), key)
        )
        self.connection.execute("DELETE FROM name WHERE card = ?", (key,))
        self.name(key, data)

    @property
    def is_table(self) -> bool:
        """Whether the source is a table: an empty text of it replaces none, and texts tell of keywords."""
        return self.source.format == "csv"

    def told(self, data: dict[str, object]) -> dict[str, object]:
        """Data with the keywords of the text, for a table; data written by hand have the keywords already."""
        return told_by_text(self.words, data) if self.is_table else data

    def settled(self, given: Mapping[str, object]) -> frozenset[str]:
        """Attributes that are removed unless given. A list of keywords also settles those only mentioned."""
        return self.source.settles | ({"mentions"} if "keywords" in given else set())

    def name(self, key: int, data: Mapping[str, object]) -> None:
        """Make a card known by its names."""
        folded = {fold(spelling) for spelling in every_name(Card("", data))}
        rows = [(self.source.game, spelling, key) for spelling in sorted(folded) if spelling]
        self.connection.executemany("INSERT INTO name (game, folded, card) VALUES (?, ?, ?)", rows)

    def limit_list(self, limit_list: LimitList) -> bool:
        """Write a limit list, in place of one of its name; gives whether there was none."""
        game, folded = limit_list.game or self.source.game, fold(limit_list.name)
        new = not self.forget_list(game, folded)
        of_list = (
            limit_list.name,
            limit_list.date,
            limit_list.series,
            limit_list.whitelist,
            limit_list.hash,
            storable(limit_list.file),
            limit_list.cap,
            _json(limit_list.excludes),
        )
        key = self.connection.execute(
            "INSERT INTO list (game, folded, name, date, series, whitelist, hash, file, cap, excludes)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (game, folded, *of_list),
        ).lastrowid
        entries = enumerate(limit_list.entries.items())
        rows = [(key, at, card, count, limit_list.names.get(card, "")) for at, (card, count) in entries]
        insert = "INSERT INTO entry (list, at, card, count, name) VALUES (?, ?, ?, ?, ?)"
        self.connection.executemany(insert, rows)
        return new

    def forget_list(self, game: str, folded: str) -> bool:
        """Take out a limit list of this name; gives whether there was one."""
        wanted = "SELECT key FROM list WHERE game = ? AND folded = ?"
        old = self.connection.execute(wanted, (game, folded)).fetchone()
        if old:
            self.connection.execute("DELETE FROM entry WHERE list = ?", old)
            self.connection.execute("DELETE FROM list WHERE key = ?", old)
        return bool(old)


def _origins(
    old: Iterable[str],
    base: int,
    corrected: Mapping[str, int],
    data: Iterable[str],
    given: Iterable[str],
    n: int,
) -> tuple[int, dict[str, int]]:
    """Which source gave each attribute: the one that gave most of the card, and those that gave others."""
    known = {name: corrected.get(name, base) for name in old}
    now = {name: n if name in given else known[name] for name in data}
    source = base if base in now.values() or not now else n
    return source, {name: origin for name, origin in sorted(now.items()) if origin != source}


def _words(id: str, data: Mapping[str, object]) -> str:
    """Everything that a search goes through, folded."""
    text = "\n".join((id, *every_name(Card(id, data)), str(data.get("text", ""))))
    # fold() looks at every letter; what has no accents needs less.
    return " ".join(text.casefold().split()) if text.isascii() else fold(text)


def _json(data: Mapping[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
