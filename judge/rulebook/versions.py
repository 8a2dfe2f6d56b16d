"""Overlays: small lists of changes to a rulebook, of one format for versions and for readings.

A change names its target; a target that does not exist is a problem, never a silent no-op. It may name the
article by which it is made, `rule`: a step is cited by it, and what decides by a literal, a window or an
interrupt finds it in `deciding`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar, cast

from judge.errors import BadInput, Problem, nearest
from judge.text.plain import Fields, Json

T = TypeVar("T", bound=Fields)
Raw = dict[str, Json]
Change = Fields


def apply(raw: T, changes: Sequence[Mapping[str, object]], where: str) -> T:
    """The tables with the changes made, those that are changed copied before.

    Raises BadInput naming every missing target.
    """
    new = copied(raw, changes)
    problems = [
        Problem(where, 0, 0, f"change[{at}].{kind}", "", message, found=target, hint=hint)
        for at, kind, message, target, hint in make(new, changes)
    ]
    if problems:
        raise BadInput(tuple(problems))
    return cast("T", new)


def copied(raw: Mapping[str, object], changes: Sequence[Change]) -> Raw:
    """Tables the changes may be made in: a copy of each that one of them touches, the others as they are."""
    return {**raw, **{name: copy_of(raw[name]) for name in touched(raw, changes) if name in raw}}


def copy_of(value: object) -> object:
    """A copy of plain data, all that can be changed in it copied too."""
    if isinstance(value, dict):
        return {key: copy_of(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(map(copy_of, value))
    return value


def touched(raw: Fields, changes: Sequence[Change]) -> set[str]:
    """Names the tables that changes alter, a possibility's changes included; all where articles get new
    numbers.
    """
    tables: set[str] = set()
    for change in changes:
        if "renumber" in change:
            return set(raw)
        if "reading" in change:
            row = raw.get("reading", {}).get(change["reading"], {})
            tables |= touched(raw, row.get("value", {}).get(change["value"], {}).get("change", ()))
        tables |= {TABLES.get(kind, kind) for kind in change if kind in CHANGES}
    return tables


def make(raw: Raw, changes: Sequence[Change]) -> Iterator[tuple[int, str, str, str, str]]:
    """Make changes; of each without kind or target its place, its kind, what is wrong,
    what was found and the nearest name.
    """
    for at, change in enumerate(changes):
        kind = next((key for key in change if key in CHANGES), None)
        missing = CHANGES[kind](raw, change) if kind else None
        if kind is None:
            yield (
                at,
                "",
                "a change names none of its kinds",
                ", ".join(change),
                nearest(next(iter(change), ""), CHANGES),
            )
        elif missing:
            name, choices = missing
            yield at, kind, f"there is no {kind} {name!r} to change", name, nearest(name, choices)


Missing = tuple[str, list[str]] | None


def change_step(raw: Raw, change: Change) -> Missing:
    """Replaces or removes a step, sets keys of it, or inserts one beside it; it is named
    ``procedure.step``.
    """
    procedure, _, step = change["step"].partition(".")
    holder = raw["procedure"].get(procedure)
    ids = [step_id(entry) for entry in holder["steps"]] if holder else []
    if step not in ids:
        return change["step"], [
            f"{name}.{step_id(entry)}" for name, row in raw["procedure"].items() for entry in row["steps"]
        ]
    at, steps = ids.index(step), holder["steps"]
    by = {"rule": change["rule"]} if "rule" in change else {}
    if change.get("remove"):
        del steps[at]
    elif "replace" in change:
        steps[at] = {**change["replace"], **by}
    elif "set" in change:
        steps[at] = {**(named(steps[at]) if by else steps[at]), **change["set"], **by}
    elif "before" in change:
        steps.insert(at, {**change["before"], **by})
    elif "after" in change:
        steps.insert(at + 1, {**change["after"], **by})
    return None


def named(step: Mapping[str, object]) -> Raw:
    """A step that keeps its name and its function under another article."""
    return {**step, "id": step_id(step), **({} if "do" in step else {"use": step.get("use", step["rule"])})}


def change_reading(raw: Raw, change: Change) -> Missing:
    """Take one possibility of a reading, for good: a version that does so decides the question."""
    row = raw.get("reading", {}).get(change["reading"])
    if row is None:
        return change["reading"], list(raw.get("reading", {}))
    if change["value"] not in row["value"]:
        return f"{change['reading']}.{change['value']}", [
            f"{change['reading']}.{possible}" for possible in row["value"]
        ]
    by = {"rule": change["rule"]} if "rule" in change else {}
    for kind, name in (
        targets([inner for value in row["value"].values() for inner in value.get("change", ())]) if by else ()
    ):
        decide(raw, kind, {kind: name, **by})  # what the possibility leaves as it is, too
    for cited in ({**by, **inner} for inner in row["value"][change["value"]].get("change", ())):
        missing = CHANGES[next(key for key in cited if key in CHANGES)](raw, cited)
        if missing:
            return missing
    return None


def decided(changes: Sequence[Change]) -> dict[str, str]:
    """The readings that a version's changes decide, each with the possibility taken."""
    return {str(change["reading"]): str(change["value"]) for change in changes if "reading" in change}


def step_id(step: Mapping[str, object]) -> str:
    """A step's lasting name: its id, or its article."""
    return str(step.get("id", step["rule"]))


def function_of(step: Mapping[str, object]) -> str:
    """The name of the function that runs a step:
    said by `use`, said by `do`, that of instructions, or the article's.
    """
    written = step.get("do", "")
    shared = "do" if written and not isinstance(written, str) else written
    return str(step.get("use") or shared or step["rule"])


def change_param(raw: Raw, change: Change) -> Missing:
    """Give a literal another value."""
    if change["param"] not in raw["param"]:
        return change["param"], list(raw["param"])
    raw["param"][change["param"]] = change["value"]
    decide(raw, "param", change)
    return None


def change_token(raw: Raw, change: Change) -> Missing:
    """Change how tokens come: one key of that row."""
    row = raw.get("token", {})
    if change["token"] not in row:
        return change["token"], list(row)
    raw["token"] = {**row, change["token"]: change["value"]}
    decide(raw, "token", change)
    return None


def decide(raw: Raw, kind: str, change: Change) -> None:
    """Records the article by which a target is what it is now; none after a change that names none."""
    table = raw["deciding"] = {**raw.get("deciding", {})}
    table[kind] = {name: rule for name, rule in table.get(kind, {}).items() if name != change[kind]}
    if "rule" in change:
        table[kind][change[kind]] = change["rule"]


def change_interrupt(raw: Raw, change: Change) -> Missing:
    """Add or remove a rule that acts at once."""
    if change.get("add"):
        raw["interrupts"] = [
            *raw["interrupts"],
            {"rule": change.get("rule", change["interrupt"]), "use": change["interrupt"]},
        ]
        decide(raw, "interrupt", change)
    else:
        rules = [entry if isinstance(entry, str) else entry["rule"] for entry in raw["interrupts"]]
        if change["interrupt"] not in rules:
            return change["interrupt"], rules
        raw["interrupts"] = [
            row for row, rule in zip(raw["interrupts"], rules, strict=True) if rule != change["interrupt"]
        ]
    return None


def change_state_rule(raw: Raw, change: Change) -> Missing:
    """Add, remove or change a rule-processing row, found by its article."""
    return _change_row(raw.setdefault("state_rule", []), "rule", change["state_rule"], change)


def change_limit(raw: Raw, change: Change) -> Missing:
    """Add, remove or change a limit on decks, found by its code; play does not load them."""
    rows = raw.get("deck", {}).get("limit")
    return None if rows is None else _change_row(rows, "code", change["limit"], change)


def _change_row(rows: list[Json], key: str, wanted: str, change: Change) -> Missing:
    if "add" in change:
        rows.append(change["add"])
        return None
    for at, row in enumerate(rows):
        if row[key] == wanted:
            if change.get("remove"):
                del rows[at]
            else:
                rows[at] = {**row, **change["set"]}
            return None
    return wanted, [row[key] for row in rows]


def change_table(kind: str) -> Callable[[Raw, Change], Missing]:
    """A change of some keys of a named row, such as a window, a keyword, a zone or a move: their new values,
    or their removal.
    """

    def make(raw: Raw, change: Change) -> Missing:
        if change[kind] not in raw.get(kind, {}):
            return change[kind], list(raw.get(kind, {}))
        row = {**raw[kind][change[kind]], **change.get("set", {})}
        raw[kind][change[kind]] = {
            key: value for key, value in row.items() if key not in change.get("unset", ())
        }
        decide(raw, kind, change)
        return None

    return make


def change_number(raw: Raw, change: Change) -> Missing:
    """Renumbers articles: every citation of the old number becomes the new one. The names of steps stay."""
    from judge.rulebook.kept_names import keep, names_kept  # what tables declare is slow to load

    mapping: Mapping[str, str] = change["renumber"]
    for row in raw["procedure"].values():
        for step in row["steps"]:
            step.update({**named(step), "rule": mapping.get(step["rule"], step["rule"])})
        if "guard" in row:
            row["guard"] = {
                "use": row["guard"]["rule"],
                **row["guard"],
                "rule": mapping.get(row["guard"]["rule"], row["guard"]["rule"]),
            }
    named_so = list(names_kept(raw))
    raw["interrupts"] = [
        {"rule": entry, "use": entry} if isinstance(entry, str) else entry for entry in raw["interrupts"]
    ]
    for key, value in raw.items():
        raw[key] = value if key in ("renumbered", "procedure") else renumbered(value, mapping)
    for path, name in named_so:
        keep(raw, path, name, mapping)
    raw["renumbered"] = {**raw.get("renumbered", {}), **mapping}
    return None


def own_numbers(renumbered: Mapping[str, str]) -> dict[str, str]:
    """The numbers of the book itself, by those of a version."""
    return {new: old for old, new in renumbered.items()}


def renumbered(value: object, mapping: Mapping[str, str]) -> object:
    """Plain tables with the numbers replaced, as values and as keys."""
    if isinstance(value, str):
        return mapping.get(value, value)
    if isinstance(value, dict):
        for key in list(value):
            inner = renumbered(value.pop(key), mapping)
            value[mapping.get(key, key)] = inner
        return value
    return [renumbered(entry, mapping) for entry in value] if isinstance(value, list) else value


CHANGES: dict[str, Callable[[Raw, Change], Missing]] = {
    "step": change_step,
    "param": change_param,
    "interrupt": change_interrupt,
    "reading": change_reading,
    "state_rule": change_state_rule,
    "limit": change_limit,
    "procedure": change_table("procedure"),
    "window": change_table("window"),
    "keyword": change_table("keyword"),
    "zone": change_table("zone"),
    "mark_word": change_table("mark_word"),
    "did": change_table("did"),
    "action": change_table("action"),
    "move": change_table("move"),
    "score": change_table("score"),
    "token": change_token,
    "renumber": change_number,
}


TABLES = {
    "step": "procedure",
    "interrupt": "interrupts",
    "limit": "deck",
}  # where a change is made, if that is not its own name


def targets(changes: Sequence[Change]) -> list[tuple[str, str]]:
    """The targets of a list of changes as (kind, name), so that a ruling can tell that it relied on one."""
    return [
        (kind, str(change[kind]))
        for change in changes
        for kind in change
        if kind in CHANGES and kind != "renumber"
    ]
