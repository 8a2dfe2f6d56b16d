"""Tables of how a game is told: what a reader sees in a short trace, what needs no words,
what stands behind an article.
"""

from __future__ import annotations

from typing import Annotated

from typing_extensions import TypedDict

from judge.tables.declarations import Article, Attributes, Scores, TracedEvent, Zones, key


class Summary(TypedDict):
    """What the line of verdict counts for each player."""

    zones: Annotated[Zones, key("Zones, by the number of their cards.", [])]
    scores: Annotated[Scores, key("Scores.", [])]


class Covered(TypedDict):
    """As what an event is told to who may not know more of it."""

    called: Annotated[TracedEvent, key("What it is called.")]
    rule: Annotated[Article, key("Its article.")]


class Mat(TypedDict):
    """How the table lies, for who looks at a position: the half of a player, and what lies between."""

    rows: Annotated[
        list[Zones],
        key("The rows of a half, the one next to the opponent first, each from left to right.", []),
    ]
    middle: Annotated[Zones, key("The zones of both players between the two halves.", [])]
    numbers: Annotated[Attributes, key("Attributes told of a card that lies open.", [])]
