"""The mutation score of a rulebook, as text and as JSON."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence

from judge.decks.report import number
from judge.render.articles import short
from judge.suite.mutants import KINDS, Mutant
from judge.suite.mutation import WAYS, Tried
from judge.text.rows import NamedTuple


# --- the score -----------------------------------------------------------------------------------------
class Score(NamedTuple):
    """The mutants of one rulebook that were tried, out of how many, by how many rulings, by which seed."""

    game: str
    version: str
    tried: tuple[Tried, ...]
    every: int
    rulings: int
    seed: str

    @property
    def unnoticed(self) -> tuple[Mutant, ...]:
        """The mutants that no ruling notices."""
        return tuple(one.mutant for one in self.tried if not one.way)

    @property
    def share(self) -> float:
        """The percentage that was noticed; 100 where none was tried."""
        return 100 * (1 - len(self.unnoticed) / len(self.tried)) if self.tried else 100.0

    @property
    def ways(self) -> dict[str, int]:
        """The number noticed in each way."""
        found = Counter(one.way for one in self.tried)
        return {way: found[way] for way in WAYS if found[way]}


# --- text and JSON -------------------------------------------------------------------------------------
SCHEMA = "judge.mutate/1"


def score_text(found: Sequence[Score], width: int, all: bool = False) -> str:
    """The score of each rulebook, its kinds, and what no ruling notices, as lines no longer than `width`."""
    return "\n\n".join("\n".join(of_book(one, width, all)) for one in found) + "\n"


def of_book(one: Score, width: int, all: bool) -> Iterator[str]:
    """One rulebook."""
    yield from textwrap.wrap(headline(one), width)
    for kind in KINDS:
        rows = [tried for tried in one.tried if tried.mutant.kind == kind]
        if rows:
            yield f"{kind:<12}{len(rows):>5} tried{sum(bool(tried.way) for tried in rows):>6} noticed"
    if one.tried:
        yield ""
    for way, count in one.ways.items():
        yield f"{count:>5}  {WAYS[way]}"
    if one.unnoticed:
        yield from ("", f"NOTICED BY NO RULING ({len(one.unnoticed)})")
    for mutant in one.unnoticed:
        yield from told(mutant, "", width)
    if all:
        yield from ("", "NOTICED")
        for tried in one.tried:
            if tried.way:
                yield from told(tried.mutant, f"{WAYS[tried.way]}: {tried.ruling}".removesuffix(": "), width)


def headline(one: Score) -> str:
    """How many mutants were noticed, out of how many, and from which sample."""
    book = f"{one.game} {one.version}".strip()
    noticed = len(one.tried) - len(one.unnoticed)
    sample = "" if len(one.tried) == one.every else f", a sample of {one.every} by the seed {one.seed!r}"
    share = f"{int(one.share * 10) / 10:.1f}%"
    by = number(one.rulings, "ruling")
    return f"{book}: {noticed} of {len(one.tried)} mutants noticed by {by}, {share}{sample}."


def told(mutant: Mutant, seen: str, width: int) -> Iterator[str]:
    """A mutant with its place, what is changed, and the articles there."""
    yield f"{short(mutant.file)}:{mutant.line}:{mutant.column}: {mutant.name}"
    articles = f" ({', '.join(mutant.articles)})" if mutant.articles else ""
    yield from textwrap.wrap(
        f"{mutant.change}{articles}", width, initial_indent="    ", subsequent_indent="    "
    )
    if seen:
        yield f"    {seen}"


def score_json(found: Sequence[Score]) -> dict[str, object]:
    """The score as a document, with every mutant that was tried."""
    return {"schema": SCHEMA, "games": [book_json(one) for one in found]}


def book_json(one: Score) -> dict[str, object]:
    """One rulebook."""
    return {
        "game": one.game,
        "version": one.version,
        "rulings": one.rulings,
        "mutants": one.every,
        "tried": len(one.tried),
        "noticed": len(one.tried) - len(one.unnoticed),
        "share": round(one.share, 2),
        "seed": one.seed,
        "ways": one.ways,
        "trials": [trial_json(tried) for tried in one.tried],
    }


def trial_json(tried: Tried) -> dict[str, object]:
    """One mutant and its result."""
    one = tried.mutant
    return {
        "mutant": one.name,
        "kind": one.kind,
        "change": one.change,
        "file": short(one.file),
        "line": one.line,
        "column": one.column,
        "articles": list(one.articles),
        "noticed": bool(tried.way),
        "way": tried.way,
        "ruling": tried.ruling,
        "played": tried.played,
    }
