"""What a session shows beside the mat, as rows of text: lines of the trace, the article, the decision."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence

from judge.render.mat import Piece, Row
from judge.rulebook.articles import Article
from judge.speech.catalogue import fill
from judge.stepping.decision import Decision
from judge.stepping.told_lines import Told
from judge.text.visible import visible

GUTTER = 4  # of a line: its number
LEAST = 24  # characters that a sentence has at least
DEEP = 4  # how deep a line stands within others at most


def line_rows(told: Told, width: int, kind: str = "card") -> Iterator[Row]:
    """A line of the trace: its number, the sentence, the articles at the right edge, in a row of their own
    where there is little room.
    """
    step = told.step
    lead = f"{step.n:>2}  " if step.n else " " * GUTTER
    lead += "  " * min(step.depth, DEEP)
    articles = visible(", ".join(step.articles))
    beside = width - len(lead) - len(articles) - 2
    room = beside if beside >= LEAST else max(LEAST, width - len(lead))
    rows = textwrap.wrap(visible(step.text), room) or [""]
    for n, row in enumerate(rows):
        text = f"{lead if n == 0 else ' ' * len(lead)}{row}"
        if n == 0 and articles and room == beside:
            yield (Piece(text.ljust(width - len(articles)), kind), Piece(articles, "article"))
        else:
            yield (Piece(text, kind),)
    if articles and room != beside:
        yield (Piece(articles.rjust(width), "article"),)


def article_rows(articles: Sequence[Article], width: int) -> Iterator[Row]:
    """What the book says, each article by its number and its title."""
    for one in articles:
        for n, row in enumerate(textwrap.wrap(visible(f"{one.id}  {one.title}"), width)):
            yield (Piece(row, "article" if n == 0 else "card"),)
        for row in textwrap.wrap(visible(one.summary), max(LEAST, width - 2)):
            yield (Piece(f"  {row}", "card"),)


def decision_rows(decision: Decision, width: int, words: Mapping[str, str]) -> Iterator[Row]:
    """What is asked, the answers by their numbers, and what is refused."""
    yield from paragraph(decision.text, width, "seat")
    for n, one in enumerate(decision.choices, 1):
        yield from paragraph(f"{n:>3}  {one}", width, "card", 5)
    yield from aside_rows(decision, width, words)


def aside_rows(decision: Decision, width: int, words: Mapping[str, str]) -> Iterator[Row]:
    """What of a decision is no answer: what is refused and why, and what the script answers."""
    for one in (*decision.refused, decision.unseen):
        yield from paragraph(f"     {one}", width, "aside", 5) if one else ()
    if decision.taken:
        yield from paragraph(f"     {fill(words['script'], {'line': decision.taken})}", width, "aside", 5)


def paragraph(text: str, width: int, kind: str, indent: int = 2) -> Iterator[Row]:
    """A text in rows of a width, what goes on to the right."""
    lead = len(text) - len(text.lstrip())
    rows = textwrap.wrap(
        visible(text.strip()), max(LEAST, width),
        initial_indent=" " * lead, subsequent_indent=" " * indent, break_on_hyphens=False,
    )  # fmt: skip
    yield from ((Piece(row, kind),) for row in rows)
