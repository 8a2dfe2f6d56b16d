"""A position as plain data and back: a pause can be saved, loaded and continued."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.engine.abilities import GIVEN, given_again
from judge.engine.book import Book
from judge.engine.loops import Before, Decision, Loop
from judge.engine.prints import build_prints
from judge.engine.restarts import Bar
from judge.engine.table import Table
from judge.state import Ask, Card, Choice, Choices, Do, Effect, Frame, Game, Record, Result, Struct, Waiting

TYPES: dict[str, Any] = {
    one.__name__: one
    for one in (Ask, Bar, Card, Choice, Decision, Do, Effect, Frame, Loop, Record, Result, Waiting)
}
FIELDS = ("cards", "zones", "objects", "scores", "memory", "effects", "waiting", "agenda", "ask", "result",
          "serial", "active", "turn", "seen", "past", "loop", "barred")  # fmt: skip


def plain(value: Any) -> Any:
    """A value of the state as TOML and JSON can hold it: records become tables with their type's name."""
    if isinstance(value, Before):
        return list(value.names())
    name = type(value).__name__
    if name in TYPES and isinstance(value, (tuple, Struct)):
        fields = {
            key: plain(one) for key, one in zip(TYPES[name]._fields, value, strict=True) if one is not None
        }
        return {"$": name, **fields}
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items() if one is not None}
    if (
        isinstance(value, (tuple, list)) or type(value) is Choices
    ):  # compiled, it would pass every sequence off as its own kind
        return [plain(one) for one in value]
    return value


def lively(value: Any) -> Any:
    """The inverse of `plain`: lists become tuples, tables with a type's name become its records."""
    if isinstance(value, Mapping):
        fields = {key: lively(one) for key, one in value.items() if key != "$"}
        if "$" not in value:
            return fields
        type_ = TYPES[value["$"]]
        return type_(**{key: fields.get(key, type_._field_defaults.get(key)) for key in type_._fields})
    if isinstance(value, (tuple, list)):
        return tuple(lively(one) for one in value)
    return value


def save_game(game: Game) -> dict[str, Any]:
    """The whole position as plain data."""
    found = {name: plain(getattr(game, name)) for name in FIELDS}
    return {name: value for name, value in found.items() if value is not None}


def load_position(data: Mapping[str, Any]) -> Game:
    """The position that `save_game` gave."""
    game = Game()
    for name in FIELDS:
        if name in data:
            value = lively(data[name])
            setattr(game, name, list(value) if name == "agenda" else value)
    return game


def load_game(book: Book, cards: Mapping[str, Any], data: Mapping[str, Any]) -> tuple[Table, Game]:
    """A table and the saved position on it."""
    table = Table(book, build_prints(book, cards, (cards, data)))
    game = load_position(data)
    for effect in game.effects:
        for id_ in effect.value if effect.makes == "grant" else ():
            if id_.startswith(GIVEN) and id_ not in table.abilities:
                for ability in given_again(book, id_):
                    table.learn(ability)
    return table, game
