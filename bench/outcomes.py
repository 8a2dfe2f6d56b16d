"""`python -m bench.outcomes`: counts the outcomes of every ruling anew and writes tests/outcomes.toml.

A changed count is read like a changed trace: which decision leads where it did not lead before, by which
article? `python -m bench.outcomes --new` counts only rulings that have no count yet. `--check` writes nothing
and names the rulings whose count has changed, the large ones too.
"""

from __future__ import annotations

import sys
import tomllib
from concurrent.futures import ProcessPoolExecutor

from bench import FIXTURES, HOME, name_of, rulings
from judge.fixture.load import load_fixture
from judge.play.search import LIMIT, Search

PINS = HOME / "tests" / "outcomes.toml"
# Positions: a turn of ygo has more phases, and a line ends only in the other player's Main Phase; a card that
# can be played to each frame of a bench leads to as many.
LESS = {"ygo": 1_000, "victory-spark": 300, "tdg": 300}
Pin = int | str


def limit_of(ruling: str) -> int:
    """After how many positions a ruling counts as having too many outcomes to look at."""
    return LESS.get(ruling.partition("/")[0], LIMIT)


def count(ruling: str) -> Pin:
    """How many outcomes a ruling's position has, or that there are too many to look at."""
    limit = limit_of(ruling)
    found = Search(load_fixture(FIXTURES / f"{ruling}.toml"), limit).outcomes()
    return f">{limit}" if found is None else found


def pinned() -> dict[str, Pin]:
    """The counts that are pinned."""
    return tomllib.loads(PINS.read_text(encoding="utf-8")) if PINS.exists() else {}


def main(check: bool, new: bool) -> int:
    """Count, and write or compare; with `new` only what has no count."""
    names = [name_of(one) for one in rulings()]
    kept = pinned() if new else {}
    wanted = [name for name in names if name not in kept]
    with ProcessPoolExecutor() as pool:
        counted = dict(zip(wanted, pool.map(count, wanted, chunksize=8), strict=True))
    found = {name: {**kept, **counted}[name] for name in names}
    if check:
        before = pinned()
        changed = [
            f"{name}: {before.get(name)} pinned, {n} found"
            for name, n in found.items()
            if before.get(name) != n
        ]
        print("\n".join(changed) or "every count is as pinned")
        return int(bool(changed))
    lines = [
        f'"{name}" = {n if isinstance(n, int) else repr(n).replace(chr(39), chr(34))}'
        for name, n in found.items()
    ]
    head = (
        "# How many outcomes each ruling's position has, every decision of the players free: `python -m "
        "bench.outcomes`.\n"
    )
    PINS.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main("--check" in sys.argv, "--new" in sys.argv))
