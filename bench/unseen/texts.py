"""Boards of which a player does not see that a card prints another text: one that only lies where that player
may not look prints what a card of another ruling of the game does.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import tomli_w

from bench import name_of, rulings
from bench.unseen.boards import hidden_from
from judge.errors import BadInput
from judge.fixture.load import Fixture, parse_fixture


class Printed(NamedTuple):
    """Two boards of which one prints another text: which one in words, the cards that do, and both boards."""

    how: str
    cards: frozenset[str]
    boards: tuple[Fixture, Fixture]


def with_text(fixture: Fixture, reader: str, dice: random.Random) -> Printed | None:
    """The board, and the same with another text on a card that a player does not see; None where no text is
    found that the rulebook takes.
    """
    other = dice.choice(rulings(fixture.model.game))
    prints, texts = list(unseen_prints(fixture, reader)), list(printed_in(other))
    if not prints or not texts:
        return None
    changed = dice.choice(prints)
    board: dict[str, Any] = tomllib.loads(Path(fixture.file).read_text("utf-8"))
    cards = board.pop("cards")  # they come last: where the rest stands is told
    both = ({**board, "cards": cards}, {**board, "cards": {**cards, changed: dice.choice(texts)}})
    try:
        one, two = (parse_fixture(tomli_w.dumps(found), fixture.file) for found in both)
    except BadInput:
        return None
    borne = frozenset(one.id for one in fixture.start.cards.values() if one.print == changed)
    if not borne <= {card.id for card in hidden_from(two, reader)}:  # by its text it lies face-up
        return None
    return Printed(f"{changed} as in {name_of(other)}", borne, (one, two))


def unseen_prints(fixture: Fixture, reader: str) -> Iterator[str]:
    """The prints of which every card lies where a player may not look, or nowhere."""
    hidden = {one.id for one in hidden_from(fixture, reader)}
    cards = fixture.start.cards.values()
    for name in fixture.model.cards:
        borne = {one.id for one in cards if one.print == name}
        if borne and borne <= hidden:
            yield name


def printed_in(path: Path) -> Iterator[dict[str, Any]]:
    """What the cards of a ruling print."""
    rows: dict[str, Any] = tomllib.loads(path.read_text("utf-8")).get("cards", {})
    yield from (row for row in rows.values() if isinstance(row, dict))
