"""What is said of a card in a few words: values, types, keywords, abilities, and how it lies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from judge.board.entry_keys import KEYS
from judge.engine.kernel.book import Book
from judge.grammar.cards import words_of_cards
from judge.shorthand.abbreviations import meant, spelt
from judge.shorthand.abilities import Brackets, is_number, kinds_of, value_of
from judge.shorthand.typed import Typed, Word
from judge.text.plain import Plain

VALUE: Final = ("int", "words")  # attributes that a word can fill


class Sense(NamedTuple):
    """What a word may mean: what it sets, and to what; None where the next word says it."""

    where: str  # "card" or "entry"
    key: str
    value: Plain = None
    adds: bool = False  # one of several words of the same key


class Spoken(NamedTuple):
    """What was said of one card: what it prints, how it lies, and at which column each key stands."""

    card: dict[str, Plain]
    entry: dict[str, Plain]
    columns: dict[str, int]


class CardWords:
    """The words that a game has for its cards."""

    def __init__(self, book: Book) -> None:
        self.book = book
        notation = book.tables["notation"]
        self.numbers: Sequence[str] = notation.get("numbers", ())
        self.senses: dict[str, list[Sense]] = {}
        for word, sense in self.every():
            same = self.senses.setdefault(spelt(word), [])
            same += [sense] if sense not in same else []
        for word, other in notation.get("words", {}).items():
            key, _, value = other.partition("=")
            self.senses.setdefault(word, [self.named(key, value)])

    def every(self) -> Iterator[tuple[str, Sense]]:
        """Each word with what it means."""
        book = self.book
        for mark, states in book.tables["mark"].items():
            if isinstance(states, list):
                yield from ((one, Sense("entry", mark, one)) for one in states if mark != "slot")
            else:
                yield mark, Sense("entry", mark, True if states == "flag" else None)
        yield from ((one, Sense("card", "type", one)) for one in book.tables["types"])
        yield "token", Sense("card", "token", True)
        for name, row in book.attributes.items():
            if row["type"] in VALUE:
                yield name, Sense("card", name)
            yield from ((one, Sense("card", name, one, adds=True)) for one in row.get("words", ()))
        for alias, name in book.keyword_names.items():
            yield alias, Sense("card", name, True)

    def named(self, key: str, value: str) -> Sense:
        """A state of a mark, or a value of a card, written out."""
        return Sense("entry" if key in self.book.tables["mark"] else "card", key, value)

    # --- reading -----------------------------------------------------------------------------------
    def read(self, typed: Typed, words: Sequence[Word]) -> Spoken:
        """What the words say; those that say nothing become problems of the line."""
        said = Spoken({}, {}, {})
        rest = list(words)
        while rest:
            word = rest.pop(0)
            head = word.text.partition("=")[0].partition("(")[0]
            if head != word.text and not word.quoted:
                self.written_out(typed, said, word, head)
            elif is_number(word.text.lstrip("/").split("/")[0]):
                self.bare_numbers(typed, said, word)
            else:
                self.bare(typed, said, word, rest)
        return said

    def written_out(self, typed: Typed, said: Spoken, word: Word, head: str) -> None:
        """`key=value`, or what stands in brackets after a keyword or a kind of ability."""
        keys = self.keys() if word.text[len(head)] == "=" else self.bracketed()
        found, name = meant(head, keys), Word(head, word.column)
        if len(found) > 1:
            typed.several(name, found)
        elif not found:
            typed.unknown(name, "word for a card", keys)
        if len(found) != 1:
            return
        key = self.book.keyword_names.get(found[0], found[0])
        if word.text[len(head)] == "=":
            value = value_of(typed, word.parts("=")[1])
        else:
            inner = Word(word.text[len(head) + 1 : -1], word.column + len(head) + 1)
            value = Brackets(self.book, typed).read(key, inner)
        where = "entry" if key in self.book.tables["mark"] or key in KEYS else "card"
        self.put(typed, said, word, Sense(where, key, value))

    def keys(self) -> set[str]:
        """Every key that may be written out."""
        own = {*self.book.attributes, *words_of_cards(self.book), *self.book.keyword_names, "type", "back"}
        return {*own, *self.book.tables["mark"], *KEYS} - {"card", "slot"}

    def bracketed(self) -> set[str]:
        """Every word that may stand before brackets: a keyword, or a kind of ability."""
        return {*self.book.keyword_names, *kinds_of(self.book)}

    def bare_numbers(self, typed: Typed, said: Spoken, word: Word) -> None:
        """`15000`, or `1000/1200` where cards have two such numbers."""
        texts = word.text.split("/")
        wrong = next((one for one in texts if one and not is_number(one)), "")
        if wrong or len(texts) > len(self.numbers):
            expected = "/".join(self.numbers) or "an attribute before it"
            typed.fault(word.column, f"{word.text!r} is no number of a card", expected, word.text)
            return
        for name, text in zip(self.numbers, texts, strict=False):
            if text:  # `/1200` leaves the first unsaid
                self.put(typed, said, word, Sense("card", name, int(text)))

    def bare(self, typed: Typed, said: Spoken, word: Word, rest: list[Word]) -> None:
        """A word alone, or the name of a value before it."""
        found = self.meanings(word, bool(rest) and is_number(rest[0].text))
        if len(found) > 1:
            typed.several(word, map(shown, found))
        elif found:
            self.sensed(typed, said, word, rest, found[0])
        else:
            typed.unknown(word, "word for a card (another card comes after +)", self.senses)

    def meanings(self, word: Word, number: bool) -> list[Sense]:
        """What a word may mean; the name of a number means nothing where no number follows, unless there is
        nothing else.
        """
        wanted = spelt(word.text)
        open_names = [one for one in self.senses if number or not self.counts(one)]
        for names in (meant(wanted, open_names), meant(wanted, self.senses)):
            found: list[Sense] = []
            for sense in (one for name in names for one in self.senses[name]):
                found += [sense] if sense not in found else []
            if found:
                return found
        return []

    def counts(self, word: str) -> bool:
        """Does a word mean nothing but a number that follows?"""
        return all(one.value is None and self.numeric(one) for one in self.senses[word])

    def numeric(self, sense: Sense) -> bool:
        """Is what a word sets a number?"""
        return sense.where == "entry" or self.book.attributes[sense.key]["type"] == "int"

    def sensed(self, typed: Typed, said: Spoken, word: Word, rest: list[Word], sense: Sense) -> None:
        """What a word means, with the value that follows where it needs one."""
        if sense.value is not None:
            self.put(typed, said, word, sense)
            return
        number = self.numeric(sense)
        what = "a whole number" if number else "a word"
        if not rest or (number and not is_number(rest[0].text)):
            typed.fault(word.column, f"{sense.key} needs its value", f"{what} after it", word.text)
            return
        value = rest.pop(0)
        said_value = value.text if value.quoted else value_of(typed, value)
        self.put(typed, said, word, sense._replace(value=said_value))

    def put(self, typed: Typed, said: Spoken, word: Word, sense: Sense) -> None:
        """Note what was said; the same key twice is a slip, but for words of which a card has several."""
        into = said.card if sense.where == "card" else said.entry
        if sense.key in into and not sense.adds:
            typed.fault(word.column, f"{sense.key} is said twice", "one of the two", word.text)
            return
        before = into.get(sense.key)
        into[sense.key] = sense.value if before is None else [*listed_value(before), sense.value]
        said.columns.setdefault(sense.key, word.column)


def listed_value(value: Plain) -> list[Plain]:
    """One or several as a list."""
    return list(value) if isinstance(value, list) else [value]


def shown(sense: Sense) -> str:
    """A meaning written out, so that nothing else is meant."""
    value = "…" if sense.value is None else "true" if sense.value is True else sense.value
    return f"{sense.key}={value}"
