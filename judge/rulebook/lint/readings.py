"""Readings that change nothing, and such as get in each other's way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from judge.rulebook import versions
from judge.tables.hints import Path
from judge.tables.references import Fault
from judge.text.plain import Fields, Plain

APART: Final = ("reading", "deciding")  # tables that say nothing of how it is played
WHOLE: Final = ("replace", "remove")  # ways by which a row is another one altogether
GONE: Final = "nothing"


class Setting(NamedTuple):
    """What a possibility of a reading makes of a key; of the whole row where no key is named."""

    reading: str
    path: Path
    target: tuple[str, str]
    key: str
    value: Plain


def with_readings(tables: Fields, changes: Sequence[Fields], chosen: Fields, where: str) -> Fields:
    """The tables with changes made, and in every reading that these leave open the possibility that is
    `chosen`, else the one that is taken. Raises BadInput, of the file `where`, for changes that cannot be
    made together.
    """
    decided = versions.decided(changes)
    rows = {name: row for name, row in tables["reading"].items() if name not in decided}
    more = [
        one for name, row in rows.items() for one in row["value"][chosen.get(name, row["taken"])]["change"]
    ]
    return versions.apply(tables, [*changes, *more], where)


def check_idle(tables: Fields, where: str) -> Iterator[Fault]:
    """Possibilities by which the rulebook is the same as by another one."""
    for name, row in tables["reading"].items():
        made = {value: played(with_readings(tables, (), {name: value}, where)) for value in row["value"]}
        for one, other in combinations(made, 2):
            if made[one] == made[other]:
                message = f"{name}: by {other} the rulebook is the same as by {one}"
                yield (
                    ("reading", name, "value", other),
                    message,
                    {"expected": "a change that tells them apart"},
                )


def played(tables: Fields) -> Fields:
    """Those tables by which games are played."""
    return {key: table for key, table in tables.items() if key not in APART}


def check_conflicts(tables: Fields) -> Iterator[Fault]:
    """Readings of which one makes something of a key and another one something else:
    whichever is made last holds.
    """
    found = list(settings(tables))
    told: set[tuple[str, str]] = set()
    for one, other in combinations(found, 2):
        pair = (one.reading, other.reading)
        if one.reading != other.reading and pair not in told and differ(one, other):
            told.add(pair)
            what = ".".join(filter(None, (*one.target, one.key or other.key)))
            message = f"{one.reading} and {other.reading} both set {what}, to one thing and to another"
            details = {"found": f"{shown(one.value)} and {shown(other.value)}"}
            yield other.path, message, details


def settings(tables: Fields) -> Iterator[Setting]:
    """Everything that possibilities of readings make of something."""
    for name, row in tables["reading"].items():
        for value, possible in row["value"].items():
            for at, change in enumerate(possible["change"]):
                path = ("reading", name, "value", value, "change", at)
                kind = next(one for one in change if one in versions.CHANGES)
                target = (kind, str(change[kind]))
                yield from (Setting(name, path, target, *one) for one in made_by(change))


def made_by(change: Fields) -> Iterator[tuple[str, Plain]]:
    """What one change makes of which key; rows that it adds stand in nobody's way."""
    yield from change.get("set", {}).items()
    yield from ((key, GONE) for key in change.get("unset", ()))
    yield from (("", change[one]) for one in (*WHOLE, "value") if one in change)


def differ(one: Setting, other: Setting) -> bool:
    """Does one make another thing of the same?"""
    if one.target != other.target or one.value == other.value:
        return False
    return one.key == other.key or "" in (one.key, other.key)


def shown(value: Plain) -> str:
    """A value as TOML has it, as far as it is plain."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) and value != GONE else str(value)
