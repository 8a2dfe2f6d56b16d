"""A deck as text, and what its format could not hold."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from judge.decks.deck import ABOUT, Deck
from judge.text.visible import CONTROL

# Whatever some program takes for the end of a line, or a terminal for an order: a name must not forge a
# second line.
_BREAKS: Final = re.compile(f"[{CONTROL}\u2028\u2029]+")
_TEXTS: Final = {
    "game": "the game",
    "version": "the rulebook's version",
    "name": "the deck's name",
    "player": "the player",
    "player_id": "the player's id",
    "event": "the event",
    "date": "the date",
    "submitted": "when it was handed in",
    "note": "the note",
    "list": "the limit list's name",
}


class Written(NamedTuple):
    """The text of a file, and in words everything of the deck that is not in it: "the event"."""

    text: str
    losses: tuple[str, ...]


class Losses:
    """Gathers what a format cannot hold, while a deck is being written."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self._bent: dict[str, int] = {}

    def add(self, words: str) -> None:
        """Notes one loss in words."""
        self.words.append(words)

    def many(self, count: int, one: str, more: str) -> None:
        """Notes a loss of so many things; `more` has a `{}` for the number. None is no loss."""
        if count:
            self.words.append(one if count == 1 else more.format(count))

    def unsaid(self, deck: Deck, said: Iterable[str]) -> None:
        """Notes the texts and tables of the deck that are not among those said."""
        kept = set(said)
        self.words += [_TEXTS[what] for what in ABOUT if getattr(deck, what) and what not in kept]
        tables = (
            ("card data", deck.cards),
            ("the limit list", deck.limits),
            ("what is expected", deck.expect),
        )
        self.words += [words for words, table in tables if table]

    def one_line(self, text: str, what: str) -> str:
        """Text without line breaks and outer blanks; what that changes is a loss of `what`."""
        plain = _BREAKS.sub(" ", text).strip()
        if plain != text:
            self._bent[what] = self._bent.get(what, 0) + 1
        return plain

    def written(self, text: str) -> Written:
        """The text with its losses."""
        for what, count in self._bent.items():
            bent = "line breaks, control characters or outer blanks of"
            self.many(count, f"{bent} a {what}", f"{bent} {{}} {what}s")
        return Written(text, tuple(self.words))


def runs(deck: Deck) -> list[str]:
    """The sections of the deck's lines in their order; one that is entered again stands there again."""
    found: list[str] = []
    for line in deck.lines:
        if not found or found[-1] != line.section:
            found.append(line.section)
    return found
