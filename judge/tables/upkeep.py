"""Upkeep tables: what the rules maintain by themselves, such as cards that lie open while their ability is
pending, zones that are never empty, and what ends the game.
"""

from __future__ import annotations

from typing import Annotated, NotRequired

from typing_extensions import TypedDict

from judge.tables.declarations import Article, Mark, Move, Names, Param, Zone, Zones, key


class Revealing(TypedDict):
    """Cards whose abilities become pending once they are revealed; the cards lie open as long as one is."""

    zones: Annotated[Zones, key("The zones where they lie.")]
    mark: Annotated[Mark, key("The mark of a card that lies open.")]
    rule: Annotated[Article, key("The article by which it is revealed.")]
    moved: Annotated[Article, key("The article by which a card that has moved is not the one that waits.")]
    waits: Annotated[str, key("The event by which its ability waits then.")]
    waits_rule: Annotated[Article, key("The article of that.")]
    concealed: Annotated[Article, key("The article by which it is hidden again.")]
    unused: Annotated[list[str], key("The events by which an ability goes that is not carried out.")]
    concealed_if: Annotated[Param, key("The literal that decides whether it is when the ability was.")]


class Filled(TypedDict):
    """A zone that is refilled when it is empty, by the top card of another zone or by a procedure."""

    move: NotRequired[Annotated[Move, key("The move of a card that fills it, from the top of another zone.")]]
    zone: NotRequired[Annotated[Zone, key("With a procedure: the zone.")]]
    procedure: NotRequired[
        Annotated[str, key("The procedure by which its player fills it."), Names("procedure")]
    ]
    rule: Annotated[Article, key("The article by which that is done at once.")]
    finished: Annotated[list[str], key("The procedures that are finished first.", []), Names("procedure")]


class Loss(TypedDict):
    """One way to lose."""

    rule: Annotated[Article, key("The article.")]
    zone: Annotated[Zone, key("The zone: a player loses who has no card in it …")]
    at_least: NotRequired[Annotated[int, key("… or so many.")]]


class Losing(TypedDict):
    """Who loses when the rules act by themselves, by a rule processing called `losses`; or at once, where
    `emptied` is a rule that acts at once.
    """

    by: Annotated[list[Loss], key("The ways to lose; of several the first is told.", [])]
    both: Annotated[Article, key("The article cited where both players do.")]
    spared: Annotated[list[str], key("The procedures in which nobody does at once.", []), Names("procedure")]
