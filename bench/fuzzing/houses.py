"""House rules: overlays whose every name is one of the rulebook, and whose sense alone is amiss."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

from bench import HOME, rulings
from bench.fuzzing.disputes import parsed, written
from bench.fuzzing.trees import Pool
from bench.fuzzing.values import hostile
from judge.rulebook.shelf import FILES
from judge.rulebook.versions import function_of, step_id

_TABLES: Final = (
    "procedure", "window", "keyword", "zone", "mark_word", "did", "action", "move", "score",
)  # fmt: skip  # of named rows
_CHANGES: Final = (1, 1, 1, 2, 3)
_HOSTILE: Final = 0.1  # of the values
_POOL: Final = Pool({}, (), ())  # nothing is put in from elsewhere


class HouseRules:
    """A ruling, played by a rulebook in which a few things are otherwise."""

    name = "house rules"

    def __init__(self, chance: Random) -> None:
        self.books = {
            one.parent.name: book(one.parent) for one in sorted(HOME.glob("rulebooks/*/rulebook.toml"))
        }
        self.rulings = {game: rulings(game) for game in self.books}

    def make(self, chance: Random, folder: Path) -> list[str]:
        """Write one, and say with what it is called."""
        game = chance.choice(list(self.books))
        changes = [self.change(self.books[game], chance) for _ in range(chance.choice(_CHANGES))]
        file = folder / "house.toml"
        file.write_bytes(written({"why": "Tried.", "change": changes}, _POOL, chance, least=0))
        return ["run", str(chance.choice(self.rulings[game])), "--overlay", str(file)]

    def change(self, tables: dict[str, Any], chance: Random) -> dict[str, Any]:
        """One thing otherwise."""
        kinds: dict[Callable[..., dict[str, Any]], int] = {
            a_step: 4,
            a_literal: 2,
            a_row: 4,
            a_rule: 1,
            a_reading: 1,
        }
        (kind,) = chance.choices(list(kinds), list(kinds.values()))
        return kind(tables, chance)


def book(folder: Path) -> dict[str, Any]:
    """The tables of a rulebook as they are written."""
    found: dict[str, Any] = {}
    for file in (folder / f"{one}.toml" for one in FILES):
        for key, rows in (parsed(file) if file.is_file() else {}).items():
            found[key] = {**found.get(key, {}), **rows} if isinstance(rows, dict) else rows
    return found


def a_step(tables: dict[str, Any], chance: Random) -> dict[str, Any]:
    """A step left out, or one of any procedure beside it, in its place, or in part."""
    name = chance.choice(list(tables["procedure"]))
    here = chance.choice(tables["procedure"][name]["steps"])
    there = chance.choice([one for row in tables["procedure"].values() for one in row["steps"]])
    way = chance.choice(("before", "after", "replace", "set", "remove"))
    taken = {**there, "id": "moved"} if "do" in there else {**there, "id": "moved", "use": function_of(there)}
    if way == "set":
        key = chance.choice(list(there))
        taken = {key: there[key]}
    return {"step": f"{name}.{step_id(here)}", way: True if way == "remove" else taken}


def a_literal(tables: dict[str, Any], chance: Random) -> dict[str, Any]:
    """A literal with the value of another one of its kind."""
    name = chance.choice(list(tables["param"]))
    alike = [one for one in tables["param"].values() if type(one) is type(tables["param"][name])]
    return {"param": name, "value": other(chance.choice(alike), chance)}


def other(value: Any, chance: Random) -> Any:
    """A value, its opposite where it has one, or now and then what none should be."""
    if chance.random() < _HOSTILE:
        return hostile(chance)
    return not value if type(value) is bool else value


def a_row(tables: dict[str, Any], chance: Random) -> dict[str, Any]:
    """A key of a named row as in another row, or none."""
    kind = chance.choice([one for one in _TABLES if tables.get(one)])
    name, found = chance.choice(list(tables[kind])), chance.choice(list(tables[kind].values()))
    key = chance.choice(list(found)) if isinstance(found, dict) and found else "rule"
    if not isinstance(found, dict) or chance.random() < 0.2:
        return {kind: name, "unset": [key]}
    return {kind: name, "set": {key: other(found.get(key), chance)}}


def a_rule(tables: dict[str, Any], chance: Random) -> dict[str, Any]:
    """A rule that acts by itself left out."""
    rows = tables.get("state_rule", [])
    if not rows or (tables.get("interrupts") and chance.random() < 0.5):
        one = chance.choice(tables["interrupts"])
        return {"interrupt": one if isinstance(one, str) else one["rule"], "remove": True}
    key, value = chance.choice([pair for row in rows for pair in row.items()])
    return {"state_rule": chance.choice(rows)["rule"], "set": {key: value}}


def a_reading(tables: dict[str, Any], chance: Random) -> dict[str, Any]:
    """A reading taken otherwise, for good."""
    name, row = chance.choice(list(tables["reading"].items()))
    return {"reading": name, "value": chance.choice(list(row["value"]))}
