"""A deck as text, and what its format could not hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from judge.decks.deck import ABOUT, Deck
from judge.decks.formats.paste import is_as_seen
from judge.decks.speech import phrased
from judge.text.visible import CONTROL

# Whatever some program takes for the end of a line, or a terminal for an order: a name must not forge a
# second line.
_BREAKS: Final = re.compile(f"[{CONTROL}\u2028\u2029]+")


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

    def many(self, count: int, key: str) -> None:
        """Notes a loss of so many things, by the key of its phrase. None is no loss."""
        if count:
            self.words.append(phrased(key, n=count))

    def unsaid(self, deck: Deck, said: Iterable[str]) -> None:
        """Notes the texts and tables of the deck that are not among those said."""
        kept = set(said)
        self.words += [
            phrased(f"lost.{what.replace('_', '-')}")
            for what in ABOUT
            if getattr(deck, what) and what not in kept
        ]
        tables = (
            ("lost.cards", deck.cards),
            ("lost.limits", deck.limits),
            ("lost.expect", deck.expect),
        )
        self.words += [phrased(key) for key, table in tables if table]

    def one_line(self, text: str, what: str) -> str:
        """Text without line breaks and outer blanks; what that changes is a loss of `what`."""
        plain = _BREAKS.sub(" ", text).strip()
        if plain != text:
            self._bent[what] = self._bent.get(what, 0) + 1
        return plain

    def seen(self, text: str) -> str:
        """A text that stands in a list as it is; what of it is taken for marks of a page is a loss."""
        if text and not is_as_seen(text):
            self._bent["marks"] = self._bent.get("marks", 0) + 1
        return text

    def quoted(self, name: str, guard: Callable[[str], str]) -> str:
        """A name in the quotes that `guard` puts around it; what that changes of its own quotes is a loss."""
        held = guard(name)
        if name not in held:
            self._bent["quotes"] = self._bent.get("quotes", 0) + 1
        return held

    def written(self, text: str) -> Written:
        """The text with its losses."""
        for what, count in self._bent.items():
            self.many(count, f"bent.{what}")
        return Written(text, tuple(self.words))


def runs(deck: Deck) -> list[str]:
    """The sections of the deck's lines in their order; one that is entered again stands there again."""
    found: list[str] = []
    for line in deck.lines:
        if not found or found[-1] != line.section:
            found.append(line.section)
    return found
