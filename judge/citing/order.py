"""The order of a fixture: articles with their subjects, one after the other in the trace."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.citing.companions import companions
from judge.citing.lines import FRAMES
from judge.engine import trace
from judge.engine.flow.offers import ELSEWHERE
from judge.engine.kernel.state import Record
from judge.engine.kernel.table import Table
from judge.engine.kernel.tracer import Entry


def articles_of(table: Table, entry: Entry) -> Iterator[str]:
    """The articles that one line cites."""
    yield entry.rule
    if entry.kind is trace.OFFER:
        for option in entry.data["refused"]:
            for cond in option.conds:
                if not cond.ok and cond.say != ELSEWHERE:
                    yield cond.rule
    elif entry.kind is trace.ACT:
        yield from (cond.rule for cond in entry.data["option"].conds)
    elif entry.kind is trace.CANNOT_PAY:
        yield from (cond.rule for cond in entry.data["conds"] if not cond.ok)
    yield from companions(table, entry)


def subjects(entry: Entry) -> set[str]:
    """The cards and seats that a line is about, for matching `order`:
    full names, and without seat or ability.
    """
    words = named_by(entry)
    return words | {word[2:] if word[:2] in ("A.", "B.") else word.partition(".")[0] for word in words}


def named_by(entry: Entry) -> set[str]:
    """The words for what a line is about, as the trace has them."""
    data = entry.data
    if entry.kind is trace.EVENT:
        record: Record = data["record"]
        return {record.card, record.seat, record.name, *(str(one) for one in record.args.get("losers", ()))}
    if entry.kind is trace.ANSWER:
        values = data["value"] if isinstance(data["value"], tuple) else (data["value"],)
        return {
            data["ask"].seat,
            *(word for one in data["ask"].choices if one.value in values for word in one.words),
        }
    found = {
        str(data[key]) for key in ("card", "seat", "attacker", "target", "step", "window") if key in data
    }
    if entry.kind is trace.ACT:
        found |= {data["option"].name, *data["option"].args}
    if entry.kind in (trace.REPLACED, trace.FORBIDDEN):
        found.add(str(data.get("affected", "")))
    return found


def in_order(table: Table, wanted: Sequence[str], entries: Sequence[Entry]) -> int:
    """How many items of `order` appear one after the other in the trace."""
    at, grounds = 0, table.book.tables["behind"]
    path: list[Entry] = []
    for entry in entries:
        if at == len(wanted):
            break
        while path and entry.kind in FRAMES and path[-1].depth >= entry.depth:
            path.pop()
        if entry.kind is trace.STEP and not entry.procedure.startswith("window:"):
            path.append(entry)
        if entry.kind is trace.WINDOW_CLOSE:
            continue
        article, *names = wanted[at].split()
        inside = (
            [step.rule for step in path if step.depth <= entry.depth][-1:] if entry.kind is trace.ACT else []
        )
        own = list(articles_of(table, entry))
        there = (
            article in own
            or article in inside
            or article == entry.step
            or any(article in grounds.get(rule, ()) for rule in own)
        )
        if there and set(names) <= subjects(entry):
            at += 1
    return at
