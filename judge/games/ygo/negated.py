"""Effects that are negated, activated all the same; and cards that have none."""

from __future__ import annotations

from judge.engine.effects.grants import givers
from judge.engine.effects.muted import muted
from judge.engine.effects.scopes import fits
from judge.engine.kernel.book import BLANKING, Ability
from judge.engine.kernel.state import Card, Waiting
from judge.engine.kernel.view import View


def why_hushed(view: View, entry: Waiting, ability: Ability) -> str:
    """Is the effect negated, which the card still has, or has it none any more?"""
    if entry.vars.get("way") == "effect":
        view.param("negated-activates")
    has_it = any(one.id == ability.id for one in view.borne(view.game.cards[entry.card]))
    return "no-effect" if has_it else "stripped"


def tell_spared(view: View, card: Card) -> None:
    """Tell of what would negate the effects of a card, and does not since it is negated itself."""
    for makes in BLANKING if view.tracing else ():
        for ability, source in givers(view, makes):
            why = muted(view, source, ability) if fits(view, ability, source, card) else None
            if why is not None and why.kind == "taken":
                view.note("negates-nothing", why.rule, card=source.id, by=why.by)
