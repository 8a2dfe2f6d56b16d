"""Abilities that somebody could expect to hear of a move and that do not: a reader is told why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.engine import trace
from judge.engine.effects import pattern_match as matching
from judge.engine.effects.pattern_match import Sight
from judge.engine.flow.hearers import listeners, listening, worked_there
from judge.engine.kernel.book import Ability
from judge.engine.kernel.event_names import fits as row_fits
from judge.engine.kernel.event_names import place_of
from judge.engine.kernel.state import Card, Record
from judge.engine.kernel.view import View


def tell_missed(view: View, record: Record, sight: Sight, ids: Mapping[str, None]) -> None:
    """Tell which abilities do not hear of a move because of where its card lies now, or of which information
    of it counts; only in a book that says where a card's own moves are heard.
    """
    if not view.book.tables["moves_heard"] or not moved(record):
        return
    tell_elsewhere(view, record, sight, ids)
    other = seen_otherwise(view, record, sight)
    row = (
        matching.information_row(view.book, record.before, record.after)
        if record.before and record.after
        else None
    )
    if other is None or row is None:
        return
    for card, found in listeners(view, ids):
        for ability in found:
            otherwise = view.works(card, ability) and hears(view, card, ability, other)
            if otherwise and not hears(view, card, ability, sight):
                view.note(trace.JUDGED_BY, str(row["rule"]), card=record.card, by=card.id, form=row["view"])


def tell_beside(view: View, records: Sequence[Record]) -> None:
    """Tell which abilities do not hear of an event because the book says that it is not what they wait for,
    though it comes near it.
    """
    rows = [(word, row["other"]) for word, row in view.book.happenings.items() if "other" in row]
    for word, other in rows:
        ids = dict.fromkeys(view.table.listeners.get(word, ()))
        for record in records if ids else ():
            places = (place_of(record.before), place_of(record.after)) if record.verb == "move" else ("", "")
            if not row_fits(other, record.name, record.verb, *places):
                continue
            sight = matching.of_record(view, record)._replace(names=(word,))
            for card, ability in expecting(view, ids, record):
                if hears(view, card, ability, sight):
                    view.note(trace.BESIDE, str(other["rule"]), card=card.id, affected=record.card)


def expecting(view: View, ids: Mapping[str, None], record: Record) -> Iterator[tuple[Card, Ability]]:
    """Whose abilities one could expect to hear: those that work, and the moved card's where it came from."""
    before = record.before
    if before is not None:
        own = listening(view, view.game.cards[record.card], ids)
        yield from ((before, one) for one in own if worked_there(view, before, one))
    for card, found in listeners(view, ids):
        if card.id != record.card:
            yield from ((card, one) for one in found if view.works(card, one))


def moved(record: Record) -> bool:
    """Has a card changed zones?"""
    before, after = record.before, record.after
    return before is not None and after is not None and before.zone != after.zone


def tell_elsewhere(view: View, record: Record, sight: Sight, ids: Mapping[str, None]) -> None:
    """Tell of the moved card's own abilities on its move that do not work where it lies now."""
    card = view.game.cards[record.card]
    for ability in view.borne(card):
        if ability.id in ids and card.place not in ability.zones and hears(view, card, ability, sight):
            view.note(
                trace.HEARD_ELSEWHERE, str(view.book.tables["moves_heard"]), card=card.id, zone=card.place
            )


def hears(view: View, card: Card, ability: Ability, sight: Sight) -> bool:
    """Does an event, seen so, fit what an ability of a card listens to?"""
    ctx = {"me": card.seat, "self": card.object}
    return any(matching.fits(view, on, sight, ctx, card.id) for on in ability.on)


def seen_otherwise(view: View, record: Record, sight: Sight) -> Sight | None:
    """The move as one would see it who read the card by its other information; None where there is none."""
    if sight.seen is not None:
        return sight._replace(card=record.after, seen=None)
    return sight._replace(seen=record.values) if record.values is not None else None
