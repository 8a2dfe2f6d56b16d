"""Known names of a pause: its own cards, and the names of the rulebook and the table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from judge.engine.kernel.book import Book
from judge.engine.kernel.state import SEATS
from judge.engine.kernel.table import Table
from judge.engine.language.limits import FACE_UP
from judge.engine.layout.attachments import PREFIX
from judge.engine.words.abilities import GIVEN, given_again
from judge.pauses.records import REMEMBERED
from judge.rulebook.articles import numbers_of
from judge.text.numbers import is_figures


class Known:
    """The names that there are for the values of one pause."""

    def __init__(self, table: Table, pause: Mapping[str, object]) -> None:
        self.table = table
        self.book: Book = table.book
        self.cards = mapping(pause.get("cards"))
        self.objects = {
            key: card for key, card in mapping(pause.get("objects")).items() if isinstance(card, str)
        }
        self.effects, self.memory = rows(pause.get("effects")), mapping(pause.get("memory"))
        serial = pause.get("serial")
        self.serial: int = serial if type(serial) is int else 0
        self.waiting = {row.get("id") for row in rows(pause.get("waiting")) if isinstance(row.get("id"), str)}
        self.depth = len(rows(pause.get("agenda")))

    @cached_property
    def zones(self) -> frozenset[str]:
        """Every zone with its player."""
        return frozenset(f"{seat}.{zone}" for seat in SEATS for zone in self.book.zones)

    @cached_property
    def scores(self) -> frozenset[str]:
        """Every score with its player."""
        return frozenset(f"{seat}.{score}" for seat in SEATS for score in self.book.tables["score"])

    @cached_property
    def tokens(self) -> frozenset[str]:
        """The prints of tokens."""
        return frozenset(key for key, print_ in self.table.prints.items() if print_.token)

    @cached_property
    def granted(self) -> set[str]:
        """The abilities that effects of the pause give."""
        values = [effect.get("value") for effect in self.effects if effect.get("makes") == "grant"]
        return {id_ for value in values if isinstance(value, list) for id_ in value if isinstance(id_, str)}

    @cached_property
    def remembered(self) -> set[str]:
        """The memory names of the book, and those that a script tells from outside."""
        return {*REMEMBERED, *self.book.memories, *self.book.tables["outside"]}

    @cached_property
    def spans(self) -> set[str]:
        """The spans for which something can be remembered."""
        return {*self.book.tables["until"], "turn", "game", FACE_UP, "effects-turn", "outside"}

    def memory_name(self, key: str) -> str:
        """The name in a memory key, which may also say for how long and about what."""
        span, _, more = key.partition(":")
        return more.partition(":")[0] if span in self.spans and more else span

    @cached_property
    def hosts(self) -> dict[str, str]:
        """The host of each attached object."""
        return {
            key.removeprefix(PREFIX): host
            for key, host in self.memory.items()
            if key.startswith(PREFIX) and isinstance(host, str)
        }

    @cached_property
    def articles(self) -> set[str]:
        """The numbers of the book's articles; none where the book lies in no folder."""
        return numbers_of(self.book)

    @cached_property
    def fractions(self) -> bool:
        """Do numbers of the game have fractions: is anything divided in it?"""
        return "divide" in self.book.words

    @cached_property
    def owners(self) -> dict[str, str]:
        """The card that prints each ability."""
        prints = self.table.prints.items()
        return {
            ability.id: key
            for key, made in prints
            for face in made.faces.values()
            for ability in face.abilities
        }

    def has_ability(self, id_: str) -> bool:
        """Does such an ability exist: printed, or given to a card before the game began?"""
        return id_ in self.table.abilities or (id_.startswith(GIVEN) and is_given(self.book, id_))

    def is_number(self, text: str, mark: str) -> bool:
        """Is it a number that has been given out: of an object (`#7`), or of what waits (`@9`)?"""
        digits = text[1:]
        return (
            text[:1] == mark and is_figures(digits) and 0 < len(digits) < 12
            and int(digits) <= self.serial
        )  # fmt: skip


def is_given(book: Book, id_: str) -> bool:
    """Does an id hold the words of an ability that cards can be given?"""
    from judge.grammar.cards import check_card
    from judge.text.source import Source

    try:
        import json

        words, _ = json.JSONDecoder().raw_decode(id_, len(GIVEN))
    except ValueError:
        return False
    if not isinstance(words, dict) or any(check_card(book, Source("", "", {}), ["given"], "given", words)):
        return False
    return any(ability.id == id_ for ability in given_again(book, id_))


def mapping(value: object) -> Mapping[str, object]:
    """A table, empty where there is none."""
    return value if isinstance(value, Mapping) else {}


def rows(value: object) -> list[Mapping[str, object]]:
    """The tables of a list; empty where there is none."""
    return [mapping(row) for row in value] if isinstance(value, list) else []
