"""The tables of the grammar of cards: which words there are, and what may stand under their keys."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from judge.engine.kernel.variables import OTHERWISE
from judge.engine.language.traits import names
from judge.errors import Problem
from judge.text.plain import Fields, Json

Path = list[str | int]
Checks = Iterator[Problem]

SEATS = ("me", "opponent", "any", "each", "active", "non-active", "A", "B")
REASONS = ("effect", "cost", "rules")  # why something happens, in every game; a rulebook may have more
FRONT_ONLY: Final = ("back", "token", "sentence")  # keys of a card beside its values and abilities
UNREAD: Final = "unread"  # of a printed text: nobody has written what it does
SENTENCES: Final = ("nothing", UNREAD)  # what may be said of it; nothing: it does no more than is written


def names_given(path: Path, data: object, gives: Collection[str]) -> Iterator[tuple[Path, str]]:
    """Every name that a card's instructions give, with its place."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            if key in gives and isinstance(value, str):
                yield [*path, key], value
            elif key not in OTHERWISE:
                yield from names_given([*path, key], value, gives)
    elif isinstance(data, list):
        for at, part in enumerate(data):
            yield from names_given([*path, at], part, gives)


def uses(path: Path, data: object) -> Iterator[tuple[Path, str]]:
    """The ``$name`` words in a value, and the names that an `if` or a `when` tests, with their places."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            if key in ("if", "when", "needs"):
                yield from (([*path, key], name) for name in tested(value))
            yield from uses([*path, key], value)
    elif isinstance(data, list):
        for at, part in enumerate(data):
            yield from uses([*path, at], part)
    elif isinstance(data, str) and data.startswith("$"):
        yield path, data[1:]


def tested(value: object) -> Iterator[str]:
    """The variables a condition tests for being set or not; `not` beside other keys belongs to a selector."""
    if isinstance(value, str):
        yield from () if value.startswith("$") else (value,)
    elif isinstance(value, list):
        for part in value:
            yield from tested(part)
    elif isinstance(value, Mapping) and (value.keys() == {"not"} or "any" in value):
        yield from tested(value["not"] if "not" in value else value["any"])


def verb_of(data: Fields, words: Json) -> str:
    """The verb of an instruction: `do` only where no other word is one."""
    return next((key for key in data if key in words and key != "do"), "do")


def listed(names: Json) -> str:
    """Some names of a closed set."""
    rows = sorted(names)
    return ", ".join(rows) if len(rows) <= 12 else ", ".join(rows[:12]) + ", …"


PARAMS = {
    "int": "int",
    "natural": "natural",
    "count": "count",
    "cost": "instructions",
    "effect": "instructions",
    "acts": "acts",
    "selector": "selector",
}
ENDS = ("top", "bottom")
FACT_WORDS = ("order", "result", "next", "active", "turn", "options", "pending", "sees")


def prints(data: Mapping[str, object], words: Mapping[str, str]) -> bool:
    """Does a card print each of these words?"""
    printed = ((data.get(attr, ()), word) for attr, word in words.items())
    return all(isinstance(value, (str, list, tuple)) and word in names(value) for value, word in printed)


def worded(words: Mapping[str, str]) -> str:
    """Words of cards as a message tells them."""
    return " and ".join(f"{attr} is {word}" for attr, word in words.items())
