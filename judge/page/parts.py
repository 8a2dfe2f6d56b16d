"""The parts of a ruling's page as data, with ids that stay: answer, asked, why, steps, open, next, checked;
and the texts of cards.

Text, JSON and further forms only draw this and decide nothing. A note on a type says what the JSON has under
that key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from judge.play.ruling import Verdict
from judge.text.rows import NamedTuple


class Answer(NamedTuple):
    """The result of the ruling."""

    kind: Annotated[
        str,
        "no, yes, not-yet, open or mixed to what was asked; won; plain: only what changed; undecided; unfit",
    ]
    answers: Annotated[tuple[str, ...], "the sentences that answer"]
    changes: Annotated[tuple[str, ...], "the sentences that say what changed"]
    title: Annotated[str, "the title of the fixture"]
    book: Annotated[str, "by what it was played"]
    taken: Annotated[tuple[str, ...], "readings and overlays that are not the usual ones"]
    unread: Annotated[str, "the cards that are played without their text, in a sentence; empty with --as"] = (
        ""
    )


class Asked(NamedTuple):
    """A line of the script that asked or claimed something, and what the rules say to it."""

    id: Annotated[str, "a1, a2, …"]
    line: Annotated[str, "the line, as it is written"]
    question: Annotated[str, "the same as a question"]
    allowed: Annotated[bool, "is it so, by the readings that are taken?"]
    answer: Annotated[str, "the answer in a word, or in a sentence"]
    article: Annotated[str, "the article that decides"]
    others: Annotated[tuple[str, ...], "articles of other conditions that fail too"]
    ok: Annotated[bool, "is it as it was claimed?"]
    wrong: Annotated[str, "what is not as it was claimed"]
    kind: Annotated[str, "yes, no, not-yet or open, to a player cannot-tell"]


class Reason(NamedTuple):
    """An article that decides: its text, and what it means on this board."""

    id: Annotated[str, "w1, w2, …"]
    article: Annotated[str, "its number"]
    title: Annotated[str, "its title"]
    summary: Annotated[str, "what the book says, in our words"]
    here: Annotated[tuple[str, ...], "what was found on this board"]
    step: Annotated[str, "the id of the step at which it decides; empty where it is told at none"]
    main: Annotated[bool, "is it among those shown at once?"]
    language: Annotated[str, "of the summary: en where it is a title that stands in English alone"] = "en"


class Step(NamedTuple):
    """One line of what happened."""

    id: Annotated[str, "s1, s2, …"]
    n: Annotated[int, "counts the lines at the top; 0 within them and for brackets"]
    depth: Annotated[int, "how deep it stands within others"]
    text: Annotated[str, "the line"]
    articles: Annotated[tuple[str, ...], "the articles by which it happened"]
    folded: Annotated[bool, "is it a bracket that says what was idle?"] = False


class Possibility(NamedTuple):
    """One way to read an open question."""

    name: Annotated[str, "its name"]
    taken: Annotated[bool, "is it the one by which was played?"]
    says: Annotated[str, "what it means"]
    comes_to: Annotated[str, "what the ruling would be by it"]
    option: Annotated[str, "how to have it"]


class Open(NamedTuple):
    """An open question that the ruling touches."""

    id: Annotated[str, "o1, o2, …"]
    name: Annotated[str, "the name of the reading, the question or the version"]
    kind: Annotated[
        Literal["reading", "question", "version", "sentence"],
        "a question has one side that can be played; a sentence is one of a card's text that is not known",
    ]
    question: Annotated[str, "what is asked of the book, or what is not known of the text"]
    decides: Annotated[bool, "does another possibility give another ruling?"]
    articles: Annotated[tuple[str, ...], "the articles that leave it open"]
    why: Annotated[str, "why it is read as it is"]
    possibilities: Annotated[tuple[Possibility, ...], "the ways to read it"]


class Next(NamedTuple):
    """The decision that comes next."""

    seat: Annotated[str, "whose it is; empty where nobody is asked"]
    text: Annotated[str, "what may be answered"]
    refused: Annotated[tuple[str, ...], "what may not, and why"]


class Checked(NamedTuple):
    """What the fixture claims and whether it holds."""

    verdict: Annotated[Verdict, "empty with --as"]
    text: Annotated[str, "what holds, in words"]
    failures: Annotated[tuple[str, ...], "what does not"]
    counts: Annotated[Mapping[str, int], "how many claims, facts and articles there are"]
    far: Annotated[str, "the cards of whose texts something is not known and that were never near"] = ""


class Term(NamedTuple):
    """A word of the page in the language of the book."""

    word: Annotated[str, "as the page has it"]
    term: Annotated[str, "as the book has it"]
    language: Annotated[str, "of the book, such as ja"]
    main: Annotated[bool, "is it a thing of the board: a zone, a state, a keyword, a window?"]


class SentenceText(NamedTuple):
    """A sentence of a printed text, and what it means."""

    n: Annotated[str, "which one it is: 2, or back.2 of the other side"]
    text: Annotated[str, "as it is printed"]
    state: Annotated[str, "read, unread, unsure, by hand, corrected or written (in the fixture)"]
    word: Annotated[str, "the same in the language of the page"]
    means: Annotated[str, "what it means as on a card, or why that is not known"]


class CardText(NamedTuple):
    """A card of the catalogue with its text."""

    id: Annotated[str, "c1, c2, …"]
    card: Annotated[str, "its name in the fixture"]
    number: Annotated[str, "its number or passcode"]
    name: Annotated[str, "what is printed on it"]
    sentences: Annotated[tuple[SentenceText, ...], "its text, sentence by sentence"]


class Questions(NamedTuple):
    """The answers to the questions of a fixture: rows, reasons, sentences about when, and the sentences of
    the answer.
    """

    asked: tuple[Asked, ...] = ()
    why: tuple[Reason, ...] = ()
    when: tuple[str, ...] = ()
    open: tuple[Open, ...] = ()
    heads: tuple[str, ...] = ()  # the answers in sentences
    kinds: tuple[str, ...] = ()  # yes, no, not-yet or open, of those that have such an answer


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
    terms: tuple[Term, ...] = ()
    cards: tuple[CardText, ...] = ()


def shown(reasons: Sequence[Reason]) -> list[Reason]:
    """The reasons that are shown at once."""
    return [reason for reason in reasons if reason.main]
