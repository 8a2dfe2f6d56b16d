"""How time and memory grow with what a board is made of: `python -m bench.growth [--json] [WORD…]`.

Each size is a process of its own, which first reads a small one, so that what is loaded once is not counted:
the processor seconds of the command, the least of some, and by how much its peak memory rose. Nothing of
`judge` is imported by the process that starts them: a process begins with the peak of the one before it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.growth_boards import DIMENSIONS, Dimension

ROUNDS = 3
SMALL = 4  # the size that is read first
BAR = 2.2  # of a doubling
LEAST_SECONDS, LEAST_MEMORY = 0.1, 8.0  # below this a ratio says nothing: it is that of the noise


class Size(NamedTuple):
    """What one size costs: processor seconds, and megabytes above the small one."""

    size: int
    seconds: float
    memory: float


class Curve(NamedTuple):
    """A dimension at each of its sizes."""

    dimension: Dimension
    sizes: Sequence[Size]

    @property
    def work(self) -> float:
        """By how much the last doubling adds to the options, where they are more than the cards."""
        last, before = (self.dimension.options(one.size) for one in self.sizes[:-3:-1])
        return last / before

    def ratio(self, at: int) -> float | None:
        """The greatest growth of seconds (1) or memory (2) by a doubling; None where all is too little."""
        least = LEAST_SECONDS if at == 1 else LEAST_MEMORY
        pairs = ((one[at], other[at]) for one, other in zip(self.sizes, self.sizes[1:], strict=False))
        return max((other / one for one, other in pairs if one >= least), default=None)

    @property
    def met(self) -> bool:
        """Whether twice as much costs no more than the bar; of options, twice as many."""
        bar = BAR * max(1.0, self.work / 2)
        return all(found is None or found <= bar for found in (self.ratio(1), self.ratio(2)))


# --- one process ---------------------------------------------------------------------------------
def command(dimension: Dimension, folder: Path, size: int) -> None:
    """Carry the command out in the folder where its files lie; what it prints goes nowhere."""
    from judge.cli import main

    home = folder / str(size)
    home.mkdir()
    dimension.write(home, size)
    os.chdir(home)
    sys.argv = ["judge", *dimension.command]
    if main() not in (0, 1):
        raise SystemExit(f"{dimension.name}, {size}: refused")


def cost(at: int, size: int) -> None:
    """Print what one size of a dimension costs as JSON, to standard error: the command has the other."""
    import resource
    import time

    with TemporaryDirectory() as name:
        os.environ["JUDGE_CACHE"] = f"{name}/cache"
        command(DIMENSIONS[at], Path(name), SMALL)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        start = time.process_time()
        command(DIMENSIONS[at], Path(name), size)
        seconds = time.process_time() - start
        more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak
        os.chdir("/")
    print(json.dumps([seconds, more / 1024 / (1024 if sys.platform == "darwin" else 1)]), file=sys.stderr)


# --- all of them ---------------------------------------------------------------------------------
def measured(at: int, size: int, rounds: int) -> Size:
    """The least of some rounds. Raises SystemExit where the command could not be carried out."""
    call = [sys.executable, "-m", "bench.growth", "--cost", str(at), str(size)]
    environment = {**os.environ, "NO_COLOR": "1", "PYTHONPATH": str(Path(__file__).parent.parent)}
    found = []
    streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    for _ in range(rounds):
        done = subprocess.run(call, env=environment, check=False, **streams)
        if done.returncode:
            raise SystemExit(done.stderr.decode())
        found.append(json.loads(done.stderr.splitlines()[-1]))
    return Size(size, *(min(one) for one in zip(*found, strict=True)))


def measure(words: Sequence[str] = (), rounds: int = ROUNDS) -> Iterator[Curve]:
    """The curves of the dimensions whose names have one of the words; of all without any."""
    for at, one in enumerate(DIMENSIONS):
        if not words or any(word in one.name for word in words):
            yield Curve(one, [measured(at, size, rounds) for size in one.sizes])


# --- the table -----------------------------------------------------------------------------------
HEAD = ("what grows", "sizes", "seconds", "ratio", "megabytes", "ratio", "options", "met")
NOTE = f"""Each size is twice the one before; a ratio is that of the worst doubling, and may be {BAR}: of the
seconds of the processor, and of the peak memory. What is too small to tell has none. Where the rules offer
more than one option for each, as for pairs of cards, "options" says by how much a doubling multiplies them,
and the bar is as much higher."""


def table(curves: Iterable[Curve]) -> Iterator[str]:
    """The curves in Markdown."""
    yield f"| {' | '.join(HEAD)} |"
    yield "|---|---|---|---:|---|---:|---:|---|"
    for one in curves:
        yield f"| {' | '.join(cells(one))} |"


def cells(curve: Curve) -> tuple[str, ...]:
    """One row."""
    return (
        curve.dimension.name,
        " ".join(f"{one.size:,}" for one in curve.sizes),
        " ".join(f"{one.seconds:.2f}" for one in curve.sizes),
        shown(curve.ratio(1)),
        " ".join(f"{one.memory:.0f}" for one in curve.sizes),
        shown(curve.ratio(2)),
        f"{curve.work:.1f}" if curve.work > BAR else "",
        "yes" if curve.met else "**no**",
    )


def shown(ratio: float | None) -> str:
    """A ratio as people read it."""
    return "" if ratio is None else f"{ratio:.2f}"


def record(curve: Curve) -> dict[str, object]:
    """One curve for machines."""
    sizes = [one._asdict() for one in curve.sizes]
    ratios = {"seconds": curve.ratio(1), "memory": curve.ratio(2), "options": curve.work}
    return {"what": curve.dimension.name, "sizes": sizes, "ratios": ratios, "met": curve.met}


def main(args: Sequence[str]) -> None:
    """One size for the process that asks, or all of them as a table or JSON."""
    if args[:1] == ["--cost"]:
        cost(int(args[1]), int(args[2]))
    elif args[:1] == ["--json"]:
        print(json.dumps([record(one) for one in measure(args[1:])]))
    else:
        for line in table(measure(args)):
            print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
