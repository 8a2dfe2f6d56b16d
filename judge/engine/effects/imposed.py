"""Abilities that lie on no card: what an effect has imposed on the game for a while."""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import Card, Ref
from judge.engine.kernel.view import View


def imposed(view: View) -> Iterator[tuple[int, Ability, Card]]:
    """The abilities that lie on no card, each held by the player whose effect they are,
    under the name of its card.
    """
    for effect in view.game.effects if any(one.makes == "impose" for one in view.game.effects) else ():
        name = view.game.objects.get(effect.source) or effect.ability.partition("/")[0]
        holder = Card(name, "", effect.seat, f"{effect.seat}.", effect.source)
        for id_ in effect.value if effect.makes == "impose" else ():
            yield effect.id, view.table.abilities[id_], holder


def reaching(view: View, ability: Ability, ref: Ref) -> tuple[str, ...]:
    """The article by which an effect that changes no card reaches an object that came after it."""
    rule = str(view.book.cites.get("reaches-later", ""))
    effects = [one for one in view.game.effects if one.makes == "impose" and ability.id in one.value]
    later = bool(rule and effects and view.same(ref)) and int(ref[1:]) > effects[0].id
    return (rule,) if later else ()
