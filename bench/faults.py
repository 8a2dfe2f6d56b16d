"""Faults from outside while `judge` writes: killed at any moment, no room on the disk, another one that
writes the same file. `python -m bench.faults [N] [SEED]`: after each, the file is what it was or what
it was to become, whole. Prints how many, as a row of docs/reliability.md; exit 1 when anything was
lost.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from bench import FIXTURES, HOME, startup

DISPUTE: Final = FIXTURES / "dbs" / "counter-window" / "a-countered-counter-lets-the-attack-go-on.toml"
DECK: Final = FIXTURES / "dbs" / "decks" / "formats" / "ann.txt"
CARDS: Final = "number,base,name,type,color,power\n" + "".join(
    f"BT1-{at:03},BT1-{at:03},Card {at},BATTLE,Red,5000\n" for at in range(400)
)
ROOM: Final = (0, 100, 1000, 4096, 20_000)  # bytes that may still be written


class TomlValue(NamedTuple):
    """A command that writes a file, and the file."""

    name: str
    args: tuple[str, ...]
    target: str


def commands() -> list[TomlValue]:
    """Every command that writes over what is there, by names in the working folder."""
    one = ("--jobs", "1")
    convert = ("deck", "convert", str(DECK), "--game", "dbs", "--no-cards", "--to", "json", "-o", "out.json")
    imported = ("cards", "import", "c.csv", "--game", "dbs", "--cards", "own.sqlite")
    covered = ("coverage", "rulings", *one, "--format", "html", "-o", "out.html")
    return [
        TomlValue("run --save", ("run", str(DISPUTE), "--save", "out.toml"), "out.toml"),
        TomlValue("deck convert", convert, "out.json"),
        TomlValue("cards import", imported, "own.sqlite"),
        TomlValue("test --update", ("test", "rulings", "--update", "--no-cache", *one), "rulings/a.trace"),
        TomlValue("coverage -o", covered, "out.html"),
    ]


def prepared(home: Path) -> None:
    """What the commands read."""
    (home / "c.csv").write_text(CARDS, encoding="utf-8")
    (home / "rulings").mkdir()
    shutil.copy(DISPUTE, home / "rulings" / "a.toml")


def started(one: TomlValue, home: Path, before: Callable[[], None] | None = None) -> subprocess.Popen[bytes]:
    """The command on its way."""
    environment = {**os.environ, "PYTHONPATH": str(HOME), "JUDGE_CACHE": str(home / "cache")}
    environment.pop("CI", None)
    return subprocess.Popen(
        [*startup.judge(), *one.args], cwd=home, env=environment, preexec_fn=before,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def contents(one: TomlValue, home: Path) -> str:
    """What the file holds, as far as it counts: of a catalogue its cards."""
    file = home / one.target
    if not file.exists():
        return ""
    if file.suffix != ".sqlite":
        return file.read_text(encoding="utf-8")
    done = subprocess.run(
        [*startup.judge(), "cards", "search", "Card", "--cards", str(file)],
        cwd=home, env={**os.environ, "PYTHONPATH": str(HOME)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return "" if "is empty" in done.stderr else done.stdout + done.stderr  # an import that did not begin


def killed(one: TomlValue, home: Path, chance: Random, longest: float) -> None:
    """Killed at some moment."""
    process = started(one, home)
    time.sleep(chance.random() * longest)
    process.send_signal(signal.SIGKILL)
    process.wait()


def without_room(one: TomlValue, home: Path, chance: Random, longest: float) -> None:
    """Each file that it writes can hold so much and no more."""
    room = chance.choice(ROOM)
    limit = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (room, room))
    started(one, home, limit).wait()


def together(one: TomlValue, home: Path, chance: Random, longest: float) -> None:
    """Two at once."""
    for process in (started(one, home), started(one, home)):
        process.wait()


FAULTS: Final = {"killed": killed, "no room": without_room, "two writers": together}


def main(count: int, number: int) -> int:
    """Inject so many faults; 1 when something was lost."""
    chance, told, lost = Random(number), Counter[str](), 0
    for one in commands():
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)
            prepared(home)
            begun = time.perf_counter()
            started(one, home).wait()
            longest = (time.perf_counter() - begun) * 1.2
            whole = contents(one, home)
            for at in range(count):
                name = list(FAULTS)[at % len(FAULTS)]
                if chance.random() < 0.5:
                    (home / one.target).unlink(missing_ok=True)
                before = contents(one, home)
                FAULTS[name](one, home, chance, longest)
                after = contents(one, home)
                told[name] += 1
                if after not in (before, whole):
                    lost += 1
                    print(f"lost: {one.name}, {name}: {after[:200]!r}", file=sys.stderr)
    kinds = ", ".join(f"{name} {n}" for name, n in told.items())
    print(f"{told.total()} faults ({kinds}), seed {number}: {lost} lost")
    return int(lost > 0)


if __name__ == "__main__":
    sys.exit(main(*(int(one) for one in (*sys.argv[1:], "30", "1")[:2])))
