"""Shortfalls: conditions of options and of instructions that are not met, with their findings where somebody
listens.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from judge.engine import trace
from judge.engine.effects.reader import Reader
from judge.engine.flow.snapshots import snapshot
from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import Condition
from judge.engine.kernel.view import View
from judge.engine.language.findings import Finding, findings
from judge.text.plain import Fields, TomlValue

ABILITIES: Final = ("had", "abilities", "keywords")  # what a snapshot tells of them


def shortfall(view: View, what: object, ctx: Mapping[str, object]) -> tuple[Finding, ...]:
    """What a condition asks for and what is there instead: nothing in a silent game."""
    return findings(Reader(view.table, view.game), what, ctx) if view.tracing else ()


def asked(view: View, rule: str, what: object, ctx: Mapping[str, object]) -> Condition:
    """The condition of an option that a text's demand is met."""
    if view.holds(what, ctx):
        return Condition(rule, True, "when", {"when": what})
    return Condition(rule, False, "when", {"when": what, "found": shortfall(view, what, ctx)})


def asked_down(view: View, rule: str, what: TomlValue, ctx: Fields) -> Condition:
    """The condition of an option that a text's demand is met, where its card is going to lie face-down: what
    cannot be read of a face-down card is ignored.
    """
    card, unread = view.card(ctx["it"]), view.book.unread
    if card is None:
        return asked(view, rule, what, ctx)
    ignored = frozenset((*unread, *ABILITIES))
    info = {key: one for key, one in snapshot(view, card).items() if key not in ignored}
    rule = str(view.book.cites["silent"]) if speaks_of(what, unread) else rule
    return asked(view, rule, what, {**ctx, "info": info})


def speaks_of(what: object, attributes: Collection[str]) -> bool:
    """Does a condition read one of these attributes?"""
    if isinstance(what, (tuple, list)):
        return any(speaks_of(one, attributes) for one in what)
    if not isinstance(what, Mapping):
        return False
    return any(one in what for one in attributes) or speaks_of(tuple(what.values()), attributes)


def tell_unmet(view: View, vars: Fields, when: TomlValue) -> None:
    """Tell that a part of an effect is not carried out: of which card and ability, and why."""
    if not view.tracing:
        return
    about = {"card": source(view, vars), "ability": str(vars.get("ability", ""))}
    view.note(
        trace.CONDITION_FAILS, vars.get("rule", ""), when=when, **about, found=shortfall(view, when, vars)
    )


def validity_rule(view: View, ability: Ability) -> str:
    """The article by which an ability is invalid while its condition of validity is not met."""
    said: str = next(iter(ability.data.get("attached", ())), "")
    return said or str(view.book.cites.get("validity", ""))


def source(view: View, vars: Mapping[str, object]) -> str:
    """The card whose effect is being carried out, even when it is gone; ``""`` where there is none."""
    stem = str(vars.get("ability", "")).partition("/")[0]
    card = view.game.objects.get(str(vars.get("self", "")), "") or str(vars.get("holder", ""))
    return card or (stem if stem in view.game.cards else "")
