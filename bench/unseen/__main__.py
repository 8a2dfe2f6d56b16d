"""`python -m bench.unseen PAIRS SEED [GAME…]`: so many pairs of boards of each game, on every core; what a
player is told of one and not of the other is printed, and makes it exit with 1 unless known.toml has it.
"""

from __future__ import annotations

import os
import random
import sys
import tomllib
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bench import FIXTURES, name_of, rulings
from bench.unseen.pairs import leaks, pairs
from bench.unseen.questions import questions, told_apart

ROUND = 2  # pairs of a ruling's board in a round


KNOWN = frozenset(
    one["ruling"]
    for one in tomllib.loads((Path(__file__).parent / "known.toml").read_text("utf-8")).get("leak", ())
)


class Found(NamedTuple):
    """The pairs of a ruling: how many, how many questions were asked of them, and the leaks of those that
    have any.
    """

    pairs: int
    questions: int
    leaks: tuple[str, ...]


def tried(path: Path, seed: str) -> Found:
    """Some pairs of one ruling."""
    n, asked, found = 0, 0, []
    dice = random.Random(f"{seed} questions {name_of(path)}")
    for pair in pairs(path, ROUND, random.Random(f"{seed} {name_of(path)}")):
        put = list(questions(pair, dice))
        n, asked = n + 1, asked + len(put)
        try:
            differs = [*leaks(pair), *told_apart(pair, put)]
        except Exception as bug:
            bug.add_note(f"{name_of(path)}, told to {pair.reader}, {pair.how}, seed {seed}")
            raise
        if differs:
            found.append(f"{name_of(path)}, told to {pair.reader}, {pair.how}: {', '.join(differs)}")
    return Found(n, asked, tuple(found))


def of_game(game: str, wanted: int, seed: str, pool: ProcessPoolExecutor) -> Found:
    """So many pairs of a game's boards, or somewhat more; fewer where there are no more."""
    paths = rulings(game)
    random.Random(seed).shuffle(paths)
    n, asked, found, turn = 0, 0, Counter[str](), 0
    while n < wanted:
        before = n
        for at in range(0, len(paths), 64):
            if n >= wanted:
                break
            for one in pool.map(partial(tried, seed=f"{seed}.{turn}"), paths[at : at + 64], chunksize=4):
                n, asked = n + one.pairs, asked + one.questions
                found.update(one.leaks)
        turn += 1
        if n == before:
            break
    return Found(n, asked, tuple(found))


def main(wanted: int, seed: str, games: list[str]) -> int:
    """Try every game and print what was found; 1 where anything leaks."""
    every = sorted({one.relative_to(FIXTURES).parts[0] for one in rulings()})
    leaked = False
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for game in games or every:
            found = of_game(game, wanted, seed, pool)
            tally = f"{found.pairs} pairs, {found.questions} questions, {len(found.leaks)} leaks"
            print(f"{game}: {tally} (seed {seed})", flush=True)
            for one in found.leaks:
                print(f"  {one}")
            leaked = leaked or any(one.partition(",")[0] not in KNOWN for one in found.leaks)
    return 1 if leaked else 0


if __name__ == "__main__":
    sys.exit(
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000, *(sys.argv[2:3] or ["2026"]), sys.argv[3:])
    )
