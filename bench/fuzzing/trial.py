"""Inputs of a kind made, given to the command line, and what broke something kept: what one process does."""

from __future__ import annotations

import os
import resource
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, Protocol

from bench.fuzzing.books import Rulebooks
from bench.fuzzing.disputes import Fixtures, Pauses
from bench.fuzzing.houses import HouseRules
from bench.fuzzing.lists import CardData, Decks
from bench.fuzzing.watched import Outcome, call, watch

_MEMORY: Final = 3 << 30  # bytes that a process may take


class Source(Protocol):
    """Where inputs of a kind come from."""

    name: str

    def make(self, chance: Random, folder: Path) -> list[str]:
        """Write one into a folder, and give the arguments that `judge` is called with."""
        ...


class Told(NamedTuple):
    """What became of some inputs of a kind."""

    kind: str
    codes: Counter[int]
    faults: dict[str, Fault]


class Fault(NamedTuple):
    """One input that broke something, and how many broke the same."""

    count: int
    size: int
    files: dict[str, bytes]
    args: tuple[str, ...]
    told: str

    def after(self, before: Fault | None) -> Fault:
        """The smaller of two that broke the same, which counts for both."""
        if before is None:
            return self
        best = self if self.size < before.size else before
        return best._replace(count=self.count + before.count)


SOURCES: Final = {one.name: one for one in (Fixtures, Pauses, Rulebooks, HouseRules, Decks, CardData)}


def part_of(work: tuple[str, str, int]) -> Told:
    """What becomes of a part of the work."""
    return part(*work)


def part(kind: str, seed: str, count: int) -> Told:
    """What becomes of so many inputs of a kind: what one process does."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    chance = Random(f"{seed} {kind}")
    codes: Counter[int] = Counter()
    faults: dict[str, Fault] = {}
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(JUDGE_CACHE=str(Path(home, "cache")), XDG_DATA_HOME=home, NO_COLOR="1")
        tempfile.tempdir = home
        source: Source = SOURCES[kind](chance)
        os.chdir(home)
        watch(home)
        for n in range(count):
            folder = Path(home, f"in{n}")  # of its own: what is read of a rulebook is remembered by its path
            folder.mkdir()
            args = source.make(chance, folder)
            inputs = {str(one.relative_to(folder)): one.read_bytes() for one in files_in(folder)}
            found = call(args)
            found = found if found.fault else left_over(found, folder)
            codes[found.code] += 1
            if found.fault:
                note(faults, found, inputs, [one.replace(str(folder), "IN") for one in args])
            shutil.rmtree(folder, ignore_errors=True)
    return Told(kind, codes, faults)


def files_in(folder: Path) -> Iterator[Path]:
    """Every file below a folder."""
    return (one for one in sorted(folder.rglob("*")) if one.is_file())


def left_over(found: Outcome, folder: Path) -> Outcome:
    """A file that was half written is a fault."""
    parts = [one.name for one in files_in(folder) if one.name.endswith((".part", "-journal", "-wal"))]
    return found._replace(fault="left a part of a file") if parts else found


def note(faults: dict[str, Fault], found: Outcome, inputs: dict[str, bytes], args: list[str]) -> None:
    """Keep the smallest input of each fault."""
    new = Fault(1, sum(map(len, inputs.values())), inputs, tuple(args), found.told)
    faults[found.fault] = new.after(faults.get(found.fault))
