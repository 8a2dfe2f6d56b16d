"""Positions that a player cannot tell from each other: what the other player holds, changed.

Cards that nobody had named become this or that; named ones have each other's prints, those of other cards,
or each other's places, so that the order of a deck changes, and what lies in a hand, in life or face-down.
How many cards lie where stays as it is: everybody may count them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from judge.engine.kernel.state import UNKNOWN, Card, Game
from judge.fixture.load import Fixture
from judge.views.knowledge import Knowledge

Change: TypeAlias = Callable[[Game], Game]
MOST = 4  # changes of one board


class Difference(NamedTuple):
    """How two boards differ, in words, and both of them."""

    how: str
    boards: tuple[Game, Game]


def hidden_from(fixture: Fixture, reader: str) -> list[Card]:
    """The other player's cards that a player cannot see at the start; not one that is just being played or
    Set: with another one it would not have come so far.
    """
    sight = Knowledge(fixture.book, fixture.start, reader)
    played = {frame.vars.get("card", "") for frame in fixture.start.agenda}
    return [
        one for one in fixture.start.cards.values()
        if one.zone and one.owner != reader and not sight.sees_card(one) and not one.on and not one.under
        and one.object not in played
    ]  # fmt: skip


def differing(fixture: Fixture, reader: str, dice: random.Random) -> Difference | None:
    """Two starts that a player cannot tell from each other; None where there is nothing to change."""
    hidden, prints = hidden_from(fixture, reader), playable(fixture)
    first = second = fixture.start
    how = []
    for _ in range(dice.choice((1, 1, 2, MOST))):
        change = any_change(fixture, second, hidden, prints, dice)
        if change is not None:
            said, on_both, on_one = change
            first, second = on_both(first), on_one(second)
            how.append(said)
    return Difference("; ".join(how), (first, second)) if how else None


def playable(fixture: Fixture) -> list[str]:
    """What a card of a hand or a deck may be: any print of the board that is of the kind of one there."""
    prints, cards = fixture.table.prints, fixture.start.cards.values()
    named = [one for one in cards if one.print != UNKNOWN and not prints[one.print].token]
    held = [one for one in named if one.zone and fixture.book.zones[one.place]["seen"] != "all"]
    types = {prints[one.print].type for one in held} or {prints[one.print].type for one in named}
    return sorted({one.print for one in named if prints[one.print].type in types})


def any_change(
    fixture: Fixture, game: Game, hidden: Sequence[Card], prints: Sequence[str], dice: random.Random
) -> tuple[str, Change, Change] | None:
    """A change in words, with what it does to the one board and to the other."""
    there = [game.cards[one.id] for one in hidden]
    named, unnamed = (
        [one for one in there if one.print != UNKNOWN],
        [one for one in there if one.print == UNKNOWN],
    )
    kinds = ["exchange", "exchange", "print"] if len(named) > 1 else []
    kinds += ["replace"] if named and len(prints) > 1 else []
    kinds += ["deal"] if unnamed and len(prints) > 1 else []
    if not kinds:
        return None
    kind = dice.choice(kinds)
    if kind == "deal":
        card, (one, other) = dice.choice(unnamed), dice.sample(prints, 2)
        return f"{card.id} as {one}, {other}", printed({card.id: one}), printed({card.id: other})
    if kind == "replace":
        card = dice.choice(named)
        new = dice.choice(fitting(fixture, card, prints))
        return f"{card.id} as {new}", unchanged, printed({card.id: new})
    one, other = dice.sample(named, 2)
    if kind == "print":
        return (
            f"prints of {one.id}, {other.id}",
            unchanged,
            printed({one.id: other.print, other.id: one.print}),
        )
    return f"places of {one.id}, {other.id}", unchanged, exchanged(one.id, other.id)


def fitting(fixture: Fixture, card: Card, prints: Sequence[str]) -> list[str]:
    """What a card may be instead: on the field, where it lies face-down, one of its kind."""
    table = fixture.table.prints
    if fixture.book.zones[card.place]["seen"] != "all":
        return list(prints)
    return [one for one in prints if table[one].type == table[card.print].type] or [card.print]


def unchanged(game: Game) -> Game:
    """The position as it is."""
    return game


def printed(prints: dict[str, str]) -> Change:
    """Cards have other prints."""

    def change(game: Game) -> Game:
        new = game.copy()
        new.cards = {**game.cards}
        for card, print_ in prints.items():
            new.cards[card] = new.cards[card]._replace(print=print_)
        return new

    return change


def exchanged(one: str, other: str) -> Change:
    """Each of two cards lies where the other one lay."""

    def change(game: Game) -> Game:
        new, a, b = game.copy(), game.cards[one], game.cards[other]
        new.cards[one] = b._replace(id=a.id, print=a.print, owner=a.owner)
        new.cards[other] = a._replace(id=b.id, print=b.print, owner=b.owner)
        new.objects[a.object], new.objects[b.object] = other, one
        names = {one: other, other: one}
        for zone in {a.zone, b.zone}:
            new.zones[zone] = tuple(names.get(card, card) for card in new.zones[zone])
        return new

    return change
