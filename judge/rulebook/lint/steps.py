"""Procedures: checks the functions that run their steps, the keys and values of these, and steps that other
tables name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from judge.engine.kernel.book import Need
from judge.engine.kernel.state import SEATS
from judge.errors import nearest
from judge.rulebook.lint.fitting import check_beneath, check_negated, check_together
from judge.rulebook.versions import function_of, step_id
from judge.tables.hints import Path
from judge.tables.references import Fault
from judge.text.plain import Fields
from judge.text.rows import NamedTuple

# What steps and procedures say of themselves, beyond the forms of their keys: what a function cannot do
# without, words for players, literals that are numbers, values that a fixture gives.
WORDS_OF_SEATS = ("me", "opponent", "active", "non-active", "any", "each", *SEATS)
OF_SEATS = ("seat", "actor")  # keys of a step under which such a word stands, or a value that holds one


def check_needed(
    path: Path, name: str, step: Mapping[str, object], needs: Collection[str]
) -> Iterator[Fault]:
    """Checks that a step has every key that its function needs."""
    for need in needs:
        wanted, _, beside = need.partition(" with ")
        missing = not any(key in step for key in wanted.split(" or "))
        if missing and (not beside or beside in step):
            message = f"the step {name!r} needs the key {wanted!r}" + (
                f" beside {beside!r}" if beside else ""
            )
            yield path, message, {"expected": wanted}


def check_values(path: Path, step: Fields, tables: Fields) -> Iterator[Fault]:
    """Checks values under keys whose form says too little."""
    for key in OF_SEATS:
        if key in step and not str(step[key]).startswith("$"):
            yield from check_seat((*path, key), step[key])
    n, marks, words = step.get("n"), tables.get("mark", {}), step.get("words")
    if type(tables.get("param", {}).get(n, 0) if isinstance(n, str) else n or 0) is not int:
        yield (*path, "n"), f"the literal {n!r} is no number", {"found": str(n), "expected": "a number"}
    for key in ("n", "picks"):
        if type(step.get(key)) is int and not 0 <= step[key] <= MOST:
            yield (*path, key), f"no player has so many cards as {key} says", many(step[key])
    if "counts" in step and marks.get(step["counts"]) != "int":
        yield (*path, "counts"), f"the mark {step['counts']!r} counts nothing", {"found": step["counts"]}
    if words is not None and len(set(words)) != 2:
        details = {"expected": "two words", "found": ", ".join(words)}
        yield (*path, "words"), "the winner chooses one of two words", details


MOST = 1_000  # cards that a step draws for a player, or has one choose


def many(number: int) -> dict[str, str]:
    """Gives the details of a problem: how many cards are allowed, and how many there were."""
    return {"expected": f"0 to {MOST:,}", "found": str(number)}


def check_seat(path: Path, word: object) -> Iterator[Fault]:
    """A word for a player, or for both."""
    if word not in WORDS_OF_SEATS:
        hint = nearest(str(word), WORDS_OF_SEATS)
        details = {"expected": ", ".join(WORDS_OF_SEATS), "found": str(word), "hint": hint}
        yield path, f"{word!r} is no word for a player", details


def check_given(name: str, row: Fields, zones: Mapping[str, object]) -> Iterator[Fault]:
    """Checks that the values which a procedure has from a fixture, and those that it starts with, are of a
    known kind.
    """
    for key, word in row.get("starts", {}).items():
        yield from check_seat(("procedure", name, "starts", key), word)
    for key, kind in row.get("needs", {}).items():
        path, need = ("procedure", name, "needs", key), Need.of(kind)
        if need is None:
            expected = (
                "int, seat, ability of active, card of active, … in hand, … in leader or battle; ? behind"
            )
            yield path, f"{kind!r} is no kind of value", {"expected": expected, "found": kind}
            continue
        yield from check_seat(path, need.whose)
        for zone in need.zones:
            if zone not in zones:
                yield path, f"there is no zone {zone!r}", {"found": zone, "hint": nearest(zone, zones)}


EVERY = ("id", "rule", "use", "do")


class Keys(NamedTuple):
    """For each step's function, the keys that it reads, those that it needs, and the steps of its procedure
    to which it may jump.
    """

    takes: Mapping[str, Collection[str]]
    needs: Mapping[str, Collection[str]]
    jumps: Mapping[str, Collection[str]]


def check_procedures(tables: Fields, keys: Keys) -> Iterator[Fault]:
    """Every fault of the procedures, of actions as what begins them, and of what names a part of others."""
    procedures: Fields = tables.get("procedure", {})
    for name, row in procedures.items():
        ids = [step_id(entry) for entry in row["steps"]]
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
    everywhere = {step_id(entry) for row in procedures.values() for entry in row["steps"]}
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
    """Checks that the step at which a match goes on is one of the match's procedure."""
    series = tables.get("series", {})
    match = tables.get("procedure", {}).get(series.get("procedure"))
    if match is not None:
        yield from named(("series", "step"), series["step"], [step_id(step) for step in match["steps"]])


def check_moments(tables: Fields) -> Iterator[Fault]:
    """Checks that what cards may leave for a moment is carried out: that some procedure has a step for that
    moment.
    """
    steps = [step for row in tables.get("procedure", {}).values() for step in row["steps"]]
    reached = {step.get("moment") for step in steps if function_of(step) == "delayed"}
    for moment in tables.get("moments", {}):
        if moment not in reached:
            message = f"no step carries out what is left for {moment}"
            yield ("moments", moment), message, {"expected": f'do = "delayed", moment = "{moment}"'}


JUMPS = ("goto", "again", "next-time", "negated-link")  # steps whose `step` is one of their own procedure


def check_step(path: Path, step: Mapping[str, object], ids: Collection[str], keys: Keys) -> Iterator[Fault]:
    """Checks that a step has one function, no key that this does not read, and every key that it needs."""
    name = function_of(step)
    if name not in keys.takes:
        where = next((word for word in ("use", "do") if word in step), "rule")
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
    """Checks that the steps to which a function may jump are steps of the procedure that runs it."""
    for step in keys.jumps.get(name, ()):
        if step not in ids:
            message = f"{name!r} goes on at the step {step}, which is not there"
            yield path, message, {"found": step, "hint": nearest(step, ids)}


def check_names(name: str, row: Fields, ids: Collection[str], procedures: Fields) -> Iterator[Fault]:
    """Checks the steps that a procedure names outside its own list."""
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
        below = [step_id(entry) for entry in procedures[under["procedure"]]["steps"]]
        yield from named(("procedure", name, "under", "step"), under["step"], below)


def standing_on(name: str, procedures: Fields) -> list[str]:
    """The procedures on which one stands, the nearest first, each once."""
    stack: list[str] = []
    below = name
    while "under" in procedures.get(below, {}) and procedures[below]["under"]["procedure"] not in stack:
        below = procedures[below]["under"]["procedure"]
        stack.append(below)
    return stack


def named(path: Path, step: object, ids: Collection[str]) -> Iterator[Fault]:
    """Checks that a step that is named exists."""
    if step is not None and step not in ids:
        yield path, f"there is no step {step!r}", {"found": str(step), "hint": nearest(str(step), ids)}
