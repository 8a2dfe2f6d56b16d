"""Cards that change how a deck may be built: "you may include X", "you may include only X", "you may not
include".

Such an ability replaces a rule of construction while the deck is made (dbs 5-1-3-2). Where one card allows
more and another forbids it, what forbids goes first (1-3-3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from judge.cards.card import as_list
from judge.decks.items import Item, label
from judge.decks.limits import Limit, Limits, fold_number
from judge.decks.selection import Selector, Truth, described, matches
from judge.decks.speech import phrased
from judge.text.plain import Fields


class Changes(NamedTuple):
    """What the cards of one deck change: more copies of some cards, and further limits."""

    more: tuple[
        tuple[Selector | None, str, int], ...
    ] = ()  # selector (None: the card `key` itself), key, copies
    rows: tuple[
        tuple[Limit, str], ...
    ] = ()  # a limit, and the card (key) whose own copies it counts; "" for all


def changes_of(items: Sequence[Item], limits: Limits) -> Changes:
    """Everything that abilities of the deck's cards change, each card heard once."""
    if not limits.building:
        return Changes()
    more: list[tuple[Selector | None, str, int]] = []
    rows: list[tuple[Limit, str]] = []
    for item in {one.key: one for one in reversed(items) if one.card is not None}.values():
        for ability in item.card.data.get("deck", ()) if item.card else ():
            if "include" in ability:
                more.append((_selector(ability, limits), item.key, ability["include"]))
            else:
                rows.append((_row(ability, item, limits), "" if _selector(ability, limits) else item.key))
    return Changes(tuple(more), tuple(_strictest(rows)))


def _strictest(rows: Sequence[tuple[Limit, str]]) -> Iterator[tuple[Limit, str]]:
    """Of several restrictions of the same cards the strictest:
    the others are broken by nothing that it allows.
    """
    groups: dict[str, list[tuple[Limit, str]]] = {}
    for row, key in rows:
        groups.setdefault(repr((row.where, key)), []).append((row, key))
    for group in groups.values():
        yield min(group, key=lambda one: one[0].at_most or 0)


def _selector(ability: Fields, limits: Limits) -> Selector | None:
    """Which cards an ability speaks of, their numbers as they count; None for the card itself."""
    found: Selector | None = ability.get("forbid", ability.get("of"))
    return None if found is None else _counting(found, limits)


def _counting(where: Selector, limits: Limits) -> Selector:
    """A selector with its numbers as they count, however deep they stand in it."""
    found = dict(where)
    for key in where.keys() & {"and", "not"}:
        found[key] = _counting(where[key], limits)
    if "any" in where:
        found["any"] = [_counting(one, limits) for one in where["any"]]
    if "number" in where and not isinstance(where["number"], Mapping):  # a part of a number has no other form
        found["number"] = [fold_number(limits.pattern, str(one)) or one for one in as_list(where["number"])]
    return found


def _row(ability: Fields, item: Item, limits: Limits) -> Limit:
    """A card's restriction as a limit like the rulebook's own."""
    where, building = _selector(ability, limits), limits.building
    kind = phrased("finding.kind", kind=described(ability.get("forbid", ability.get("of")))) if where else ""
    one, several = (phrased("finding.restricted", n=n, card=label(item), kind=kind) for n in (1, 2))
    return Limit(
        "building", building["rule"], tuple(building.get("parts", limits.open_parts)), (one, several), where,
        at_most=0 if "forbid" in ability else ability["only"], also=tuple(building.get("also", ())),
    )  # fmt: skip


def copies_allowed(limit: Limit, item: Item, changes: Changes, limits: Limits) -> tuple[int, int]:
    """How many copies of a card a limit on copies allows, with what the deck's own cards surely allow;
    and perhaps.
    """
    allowed = limit.at_most or 0
    if limit.code != limits.building.get("copies"):
        return allowed, allowed
    found = list(raised(item, changes))
    sure = max(allowed, *(copies for copies, meant in found if meant is Truth.YES), 0)
    return sure, max(sure, *(copies for copies, _ in found), 0)


def raised(item: Item, changes: Changes) -> Iterator[tuple[int, Truth]]:
    """What abilities of the deck's cards allow of a card,
    and whether it is surely this card that they mean.
    """
    for where, key, copies in changes.more:
        meant = matches(where, item.card) if where is not None else Truth.YES if key == item.key else Truth.NO
        if meant is not Truth.NO:
            yield copies, meant
