"""Successors of objects: when an object becomes another, is covered or leaves play, the effects on it, the
references to it and the instructions left for it follow, end, or stay behind.
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
    """Ends the continuous effects that applied to this object alone."""
    if any(ref in effect.to for effect in game.effects):
        lift_effects(game, ref, [effect.id for effect in game.effects])


def keep_effects(game: Game, ref: Ref, keeps: object) -> None:
    """Keeps on a covered object only the effects on the named attributes."""
    lift_effects(game, ref, [effect.id for effect in game.effects if effect.attr not in names(keeps)])


def lift_effects(game: Game, ref: Ref, which: Container[int]) -> None:
    """Takes effects off an object; an effect that applied to this object alone is over."""
    game.effects = tuple(
        effect._replace(to=tuple(r for r in effect.to if r != ref))
        if effect.id in which and ref in effect.to
        else effect
        for effect in game.effects
        if effect.id not in which or effect.to != (ref,) or effect.scope is not None
    )


def follow(game: Game, old: Ref, new: Ref) -> None:
    """Makes the effects on one object apply to another: to a card in its new zone, or to the pile that
    covers it.
    """
    if any(old in effect.to for effect in game.effects):
        game.effects = tuple(
            effect._replace(to=tuple(new if ref == old else ref for ref in effect.to))
            for effect in game.effects
        )
    mean_instead(game, old, new)


def mean_instead(game: Game, old: Ref, new: Ref) -> None:
    """Makes imposed effects, which lie on no card, refer to another object instead."""
    if any(effect.makes == "impose" for effect in game.effects):
        game.effects = tuple(
            effect._replace(scope=renamed(effect.scope, {old: new})) if effect.makes == "impose" else effect
            for effect in game.effects
        )


def leave_behind(game: Game, ref: Ref) -> None:
    """Cuts references to a covered card, from instructions left for later and from imposed effects: the card
    on top is another object.
    """
    mean_instead(game, ref, fresh(game))
    leave_for(game, ref, fresh(game))


def leave_for(game: Game, old: Ref, new: Ref) -> None:
    """Makes instructions left for later refer to another object."""
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
        return {key: renamed(entry, moved) for key, entry in value.items()}
    return tuple(renamed(inner, moved) for inner in value) if type(value) is tuple else value
