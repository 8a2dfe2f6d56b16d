"""What possibilities of readings may be, and what may be made of a literal."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from judge.errors import nearest
from judge.tables.check import shown
from judge.tables.hints import Path
from judge.tables.references import Fault
from judge.text.plain import Fields, Plain

KINDS: Final = {bool: "true or false", int: "a number", dict: "a table with the keys that it has"}


def of_possibilities(readings: object) -> Iterator[Fault]:
    """Every reading takes one of its possibilities, and none of these takes one of a reading: only what is
    laid over a rulebook decides.
    """
    for name, row in readings.items() if isinstance(readings, Mapping) else ():
        values = row.get("value") if isinstance(row, Mapping) else None
        if not isinstance(values, Mapping):
            continue
        if isinstance(row.get("taken"), str) and row["taken"] not in values:
            message = f"{name} has no possibility {row['taken']!r}"
            yield ("reading", name, "taken"), message, {"expected": ", ".join(values)}
        for value, possible in values.items():
            for at, change in enumerate(changes_of(possible)):
                if isinstance(change, Mapping) and "reading" in change:
                    path: Path = ("reading", name, "value", value, "change", at, "reading")
                    message = "a possibility of a reading decides no reading"
                    yield path, message, {"expected": "what that possibility changes", "found": "reading"}


def changes_of(possible: object) -> list[Plain]:
    """The changes of a possibility, as far as they have the form of a list."""
    found = possible.get("change") if isinstance(possible, Mapping) else None
    return found if isinstance(found, list) else []


def check_literal(path: Path, change: Fields, tables: Fields, of_reading: bool) -> Iterator[Fault]:
    """A literal stays of the kind that it is, or is one of the words that the rulebook and its readings have
    for it; only a reading may name new words.
    """
    name = str(change.get("param", ""))
    params: Fields = tables.get("param", {})
    if name not in params or "value" not in change:
        return
    new, own = change["value"], params[name]
    words = {one for one in (own, *of_readings(name, tables)) if isinstance(one, str)}
    if isinstance(new, str) and isinstance(own, str | list) and (of_reading or [*words] == [own]):
        return  # no other word is known that it might be
    if isinstance(new, str) and words:
        if new not in words:
            details = {"expected": " or ".join(sorted(words)), "found": new, "hint": nearest(new, words)}
            yield path, f"the literal {name} is never {new!r}", details
    elif not alike(new, own):
        details = {"expected": kind_of(own, words), "found": shown(new)}
        yield path, f"the literal {name} is of another kind", details


def of_readings(name: str, tables: Fields) -> Iterator[Plain]:
    """What the possibilities of readings make of a literal."""
    for row in tables.get("reading", {}).values():
        for possible in row["value"].values():
            yield from (one.get("value") for one in changes_of(possible) if one.get("param") == name)


def kind_of(own: Plain, words: Collection[str]) -> str:
    """What a literal may be, for people."""
    if isinstance(own, str):
        return " or ".join(sorted(words))
    kind = f"a list like {shown(own)}" if isinstance(own, list) else KINDS[type(own)]
    return " or ".join([kind, *sorted(words)])


def alike(new: Plain, own: Plain) -> bool:
    """Is a value of the kind of another one: of its type, a list of such things, as many where they are
    numbers, or a table with its keys?
    """
    if type(new) is not type(own):
        return False
    if isinstance(own, dict):
        return all(key in new and alike(new[key], one) for key, one in own.items())
    if not isinstance(own, list) or not own:
        return True
    if type(own[0]) is int and len(new) != len(own):
        return False
    return all(alike(one, own[0]) for one in new)
