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


def coverage_text(found: Sequence[Coverage], width: int, all: bool = False, gaps: bool = False) -> str:
    """The coverage of each rulebook as lines no longer than `width`; `gaps` lists all that is left."""
    return "\n\n".join("\n".join(of_book(one, width, all, gaps)) for one in found) + "\n"


def of_book(one: Coverage, width: int, all: bool, gaps: bool) -> Iterator[str]:
    """One rulebook: the share, the counts, what is left, and with `all` every article."""
    yield from textwrap.wrap(headline(one), width)
    for state, count in one.counts.items():
        if count:
            text = f"{LABELS[state]:<{MARGIN}}{count:>5}  {STATES[state]}"
            yield from textwrap.wrap(text, width, subsequent_indent=" " * (MARGIN + 7))
    if one.failing:
        yield ""
        yield from listed(f"{len(one.failing)} do not hold and cover nothing:", one.failing, all)
    yield from told("GAPS", one.gaps, width, all, all or gaps)
    yield from faulty(one.rows, width, all)
    if all:
        rest = [row for row in one.rows if row not in one.gaps]
        yield from told("ARTICLES", rest, width, all, True)


def headline(one: Coverage) -> str:
    """How many of the articles that rulings have to show decide or act in one."""
    wanted = len(one.demanded)
    shown = wanted - len(one.gaps)
    by = number(one.rulings, "ruling")
    return f"{book_of(one)}: {shown} of {wanted} articles covered by {by}, {share(one)}."


def book_of(one: Coverage) -> str:
    """The rulebook, by its id and version."""
    return f"{one.game} {one.version}".strip()


def share(one: Coverage) -> str:
    """The share, never rounded up to all of them."""
    return f"{int(one.share * 10) / 10:.1f}%"


def told(head: str, rows: Sequence[Row], width: int, all: bool, whole: bool) -> Iterator[str]:
    """Articles, one a line, each with its rulings; only the first few unless the `whole` list is wanted."""
    if not rows:
        return
    yield ""
    yield f"{head} ({len(rows)})"
    ids = max(len(row.article.id) for row in rows)
    for one in rows if whole else rows[:MOST]:
        text = f"{one.article.id:<{ids}}  {marked(one):<{MARGIN}}{one.article.title}"
        yield from textwrap.wrap(text, width, subsequent_indent=" " * (ids + 2))
        yield from listed("", one.rulings, all, 4)
    if not whole and len(rows) > MOST:
        yield f"({len(rows) - MOST} more: --all)"


def marked(row: Row) -> str:
    """The state of an article; for one that is only checked, the outcome that it always had."""
    if row.state != "checked":
        return LABELS[row.state]
    if not any(one.outcomes.held for one in row.asked):
        return "always false"
    return "only checked" if any(one.outcomes.failed for one in row.asked) else "always true"


def faulty(rows: Sequence[Row], width: int, all: bool) -> Iterator[str]:
    """Conditions for which no ruling shows both outcomes."""
    found = [(row.article.id, asked) for row in rows for asked in row.asked if asked.fault]
    if not found:
        return
    yield ""
    yield f"CONDITIONS SHOWN FROM ONE SIDE ({len(found)})"
    ids = max(len(id_) for id_, _ in found)
    for id_, one in found if all else found[:MOST]:
        text = f"{id_:<{ids}}  {one.fault:<12}  {one.says}: {counted(one.outcomes)}"
        yield from textwrap.wrap(text, width, subsequent_indent=" " * (ids + 2))
    if not all and len(found) > MOST:
        yield f"({len(found) - MOST} more: --all)"


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


def coverage_json(found: Sequence[Coverage], all: bool = False) -> dict[str, object]:
    """The coverage of each rulebook; of an article's rulings at most three are named, unless all are asked
    for.
    """
    return {"schema": SCHEMA, "games": [book(one, all) for one in found]}


def book(one: Coverage, all: bool) -> dict[str, object]:
    """One rulebook."""
    return {
        "game": one.game,
        "title": one.title,
        "version": one.version,
        "rulings": one.rulings,
        "failing": list(one.failing),
        "demanded": len(one.demanded),
        "covered": len(one.demanded) - len(one.gaps),
        "share": round(one.share, 2),
        "counts": one.counts,
        "gaps": [row.article.id for row in one.gaps],
        "articles": [article(row, all) for row in one.rows],
    }


def article(row: Row, all: bool) -> dict[str, object]:
    """One article."""
    one = row.article
    ranks = zip(RANKS, (row.decides, row.acts, row.behind), strict=True)
    return {
        "id": one.id,
        "title": one.title,
        "kind": one.kind,
        "mechanical": one.mechanical,
        "excused": one.excused,
        "version": one.version,
        "state": row.state,
        "demanded": row.demanded,
        **{rank: {"count": len(ids), "rulings": list(few(ids, all))} for rank, ids in ranks},
        "conditions": [
            {"says": asked.say, **asked.outcomes._asdict(), "fault": asked.fault} for asked in row.asked
        ],
    }


# --- Markdown ------------------------------------------------------------------------------------------
def coverage_markdown(found: Sequence[Coverage], all: bool = False) -> str:
    """The counts of each rulebook, its gaps and its conditions of one outcome; with `all` each article."""
    return "\n".join(row for part in parts(found, all) for row in part) + "\n"


def parts(found: Sequence[Coverage], all: bool) -> Iterator[Iterator[str]]:
    """The parts of the page."""
    yield counts(found)
    for one in found:
        yield markdown_book(one, all)


def counts(found: Sequence[Coverage]) -> Iterator[str]:
    """A row for each rulebook."""
    heads = ("rulebook", "rulings", "covered", "of", "share", *LABELS.values())
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for one in found:
        wanted = len(one.demanded)
        numbers = (one.rulings, wanted - len(one.gaps), wanted, share(one), *one.counts.values())
        yield f"| {' | '.join((escaped(book_of(one)), *map(str, numbers)))} |"


def markdown_book(one: Coverage, all: bool) -> Iterator[str]:
    """The gaps of one rulebook."""
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
    """Conditions for which no ruling shows both outcomes."""
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
