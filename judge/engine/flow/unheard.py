"""Abilities that would have heard of something that did not happen: of an event that was replaced, or of a
move that only comes near one with a name of its own. Nothing comes of them, but a reader is told.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine import trace
from judge.engine.effects import pattern_match as matching
from judge.engine.flow.hearers import holders, leaving
from judge.engine.kernel.book import Ability
from judge.engine.kernel.deeds import of_record
from judge.engine.kernel.event import Event
from judge.engine.kernel.event_names import place_of
from judge.engine.kernel.state import Card, Record
from judge.engine.kernel.view import View


def tell_replaced_unheard(view: View, event: Event, instead: Event | None) -> None:
    """Tell which abilities do not hear of an event since another one has taken its place, and not of that one
    either.
    """
    rule = str(view.book.cites.get("unheard", "")) if view.tracing else ""
    if not rule:
        return
    happens = as_record(view, instead) if instead is not None else None
    for record in (as_record(view, event), *following(view, event)):
        for holder, ability in in_vain(view, record, happens):
            view.note(trace.UNHEARD, rule, card=holder.id, ability=ability.id, event=event["name"])


def as_record(view: View, event: Event) -> Record:
    """The record that an event would be."""
    card = view.card(event.get("card", ""))
    after = card._replace(zone=str(event["to"])) if card is not None and event.get("to") else card
    seat = str(event.get("seat") or event.get("who") or "")
    ref, id_ = (card.object, card.id) if card is not None else ("", "")
    return Record(event["verb"], event["name"], "", id_, ref, seat, event, card, after, None)


def following(view: View, event: Event) -> Iterator[Record]:
    """The moments that would have said of a card that it has brought an event about."""
    card = view.card(event.get("by", ""))
    for word, row in view.book.signals.items() if card is not None else ():
        if row.get("follows", {}).get(event["name"], "") == event["because"] and card is not None:
            said = {**event, "verb": "signal", "name": word, "rule": row["rule"], "card": card.object}
            yield Record("signal", word, row["rule"], card.id, card.object, card.seat, said, card, card, None)


def tell_otherwise_named(view: View, record: Record) -> None:
    """Tell which abilities do not hear of a move since it is not the one that has a name, though it goes the
    same way; one that listens to the way hears of it.
    """
    rule = str(view.book.cites.get("not-named", ""))
    if not rule or record.before is None or record.after is None:
        return
    for word, spec in view.book.moves.items():
        same_way = spec.get("origin") == record.before.place and spec["to"] == place_of(record.after)
        if "otherwise" in spec and word != record.name and same_way:
            for holder, ability in in_vain(view, record._replace(name=word), record):
                view.note(
                    trace.NOT_NAMED, rule, card=holder.id, ability=ability.id, move=word, moved=record.card
                )


def in_vain(view: View, record: Record, happens: Record | None) -> Iterator[tuple[Card, Ability]]:
    """Who would have heard of a record that is not there, and does not hear of what happens."""
    listeners = view.table.listeners
    ids = dict.fromkeys(one for name in of_record(view.book, record) for one in listeners.get(name, ()))
    if not ids:
        return
    sight = matching.of_record(view, record)
    other = matching.of_record(view, happens) if happens is not None else None
    for holder, ability in holders(view, ids, leaving((record,)), record.card):
        ctx = {"me": holder.seat, "self": holder.object, "it": record.ref, "event": record}
        heard = any(matching.fits(view, on, sight, ctx, holder.id) for on in ability.on)
        hears = other is not None and any(matching.fits(view, on, other, ctx, holder.id) for on in ability.on)
        if heard and not hears and view.holds(ability.when, ctx):
            yield holder, ability
