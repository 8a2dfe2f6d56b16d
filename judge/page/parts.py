"""The parts of a ruling's page, with stable ids and sentences in the reader's language.

What the reader may not see is not in them. Text, JSON and other forms draw this and decide nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Answer(NamedTuple):
    """What the ruling comes to: `kind` is no, yes, mixed, won, plain, undecided or unfit; the sentences that
    answer, those that say what changed, the title, and by what it was played.
    """

    kind: str
    answers: tuple[str, ...]
    changes: tuple[str, ...]
    title: str
    book: str
    taken: tuple[str, ...]  # readings and overlays that are not the usual ones


class Asked(NamedTuple):
    """A line of the script that asked or claimed something, and what the rules say to it."""

    id: str
    line: str
    question: str
    allowed: bool
    answer: str
    article: str
    others: tuple[str, ...]  # articles of other conditions that fail too
    ok: bool
    wrong: str  # what is not as it was claimed


class Reason(NamedTuple):
    """An article that decides: what the book says, and what it comes to here."""

    id: str
    article: str
    title: str
    summary: str
    here: tuple[str, ...]
    step: str  # the id of the step at which it does; "" where it is told at none
    main: bool  # is it among those shown at once?


class Step(NamedTuple):
    """One line of what happened. `n` counts the lines at the top, 0 within them and for brackets."""

    id: str
    n: int
    depth: int
    text: str
    articles: tuple[str, ...]
    folded: bool = False


class Possibility(NamedTuple):
    """One way to read an open question: is it the one taken, what it means, what the ruling would be by it,
    and how to have it.
    """

    name: str
    taken: bool
    says: str
    comes_to: str
    option: str


class Open(NamedTuple):
    """An open question that the ruling touches; it decides where another possibility gives another ruling."""

    id: str
    name: str
    kind: str  # reading, question or version
    question: str
    decides: bool
    articles: tuple[str, ...]
    why: str
    possibilities: tuple[Possibility, ...]


class Next(NamedTuple):
    """The decision that comes next: whose it is, what may be answered, and what not and why."""

    seat: str
    text: str
    refused: tuple[str, ...]


class Checked(NamedTuple):
    """What the fixture claims and whether it holds."""

    verdict: str
    text: str
    failures: tuple[str, ...]
    counts: Mapping[str, int]


class Page(NamedTuple):
    """A ruling for one reader."""

    answer: Answer
    asked: tuple[Asked, ...]
    why: tuple[Reason, ...]
    when: tuple[str, ...]  # when what was refused is allowed
    steps: tuple[Step, ...]
    idle: str
    open: tuple[Open, ...]
    next: Next
    checked: Checked


def shown(reasons: Sequence[Reason]) -> list[Reason]:
    """The reasons that are shown at once."""
    return [one for one in reasons if one.main]
