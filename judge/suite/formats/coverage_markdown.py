"""Coverage of rulebooks as Markdown: a table of the games, then what is left of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.suite.coverage import Coverage, Row
from judge.suite.formats.coverage_text import LABELS, book_of, counted, few, marked, more, share
from judge.text.markdown import escaped


def coverage_markdown(found: Sequence[Coverage], all: bool = False) -> str:
    """The counts of each rulebook, its gaps and its conditions of one outcome; with `all` each article."""
    return "\n".join(row for part in parts(found, all) for row in part) + "\n"


def parts(found: Sequence[Coverage], all: bool) -> Iterator[Iterator[str]]:
    """The parts of the page."""
    yield counts(found)
    for one in found:
        yield of_book(one, all)


def counts(found: Sequence[Coverage]) -> Iterator[str]:
    """A row for each rulebook."""
    heads = ("rulebook", "rulings", "covered", "of", "share", *LABELS.values())
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for one in found:
        wanted = len(one.demanded)
        numbers = (one.rulings, wanted - len(one.gaps), wanted, share(one), *one.counts.values())
        yield f"| {' | '.join((escaped(book_of(one)), *map(str, numbers)))} |"


def of_book(one: Coverage, all: bool) -> Iterator[str]:
    """What is left of one rulebook."""
    yield ""
    yield f"## {escaped(one.title)}"
    if one.failing:
        yield ""
        yield f"{len(one.failing)} rulings do not hold and cover nothing: {names(one.failing, all)}"
    yield from articles("Gaps", one.gaps, all)
    yield from conditions(one)
    if all:
        yield from articles("Articles", one.rows, all)


def articles(head: str, rows: Sequence[Row], all: bool) -> Iterator[str]:
    """Articles with how far rulings go with them, and which."""
    if not rows:
        return
    yield from ("", f"### {head}", "", "| article | | title | decides | acts | behind | rulings |")
    yield f"|{'---|' * 7}"
    for row in rows:
        numbers = " | ".join(str(len(one) or "") for one in (row.decides, row.acts, row.behind))
        about = (escaped(row.article.id), marked(row), escaped(row.article.title))
        yield f"| {' | '.join(about)} | {numbers} | {names(row.rulings, all)} |"


def conditions(one: Coverage) -> Iterator[str]:
    """Conditions of which no ruling shows both outcomes."""
    found = [(row.article.id, asked) for row in one.rows for asked in row.asked if asked.fault]
    if found:
        yield from (
            "",
            "### Conditions shown from one side",
            "",
            "| article | condition | | |",
            "|---|---|---|---|",
        )
    for id_, asked in found:
        yield f"| {escaped(id_)} | {escaped(asked.says)} | {asked.fault} | {counted(asked.outcomes)} |"


def names(ids: Sequence[str], all: bool) -> str:
    """Rulings by their ids."""
    return escaped(", ".join(few(ids, all)) + more(ids, all))
