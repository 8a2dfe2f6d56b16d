"""The answer to one question, as plain values for a renderer."""

from __future__ import annotations

from typing import NamedTuple

from judge.page.answer import book_mark
from judge.page.parts import Answer, Open, Reason
from judge.speech.sentences import Teller


class When(NamedTuple):
    """The moments that have one answer by one article: `answer` is yes, no or waits."""

    answer: str
    word: str
    moments: tuple[str, ...]
    article: str


class Told(NamedTuple):
    """A sentence with its article."""

    text: str
    article: str


class Inquired(NamedTuple):
    """A question and its answer, for one reader."""

    question: str
    kind: str
    answer: Answer
    moments: tuple[When, ...]
    back: tuple[Told, ...]  # what led to a fact, the last first
    made: tuple[Told, ...]  # the permanents by which a value is what it is
    listens: tuple[str, ...]  # what an ability waits for that was never set off
    why: tuple[Reason, ...]
    when: tuple[str, ...]
    otherwise: tuple[str, ...]  # what would have turned it
    open: tuple[Open, ...]


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
    said = Answer(shade, (head,), (), teller.ruling.fixture.model.title, mark, taken)
    return Inquired(question, kind, said, (), (), (), (), (), (), (), ())
