"""Card data written in a deck's own file. They are read as the catalogue reads card data, in any spelling,
and count only for cards that the card data at hand do not have: where both have a card, they are compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from judge.cards.card import NO_NUMBER, Card, Cards, as_list
from judge.cards.values import Wrong, from_data, quoted
from judge.cards.vocabulary import Vocabulary, load_vocabulary, sorted_types
from judge.decks.deck import Deck
from judge.decks.formats.draft import shown
from judge.decks.items import Item, alike, fold_names, label, looked_up, own_row
from judge.decks.limits import Limits, fold_number
from judge.decks.report import Fault
from judge.decks.selection import plain
from judge.decks.speech import of_book, phrased
from judge.decks.unknown_names import at_card
from judge.errors import Problem, nearest
from judge.text.folded_words import fold
from judge.text.plain import Json

_NOTHING: Final[tuple[object, ...]] = (None, "", [], {})  # values that say nothing of a card


def described(deck: Deck, limits: Limits) -> Deck:
    """The deck with the values of its own cards as the rulebook spells them; values that cannot be are among
    its problems.
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

    def row(self, name: str, row: Mapping[str, object]) -> dict[str, object]:
        """The data of one card; an attribute with a fault is left out."""
        values = {self.words.named(key): self.value(name, key, value) for key, value in row.items()}
        return sorted_types(self.words, {key: value for key, value in values.items() if value is not None})

    def value(self, name: str, key: str, value: object) -> object:
        """One value; None where it is wrong, which becomes a problem."""
        if key == "number" and isinstance(value, str):  # in every game a card may be named by its number
            return self.number(name, value)
        key = self.words.named(key)
        if key not in self.words.kinds:
            known = list(self.words.kinds)
            message = f"cards of {self.words.game} have no {key!r}"
            self.fault(name, message, ", ".join(known), key, nearest(key, known))
            return None
        try:
            spelt = self.spelt(key, value)
        except Wrong as wrong:
            self.fault(name, f"{key}: a value that cannot be", wrong.expected, wrong.found, wrong.hint)
            return None
        if key == "name" and not (spelt and all(spelt)):
            empty = "an empty string" if isinstance(value, str) else "an empty list"
            self.fault(name, "a name without letters", "a name", empty)
            return None
        if key == "adds":
            return self.adds(name, spelt)
        if key in ("keywords", "mentions"):
            self.check_keywords(name, spelt)
        return spelt

    def number(self, name: str, value: str) -> str | None:
        """A card's number; None where cards of the game have no such number."""
        if self.pattern == NO_NUMBER or fold_number(self.pattern, value):
            return value
        self.fault(name, "number: a value that cannot be", "a card number", quoted(value))
        return None

    def spelt(self, key: str, value: object) -> Json:
        """A value as the rulebook spells it; a card of two names, or of two kinds, has a list.

        Raises Wrong.
        """
        if not isinstance(value, list) or self.words.kinds[key] != "text" or key == "number":
            return from_data(self.words, key, value)
        if not value:
            raise Wrong("a text, or several", "an empty list")
        return [from_data(self.words, key, text) for text in value]

    def adds(self, name: str, given: Mapping[str, object]) -> dict[str, object]:
        """What an ability adds to the printed values: only some attributes count while a deck is made."""
        for key in given:
            if key not in self.added:
                message = f"adds: an added {key} does not count while a deck is made"
                self.fault(name, message, ", ".join(self.added) or "nothing", key)
        return {key: values for key, values in given.items() if key in self.added}

    def check_keywords(self, name: str, keywords: list[str]) -> None:
        """A remark on each keyword that the rulebook does not have, and that therefore does nothing."""
        for keyword in keywords:
            if self.words.keywords and keyword not in self.words.keywords.values():
                hint = nearest(keyword, self.words.keywords)
                message = f"{keyword!r} of {name} is no keyword of the rulebook"
                self.remarks.append(
                    Problem(self.deck.file, *self.place(name), "cards", "", message, "", "", hint, "warning")
                )

    def fault(self, name: str, message: str, expected: str, value: str, hint: str = "") -> None:
        """Adds a problem of a card at the place where the deck first names it."""
        told = f"{name}: {message}"
        self.problems.append(
            Problem(self.deck.file, *self.place(name), f"cards.{name}", "", told, expected, value, hint)
        )

    def place(self, name: str) -> tuple[int, int]:
        """The line and the column where the deck first names the card."""
        places: Iterator[tuple[int, int]] = (
            (line.line, line.column)
            for line in self.deck.lines
            if fold(name) in (fold(line.card), fold(line.name))
        )
        return next(places, self.deck.headings.get("cards", (1, 1)))


# --- the deck's own data beside the card data at hand --------------------------------------------------
def not_believed(deck: Deck, items: Sequence[Item], limits: Limits, cards: Cards | None) -> Iterator[Fault]:
    """A finding for each statement in the deck's file that the card data do not confirm: an error if they
    say something else, a warning if they say nothing, and unsure if they do not have the card, so that the
    file's word counts.
    """
    if cards is None or not deck.cards:
        return
    own = fold_names(deck, limits)
    rows: dict[str, Mapping[str, object]] = {}
    lines: dict[str, list[Item]] = {}
    for item in items:
        if (written := own_row(item.line, own, limits)) is not None:
            rows[written[0]] = written[1]
            lines.setdefault(written[0], []).append(item)
    for name, row in rows.items():
        group = lines[name]
        card = looked_up(group[0].line, cards, row)
        if card is not None:
            yield from contradictions(deck, group, row, card, limits)
        else:
            message = phrased("finding.own-unknown", card=label(group[0]))
            yield at_card("own-card", deck, group, message)._replace(severity="unsure")


def contradictions(
    deck: Deck, group: Sequence[Item], row: Mapping[str, object], card: Card, limits: Limits
) -> Iterator[Fault]:
    """The attributes of a card for which the deck says something else, or more, than the card data."""
    for attribute, fault in row.items():
        known = card.id if attribute == "number" else card.data.get(attribute)
        silent = known in _NOTHING
        if fault in _NOTHING or (not silent and agrees(attribute, fault, known, limits)):
            continue
        key = "finding.own-more" if silent else "finding.own-other"
        message = phrased(key, card=label(group[0]), attribute=of_book(attribute))
        stated = at_card("own-card", deck, group, message)._replace(found=_told(fault))
        yield stated._replace(severity="warning") if silent else stated._replace(allowed=_told(known))


def agrees(attribute: str, stated: object, known: object, limits: Limits) -> bool:
    """Whether the card data have every value that the deck gives; the deck may give fewer."""
    if attribute == "number":
        return fold_number(limits.pattern, str(stated)) == fold_number(limits.pattern, str(known))
    if isinstance(stated, Mapping) or isinstance(known, Mapping):
        return stated == known
    same = alike if attribute in ("name", "title") else plain
    values = [same(value) for value in as_list(known)]
    return all(same(value) in values for value in as_list(stated))


def _told(value: object) -> str:
    """A value as a finding shows it."""
    rows = (
        ", ".join(f"{key} = {inner}" for key, inner in row.items()) if isinstance(row, Mapping) else str(row)
        for row in as_list(value)
    )
    return shown(", ".join(rows))
