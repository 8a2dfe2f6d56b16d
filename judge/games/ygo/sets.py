"""Set cards: when they, and cards that must be Set, may be activated (trap.must-set, trap.set-turn,
spell.quick.*).
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import Card, Condition
from judge.engine.kernel.view import View
from judge.games.ygo.cards import is_kind, printed_type
from judge.games.ygo.exceptions import TEXT


def set_conds(view: View, card: Card, ability: Ability | None) -> Iterator[Condition]:
    """When Traps and Quick-Play Spells may be used: trap.must-set, trap.set-turn, spell.quick.*."""
    fresh = view.did(card.object, "set")
    if printed_type(view, card) == "trap":
        must_set = Condition("trap.must-set", card.place != "hand", "must-set")
        yield from unless_allowed(view, card, ability, "from-hand", must_set)
        yield from unless_allowed(
            view, card, ability, "set-turn", Condition("trap.set-turn", not fresh, "set-turn")
        )
    elif is_kind(view, card, "quick-play"):
        if card.place == "hand":
            own_turn = Condition("spell.quick.opponent-turn", card.seat == view.active, "own-turn")
            yield from unless_allowed(view, card, ability, "from-hand", own_turn)
        set_before = Condition("spell.quick.set-turn", not fresh, "set-turn")
        yield from unless_allowed(view, card, ability, "set-turn", set_before)


def unless_allowed(
    view: View, card: Card, own: Ability | None, what: str, cond: Condition
) -> Iterator[Condition]:
    """The condition, lifted where the card's own text or another card's allows what it refuses."""
    allows = own is not None and bool(own.data.get(what))
    lifted = not cond.ok and (allows or view.permits(card, what) is not None)
    yield cond._replace(ok=True) if lifted else cond
    if lifted:
        yield TEXT
