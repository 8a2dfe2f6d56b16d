"""What is written in a rulebook and comes to nothing: procedures that nobody calls, steps that no way leads
to, windows that nobody opens, actions that are never offered, literals that nobody reads.

It is looked for under every reading and in every version: what one of them comes to is there for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from judge.rulebook.lint.reach import Code, Node, reached, texts_in
from judge.rulebook.versions import function_of, step_id
from judge.tables.references import Fault
from judge.text.plain import Fields


def check_reach(tables: Fields, variants: Sequence[Fields], code: Code) -> Iterator[Fault]:
    """Every fault of a rulebook's own tables. `variants` are these as every reading and version has them."""
    found = {node for one in variants for node in reached(one, code)}
    for name, row in tables["procedure"].items():
        if ("procedure", name) in found:
            yield from of_steps(name, row, found)
        else:
            yield (
                ("procedure", name),
                f"nothing calls the procedure {name}",
                {"expected": "a step or an action with it"},
            )
    for name in tables["window"]:
        if ("window", name) not in found:
            yield (
                ("window", name),
                f"no step opens the window {name}",
                {"expected": f'do = "window", name = "{name}"'},
            )
    for name in tables["action"]:
        if ("action", name) not in found:
            yield (
                ("action", name),
                f"no window offers the action {name}",
                {"expected": "a window that offers it"},
            )
    yield from of_literals(tables, variants, code)


def of_steps(procedure: str, row: Fields, found: Collection[Node]) -> Iterator[Fault]:
    """The steps of a procedure that no way leads to; of several one after the other the first."""
    before, reaches = "", True
    for at, step in enumerate(row["steps"]):
        id_, came = step_id(step), reaches
        reaches = ("step", procedure, id_) in found
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
        for one in variants
        for key, table in one.items()
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
