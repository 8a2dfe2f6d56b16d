"""Examples of what cards may say, made from the declarations of the vocabulary. Each is tried at the door,
and only what it accepts is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from judge.engine.kernel.book import Book
from judge.engine.words.ability_kinds import KINDS
from judge.errors import Problem
from judge.grammar.cards import CardChecker
from judge.text.plain import Fields, Json
from judge.text.source import Source
from judge.text.toml_text import inline

Sample = dict[str, Json]

DRAWS: Final = [{"draw": 1}]
HEARD: Final = ("attack", "ko", "destroy", "discard", "play", "move", "draw")  # events to show first
SUBJECTS: Final = ("self", "me", "any")
BY_KIND: Final[Mapping[str, object]] = {
    "cost": DRAWS, "effect": DRAWS, "instructions": DRAWS, "count": 2, "natural": 2, "int": 2, "amount": 2,
    "number": 2, "flag": True, "text": "word", "words": "word", "seat": "opponent",
    "condition": {"zone": "hand", "at_least": 2},
}  # fmt: skip


def example(name: str, card: Mapping[str, object]) -> str:
    """A card of an example, on one line."""
    return f"example: {name} = {inline(card)}"


def fits(book: Book, card: Mapping[str, object]) -> bool:
    """Does the door let a card in?"""
    return not refused(book, card)


def refused(book: Book, card: Mapping[str, object]) -> list[Problem]:
    """The first problem that the door finds in a card; none where it accepts the card."""
    checker = CardChecker(book, Source("", "", {"cards": {"c": card}}), {})
    return list(islice(checker.card(["cards", "c"], card), 1))


def first(book: Book, cards: Iterator[Sample]) -> Sample | None:
    """The first card that the door lets in."""
    return next((card for card in cards if fits(book, card)), None)


def printed(book: Book, spec: Fields) -> Iterator[Sample]:
    """Sample cards for a key that only some types and words take: of the usual type, or of one of these
    types.
    """
    usual = book.tables["types"][0]
    types = spec.get("types") or (usual,)
    only = dict(spec.get("only", {}))
    for name in types:
        yield {**({"type": name} if name != usual else {}), **only}
    for name in book.tables["types"]:
        yield {"type": name, **only}


def values(book: Book, kind: str) -> Iterator[object]:
    """Values of a kind, a few to try."""
    if kind in BY_KIND:
        yield BY_KIND[kind]
    elif kind in ("selector", "whole-selector", "cards"):
        yield {"zone": book.default_zone, "of": "opponent"}
    elif kind in ("zones", "zone"):
        yield book.default_zone
    elif kind.startswith("words of "):
        words = book.attributes[kind.removeprefix("words of ")].get("words", ("word",))
        yield list(words[:2])
    elif kind == "acts":
        yield from book.tables.get("acts", ())
    elif kind == "event":
        yield from heard(book)
    elif kind == "permit":
        yield from book.tables.get("permits") or ()
    elif kind == "abilities-named":
        yield from KINDS


def heard(book: Book) -> Iterator[object]:
    """Events, the plainest first."""
    names = [*(event for event in HEARD if event in book.heard_names), *sorted(book.heard_names)]
    for name in names:
        yield from ({name: who} for who in SUBJECTS)


# --- keywords ---------------------------------------------------------------------------------------------
def keyword(book: Book, name: str) -> Sample | None:
    """A card that has a keyword, or an ability that has it where it stands on one."""
    spec = book.keywords[name]
    params, defaults = spec.get("params", {}), spec.get("defaults", {})
    needed = {key: kind for key, kind in params.items() if key not in defaults or kind == "effect"}
    back: Sample = {"back": {}} if spec.get("turns") else {}

    def tried() -> Iterator[Sample]:
        for value in worths(book, needed or dict(list(params.items())[:1])):
            for prints in printed(book, spec):
                if "attached" in spec:
                    yield {**prints, "static": {name: value, "add": 1}}
                    yield {**prints, "activated": {name: value, "do": DRAWS}}
                else:
                    yield {**prints, name: value, **back}

    return first(book, tried())


def worths(book: Book, params: Fields) -> Iterator[object]:
    """Values under a keyword: true, its one value, or a table."""
    if not params:
        yield True
        return
    tables: Sequence[Sample] = [{}]
    for key, kind in params.items():
        tables = [{**row, key: value} for value in list(values(book, kind))[:6] for row in tables]
    yield from (worth for table in tables for worth in (*(table.values() if len(table) == 1 else ()), table))


# --- abilities ----------------------------------------------------------------------------------------------
def ability(book: Book, name: str) -> Sample | None:
    """A card with an ability of a kind that says no more than it has to."""
    preset: Mapping[str, object] = book.kinds.get(name, {})
    kind = KINDS[str(preset.get("kind", name))]
    needs = [need for need in kind.needs if need not in preset]

    def tried() -> Iterator[Sample]:
        for more in filled(book, str(preset.get("kind", name)), needs):
            yield from ({**prints, name: more} for prints in printed(book, preset))

    return first(book, tried())


def filled(book: Book, kind: str, needs: Sequence[str]) -> Iterator[Sample]:
    """What an ability of a kind says: a value under each key that it needs."""
    tables: list[Sample] = [{}]
    for key in needs:
        own = list(values(book, KINDS[kind].takes[key]))
        tables = [{**table, key: value} for value in own for table in tables]
    for table in tables:
        if kind == "static":
            usual = {"attr": book.tables["default_attribute"], "of": {"zone": book.default_zone, "of": "me"}}
            yield from ({"add": 1000, **usual}, {"add": 1000}, {"gain": "word"}, {"grant": {}})
        elif kind == "replace":
            yield {**table, "do": DRAWS}
        else:
            yield table
            yield {**table, "do": DRAWS}


def attribute(book: Book, name: str) -> Sample | None:
    """A card that prints a value."""
    spec = book.attributes[name]
    usual = {"int": 1, "words": "word", "table": {}, "selectors": {"zone": book.default_zone}}
    given = spec.get("words", (usual.get(spec["type"], "word"),))[:1]
    if spec["type"] == "table":
        given = (dict.fromkeys(list(spec.get("keys", ("word",)))[:1], 1),)
    return first(book, ({**prints, name: value} for value in given for prints in printed(book, spec)))
