"""Known cards, looked up by number or name: from files of cards, and from the user's catalogue."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Final

from judge.cards.card import Card, Cards, names_of
from judge.cards.catalogue import Catalogue, default_path
from judge.cards.hand import HandCards
from judge.cards.vocabulary import card_games, load_vocabulary
from judge.cards.written import open_cards
from judge.errors import Problem
from judge.fixture.library import LARGEST, file_of
from judge.fixture.on_boards import board_name
from judge.text.folded_words import fold
from judge.text.rows import NamedTuple
from judge.text.source import read_source

LEAST: Final = 3  # letters of a beginning that finds a card


class Known(NamedTuple):
    """A card that is known: what it is called in a fixture, and its number or name there."""

    key: str
    wanted: str


class KnownCards:
    """Where the cards of a game are looked up, in the order in which a fixture does it."""

    def __init__(self, shelves: Iterable[Cards] = (), files: tuple[str, ...] = ()) -> None:
        self.shelves = tuple(shelves)
        self.files = files
        self._names: dict[str, set[str]] | None = None

    def find(self, word: str) -> Known | None:
        """The card of this number or name, or the only one whose number or name begins so."""
        card = self.exact(word)
        if card is not None:
            return Known(board_name(word), self.wanted(card))
        several = {id_ for name, ids in self.names().items() if name.startswith(fold(word)) for id_ in ids}
        if len(word) < LEAST or len(several) != 1:
            return None
        sole = self.exact(min(several))
        assert sole is not None
        return Known(board_name(sole.name or sole.id), self.wanted(sole))

    def exact(self, word: str) -> Card | None:
        """The card of just this number or name."""
        cards = (shelf.find(word) or shelf.find("", word) for shelf in self.shelves)
        return next((card for card in cards if card is not None), None)

    def wanted(self, card: Card) -> str:
        """What a fixture writes to have this card: its name where no other has it, else its number."""
        alone = all(len(shelf.named(card.name)) == 1 for shelf in self.shelves if shelf.named(card.name))
        return card.name if card.name and alone else card.id

    def names(self) -> dict[str, set[str]]:
        """Every number and name as it is compared, with the cards that have it."""
        if self._names is None:
            self._names = {}
            for card in self.every():
                for name in (card.id, *names_of(card)):
                    self._names.setdefault(fold(name), set()).add(card.id)
        return self._names

    def every(self) -> Iterator[Card]:
        """All cards."""
        for shelf in self.shelves:
            yield from shelf

    def spelt(self) -> list[str]:
        """Every name as it is printed, for completion."""
        return sorted({name for card in self.every() for name in (names_of(card) or [card.id])})


def known_cards(game: str, files: Iterable[str], fixture: str) -> tuple[KnownCards, Catalogue | None]:
    """The cards of files, named as `library` of a fixture names them, then those of the user's catalogue,
    which stays open. Raises BadInput with what is wrong with a file.
    """
    if game not in card_games():
        return KnownCards(), None
    numbering = load_vocabulary(game).numbering
    shelves: list[Cards] = []
    for file in files:
        cards = open_cards(read_source(file_of(fixture, file)[0], LARGEST), game).cards
        shelves.append(HandCards(cards, numbering.pattern.pattern, numbering.one_name))
    if not os.path.exists(default_path()):
        return KnownCards(shelves, tuple(files)), None
    catalogue = Catalogue.open()
    return KnownCards([*shelves, catalogue.cards(game)], tuple(files)), catalogue


def not_taken(files: Iterable[str], fixture: str) -> list[Problem]:
    """The files from which the fixture could not take its cards."""
    told = [(file, file_of(fixture, file)[1]) for file in files]
    expected = "a .toml file below the fixture's folder, or below the one where judge runs"
    return [Problem("", 0, 0, "--cards", "", f"--cards {path}: {why}", expected) for path, why in told if why]
