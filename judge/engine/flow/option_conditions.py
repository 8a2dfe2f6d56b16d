"""Conditions of options and of instructions: what is told where one is not met, and what becomes of the rest
of an effect of which a part cannot be done.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from judge.engine import trace
from judge.engine.flow.snapshots import snapshot
from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import Condition, Instruction
from judge.engine.kernel.variables import own
from judge.engine.kernel.view import View
from judge.text.plain import Fields, TomlValue

ABILITIES: Final = ("had", "abilities", "keywords")  # what a snapshot tells of them


def asked(view: View, rule: str, what: object, ctx: Mapping[str, object]) -> Condition:
    """The condition of an option that a text's demand is met."""
    ok, findings = view.judge(what, ctx)
    return Condition(rule, ok, "when", {"when": what} if ok else {"when": what, "found": findings})


def asked_down(view: View, rule: str, what: TomlValue, ctx: Fields) -> Condition:
    """The condition of an option that a text's demand is met, where its card is going to lie face-down: what
    cannot be read of a face-down card is ignored.
    """
    card, unread = view.card(ctx["it"]), view.book.unread
    if card is None:
        return asked(view, rule, what, ctx)
    ignored = frozenset((*unread, *ABILITIES))
    info = {key: value for key, value in snapshot(view, card).items() if key not in ignored}
    rule = str(view.book.cites["silent"]) if speaks_of(what, unread) else rule
    return asked(view, rule, what, {**ctx, "info": info})


def speaks_of(what: object, attributes: Collection[str]) -> bool:
    """Does a condition read one of these attributes?"""
    if isinstance(what, (tuple, list)):
        return any(speaks_of(part, attributes) for part in what)
    if not isinstance(what, Mapping):
        return False
    return any(attribute in what for attribute in attributes) or speaks_of(tuple(what.values()), attributes)


def tell_unmet(view: View, vars: Fields, when: TomlValue) -> None:
    """Tell that a part of an effect is not carried out: of which card and ability, and why."""
    if view.tracing:
        about = {"card": source(view, vars), "ability": str(vars.get("ability", ""))}
        findings = view.judge(when, vars).found
        view.note(trace.CONDITION_FAILS, vars.get("rule", ""), when=when, **about, found=findings)


def validity_rule(view: View, ability: Ability) -> str:
    """The article by which an ability is invalid while its condition of validity is not met."""
    article: str = next(iter(ability.data.get("attached", ())), "")
    return article or str(view.book.cites.get("validity", ""))


def source(view: View, vars: Mapping[str, object]) -> str:
    """The card whose effect is being carried out, even when it is gone; ``""`` where there is none."""
    stem = str(vars.get("ability", "")).partition("/")[0]
    card = view.game.objects.get(str(vars.get("self", "")), "") or str(vars.get("holder", ""))
    return card or (stem if stem in view.game.cards else "")


# --- Where a part of an effect that cannot be done takes the rest of the effect with it.
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
