"""What may be activated in the Damage Step (ds.limits, ds.limits.until-calc)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import Card, Condition
from judge.engine.kernel.view import View
from judge.engine.language.traits import names
from judge.engine.language.walk import dos_in
from judge.games.ygo.cards import changes_battle_values
from judge.text.plain import Fields

CALCULATION: Final = "damage-step.calculation"  # the moment in the damage calculation, before its result


def damage_step_conds(view: View, card: Card, ability: Ability | None, speed: int) -> Iterator[Condition]:
    """The condition that a card may be activated in the Damage Step: Counter Traps and changes of ATK or DEF
    may until the calculation starts, and so may effects whose text names this time.
    """
    step = view.running("damage-step")
    if step is None:
        return
    whole = ability is None or ability.data.get("way") == "card"
    named = speed == 3 or names_damage_step(view, ability)
    always = named or (bool(view.param("damage-step-negates")) and negates_activation(ability))
    of_moment = heard_in_battle(ability) or (ability is not None and names_calculation(ability))
    late = of_moment if view.param("calculation-closes") else always
    allowed = always or changes_battle_values(view, card, ability, whole)
    in_step = Condition("ds.limits", allowed, "damage-step")
    yield in_step.under(view.book.article("damage-step-negates") if always and not named else "")
    begun = bool(step.vars.get("calculated"))
    in_time = Condition("ds.limits.until-calc", late or not begun, "calculated")
    yield in_time.under(view.book.article("calculation-closes") if begun else "")


def negates_activation(ability: Ability | None) -> bool:
    """Does the effect answer an activation and negate it?"""
    return ability is not None and any(
        do.verb == "negate" and do.args["negate"] == "$below" for do in dos_in(ability.do)
    )


def names_damage_step(view: View, ability: Ability | None) -> bool:
    """Does the text itself say that it works in the Damage Step or at a moment of it? If so, it prevails
    over the rule (rules-vs-effects).
    """
    moments = view.book.procedures["damage-step"].places
    times = times_named(ability.when if ability is not None else None)
    if any(name in ("damage-step", "attack") or name in moments for name in times):
        return True
    return heard_in_battle(ability)


def names_calculation(ability: Ability) -> bool:
    """Does the text itself say that it works in the damage calculation?"""
    return CALCULATION in times_named(ability.when)


def times_named(when: object) -> list[str]:
    """The times during which the conditions of a text hold."""
    conditions = when if isinstance(when, list) else [when]
    return [
        name
        for condition in conditions
        if isinstance(condition, dict)
        for name in names(condition.get("during", ()))
    ]


def heard_in_battle(ability: Ability | None) -> bool:
    """Does it trigger only on an event of the Damage Step: battle damage, or destruction by battle?"""
    return ability is not None and any(of_battle(on) for on in ability.on)


def of_battle(on: Fields) -> bool:
    """Does an event name battle as its cause?"""
    return "battle-damage" in on["events"] or on["mods"].get("because") == "battle"
