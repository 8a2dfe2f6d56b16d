"""The report on a deck: its verdict, every fault with its article and place, and what could not be
checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from judge.errors import Problem
from judge.text.rows import NamedTuple

VERDICTS: Final = ("legal", "incomplete", "illegal", "unreadable")


SEVERITIES: Final = ("error", "unsure", "warning")  # in the order of telling


def number(count: int, noun: str, several: str = "") -> str:
    """A number with its noun: `1 fault`, `3 faults`."""
    return f"{count} {noun if count == 1 else several or noun + 's'}"


class Concerned(NamedTuple):
    """A card that a fault speaks of: how many copies, on which lines of the file."""

    card: str  # number or passcode; "" when only a name is known
    name: str
    count: int  # type: ignore[assignment]  # of cards; nobody counts in the tuple
    lines: tuple[int, ...]


class Fault(NamedTuple):
    """One fault of one deck."""

    code: str  # what kind: copies, deck-size, unknown-card, bad-line …
    article: str  # "" when no article is at stake
    severity: str  # error; unsure: the card data do not settle it; warning: to be looked at
    message: str
    found: int | str = ""
    allowed: str = ""  # "at most 4", "exactly 50"
    cards: tuple[Concerned, ...] = ()
    file: str = ""
    line: int = 0
    column: int = 0
    hint: str = ""  # the nearest valid name
    also: tuple[str, ...] = ()  # further articles

    def problem(self) -> Problem:
        """The fault as a problem of the deck's file."""
        value, place = str(self.found), (self.file, self.line, self.column)
        return Problem(*place, "", self.article, self.message, self.allowed, value, self.hint)


class Unchecked(NamedTuple):
    """A limit that could not be checked for want of card data."""

    code: str
    article: str
    message: str  # what was not checked, why, and for how many cards
    why: str = ""  # the end of the message that says why


class Expectation(NamedTuple):
    """One key of a deck's own `[expect]`: what it says, what there is, and whether it holds."""

    path: str  # verdict, counts, faults …
    expected: object
    found: object
    ok: bool


class Entry(NamedTuple):
    """One card of a deck in one part, its copies summed."""

    part: str  # "" when not known
    column: str  # the column of the registration sheet, such as "Monster"; "" when not known
    count: int  # type: ignore[assignment]  # of cards; nobody counts in the tuple
    card: str
    name: str
    data: Mapping[str, object]


class Left(NamedTuple):
    """A line, or a part of one, that does not count, and why."""

    line: int
    kind: str  # of the line, one of deck.ROWS: of one with cards, a heading or such only a part says nothing
    said: str  # the line as written
    why: str


class Account(NamedTuple):
    """How the lines of a deck's file were read."""

    length: int  # lines of the file
    lines: int  # those that are this deck's, where the file holds several; all of them otherwise
    kinds: Mapping[str, int]  # of these, how many were taken for each kind of deck.ROWS: together `lines`
    cards: int  # copies that were counted
    left: tuple[Left, ...]


class Heard(NamedTuple):
    """Copies of one card as they were understood."""

    part: str  # "" when not known
    count: int  # type: ignore[assignment]  # of cards; nobody counts in the tuple
    card: str
    name: str  # in the card data, or else as written
    line: int
    last: int  # the last line, where several in a row say the same
    said: str  # the first line as written
    tail: str  # what of it says nothing that counts
    known: bool  # whether the card data have it


class Report(NamedTuple):
    """One deck, judged."""

    file: str
    game: str  # "" when not known
    game_title: str
    version: str  # of the rulebook
    verdict: str  # one of VERDICTS
    format: str  # the format it was read from
    player: str
    player_id: str
    name: str
    event: str
    date: str
    counts: Mapping[str, int]  # cards in each part, in the rulebook's order: {"leader": 1, "deck": 50}
    part_names: Mapping[str, str]  # {"leader": "Leader", "deck": "deck"}
    list: str  # the limit list it was judged by: "2014.7 TCG"; "" for none
    list_hash: str  # 0x6d9ed1c5
    faults: tuple[Fault, ...]  # sorted by severity (errors first), then place
    unchecked: tuple[Unchecked, ...]
    entries: tuple[Entry, ...] = ()  # every card of the deck, summed, in the order of the file: for sheets
    edition: str = ""  # of the deck rules, where the rulebook has several by date, or that no date was chosen
    # What was checked, and its articles: ("at most 3 copies of each card", "deck.copies").
    checked: tuple[tuple[str, str], ...] = ()
    account: Account | None = None  # how the file's lines were read; None for one that could not be read
    heard: tuple[Heard, ...] = ()  # the list as it was understood, where the player is to confirm it
    expectations: tuple[Expectation, ...] = ()  # what the deck's own file says that is found, in its order

    def of(self, severity: str) -> tuple[Fault, ...]:
        """The faults of one severity."""
        return tuple(fault for fault in self.faults if fault.severity == severity)

    @property
    def as_expected(self) -> bool:
        """Whether the deck's own file says what the check must find, and all of it holds."""
        return bool(self.expectations) and all(expectation.ok for expectation in self.expectations)
