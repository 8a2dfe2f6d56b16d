"""What the tests of readings share: the grammar, and readings made comparable."""

from __future__ import annotations

import functools
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from judge.reading.grammar import Grammar, load_grammar
from judge.reading.meanings import Meaning, NoMeaning
from judge.reading.notation import SILENT, slots_of
from judge.reading.rows import Rows
from judge.rulebook.shelf import named

DATA = Path(__file__).resolve().parents[1] / ".." / "shared" / "data" / "dbs"
YGO = DATA.parent / "ygo"
HERE = Path(__file__).parent / "reading"
ALIASES = {"evolution-ex": "evolution"}


def dbs() -> Grammar:
    """The grammar of the game whose texts are read so far."""
    found = load_grammar(str(named("dbs")))
    assert found is not None
    return found


def ygo() -> Grammar:
    """The grammar of Yu-Gi-Oh!."""
    found = load_grammar(str(named("ygo")))
    assert found is not None
    return found


@functools.cache
def by_hand(game: str = "dbs") -> dict[str, dict[str, Any]]:
    """Cards by number, with what somebody has written of each sentence."""
    return tomllib.loads((HERE / f"by_hand.{game}.toml").read_text("utf-8"))


def alike(value: Any) -> Any:
    """A reading in which names of one's own are those that stand in their order, and nothing is said that
    holds anyway.
    """
    names: dict[str, str] = {}

    def named_again(one: str) -> str:
        return names.setdefault(one, f"n{len(names)}")

    def plain(key: str, inner: Any, one: dict[str, Any], pattern: bool) -> bool:
        """Does a key say nothing?"""
        named = key == "name" and "do" in one
        alone = key == "n" and inner == 1 and ("choose" in one or "search" in one)
        usual = key == "attr" and inner == "atk"  # the attribute that changes where none is said
        return named or alone or usual or (key == "of" and inner == "me" and not pattern)

    def walk(one: Any, pattern: bool = False) -> Any:
        if isinstance(one, list):
            found = [walk(each, pattern) for each in one]
            return found[0] if len(found) == 1 and not pattern else found
        if isinstance(one, str) and one.startswith("$"):
            return f"${named_again(one[1:])}"
        if not isinstance(one, dict):
            return one
        found = {}
        for key in sorted(one, key=lambda key: (key not in ("cost", "choose", "number"), key != "on", key)):
            inner = one[key]
            if key in ("choose", "number", "as", "if", "into") and isinstance(inner, str):
                found[key] = named_again(inner)
            elif key == "may" and isinstance(inner, str):
                found[key] = "may"
            elif not plain(key, inner, one, pattern):
                found[ALIASES.get(key, key)] = walk(inner, pattern or key in ("on", "until"))
        return found

    return walk(value)


# --- sentences made of rows ------------------------------------------------------------------------
NAMES = {"trait": "《Moss Folk》", "character": "<Anka>", "name": "{Tower of Glass}", "tag": "[Blocker]"}
NAMES |= {"quote": '"Moss Folk"', "own": '"Anka of the Moss"'}
DEEPEST = 14


class Maker:
    """Makes sentences by following rows at random, each with what its rows say."""

    def __init__(self, rows: Rows, seed: int) -> None:
        self.rows, self.dice = rows, random.Random(seed)
        self.least: dict[str, int] = dict.fromkeys(rows.tokens, 0)
        for _ in range(40):  # how deep a part of each kind has to be
            for kind, every in rows.rows.items():
                found = [max([0, *self.needed(one.ways)]) + 1 for one in every if self.possible(one.ways)]
                self.least[kind] = min([*found, self.least.get(kind, 99)])

    def possible(self, ways: Any) -> bool:
        return all(kind in self.least for _, kind in slots_of(ways))

    def needed(self, ways: Any) -> list[int]:
        return [self.least.get(kind, 99) for _, kind in slots_of(ways)]

    def part(self, kind: str, deep: int = 0) -> tuple[str, Meaning]:
        """A part of a kind and its meaning. Raises NoMeaning where what was tried has none."""
        if kind in self.rows.tokens:
            return self.token(kind)
        rows = self.rows.rows[kind]
        if deep > DEEPEST:
            least = min(max([0, *self.needed(one.ways)]) for one in rows)
            rows = [one for one in rows if max([0, *self.needed(one.ways)]) == least]
        row = self.dice.choice(rows)
        bound: dict[str, Meaning] = {}
        text = self.way(self.dice.choice(row.ways), deep, bound)
        return text, row.saying.of(bound)

    def token(self, kind: str) -> tuple[str, Meaning]:
        if kind == "digits":
            n = self.dice.randint(1, 9)
            return str(n), n
        if kind in ("plus", "minus"):
            n = 5000 * (1 if kind == "plus" else -1)
            return f"{n:+}", n
        return NAMES[kind], NAMES[kind][1:-1]

    def way(self, way: Any, deep: int, bound: dict[str, Meaning]) -> str:
        words = []
        for piece in way:
            if piece.word:
                words.append(piece.word)
            elif piece.slot:
                text, value = self.part(piece.kind, deep + 1)
                words.append(text)
                if piece.slot != SILENT:
                    bound[piece.slot] = value
            elif not piece.maybe or self.dice.random() < 0.5:
                words.append(self.way(self.dice.choice(piece.ways), deep, bound))
        return " ".join(filter(None, words))

    def sentences(self, kind: str, many: int) -> Iterator[tuple[str, Meaning]]:
        """So many sentences with their meanings."""
        while many:
            try:
                yield self.part(kind)
                many -= 1
            except NoMeaning:
                continue
