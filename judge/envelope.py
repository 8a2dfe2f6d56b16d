"""The keys of a fixture file and what may stand under each.

A file without a fault is checked here, by a dozen lines. pydantic, which takes longer to load than a ruling
takes, is loaded when it has something to say: what is wrong with a file, or the JSON schema.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, Final, Literal, NamedTuple

from judge.state import SEATS


class FixtureModel(SimpleNamespace):
    """The keys of a fixture file. What stands inside boards and cards depends on the rulebook."""

    game: str
    version: str
    readings: dict[str, str]
    title: str
    note: str
    articles: list[str]
    at: str | dict[str, Any]
    until: str
    active: Literal["A", "B"]
    turn: int
    pending: list[str]
    script: list[str]
    A: dict[str, Any]
    B: dict[str, Any]
    cards: dict[str, dict[str, Any]]
    expect: dict[str, Any]
    pause: dict[str, Any]


Form = Callable[[Any], bool]


def _text(value: Any) -> bool:
    return type(value) is str


def _table(value: Any) -> bool:
    return type(value) is dict


def _texts(value: Any) -> bool:
    return type(value) is list and all(map(_text, value))


def _texts_by_name(value: Any) -> bool:
    return type(value) is dict and all(map(_text, value.values()))


def _tables_by_name(value: Any) -> bool:
    return type(value) is dict and all(map(_table, value.values()))


def _step(value: Any) -> bool:
    return _text(value) or _table(value)


def _seat(value: Any) -> bool:
    return value in SEATS


def _count(value: Any) -> bool:
    return type(value) is int and value >= 1


class Key(NamedTuple):
    """What is right under a key, the same as pydantic has it, what an absent one means,
    and what it is for.
    """

    right: Form
    type: Any
    default: Any
    tells: str


Table = dict[str, Any]
KEYS: Final = {
    "game": Key(_text, str, ..., "The rulebook's id, such as dbs."),
    "version": Key(_text, str, "", "A version of the rulebook other than its own."),
    "readings": Key(_texts_by_name, dict[str, str], {}, "Readings taken other than the rulebook's."),
    "title": Key(_text, str, "", "The ruling in one line."),
    "note": Key(_text, str, "", "Where the case comes from, or why the facts are so."),
    "articles": Key(_texts, list[str], [], "What the ruling turns on; the trace must cite them."),
    "at": Key(_step, str | Table, "", "The step at which the game stands, or a table with its values."),
    "until": Key(_text, str, "", "Stop when this step is about to run."),
    "active": Key(_seat, Literal["A", "B"], "A", "Whose turn it is."),
    "turn": Key(_count, int, 2, "Which turn of the game it is; 1 is the first player's first."),
    "pending": Key(_texts, list[str], [], "Abilities that already wait, by card or card.ability."),
    "script": Key(_texts, list[str], [], "Every decision, in order."),
    "A": Key(_table, Table, {}, "Player A's zones."),
    "B": Key(_table, Table, {}, "Player B's zones."),
    "cards": Key(_tables_by_name, dict[str, Table], {}, "The cards by the names used here."),
    "expect": Key(_table, Table, {}, "The facts that must hold at the end."),
    "pause": Key(_table, Table, {}, "A saved position to start from instead of a board."),
}


def read(data: Mapping[str, Any]) -> FixtureModel | None:
    """The keys as written when every one is right; None when `door` must say what is not."""
    if "game" in data and all(key in KEYS and KEYS[key].right(value) for key, value in data.items()):
        return filled(data)
    return None


def filled(data: Mapping[str, Any]) -> FixtureModel:
    """The keys as written, those that are absent with what that means."""
    return FixtureModel(**{**{name: key.default for name, key in KEYS.items()}, **data})


@functools.cache
def door() -> Any:
    """The same keys as a pydantic model: its errors say what is wrong, its schema is for editors."""
    from pydantic import ConfigDict, Field, create_model

    fields: dict[str, Any] = {}
    for name, key in KEYS.items():
        least = 1 if key.right is _count else None
        fields[name] = (key.type, Field(key.default, description=key.tells, ge=least))
    config = ConfigDict(extra="forbid", strict=True)
    return create_model("FixtureModel", __config__=config, __doc__=FixtureModel.__doc__, **fields)
