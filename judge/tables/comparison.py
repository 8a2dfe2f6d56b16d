"""Comparison tables: two cards whose values are compared, and the result."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from judge.tables.declarations import Article, Attribute, Move, Param, Selector, Step, key

Side = Literal["attacker", "target"]


class Compared(TypedDict):
    """The result of one way in which the values can compare."""

    rule: Annotated[Article, key("The article.")]
    step: NotRequired[Annotated[Step, key("The step with which the procedure of the attack goes on.")]]
    destroys: Annotated[list[Side], key("Who is destroyed.", [])]
    destroys_if: NotRequired[Annotated[Param, key("The literal that decides whether that is so.")]]
    loses: NotRequired[Annotated[Side, key("Whose player loses the difference.")]]
    loses_rule: NotRequired[Annotated[Article, key("The article of the loss.")]]
    loses_has: NotRequired[
        Annotated[str, key("The keyword, or what an `allow` lifts, without which nobody loses.")]
    ]


class Comparison(TypedDict):
    """The values that are compared for such an attacked card."""

    against: NotRequired[Annotated[Selector, key("The attacked card; if absent there is none.")]]
    attacker: Annotated[Attribute, key("The value of the attacking card that counts.")]
    target: NotRequired[Annotated[Attribute, key("That of the attacked one; nought if absent.")]]
    below_nought: NotRequired[
        Annotated[Article, key("The article by which values below nought count as they are; else as nought.")]
    ]
    more: Annotated[Compared, key("The attacking card has more.")]
    less: NotRequired[Annotated[Compared, key("It has less; `more` if absent.")]]
    equal: NotRequired[Annotated[Compared, key("It has as much; `more` if absent.")]]
    nought: NotRequired[Annotated[Compared, key("Both have nought; `equal` if absent.")]]


class Comparisons(TypedDict):
    """The cards that are destroyed, and who loses how much, when the values of two cards are compared."""

    because: Annotated[str, key("Why that is.")]
    move: Annotated[Move, key("The move by which a card is destroyed.")]
    loss: NotRequired[
        Annotated[str, key("The word for what a player loses by it, of which texts ask before it is lost.")]
    ]
    by: Annotated[list[Comparison], key("The comparisons; the first that fits counts.")]
