"""Card data written by hand in TOML: `game = "dbs"`, `[cards."BT5-117"]`, `[list]`."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Final, NoReturn

from judge.cards.believed import SENTENCE, corrections_faults
from judge.cards.card import Card
from judge.cards.lists import LimitList, list_from
from judge.cards.source import CARDS, LISTS, Source, remark, within
from judge.cards.values import Wrong, from_data
from judge.cards.vocabulary import Vocabulary, card_games, load_vocabulary, sorted_types
from judge.errors import BadInput, Problem, nearest
from judge.text.plain import Json
from judge.text.rows import NamedTuple
from judge.text.source import Source as Toml
from judge.text.source import parse_source, refuse

_KEYS: Final = ("game", "cards", "list", "note")


@functools.lru_cache(maxsize=8)
def spoken(game: str) -> frozenset[str]:
    """The keys under which a card says what it does in play."""
    from judge.grammar.cards import words_of_cards
    from judge.rulebook.load import load_rulebook
    from judge.rulebook.shelf import named

    return frozenset(words_of_cards(load_rulebook(str(named(game)))))


class FixtureCards(NamedTuple):
    """The cards of a file, and by card what it says that they do in play."""

    cards: tuple[Card, ...]
    abilities: Mapping[str, Mapping[str, object]]


class Reader:
    """The cards and limit lists of one file."""

    def __init__(self, toml: Toml, words: Vocabulary, corrects: bool = False) -> None:
        self.toml = toml
        self.words = words
        self.corrects = corrects  # may it say what sentences of texts do that stand in the catalogue?
        self.problems: list[Problem] = []
        self.remarks: list[Problem] = []
        self.abilities: dict[
            str, dict[str, object]
        ] = {}  # by card, as written: a fixture that takes them checks them

    def cards(self) -> Iterator[Card]:
        """Every card of the file."""
        rows = self.toml.data.get("cards", {})
        if not isinstance(rows, dict):
            return self.fault(("cards",), "not a table", 'tables such as [cards."BT5-117"]')
        seen: dict[tuple[str, str], str] = {}
        for id, row in rows.items():
            key = self.words.numbering.split(id)
            if not id.strip():
                self.fault(("cards", id), "a card without a number or name", "a number or a name")
            elif not isinstance(row, dict):
                self.fault(("cards", id), "not a card", "a table of attributes", str(row)[:40])
            elif seen.setdefault(key, id) != id:
                self.fault(("cards", id), f"this is the same card as {seen[key]!r}", "one table for a card")
            else:
                yield Card(id.strip(), self.data(id, row))

    def data(self, id: str, row: Mapping[str, object]) -> dict[str, object]:
        """The attributes of one card."""
        values = ((self.words.named(name), self.value(id, name, row[name])) for name in row)
        attributes = sorted_types(self.words, {name: value for name, value in values if value is not None})
        if self.words.number and not self.words.numbering.is_number(id):
            self.note(("cards", id), f"no number as {self.words.game} cards have it: taken for a name", id)
        return attributes

    def value(self, id: str, name: str, value: object) -> Json:
        """One attribute; None when it is a problem."""
        path, key, name = ("cards", id, name), name, self.words.named(name)
        if key == SENTENCE and self.corrects and isinstance(value, Mapping):
            faults = list(corrections_faults(self.words.game, self.toml, path, value))
            self.problems.extend(faults)
            return value if not faults else None
        if name not in self.words.kinds and key in spoken(self.words.game):
            self.abilities.setdefault(id.strip(), {})[key] = value
            return None
        if name not in self.words.kinds:
            known = sorted(self.words.kinds)
            message = f"{self.words.game} cards have no {name!r}"
            return self.fault(path, message, ", ".join(known), name, nearest(name, known))
        try:
            parsed = from_data(self.words, name, value)
        except Wrong as wrong:
            message = f"{name}: a value that cannot be"
            return self.fault(path, message, wrong.expected, wrong.found, wrong.hint)
        if name == "name" and not parsed:
            return self.fault(path, "a name without letters", "a name")
        if name == "keywords":
            self.check_keywords(path, parsed)
        return parsed

    def check_keywords(self, path: tuple[str, ...], keywords: list[str]) -> None:
        """Remark on what is no keyword of the rulebook: no rule and no limit knows it."""
        known = set(self.words.keywords.values())
        for keyword in keywords:
            if known and keyword not in known:
                near = nearest(keyword, [*self.words.keywords])
                self.note(path, f"{keyword!r} is no keyword of the rulebook", keyword, near)

    def lists(self) -> Iterator[LimitList]:
        """The limit lists of the file: [list], or [[list]] for several."""
        rows = self.toml.data.get("list", [])
        several = isinstance(rows, list)
        for at, row in enumerate(rows if several else [rows]):
            start: tuple[str | int, ...] = ("list", at) if several else ("list",)
            if not isinstance(row, dict):
                self.fault(start, "not a limit list", "a table with name, forbidden, limited …")
                continue
            limit_list, faults = list_from(row, self.toml.file, self.words.game)
            if limit_list.game != self.words.game:
                self.fault((*start, "game"), "the file is of another game", self.words.game, limit_list.game)
            for fault in faults:
                self.fault((*start, *fault.path), fault.message, fault.expected, fault.found, fault.hint)
            yield limit_list

    def fault(
        self, path: tuple[str | int, ...], message: str, expected: str = "", actual: str = "", hint: str = ""
    ) -> None:
        """A problem at a key."""
        self.problems.append(self.toml.problem(path, message, expected=expected, found=actual, hint=hint))

    def note(self, path: tuple[str, ...], message: str, found: str, hint: str = "") -> None:
        """A remark at a key."""
        line, column = self.toml.position(path)
        self.remarks.append(remark(self.toml.file, message, line, column, found=found, hint=hint))


def read_written(file: str, text: str, digest: str, game: str = "") -> Source:
    """Every card and limit list of a file. Raises BadInput with all that is wrong in it."""
    toml = parse_source(text, file)
    reader = Reader(toml, _vocabulary(toml, game), corrects=True)
    check_keys(reader)
    cards, lists = tuple(reader.cards()), tuple(reader.lists())
    within(file, "cards", len(cards), CARDS)
    within(file, "limit lists", len(lists), LISTS)
    if not cards and not lists and not reader.problems:
        refuse(file, "this file has no cards and no limit list", 'tables such as [cards."BT5-117"] or [list]')
    if reader.problems:
        raise BadInput(reader.problems)
    spoken_of = ", ".join(sorted({key for row in reader.abilities.values() for key in row}))
    left = (f"abilities ({spoken_of}): a fixture takes them from this file",) if spoken_of else ()
    return Source(
        file, "toml", reader.words.game, digest, cards, lists, whole=True, left_out=left,
        remarks=tuple(reader.remarks),
    )  # fmt: skip


def open_cards(toml: Toml, game: str) -> FixtureCards:
    """The cards of a file that a fixture takes cards from. Raises BadInput with all that is wrong in it."""
    reader = Reader(toml, _vocabulary(toml, game))
    check_keys(reader)
    cards = tuple(reader.cards())
    if reader.problems:
        raise BadInput(reader.problems)
    return FixtureCards(cards, reader.abilities)


def check_keys(reader: Reader) -> None:
    """What a file of card data may have at its top."""
    for key in reader.toml.data:
        if key not in _KEYS:
            reader.fault((key,), "card data have no such key", ", ".join(_KEYS), key, nearest(key, _KEYS))


def _vocabulary(toml: Toml, game: str) -> Vocabulary:
    """What the game's data look like: the file says which game, or who imports it."""
    row = toml.data.get("list")
    of_list = row.get("game") if isinstance(row, dict) else None
    written = toml.data.get("game", of_list or game)
    known = card_games()
    if not isinstance(written, str) or written not in known:
        actual = str(written)
        unknown = f"no card data are known for a game {actual!r}"
        message = unknown if written else "which game are these cards of?"
        _refuse_game(toml, message, 'game = "…": ' + ", ".join(known), actual, nearest(actual, known))
    if game and written != game:
        _refuse_game(toml, f"the file is of {written}, not of {game}", game, str(written))
    return load_vocabulary(str(written))


def _refuse_game(toml: Toml, message: str, expected: str, actual: str, hint: str = "") -> NoReturn:
    raise BadInput([toml.problem(("game",), message, expected=expected, found=actual, hint=hint)])
