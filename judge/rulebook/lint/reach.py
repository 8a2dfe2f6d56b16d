"""Reach of a game: finds the procedures, steps, windows and actions that something leads to.

A game is followed from its beginning through steps, windows and the Python that calls by name. In Python,
every text that may be a name counts as one, so nothing is reported that might be used.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from judge.rulebook.code_texts import WINDOW, calls_in, code_files, code_strings
from judge.rulebook.versions import function_of, step_id
from judge.text.plain import Fields, Json
from judge.text.rows import NamedTuple

ENDS: Final = ("goto", "over", "next-time")  # steps that are never followed by the next one
CALLS: Final = ("call", "goto", "param", "ruled")  # what code gives names to
SAID: Final = (
    "rule",
    "id",
    "use",
    "cite",
    "again_rule",
    "pass",
    "chance",
)  # keys of a step that call nothing
SPOKEN: Final = ("keyword", "inherent", "ability", "stock", "state_rule")  # tables in the language of cards
Node = tuple[str, ...]  # its kind and its name


class Code(NamedTuple):
    """The names in Python: any text in the game's code, the names that the engine calls, and those that
    either puts together.
    """

    texts: frozenset[str]  # of the game's code
    engine: frozenset[str]
    made: re.Pattern[str]
    jumps: Mapping[str, Sequence[str]]  # by function of a step, the steps that it may go on at

    def names(self, name: str) -> bool:
        """May the code use this name?"""
        return name in self.texts or self.made.fullmatch(name) is not None

    def reads(self, literal: str) -> bool:
        """May the code read this literal?"""
        return literal in self.engine or self.names(literal)


def code_of(module: str, jumps: Mapping[str, Sequence[str]]) -> Code:
    """The names that the code of a game, and the engine, use."""
    own, called = said_by(module)
    engine, calls = said_by("judge.engine")
    return Code(own, engine, re.compile("|".join(sorted(called | calls)) or "(?!)"), jumps)


@functools.cache
def said_by(module: str) -> tuple[frozenset[str], frozenset[str]]:
    """Every text that a Python module writes, and what it calls by name."""
    sources = [path.read_text(encoding="utf-8") for path in code_files(module)]
    texts = (string for text in sources for _, string, _ in code_strings(text))
    return frozenset(texts), frozenset(name for text in sources for name in calls_in(text, CALLS))


def reached(tables: Mapping[str, object], code: Code) -> set[Node]:
    """Everything that a game by these tables may come to."""
    nodes: set[Node] = set()
    left = list(begins(tables, code))
    while left:
        node = left.pop()
        if node not in nodes:
            nodes.add(node)
            left.extend(follows(node, tables, code))
    return nodes


def begins(tables: Fields, code: Code) -> Iterator[Node]:
    """The beginnings of a game, what the rules do by themselves, and what Python calls."""
    procedures: Fields = tables["procedure"]
    yield from (("procedure", name) for name in starting(tables) if name in procedures)
    yield from named(texts_in([tables.get(table, {}) for table in SPOKEN]), tables)
    yield from named([tables["check_timing"], tables["answering"]], tables)
    yield from named([row.get("procedure", "") for row in tables["filled"]], tables)
    for key in ("damage", "series"):
        yield from named([tables.get(key, {}).get("procedure", "")], tables)
    for kind in ("procedure", "window", "action"):
        yield from (
            (kind, name)
            for name in tables[kind]
            if code.names(name) or code.names(WINDOW * (kind == "window") + name)
        )


def starting(tables: Fields) -> Iterator[str]:
    """The default starting procedure of a fixture, with those beneath it; if there is none, the procedures
    that no other one runs.
    """
    at = tables["fixture_defaults"].get("at")
    rows: Fields = tables["procedure"]
    names = [name for name, row in rows.items() if at in map(step_id, row["steps"])]
    names = names or [name for name, row in rows.items() if "under" not in row and not row["inner"]]
    seen: set[str] = set()
    while names:
        yield from names
        seen.update(names)
        names = [rows[procedure]["under"]["procedure"] for procedure in names if "under" in rows[procedure]]
        names = [procedure for procedure in names if procedure not in seen]


def follows(node: Node, tables: Fields, code: Code) -> Iterator[Node]:
    """What something that is reached leads to."""
    kind, name = node[0], node[1]
    row = tables[kind if kind != "step" else "procedure"][name]
    if kind == "procedure":
        yield from (("step", name, step_id(step)) for step in row["steps"][:1])
        guard = row.get("guard", {})
        yield from jumps(name, row, code.jumps.get(str(guard.get("use") or guard.get("rule")), ()))
    elif kind == "step":
        yield from after_step(name, row, node[2], tables, code)
    elif kind == "window":
        yield from named([row["before"], row["triggers"], *row["offers"]], tables)
    else:
        yield from named(texts_in([row.get("procedure", ""), row["do"], row["ways"]]), tables)


def after_step(procedure: str, row: Fields, id_: str, tables: Fields, code: Code) -> Iterator[Node]:
    """What a step leads to: the next one, those at which it may go on, and what it calls."""
    ids = [step_id(entry) for entry in row["steps"]]
    at = ids.index(id_)
    step = row["steps"][at]
    if function_of(step) not in ENDS:
        yield from (("step", procedure, after) for after in ids[at + 1 : at + 2])
    yield from jumps(procedure, row, (step.get("step"), step.get("again")))
    yield from jumps(procedure, row, code.jumps.get(function_of(step), ()))
    yield from named(texts_in({key: value for key, value in step.items() if key not in SAID}), tables)


def jumps(procedure: str, row: Fields, steps: Collection[Json]) -> Iterator[Node]:
    """Yields those of the `steps` that the procedure has, as nodes."""
    yield from (("step", procedure, step) for step in map(step_id, row["steps"]) if step in steps)


def named(texts: Collection[str] | Iterator[str], tables: Fields) -> Iterator[Node]:
    """The procedures, windows and actions of these names."""
    for text in texts:
        if text in tables["procedure"]:
            yield "procedure", text
        if text.removeprefix(WINDOW) in tables["window"]:
            yield "window", text.removeprefix(WINDOW)
        if text in tables["action"]:
            yield "action", text


def texts_in(value: object) -> Iterator[str]:
    """Every text in plain data, keys left out."""
    left: list[Json] = [value]
    while left:
        part = left.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, Mapping | list | tuple):
            left.extend(part.values() if isinstance(part, Mapping) else part)
