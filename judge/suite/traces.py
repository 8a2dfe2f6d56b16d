"""The traces that are kept beside rulings, and what became of them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from judge.errors import BadInput, Problem
from judge.suite.found import Found, with_ids
from judge.suite.told_apart import ENDING as RULING
from judge.suite.told_apart import is_ruling
from judge.text.folders import files_in, leads_out
from judge.text.source import read_bytes

ENDING: Final = ".trace"
LARGEST: Final = 64_000_000  # bytes of one


class Difference(NamedTuple):
    """The first record in which a trace differs from the one that is kept, and its line there."""

    file: str
    line: int
    old: str  # "" where the kept trace has ended
    new: str  # "" where the new one has

    @property
    def article(self) -> str:
        """The article at the fork, by the record that is told now; "" on top, where no record has one."""
        record = self.new or self.old
        first = record.split(maxsplit=1)[0] if record.strip() else ""
        return "" if first in _ON_TOP or first == "-" else first


_ON_TOP: Final = ("answer", "decides", "reading", "question", "result", "next")


def trace_path(ruling: str) -> str:
    """Where the trace of a ruling is kept: `claim.trace` beside `claim.toml`."""
    return os.path.splitext(ruling)[0] + ENDING


def kept_trace(ruling: str) -> str | None:
    """The trace that is kept beside a ruling; None where there is none. One that is no text differs from
    every other.

    Raises BadInput for one that cannot be read, and for a link that leads out of the ruling's folder.
    """
    path = trace_path(ruling)
    if not os.path.lexists(path):
        return None
    away = linked(path) if leads_out(path, os.path.dirname(path) or ".") else None
    if away is not None:
        raise BadInput([away])
    return read_bytes(path, LARGEST, "a trace").decode("utf-8", "surrogateescape")


def difference(ruling: str, kept: str, records: str) -> Difference | None:
    """Where a trace first differs from the one that is kept; None where they are the same."""
    if kept == records:
        return None
    pairs = zip_longest(_rows(kept), _rows(records), fillvalue="")
    line, old, new = next((at, old, new) for at, (old, new) in enumerate(pairs, 1) if old != new)
    if old.rstrip("\n") != new.rstrip("\n"):
        return Difference(trace_path(ruling), line, old.rstrip("\n"), new.rstrip("\n"))
    return Difference(trace_path(ruling), line, repr(old), repr(new))  # they differ in an end of line only


def _rows(text: str) -> list[str]:
    return [f"{row}\n" for row in text.split("\n")[:-1]] + [text.rpartition("\n")[2]]


def stale_traces(paths: Sequence[str], rulings: Sequence[Found] = ()) -> list[Found]:
    """The traces in folders beside which there is no ruling any more; none has the id of one of the
    rulings.
    """
    files = {
        os.path.realpath(file): (file, path)
        for path in reversed(paths)
        if os.path.isdir(path)
        for file in files_in(path)
        if file.endswith(ENDING) and not _has_ruling(file)
    }
    return with_ids(sorted(files.values()), (one.id for one in rulings))


def linked(trace: str) -> Problem | None:
    """That a trace is a link: what is written or read through one may lie anywhere."""
    if not os.path.islink(trace):
        return None
    return Problem(trace, 0, 0, "", "", "is a link", "a file beside its ruling, or none")


def stale_beside(folder: str) -> list[str]:
    """The traces of one folder beside which there is no ruling any more: plain files, and links, which are
    taken away as such.
    """
    traces = (
        one.path
        for one in os.scandir(folder)
        if one.name.endswith(ENDING) and one.name[0] != "." and (one.is_file() or one.is_symlink())
    )
    return sorted(one for one in traces if not _has_ruling(one))


def _has_ruling(trace: str) -> bool:
    stem = os.path.splitext(trace)[0]
    beside = (stem + RULING, stem + RULING.upper())
    return any(os.path.isfile(one) and is_ruling(one) for one in beside)


def shard(found: Sequence[Found], at: int, of: int) -> Iterator[Found]:
    """The `at`-th of so many parts, from 1. Which part a ruling is in hangs on its id alone."""
    from hashlib import blake2b

    for one in found:
        digest = blake2b(one.id.encode("utf-8", "surrogateescape"), digest_size=8).digest()
        if int.from_bytes(digest, "big") % of == at - 1:
            yield one
