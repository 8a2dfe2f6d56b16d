"""Open matters: tells what a rulebook leaves open in the words of a language; in English, marked as such,
where the language has none.
"""

from __future__ import annotations

from judge.engine.kernel.book import Book
from judge.rulebook.translations import HOME, translated
from judge.speech.catalogue import Phrases, fill
from judge.text.plain import Fields
from judge.text.rows import NamedTuple


class Reading(NamedTuple):
    """A question that the book leaves open: why it is read as it is, and what each possibility means."""

    question: str
    why: str
    says: dict[str, str]


class Question(NamedTuple):
    """A question of which only one side is played, with the other sides."""

    question: str
    why: str
    taken: str
    other: tuple[str, ...]


def reading_in(book: Book, name: str, words: Phrases, lang: str) -> Reading:
    """A reading of a rulebook."""
    row, own = book.tables["reading"][name], own_row(book, "reading", name, lang)
    values = {} if own is None else own.get("value", {})
    says = {
        key: values[key]["says"] if key in values else value["says"] for key, value in row["value"].items()
    }
    if own is not None:
        return Reading(own["question"], own["why"], says)
    return Reading(marked(row["question"], words, lang), row["why"], says)


def question_in(book: Book, name: str, words: Phrases, lang: str) -> Question:
    """A question of a rulebook."""
    own = own_row(book, "question", name, lang)
    row = book.tables["question"][name] if own is None else own
    asked = row["question"] if own is not None else marked(row["question"], words, lang)
    return Question(asked, row["why"], row["taken"], tuple(row["other"]))


def own_row(book: Book, kind: str, name: str, lang: str) -> Fields | None:
    """The words of a language for a reading or a question; None where it has none."""
    rows: Fields = translated(book.folder, "readings", lang).get(kind, {})
    row: Fields | None = rows.get(name)
    return row


def marked(text: str, words: Phrases, lang: str) -> str:
    """An English text with a mark that says so, for who reads another language."""
    return text if lang == HOME else fill(words["sheet"]["foreign"], {"text": text})
