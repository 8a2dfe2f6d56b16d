"""A deck in another format: names and numbers filled in from the catalogue, and what is lost told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judge.cards.card import Cards
from judge.decks.deck import MOST_COPIES, Deck, Line
from judge.decks.formats import Written, write_deck
from judge.decks.items import card_of, fold_names
from judge.decks.limits import Limits


def convert_deck(deck: Deck, to: str, limits: Limits, cards: Cards | None) -> Written:
    """The deck as text in a format. Raises BadInput for cards that the format cannot name."""
    lines = tuple(merged(filled(line, deck, limits, cards) for line in deck.lines))
    sections = {line.section for line in lines}
    headings = {name: place for name, place in deck.headings.items() if name in sections}
    whole = deck._replace(lines=lines, headings=headings, game=deck.game or limits.game)
    return write_deck(whole, to, passcode, limits.part_of)


def merged(lines: Iterable[Line]) -> Iterator[Line]:
    """Lines one below the other that are copies of one card, as one: a .ydk has a line for each copy."""
    last: Line | None = None
    for line in lines:
        if last is not None and last[1:4] == line[1:4] and last.count + line.count <= MOST_COPIES:
            last = last._replace(count=last.count + line.count)
        else:
            if last is not None:
                yield last
            last = line
    if last is not None:
        yield last


def filled(line: Line, deck: Deck, limits: Limits, cards: Cards | None) -> Line:
    """A line with the number or the name that it lacks, where the catalogue has it."""
    if line.card and line.name:
        return line
    card = card_of(line, fold_names(deck, limits), limits, cards)
    if card is None:
        return line
    return line._replace(card=line.card or card.id, name=line.name or card.name)


def passcode(line: Line) -> str:
    """The passcode of a line; "" when it has none."""
    return line.card if line.card.isascii() and line.card.isdigit() else ""
