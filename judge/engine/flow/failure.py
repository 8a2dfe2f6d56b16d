"""Where a part of an effect that cannot be done takes the rest of the effect with it."""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine.kernel.state import Do
from judge.engine.kernel.view import View

FAILS = "fails"  # of what is carried out: the article by which nothing after an impossible part is done
STOPS = "impossible-stops"  # the literal by which that is so, in books that leave it open


def failure(view: View, vars: Mapping[str, object]) -> str:
    """The article by which nothing after an impossible part is done; "" where the rest is done anyway.
    Asked where a part is impossible, and nowhere else.
    """
    rule = str(vars.get(FAILS, ""))
    return rule if rule and (STOPS not in view.book.params or view.param(STOPS)) else ""


def failing(view: View, vars: Mapping[str, object]) -> tuple[Do, ...]:
    """The instruction that gives up the rest of what is carried out; none where the rest is done anyway."""
    rule = failure(view, vars)
    return (Do("rest-fails", {"rule": rule}),) if rule else ()
