"""Rule processing: what the state rules call for now, carried out until nothing is due."""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine import trace
from judge.engine.effects.continuous import lowered_by
from judge.engine.flow.listeners import watched
from judge.engine.kernel.book import Outcome, StateRule
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import events, move_event, put_vars
from judge.engine.kernel.state import SEATS, Card, Instruction
from judge.engine.kernel.view import Vars, View
from judge.engine.language.shared import words


@words.verb("rules")
def rules(view: View, v: Vars) -> Outcome:
    """Carry out every rule processing that is due, all at once, until none is left."""
    batch = list(due(view, v))
    if not batch or ("tried" in v and not repeats(view)):
        return None
    tried = tuple(sorted(f"{change['rule']}:{change.get('card')}" for change in batch))
    if tried == v.get("tried"):
        view.note(trace.NOT_APPLICABLE, batch[0]["rule"], events=tried)
        return None
    view.note(trace.PROCESSING, str(v.args["rules"]), n=len(batch))
    for event in batch:
        card = view.card(event.get("card", ""))
        if card is not None and watched(view, event):
            view.note(trace.DUE, event["rule"], card=card.id, to=event["to"])
    return [events(batch), put_vars(tried=tried), Instruction("rules", {"rules": v.args["rules"]})]


def repeats(view: View) -> bool:
    """Is rule processing that becomes necessary during rule processing carried out at once? It is, unless a
    book says otherwise.
    """
    return "rules-again" not in view.book.params or bool(view.param("rules-again"))


def due(view: View, v: Vars) -> list[Event]:
    """The events that the state rules call for now."""
    batch: list[Event] = []
    for row, cards in candidates(view):
        if not view.holds(row.when, {"me": view.active}):
            continue
        if row.function is not None:
            batch.extend(row.function(view))
        else:
            batch.extend(state_event(view, row, card) for card in cards)
            for reading in row.touches:
                view.touch(reading)
    return batch


def candidates(view: View) -> list[tuple[StateRule, tuple[Card, ...]]]:
    """The state rules that have cards to look at, with these cards; kept until something changes."""
    memo = view.game.static_cache
    if "due" not in memo:
        rows = [
            row
            for row in view.book.state_rules
            if (not row.empty or any_empty(view, row.empty)) and may_fall(view, row)
        ]
        every = [
            (row, () if row.function else view.cards({"of": "any", **row.each}, {"me": view.active}))
            for row in rows
        ]
        memo["due"] = [(row, cards) for row, cards in every if cards or row.function]
    cached: list[tuple[StateRule, tuple[Card, ...]]] = memo["due"]
    return cached


def may_fall(view: View, row: StateRule) -> bool:
    """Could any card have come down to the number at which the rule acts? Usually nothing lowers it."""
    attr = row.laid_to
    bound = row.each.get("max", {}).get(attr)
    if type(bound) is not int or attr in view.table.lowered:
        return True
    return any(
        effect.attr == attr and (effect.makes != "add" or effect.value < 0) for effect in view.game.effects
    )


def any_empty(view: View, zones: Sequence[str]) -> bool:
    """Does a player have no card in one of these zones?"""
    return any(not view.game.zones.get(f"{seat}.{zone}") for seat in SEATS for zone in zones)


def state_event(view: View, row: StateRule, card: Card) -> Event:
    """The move that a state rule makes. Its cause is the effect that brought it about, where there is one."""
    attr, word = row.laid_to, row.do.get("word", "move")
    zone = view.book.moves[word]["to"] if "word" in row.do else row.do["to"]
    cause = view.game.memory.get(f"laid-to:{card.object}:{attr}", {})
    lowering = lowered_by(view, card, attr) if attr and not cause else None
    if lowering is not None:
        cause = {"by": lowering[1].object, "ability": lowering[0].id, "who": lowering[1].seat}
    ctx = {"self": cause.get("by", ""), "ability": cause.get("ability", ""), "me": cause.get("who", "")}
    because = "effect" if cause else "rules"
    narrow = str(view.book.cites.get("laid-to", ""))  # only where it stands under the row's own
    rule = narrow if cause and narrow.startswith(row.rule) else row.rule
    return move_event(view, {**ctx, "because": because}, card.object, zone, word, rule)
