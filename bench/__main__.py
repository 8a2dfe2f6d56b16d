"""`python -m bench`: measures, prints, and writes bench/latest.md. Medians and ratios; no test fails on a
clock.

A time is compared with two starts of Python in the same run, because the machine is never the same twice. A
rate says how many fit into those.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence

from bench import COMPILED, HOME, decks, growth, startup, suite
from bench.measuring import ROUNDS, RULINGS, SEARCH, Row, in_process, often, searches
from bench.walk import Walk
from judge.engine.flow.keys import position_key
from judge.engine.kernel.state import Game
from judge.fixture.load import load_fixture
from judge.pauses.saved import load_position, save_game

BARE, TYPER, IMPORTS = list(startup.commands())[:3]
RUN = list(startup.commands())[-1]


# --- the rows ------------------------------------------------------------------------------------
def starts(found: dict[str, float]) -> Iterator[Row]:
    """Whole processes."""
    for name, seconds in found.items():
        bar = 0.6 * found[IMPORTS] if name == RUN else None
        yield Row(name, seconds, bar=bar, text="0.6 of the imports alone" if bar else "")


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
    yield Row(
        "pauses loaded from JSON a second",
        len(saved) / often(lambda: [load_position(json.loads(one)) for one in saved]),
        True,
    )


def compiled() -> Iterator[tuple[str, list[Row]]]:
    """The titles and rows of rulings and searches with the compiled engine,
    if it has been built and gets through them.
    """
    if COMPILED.is_dir():
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(COMPILED), str(HOME)))}
        done = subprocess.run(
            [sys.executable, "-P", "-m", "bench.measuring"],
            env=environment,
            stdout=subprocess.PIPE,
            check=False,
        )
        for title, rows in json.loads(done.stdout or "{}").items():
            yield f"{title}, with the compiled engine", [Row(*row) for row in rows]


def deck_checks() -> Iterator[Row]:
    """Whole processes over more and more decks."""
    for what, seconds, bar in decks.measure():
        yield Row(what, seconds, bar=bar, text=f"{bar:.0f} s" if bar else "")


def grown() -> Iterator[str]:
    """How all of it grows. A process of its own starts those that are measured, as they begin with the peak
    memory of who starts them.
    """
    yield f"\n## Growth\n\n{growth.NOTE}\n"
    call = [sys.executable, "-m", "bench.growth"]
    with subprocess.Popen(call, cwd=HOME, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        yield from (line.rstrip("\n") for line in running.stdout)
    if running.returncode:
        raise SystemExit("bench.growth failed")


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
    machine = (
        f"{os.cpu_count()} CPUs, {platform.python_implementation()} {platform.python_version()}, "
        f"{platform.system()} {platform.machine()}"
    )
    yield "# How fast `judge` is"
    yield ""
    yield (
        f"`make bench` on {machine}. Medians; whole processes measured in turn. A time is divided by that "
        "of the"
    )
    yield "two bare starts; a rate is multiplied by it (how many fit in)."
    for title, rows in (
        ("Whole processes", starts(found)),
        (RULINGS, in_process()),
        ("All rulings, with and without what is kept of them", suite.measure()),
        ("Decks", deck_checks()),
        (SEARCH, searches()),
        ("A pause as a value", values()),
        *compiled(),
    ):
        yield f"\n## {title}\n"
        yield from table(list(rows), bare, typer)
    yield from grown()
    if not COMPILED.is_dir():
        yield "\nThe compiled engine was not measured: `make compiled` builds it."


def main() -> None:
    """Measure, print, write."""
    lines = []
    for line in page():
        print(line, flush=True)
        lines.append(line)
    (HOME / "bench" / "latest.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
