"""Joint costs: in some books all parts of a cost are paid at once. Every part is worked out from the
position before any of them; the events are gathered, and then happen as one batch.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine.kernel.book import Book
from judge.engine.kernel.state import Instruction, Ref
from judge.text.plain import Fields, Scope

TOGETHER = "together"  # of what is carried out: the events gathered so far
PAID = Instruction("paid-together", {})


def gathers(book: Book, cost: Sequence[Instruction]) -> bool:
    """Is a cost of several parts paid at once in this book?"""
    parts = sum(instruction.verb not in ("choose", PAID.verb) for instruction in cost)
    return parts > 1 and bool(book.params.get("costs-together"))


def payment(book: Book, cost: Sequence[Instruction]) -> tuple[Instruction, ...]:
    """The instructions that pay a cost, from the point at which they become a cost."""
    if not gathers(book, cost):
        return (Instruction("set", {"vars": {"because": "cost"}}), *cost)
    return (Instruction("set", {"vars": {"because": "cost", TOGETHER: (), "befallen": ()}}), *cost, PAID)


def gathered(vars: Scope, do: Instruction) -> dict[str, object] | None:
    """The values of a frame with the events of one more part of its cost; None where it gathers none."""
    if TOGETHER not in vars or vars.get("because") != "cost":
        return None
    batch, into = tuple(do.args["events"]), do.args.get("as", "")
    cards = given(batch)
    done = {into: (*vars.get(into, ()), *cards)} if into else {}
    befallen = (*vars.get("befallen", ()), *cards)
    return {**vars, **done, TOGETHER: (*vars[TOGETHER], *batch), "befallen": befallen}


def given(batch: Sequence[Fields]) -> tuple[Ref, ...]:
    """The cards to which events happen."""
    return tuple(event["card"] for event in batch if "card" in event)


def left(ctx: Scope, ref: Ref) -> bool:
    """Is a card not yet part of the cost that is being gathered?"""
    return TOGETHER not in ctx or ref not in ctx["befallen"]
