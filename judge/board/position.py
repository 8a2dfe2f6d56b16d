"""A position under construction: places the cards that a fixture writes, and collects every problem."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from judge.engine.effects.reader import Reader
from judge.engine.flow.changes import fresh
from judge.engine.kernel.book import Book
from judge.engine.kernel.state import SEATS, UNKNOWN, Card, Game
from judge.engine.kernel.table import Table
from judge.engine.words.prints import build_prints
from judge.errors import Problem, nearest
from judge.text.rows import NamedTuple
from judge.text.source import Source

Path = Sequence[str | int]


class TomlValue(Protocol):
    """The parts of a fixture that say where the game stands."""

    at: str | dict[str, object]
    active: Literal["A", "B"]
    turn: int
    pending: list[str]
    A: dict[str, object]
    B: dict[str, object]


class Position:
    """One position under construction, with the problems of what is written."""

    def __init__(
        self, book: Book, source: Source, model: TomlValue, cards: Mapping[str, Mapping[str, object]]
    ) -> None:
        self.book = book
        self.source = source
        self.model = model
        self.table = Table(book, build_prints(book, cards, source.data))
        self.game = Game()
        self.view = Reader(self.table, self.game)
        self.problems: list[Problem] = []
        self.written = 0  # cards that the board's entries stand for
        self.placed: dict[str, Path] = {}
        self.hosts: list[tuple[str, str, Path]] = []  # object, what it is attached to, where that is written

    def problem(self, path: Path, message: str, **more: str) -> None:
        """Note a problem at a place in the file."""
        self.problems.append(self.source.problem(path, message, **more))

    def unknown_card(self, path: Path, word: str) -> None:
        """Note that a word names no card that lies on the board."""
        hint = nearest(word, self.game.cards)
        self.problem(path, f"there is no card {word!r} on the board", found=word, hint=hint)

    def unknown_print(self, path: Path, name: str, actual: str) -> None:
        """Note that the fixture and the rulebook describe no card of this name."""
        hint = nearest(name, [key for key in self.table.prints if key != UNKNOWN])
        self.problem(path, f"there is no card {name!r} under [cards]", found=actual, hint=hint)

    def new(self, id_: str, print_: str, owner: str, place: str, path: Path) -> Card:
        """A new card record in a zone (`A.hand`), as the zone's cards arrive; an id that is already used is
        a problem.
        """
        if id_ in self.placed:
            line, _ = self.source.position(self.placed[id_])
            copies = f"write {id_}*2 or {{ card = …, as = … }}"
            expected = f"one card of that name (also on line {line}); {copies}"
            self.problem(path, f"{id_!r} is on the board twice", found=id_, expected=expected)
        self.placed[id_] = path
        marks = tuple(sorted(self.book.zones[place[2:]].get("arrive", {}).items()))
        return Card(id_, print_, owner, place, fresh(self.game), marks=marks)

    def put(self, card: Card) -> None:
        """Enters a card record under its id and its object number, and drops what was worked out from the
        board before.
        """
        self.game.cards[card.id] = card
        self.game.objects[card.object] = card.id
        self.game.print_index = {}
        self.game.forget()

    def place(self, card: Card, zone: str) -> None:
        """Puts a card on top of a zone of its side."""
        where = f"{card.seat}.{zone}"
        self.put(card._replace(zone=where) if zone != card.place else card)
        self.game.zones[where] = (*self.game.zones.get(where, ()), card.id)

    def mark(self, card: Card, name: str, state: object) -> None:
        """Gives a card on the board one more mark."""
        self.game.cards[card.id] = card._replace(marks=tuple(sorted((*card.marks, (name, state)))))
        self.game.forget()


class Board(NamedTuple):
    """Cards by their names, and what lies where: all that names are looked up in."""

    cards: Mapping[str, Card]
    zones: Mapping[str, Sequence[str]]


def find_card(game: Game | Board, word: str) -> Card | None:
    """A card by its id, by ``B.id``, or by the zone it lies alone in, such as ``B.leader``."""
    if word in game.cards:
        return game.cards[word]
    seat, _, rest = word.partition(".")
    if seat not in SEATS:
        return None
    if rest in game.cards and game.cards[rest].seat == seat:
        return game.cards[rest]
    alone = game.zones.get(word, ())
    return game.cards[alone[0]] if len(alone) == 1 else None
