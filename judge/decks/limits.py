"""The deck rules of a game, from the `deck.toml` of its rulebook:
parts, limits, and what makes two cards the same.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from judge.decks.editions import Edition, in_force, load_editions
from judge.decks.selection import Selector, described
from judge.decks.speech import counted, day, of_book, phrased
from judge.errors import BadInput, Problem
from judge.rulebook import versions
from judge.rulebook.checked import load_checked
from judge.rulebook.load import version_changes
from judge.rulebook.shelf import find, games
from judge.text.folded_words import fold, plainly
from judge.text.numbers import CARD_NUMBER
from judge.text.plain import Fields, Plain

if TYPE_CHECKING:
    from judge.tables.decks import DeckTables
    from judge.tables.decks import Part as PartRow
    from judge.tables.rulebook import Tables


class Part(NamedTuple):
    """A part of a deck: what files call it, and which cards go there when a file does not say."""

    id: str
    name: str
    heads: frozenset[str]
    takes: Selector | None = None
    apart: bool = False  # no card goes there unless the file says so


class Limit(NamedTuple):
    """Counts cards and compares: all that answer `where` in `parts`, or each card's copies,
    or different cards.
    """

    code: str
    rule: str
    parts: tuple[str, ...]
    things: tuple[str, str]  # what is counted: one, several
    where: Selector | None = None
    each: bool = False
    different: bool = False
    at_least: int | None = None
    at_most: int | None = None
    also: tuple[str, ...] = ()
    also_short: tuple[str, ...] = ()  # cited too when cards are missing
    doubt: bool = False  # the book does not speak of them: a fault is unsure
    also_where: tuple[Fields, ...] = ()  # further articles, for cards that answer a selector
    frees: tuple[str, ...] = ()  # cards that answer `where` are not subject to these limits

    @property
    def allowed(self) -> str:
        """The bounds in words."""
        if self.at_least is not None and self.at_most is not None:
            same = self.at_least == self.at_most
            if same:
                return phrased("bound.exactly", number=self.at_most)
            return phrased("bound.between", least=self.at_least, most=self.at_most)
        if self.at_most == 0:
            return phrased("bound.none")
        if self.at_least is None:
            return phrased("bound.at-most", number=self.at_most)
        return phrased("bound.at-least", number=self.at_least)

    @property
    def demand(self) -> str:
        """What it asks for, in words: `exactly 50 cards in the deck`, `no Tokens`."""
        if self.at_most == 0:
            return phrased("bound.no", things=of_book(self.things[1]))
        what = counted(self.at_most or self.at_least or 0, self.things, self.allowed)
        if not self.each:
            return what
        kind = described(self.where) if self.where else ""
        if not kind or kind in self.things[1]:  # starred copies: what is counted says it already
            return phrased("bound.each", what=what)
        return phrased("bound.each-of", what=what, kind=kind)


class Limits(NamedTuple):
    """Everything that a rulebook says about decks;
    plain values, so that it can be sent to other processes.
    """

    game: str
    title: str
    version: str
    parts: tuple[Part, ...]
    aside: frozenset[str]  # headings of what no article speaks of
    rows: tuple[Limit, ...]
    identity: Fields
    pattern: str  # what a card number looks like; its groups are what counts of it
    always: tuple[str, ...]  # attributes that every card has, said or not
    building: Fields  # what deck-building abilities of cards replace
    lists: Fields  # how limit lists are applied
    siding: Fields
    sheet: Fields
    formats: tuple[str, ...] = ()  # of deck files that no other game has
    edition: str = (
        ""  # the deck rules in force, where a day chose among several: "with Link Monsters from 2017-07-20"
    )

    def freeing(self, limit: Limit) -> tuple[Limit, ...]:
        """The rows whose cards are not subject to a limit."""
        return tuple(row for row in self.rows if limit.code in row.frees)

    def part_of(self, section: str) -> str:
        """The part that a heading means; "" when it means none."""
        return next((one.id for one in self.parts if section in one.heads or section == one.id), "")

    def has_form_of(self, numbers: Iterable[str]) -> bool:
        """Whether these are all numbers as cards of the game have them."""
        return all(fold_number(self.pattern, one) for one in numbers)

    def part(self, id: str) -> Part:
        """A part by its id."""
        return next(one for one in self.parts if one.id == id)

    @property
    def open_parts(self) -> tuple[str, ...]:
        """The parts in which a card may be that stands under no heading."""
        return tuple(one.id for one in self.parts if not one.apart)


@functools.lru_cache(maxsize=1 << 16)
def fold_number(pattern: str, text: str) -> str:
    """A card number without zero padding, reprint suffix and case; "" for what is none."""
    text = plainly(text)
    found = _compiled(pattern).fullmatch(text.upper()) if len(text) <= CARD_NUMBER else None
    return "-".join(found.groups(default="")) if found else ""


@functools.lru_cache(maxsize=32)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


@functools.lru_cache(maxsize=32)
def load_limits(game: str, version: str = "", date: str = "", series: str = "") -> Limits:
    """The deck rules of a game in a version, as they were on a day in a series of events; the rulebook's own
    without one.

    Raises BadInput for a game or version that is not there.
    """
    folder = str(find(game))
    checked = load_checked(folder)
    tables, deck = checked.tables, checked.deck
    if deck is None:
        raise _no_deck_rules(folder)
    editions = in_force(game, date, series)
    changes = [*version_changes(checked, version), *(change for one in editions for change in one.changes)]
    if changes:
        whole: dict[str, Plain] = {**tables, "deck": deck}
        deck = versions.apply(whole, changes, folder)["deck"]
    found = _limits(tables, deck, version or tables["version"])
    return found._replace(edition=_edition(editions, date, series) if date and load_editions(game) else "")


def _edition(editions: Sequence[Edition], date: str, series: str) -> str:
    """Which edition of the deck rules a day chose."""
    if not editions:
        return phrased("edition.as-of", day=day(date))
    begun = day(editions[-1].begins(series))
    return phrased("edition.from", title=of_book(editions[-1].title), day=begun)


def _no_deck_rules(folder: str) -> BadInput:
    message, file = "the rulebook has no deck rules", str(Path(folder, "deck.toml"))
    return BadInput([Problem(file, 0, 0, "game", "", message, "a game with a deck.toml")])


def _limits(tables: Tables, deck: DeckTables, version: str) -> Limits:
    parts = tuple(_part(id_, row) for id_, row in deck["part"].items())
    everything = tuple(one.id for one in parts)
    aside = frozenset(map(fold, deck["aside"]["heads"] if "aside" in deck else ()))
    pattern = deck["number"]["pattern"] if "number" in deck else "(?!)"
    return Limits(
        tables["id"], tables["title"], version, parts, aside,
        tuple(_limit(row, everything) for row in deck["limit"]),
        deck["identity"], pattern, tuple(deck["identity"]["always"]),
        deck.get("building", {}), deck.get("lists", {}), deck.get("siding", {}), deck.get("sheet", {}),
        tuple(deck["formats"]),
    )  # fmt: skip


def _part(id_: str, row: PartRow) -> Part:
    heads = frozenset(map(fold, (id_, *row["heads"])))
    return Part(id_, row["name"], heads, row.get("takes"), row["apart"])


def _limit(row: Fields, everything: tuple[str, ...]) -> Limit:
    least, most = row.get("at_least", row.get("exactly")), row.get("at_most", row.get("exactly"))
    one, *several = row["things"]
    return Limit(
        row["code"], row["rule"], tuple(row.get("parts", everything)), (one, several[0] if several else one),
        row.get("where"), bool(row.get("each")), bool(row.get("different")), least, most,
        tuple(row.get("also", ())), tuple(row.get("also_short", ())), bool(row.get("doubt")),
        tuple(row.get("also_where", ())), tuple(row.get("frees", ())),
    )  # fmt: skip


def all_limits(asked: str = "") -> Iterator[Limits]:
    """The deck rules of every game that has some. A rulebook that cannot be read costs its own game. Raises
    BadInput where that is the game that is asked for.
    """
    for game in games():
        try:
            found = load_limits(game) if Path(find(game), "deck.toml").is_file() else None
        except BadInput:
            if game == asked:
                raise
            continue
        if found is not None:
            yield found
