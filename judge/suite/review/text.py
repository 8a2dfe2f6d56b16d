"""Pending traces as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from difflib import unified_diff
from itertools import islice
from typing import Final

from judge.rulebook.articles import Article
from judge.suite.diff.text import wrapped
from judge.suite.review.pending import Group, Parting, Pending
from judge.text.said import counted

WIDE: Final = 80  # columns from which on two records stand beside each other
NAMED: Final = 10  # rulings whose names are shown in a question
ROWS: Final = 200  # of the whole difference
WHAT: Final = {
    "changed": "changed",
    "new": "new: no trace is kept yet",
    "stale": "stale: the ruling is gone, its trace is left over",
}
Articles = Callable[[Pending], Article | None]  # the article at which a ruling parts, as its book has it


def group_rows(group: Group, articles: Articles, width: int, most: int = 0) -> Iterator[str]:
    """A group: what its rulings have in common, then an example, and the names of at most `most` others, 0
    for all.
    """
    first, many = group.all[0], len(group.all)
    alike = f", {many} alike" if group.kind == "changed" and many > 1 else f", {many}" * (many > 1)
    yield from wrapped(f"{WHAT[group.kind]}{alike}", width, rest="  ")
    if first.parting is not None:
        yield from article_rows(first, articles, width)
        yield from parting_rows(first.parting, width)
    shown = group.all[: most or None]
    for at, trace in enumerate(shown):
        example = group.kind == "changed" and many > 1 and not at
        yield from wrapped(f"e.g. {trace.id}" if example else trace.id, width, "  ", "    ")  # fmt: skip
        if trace.title and (not at or group.kind == "new"):
            yield from wrapped(trace.title, width, "    ")
    if many > len(shown):
        yield f"  and {many - len(shown)} more"


def one_rows(pending: Pending, width: int) -> Iterator[str]:
    """One trace of a group, when each is looked at."""
    yield from wrapped(pending.id, width, rest="  ")
    if pending.title:
        yield from wrapped(pending.title, width, "  ")
    yield from wrapped(pending.trace if pending.kind == "stale" else pending.ruling, width, "  ", "    ")
    if pending.parting is not None:
        yield from parting_rows(pending.parting, width)
    elif pending.kind == "new":
        for row in pending.records.partition("\n\n")[0].split("\n"):
            yield from wrapped(row, width, "  ", "    ")


def article_rows(pending: Pending, articles: Articles, width: int) -> Iterator[str]:
    """The article at which traces part: its title, and what it says."""
    if pending.article == "-":
        yield "  at no article"
        return
    article = articles(pending)
    title = f" “{article.title}”" if article is not None else ", which is not in the rulebook any more"
    yield from wrapped(f"at {pending.game} {pending.article}{title}", width, "  ", "    ")
    if article is not None:
        yield from wrapped(article.summary, width, "    ")


def parting_rows(parted: Parting, width: int) -> Iterator[str]:
    """The last common record, the first different record on either side, and the rows on top that differ."""
    if parted.after:
        yield from wrapped(f"after  {parted.after}", width, "    ", "           ")
    yield from sides(parted.was or "(not there)", parted.now or "(not there)", width)
    for what, was, now in parted.top:
        if not parted.was.startswith(what):
            row = f"{what}: {was or 'not there'} → {now or 'not there'}"
            yield from wrapped(row, width, "    ", "      ")


def sides(was: str, now: str, width: int) -> Iterator[str]:
    """Two records, side by side where there is room."""
    if width < WIDE:
        yield from wrapped(was, width, "    was  ", "         ")
        yield from wrapped(now, width, "    now  ", "         ")
        return
    half = (width - 4 - 3) // 2
    left, right = wrapped(was, half, "was  ", "     "), wrapped(now, half, "now  ", "     ")
    for at in range(max(len(left), len(right))):
        a, b = (side[at] if at < len(side) else "" for side in (left, right))
        yield f"    {a:<{half}} │ {b}".rstrip()


def difference_rows(pending: Pending, width: int) -> Iterator[str]:
    """The whole difference of two traces."""
    rows = unified_diff(
        pending.kept.splitlines(), pending.records.splitlines(), "kept", "now", n=2, lineterm=""
    )
    for row in islice(rows, ROWS):
        depth = len(row[1:]) - len(row[1:].lstrip())
        first = row[:1] + " " * min(depth, 24)
        yield from wrapped(row[1:].strip(), width, first, f"{' ' * len(first)}  ") or [row]
    left = sum(1 for _ in rows)
    if left:
        yield f"… and {counted(left, 'row')} more"
