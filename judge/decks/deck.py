"""A deck as a file writes it, before anybody judges it."""

from __future__ import annotations

from collections.abc import Mapping

from judge.errors import Problem
from judge.text.plain import Json
from judge.text.rows import NamedTuple

MOST_COPIES = 999  # on one line: more is a slip of the pen, not a deck


class Line(NamedTuple):
    """Copies of one card, as one line of a file has them."""

    count: int  # type: ignore[assignment]  # of cards; nobody counts in the tuple
    card: str = ""  # number or passcode as written; "" when the line has only a name
    name: str = ""  # as written
    section: str = ""  # the heading above it, folded ("main", "side deck"); "" when there is none
    line: int = 0
    column: int = 0
    at: int = 0  # the column in which its name begins; 0 where that is not known
    tail: str = ""  # what stands behind its name and says nothing that counts, as written: "(UR) €2.50"
    beside: bool = False  # the name stands in a comment beside the card, and may be about something else

    @property
    def whole(self) -> str:
        """The name with what stands behind it."""
        return f"{self.name}{'' if self.tail.startswith('.') else ' '}{self.tail}" if self.tail else self.name


class Row(NamedTuple):
    """One line of a file: what it was taken for."""

    line: int
    kind: str  # one of ROWS
    said: str = ""  # the line as written; "" for a blank one
    why: str = ""  # why nothing of it counts, or what of it does not: "a mail signature", "rarity: (UR)"
    column: int = 1  # where it begins: a line that was copied from a page may be several


ROWS = (
    "cards",  # copies of cards
    "heading",  # where a part begins, or how many cards it should hold
    "about",  # who and what the deck is
    "comment",
    "blank",
    "mark",  # the format's own: rules, tags, brackets
    "left out",  # not read, for a reason that is told
    "problem",  # not understood
)


class Doubt(NamedTuple):
    """A line whose name holds something that names rarely have, as a number. It is a problem unless the
    catalogue knows a card of that name.
    """

    place: tuple[int, int]  # line and column of the card's line
    problem: Problem
    weak: bool = False  # without a catalogue it is only a remark


class Deck(NamedTuple):
    """Everything that one deck of one file says; nothing of the file is left out.

    `problems` holds the lines that could not be understood. `cards` is card data written in the file itself,
    by the name used there. `limits` is a limit list written in the file: {"name", "forbidden", "limited", …}.
    """

    file: str
    format: str  # toml, ydk, ydke, text, csv, tts, cod, json
    lines: tuple[Line, ...] = ()
    game: str = ""
    name: str = ""
    player: str = ""
    player_id: str = ""
    event: str = ""
    date: str = ""
    note: str = ""
    version: str = ""  # the version of the rulebook that it wants to be judged by
    list: str = ""  # the limit list that it wants to be judged by, by name
    cards: Mapping[str, Mapping[str, object]] = {}
    limits: Mapping[str, Json] = {}
    expect: Mapping[str, object] = {}
    headings: Mapping[str, tuple[int, int]] = {}  # where each section begins: line, column
    problems: tuple[Problem, ...] = ()
    remarks: tuple[Problem, ...] = ()  # what was read all the same, and should be looked at
    doubts: tuple[Doubt, ...] = ()  # what only a catalogue can settle
    # Every line, in order. Of several decks of one file each has its own lines, and the first also has those
    # that belong to no deck.
    rows: tuple[Row, ...] = ()
    length: int = 0  # lines of its file
    expect_at: tuple[int, int] = (1, 1)  # where it says what it expects: line, column
    submitted: str = ""  # when it was handed in, as written


# The fields that are plain texts about a deck.
ABOUT = ("game", "version", "name", "player", "player_id", "event", "date", "submitted", "note", "list")
