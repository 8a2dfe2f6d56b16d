"""What is about an object when that becomes another, is covered or leaves play: the effects on it, what is
meant by it and what is left to be done with it follow it, end, or stay with what is gone.
"""

from __future__ import annotations

from collections.abc import Container, Mapping

from judge.engine.kernel.state import Game, Ref
from judge.engine.language.traits import names
from judge.text.plain import Json


def fresh(game: Game) -> Ref:
    """A new object number."""
    game.serial += 1
    return f"#{game.serial}"


def drop_effects(game: Game, ref: Ref) -> None:
    """Forget the continuous effects that had only this object to apply to."""
    if any(ref in effect.to for effect in game.effects):
        lift_effects(game, ref, [effect.id for effect in game.effects])


def keep_effects(game: Game, ref: Ref, keeps: object) -> None:
    """Keep on a covered object only effects on the named attributes."""
    lift_effects(game, ref, [effect.id for effect in game.effects if effect.attr not in names(keeps)])


def lift_effects(game: Game, ref: Ref, which: Container[int]) -> None:
    """Take effects off an object; one that was on this object alone, and reaches no other, is over."""
    game.effects = tuple(
        effect._replace(to=tuple(r for r in effect.to if r != ref))
        if effect.id in which and ref in effect.to
        else effect
        for effect in game.effects
        if effect.id not in which or effect.to != (ref,) or effect.scope is not None
    )


def follow(game: Game, old: Ref, new: Ref) -> None:
    """Effects on one object apply to another from now on: a card in its new zone, the pile that covers it."""
    if any(old in effect.to for effect in game.effects):
        game.effects = tuple(
            effect._replace(to=tuple(new if ref == old else ref for ref in effect.to))
            for effect in game.effects
        )
    mean_instead(game, old, new)


def mean_instead(game: Game, old: Ref, new: Ref) -> None:
    """What effects that lie on no card have meant by one object they mean another by from now on."""
    if any(effect.makes == "impose" for effect in game.effects):
        game.effects = tuple(
            effect._replace(scope=renamed(effect.scope, {old: new})) if effect.makes == "impose" else effect
            for effect in game.effects
        )


def leave_behind(game: Game, ref: Ref) -> None:
    """What is still to be done with a card that was covered, or is meant by what lies on no card, finds it no
    more: the card on top is another one.
    """
    mean_instead(game, ref, fresh(game))
    leave_for(game, ref, fresh(game))


def leave_for(game: Game, old: Ref, new: Ref) -> None:
    """What is left to be done with one object is left for another."""
    if any(entry.status == "later" for entry in game.waiting):
        game.waiting = tuple(
            entry._replace(vars={key: renamed(value, {old: new}) for key, value in entry.vars.items()})
            if entry.status == "later"
            else entry
            for entry in game.waiting
        )


def renamed(value: object, moved: Mapping[str, str]) -> Json:
    """A variable's value with the numbers of moved objects replaced by their new ones."""
    if isinstance(value, str):
        return moved.get(value, value)
    if type(value) is dict:
        return {key: renamed(one, moved) for key, one in value.items()}
    return tuple(renamed(one, moved) for one in value) if type(value) is tuple else value
