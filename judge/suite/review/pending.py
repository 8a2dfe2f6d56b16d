"""What is pending in rulings that were examined, and what of it has one cause."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, TypeAlias

from judge.suite.attempt import Result
from judge.suite.examined import Examined
from judge.suite.report import Report
from judge.suite.review.partings import Parting, parting
from judge.suite.traces import kept_trace, trace_path

Kind: TypeAlias = Literal["changed", "new", "stale"]
KINDS: tuple[Kind, ...] = ("changed", "new", "stale")


class Pending(NamedTuple):
    """A trace that waits to be kept, or taken away: `kept` is what lies there, `records` what came of the
    ruling today. Only a changed one parts anywhere.
    """

    kind: Kind
    id: str
    trace: str
    ruling: str = ""
    game: str = ""
    version: str = ""
    title: str = ""
    kept: str = ""
    records: str = ""
    parting: Parting | None = None

    @property
    def article(self) -> str:
        """The article at which its traces part; "" where it has not changed."""
        return self.parting.article if self.parting is not None else ""


class Group(NamedTuple):
    """What is asked about at once: changed rulings of one cause, or all that are new, or left over."""

    kind: Kind
    game: str
    article: str
    all: tuple[Pending, ...]


def pending_in(report: Report) -> list[Pending]:
    """All that is pending: rulings that hold, and traces whose ruling is gone."""
    found = [of_ruling(one) for one in report.rulings if is_pending(one)]
    return [*found, *(Pending("stale", one.id, one.path) for one in report.stale)]


def is_pending(one: Examined) -> bool:
    """Does a ruling hold, with another trace than is kept?"""
    return one.played.result == "holds" and one.status in ("new", "changed")


def unheld(report: Report) -> dict[str, Result]:
    """The rulings that do not hold, each with what became of it."""
    found = (one.played for one in report.rulings if one.played.result != "holds")
    return {one.id: one.result for one in found}


def of_ruling(one: Examined) -> Pending:
    """A ruling that is new or has changed."""
    played = one.played
    kept = kept_trace(played.path) if one.status == "changed" else ""
    return Pending(
        "new" if one.status == "new" else "changed",
        played.id, os.path.normpath(trace_path(played.path)), played.path, played.game, played.version,
        played.title, kept or "", played.records,
        parting(kept or "", played.records) if one.status == "changed" else None,
    )  # fmt: skip


def grouped(pending: Iterable[Pending]) -> list[Group]:
    """Changed rulings by their cause: first where answers are otherwise, then the most frequent. Then all
    that are new, and all that are left over.
    """
    found: dict[tuple[object, ...], list[Pending]] = {}
    for one in pending:
        found.setdefault(cause(one), []).append(one)
    groups = [Group(some[0].kind, some[0].game, some[0].article, tuple(some)) for some in found.values()]
    often = Counter[tuple[str, str]]()
    for group in groups:
        often[group.game, group.article] += len(group.all)
    return sorted(groups, key=lambda one: (*urgency(one), -often[one.game, one.article], *last(one)))


def last(group: Group) -> tuple[str, str, int, str]:
    """What orders those that are as urgent and as frequent."""
    return group.game, group.article, -len(group.all), group.all[0].id


def urgency(group: Group) -> tuple[int, bool]:
    """What is read first."""
    parted = group.all[0].parting
    return KINDS.index(group.kind), parted is None or not parted.outcome


def cause(one: Pending) -> tuple[object, ...]:
    """What rulings have in common that are looked at together."""
    if one.parting is None:
        return (one.kind,)
    return (one.kind, one.game, one.parting.article, one.parting.pattern, one.parting.outcome)


def tally(groups: Iterable[Group]) -> Iterator[str]:
    """How many are pending, by kind: `12 changed in 2 groups`."""
    found = list(groups)
    for kind in KINDS:
        sizes = [len(one.all) for one in found if one.kind == kind]
        if sizes:
            parts = f" in {len(sizes)} groups" if len(sizes) > 1 else ""
            yield f"{sum(sizes)} {kind}{parts}"
