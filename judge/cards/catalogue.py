"""Reading the card catalogue: cards by number and name, limit lists, and the file that each fact is from."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import TracebackType

from judge.cards.card import Card, every_name, spoken
from judge.cards.file import (
    DAMAGED,
    check,
    connect,
    default_path,
    is_sound,
    parsed,
    refused,
    telling,
    upgrade,
)
from judge.cards.hand import HandCards, nearest_card, one_of
from judge.cards.lists import LimitList, choose
from judge.cards.vocabulary import load_vocabulary
from judge.text.folded_words import fold
from judge.text.plain import Json
from judge.text.rows import NamedTuple
from judge.text.visible import storable

__all__ = ["Catalogue", "HandCards", "Known", "StoredCards", "default_path", "nearest_card"]

_CARD = "SELECT id, data FROM card WHERE game = ?"
# Joined from the names: asked for the cards with such names, SQLite would look at every card of the game.
_NAMED = "SELECT id, data FROM name JOIN card ON card.key = name.card WHERE name.game = ? AND folded = ?"


class Known(NamedTuple):
    """One card with the file that each of its attributes comes from."""

    card: Card
    game: str
    sources: Mapping[str, str]  # attribute → file


class Catalogue:
    """A catalogue on disk, opened for reading. Every question may raise BadInput: the file can go bad."""

    def __init__(self, path: str, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self.language = ""  # in which cards are named, where that is known
        self._cards: dict[str, StoredCards] = {}

    @classmethod
    def open(cls, path: str | os.PathLike[str] = "") -> Catalogue:
        """Opens the catalogue at `path`, by default the user's own. Raises BadInput when it is not there,
        cannot be read, is damaged, or is no catalogue of this version.
        """
        file = os.fspath(path) or default_path()
        connection = connect(file)
        try:
            upgrade(file, connection)
            check(file, connection)
            with telling(file):
                connection.execute("PRAGMA query_only = 1")
        except BaseException:
            connection.close()
            raise
        return cls(file, connection)

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    def __enter__(self) -> Catalogue:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def ask(self, query: str, *values: str | int) -> list[Json]:
        """The rows that answer a query."""
        with telling(self.path):
            plain = [storable(value) if isinstance(value, str) else value for value in values]
            return self._connection.execute(query, plain).fetchall()

    def parsed(self, text: object) -> dict[str, object]:
        """A table as the file keeps it. Raises BadInput when it is damaged."""
        with telling(self.path):
            return parsed(text)

    def card(self, row: Sequence[object], game: str) -> Card:
        """A card as the file keeps it: its id and its data. Raises BadInput when it is damaged."""
        data = self.parsed(row[1])
        if not is_sound(load_vocabulary(game), data):
            raise refused(self.path, DAMAGED)
        return spoken(Card(str(row[0]), data), self.language)

    def whole_numbers(self, values: Iterable[object]) -> None:
        """Raises BadInput where what should be whole numbers are none."""
        if not all(isinstance(value, int) for value in values):
            raise refused(self.path, DAMAGED)

    def described(self, text: object) -> dict[str, object]:
        """A description of cards as the file keeps it. Raises BadInput."""
        description = self.parsed(text)
        if description:
            from judge.tables.decks import is_printed  # few limit lists describe cards

            if not is_printed(description):
                raise refused(self.path, DAMAGED)
        return description

    def games(self) -> list[str]:
        """The games that there are cards of."""
        return [str(row[0]) for row in self.ask("SELECT DISTINCT game FROM card ORDER BY game")]

    def count(self, game: str) -> int:
        """How many cards of a game there are, every printing counted."""
        return int(self.ask("SELECT count(*) FROM card WHERE game = ?", game)[0][0])

    def newest(self, game: str) -> str:
        """The day until which the card data of a game know cards, 2020-03-30; "" where no file says."""
        wanted = "SELECT max(until) FROM source WHERE n IN (SELECT DISTINCT source FROM card WHERE game = ?)"
        return str(self.ask(wanted, game)[0][0] or "")

    def cards(self, game: str) -> StoredCards:
        """A game's cards, read as they are asked for."""
        if game not in self._cards:
            self._cards[game] = StoredCards(self, game)
        return self._cards[game]

    def whole(self, game: str) -> HandCards:
        """A game's cards, all of them in memory; they can be sent to another process."""
        numbering = load_vocabulary(game).numbering
        return HandCards(self.cards(game), numbering.pattern.pattern, numbering.one_name)

    def find(self, game: str, id: str, name: str = "") -> Card | None:
        """The card with this number, its base printing if there is one; by its name when `id` is ""."""
        return self.cards(game).find(id, name)

    # --- what is known of one card ---------------------------------------------------------------
    def known(self, game: str, id: str) -> Known | None:
        """The very printing that `id` names, with its sources; None when it is not there."""
        wanted = "SELECT id, data, source, corrected FROM card WHERE game = ? AND number = ? AND suffix = ?"
        rows = self.ask(wanted, game, *load_vocabulary(game).numbering.split(id))
        if not rows:
            return None
        card, base, corrected = self.card(rows[0], game), rows[0][2], self.parsed(rows[0][3])
        self.whole_numbers((base, *corrected.values()))
        files = {row[0]: row[1] for row in self.ask("SELECT n, file FROM source")}
        origins = {name: files.get(corrected.get(name, base), "") for name in card.data}
        return Known(card, game, origins)

    def printings(self, game: str, id: str) -> list[str]:
        """Every printing of a number, as its source writes it, the base first."""
        number, _ = load_vocabulary(game).numbering.split(id)
        wanted = "SELECT id FROM card WHERE game = ? AND number = ? ORDER BY suffix"
        return [str(row[0]) for row in self.ask(wanted, game, number)]

    def search(self, words: Sequence[str], game: str = "") -> list[tuple[str, Card]]:
        """Cards whose number, name or text has all the words, with their games,
        in the order of their numbers.
        """
        folded = [fold(word) for word in words]
        games = [game] if game else self.games()
        where = " AND instr(words, ?)" * len(folded)
        return [(game_id, card) for game_id in games for card in
                self.cards(game_id).in_order(self.ask(f"{_CARD}{where}", game_id, *folded))]  # fmt: skip

    # --- limit lists -----------------------------------------------------------------------------
    def lists(self, game: str = "") -> list[LimitList]:
        """The limit lists, of one game or of all: by game, series and date."""
        heads = (
            "SELECT key, name, date, series, whitelist, hash, file, game, cap, excludes FROM list{} ORDER BY "
            "game, series, date, name"
        )
        rows = self.ask(heads.format(" WHERE game = ?"), game) if game else self.ask(heads.format(""))
        self.whole_numbers(number for row in rows for number in (row[0], row[4], row[8]))
        entries: dict[int, dict[str, int]] = {row[0]: {} for row in rows}
        names: dict[int, dict[str, str]] = {row[0]: {} for row in rows}
        for key, card, count, name in self.ask("SELECT list, card, count, name FROM entry ORDER BY list, at"):
            self.whole_numbers((count,))
            if key in entries:
                entries[key][card] = count
                names[key] |= {card: name} if name else {}
        return [
            LimitList(
                name,
                date,
                series,
                bool(white),
                entries[key],
                hashed,
                file,
                names[key],
                of_game,
                cap,
                self.described(excludes),
            )
            for key, name, date, series, white, hashed, file, of_game, cap, excludes in rows
        ]

    def limit_list(self, wanted: str, game: str = "") -> LimitList:
        """The list that is meant, by name or by date and series. Raises BadInput when there is none."""
        return choose(self.lists(game), wanted)


class StoredCards:
    """A game's cards on disk, read as they are asked for and then kept."""

    def __init__(self, catalogue: Catalogue, game: str) -> None:
        self.catalogue = catalogue
        self.game = game
        self.numbering = load_vocabulary(game).numbering
        self._numbers: dict[str, Card | None] = {}
        self._names: dict[str, list[Card]] = {}

    def find(self, id: str, name: str = "") -> Card | None:
        """The card with this number, its base printing if there is one; by its name when `id` is ""."""
        if not id:
            return one_of(self.named(name), self.numbering)
        number, _ = self.numbering.split(id)
        if number not in self._numbers:
            rows = self.catalogue.ask(f"{_CARD} AND number = ? ORDER BY suffix LIMIT 1", self.game, number)
            self._numbers[number] = self.card(rows[0]) if rows else None
        return self._numbers[number]

    def card(self, row: Sequence[object]) -> Card:
        """A card as the file keeps it."""
        return self.catalogue.card(row, self.game)

    def named(self, name: str) -> list[Card]:
        """Every card of this name, by number."""
        folded = fold(name)
        if folded not in self._names:
            rows = self.catalogue.ask(_NAMED, self.game, folded)
            self._names[folded] = self.in_order(rows)
        return list(self._names[folded])

    def beginning(self, words: Sequence[str]) -> list[str]:
        """Every name, as names are compared, that begins with the first of some words and has them all."""
        like = "%".join(word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") for word in words)
        wanted = (
            "SELECT DISTINCT folded FROM name WHERE game = ? AND folded LIKE ? ESCAPE '\\' ORDER BY folded"
        )
        return [str(row[0]) for row in self.catalogue.ask(wanted, self.game, f"{like}%")]

    def in_order(self, rows: Iterable[Sequence[str]]) -> list[Card]:
        """Cards by number."""
        return sorted(map(self.card, rows), key=lambda card: self.numbering.order(card.id))

    def names(self) -> list[str]:
        """Every number and name, in a fixed order."""
        return list(dict.fromkeys(text for card in self for text in (card.id, *every_name(card))))

    def __iter__(self) -> Iterator[Card]:
        return map(self.card, self.catalogue.ask(f"{_CARD} ORDER BY number, suffix", self.game))

    def __len__(self) -> int:
        return self.catalogue.count(self.game)
