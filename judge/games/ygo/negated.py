"""Effects that are negated, activated all the same; and cards that have none."""

from __future__ import annotations

from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import Waiting
from judge.engine.kernel.view import View


def why_hushed(view: View, entry: Waiting, ability: Ability) -> str:
    """Is the effect negated, which the card still has, or has it none any more?"""
    if entry.vars.get("way") == "effect":
        view.param("negated-activates")
    has_it = any(one.id == ability.id for one in view.borne(view.game.cards[entry.card]))
    return "no-effect" if has_it else "stripped"
