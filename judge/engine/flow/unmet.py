"""Conditions of options and of instructions that are not met, with what was found, where anybody listens."""

from __future__ import annotations

from judge.engine.effects.reader import Reader
from judge.engine.kernel.state import Cond
from judge.engine.kernel.view import View
from judge.engine.language.findings import Finding, findings
from judge.text.plain import Fields, Written


def unmet(view: View, what: Written, ctx: Fields) -> tuple[Finding, ...]:
    """What a condition asks for and what is there instead: nothing in a silent game."""
    return findings(Reader(view.table, view.game), what, ctx) if view.tracing else ()


def asked(view: View, rule: str, what: Written, ctx: Fields) -> Cond:
    """The condition of an option that what a text asks for holds."""
    if view.holds(what, ctx):
        return Cond(rule, True, "when", {"when": what})
    return Cond(rule, False, "when", {"when": what, "found": unmet(view, what, ctx)})


def tell_unmet(view: View, vars: Fields, when: Written) -> None:
    """Tell that a part of an effect is not carried out: of which card and ability, and why."""
    if not view.tracing:
        return
    about = {"card": source(view, vars), "ability": str(vars.get("ability", ""))}
    view.note("condition-fails", vars.get("rule", ""), when=when, **about, found=unmet(view, when, vars))


def source(view: View, vars: Fields) -> str:
    """The card whose effect is carried out, even where it is no longer there; ``""`` where there is none."""
    stem = str(vars.get("ability", "")).partition("/")[0]
    card = view.game.objects.get(str(vars.get("self", "")), "") or str(vars.get("holder", ""))
    return card or (stem if stem in view.game.cards else "")
