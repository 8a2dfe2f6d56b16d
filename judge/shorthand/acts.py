"""What players do, in short: `A at raider` is `A: attack raider`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from judge.engine.kernel.book import Book
from judge.engine.kernel.state import CHANCE, JUDGE, SEATS
from judge.errors import nearest
from judge.fixture.acts import Words, acts_of
from judge.fixture.script import CLAIMS, LEADS, NO, YES
from judge.shorthand.abbreviations import meant
from judge.shorthand.typed import ENDS, Typed, Word, parted

# Words of speech that say nothing more, unless a card is called so.
FILLING: Final = frozenset((
    "with", "the", "to", "at", "against", "on", "into", "now", "an", "a", "his", "her", "its", "their",
    "of", "from", "in", "using",
))  # fmt: skip
ASKING: Final = ("may", "can", "could", "does")
WHOLE: Final = ("know", "concede")  # lines that are taken as they are written
TOLD: Final = ("why", "who")  # questions that a ruling answers by itself
NOTHING: Final = ("what happens", "nothing", "")


class Question(NamedTuple):
    """What is asked: whether somebody may do something, an `ask` of a fixture, or only what happens."""

    seat: str = ""
    words: tuple[Word, ...] = ()
    ask: str = ""


def read_question(typed: Typed, acts: Collection[str]) -> Question:
    """The question of a line, its act among `acts`; what is wrong with it becomes problems of the line."""
    text = typed.text.strip().rstrip("?").strip()
    if text.lower().rstrip(".") in NOTHING or (len(text) > 1 and NOTHING[0].startswith(text.lower())):
        return Question()
    words = [one._replace(text=one.text.rstrip("?")) for one in typed.words() if one.text not in ("?", ";")]
    if words[0].text.lower() in TOLD:
        return Question(ask=text[0].lower() + text[1:])
    if words[0].text.lower() in ASKING:
        words.pop(0)
    seat, rest = seat_of(words)
    if len(words) == 1 and "." in words[0].text and not seat:
        return Question(ask=f"why {words[0].text}")
    if not seat or not rest:
        column = words[0].column if words else 1
        typed.fault(column, "who asks to do what?", "A or B, the act, its cards", text[:40])
        return Question()
    act = act_of(typed, rest[0], acts)
    return Question(seat, (rest[0]._replace(text=act), *rest[1:]))


def seat_of(words: Sequence[Word]) -> tuple[str, Sequence[Word]]:
    """Whose act it is, in small letters too, and the words after that."""
    head, rest = words[0].parts(":") if words else (Word("", 1), Word("", 1))
    seat = head.text.upper()
    if seat not in SEATS:
        return "", words
    return seat, [*([rest] if rest.text else []), *words[1:]]


def act_of(typed: Typed, word: Word, acts: Collection[str]) -> str:
    """The act that a word begins."""
    if word.text in (*LEADS, *YES, *NO, *WHOLE):
        return word.text
    found = meant(word.text, acts)
    if len(found) == 1:
        return found[0]
    (typed.several(word, found) if found else typed.unknown(word, "act", acts))
    return word.text


def games_with(question: Question, books: Sequence[Book]) -> list[str]:
    """The games in which there is the act that is asked about."""
    first = question.words[0].text if question.words else ""
    return [book.id for book in books if not first or meant(first, acts_of(book))]


def acts_in(typed: Typed) -> list[list[Word]]:
    """The words of each act of a line."""
    return [words for words in parted(typed.words(), ENDS) if words]


class Acts:
    """Reads lines of a script against the cards that lie there."""

    def __init__(self, words: Words) -> None:
        self.words = words
        cards = {one for one in words.named if "." not in one and not one.startswith("default-")}
        self.cards = sorted(cards - set(words.book.tables["stock"]))
        self.things = cards | words.beside

    def lines(self, typed: Typed) -> list[str]:
        """The lines of a script, with `;` between them."""
        return [self.line(typed, words) for words in acts_in(typed)]

    def line(self, typed: Typed, words: Sequence[Word]) -> str:
        """One line as a fixture writes it."""
        head = words[0].text.partition(":")[0]
        if head in (CHANCE, JUDGE):
            return " ".join(one.text for one in words)
        seat, rest = seat_of(words)
        if not seat or not rest:
            typed.fault(words[0].column, "whose act is it?", "A or B, then what is done", words[0].text)
            return ""
        return f"{seat}: {' '.join(self.said(typed, seat, rest))}"

    def said(self, typed: Typed, seat: str, words: Sequence[Word]) -> list[str]:
        """The words of one player's line: the act, then what it is done with."""
        if words[0].text in WHOLE:
            return [one.text for one in words]
        if words[0].text in CLAIMS and words[1:]:
            return [words[0].text, *self.said(typed, seat, words[1:])]
        thing = self.words.thing(words[0].text)
        act = words[0].text if thing else act_of(typed, words[0], self.words.acts)
        return [act, *self.things_of(typed, seat, words[1:])]

    def things_of(self, typed: Typed, seat: str, words: Sequence[Word]) -> list[str]:
        """The cards and whatever else an act is done with; after `by` an article."""
        found, cited = [], False
        for one in words:
            if cited or one.text in ("by", "by*", "="):
                found.append(one.text)
                cited = one.text in ("by", "by*")
            elif one.text not in FILLING or self.words.thing(one.text):
                found.append(self.thing(typed, seat, one))
        return found

    def thing(self, typed: Typed, seat: str, word: Word) -> str:
        """A card, or a state, a slot, an option; a zone is the other player's."""
        if self.words.thing(word.text):
            return word.text
        if word.text in self.words.book.zones:
            other = next(one for one in SEATS if one != seat)
            return f"{other}.{word.text}"
        owner, dot, name = word.text.rpartition(".")
        found = meant(name, self.things)
        if len(found) == 1 and (not dot or owner in SEATS):
            return f"{owner}{dot}{found[0]}"
        if len(found) > 1:
            typed.several(word, found)
        else:
            hint = nearest(word.text, self.things)
            typed.unknown(word, "card that is there, and nothing else is called so", self.cards, hint)
        return word.text
