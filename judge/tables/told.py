"""Telling tables: what a short trace shows, what needs no words, and what is behind an article."""

from __future__ import annotations

from typing import Annotated

from typing_extensions import TypedDict

from judge.tables.declarations import Article, Attributes, Scores, TracedEvent, Zones, key


class Summary(TypedDict):
    """The counts in the line of verdict, for each player."""

    zones: Annotated[Zones, key("Zones, by the number of their cards.", [])]
    scores: Annotated[Scores, key("Scores.", [])]


class Covered(TypedDict):
    """The name under which an event is told to a reader who may not know more."""

    called: Annotated[TracedEvent, key("What it is called.")]
    rule: Annotated[Article, key("Its article.")]


class Mat(TypedDict):
    """The layout of the table on a screen: the half of a player, and what lies between."""

    rows: Annotated[
        list[Zones],
        key("The rows of a half, the one next to the opponent first, each from left to right.", []),
    ]
    middle: Annotated[Zones, key("The zones of both players between the two halves.", [])]
    numbers: Annotated[Attributes, key("Attributes told of a card that lies open.", [])]
