"""Which objects are named by what waits or is being done, so that what they were like is asked for later."""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine.kernel.state import Game, Ref
from judge.engine.kernel.variables import own

KEPT = "turn:last:"  # of the memory: the values of an object before it left, or before it became this one


def mentioned(game: Game, ref: Ref) -> bool:
    """Does anything that waits or is being done name an object as one that it chose?"""
    values = [one.vars for one in game.waiting]
    values += [frame.vars for frame in game.agenda]
    return any(names(vars, ref) for vars in values)


def names(vars: Mapping[str, object], ref: Ref) -> bool:
    """Is it the card that acts, or among the values of variables that hold several? Those that only tell what
    has left do not count: of these an effect need not speak.
    """
    return vars.get("self") == ref or any(
        type(one) is tuple and ref in one
        for kept in (vars, own(vars))
        for key, one in kept.items()
        if key != "left" or kept is not vars
    )
