"""Card data written in a deck's own file, read as the catalogue reads them:
any spelling of a word, slips told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.cards.numbers import NO_NUMBER
from judge.cards.spelling import Wrong, quoted
from judge.cards.values import from_data
from judge.cards.vocabulary import Vocabulary, load_vocabulary, sorted_types
from judge.decks.deck import Deck
from judge.decks.limits import Limits, fold_number
from judge.errors import Problem, nearest
from judge.text.folded_words import fold
from judge.text.plain import Plain


def described(deck: Deck, limits: Limits) -> Deck:
    """The deck with the values of its own cards as the rulebook spells them;
    what cannot be is among its problems.
    """
    if not deck.cards:
        return deck
    reader = _Reader(deck, limits)
    cards = {name: reader.row(name, row) for name, row in deck.cards.items()}
    problems, remarks = (*deck.problems, *reader.problems), (*deck.remarks, *reader.remarks)
    return deck._replace(cards=cards, problems=problems, remarks=remarks)


class _Reader:
    def __init__(self, deck: Deck, limits: Limits) -> None:
        self.deck = deck
        self.words: Vocabulary = load_vocabulary(limits.game)
        self.pattern = limits.pattern
        self.added = tuple(limits.building.get("added", ()))
        self.problems: list[Problem] = []
        self.remarks: list[Problem] = []

    def row(self, name: str, row: Mapping[str, object]) -> dict[str, Plain]:
        """One card; an attribute with a fault is left out."""
        found = {self.words.named(key): self.value(name, key, value) for key, value in row.items()}
        return sorted_types(self.words, {key: value for key, value in found.items() if value is not None})

    def value(self, name: str, key: str, value: object) -> Plain:
        """One value; None when it is none."""
        if key == "number" and isinstance(value, str):  # whatever the game, a card may be told by its number
            return self.number(name, value)
        key = self.words.named(key)
        if key not in self.words.kinds:
            known = list(self.words.kinds)
            message = f"cards of {self.words.game} have no {key!r}"
            self.fault(name, message, ", ".join(known), key, nearest(key, known))
            return None
        try:
            found = self.spelt(key, value)
        except Wrong as wrong:
            self.fault(name, f"{key}: a value that cannot be", wrong.expected, wrong.found, wrong.hint)
            return None
        if key == "name" and not (found and all(found)):
            empty = "an empty string" if isinstance(value, str) else "an empty list"
            self.fault(name, "a name without letters", "a name", empty)
            return None
        if key == "adds":
            return self.adds(name, found)
        if key in ("keywords", "mentions"):
            self.check_keywords(name, found)
        return found

    def number(self, name: str, value: str) -> str | None:
        """A card's number; None where cards of the game have no such number."""
        if self.pattern == NO_NUMBER or fold_number(self.pattern, value):
            return value
        self.fault(name, "number: a value that cannot be", "a card number", quoted(value))
        return None

    def spelt(self, key: str, value: object) -> Plain:
        """A value as the rulebook spells it; a card of two names, or of two kinds, has a list.

        Raises Wrong.
        """
        if not isinstance(value, list) or self.words.kinds[key] != "text" or key == "number":
            return from_data(self.words, key, value)
        if not value:
            raise Wrong("a text, or several", "an empty list")
        return [from_data(self.words, key, one) for one in value]

    def adds(self, name: str, found: Mapping[str, object]) -> dict[str, object]:
        """What an ability adds to the printed values: only some attributes count while a deck is made."""
        for key in found:
            if key not in self.added:
                message = f"adds: an added {key} does not count while a deck is made"
                self.fault(name, message, ", ".join(self.added) or "nothing", key)
        return {key: values for key, values in found.items() if key in self.added}

    def check_keywords(self, name: str, keywords: list[str]) -> None:
        """Remark on what is no keyword of the rulebook, and so does nothing."""
        for one in keywords:
            if self.words.keywords and one not in self.words.keywords.values():
                hint = nearest(one, self.words.keywords)
                message = f"{one!r} of {name} is no keyword of the rulebook"
                self.remarks.append(
                    Problem(self.deck.file, *self.place(name), "cards", "", message, "", "", hint, "warning")
                )

    def fault(self, name: str, message: str, expected: str, found: str, hint: str = "") -> None:
        """A problem of a card, where the deck first names it."""
        told = f"{name}: {message}"
        self.problems.append(
            Problem(self.deck.file, *self.place(name), f"cards.{name}", "", told, expected, found, hint)
        )

    def place(self, name: str) -> tuple[int, int]:
        """The first line with the card."""
        places: Iterator[tuple[int, int]] = (
            (one.line, one.column)
            for one in self.deck.lines
            if fold(name) in (fold(one.card), fold(one.name))
        )
        return next(places, self.deck.headings.get("cards", (1, 1)))
