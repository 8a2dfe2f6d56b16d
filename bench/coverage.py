"""`make coverage`: docs/coverage.md, how far the rulings go with each article, and which faults they notice.

All rulings are played for the counts, half a minute of work. The scores are of a sample of mutants, some
minutes of it; `--counts` leaves those of the page as they are, `--check` compares the counts alone.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence

from bench import FIXTURES, HOME
from bench.games import GAMES
from judge.cli.coverage import CoverageOptions, MutateOptions, by_game, cover_all, of_game, tried_on
from judge.suite.coverage import GAPS, Coverage
from judge.suite.formats.coverage import LABELS, book_of, marked, share
from judge.suite.formats.mutation import Score
from judge.suite.mutants import KINDS
from judge.suite.mutation import WAYS
from judge.suite.played import Playing

PAGE = HOME / "docs" / "coverage.md"
SEED, LIMIT = "1", 60
SCORES = "## Faults that are noticed\n"
INTRODUCTION = """# How far the rulings go

Made by `make coverage` from all rulings of `fixtures/`; `make soak` checks the counts. `judge coverage`
prints the same with the rulings of each article, for fixtures and a rulebook of your own too.

An article *decides* where it answers what a ruling asks, claims or turns on, *acts* where something is
told by it, and *only stands behind* where neither is so. *Only checked* are articles that only conditions
of what is offered name: *always false* says that they always refuse, and no ruling asks about it.
*Covered* are articles that decide or act, of those that rulings have to show: mechanical ones, without
those that the rulebook excuses and those that only the deck desk comes to.

A condition is shown from one side where no ruling has it hold, or none has it fail; *never alone* are
conditions that fail with another one each time, so that nothing shows which of them refuses.

"""


def found_of(game: str) -> Coverage:
    """What all rulings of a game cover."""
    options = CoverageOptions((str(FIXTURES / game),), Playing(), game, jobs=os.cpu_count() or 1)
    return of_game(game, cover_all(options), options.playing)


def counts(found: Sequence[Coverage]) -> str:
    """The first part of the page."""
    return "".join((INTRODUCTION, *table(found), *(line for one in found for line in left(one))))


def table(found: Sequence[Coverage]) -> Iterator[str]:
    """A row for each rulebook."""
    heads = ("rulebook", "rulings", "covered", "of", "share", *LABELS.values())
    yield f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}\n"
    for one in found:
        wanted = len(one.demanded)
        numbers = (one.rulings, wanted - len(one.gaps), wanted, share(one), *one.counts.values())
        yield f"| {book_of(one)} | {' | '.join(map(str, numbers))} |\n"


def left(one: Coverage) -> Iterator[str]:
    """What rulings have to show of a rulebook and do not, and the conditions of one outcome."""
    yield f"\n## {one.title}\n"
    for label in dict.fromkeys(marked(row) for state in GAPS for row in one.gaps if row.state == state):
        ids = [f"`{row.article.id}`" for row in one.gaps if marked(row) == label]
        yield f"\n{label.capitalize()} ({len(ids)}): {', '.join(ids)}.\n"
    faults = [(row.article.id, asked) for row in one.rows for asked in row.asked if asked.fault]
    for fault in dict.fromkeys(asked.fault for _, asked in faults):
        told = [f"`{id_}` {asked.says}" for id_, asked in faults if asked.fault == fault]
        shown = fault.replace("alone", "failed alone")
        yield f"\nConditions that {shown} ({len(told)}): {', '.join(told)}.\n"


def score_of(game: str) -> Score:
    """What all rulings of a game notice of a sample of mutants."""
    options = MutateOptions(
        (str(FIXTURES / game),), Playing(), game, limit=LIMIT, seed=SEED, jobs=os.cpu_count() or 1
    )
    found, _ = by_game(options)
    return tried_on(game, found[game], options)


def command(game: str) -> str:
    """How a score is made by hand."""
    return f"judge mutate fixtures/{game} --limit {LIMIT} --seed {SEED}"


def scores(found: Sequence[Score]) -> str:
    """The second part of the page."""
    return "".join((SCORES, *said(), *of_kinds(found), *(line for one in found for line in unnoticed(one))))


def said() -> Iterator[str]:
    """What the scores are of."""
    yield (
        f"\nOf each rulebook {LIMIT} mutants, mixed by the seed `{SEED}`, are made in memory and played,\n"
        "the rulings that cite the article there first, until one notices. The commands:\n\n```console\n"
    )
    yield from (f"$ {command(game)}\n" for game in GAMES)
    yield (
        "```\n\nWhat no ruling notices is a fault that only a test or nobody would see, or no fault at all:\n"
        "a bound that is never reached, a switch that changes nothing for anybody.\n\n"
    )


def of_kinds(found: Sequence[Score]) -> Iterator[str]:
    """A row for each rulebook: by kind, how many of those that were tried are noticed, and in which ways."""
    heads = ("rulebook", "mutants", "tried", "noticed", "share", *KINDS, *(way for way in WAYS.values()))
    yield f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}\n"
    for one in found:
        numbers = (one.every, len(one.tried), len(one.tried) - len(one.unnoticed), f"{one.share:.1f}%")
        by_kind = (kind_of(one, kind) for kind in KINDS)
        ways = (str(one.ways.get(way, "")) for way in WAYS)
        cells = (f"{one.game} {one.version}".strip(), *map(str, numbers), *by_kind, *ways)
        yield f"| {' | '.join(cells)} |\n"


def kind_of(one: Score, kind: str) -> str:
    """How many mutants of a kind are noticed, of how many."""
    rows = [tried for tried in one.tried if tried.mutant.kind == kind]
    return f"{sum(bool(tried.way) for tried in rows)} of {len(rows)}" if rows else ""


def unnoticed(one: Score) -> Iterator[str]:
    """The mutants of a rulebook that no ruling notices."""
    if one.unnoticed:
        yield f"\nNoticed by no ruling of {one.game}:\n\n"
    for mutant in one.unnoticed:
        yield f"- `{mutant.name}`: {mutant.change}\n"


def kept_scores() -> str:
    """The second part of the page as it is written."""
    return SCORES + PAGE.read_text(encoding="utf-8").partition(SCORES)[2]


def main() -> int:
    """Print the page, or compare its counts; 1 where they are others now."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--counts", action="store_true", help="the scores as the page has them")
    parser.add_argument("--check", action="store_true", help="only compare the counts with the page")
    given = parser.parse_args()
    first = counts([found_of(game) for game in GAMES])
    if given.check:
        same = PAGE.read_text(encoding="utf-8").partition(SCORES)[0] == f"{first}\n"
        print(
            "docs/coverage.md has these counts."
            if same
            else "docs/coverage.md has other counts: make coverage"
        )
        return int(not same)
    sys.stdout.write(
        f"{first}\n{kept_scores() if given.counts else scores([score_of(game) for game in GAMES])}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
