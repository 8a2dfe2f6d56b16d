"""What a card does, in brackets: `contre(attack, negate attack)`, `effect(draw 1)`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import Final

from judge.engine.kernel.book import Book
from judge.engine.words.ability_kinds import KINDS, SHARED
from judge.shorthand.abbreviations import meant
from judge.shorthand.typed import Typed, Word, parted
from judge.text.numbers import is_figures
from judge.text.plain import Plain

FIRST: Final = ("against", "on")  # what a single word in an ability's brackets is
DO: Final = "do"


def value_of(typed: Typed, word: Word) -> Plain:
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
    """Reads what stands in the brackets after a keyword or a kind of ability."""

    def __init__(self, book: Book, typed: Typed) -> None:
        self.book = book
        self.typed = typed

    def read(self, name: str, inner: Word) -> dict[str, Plain]:
        """The keys of an ability or a keyword."""
        inside = Typed(self.typed.name, " " * (inner.column - 1) + inner.text)
        found: dict[str, Plain] = {}
        for part in parted(inside.words(), ","):
            if part:
                self.part(found, name, part)
        self.typed.problems += inside.problems
        return found

    def part(self, found: dict[str, Plain], name: str, part: list[Word]) -> None:
        """One part: a key with its value, an instruction, or a word that fills the first key."""
        first, keys = part[0], self.keys(name)
        if "=" in first.text and first.text[:1] != "{":
            key, value = first.parts("=")
            found[key.text] = value_of(self.typed, value)
        elif first.text[:1] == "{":
            found.setdefault(self.does(name), []).append(value_of(self.typed, first))
        elif len(part) == 1:
            self.single(found, name, first)
        elif first.text in keys and keys[first.text] not in ("instructions", "effect"):
            found[first.text] = self.values(part[1:])
        else:
            found.setdefault(self.does(name), []).append({first.text: self.values(part[1:])})

    def values(self, words: list[Word]) -> Plain:
        """One value, or several as a list."""
        found = [value_of(self.typed, one) for one in words]
        return found[0] if len(found) == 1 else found

    def single(self, found: dict[str, Plain], name: str, word: Word) -> None:
        """A word alone: the value of the first key that has none yet."""
        kinds = self.keys(name)
        free = [one for one in kinds if one not in found and kinds[one] not in ("effect", "cost")]
        key = next((one for one in free if name in self.book.keywords or one in FIRST), "")
        if not key:
            expected = "an instruction such as draw 1, or key=value"
            self.typed.fault(word.column, f"{word.text!r} alone says nothing of {name}", expected, word.text)
            return
        found[key] = self.act(word) if kinds[key] == "acts" else value_of(self.typed, word)

    def act(self, word: Word) -> Plain:
        """A kind of act, by its beginning."""
        several = meant(word.text, self.book.tables.get("acts", ()))
        return several[0] if len(several) == 1 else value_of(self.typed, word)

    def keys(self, name: str) -> Mapping[str, str]:
        """What may stand in the brackets, each with the kind of its value; those to be filled first first."""
        if name in self.book.keywords:
            params: Mapping[str, str] = self.book.keywords[name].get("params", {})
            return params
        kind = str(self.book.kinds[name]["kind"]) if name in self.book.kinds else name
        takes = KINDS[kind].takes
        return dict(sorted({**takes, **SHARED}.items(), key=lambda one: one[0] not in FIRST))

    def does(self, name: str) -> str:
        """The key under which instructions stand."""
        effects = [key for key, kind in self.keys(name).items() if kind == "effect"]
        return next(iter(effects), DO)


def kinds_of(book: Book) -> Iterator[str]:
    """The kinds of ability that cards of a game can have, by the book's names and the engine's."""
    yield from dict.fromkeys((*book.kinds, *KINDS))
