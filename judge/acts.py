"""What a script line can speak of: the acts of a game, its cards and their abilities,
and the words that stand beside them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from judge.engine.ability_kinds import KINDS
from judge.engine.book import Book
from judge.engine.table import Table
from judge.errors import Problem, nearest
from judge.grammar.tables import listed
from judge.script import CHANCES, LEADS, NO, YES, Line
from judge.source import Source
from judge.state import SEATS, UNKNOWN, Game

PASSING = ("pass", "end")
OWN = tuple(f"{seat}." for seat in SEATS)


class Words:
    """The words of one fixture: what its book and its cards give names to."""

    def __init__(self, book: Book, table: Table, start: Game, cards: Mapping[str, Any]) -> None:
        self.book = book
        self.acts = acts_of(book)
        self.named = {*table.prints, *start.cards, *cards, *book.tables["stock"]} - {UNKNOWN}
        self.cards = {*self.named, *(one[2:] for one in self.named if one[:2] in OWN)}  # "hand1" is A.hand1
        self.tokens = {key for key, one in table.prints.items() if one.token}
        named = {*(one.name for one in table.abilities.values() if one.name), *abilities_named(cards)}
        self.abilities = {*named, *book.keyword_names, *book.kinds, *KINDS}
        self.beside = {*states_of(book), *words_of(book), *options_named(cards), *SEATS, *CHANCES, "none"}

    def act(self, word: str) -> bool:
        """Is it something that a player does, or one of the things between which a step has somebody
        choose?
        """
        return word in self.acts or word in (*LEADS, *YES, *NO) or self.thing(word)

    def thing(self, word: str) -> bool:
        """Is it a card or an ability of one, a state, a slot, an option, a number?"""
        return word in self.beside or word.lstrip("-").isdigit() or self.card(word)

    def card(self, word: str) -> bool:
        """Is it a card by its name, ``B.name``, ``B.leader``, or ``name.ability``?"""
        seat, dot, rest = word.partition(".")
        if dot and seat in SEATS:
            return rest in self.book.zones or self.card(rest)
        if word in self.cards or (word.rstrip("0123456789") in self.tokens):
            return True
        name, _, which = word.rpartition(".")
        return bool(name) and self.card(name) and (which in self.abilities or which.isdigit())


def acts_of(book: Book) -> set[str]:
    """What players may do in some window of the book, as a line says it."""
    rows, offered = book.tables["action"], {offer for row in book.windows.values() for offer in row.offers}
    offered.update(
        offer
        for procedure in book.procedures.values()
        for step in procedure.steps
        for offer in step.args.get("offers", ())
    )
    names = {str(rows[one].get("name", one)) if one in rows else book.spoken.get(one, one) for one in offered}
    return {*names, *(row.end for row in book.windows.values()), *PASSING}


def states_of(book: Book) -> Iterator[str]:
    """The states of marks, slots among them."""
    for states in book.tables["mark"].values():
        yield from states if isinstance(states, list) else ()


def words_of(book: Book) -> Iterator[str]:
    """The fixed words that stand beside what is done."""
    yield from book.beside
    for row in book.tables["action"].values():
        yield from (*row["words"], *row["places"], *row["ways"])


def options_named(data: Any) -> Iterator[str]:
    """The names of the options that cards let their players choose between."""
    if isinstance(data, Mapping):
        for one in data["among"] if isinstance(data.get("among"), list) else ():
            if isinstance(one, Mapping) and isinstance(one.get("name"), str):
                yield one["name"]
        for one in data.values():
            yield from options_named(one)
    elif isinstance(data, list):
        for one in data:
            yield from options_named(one)


def abilities_named(data: Any) -> Iterator[str]:
    """The names that cards give to their abilities, those included that they give to others."""
    if isinstance(data, Mapping):
        if isinstance(data.get("name"), str):
            yield data["name"]
        for one in data.values():
            yield from abilities_named(one)
    elif isinstance(data, list):
        for one in data:
            yield from abilities_named(one)


def check_claims(
    source: Source, words: Words, lines: Sequence[tuple[int, Line]], articles: Collection[str]
) -> Iterator[Problem]:
    """What lines claim is refused speaks of an act and of cards that there are,
    else it would hold for want of them; and its article exists.
    """
    for at, line in lines:
        if line.kind == "claim":
            yield from check_claim(source, words, at, line)
        if (
            line.rule
            and articles
            and not any(
                one == line.rule or one.startswith((line.rule + "-", line.rule + ".")) for one in articles
            )
        ):
            yield source.problem(
                ["script", at],
                f"{words.book.id} has no article {line.rule!r}",
                found=line.rule,
                hint=nearest(line.rule, articles),
            )


def check_claim(source: Source, words: Words, at: int, line: Line) -> Iterator[Problem]:
    """One claim: what is done first, then what it is done with."""
    first, *others = line.words
    if not words.act(first):
        known = sorted(words.acts)
        yield source.problem(
            ["script", at],
            f"{first!r} is nothing that a player does",
            expected=", ".join(known),
            found=first,
            hint=nearest(first, known),
        )
    for word in others:
        if not words.thing(word):
            yield unknown_thing(source, words, at, word)


def unknown_thing(source: Source, words: Words, at: int, word: str) -> Problem:
    """A word that names no card, or no ability of one."""
    card, _, which = word.rpartition(".")
    if card and words.card(card):
        known = {one for one in words.abilities if one not in (*words.book.keyword_names, *KINDS)}
        return source.problem(
            ["script", at],
            f"{card} has no ability that is called {which!r}",
            expected="its name, its keyword, its kind or its number",
            found=word,
            hint=nearest(which, known),
        )
    shown = [one for one in words.named if "." not in one]
    return source.problem(
        ["script", at],
        f"there is no card {word!r}, and nothing else is called so",
        expected=listed(shown),
        found=word,
        hint=nearest(word, words.cards),
    )
