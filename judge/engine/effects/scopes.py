"""Scopes of static abilities: which cards an ability applies to, and with which amount."""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine import trace
from judge.engine.kernel.book import ARITHMETIC, Ability
from judge.engine.kernel.state import Card, Ref
from judge.engine.kernel.view import View
from judge.engine.language.figures import is_number
from judge.text.plain import Json

AFFECT = "affect"  # of a prohibition: to affect cards at all

ORDER = "order"  # of what is worked out: what each ability of a circle applies to, once its turn has come

LOST = "effects-turn:lost:"  # of the memory: the targets that static abilities have lost to effects

GIVEN = "given"  # of what is worked out: what each ability reaches that gives or takes abilities
SIDES = frozenset(("zone", "of"))  # what says of whose cards, and of which zones, a selector speaks

BY_AGE = "by age"  # of what is worked out: changes of a value count by their kinds and ages alone

Reach = dict[str, Json]  # the cards to which an ability applies, each with the amount


def settled(view: View, ability: Ability, source: Card) -> Reach | None:
    """The cards that a static ability applies to, where that has been settled; None where it has not."""
    order: dict[tuple[str, Ref], Reach] | None = view.game.static_cache.get(ORDER)
    return None if order is None else order.get((ability.id, source.object))


def touches(view: View, ability: Ability, source: Card, card: Card) -> bool:
    """Does a static ability apply to a card: does its selector fit, and may the ability affect the card?"""
    reach = settled(view, ability, source)
    if reach is not None:
        return card.id in reach
    return fits(view, ability, source, card) and view.unaffected(ability.id, source, card) is None


def fits(view: View, ability: Ability, source: Card, card: Card) -> bool:
    """Does the selector of a static ability fit this card as it is now?"""
    of = ability.data.get("of", "self")
    if of == "self":
        return card.id == source.id
    if view.table.selective and f"{LOST}{source.object}:{card.object}:{ability.id}" in view.game.memory:
        return False
    ctx = {"me": source.seat, "self": source.object}
    if "scope" not in ability.data:
        return card.object in view.refs(of, ctx)
    if ability.data["by_place"] and card.id in view.game.cards:
        return card.id in reached(view, ability, source)
    return not card.on and view.matches(card, ability.data["scope"], ctx)


def tell_unaffected(
    view: View,
    text: Ability,
    holder: Card,
    ability: str,
    stem: str,
    card: str,
) -> None:
    """Records that an ability of the card `stem` does not affect a card, and by which text of which card."""
    about = {"affected": card, "stem": stem, "card": holder.id, "text": text.id}
    view.note(trace.UNAFFECTED, text.rule, ability=ability, **about)


def amount_of(view: View, ability: Ability, source: Card, card: Card) -> object:
    """The amount by which a static ability changes a card's value, or the value that it gives."""
    reach = settled(view, ability, source)
    if reach is not None and card.id in reach:
        return reach[card.id]
    return worked_out(view, ability, source, card)


def worked_out(view: View, ability: Ability, source: Card, card: Card) -> object:
    """The amount or value of a static ability, worked out for the present position."""
    amount, makes = ability.data["value"], ability.data["makes"]
    if ((makes == "add" or makes in ARITHMETIC) and type(amount) is not int) or (
        makes == "make" and isinstance(amount, Mapping) and is_number(amount)
    ):
        return view.number(
            amount, {"me": source.seat, "self": source.object, "it": card.object, "each": card.object}
        )
    return amount


def reached(view: View, ability: Ability, source: Card) -> frozenset[str]:
    """The cards a static ability applies to by their place alone, so that none of their values is needed."""
    memo, scope = view.game.static_cache, ability.data["scope"]
    alike = scope.keys() <= SIDES  # the same for every ability of a player that says so
    key = (
        ("reached", source.seat, *map(str, scope.values()))
        if alike
        else ("reached", ability.id, source.object)
    )
    if key not in memo:
        selected = view.cards(scope, {"me": source.seat, "self": source.object})
        memo[key] = frozenset(card.id for card in selected)
    cards: frozenset[str] = memo[key]
    return cards


def carried(view: View) -> dict[object, object]:
    """The settled results that remain true while something else is supposed."""
    memo = view.game.static_cache
    return {key: memo[key] for key in (GIVEN, BY_AGE) if key in memo}
