"""Procedures as a whole: functions that run their steps, keys that these take,
and steps that are named from elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from judge.errors import nearest
from judge.rulebook.lint.fitting import check_beneath, check_negated, check_together
from judge.rulebook.lint.step_values import check_given, check_needed, check_values
from judge.rulebook.versions import function_of, step_id
from judge.tables.hints import Path
from judge.tables.references import Fault
from judge.text.plain import Fields, Plain

EVERY = ("id", "rule", "use", "do")


class Keys(NamedTuple):
    """By function of a step, the keys that it reads, those that it needs, and the steps of its procedure at
    which it may go on.
    """

    takes: Mapping[str, Collection[str]]
    needs: Mapping[str, Collection[str]]
    jumps: Mapping[str, Collection[str]]


def check_procedures(tables: Fields, keys: Keys) -> Iterator[Fault]:
    """Every fault of the procedures, of actions as what begins them, and of what names a part of others."""
    procedures: Fields = tables.get("procedure", {})
    for name, row in procedures.items():
        ids = [step_id(one) for one in row["steps"]]
        for at, step in enumerate(row["steps"]):
            path, id_ = ("procedure", name, "steps", at), ids[at]
            yield from check_step(path, step, ids, keys)
            yield from check_values(path, step, tables)
            if ids.index(id_) < at:
                message = f"the step {id_} is there twice in {name}"
                yield path, message, {"found": id_, "expected": "an id of its own"}
        if not ids:
            yield ("procedure", name, "steps"), f"{name} has no steps", {"expected": "a step at least"}
        yield from check_names(name, row, ids, procedures)
        if "guard" in row:
            guard = ("procedure", name, "guard")
            yield from check_jumps(guard, row["guard"].get("use", row["guard"]["rule"]), ids, keys)
        yield from check_given(name, row, tables.get("zone", {}))
    start = tables.get("fixture_defaults", {}).get("at")
    everywhere = {step_id(one) for row in procedures.values() for one in row["steps"]}
    yield from named(("fixture_defaults", "at"), start, everywhere)
    for name, row in tables.get("action", {}).items():
        if "rule" not in row and not row["conds"]:
            yield ("action", name), f"{name} is told by no article", {"expected": "rule, or a condition"}
    yield from check_series(tables)
    yield from check_moments(tables)
    yield from check_together(tables)
    yield from check_beneath(tables.get("zone", {}))
    yield from check_negated(tables)


def check_series(tables: Fields) -> Iterator[Fault]:
    """The step at which the games of a match go on is one of the procedure of the match."""
    series = tables.get("series", {})
    match = tables.get("procedure", {}).get(series.get("procedure"))
    if match is not None:
        yield from named(("series", "step"), series["step"], [step_id(one) for one in match["steps"]])


def check_moments(tables: Fields) -> Iterator[Fault]:
    """What cards may leave for a moment is carried out: a step of some procedure comes to it."""
    steps = [step for row in tables.get("procedure", {}).values() for step in row["steps"]]
    reached = {step.get("moment") for step in steps if function_of(step) == "delayed"}
    for moment in tables.get("moments", {}):
        if moment not in reached:
            message = f"no step carries out what is left for {moment}"
            yield ("moments", moment), message, {"expected": f'do = "delayed", moment = "{moment}"'}


JUMPS = ("goto", "again", "next-time", "negated-link")  # steps whose `step` is one of their own procedure


def check_step(path: Path, step: Fields, ids: Collection[str], keys: Keys) -> Iterator[Fault]:
    """A step has one function, no key that this does not read, and every one that it needs."""
    name = function_of(step)
    if name not in keys.takes:
        where = next((one for one in ("use", "do") if one in step), "rule")
        message = f"no step is written for {name!r}"
        yield (*path, where), message, {"found": name, "hint": nearest(name, keys.takes)}
        return
    if "use" in step and "do" in step:
        yield (*path, "do"), "a step is run by `use` or by `do`, not by both", {"found": name}
    for key in step:
        if key not in (*EVERY, *keys.takes[name]):
            message = f"the step {name!r} takes no key {key!r}"
            yield (*path, key), message, {"found": key, "hint": nearest(key, keys.takes[name])}
    yield from check_needed(path, name, step, keys.needs.get(name, ()))
    for key in ("step",) if name in JUMPS else ("again",):
        yield from named((*path, key), step.get(key), ids)
    yield from check_jumps(path, name, ids, keys)


def check_jumps(path: Path, name: str, ids: Collection[str], keys: Keys) -> Iterator[Fault]:
    """The steps at which a function may go on are steps of the procedure that it is run in."""
    for one in keys.jumps.get(name, ()):
        if one not in ids:
            message = f"{name!r} goes on at the step {one}, which is not there"
            yield path, message, {"found": one, "hint": nearest(one, ids)}


def check_names(name: str, row: Fields, ids: Collection[str], procedures: Fields) -> Iterator[Fault]:
    """The steps that a procedure names beside its own list."""
    for key in ("from", "until"):
        if "guard" in row:
            yield from named(("procedure", name, "guard", key), row["guard"].get(key), ids)
    for zone, step in row.get("boxed", {}).items():
        yield from named(("procedure", name, "boxed", zone), step, ids)
    if name in standing_on(name, procedures):
        message = f"{name} stands on itself"
        yield ("procedure", name, "under", "procedure"), message, {"expected": "another procedure"}
    under = row.get("under")
    if under is not None and under["procedure"] in procedures:
        below = [step_id(one) for one in procedures[under["procedure"]]["steps"]]
        yield from named(("procedure", name, "under", "step"), under["step"], below)


def standing_on(name: str, procedures: Fields) -> list[str]:
    """The procedures on which one stands, from the nearest on, each once."""
    found: list[str] = []
    below = name
    while "under" in procedures.get(below, {}) and procedures[below]["under"]["procedure"] not in found:
        below = procedures[below]["under"]["procedure"]
        found.append(below)
    return found


def named(path: Path, step: Plain, ids: Collection[str]) -> Iterator[Fault]:
    """A step that is named, if any, is there."""
    if step is not None and step not in ids:
        yield path, f"there is no step {step!r}", {"found": str(step), "hint": nearest(str(step), ids)}
