"""Tables of how a game is told: what a reader sees in a short trace, what needs no words,
what stands behind an article.
"""

from __future__ import annotations

from typing import Annotated

from typing_extensions import TypedDict

from judge.tables.declarations import Scores, Zones, key


class Summary(TypedDict):
    """What the line of verdict counts for each player."""

    zones: Annotated[Zones, key("Zones, by the number of their cards.", [])]
    scores: Annotated[Scores, key("Scores.", [])]
