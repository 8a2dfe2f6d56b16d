"""`make fuzz`: hostile inputs by the hundred thousand. Exit 1 when one of them broke something.

`python -m bench.fuzzing --inputs 100000 --seed 1 --jobs 2`: the same seed gives the same inputs. What broke
something is kept under build/fuzz, one input of each kind of fault, the smallest.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from bench import HOME
from bench.fuzzing.trial import SOURCES, Fault, Told, part_of

KEPT: Final = HOME / "build" / "fuzz"
SHARES: Final = {"fixtures": 28, "pauses": 10, "rulebooks": 2, "house rules": 2, "decks": 34, "card data": 24}


def batches(inputs: int, seed: int, kinds: list[str], size: int = 2000) -> Iterator[tuple[str, str, int]]:
    """The work in parts: which are there hangs on the seed and the number of inputs alone."""
    whole = sum(SHARES[kind] for kind in kinds)
    for kind in kinds:
        count = -(-inputs * SHARES[kind] // whole)
        for at in range(0, count, size):
            yield kind, f"{seed}.{at}", min(size, count - at)


def main() -> int:
    """Try the inputs, tell how they ended, and keep what broke something."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--inputs", type=int, default=100_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options.add_argument("--kind", choices=list(SOURCES), action="append")
    given = options.parse_args()
    kinds = given.kind or list(SOURCES)
    told = {kind: Told(kind, Counter(), {}) for kind in kinds}
    work = batches(given.inputs, given.seed, kinds)
    with get_context("spawn").Pool(given.jobs, maxtasksperchild=1) as pool:  # a process ends with its memory
        for one in pool.imap_unordered(part_of, work):
            add(told[one.kind], one)
    return report(list(told.values()), given.seed)


def add(told: Told, more: Told) -> None:
    """Put what a part found with the rest."""
    told.codes.update(more.codes)
    for fault, one in more.faults.items():
        told.faults[fault] = one.after(told.faults.get(fault))


def report(told: list[Told], seed: int) -> int:
    """Print the figures, keep the inputs; 1 where there is a fault."""
    for one in told:
        ended = ", ".join(f"{code}: {count:,}" for code, count in sorted(one.codes.items()))
        what = f"{one.kind:<10} {one.codes.total():>9,} inputs"
        print(f"{what}; by exit code {ended}; {len(one.faults)} kinds of fault")
        for at, (fault, found) in enumerate(sorted(one.faults.items())):
            kept = KEPT / f"{one.kind.replace(' ', '-')}-{seed}-{at}"
            keep(kept, found)
            print(f"    {found.count:>5} {fault}  ({kept.name})")
    inputs, faults = sum(one.codes.total() for one in told), sum(len(one.faults) for one in told)
    print(f"{inputs:,} inputs, seed {seed}: {faults} kinds of fault")
    return int(faults > 0)


def keep(folder: Path, fault: Fault) -> None:
    """Write an input that broke something, with how it was called and what was told."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, data in fault.files.items():
        if len(fault.files) == 1 or not unchanged(name, data):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "args").write_text("\n".join(fault.args), encoding="utf-8")
    (folder / "told").write_text(fault.told[-8000:], encoding="utf-8")


def unchanged(name: str, data: bytes) -> bool:
    """Is this a table as it is shipped?"""
    shipped = HOME / "rulebooks" / name
    return shipped.is_file() and shipped.read_bytes() == data


if __name__ == "__main__":
    sys.exit(main())
