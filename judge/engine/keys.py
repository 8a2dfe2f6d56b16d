"""The key of a position: equal for positions that are the same for every rule.

Serial numbers never enter it. An object number becomes the name of the card it stands for, numbers of
objects that are gone are counted in order of appearance, and unknown cards of a zone are alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.engine.book import Table
from judge.state import UNKNOWN, Card, Effect, Game

MARKED = ("#", "@")


class Namer:
    """Gives every number its name within one position."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.gone: dict[str, str] = {}
        self.entries = {entry.id: f"entry {at}" for at, entry in enumerate(game.waiting)}

    def name(self, text: str) -> str:
        """An object number or a waiting entry by name; any other text as it is."""
        mark = text[:1]
        if mark == "#":
            found = self.game.objects.get(text)
            return found if found is not None else self.gone.setdefault(text, f"gone {len(self.gone)}")
        if mark == "@":
            return self.entries.get(text) or self.gone.setdefault(text, f"gone {len(self.gone)}")
        return text

    def plain(self, value: Any) -> Any:
        """A plain value as something hashable with every number named."""
        kind = type(value)
        if kind is str:
            return self.name(value) if value[:1] in MARKED else value
        if kind is int or kind is bool or value is None:
            return value
        if kind is dict:
            return self.table(value)
        if isinstance(value, (tuple, list)):
            return tuple([one if type(one) is int else self.plain(one) for one in value])
        return self.table(dict(value)) if isinstance(value, Mapping) else value

    def table(self, table: dict[str, Any]) -> tuple[Any, ...]:
        """The rows of a table by their keys, what is unset left out."""
        rows = []
        for key in sorted(table):
            value = table[key]
            kind = type(value)
            if kind is int or kind is bool:
                rows.append((key, value))
            elif value is not None:
                rows.append((key, self.plain(value)))
        return tuple(rows)

    def effect(self, effect: Effect) -> tuple[Any, ...]:
        """A continuous effect without its serial; the order of effects is kept by their places."""
        named: tuple[Any, ...] = self.plain(tuple(effect)[1:])
        return named

    def memory(self, memory: Mapping[str, Any]) -> tuple[Any, ...]:
        """What is remembered, under named keys; what concerns objects that are gone is forgotten."""
        rows = []
        for key, value in memory.items():
            if not value:
                continue
            parts = key.split(":")
            if all(part[:1] != "#" or part in self.game.objects for part in parts):
                rows.append((":".join(self.name(part) for part in parts), self.plain(value)))
        return tuple(sorted(rows, key=repr))


def token(card: Card) -> tuple[Any, ...]:
    """What matters of a card that lies in a zone."""
    name = "?" if card.print == UNKNOWN and not card.under else card.id
    return (name, card.print, card.owner, card.face, card.marks, card.under)


def by_name(one: tuple[Any, ...]) -> str:
    """Tokens with names of their own are ordered by them."""
    return str(one[0])


def lying(table: Table, game: Game, zone: str) -> tuple[Any, ...]:
    """The tokens of a zone: in order where the zone has one, sorted otherwise."""
    tokens = [token(game.cards[one]) for one in game.zones[zone]]
    if len(tokens) > 1 and not table.book.zones[zone[2:]].get("ordered"):
        tokens.sort(key=repr if len({one[0] for one in tokens}) < len(tokens) else by_name)
    return tuple(tokens)


def beneath(game: Game, zone: str) -> tuple[Any, ...]:
    """The tokens of the cards beneath the cards of a zone, each with the card above it."""
    hosts = [game.cards[one] for one in game.zones[zone]]
    return tuple(sorted((host.id, *token(game.cards[one])) for host in hosts for one in host.under))


def position_key(table: Table, game: Game, piled: bool = True) -> tuple[Any, ...]:
    """The position as one hashable value. What is asked follows from the agenda, so it is not part of it.

    Without `piled`, effects of the same ability that do the same count once. How often a loop shall still go
    round, and what may not start it again, is no part of the position.
    """
    zones = tuple((zone, lying(table, game, zone), beneath(game, zone)) for zone in sorted(game.zones) if game.zones[zone])
    return (zones, *other_than_cards(game, piled), game.turn)


def other_than_cards(game: Game, piled: bool = True) -> tuple[Any, ...]:
    """What a position is besides where its cards lie."""
    namer = Namer(game)
    effects = [namer.effect(one) for one in game.effects]
    return (
        tuple(sorted(game.scores.items())), namer.memory(game.memory),
        tuple(effects if piled else dict.fromkeys(effects)),
        tuple([namer.plain(one) for one in game.waiting]),
        tuple([namer.plain(frame) for frame in game.agenda]),
        game.ask is not None, game.result, game.active,
    )  # fmt: skip


class PositionKeys:
    """Short keys of many positions of one table, equal where `position_key` is equal.

    Positions of one search differ in few zones. What lies in a zone is worked out again only when it has
    changed, and stands in the key as the number under which it was first seen.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.last: dict[str, tuple[list[Card], int]] = {}
        self.numbers: dict[Any, int] = {}

    def __call__(self, game: Game) -> tuple[Any, ...]:
        """The key of a position."""
        return (tuple([self.number(game, zone) for zone in sorted(game.zones) if game.zones[zone]]), *other_than_cards(game), game.turn)

    def number(self, game: Game, zone: str) -> int:
        """The number of what lies in a zone."""
        cards = list(map(game.cards.__getitem__, game.zones[zone]))
        cards += [game.cards[one] for under in [card.under for card in cards if card.under] for one in under]
        last = self.last.get(zone)
        if last is not None and last[0] == cards:
            return last[1]
        lies = (zone, lying(self.table, game, zone), beneath(game, zone))
        found = self.numbers.setdefault(lies, len(self.numbers) + 1)
        self.last[zone] = (cards, found)
        return found
