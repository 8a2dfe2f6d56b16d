"""Which changed answers and facts were accepted, by name: the file that `judge accept` writes and
`judge diff --accept` reads.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from judge.errors import BadInput, Problem, nearest
from judge.suite.diff.compared import BY_NAME, GROUP_OF, Change, Compared
from judge.text.plain import Json
from judge.text.rows import NamedTuple
from judge.text.source import Source, read_source

KEYS: Final = ("ruling", "game", "article", "changes", "reason")
PARTS: Final = ("what", "from", "to")


class Acceptance(NamedTuple):
    """A ruling whose change was accepted: what changed, the article at the fork, and why that is right."""

    ruling: str
    game: str
    article: str
    changes: tuple[tuple[str, str, str], ...]
    reason: str


class Reviewed(NamedTuple):
    """Changed rulings compared with acceptances: accepted, accepted for another change, and acceptances that
    match nothing any more.
    """

    accepted: Mapping[str, Acceptance]
    changed: Mapping[str, Acceptance]
    stale: Sequence[Acceptance]

    def status(self, ruling: str) -> str:
        """The status of a ruling: accepted, changed or new."""
        return "accepted" if ruling in self.accepted else "changed" if ruling in self.changed else "new"


def grave(changes: Iterable[Change]) -> tuple[tuple[str, str, str], ...]:
    """The changes that are accepted by name, as an acceptance has them."""
    return tuple(
        (change.what, change.was, change.now) for change in changes if GROUP_OF[change.kind] in BY_NAME
    )


def review(rulings: Sequence[Compared], acceptances: Sequence[Acceptance]) -> Reviewed:
    """Compares the changed rulings that must be accepted by name with the acceptances in the file."""
    by_id = {ruling.id: ruling for ruling in rulings if ruling.group in BY_NAME}
    present = [acceptance for acceptance in acceptances if acceptance.ruling in by_id]
    accepted = {
        acceptance.ruling: acceptance
        for acceptance in present
        if acceptance.changes == grave(by_id[acceptance.ruling].changes)
    }
    changed = {acceptance.ruling: acceptance for acceptance in present if acceptance.ruling not in accepted}
    return Reviewed(
        accepted, changed, [acceptance for acceptance in acceptances if acceptance.ruling not in accepted]
    )


def read_acceptances(path: str) -> list[Acceptance]:
    """The acceptances in a file. Raises BadInput with every fault of it."""
    source = read_source(path)
    rows: Json = source.data.get("accepted", [])
    problems = list(of_file(source, rows))
    if not problems:
        problems = [problem for at, row in enumerate(rows) for problem in of_row(source, at, row)]
    if not problems:
        problems = list(twice(source, rows))
    if problems:
        raise BadInput(problems)
    return [
        Acceptance(
            row["ruling"], row["game"], row["article"],
            tuple((change["what"], change["from"], change["to"]) for change in row["changes"]), row["reason"],
        )
        for row in rows
    ]  # fmt: skip


def of_file(source: Source, rows: Json) -> Iterator[Problem]:
    """The faults of a file as a whole."""
    for key in source.data:
        if key != "accepted":
            message = f"there is no key {key!r} in a file of acceptances"
            yield source.problem([key], message, expected="[[accepted]]", found=key, hint=nearest(key, KEYS))
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        yield source.problem(["accepted"], "accepted has the wrong type", expected="[[accepted]]")


def of_row(source: Source, at: int, row: Mapping[str, Json]) -> Iterator[Problem]:
    """The faults of one acceptance."""
    path: list[str | int] = ["accepted", at]
    for key in row:
        if key not in KEYS:
            yield source.problem(
                [*path, key], f"there is no key {key!r} in an acceptance", found=key, hint=nearest(key, KEYS)
            )
    for key in KEYS:
        if key not in row:
            yield source.problem(path, f"the key {key!r} is missing", expected=key)
        elif key != "changes" and not isinstance(row[key], str):
            yield source.problem([*path, key], f"{key} has the wrong type", expected="text")
        elif key == "reason" and not row[key].strip():
            yield source.problem([*path, key], "a reason says why the change is right", expected="a text")
    changes = row.get("changes", [])
    if not isinstance(changes, list) or not all(fits(change) for change in changes):
        expected = '{ what = "…", from = "…", to = "…" }'
        yield source.problem(
            [*path, "changes"], "changes has the wrong form", expected=f"a list of {expected}"
        )


def fits(change: Json) -> bool:
    """Has a change all that it needs, and nothing else?"""
    return (
        isinstance(change, dict)
        and sorted(change) == sorted(PARTS)
        and all(isinstance(value, str) for value in change.values())
    )


def twice(source: Source, rows: Sequence[Mapping[str, Json]]) -> Iterator[Problem]:
    """Rulings that are accepted twice."""
    seen: set[str] = set()
    for at, row in enumerate(rows):
        if row["ruling"] in seen:
            yield source.problem(["accepted", at], "a ruling is accepted once", found=row["ruling"])
        seen.add(row["ruling"])


def acceptances_text(acceptances: Iterable[Acceptance]) -> str:
    """The file, its rulings sorted."""
    head = "# Changed rulings that were read and found right; `judge accept` writes this file.\n"
    return head + "".join(map(one_text, sorted(acceptances)))


def one_text(acceptance: Acceptance) -> str:
    """Writes one acceptance as TOML."""
    rows = "".join(
        "  { " + ", ".join(f"{key} = {text(value)}" for key, value in zip(PARTS, row, strict=True)) + " },\n"
        for row in acceptance.changes
    )
    head = "".join(f"{key} = {text(getattr(acceptance, key))}\n" for key in ("ruling", "game", "article"))
    return f"\n[[accepted]]\n{head}changes = [\n{rows}]\nreason = {text(acceptance.reason)}\n"


def text(value: str) -> str:
    """A text as TOML has it: what JSON escapes, TOML reads."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
