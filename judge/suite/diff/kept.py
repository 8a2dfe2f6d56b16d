"""A comparison read back from the JSON that was kept of it: what there is to accept."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from judge.errors import BadInput, Problem
from judge.suite.diff.acceptance import Acceptance, grave
from judge.suite.diff.compared import BY_NAME, Change
from judge.suite.diff.json import SCHEMA
from judge.text.plain import Plain
from judge.text.source import read_bytes


class Pending(NamedTuple):
    """A ruling that is to be accepted by name, with what is to be read for that."""

    ruling: str
    game: str
    title: str
    group: str
    article: str
    changes: tuple[tuple[str, str, str], ...]
    after: str = ""
    a: str = ""
    b: str = ""

    def accepted(self, reason: str) -> Acceptance:
        """The acceptance of it."""
        return Acceptance(self.ruling, self.game, self.article, self.changes, reason)


class Sorted(NamedTuple):
    """What accepting did to a file: rulings that were not in it, those that were for another change, those
    that were for the same, and what is in it and matches nothing in the comparison.
    """

    new: Sequence[str]
    changed: Sequence[str]
    same: Sequence[str]
    stale: Sequence[str]


def read_pending(path: str) -> list[Pending]:
    """The rulings of a kept comparison that are accepted by name. Raises BadInput where it is none."""
    try:
        found: Plain = json.loads(read_bytes(path))
    except ValueError as error:
        raise BadInput([no_diff(path, f"no JSON: {error}")]) from None
    except RecursionError:
        raise BadInput([no_diff(path, "JSON that is nested too deeply")]) from None
    schema = found.get("schema") if isinstance(found, Mapping) else type(found).__name__
    if schema != SCHEMA:
        raise BadInput([no_diff(path, str(schema))])
    try:
        return [pending(row) for row in found["rulings"] if row["group"] in BY_NAME]
    except (KeyError, TypeError) as error:
        raise BadInput([no_diff(path, f"a ruling without {error}")]) from None


def no_diff(path: str, found: str) -> Problem:
    """That a file is not what `judge diff` writes."""
    return Problem(
        path,
        0,
        0,
        "--from",
        "",
        "is no kept comparison",
        "`judge diff … --format json` of this release",
        found,
    )


def pending(row: Mapping[str, Plain]) -> Pending:
    """One ruling of the JSON."""
    changes = (Change(one["kind"], one["what"], one["from"], one["to"]) for one in row["changes"])
    fork = row["fork"] or {"article": "", "after": "", "a": "", "b": ""}
    ruling, game, title, group = (str(row[key]) for key in ("ruling", "game", "title", "group"))
    return Pending(
        ruling, game, title, group, fork["article"], grave(changes), fork["after"], fork["a"], fork["b"]
    )


def merged(
    there: Iterable[Acceptance], taken: Sequence[Acceptance], pending: Iterable[Pending], prune: bool
) -> tuple[list[Acceptance], Sorted]:
    """The acceptances with those taken now, and what that does to the file; `prune` leaves out what is
    stale.
    """
    before = {one.ruling: one for one in there}
    found = {**before, **{one.ruling: one for one in taken}}
    known = {one.ruling: one.changes for one in pending}
    stale = [key for key, one in found.items() if known.get(key) != one.changes]
    names = {one.ruling for one in taken}
    new = [one for one in sorted(names) if one not in before]
    changed = [one for one in sorted(names) if one in before and before[one].changes != found[one].changes]
    same = [one for one in sorted(names) if one not in new and one not in changed]
    kept = [one for key, one in found.items() if not (prune and key in stale)]
    return kept, Sorted(new, changed, same, sorted(stale))
