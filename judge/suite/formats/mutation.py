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
        return tuple(trial.mutant for trial in self.tried if not trial.way)

    @property
    def share(self) -> float:
        """The percentage that was noticed; 100 where none was tried."""
        return 100 * (1 - len(self.unnoticed) / len(self.tried)) if self.tried else 100.0

    @property
    def ways(self) -> dict[str, int]:
        """The number noticed in each way."""
        numbers = Counter(trial.way for trial in self.tried)
        return {way: numbers[way] for way in WAYS if numbers[way]}


# --- text and JSON -------------------------------------------------------------------------------------
SCHEMA = "judge.mutate/1"


def score_text(scores: Sequence[Score], width: int, all: bool = False) -> str:
    """The score of each rulebook, its kinds, and what no ruling notices, as lines no longer than `width`."""
    return "\n\n".join("\n".join(of_book(score, width, all)) for score in scores) + "\n"


def of_book(score: Score, width: int, all: bool) -> Iterator[str]:
    """One rulebook."""
    yield from textwrap.wrap(headline(score), width)
    for kind in KINDS:
        rows = [tried for tried in score.tried if tried.mutant.kind == kind]
        if rows:
            yield f"{kind:<12}{len(rows):>5} tried{sum(bool(tried.way) for tried in rows):>6} noticed"
    if score.tried:
        yield ""
    for way, count in score.ways.items():
        yield f"{count:>5}  {WAYS[way]}"
    if score.unnoticed:
        yield from ("", f"NOTICED BY NO RULING ({len(score.unnoticed)})")
    for mutant in score.unnoticed:
        yield from told(mutant, "", width)
    if all:
        yield from ("", "NOTICED")
        for tried in score.tried:
            if tried.way:
                yield from told(tried.mutant, f"{WAYS[tried.way]}: {tried.ruling}".removesuffix(": "), width)


def headline(score: Score) -> str:
    """How many mutants were noticed, out of how many, and from which sample."""
    book = f"{score.game} {score.version}".strip()
    noticed = len(score.tried) - len(score.unnoticed)
    sample = (
        "" if len(score.tried) == score.every else f", a sample of {score.every} by the seed {score.seed!r}"
    )
    share = f"{int(score.share * 10) / 10:.1f}%"
    by = number(score.rulings, "ruling")
    return f"{book}: {noticed} of {len(score.tried)} mutants noticed by {by}, {share}{sample}."


def told(mutant: Mutant, seen: str, width: int) -> Iterator[str]:
    """A mutant with its place, what is changed, and the articles there."""
    yield f"{short(mutant.file)}:{mutant.line}:{mutant.column}: {mutant.name}"
    articles = f" ({', '.join(mutant.articles)})" if mutant.articles else ""
    yield from textwrap.wrap(
        f"{mutant.change}{articles}", width, initial_indent="    ", subsequent_indent="    "
    )
    if seen:
        yield f"    {seen}"


def score_json(scores: Sequence[Score]) -> dict[str, object]:
    """The score as a document, with every mutant that was tried."""
    return {"schema": SCHEMA, "games": [book_json(score) for score in scores]}


def book_json(score: Score) -> dict[str, object]:
    """One rulebook."""
    return {
        "game": score.game,
        "version": score.version,
        "rulings": score.rulings,
        "mutants": score.every,
        "tried": len(score.tried),
        "noticed": len(score.tried) - len(score.unnoticed),
        "share": round(score.share, 2),
        "seed": score.seed,
        "ways": score.ways,
        "trials": [trial_json(tried) for tried in score.tried],
    }


def trial_json(tried: Tried) -> dict[str, object]:
    """One mutant and its result."""
    mutant = tried.mutant
    return {
        "mutant": mutant.name,
        "kind": mutant.kind,
        "change": mutant.change,
        "file": short(mutant.file),
        "line": mutant.line,
        "column": mutant.column,
        "articles": list(mutant.articles),
        "noticed": bool(tried.way),
        "way": tried.way,
        "ruling": tried.ruling,
        "played": tried.played,
    }
