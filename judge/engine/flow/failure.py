"""Where a part of an effect that cannot be done takes the rest of the effect with it."""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine.kernel.state import Do

FAILS = "fails"  # of what is carried out: the article by which nothing after an impossible part is done


def failing(vars: Mapping[str, object]) -> tuple[Do, ...]:
    """The instruction that gives up the rest of what is carried out; none where the rest is done anyway."""
    rule = vars.get(FAILS)
    return (Do("rest-fails", {"rule": rule}),) if rule else ()
