"""Cards that an effect takes out of what a static ability selects: they do not come back to it this turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.engine.effects.continuous import abilities, statics
from judge.engine.effects.scopes import touches
from judge.engine.effects.validity import works
from judge.engine.kernel.state import Card
from judge.engine.kernel.view import View
from judge.engine.language.traits import names as values_names

TEXTUAL = frozenset(
    ("gain", "mark", "turn")
)  # verbs by which an effect can make a card fit a selector no longer


def selected(view: View) -> set[tuple[str, str, str]]:
    """Who is affected by static abilities whose selectors test more than a place:
    (ability, source, target).
    """
    found = set()
    for _, ability, source in statics(view):
        of = ability.data.get("of")
        if isinstance(of, Mapping):
            for seat in view.seats("any"):
                for name in values_names(of.get("zone", view.book.default_zone)):
                    found |= {(ability.id, source.object, card.object) for card in view.zone(seat, name)
                              if touches(view, ability, source, card)}  # fmt: skip
    return found


def may_exclude(batch: Sequence[Mapping[str, object]]) -> bool:
    """Can these events take targets away from a static ability: does an effect change what cards are like?"""
    return any(event.get("because") == "effect" for event in batch) and any(
        event["verb"] in TEXTUAL for event in batch
    )


def excluded(view: View, before: set[tuple[str, str, str]]) -> Iterator[tuple[str, Card, Card]]:
    """Targets that an effect took away from a static ability: they do not come back to it this turn."""
    for ability, source, target in sorted(before - selected(view)):
        holder, card = view.card(source), view.card(target)
        if holder is None or card is None:
            continue
        if any(one.id == ability and works(view, holder, one) for one in abilities(view, holder)):
            yield f"effects-turn:lost:{source}:{target}:{ability}", card, holder
