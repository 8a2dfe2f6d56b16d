"""Failed parts: decides whether the rest of an effect is dropped when a part of it cannot be done."""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine import trace
from judge.engine.flow.shortfall import source
from judge.engine.kernel.state import Instruction
from judge.engine.kernel.variables import own
from judge.engine.kernel.view import View

FAILS = "fails"  # of what is carried out: the article by which nothing after an impossible part is done
STOPS = "impossible-stops"  # the literal by which that is so, in books that leave it open


def failure(view: View, vars: Mapping[str, object]) -> str:
    """The article by which nothing after an impossible part is done; "" where the rest is done anyway. It is
    asked only where a part is impossible.
    """
    rule = str(vars.get(FAILS, ""))
    return rule if rule and (STOPS not in view.book.params or view.param(STOPS)) else ""


def failing(view: View, vars: Mapping[str, object]) -> tuple[Instruction, ...]:
    """The instruction that drops the rest of what is carried out; none where the rest is done anyway."""
    rule = failure(view, vars)
    return (Instruction("rest-fails", {"rule": rule}),) if rule else ()


def unwilling(vars: Mapping[str, object], do: Instruction) -> bool:
    """Does an instruction depend on something that a player chose not to do, or on chance?"""
    test = do.args.get("if")
    return type(test) is str and own(vars).get(test.removeprefix("$")) is False


def tell_skipped(view: View, vars: Mapping[str, object], do: Instruction) -> tuple[Instruction, ...]:
    """The instruction that drops the rest after a skipped instruction, if any. In a book with an article on
    it, also tells that the instruction depended on an earlier one that had no result.
    """
    test, rule = do.args.get("if"), str(view.book.cites.get("undone", ""))
    if rule and view.tracing and type(test) is str and not view.holds(test, vars):
        about = {"card": source(view, vars), "ability": str(vars.get("ability", ""))}
        view.note(trace.UNDONE, str(vars.get("rule") or rule), **about)
    return failing(view, vars)
