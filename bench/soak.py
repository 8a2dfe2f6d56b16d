"""`python -m bench.soak GAMES FIRST GAME…`: so many games at random, on every core; the first that fails is
named, each that goes on for ever (one in which nobody can win any more may), and each that its book leaves
undecided.
"""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from bench.random_play import HOME, MOST, Endless, decks, play

CHUNK = 25


def some(name: str, first: int, n: int) -> Counter[str]:
    """How so many games end, each that does not by its number. Raises RuntimeError with the number of one
    that fails.
    """
    table, start = decks(name)
    ends: Counter[str] = Counter()
    for number in range(first, first + n):
        try:
            result = play(table, start, number).game.result
        except Endless:
            ends[f"no end after {MOST} decisions: game {number}"] += 1
            continue
        except Exception as error:
            raise RuntimeError(f"{name}, game {number}: {type(error).__name__}: {error}") from error
        if result is None:
            raise RuntimeError(f"{name}, game {number}: nothing more is asked and nobody has won")
        won = f"{result.winner or 'nobody'} wins by {result.rule}"
        ends[won if result.rule else f"not decided by the book: game {number}"] += 1
    return ends


def main(games: int, first: int, names: list[str]) -> None:
    """Play them and print how they ended; where none is named, of every game."""
    for name in names or sorted(one.stem for one in HOME.glob("*.toml")):
        ends: Counter[str] = Counter()
        with ProcessPoolExecutor() as pool:
            starts = range(first, first + games, CHUNK)
            sizes = [min(CHUNK, first + games - at) for at in starts]
            for at, found in enumerate(pool.map(some, [name] * len(starts), starts, sizes)):
                ends += found
                if sys.stderr.isatty():
                    print(f"\r{name}: {sum(sizes[: at + 1])} of {games}", end="", file=sys.stderr)
        print(f"{name}: {games} games from number {first}")
        for end, n in sorted(ends.items()):
            print(f"  {n:6} {end}")


if __name__ == "__main__":
    main(
        int(sys.argv[1]) if len(sys.argv) > 1 else 5000,
        int(sys.argv[2]) if len(sys.argv) > 2 else 0,
        sys.argv[3:],
    )
