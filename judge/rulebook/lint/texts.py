"""Card language in a rulebook: checks its selectors, conditions, events, abilities and instructions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from judge.engine.kernel.book import Book
from judge.errors import Problem
from judge.grammar.cards import CardChecker
from judge.grammar.tables import Checks
from judge.grammar.tables import Path as Place
from judge.rulebook.bindings import readable
from judge.tables.declarations import Wording
from judge.tables.hints import Path, noted
from judge.tables.rulebook import Tables
from judge.text.plain import Fields, Json
from judge.text.source import Source

# What rulebooks say beside what cards may say, by the kind of table.
OF_ABILITIES: Final = {
    "place_rule": "article",
    "when_rule": "article",
    "cites": "articles",
    "way": "text",
    "at_once": "flag",
    "attr": "attribute",
}
OF_EVENTS: Final = {"event": "text"}
OF_INSTRUCTIONS: Final = {"unordered": "flag"}
OF_CARDS: Final = {"cites": "articles", "gone": "article"}
MORE: Final = {" ability": OF_ABILITIES, "the instruction": OF_INSTRUCTIONS, "the event": OF_EVENTS}
HELD: Final = frozenset(
    ("self", "me", "aim")
)  # what the rules of a game hold where a card would have to store it


class Reader(CardChecker):
    """Checks card language in a rulebook. `given` are the ``$`` names that a card, or the rule that uses the
    text, fills in.
    """

    def __init__(self, book: Book, source: Source, given: frozenset[str] = HELD) -> None:
        super().__init__(book, source, {})
        self.given = given

    def is_given(self, value: object) -> bool:
        """Is this a word that a card, or the rule that uses it, fills in?"""
        return isinstance(value, str) and value.startswith("$") and value[1:] in self.given

    def value(self, path: Place, value: object, kind: str) -> Checks:
        """Checks that the value of a key is of its kind, or is filled in later."""
        if not self.is_given(value):
            yield from super().value(path, value, kind)

    def keys(
        self, path: Place, data: object, table: Mapping[str, str], what: str, needed: tuple[str, ...] = ()
    ) -> Checks:
        """Every key is known, those that only rulebooks say among them."""
        if self.is_given(data):
            return
        more = next((keys for words, keys in MORE.items() if words in what), {})
        yield from super().keys(path, data, {**table, **more}, what, needed)

    def variables(self, path: Place, data: object, spec: object = None) -> Checks:
        """Every name is stored, or given."""
        yield from super().variables(path, data, {"given": [{"as": name} for name in self.given]})

    def instruction(self, path: Place, data: object) -> Checks:
        """One instruction; words that only rulebooks have are not judged here."""
        own = self.book.words - self.words
        if not self.is_given(data) and not (isinstance(data, Mapping) and own & set(data)):
            yield from super().instruction(path, data)

    def card_key(self, path: Place, key: str, value: object) -> Checks:
        """One key of a card of the rulebook's own."""
        if key not in OF_CARDS:
            yield from super().card_key(path, key, value)


def check_wording(book: Book, form: object, source: Source) -> Iterator[Problem]:
    """Every fault of what a file of a declared form writes in the language of cards, at its place."""
    for path, value, kind in texts_of(form, source.data):
        yield from worded(Reader(book, source, given_at(source.data, path)), list(path), value, kind)


Text = tuple[Path, Json, str]  # where it stands, the text, of what kind it is


def texts_of(form: object, tables: Mapping[str, object]) -> Iterator[Text]:
    """Everything in tables of a declared form that is written in the language of cards."""
    for path, value, note in noted(form, tables):
        if isinstance(note, Wording):
            yield path, value, note.kind


def outside_play(tables: Tables, more: Fields) -> Book:
    """The book as decks speak of cards: with the attributes that only data of cards have,
    and with the words (`more`) and types that play does not know.
    """
    book = readable({**tables, "types": [*tables["types"], *more.get("type", ())]})
    rows = {
        name: {**row, "words": [*row["words"], *more.get(name, ())]} if "words" in row else row
        for name, row in tables["attribute"].items()
    }
    book.attributes = cast(dict[str, Any], rows)
    return book


def given_at(tables: Fields, path: Path) -> frozenset[str]:
    """The names that are filled in at a place: a keyword's parameters, what an action names."""
    if path[0] != "keyword":
        return HELD
    return HELD | frozenset(tables["keyword"][path[1]].get("params", ()))


def worded(reader: Reader, path: Place, value: Json, kind: str) -> Checks:
    """One text in the language of cards."""
    if kind == "selector":
        yield from reader.selector(path, value)
    elif kind == "condition":
        yield from reader.condition(path, value)
    elif kind == "instructions" or (kind == "step" and isinstance(value, list)):
        for at, entry in enumerate(value):
            yield from reader.instruction([*path, at], entry)
    elif kind == "abilities":
        for at, entry in enumerate(value if isinstance(value, list) else [value]):
            yield from reader.ability([*path, at] if isinstance(value, list) else path, str(path[-1]), entry)
    elif kind == "card":
        yield from reader.card(path, value)
