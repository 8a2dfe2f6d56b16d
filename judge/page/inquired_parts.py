"""The answer to one question, as plain values for a renderer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from judge.page.answer import book_mark, unread
from judge.page.parts import Answer, Open, Reason
from judge.speech.sentences import Teller


class When(NamedTuple):
    """The moments that have one answer by one article: `answer` is yes, no or waits."""

    answer: str
    word: str
    moments: tuple[str, ...]
    article: str


class Here(NamedTuple):
    """The answer at the one moment that is asked about: `answer` is yes, no, not-yet or open, `as_read` the
    one by the readings that are taken.
    """

    answer: str
    as_read: str
    moment: str
    article: str
    found: str  # what was found there that refuses it


class Told(NamedTuple):
    """A sentence with its article."""

    text: str
    article: str


class Inquired(NamedTuple):
    """A question and its answer, for one reader.

    `kind` is ``open`` where another possibility of a reading gives another answer; `as_read` is the answer by
    the readings that are taken.
    """

    question: str
    kind: str
    as_read: str
    answer: Answer
    moments: tuple[When, ...]
    back: tuple[Told, ...]  # what led to a fact, the last first
    made: tuple[Told, ...]  # the permanents by which a value is what it is
    listens: tuple[str, ...]  # what an ability waits for that was never set off
    why: tuple[Reason, ...]
    when: tuple[str, ...]
    otherwise: tuple[str, ...]  # what would have turned it
    open: tuple[Open, ...]
    here: Here | None = None  # of an act: at the end of the script, or the last moment that is named
    instead: tuple[str, ...] = ()  # the lines by which something is done with the same cards there


def headed(teller: Teller, question: str, kind: str, head: str) -> Inquired:
    """A question with the first line of its answer."""
    shade = {
        "did": "yes",
        "holds": "yes",
        "yes": "yes",
        "depends": "mixed",
        "unseen": "mixed",
        "unsure": "mixed",
        "fact": "plain",
        "undecided": "undecided",
    }.get(kind, "no")
    mark, taken = book_mark(teller)
    said = Answer(shade, (head,), (), teller.ruling.fixture.model.title, mark, taken, unread(teller))
    return Inquired(question, kind, kind, said, (), (), (), (), (), (), (), ())


def with_open(page: Inquired, found: Iterable[Open], head: str) -> Inquired:
    """The answer with the readings on which it hangs, if any: `head` says so in its first line. What the book
    leaves undecided by the readings that are taken stays so.
    """
    readings = tuple(found)
    if not readings or page.kind == "undecided":
        return page._replace(open=readings)
    said = page.answer._replace(kind="open", answers=(head,))
    return page._replace(kind="open", answer=said, open=readings)
