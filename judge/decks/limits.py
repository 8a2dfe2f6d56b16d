"""The deck rules of a game, from the `deck.toml` of its rulebook: parts, limits, what makes two cards the
same, and the editions that replace some of these rules from a day on.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from judge.cards.card import as_list
from judge.decks.selection import KEYWORDS, MANY, Selector, described
from judge.decks.speech import counted, day, of_attribute, of_book, phrased
from judge.errors import BadInput, Problem
from judge.rulebook import versions
from judge.rulebook.checked import load_checked
from judge.rulebook.load import version_changes
from judge.rulebook.shelf import find, games
from judge.text.folded_words import fold, plainly
from judge.text.numbers import CARD_NUMBER
from judge.text.plain import Fields, Json
from judge.text.rows import NamedTuple

if TYPE_CHECKING:
    from judge.tables.decks import AlsoWhere, DeckTables, EditionRow, Identity, LimitRow
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
    """One rule about numbers: counts the cards in `parts` that answer `where`, all together, the copies of
    `each`, or `different` cards, and compares the count with its bounds.
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
    also_where: tuple[AlsoWhere, ...] = ()  # further articles, for cards that answer a selector
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
        """The requirement of a limit, in words: `exactly 50 cards in the deck`, `no Tokens`."""
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
    """Everything that a rulebook says about decks, as plain values: other processes can be sent it."""

    game: str
    title: str
    version: str
    parts: tuple[Part, ...]
    aside: frozenset[str]  # headings of what no article speaks of
    rows: tuple[Limit, ...]
    identity: Identity
    pattern: str  # what a card number looks like; its groups are what counts of it
    always: tuple[str, ...]  # attributes that every card has, said or not
    # Tables of the rulebook; empty where it has none.
    building: Fields  # what deck-building abilities of cards replace
    lists: Fields  # how limit lists are applied
    siding: Fields
    sheet: Fields
    formats: tuple[str, ...] = ()  # of deck files that no other game has
    edition: str = ""  # the one in force, where a day chose it: "with Link Monsters from 2017-07-20"

    def freeing(self, limit: Limit) -> tuple[Limit, ...]:
        """The rows whose cards are not subject to a limit."""
        return tuple(row for row in self.rows if limit.code in row.frees)

    def part_of(self, section: str) -> str:
        """The part that a heading means; "" when it means none."""
        return next((part.id for part in self.parts if section in part.heads or section == part.id), "")

    def has_form_of(self, numbers: Iterable[str]) -> bool:
        """Whether these are all numbers as cards of the game have them."""
        return all(fold_number(self.pattern, number) for number in numbers)

    def part(self, id: str) -> Part:
        """A part by its id."""
        return next(part for part in self.parts if part.id == id)

    @property
    def open_parts(self) -> tuple[str, ...]:
        """The parts that a card under no heading may belong to."""
        return tuple(part.id for part in self.parts if not part.apart)


@functools.lru_cache(maxsize=1 << 16)
def fold_number(pattern: str, text: str) -> str:
    """A card number without zero padding, reprint suffix and case; "" for what is none."""
    text = plainly(text)
    match = _compiled(pattern).fullmatch(text.upper()) if len(text) <= CARD_NUMBER else None
    return "-".join(match.groups(default="")) if match else ""


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
        message, file = "the rulebook has no deck rules", str(Path(folder, "deck.toml"))
        raise BadInput([Problem(file, 0, 0, "game", "", message, "a game with a deck.toml")])
    editions = in_force(game, date, series)
    changes = [
        *version_changes(checked, version),
        *(change for edition in editions for change in edition.changes),
    ]
    if changes:
        whole: dict[str, Json] = {**tables, "deck": deck}
        deck = versions.apply(whole, changes, folder)["deck"]
    limits = _limits(tables, deck, version or tables["version"])
    return limits._replace(edition=_edition(editions, date, series) if date and load_editions(game) else "")


def _edition(editions: Sequence[Edition], date: str, series: str) -> str:
    """Which edition of the deck rules a day chose."""
    if not editions:
        return phrased("edition.as-of", day=day(date))
    begun = day(editions[-1].begins(series))
    return phrased("edition.from", title=of_book(editions[-1].title), day=begun)


def _limits(tables: Tables, deck: DeckTables, version: str) -> Limits:
    parts = tuple(_part(id_, row) for id_, row in deck["part"].items())
    everything = tuple(part.id for part in parts)
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


def _limit(row: LimitRow, everything: tuple[str, ...]) -> Limit:
    least, most = row.get("at_least", row.get("exactly")), row.get("at_most", row.get("exactly"))
    thing, several = row["things"][0], row["things"][-1]
    return Limit(
        row["code"], row["rule"], tuple(row.get("parts", everything)), (thing, several),
        row.get("where"), bool(row.get("each")), bool(row.get("different")), least, most,
        tuple(row.get("also", ())), tuple(row.get("also_short", ())), bool(row.get("doubt")),
        tuple(row.get("also_where", ())), tuple(row.get("frees", ())),
    )  # fmt: skip


def all_limits(asked: str = "") -> Iterator[Limits]:
    """The deck rules of every game that has some. A game whose rulebook cannot be read is left out, unless it
    is the one that is asked for: then BadInput is raised.
    """
    for game in games():
        try:
            limits = load_limits(game) if Path(find(game), "deck.toml").is_file() else None
        except BadInput:
            if game == asked:
                raise
            continue
        if limits is not None:
            yield limits


def given(limits: Limits) -> str:
    """The attributes by which cards are told apart, in words: "the name and title"."""
    words = [str(attr).replace("_", " ") for attr in limits.identity["by"] if attr != "counts_as"]
    return of_book(f"the {' and '.join(words)}")


# --- editions: which deck rules are in force on the day of the event ------------------------------------
class Edition(NamedTuple):
    """Deck rules that hold from a day on, which may be another day in each series of events."""

    id: str
    title: str
    since: Mapping[str, str]  # by series, casefolded: 2017-07-20
    usual: str  # the series whose day counts where none of these is played
    changes: tuple[Mapping[str, object], ...]

    def begins(self, series: str) -> str:
        """The first day of it in a series of events. A series may have several words, as "TCG Traditional"
        has: the first word that has a day counts.
        """
        known = (self.since[word] for word in series.casefold().split() if word in self.since)
        return next(known, self.since[self.usual])


@functools.lru_cache(maxsize=16)
def load_editions(game: str) -> tuple[Edition, ...]:
    """The editions of a game's deck rules that came after its rulebook's, oldest first; most have none."""
    table = load_checked(str(find(game))).editions
    return tuple(_edition_of(row) for row in table["edition"]) if table is not None else ()


def _edition_of(row: EditionRow) -> Edition:
    since = {series.casefold(): str(day) for series, day in row["since"].items()}
    return Edition(row["id"], row["title"], since, row["usual"].casefold(), tuple(row["change"]))


def in_force(game: str, date: str, series: str) -> Sequence[Edition]:
    """The editions that had begun on a day, oldest first; none without a day."""
    return [edition for edition in load_editions(game) if date and edition.begins(series) <= date]


# --- the rulebook's texts that reports may contain, for the check of translations ----------------------
def told_words(game: str) -> set[str]:
    """Every text of a game's deck rules that a report may tell, in whatever edition or version.

    Raises BadInput for a game that has none.
    """
    limits = load_limits(game)
    editions = load_editions(game)
    changes = [change for later in editions for change in later.changes]
    changes += [change for rows in load_checked(str(find(game))).versions.values() for change in rows]
    texts = {limits.title, str(limits.identity["same"]), given(limits), *(part.name for part in limits.parts)}
    texts.update(str(column["title"]) for column in limits.sheet.get("columns", ()))
    texts.update(edition.title for edition in editions)
    texts.update(text for row in limits.rows for text in row.things)
    texts.update(of_selectors(row.where for row in limits.rows if row.each and row.where))
    texts.update(attributes_of([row.where for row in limits.rows] + [part.takes for part in limits.parts]))
    return {str(word) for word in (*texts, *of_changes(changes))}


def of_changes(changes: Iterable[Mapping[str, object]]) -> Iterator[str]:
    """The card texts that changes of limits refer to."""
    for change in changes:
        if "limit" in change:
            row = change.get("set", {})
            yield from map(str, row.get("things", ()) if isinstance(row, Mapping) else ())


def of_selectors(selectors: Iterable[Mapping[str, object]]) -> Iterator[str]:
    """The attributes and values that selectors name."""
    for where in selectors:
        for key, wanted in where.items():
            if isinstance(wanted, Mapping):
                yield from of_selectors([wanted])
            elif isinstance(wanted, bool):
                yield of_attribute(key)
            else:
                yield from (of_attribute(key), *map(str, as_list(wanted)))


def attributes_of(selectors: Iterable[Mapping[str, object] | None]) -> Iterator[str]:
    """The attributes that selectors look at: a report names those that the card data lack."""
    for where in selectors:
        for key, wanted in (where or {}).items():
            if key in ("not", "and", "any"):
                yield from attributes_of(as_list(wanted))
            elif key == "has":
                yield KEYWORDS
            elif key == MANY:
                yield of_attribute(str(wanted))
            elif key in ("min", "max") and isinstance(wanted, Mapping):
                yield from map(of_attribute, wanted)
            else:
                yield of_attribute(key)
