"""Changes of overlays: checks their kinds, their targets and their results, for versions, readings and a
club's own overlays, and the possibilities of readings.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final

from judge.errors import nearest
from judge.rulebook.versions import copied, make, step_id
from judge.tables.check import shown
from judge.tables.hints import Path
from judge.tables.overlays import WAYS
from judge.tables.references import Fault
from judge.text.plain import Fields, Json

# --- what possibilities of readings may be, and what may be made of a literal --------------------------
KINDS: Final = {bool: "true or false", int: "a number", dict: "a table with the keys that it has"}


def of_possibilities(readings: object) -> Iterator[Fault]:
    """Checks that every reading takes one of its possibilities, and that no possibility decides a reading:
    only overlays do.
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


def changes_of(possible: object) -> list[Json]:
    """The changes of a possibility, as far as they have the form of a list."""
    changes = possible.get("change") if isinstance(possible, Mapping) else None
    return changes if isinstance(changes, list) else []


def check_literal(path: Path, change: Fields, tables: Fields, of_reading: bool) -> Iterator[Fault]:
    """Checks that a literal keeps its kind, or is one of the words that the rulebook and its readings use
    for it; only a reading may introduce new words.
    """
    name = str(change.get("param", ""))
    params: Fields = tables.get("param", {})
    if name not in params or "value" not in change:
        return
    new, own = change["value"], params[name]
    words = {reading for reading in (own, *of_readings(name, tables)) if isinstance(reading, str)}
    if isinstance(new, str) and isinstance(own, str | list) and (of_reading or [*words] == [own]):
        return  # no other word is known that it might be
    if isinstance(new, str) and words:
        if new not in words:
            details = {"expected": " or ".join(sorted(words)), "found": new, "hint": nearest(new, words)}
            yield path, f"the literal {name} is never {new!r}", details
    elif not alike(new, own):
        details = {"expected": kind_of(own, words), "found": shown(new)}
        yield path, f"the literal {name} is of another kind", details


def of_readings(name: str, tables: Fields) -> Iterator[Json]:
    """The values that the possibilities of readings give to a literal."""
    for row in tables.get("reading", {}).values():
        for possible in row["value"].values():
            yield from (change.get("value") for change in changes_of(possible) if change.get("param") == name)


def kind_of(own: object, words: Collection[str]) -> str:
    """The values that a literal may have, in words."""
    if isinstance(own, str):
        return " or ".join(sorted(words))
    kind = f"a list like {shown(own)}" if isinstance(own, list) else KINDS[type(own)]
    return " or ".join([kind, *sorted(words)])


def alike(new: Json, own: Json) -> bool:
    """Is a value of the same kind as another: of its type, a list of such values (for numbers, of the same
    length), or a table with the same keys?
    """
    if type(new) is not type(own):
        return False
    if isinstance(own, dict):
        return all(key in new and alike(new[key], part) for key, part in own.items())
    if not isinstance(own, list) or not own:
        return True
    if type(own[0]) is int and len(new) != len(own):
        return False
    return all(alike(value, own[0]) for value in new)


Judge = Callable[[Fields, Fields, Fields], Iterator[Fault]]  # all the tables, those that are new, all before


def check_changes(
    path: Path, changes: Sequence[Mapping[str, object]], tables: Mapping[str, object], judged: Judge
) -> Iterator[Fault]:
    """Every fault of a list of changes: of each by itself, and of the tables once they are made,
    which `judged` finds.
    """
    alone = [fault for at, change in enumerate(changes) for fault in check_alone((*path, at), change, tables)]
    if alone:
        yield from alone
        return
    new = copied(tables, changes)
    missing = list(make(new, changes))
    for at, kind, message, actual, hint in missing:
        yield (*path, at, kind), message, {"found": actual, "hint": hint}
    if not missing:  # the tables as they were have no fault: all of them come of the changes
        changed = {name: table for name, table in new.items() if table is not tables.get(name)}
        for where, message, details in judged(new, changed, tables):
            place = (*cause(path, changes, new, where), *where[4 if where[0] == "procedure" else 2 :])
            yield place, f"{message} in {'.'.join(map(str, where))}", details


def check_alone(path: Path, change: Mapping[str, object], tables: Mapping[str, object]) -> Iterator[Fault]:
    """The faults of one change, independent of the others."""
    yield from check_way(path, change)
    yield from check_gone(path, change, tables)
    yield from check_literal((*path, "value"), change, tables, of_reading=path[0] == "reading")


def check_way(path: Path, change: Mapping[str, object]) -> Iterator[Fault]:
    """Checks that a change names one target and says one thing about it."""
    kinds = [key for key in change if key in WAYS]
    if len(kinds) != 1:
        near = nearest(next(iter(change), ""), WAYS)
        details = {"expected": ", ".join(WAYS), "found": ", ".join(change), "hint": near}
        yield path, "a change names one thing that it changes", details
        return
    ways = [key for key in change if key not in (*kinds, "rule", "source")]
    wanted = WAYS[kinds[0]]
    if len(ways) != min(len(wanted), 1) or not set(ways) <= set(wanted):
        details = {"expected": " or ".join(wanted), "found": ", ".join(ways) or "nothing"}
        yield path, f"a change of a {kinds[0]} says one thing of it", details


def check_gone(path: Path, change: Fields, tables: Fields) -> Iterator[Fault]:
    """Checks that what a change removes exists and is removed, and that what it adds is added."""
    for key in ("remove", *(["add"] if "interrupt" in change else [])):
        if change.get(key, True) is not True:
            yield (*path, key), f"a change that has {key} makes it so", {"expected": "true"}
    kind = next((key for key in WAYS if key in change), "")
    row: Fields = tables.get(kind, {}).get(change[kind], {}) if kind and "unset" in change else {}
    for at, key in enumerate(change["unset"]) if row else ():
        if key not in row:
            message = f"{kind} {change[kind]} has no {key!r} that it could be without"
            yield (*path, "unset", at), message, {"found": key, "hint": nearest(key, row)}


def cause(
    path: Path, changes: Sequence[Mapping[str, object]], tables: Mapping[str, object], where: Path
) -> Path:
    """The change that caused a fault: the last that touches its row, otherwise the last of all."""
    for at in range(len(changes) - 1, -1, -1):
        kind = next(key for key in changes[at] if key in WAYS)
        if touches(kind, changes[at], tables, where):
            return (*path, at, next((way for way in WAYS[kind] if way in changes[at]), kind))
    return (*path, len(changes) - 1)


def touches(kind: str, change: Fields, tables: Fields, where: Path) -> bool:
    """Does a change touch the row, or a step of the procedure, in which a fault stands?"""
    if kind == "step":
        procedure, _, step = str(change["step"]).partition(".")
        if where[:3] != ("procedure", procedure, "steps") or len(where) < 4:
            return where[:2] == ("procedure", procedure)
        faulty = tables["procedure"][procedure]["steps"][where[3]]
        made = [step_id({**change, **change[key]}) for key in ("replace", "before", "after") if key in change]
        return step_id(faulty) in (*made, step)
    table = {"interrupt": "interrupts"}.get(kind, kind)
    return where[0] == table and (
        len(where) < 2 or kind in ("interrupt", "state_rule", "limit") or where[1] == change[kind]
    )
