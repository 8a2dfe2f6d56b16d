"""Dead parts of a rulebook: what it says and nothing enforces or reaches, such as scores that no rule
checks, procedures that nobody calls, windows that nobody opens.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from judge.engine.kernel.variables import READ
from judge.errors import nearest
from judge.rulebook.bindings import spoken_of
from judge.rulebook.code_texts import code_files
from judge.rulebook.lint.reach import SPOKEN, Code, Node, reached, texts_in
from judge.rulebook.lint.texts import HELD
from judge.rulebook.versions import function_of, step_id
from judge.tables.references import Fault
from judge.text.plain import Fields, Json


# What is written in a rulebook and comes to nothing: procedures that nobody calls, steps that no way leads
# to, windows that nobody opens, actions that are never offered, literals that nobody reads.
def check_reach(tables: Fields, variants: Sequence[Fields], code: Code) -> Iterator[Fault]:
    """Every unreachable part of a rulebook's own tables. `variants` are the tables under every reading and
    version.
    """
    nodes = {node for variant in variants for node in reached(variant, code)}
    for name, row in tables["procedure"].items():
        if ("procedure", name) in nodes:
            yield from of_steps(name, row, nodes)
        else:
            yield (
                ("procedure", name),
                f"nothing calls the procedure {name}",
                {"expected": "a step or an action with it"},
            )
    for name in tables["window"]:
        if ("window", name) not in nodes:
            yield (
                ("window", name),
                f"no step opens the window {name}",
                {"expected": f'do = "window", name = "{name}"'},
            )
    for name in tables["action"]:
        if ("action", name) not in nodes:
            yield (
                ("action", name),
                f"no window offers the action {name}",
                {"expected": "a window that offers it"},
            )
    yield from of_literals(tables, variants, code)


def of_steps(procedure: str, row: Fields, nodes: Collection[Node]) -> Iterator[Fault]:
    """The steps of a procedure that are never reached; of several consecutive ones the first."""
    before, reaches = "", True
    for at, step in enumerate(row["steps"]):
        id_, came = step_id(step), reaches
        reaches = ("step", procedure, id_) in nodes
        if came and not reaches:
            message = f"no way leads to the step {id_} of {procedure}"
            details = {"expected": f"a step that goes on there: {before} never goes on to the next"}
            yield ("procedure", procedure, "steps", at), message, details
        before = f"{id_}, {function_of(step)}," if function_of(step) != id_ else id_


def of_literals(tables: Fields, variants: Sequence[Fields], code: Code) -> Iterator[Fault]:
    """The literals that neither a table nor Python reads."""
    besides = ("param", "reading", "deciding", "question", "left")
    read = {
        text
        for variant in variants
        for key, table in variant.items()
        if key not in besides
        for text in texts_in(table)
    }
    for name in tables["param"]:
        if name not in read and not code.reads(name):
            yield (
                ("param", name),
                f"nothing reads the literal {name}",
                {"expected": "a table or a step that asks for it"},
            )


RUN_OUT: Final = "scores"  # the rule, shared by games, that looks at scores
BESIDE: Final = ("target", "attacker")  # what a moment may tell besides, by the keys of the step that says it
GIVEN: Final = re.compile(r"\b(\w+)=(?!=)")  # a value that Python gives by name


def check_kept(
    tables: Mapping[str, object], variants: Sequence[Mapping[str, object]], code: Code, gives: Collection[str]
) -> Iterator[Fault]:
    """Every part of a rulebook's own tables that nothing enforces. `variants` are the tables under every
    reading and version; `gives` are the keys of instructions under which a new name stands.
    """
    yield from of_scores(tables, variants)
    yield from of_signals(tables, variants, code)
    yield from of_names(tables, variants, gives)


def of_scores(tables: Fields, variants: Sequence[Fields]) -> Iterator[Fault]:
    """The scores whose end loses the game by an article, but that no rule checks."""
    rules = {
        rule if isinstance(rule, str) else rule["use"] for tables in variants for rule in tables["interrupts"]
    }
    for name, row in tables["score"].items():
        if "lose" in row and rules.isdisjoint((RUN_OUT, row["lose"])):
            expected = f'{{ rule = "{row["lose"]}", use = "{RUN_OUT}" }} among interrupts'
            message = f"no rule looks whether the score {name} has run out: nobody loses by it"
            yield ("score", name, "lose"), message, {"expected": expected}


def of_signals(tables: Fields, variants: Sequence[Fields], code: Code) -> Iterator[Fault]:
    """The signals that no step sends about a card, or with the values that they are said to have."""
    steps = [step for variant in variants for row in variant["procedure"].values() for step in row["steps"]]
    spoken = {
        text for variant in variants for key in (*SPOKEN, "action") for text in texts_in(variant.get(key, {}))
    }
    for name, row in tables["signal"].items():
        senders = [step for step in steps if name in named(step.get("signal", ()))]
        if code.reads(name) or (not senders and name in spoken):
            continue
        if not senders:
            yield ("signal", name), f"nothing says the moment {name}", {"expected": f'signal = "{name}"'}
            continue
        if row["card"] and not any("card" in step or "each" in step for step in senders):
            message = f"no step says about which card the moment {name} is"
            yield ("signal", name, "card"), message, {"expected": "card or each beside signal"}
        for key in (value for value in row["tells"] if value in BESIDE):
            if not any(key in step for step in senders):
                details = {"expected": f"{key} beside signal"}
                yield ("signal", name, "tells"), f"no step tells the {key} of {name}", details


def of_names(tables: Fields, variants: Sequence[Fields], gives: Collection[str]) -> Iterator[Fault]:
    """The names that a procedure or an action uses and that nothing gives."""
    given = {*READ, *HELD, *by_code(tables["module"])}
    for variant in variants:
        given.update(keys_in(variant["procedure"]))
    rows = [("procedure", name, row, given) for name, row in tables["procedure"].items()]
    rows += [("action", name, row, {*READ, *held_by(row)}) for name, row in tables["action"].items()]
    for table, name, row, names in rows:
        for word in sorted(spoken_of([row], gives) - names):
            message = f"nothing gives the name ${word} of which {name} speaks"
            yield (table, name), message, {"found": f"${word}", "hint": nearest(word, names)}


def held_by(action: Mapping[str, object]) -> Iterator[str]:
    """The names that an action gives: who acts, the card, what is named beside it, and what is in that
    place.
    """
    yield from ("me", "self")
    if any(action.get(key) for key in ("to", "slots", "places", "ways")):
        yield "aim"
    if action.get("places"):
        yield "there"


@functools.cache
def by_code(module: str) -> frozenset[str]:
    """Finds the names to which code gives values, in the game's module and in the steps that games share."""
    return frozenset(
        name
        for package in ("judge.engine", module)
        for path in code_files(package)
        for name in GIVEN.findall(path.read_text(encoding="utf-8"))
    )


def keys_in(value: object) -> Iterator[str]:
    """Every key in plain data: under some of them a step gives a value to what it calls."""
    left: list[Json] = [value]
    while left:
        part = left.pop()
        if isinstance(part, dict):
            yield from part
            left.extend(part.values())
        elif isinstance(part, list):
            left.extend(part)


def named(value: Json) -> Collection[str]:
    """One name or several."""
    return (value,) if isinstance(value, str) else value
