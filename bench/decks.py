"""Whole runs of `judge deck check` over 1 to 10,000 decks of 51 to 75 cards, made up here,
with a catalogue of 4,000 cards.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench.startup import HOME, judge

SIZES = (1, 10, 100, 1_000, 10_000)
CARDS = 4_000
LINES = 200_000  # of a list in which nothing is known
_STEP = 37  # so that decks differ


_FIRST = (
    "Swift",
    "Bold",
    "Grim",
    "Silent",
    "Radiant",
    "Iron",
    "Wild",
    "Frozen",
    "Burning",
    "Hidden",
    "Proud",
    "Lost",
    "Royal",
    "Ancient",
    "Young",
    "Fallen",
    "Last",
    "Crimson",
    "Azure",
    "Golden",
)
_SECOND = (
    "Warrior",
    "Scout",
    "Keeper",
    "Hunter",
    "Dragon",
    "Sage",
    "Android",
    "Prince",
    "Guard",
    "Rival",
    "Trickster",
    "Giant",
    "Shadow",
    "Pilot",
    "Healer",
    "Seeker",
    "Captain",
    "Beast",
    "Oracle",
    "Wanderer",
)
_THIRD = (
    "of Dawn",
    "of Dusk",
    "of the North",
    "of the South",
    "of the East",
    "of the West",
    "of the Sea",
    "of the Sky",
    "of the Void",
    "of the Forge",
)


def named(at: int) -> str:
    """A name, another for each card; a few have a number in it, as real ones do."""
    at %= CARDS
    first, second, third = _FIRST[at % 20], _SECOND[at // 20 % 20], _THIRD[at // 400 % 10]
    return f"{first} {second} {at % 20}" if at % 10 == 3 and at < 400 else f"{first} {second} {third}"


def unknown(at: int) -> str:
    """A name that no card has, another for each line."""
    letters = "".join(chr(97 + at // 26**n % 26) for n in range(5))
    return f"{letters.capitalize()} {letters[::-1]}qq"


def catalogue(path: Path) -> Path:
    """A card file: one Leader in ten, every hundredth [Super Combo]."""
    rows = ["number,name,type,color,energy,keywords"]
    for at in range(CARDS):
        kind = "LEADER" if at % 10 == 0 else "EXTRA" if at % 7 == 0 else "BATTLE"
        keyword = "Super Combo" if at % 100 == 1 else "Blocker"
        rows.append(f"BT{at // 150 + 1}-{at % 150 + 1:03},{named(at)},{kind},Red,{at % 8},{keyword}")
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


def number(at: int) -> str:
    """The card number of a row of the catalogue."""
    at %= CARDS
    return f"BT{at // 150 + 1}-{at % 150 + 1:03}"


def deck(at: int) -> str:
    """A plain list: a Leader, 25 cards twice; every fifth deck has a fault."""
    start = at * _STEP
    leader = start - start % 10
    others = [one for one in range(start, start + 60) if one % 10 and one % 100 != 1][:25]
    lines = [f"{2 + (at % 5 == 0 and one == others[0]) * 3} {number(one)} {named(one)}" for one in others]
    return "\n".join([f"Player: Player {at}", "Leader", f"1 {number(leader)}", "Deck", *lines]) + "\n"


def write(folder: Path, count: int) -> Path:
    """So many decks in a folder."""
    home = folder / str(count)
    home.mkdir()
    for at in range(count):
        (home / f"player-{at:05}.txt").write_text(deck(at), encoding="utf-8")
    return home


def run(*args: object) -> float:
    """The seconds of one whole command; its report goes nowhere. Fails when a file could not be read."""
    environment = {**os.environ, "PYTHONPATH": str(HOME), "NO_COLOR": "1"}
    start = time.perf_counter()
    done = subprocess.run(
        [*judge(), *map(str, args)], cwd=HOME, env=environment, stdout=subprocess.DEVNULL, check=False
    )
    if done.returncode not in (0, 1):
        raise SystemExit(f"judge {' '.join(map(str, args))}: exit {done.returncode}")
    return time.perf_counter() - start


def measure() -> Iterator[tuple[str, float, float | None]]:
    """Each number of decks: what, median seconds, the bar."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        cards = folder / "cards.sqlite"
        run("cards", "import", catalogue(folder / "cards.csv"), "--game", "dbs", "--cards", cards)
        for count in SIZES:
            decks = write(folder, count)
            rounds = 5 if count <= 100 else 3 if count <= 1_000 else 1
            options = ("--game", "dbs", "--cards", cards)
            seconds = median(run("deck", "check", decks, *options) for _ in range(rounds))
            yield f"`judge deck check`, {count:,} decks", seconds, 2.0 if count == 1_000 else None
        names = folder / "names.txt"
        names.write_text("".join(f"1 {unknown(at)}\n" for at in range(LINES)), encoding="utf-8")
        yield f"a list of {LINES:,} lines of unknown names", run("deck", "check", names, *options), 10.0
        yield "10,000 decks, 2 processes", run("deck", "check", decks, *options, "--jobs", 2), None
