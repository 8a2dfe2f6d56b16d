"""Coverage of rulebooks as text, JSON and Markdown: the counts, the gaps, and conditions of which rulings
show one outcome only.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from judge.decks.report import number
from judge.suite.coverage import RANKS, STATES, Coverage, Row
from judge.text.markdown import escaped

# --- text ----------------------------------------------------------------------------------------------
FEW: Final = 3  # rulings that are named of an article, unless all are asked for
MOST: Final = 12  # rows of a list that are shown, unless all are asked for
LABELS: Final = {
    "decides": "decides",
    "acts": "acts",
    "checked": "only checked",
    "behind": "only behind",
    "never": "never asked",
    "deck": "deck check only",
    "excused": "excused",
    "text": "nothing to run",
}
MARGIN: Final = max(map(len, LABELS.values())) + 2


def coverage_text(coverages: Sequence[Coverage], width: int, all: bool = False, gaps: bool = False) -> str:
    """The coverage of each rulebook as lines no longer than `width`; `gaps` lists all that is left."""
    return "\n\n".join("\n".join(of_book(coverage, width, all, gaps)) for coverage in coverages) + "\n"


def of_book(coverage: Coverage, width: int, all: bool, gaps: bool) -> Iterator[str]:
    """One rulebook: the share, the counts, what is left, and with `all` every article."""
    yield from textwrap.wrap(headline(coverage), width)
    for state, count in coverage.counts.items():
        if count:
            text = f"{LABELS[state]:<{MARGIN}}{count:>5}  {STATES[state]}"
            yield from textwrap.wrap(text, width, subsequent_indent=" " * (MARGIN + 7))
    if coverage.failing:
        yield ""
        yield from listed(f"{len(coverage.failing)} do not hold and cover nothing:", coverage.failing, all)
    yield from told("GAPS", coverage.gaps, width, all, all or gaps)
    yield from faulty(coverage.rows, width, all)
    if all:
        rest = [row for row in coverage.rows if row not in coverage.gaps]
        yield from told("ARTICLES", rest, width, all, True)


def headline(coverage: Coverage) -> str:
    """How many of the articles that rulings have to show decide or act in one."""
    wanted = len(coverage.demanded)
    shown = wanted - len(coverage.gaps)
    by = number(coverage.rulings, "ruling")
    return f"{book_of(coverage)}: {shown} of {wanted} articles covered by {by}, {share(coverage)}."


def book_of(coverage: Coverage) -> str:
    """The rulebook, by its id and version."""
    return f"{coverage.game} {coverage.version}".strip()


def share(coverage: Coverage) -> str:
    """The share, never rounded up to all of them."""
    return f"{int(coverage.share * 10) / 10:.1f}%"


def told(head: str, rows: Sequence[Row], width: int, all: bool, whole: bool) -> Iterator[str]:
    """Articles, one a line, each with its rulings; only the first few unless the `whole` list is wanted."""
    if not rows:
        return
    yield ""
    yield f"{head} ({len(rows)})"
    ids = max(len(row.article.id) for row in rows)
    for entry in rows if whole else rows[:MOST]:
        text = f"{entry.article.id:<{ids}}  {marked(entry):<{MARGIN}}{entry.article.title}"
        yield from textwrap.wrap(text, width, subsequent_indent=" " * (ids + 2))
        yield from listed("", entry.rulings, all, 4)
    if not whole and len(rows) > MOST:
        yield f"({len(rows) - MOST} more: --all)"


def marked(row: Row) -> str:
    """The state of an article; for one that is only checked, the outcome that it always had."""
    if row.state != "checked":
        return LABELS[row.state]
    if not any(condition.outcomes.held for condition in row.asked):
        return "always false"
    return "only checked" if any(condition.outcomes.failed for condition in row.asked) else "always true"


def faulty(rows: Sequence[Row], width: int, all: bool) -> Iterator[str]:
    """Conditions for which no ruling shows both outcomes."""
    faults = [(row.article.id, asked) for row in rows for asked in row.asked if asked.fault]
    if not faults:
        return
    yield ""
    yield f"CONDITIONS SHOWN FROM ONE SIDE ({len(faults)})"
    ids = max(len(id_) for id_, _ in faults)
    for id_, condition in faults if all else faults[:MOST]:
        text = f"{id_:<{ids}}  {condition.fault:<12}  {condition.says}: {counted(condition.outcomes)}"
        yield from textwrap.wrap(text, width, subsequent_indent=" " * (ids + 2))
    if not all and len(faults) > MOST:
        yield f"({len(faults) - MOST} more: --all)"


def counted(outcomes: Sequence[int]) -> str:
    """The outcomes of a condition."""
    held, failed, alone = outcomes
    return f"held {held}, failed {failed}" + (f", alone {alone}" if failed else "")


def listed(head: str, ids: Sequence[str], all: bool, indent: int = 2) -> list[str]:
    """Rulings by their ids, one a line, a few unless all are asked for; no id is broken."""
    rows = [*few(ids, all), *filter(None, [more(ids, all).strip()])]
    return [*filter(None, [head]), *(f"{' ' * indent}{row}" for row in rows)]


def few(ids: Sequence[str], all: bool) -> Sequence[str]:
    """At most three of them, unless all are asked for."""
    return ids if all else ids[:FEW]


def more(ids: Sequence[str], all: bool) -> str:
    """The number of rulings that are not named."""
    left = len(ids) - len(few(ids, all))
    return f" and {left} more" if left else ""


# --- JSON, schema `judge.coverage/1` -------------------------------------------------------------------
SCHEMA = "judge.coverage/1"


def coverage_json(coverages: Sequence[Coverage], all: bool = False) -> dict[str, object]:
    """The coverage of each rulebook; of an article's rulings at most three are named, unless all are asked
    for.
    """
    return {"schema": SCHEMA, "games": [book(coverage, all) for coverage in coverages]}


def book(coverage: Coverage, all: bool) -> dict[str, object]:
    """One rulebook."""
    return {
        "game": coverage.game,
        "title": coverage.title,
        "version": coverage.version,
        "rulings": coverage.rulings,
        "failing": list(coverage.failing),
        "demanded": len(coverage.demanded),
        "covered": len(coverage.demanded) - len(coverage.gaps),
        "share": round(coverage.share, 2),
        "counts": coverage.counts,
        "gaps": [row.article.id for row in coverage.gaps],
        "articles": [article(row, all) for row in coverage.rows],
    }


def article(row: Row, all: bool) -> dict[str, object]:
    """Gives the plain data of one article: how far rulings cover it, and its conditions."""
    entry = row.article
    ranks = zip(RANKS, (row.decides, row.acts, row.behind), strict=True)
    return {
        "id": entry.id,
        "title": entry.title,
        "kind": entry.kind,
        "mechanical": entry.mechanical,
        "excused": entry.excused,
        "version": entry.version,
        "state": row.state,
        "demanded": row.demanded,
        **{rank: {"count": len(ids), "rulings": list(few(ids, all))} for rank, ids in ranks},
        "conditions": [
            {"says": asked.say, **asked.outcomes._asdict(), "fault": asked.fault} for asked in row.asked
        ],
    }


# --- Markdown ------------------------------------------------------------------------------------------
def coverage_markdown(coverages: Sequence[Coverage], all: bool = False) -> str:
    """The counts of each rulebook, its gaps and its conditions of one outcome; with `all` each article."""
    return "\n".join(row for part in parts(coverages, all) for row in part) + "\n"


def parts(coverages: Sequence[Coverage], all: bool) -> Iterator[Iterator[str]]:
    """The parts of the page."""
    yield counts(coverages)
    for coverage in coverages:
        yield markdown_book(coverage, all)


def counts(coverages: Sequence[Coverage]) -> Iterator[str]:
    """A row for each rulebook."""
    heads = ("rulebook", "rulings", "covered", "of", "share", *LABELS.values())
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for coverage in coverages:
        wanted = len(coverage.demanded)
        numbers = (
            coverage.rulings,
            wanted - len(coverage.gaps),
            wanted,
            share(coverage),
            *coverage.counts.values(),
        )
        yield f"| {' | '.join((escaped(book_of(coverage)), *map(str, numbers)))} |"


def markdown_book(coverage: Coverage, all: bool) -> Iterator[str]:
    """The gaps of one rulebook."""
    yield ""
    yield f"## {escaped(coverage.title)}"
    if coverage.failing:
        yield ""
        yield f"{len(coverage.failing)} rulings do not hold and cover nothing: {names(coverage.failing, all)}"
    yield from articles("Gaps", coverage.gaps, all)
    yield from conditions(coverage)
    if all:
        yield from articles("Articles", coverage.rows, all)


def articles(head: str, rows: Sequence[Row], all: bool) -> Iterator[str]:
    """Articles with how far rulings go with them, and which."""
    if not rows:
        return
    yield from ("", f"### {head}", "", "| article | | title | decides | acts | behind | rulings |")
    yield f"|{'---|' * 7}"
    for row in rows:
        numbers = " | ".join(str(len(ids) or "") for ids in (row.decides, row.acts, row.behind))
        about = (escaped(row.article.id), marked(row), escaped(row.article.title))
        yield f"| {' | '.join(about)} | {numbers} | {names(row.rulings, all)} |"


def conditions(coverage: Coverage) -> Iterator[str]:
    """Conditions for which no ruling shows both outcomes."""
    faults = [(row.article.id, asked) for row in coverage.rows for asked in row.asked if asked.fault]
    if faults:
        yield from (
            "",
            "### Conditions shown from one side",
            "",
            "| article | condition | | |",
            "|---|---|---|---|",
        )
    for id_, asked in faults:
        yield f"| {escaped(id_)} | {escaped(asked.says)} | {asked.fault} | {counted(asked.outcomes)} |"


def names(ids: Sequence[str], all: bool) -> str:
    """Rulings by their ids."""
    return escaped(", ".join(few(ids, all)) + more(ids, all))
