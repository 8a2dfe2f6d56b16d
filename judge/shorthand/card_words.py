"""Words about a card in a line: values, types, keywords, how it lies, and in brackets what it does, as in
`contre(attack, negate attack)`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from judge.board.entry_keys import KEYS
from judge.engine.kernel.book import Book
from judge.engine.words.ability_kinds import KINDS, SHARED
from judge.grammar.cards import words_of_cards
from judge.shorthand.typed import Typed, Word, meant, parted, spelt
from judge.text.numbers import is_figures
from judge.text.plain import Json
from judge.text.rows import NamedTuple

VALUE: Final = ("int", "words")  # attributes that a word can fill


class Sense(NamedTuple):
    """A possible meaning of a word: the key it sets, and its value; None where the next word gives it."""

    where: str  # "card" or "entry"
    key: str
    value: object = None
    adds: bool = False  # one of several words of the same key


class Spoken(NamedTuple):
    """The details of one card: what it prints, how it lies, and the column of each key."""

    card: dict[str, object]
    entry: dict[str, object]
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
                yield from ((state, Sense("entry", mark, state)) for state in states if mark != "slot")
            else:
                yield mark, Sense("entry", mark, True if states == "flag" else None)
        yield from ((kind, Sense("card", "type", kind)) for kind in book.tables["types"])
        yield "token", Sense("card", "token", True)
        for name, row in book.attributes.items():
            if row["type"] in VALUE:
                yield name, Sense("card", name)
            yield from ((word, Sense("card", name, word, adds=True)) for word in row.get("words", ()))
        for alias, name in book.keyword_names.items():
            yield alias, Sense("card", name, True)

    def named(self, key: str, value: str) -> Sense:
        """A state of a mark, or a value of a card, written out."""
        return Sense("entry" if key in self.book.tables["mark"] else "card", key, value)

    # --- reading -----------------------------------------------------------------------------------
    def read(self, typed: Typed, words: Sequence[Word]) -> Spoken:
        """What the words say. A word that means nothing is a problem of the line."""
        spoken = Spoken({}, {}, {})
        rest = list(words)
        while rest:
            word = rest.pop(0)
            head = word.text.partition("=")[0].partition("(")[0]
            if head != word.text and not word.quoted:
                self.written_out(typed, spoken, word, head)
            elif is_number(word.text.lstrip("/").split("/")[0]):
                self.bare_numbers(typed, spoken, word)
            else:
                self.bare(typed, spoken, word, rest)
        return spoken

    def written_out(self, typed: Typed, matches: Spoken, word: Word, head: str) -> None:
        """Reads `key=value`, or the brackets after a keyword or a kind of ability."""
        keys = self.keys() if word.text[len(head)] == "=" else self.bracketed()
        spoken, name = meant(head, keys), Word(head, word.column)
        if len(spoken) > 1:
            typed.several(name, spoken)
        elif not spoken:
            typed.unknown(name, "word for a card", keys)
        if len(spoken) != 1:
            return
        key = self.book.keyword_names.get(spoken[0], spoken[0])
        if word.text[len(head)] == "=":
            value = value_of(typed, word.parts("=")[1])
        else:
            inner = Word(word.text[len(head) + 1 : -1], word.column + len(head) + 1)
            value = Brackets(self.book, typed).read(key, inner)
        where = "entry" if key in self.book.tables["mark"] or key in KEYS else "card"
        self.put(typed, matches, word, Sense(where, key, value))

    def keys(self) -> set[str]:
        """Every key that may be written out."""
        own = {*self.book.attributes, *words_of_cards(self.book), *self.book.keyword_names, "type", "back"}
        return {*own, *self.book.tables["mark"], *KEYS} - {"card", "slot"}

    def bracketed(self) -> set[str]:
        """Every word that may stand before brackets: a keyword, or a kind of ability."""
        return {*self.book.keyword_names, *kinds_of(self.book)}

    def bare_numbers(self, typed: Typed, spoken: Spoken, word: Word) -> None:
        """`15000`, or `1000/1200` where cards have two such numbers."""
        texts = word.text.split("/")
        wrong = next((part for part in texts if part and not is_number(part)), "")
        if wrong or len(texts) > len(self.numbers):
            expected = "/".join(self.numbers) or "an attribute before it"
            typed.fault(word.column, f"{word.text!r} is no number of a card", expected, word.text)
            return
        for name, text in zip(self.numbers, texts, strict=False):
            if text:  # `/1200` leaves the first unsaid
                self.put(typed, spoken, word, Sense("card", name, int(text)))

    def bare(self, typed: Typed, spoken: Spoken, word: Word, rest: list[Word]) -> None:
        """A word alone, or the name of a value before it."""
        senses = self.meanings(word, bool(rest) and is_number(rest[0].text))
        if len(senses) > 1:
            typed.several(word, map(shown, senses))
        elif senses:
            self.sensed(typed, spoken, word, rest, senses[0])
        else:
            typed.unknown(word, "word for a card (another card comes after +)", self.senses)

    def meanings(self, word: Word, number: bool) -> list[Sense]:
        """The meanings of a word; the name of a number means nothing where no number follows, unless there is
        nothing else.
        """
        wanted = spelt(word.text)
        open_names = [key for key in self.senses if number or not self.counts(key)]
        for names in (meant(wanted, open_names), meant(wanted, self.senses)):
            senses: list[Sense] = []
            for sense in (meaning for name in names for meaning in self.senses[name]):
                senses += [sense] if sense not in senses else []
            if senses:
                return senses
        return []

    def counts(self, word: str) -> bool:
        """Does a word mean nothing but a number that follows?"""
        return all(sense.value is None and self.numeric(sense) for sense in self.senses[word])

    def numeric(self, sense: Sense) -> bool:
        """Is what a word sets a number?"""
        return sense.where == "entry" or self.book.attributes[sense.key]["type"] == "int"

    def sensed(self, typed: Typed, spoken: Spoken, word: Word, rest: list[Word], sense: Sense) -> None:
        """What a word means, with the value that follows where it needs one."""
        if sense.value is not None:
            self.put(typed, spoken, word, sense)
            return
        number = self.numeric(sense)
        what = "a whole number" if number else "a word"
        if not rest or (number and not is_number(rest[0].text)):
            typed.fault(word.column, f"{sense.key} needs its value", f"{what} after it", word.text)
            return
        value = rest.pop(0)
        said_value = value.text if value.quoted else value_of(typed, value)
        self.put(typed, spoken, word, sense._replace(value=said_value))

    def put(self, typed: Typed, spoken: Spoken, word: Word, sense: Sense) -> None:
        """Note a key and its value. A key given twice is a problem, unless a card may have several values."""
        into = spoken.card if sense.where == "card" else spoken.entry
        if sense.key in into and not sense.adds:
            typed.fault(word.column, f"{sense.key} is said twice", "one of the two", word.text)
            return
        before = into.get(sense.key)
        earlier = before if isinstance(before, list) else [before]
        into[sense.key] = sense.value if before is None else [*earlier, sense.value]
        spoken.columns.setdefault(sense.key, word.column)


def shown(sense: Sense) -> str:
    """A meaning written out, so that nothing else is meant."""
    value = "…" if sense.value is None else "true" if sense.value is True else sense.value
    return f"{sense.key}={value}"


# --- abilities in brackets: `contre(attack, negate attack)`, `effect(draw 1)` --------------------------
FIRST: Final = ("against", "on")  # what a single word in an ability's brackets is
DO: Final = "do"


def value_of(typed: Typed, word: Word) -> object:
    """A value as TOML, a number, true or false, or words: `[{ draw = 1 }]`, `5`, `tuner/effect`."""
    text = word.text
    if text[:1] in '[{"':
        try:
            return tomllib.loads(f"value = {text}")["value"]
        except (tomllib.TOMLDecodeError, RecursionError, ValueError):
            typed.fault(word.column, "this is no value as TOML has it", "such as [{ draw = 1 }]", text[:40])
            return ""
    if text in ("true", "false"):
        return text == "true"
    if is_number(text):
        return int(text)
    return text.split("/") if "/" in text else text


def is_number(text: str) -> bool:
    """A whole number that a rulebook could mean."""
    digits = text.removeprefix("-")
    return is_figures(digits) and len(digits) <= 10


class Brackets:
    """Reads the brackets after a keyword or a kind of ability."""

    def __init__(self, book: Book, typed: Typed) -> None:
        self.book = book
        self.typed = typed

    def read(self, name: str, inner: Word) -> dict[str, object]:
        """The keys of an ability or a keyword."""
        inside = Typed(self.typed.name, " " * (inner.column - 1) + inner.text)
        fields: dict[str, object] = {}
        for part in parted(inside.words(), ","):
            if part:
                self.part(fields, name, part)
        self.typed.problems += inside.problems
        return fields

    def part(self, fields: dict[str, Json], name: str, part: list[Word]) -> None:
        """One part: a key with its value, an instruction, or a word that fills the first key."""
        first, keys = part[0], self.keys(name)
        if "=" in first.text and first.text[:1] != "{":
            key, value = first.parts("=")
            fields[key.text] = value_of(self.typed, value)
        elif first.text[:1] == "{":
            fields.setdefault(self.does(name), []).append(value_of(self.typed, first))
        elif len(part) == 1:
            self.single(fields, name, first)
        elif first.text in keys and keys[first.text] not in ("instructions", "effect"):
            fields[first.text] = self.values(part[1:])
        else:
            fields.setdefault(self.does(name), []).append({first.text: self.values(part[1:])})

    def values(self, words: list[Word]) -> object:
        """One value, or several as a list."""
        parsed = [value_of(self.typed, word) for word in words]
        return parsed[0] if len(parsed) == 1 else parsed

    def single(self, fields: dict[str, object], name: str, word: Word) -> None:
        """A word alone: the value of the first key that has none yet."""
        kinds = self.keys(name)
        free = [kind for kind in kinds if kind not in fields and kinds[kind] not in ("effect", "cost")]
        key = next((free_key for free_key in free if name in self.book.keywords or free_key in FIRST), "")
        if not key:
            expected = "an instruction such as draw 1, or key=value"
            self.typed.fault(word.column, f"{word.text!r} alone says nothing of {name}", expected, word.text)
            return
        fields[key] = self.act(word) if kinds[key] == "acts" else value_of(self.typed, word)

    def act(self, word: Word) -> object:
        """A kind of act, by its beginning."""
        several = meant(word.text, self.book.tables.get("acts", ()))
        return several[0] if len(several) == 1 else value_of(self.typed, word)

    def keys(self, name: str) -> Mapping[str, str]:
        """The keys that the brackets may have, each with the kind of its value; first those that are filled
        first.
        """
        if name in self.book.keywords:
            params: Mapping[str, str] = self.book.keywords[name].get("params", {})
            return params
        kind = str(self.book.kinds[name]["kind"]) if name in self.book.kinds else name
        takes = KINDS[kind].takes
        return dict(sorted({**takes, **SHARED}.items(), key=lambda pair: pair[0] not in FIRST))

    def does(self, name: str) -> str:
        """The key under which instructions stand."""
        effects = [key for key, kind in self.keys(name).items() if kind == "effect"]
        return next(iter(effects), DO)


def kinds_of(book: Book) -> Iterator[str]:
    """The kinds of ability that cards of a game can have, by the book's names and the engine's."""
    yield from dict.fromkeys((*book.kinds, *KINDS))
