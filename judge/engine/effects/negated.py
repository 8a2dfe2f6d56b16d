"""Cards whose abilities a text negates: "a face-up monster whose effects are not negated"."""

from __future__ import annotations

from judge.engine.effects.grants import givers, gives
from judge.engine.kernel.state import Card
from judge.engine.kernel.view import View
from judge.engine.language.traits import trait
from judge.text.plain import Context, Written

BLANK = "blank"


@trait("negated", "flag")
def test_negated(view: View, card: Card, want: Written, ctx: Context, seen: Context | None) -> bool:
    """With abilities that a text negates now, whichever these are, or with none that it does."""
    return negated(view, card) == bool(want)


def negated(view: View, card: Card) -> bool:
    """Does an effect or a permanent negate the abilities of a card?

    A permanent that asks this itself does not count while that is worked out.
    """
    memo, key = view.game.standing, ("negated", card.object)
    if key not in memo:
        memo[key] = negated_for_a_while(view, card)
        memo[key] = memo[key] or any(gives(view, *one, card) for one in givers(view, BLANK))
    found: bool = memo[key]
    return found


def negated_for_a_while(view: View, card: Card) -> bool:
    """Are the abilities of a card negated by an effect that lasts for a while?"""
    return any(one.makes == BLANK and card.object in one.to for one in view.game.effects)
