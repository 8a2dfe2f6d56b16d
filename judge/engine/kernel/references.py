"""Object references: which object numbers a position refers to, and which objects something pending or
running names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.engine.kernel.state import FrozenRecord, Game, Ref
from judge.engine.kernel.variables import own

# Which objects are named by what waits or is being done, so that what they were like is asked for later.
KEPT = "turn:last:"  # of the memory: the values of an object before it left, or before it became this one


def mentioned(game: Game, ref: Ref) -> bool:
    """Does anything pending or under way name an object that it has chosen?"""
    values = [entry.vars for entry in game.waiting]
    values += [frame.vars for frame in game.agenda]
    return any(names(vars, ref) for vars in values)


def names(vars: Mapping[str, object], ref: Ref) -> bool:
    """Is it the acting card, or among the values of variables that hold several? Variables that only tell
    what has left do not count, as an effect need not refer to them.
    """
    return vars.get("self") == ref or any(
        type(value) is tuple and ref in value
        for kept in (vars, own(vars))
        for key, value in kept.items()
        if key != "left" or kept is not vars
    )


def referred(game: Game) -> Iterator[Ref]:
    """Every object number that the agenda, the waiting list or an effect refers to."""
    yield from under_way(game)
    for entry in game.waiting:
        yield entry.source
        yield from numbers(entry.vars)
    for effect in game.effects:
        yield from effect.to
        yield effect.source


def under_way(game: Game) -> Iterator[Ref]:
    """Every object number that the agenda refers to."""
    for frame in game.agenda:
        yield from numbers(frame.vars)
        for do in frame.queue:
            yield from numbers(do.args)
        yield from numbers(frame.answers)


def numbers(value: object) -> Iterator[Ref]:
    """The object numbers inside a plain value."""
    if isinstance(value, str):
        if value.startswith("#"):
            yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from numbers(inner)
    elif isinstance(value, (tuple, list, FrozenRecord)):
        for element in value:
            yield from numbers(element)
