"""`python -m bench`: measures, prints, and writes bench/latest.md. Medians and ratios; no test fails on a clock.

A time is compared with two starts of Python in the same run, because the machine is never the same twice. A
rate says how many fit into those.
"""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench import FIXTURES, HOME, decks, rulings, startup
from bench.walk import Walk
from judge.engine.keys import position_key
from judge.fixture import Fixture, load_fixture
from judge.render.text import render
from judge.rulebook import games
from judge.ruling import run
from judge.saving import load_position, save_game
from judge.state import Game

ROUNDS = 7
FEW = 40  # rulings of a game from which a walk starts
BARE, TYPER, IMPORTS = list(startup.commands())[:3]
RUN = list(startup.commands())[-1]


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


def of_game(game: str) -> list[Path]:
    """The rulings of a game."""
    return [one for one in rulings() if one.relative_to(FIXTURES).parts[0] == game]


# --- the rows ------------------------------------------------------------------------------------
def starts(found: dict[str, float]) -> Iterator[Row]:
    """Whole processes."""
    for name, seconds in found.items():
        bar = 1.5 * found[IMPORTS] if name == RUN else None
        yield Row(name, seconds, bar=bar, text="1.5 times the imports alone" if bar else "")


def judged(path: Path) -> str:
    """One ruling from the file to the page, other readings tried."""
    return render(run(load_fixture(path)))


def in_process() -> Iterator[Row]:
    """Rulings with the rulebook loaded."""
    demo = HOME / startup.DEMO
    yield Row("one ruling in process: read, play, try the other readings, print", often(lambda: judged(demo), 51), bar=0.010, text="10 ms")
    yield Row("of this: read and check the fixture", often(lambda: load_fixture(demo), 51))
    fixture = load_fixture(demo)
    yield Row("of this: play it, once, traced", often(lambda: run(fixture, readings=False), 51))
    every = [path for game in games() for path in of_game(game)]
    thousand = (every * (1000 // len(every) + 1))[:1000]
    yield Row("1,000 rulings in one process", timed(lambda: [judged(path) for path in thousand]), bar=10.0, text="10 s")


def searches() -> Iterator[Row]:
    """Walks: a full board to some depth, then from every ruling of each game."""
    for path in sorted((HOME / "bench").glob("board.*.toml")):
        name = path.suffixes[0].removeprefix(".")
        yield from walked(f"{name}, a full board, 5 decisions deep", [load_fixture(path)], 5)
    for game in games():
        starts = [load_fixture(path) for path in of_game(game)[:: max(1, len(of_game(game)) // FEW)]]
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


def values() -> Iterator[Row]:
    """What a search does with a pause: copy it, key it, save it, load it."""
    board = load_fixture(HOME / "bench" / "board.dbs.toml")
    pauses = Walk(board.table, board.start, 4, keeps=True).pauses
    cards = len(board.start.cards)
    saved = [json.dumps(save_game(one)) for one in pauses]

    def rate(what: str, action: Callable[[Game], object], things: Sequence[Game] = pauses) -> Row:
        return Row(what, len(things) / often(lambda: [action(one) for one in things]), True)

    yield rate(f"copies a second, {cards} cards", Game.copy)
    yield rate("position keys a second", lambda game: position_key(board.table, game))
    yield rate("pauses saved as JSON a second", lambda game: json.dumps(save_game(game)))
    yield Row("pauses loaded from JSON a second", len(saved) / often(lambda: [load_position(json.loads(one)) for one in saved]), True)


def deck_checks() -> Iterator[Row]:
    """Whole processes over more and more decks."""
    for what, seconds, bar in decks.measure():
        yield Row(what, seconds, bar=bar, text=f"{bar:.0f} s" if bar else "")


# --- the page ------------------------------------------------------------------------------------
def shown(value: float, rate: bool) -> str:
    """A number as people read it."""
    if rate:
        return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"
    return f"{value:.2f} s" if value >= 1 else f"{value * 1000:.1f} ms"


def ratio(row: Row, base: float) -> str:
    """How many of the bare start a time takes, or how much of a rate fits into one."""
    if row.text == "(a count)":
        return ""
    found = row.value * base if row.rate else row.value / base
    return f"{found:,.0f}" if found >= 100 else f"{found:.2f}"


def table(rows: Sequence[Row], bare: float, typer: float) -> Iterator[str]:
    """The rows in Markdown."""
    yield "| what | median | to `python -c pass` | to a bare typer command | bar | met |"
    yield "|---|---:|---:|---:|---|---|"
    for row in rows:
        cells = (row.what, shown(row.value, row.rate), ratio(row, bare), ratio(row, typer), row.text, row.met)
        yield f"| {' | '.join(cells)} |"


def page() -> Iterator[str]:
    """The whole report."""
    found = startup.measure(max(ROUNDS, 9))
    bare, typer = found[BARE], found[TYPER]
    machine = f"{os.cpu_count()} CPUs, {platform.python_implementation()} {platform.python_version()}, {platform.system()} {platform.machine()}"
    yield "# How fast `judge` is"
    yield ""
    yield f"`make bench` on {machine}. Medians; whole processes measured in turn. A time is divided by that of the"
    yield "two bare starts; a rate is multiplied by it (how many fit in)."
    for title, rows in (
        ("Whole processes", starts(found)),
        ("Rulings", in_process()),
        ("Decks", deck_checks()),
        ("Search: every decision, silent, equal positions merged", searches()),
        ("A pause as a value", values()),
    ):
        yield f"\n## {title}\n"
        yield from table(list(rows), bare, typer)


def main() -> None:
    """Measure, print, write."""
    lines = []
    for line in page():
        print(line, flush=True)
        lines.append(line)
    (HOME / "bench" / "latest.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
