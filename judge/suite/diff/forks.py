"""Where two traces of one ruling part."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from judge.suite.diff.outcome import Line

END = Line("(over)", "", "over", (), {})


class Fork(NamedTuple):
    """The first record at which two traces part, the last that they share, and the article by which it is
    grouped; `pattern` is the same for those that part alike.
    """

    article: str
    before: str
    a: str
    b: str
    articles: tuple[str, str]
    pattern: str


def fork(was: Sequence[Line], now: Sequence[Line], edited: Collection[str]) -> Fork | None:
    """Where two traces part; None where they do not. An article that was edited is told before others."""
    for at, (a, b) in enumerate(zip_longest(was, now, fillvalue=END)):
        if a.text != b.text:
            before = was[at - 1].text.strip() if at else ""
            pair = articles_at(a, b)
            touched = [one for one in dict.fromkeys(pair) if one in edited]
            chosen = next(iter(touched or filter(None, pair)), "-")
            pattern = f"{pair[0] or '-'} {a.kind} / {pair[1] or '-'} {b.kind}"
            return Fork(chosen, before, said(a, pair[0]), said(b, pair[1]), pair, pattern)
    return None


def articles_at(a: Line, b: Line) -> tuple[str, str]:
    """The articles of both sides at the fork: of the first steps begun that are not the same, else of what
    only one side refuses, else of the records themselves.
    """
    for one, other in zip_longest(a.steps, b.steps, fillvalue=""):
        if one != other:
            return one or a.article, other or b.article
    return by_refusals(a, b) or (a.article, b.article)


def by_refusals(a: Line, b: Line) -> tuple[str, str] | None:
    """Of two offers, the articles by which something is refused on one side only."""
    if a.kind != b.kind:
        return None
    keys: Iterator[str] = (
        one for one in (*a.refused, *b.refused) if a.refused.get(one) != b.refused.get(one)
    )
    key = next(keys, None)
    return None if key is None else (a.refused.get(key, a.article), b.refused.get(key, b.article))


def said(line: Line, article: str) -> str:
    """A record, with the step that it stands in where that tells more than its own article."""
    text = line.text.strip()
    return text if not article or article == line.article or line is END else f"[{article}] {text}"
