"""Names that hold what names hardly have:
a catalogue that knows them settles it, else their lines are not understood.
"""

from __future__ import annotations

from typing import Final

from judge.cards.card import TRANSLATIONS, Card, Cards
from judge.cards.near import nearest_card
from judge.decks.deck import Deck, Doubt, Line
from judge.decks.formats.draft import told_of
from judge.decks.formats.entries import EXPECTED, NO_CARD
from judge.decks.formats.list_line import NO_COUNT
from judge.decks.selection import values_of
from judge.decks.speech import phrased
from judge.errors import Problem, nearest
from judge.text.folded_words import fold

_MOST_HINTS: Final = 100  # looking for the nearest name takes longer than reading a line
_ALIKE: Final = 0.8  # less like a card's name is none with a slip of the pen


def settled(deck: Deck, cards: Cards | None) -> Deck:
    """The deck without doubts: what no catalogue knows is among its problems, and is counted no more."""
    deck = _counted(deck, cards)
    if not deck.doubts:
        return deck
    lines = {(one.line, one.column): one for one in deck.lines}
    left = [one for one in deck.doubts if not is_settled(lines[one.place], deck, cards)]
    weak = [one for one in left if one.weak and cards is None]
    wrong = [one for one in left if one not in weak]
    return _without(deck, wrong)._replace(
        remarks=_sorted(*deck.remarks, *(_remark(one) for one in weak)), doubts=()
    )


def _counted(deck: Deck, cards: Cards | None) -> Deck:
    """The deck, no count being missing from what nobody knows as a card."""
    if cards is None or not any(one.message == NO_COUNT and one.found for one in deck.problems):
        return deck
    uncounted = [one for one in deck.problems if one.message == NO_COUNT]
    strange = {
        one for at, one in enumerate(uncounted) if not _may_be_card(one.found, cards, at < _MOST_HINTS)
    }
    told = tuple(
        one._replace(message=NO_CARD, expected=EXPECTED[NO_CARD]) if one in strange else one
        for one in deck.problems
    )
    lines = {one.line for one in strange}
    rows = tuple(
        one._replace(why=NO_CARD) if one.line in lines and one.why == NO_COUNT else one for one in deck.rows
    )
    return deck._replace(problems=told, rows=rows)


def _may_be_card(said: str, cards: Cards, looks: bool) -> bool:
    """Whether a line names a card, or nearly does, where it `looks` for that."""
    if any(map(cards.find, said.split())) or cards.named(said):
        return True
    return not looks or bool(nearest(said, filter(None, [nearest_card(cards, said)]), _ALIKE))


def is_settled(line: Line, deck: Deck, cards: Cards | None) -> bool:
    """Whether the whole name is one that a card has: the file's own data or the catalogue say so."""
    if fold(line.name or line.card) in map(fold, deck.cards):
        return True
    if cards is None:
        return False
    if not line.card:
        return bool(cards.named(line.name)) or cards.find(line.name) is not None
    card = cards.find(line.card)
    return card is not None and (not line.name or is_name(line.name, card))


def is_name(name: str, card: Card) -> bool:
    """Whether text is a card's name, or the first words of it: a number alone is a count, not a word."""
    written = fold(name)
    words = any(map(str.isalpha, written))
    return any(one == written or (words and begins(one, written)) for one in names(card))


def names(card: Card) -> list[str]:
    """Every name of a card, in every language at hand, folded."""
    return [fold(str(one)) for one in (*values_of(card, "name"), *card.data.get(TRANSLATIONS, {}).values())]


def begins(text: str, start: str) -> bool:
    """Whether a text begins with another, and no word goes on behind it."""
    return text.startswith(start) and not text[len(start) : len(start) + 1].isalnum()


def _without(deck: Deck, doubts: list[Doubt]) -> Deck:
    """The deck with some of its lines not understood."""
    if not doubts:
        return deck
    places = {one.place for one in doubts}
    lines = tuple(one for one in deck.lines if (one.line, one.column) not in places)
    told = [(one.problem.line, one.problem.column, "problem", one.problem.message) for one in doubts]
    rows = tuple(told_of(deck.rows, told))
    return deck._replace(
        lines=lines, rows=rows, problems=_sorted(*deck.problems, *(one.problem for one in doubts))
    )


def _remark(doubt: Doubt) -> Problem:
    message = phrased("read.as-name", doubt=doubt.problem.message)
    return doubt.problem._replace(message=message, severity="warning")


def _sorted(*problems: Problem) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda one: (one.line, one.column)))
