"""What is measured in one process: rulings and searches. `python -m bench.measuring` prints the rows as JSON.

So the same rows can be had of the compiled engine, by a Python that finds that one first.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench import HOME, rulings, startup
from bench.walk import Walk
from judge.fixture.load import Fixture, load_fixture
from judge.play.ruling import run
from judge.render.text import render
from judge.rulebook.shelf import games

RULINGS = "Rulings"
SEARCH = "Search: every decision, silent, equal positions merged"
ROUNDS = 7
FEW = 40  # rulings of a game from which a walk starts


class Row(NamedTuple):
    """One line of the table: a time in seconds or a rate a second, and the bar it must reach."""

    what: str
    value: float
    rate: bool = False
    bar: float | None = None
    text: str = ""

    @property
    def met(self) -> str:
        """Whether the bar is reached."""
        if self.bar is None:
            return ""
        return "yes" if (self.value >= self.bar if self.rate else self.value <= self.bar) else "**no**"


def timed(action: Callable[[], object]) -> float:
    """The seconds that it takes once."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def often(action: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The median seconds of several times, after one to warm up."""
    action()
    return median(timed(action) for _ in range(rounds))


def judged(path: Path) -> str:
    """One ruling from the file to the page, other readings tried."""
    return render(run(load_fixture(path)))


def in_process() -> Iterator[Row]:
    """Rulings with the rulebook loaded."""
    demo = HOME / startup.DEMO
    yield Row(
        "one ruling in process: read, play, try the other readings, print",
        often(lambda: judged(demo), 51),
        bar=0.010,
        text="10 ms",
    )
    yield Row("of this: read and check the fixture", often(lambda: load_fixture(demo), 51))
    fixture = load_fixture(demo)
    yield Row("of this: play it, once, traced", often(lambda: run(fixture, readings=False), 51))
    every = [path for game in games() for path in rulings(game)]
    thousand = (every * (1000 // len(every) + 1))[:1000]
    yield Row(
        "1,000 rulings in one process",
        timed(lambda: [judged(path) for path in thousand]),
        bar=10.0,
        text="10 s",
    )


def searches() -> Iterator[Row]:
    """Walks: a full board to some depth, then from every ruling of each game."""
    for path in sorted((HOME / "bench").glob("board.*.toml")):
        name = path.suffixes[0].removeprefix(".")
        yield from walked(f"{name}, a full board, 5 decisions deep", [load_fixture(path)], 5)
    for game in games():
        starts = [load_fixture(path) for path in rulings(game)[:: max(1, len(rulings(game)) // FEW)]]
        if starts:
            yield from walked(f"{game}, {len(starts)} rulings, 4 decisions deep", starts, 4)


def walked(name: str, fixtures: Sequence[Fixture], depth: int) -> Iterator[Row]:
    """Instructions and decisions a second, equal positions merged, and what merging spares."""
    walks: list[Walk] = []

    def walk() -> None:
        walks[:] = [Walk(one.table, one.start, depth) for one in fixtures]

    seconds = often(walk, 3)
    ticks, decisions = sum(one.ticks for one in walks), sum(one.decisions for one in walks)
    yield Row(f"search, {name}: instructions a second", ticks / seconds, True, 150_000, "150,000 a second")
    yield Row("decisions a second", decisions / seconds, True)
    yield Row("instructions a decision", ticks / max(1, decisions), True, text="(a count)")


def main() -> None:
    """Measure and print."""
    print(json.dumps({RULINGS: list(in_process()), SEARCH: list(searches())}))


if __name__ == "__main__":
    main()
