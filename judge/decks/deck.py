"""A deck as a file writes it, before anybody judges it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from judge.errors import Problem

MOST_COPIES = 999  # on one line: more is a slip of the pen, not a deck


class Line(NamedTuple):
    """Copies of one card, as one line of a file has them."""

    count: int  # type: ignore[assignment]  # of cards; nobody counts in the tuple
    card: str = ""  # number or passcode as written; "" when the line has only a name
    name: str = ""  # as written
    section: str = ""  # the heading above it, folded ("main", "side deck"); "" when there is none
    line: int = 0
    column: int = 0


class Deck(NamedTuple):
    """Everything that one deck of one file says; nothing of the file is left out.

    `problems` holds the lines that could not be understood. `cards` is card data written in the file itself, by
    the name used there. `limits` is a limit list written in the file: {"name", "forbidden", "limited", …}.
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
    cards: Mapping[str, Mapping[str, Any]] = {}
    limits: Mapping[str, Any] = {}
    expect: Mapping[str, Any] = {}
    headings: Mapping[str, tuple[int, int]] = {}  # where each section begins: line, column
    problems: tuple[Problem, ...] = ()
    remarks: tuple[Problem, ...] = ()  # what was read all the same, and should be looked at
    expect_at: tuple[int, int] = (1, 1)  # where it says what it expects: line, column


ABOUT = ("game", "version", "name", "player", "player_id", "event", "date", "note", "list")  # plain texts about a deck
