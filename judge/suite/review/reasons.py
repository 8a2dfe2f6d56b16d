"""Why kept traces were accepted as they are: the file that `judge accept` writes beside what it keeps."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from judge.errors import BadInput, Problem, nearest
from judge.suite.diff.acceptance import text
from judge.suite.review.pending import Pending
from judge.text.plain import Json
from judge.text.rows import NamedTuple
from judge.text.source import Source, read_source
from judge.text.visible import storable

TABLE: Final = "accepted"
KEYS: Final = ("game", "article", "reason", "rulings")
PARTS: Final = ("ruling", "from", "to")
HEAD: Final = (
    "# Why traces were accepted: what they said at the fork, what they say now; `judge accept` writes this.\n"
)


class Reason(NamedTuple):
    """The reason for which a ruling's trace was accepted, with the first record that differed, before and
    after; both "" where no trace was kept before.
    """

    game: str
    article: str
    reason: str
    ruling: str
    was: str = ""
    now: str = ""


def reason_of(pending: Pending, reason: str) -> Reason:
    """The reason as it is written for a trace that is accepted."""
    parted = pending.parting
    was, now = (parted.was, parted.now) if parted is not None else ("", "")
    return Reason(pending.game, pending.article, *map(storable, (reason, pending.id, was, now)))


def with_accepted(earlier: Iterable[Reason], taken: Iterable[Pending], reason: str) -> list[Reason]:
    """The reasons with those for what is accepted now. Earlier reasons for these rulings were about other
    traces and are left out, and so are those for rulings that are gone.
    """
    accepted = list(taken)
    names = {storable(trace.id) for trace in accepted}
    reasons = [entry for entry in earlier if entry.ruling not in names]
    if reason:
        reasons += (reason_of(trace, reason) for trace in accepted if trace.kind != "stale")
    return sorted(reasons)


def reasons_text(reasons: Iterable[Reason]) -> str:
    """The file: sorted, each reason once with all the rulings that it is for."""
    rows = groupby(sorted(reasons), key=lambda reason: reason[:3])
    return HEAD + "".join(table_text(list(some)) for _, some in rows)


def table_text(some: Sequence[Reason]) -> str:
    """Writes one reason as TOML, with the rulings that it is about."""
    head = "".join(f"{key} = {text(part)}\n" for key, part in zip(KEYS[:3], some[0][:3], strict=True))
    rows = (
        ", ".join(f"{key} = {text(part)}" for key, part in zip(PARTS, row[3:], strict=True)) for row in some
    )
    return f"\n[[{TABLE}]]\n{head}rulings = [\n" + "".join(f"  {{ {row} }},\n" for row in rows) + "]\n"


def read_reasons(path: str) -> list[Reason]:
    """The reasons in a file, none where it is not there. Raises BadInput with every fault of it."""
    if not os.path.exists(path):
        return []
    source = read_source(path)
    tables: Json = source.data.get(TABLE, [])
    problems = list(of_file(source, tables))
    if not problems:
        problems = [problem for at, table in enumerate(tables) for problem in of_table(source, at, table)]
    if problems:
        raise BadInput(problems)
    return [
        Reason(table["game"], table["article"], table["reason"], *(row[key] for key in PARTS))
        for table in tables
        for row in table["rulings"]
    ]


def of_file(source: Source, tables: Json) -> Iterator[Problem]:
    """The faults of a file as a whole."""
    for key in source.data:
        if key != TABLE:
            message = f"there is no key {key!r} in a file of reasons"
            yield source.problem([key], message, expected=f"[[{TABLE}]]", found=key)
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        yield source.problem([TABLE], f"{TABLE} has the wrong type", expected=f"[[{TABLE}]]")


def of_table(source: Source, at: int, table: Mapping[str, Json]) -> Iterator[Problem]:
    """The faults of one reason."""
    path: list[str | int] = [TABLE, at]
    for key in table:
        if key not in KEYS:
            message = f"there is no key {key!r} in a reason"
            yield source.problem([*path, key], message, found=key, hint=nearest(key, KEYS))
    for key in KEYS:
        if key not in table:
            yield source.problem(path, f"the key {key!r} is missing", expected=key)
        elif key != "rulings" and not isinstance(table[key], str):
            yield source.problem([*path, key], f"{key} has the wrong type", expected="text")
    rulings = table.get("rulings", [])
    if not isinstance(rulings, list) or not all(fits(ruling) for ruling in rulings):
        expected = 'a list of { ruling = "…", from = "…", to = "…" }'
        yield source.problem([*path, "rulings"], "rulings has the wrong form", expected=expected)


def fits(row: Json) -> bool:
    """Has a ruling all that it needs, and nothing else?"""
    return (
        isinstance(row, dict)
        and sorted(row) == sorted(PARTS)
        and all(isinstance(value, str) for value in row.values())
    )
