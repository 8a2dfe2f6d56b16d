"""What a card takes over from the one that it covers, or as it is turned over, and what one that comes back
does not: told where a rulebook has an article on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.engine import trace
from judge.engine.kernel.state import EMPTY, Effect, Record, Ref
from judge.engine.kernel.view import View


def tell_succession(view: View, records: Sequence[Record], effects: Sequence[Effect]) -> None:
    """Tell of each card of a batch what goes on with it, and of one that is another object now that nothing
    does; `effects` are those from before the batch.
    """
    for one in records:
        if one.after is None or one.quiet:
            continue
        if "onto" in one.args or one.verb == "turn":
            tell_taken_over(view, one, effects)
        elif one.before is not None and one.before.zone != one.after.zone:
            tell_new_object(view, one)


def tell_taken_over(view: View, one: Record, effects: Sequence[Effect]) -> None:
    """Tell that a card has the effects, or the marks, of what it covers or of its other face."""
    table, after = view.book.tables["takes_over"], one.after
    rule = str(table.get(one.rule, table.get(one.name, "")))
    if not rule or after is None:
        return
    usual = view.book.zones.get(after.place, EMPTY).get("arrive", {})
    given = one.args.get("marks", {})
    marked = any(after.mark(key) != value for key, value in usual.items() if key not in given)
    covered = one.args.get("onto", (after.object,))
    there = {effect.id for effect in effects if not set(covered).isdisjoint(effect.to)}
    if marked or any(effect.id in there and after.object in effect.to for effect in view.game.effects):
        view.note(trace.TAKES_OVER, rule, card=after.id)


def tell_new_object(view: View, one: Record) -> None:
    """Tell that a card that comes back is not the one that left, where anything was about that one."""
    rule, after = str(view.book.cites.get("new-object", "")), one.after
    if not rule or after is None or not view.book.zones.get(after.place, EMPTY).get("leaves"):
        return
    left = list(left_before(view, after.id))
    if any(about(view, ref, broken) for ref, broken in left):
        view.note(trace.NEW_OBJECT, rule, card=after.id, breaks=any(broken for _, broken in left))


def left_before(view: View, card: str) -> Iterator[tuple[Ref, bool]]:
    """The objects that a card was when it left play, each with whether effects ended with it."""
    assert view.tracer is not None
    for entry in view.tracer.entries:
        one = entry.data["record"] if entry.kind is trace.EVENT else None
        if one is None or one.card != card or one.before is None or one.after is None:
            continue
        if one.before.object != one.after.object and view.book.zones[one.before.place].get("leaves"):
            yield one.before.object, bool(entry.data.get("breaks"))


def about(view: View, ref: Ref, ended: bool) -> bool:
    """Was anything about this object: effects, what is under way or left for later, limits, moments met?"""
    if ended or any(ref in key.split(":") for key in view.game.memory):
        return True
    values = [one.vars for one in view.game.waiting if one.status == "later"]
    values += [frame.vars for frame in view.game.agenda if "attacker" in frame.vars]
    return any(ref == one or (type(one) is tuple and ref in one) for vars in values for one in vars.values())
