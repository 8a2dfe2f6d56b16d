"""Hostile deck lists by the hundred thousand, each of them illegal: how many are called legal? None may be.

`make fuzz`, or `python -m bench.fuzz --lists 200000 --seed 1`. Real cards where they are at hand (`--data`),
invented ones of a game of names beside them, with a catalogue and without. The same seed gives the same
lists.
"""

from __future__ import annotations

import argparse
import csv
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from bench import HOME
from bench.hostile import Hostile, Sample, Table, invented, lists
from judge.cards.card import Card
from judge.cards.hand import HandCards
from judge.cards.vocabulary import load_vocabulary
from judge.decks.desk import Judge, open_desk

DATA: Final = HOME.parent / "shared" / "data"
_MAIN: Final = 0x1 | 0x2 | 0x4  # monsters, spells and traps
_ELSEWHERE: Final = 0x40 | 0x2000 | 0x4000 | 0x800000 | 0x4000000 | 0x8000000  # not of the Main Deck
_TRAPS: Final = 50  # of so many lists one is also read as the trap has it
_SHOWN: Final = 20


class Found(NamedTuple):
    """What became of some lists."""

    table: str
    told: Counter[str]  # by kind of list: those of which a line was not understood
    counted: Counter[str]  # those that were read, and found illegal
    legal: tuple[Hostile, ...]  # those called legal
    broken: tuple[Hostile, ...]  # those whose trap is not legal: the generator's own fault


# --- cards ------------------------------------------------------------------------------------------
def tables(data: Path) -> Iterator[tuple[str, Table, Judge]]:
    """Every game that lists are made of, and who judges them."""
    if data.is_dir():
        yield "dbs", *dbs(data / "dbs" / "cards-2021-04.csv")
        yield "ygo", *ygo(data / "ygo" / "cards-2020-03-30.cdb")
    names = invented(400)
    table = Table("postures", ("Deck",), names, 3, 30, 0, True)
    cards = [
        Card(f"p{at}", {"name": one.name, "kind": "creature", "star": False}) for at, one in enumerate(names)
    ]
    yield "invented", table, Judge(open_desk("postures", {"postures": hand("postures", cards)}))
    yield "no catalogue", table, Judge(open_desk("postures"))


def hand(game: str, cards: list[Card]) -> HandCards:
    """Cards in memory."""
    numbering = load_vocabulary(game).numbering
    return HandCards(cards, numbering.pattern.pattern, numbering.one_name)


def dbs(path: Path) -> tuple[Table, Judge]:
    """Cards without a keyword that a limit speaks of, and a Leader."""
    with path.open(encoding="utf-8-sig", newline="") as stream:
        rows = [row for row in csv.DictReader(stream) if row["number"] == row["base"]]
    told = ("ultimate", "super_combo", "dragon_ball")
    plain = [
        row
        for row in rows
        if row["type"] in ("BATTLE", "EXTRA") and not any(row[one] == "True" for one in told)
    ]
    names = Counter(row["name"].casefold() for row in rows)
    samples = [
        Sample(row["number"], row["name"].strip()) for row in plain if names[row["name"].casefold()] == 1
    ]
    leader = next(row for row in rows if row["type"] == "LEADER")
    cards = [
        Card(
            row["number"],
            {"name": row["name"].strip(), "type": row["type"].lower(), "keywords": [], "mentions": []},
        )
        for row in rows
    ]
    opening = ("Leader", f"1 {leader['number']} {leader['name']}", "Deck")
    return Table("dbs", opening, samples, 4, 50, 50, True), Judge(
        open_desk("dbs", {"dbs": hand("dbs", cards)})
    )


def ygo(path: Path) -> tuple[Table, Judge]:
    """Cards of the Main Deck that have one printing."""
    with sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True) as base:
        rows = base.execute(
            "SELECT datas.id, type, alias, name FROM datas JOIN texts ON datas.id = texts.id"
        ).fetchall()
    names = Counter(name.casefold() for _, _, _, name in rows)
    also = {alias for _, _, alias, _ in rows}
    samples = [
        Sample(str(code), name)
        for code, kind, alias, name in rows
        if kind & _MAIN
        and not kind & _ELSEWHERE
        and not alias
        and code not in also
        and names[name.casefold()] == 1
        and code > 99_999
        and not name.isdigit()
    ]
    cards = [Card(str(code), {"name": name, "kind": words(kind)}) for code, kind, _, name in rows]
    return Table("ygo", ("Main Deck",), samples, 3, 40, 60, True), Judge(
        open_desk("ygo", {"ygo": hand("ygo", cards)})
    )


def words(kind: int) -> list[str]:
    """The words of a card's kind that parts of a deck go by."""
    bits = {
        0x1: "monster",
        0x2: "spell",
        0x4: "trap",
        0x40: "fusion",
        0x2000: "synchro",
        0x4000: "token",
        0x800000: "xyz",
        0x4000000: "link",
    }
    return [word for bit, word in bits.items() if kind & bit]


# --- judging ----------------------------------------------------------------------------------------
def judged(name: str, seed: int, count: int, data: str) -> Found:
    """What becomes of so many lists of a table."""
    table, judge = next((table, judge) for one, table, judge in tables(Path(data)) if one == name)
    told: Counter[str] = Counter()
    counted: Counter[str] = Counter()
    legal: list[Hostile] = []
    broken: list[Hostile] = []
    for at, one in enumerate(islice(lists(table, Random(f"{seed} {name}")), count)):
        verdict = verdict_of(judge, one.text, one.form)
        if verdict == "legal":
            legal.append(one)
        else:
            (told if verdict == "unreadable" else counted)[one.kind] += 1
        if at % _TRAPS == 0 and verdict_of(judge, one.trap, one.form) != "legal":
            broken.append(one)
    return Found(name, told, counted, tuple(legal), tuple(broken))


def verdict_of(judge: Judge, text: str, form: str) -> str:
    """The verdict on a list, whatever its format is taken for."""
    (report,) = judge.file(f"deck.{'txt' if form == 'text' else form}", text.encode("utf-8", "replace"))[:1]
    return report.verdict


def main() -> int:
    """Judge the lists and say how many were called legal."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--lists", type=int, default=200_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--jobs", type=int, default=1)
    options.add_argument("--data", default=str(DATA))
    given = options.parse_args()
    names = [name for name, _, _ in tables(Path(given.data))]
    share = -(-given.lists // len(names))
    work = partial(judged, seed=given.seed, count=share, data=given.data)
    if given.jobs > 1:
        with ProcessPoolExecutor(given.jobs) as pool:
            found = list(pool.map(work, names))
    else:
        found = list(map(work, names))
    return report(found, given.seed, share)


def report(found: list[Found], seed: int, share: int) -> int:
    """Print the figures; 1 when a list was called legal, or was no fair one."""
    for one in found:
        kinds = ", ".join(
            f"{kind} {one.counted[kind]:,} + {one.told[kind]:,}" for kind in sorted({*one.counted, *one.told})
        )
        print(
            f"{one.table}: {share:,} lists, called legal: {len(one.legal)} (illegal + not understood: "
            f"{kinds})"
        )
        for hostile in one.legal[:_SHOWN]:
            print(f"    called legal ({hostile.kind}): {hostile.line!r}")
        for hostile in one.broken[:_SHOWN]:
            print(f"    its trap is not legal ({hostile.kind}): {hostile.line!r}")
    legal, broken = (
        sum(len(group) for group in groups)
        for groups in zip(*((one.legal, one.broken) for one in found), strict=True)
    )
    print(f"{share * len(found):,} illegal lists, seed {seed}: {legal} called legal")
    return 1 if legal or broken else 0


if __name__ == "__main__":
    sys.exit(main())
