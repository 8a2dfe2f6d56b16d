"""Near misses: tells why an ability does not trigger although a reader could expect it, because it is
invalid, because it listens to another zone or another name, or because its event was replaced.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from judge.engine import trace
from judge.engine.effects import pattern_match as matching
from judge.engine.effects.pattern_match import Sight
from judge.engine.effects.reader import Reader
from judge.engine.effects.sources import printed_abilities, taken_from
from judge.engine.effects.validity import valid
from judge.engine.flow.listeners import (
    arrival,
    follows,
    holders,
    is_own_move_unheard,
    leaves_silent,
    leaving,
    left_as,
    left_play,
    listeners,
    listening,
    muted,
    worked_there,
)
from judge.engine.flow.option_conditions import validity_rule
from judge.engine.kernel.book import Ability
from judge.engine.kernel.event import Event, place_of
from judge.engine.kernel.event import fits as row_fits
from judge.engine.kernel.state import AppliedEvent, Card, Ref
from judge.engine.kernel.turn_history import of_record
from judge.engine.kernel.view import View
from judge.engine.layout.face_down import dormant, face_down
from judge.text.plain import Fields


# Abilities that would have heard of something that did not happen: of an event that was replaced, or of a
# move that only comes near one with a name of its own. Nothing comes of them, but a reader is told.
def explain_replaced(view: View, event: Event, instead: Event | None) -> None:
    """Tells which abilities do not hear an event because it was replaced, and do not hear its replacement
    either.
    """
    rule = str(view.book.cites.get("unheard", ""))
    if not rule:
        return
    happens = as_record(view, instead) if instead is not None else None
    for record in (as_record(view, event), *following(view, event)):
        for holder, ability in would_have_triggered(view, record, happens):
            view.note(trace.UNHEARD, rule, card=holder.id, ability=ability.id, event=event["name"])


def as_record(view: View, event: Event) -> AppliedEvent:
    """The record that an event would have become."""
    card = view.card(event.get("card", ""))
    after = card._replace(zone=str(event["to"])) if card is not None and event.get("to") else card
    seat = str(event.get("seat") or event.get("who") or "")
    ref, id_ = (card.object, card.id) if card is not None else ("", "")
    return AppliedEvent(event["verb"], event["name"], "", id_, ref, seat, event, card, after, None)


def following(view: View, event: Event) -> Iterator[AppliedEvent]:
    """The records of signals that would have told that a card brought the event about."""
    card = view.card(event.get("by", ""))
    for word, row in view.book.signals.items() if card is not None else ():
        if row.get("follows", {}).get(event["name"], "") == event["because"] and card is not None:
            signal = {**event, "verb": "signal", "name": word, "rule": row["rule"], "card": card.object}
            yield AppliedEvent(
                "signal", word, row["rule"], card.id, card.object, card.seat, signal, card, card, None
            )


def explain_other_name(view: View, record: AppliedEvent) -> None:
    """Tells which abilities do not hear a move because they listen to a named move that goes the same way.
    Abilities that listen to the way itself hear it.
    """
    rule = str(view.book.cites.get("not-named", ""))
    if not rule or record.before is None or record.after is None:
        return
    for word, spec in view.book.moves.items():
        same_way = spec.get("origin") == record.before.place and spec["to"] == place_of(record.after)
        if "otherwise" in spec and word != record.name and same_way:
            for holder, ability in would_have_triggered(view, record._replace(name=word), record):
                view.note(
                    trace.NOT_NAMED, rule, card=holder.id, ability=ability.id, move=word, moved=record.card
                )


def would_have_triggered(
    view: View, record: AppliedEvent, happens: AppliedEvent | None
) -> Iterator[tuple[Card, Ability]]:
    """The abilities that would have triggered on an event that did not happen, and do not trigger on what
    happens instead.
    """
    listeners = view.table.listeners
    ids = dict.fromkeys(key for name in of_record(view.book, record) for key in listeners.get(name, ()))
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


# --- abilities that somebody could expect to hear of a move and that do not: a reader is told why ------
def explain_missed(view: View, record: AppliedEvent, sight: Sight, ids: Mapping[str, None]) -> None:
    """Tells which abilities do not hear a move because of the zone of their card now, or because of the
    state in which the card is read. This is told only in a book that says where a card's own moves are
    heard.
    """
    if not view.book.tables["moves_heard"] or not moved(record):
        return
    explain_elsewhere(view, record, sight, ids)
    other = seen_otherwise(view, record, sight)
    row = (
        matching.information_row(view.book, record.before, record.after)
        if record.before and record.after
        else None
    )
    if other is None or row is None:
        return
    for card, abilities in listeners(view, ids):
        for ability in abilities:
            otherwise = view.works(card, ability) and hears(view, card, ability, other)
            if otherwise and not hears(view, card, ability, sight):
                view.note(trace.JUDGED_BY, str(row["rule"]), card=record.card, by=card.id, form=row["view"])


def explain_near_event(view: View, records: Sequence[AppliedEvent]) -> None:
    """Tells which abilities do not hear an event that resembles theirs, because the book says that it is
    another.
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


def expecting(view: View, ids: Mapping[str, None], record: AppliedEvent) -> Iterator[tuple[Card, Ability]]:
    """The abilities that a reader could expect to hear: those that work now, and those of the moved card
    where it came from.
    """
    before = record.before
    if before is not None:
        own = listening(view, view.game.cards[record.card], ids)
        yield from ((before, ability) for ability in own if worked_there(view, before, ability))
    for card, abilities in listeners(view, ids):
        if card.id != record.card:
            yield from ((card, ability) for ability in abilities if view.works(card, ability))


def moved(record: AppliedEvent) -> bool:
    """Has a card changed zones?"""
    before, after = record.before, record.after
    return before is not None and after is not None and before.zone != after.zone


def explain_elsewhere(view: View, record: AppliedEvent, sight: Sight, ids: Mapping[str, None]) -> None:
    """Tells which abilities of the moved card do not hear its move: those that do not work in the zone."""
    card = view.game.cards[record.card]
    for ability in view.borne(card):
        if ability.id in ids and card.place not in ability.zones and hears(view, card, ability, sight):
            view.note(
                trace.HEARD_ELSEWHERE, str(view.book.tables["moves_heard"]), card=card.id, zone=card.place
            )


def hears(view: View, card: Card, ability: Ability, sight: Sight) -> bool:
    """Does an event, seen in this way, fit what a card's ability listens to?"""
    ctx = {"me": card.seat, "self": card.object}
    return any(matching.fits(view, on, sight, ctx, card.id) for on in ability.on)


def seen_otherwise(view: View, record: AppliedEvent, sight: Sight) -> Sight | None:
    """The move as seen by the card's other information; None where there is none."""
    if sight.seen is not None:
        return sight._replace(card=record.after, seen=None)
    return sight._replace(seen=record.values) if record.values is not None else None


def explain_invalid(view: View, record: AppliedEvent, sight: matching.Sight, ids: Mapping[str, None]) -> None:
    """Tells which abilities would have heard the event if their card had not been made invalid."""
    if record.before is not None and record.before.on:
        explain_fallen(view, record, sight, ids)
        return
    blank = {ref for effect in view.game.effects if effect.makes in view.book.taking for ref in effect.to}
    moved = [view.game.cards[record.card]] if record.card in view.game.cards else []
    for card in view.game.cards.values() if blank or leaves_silent(view) else moved:
        if not is_disabled(view, card, record, blank):
            continue
        past, own = as_it_was(view, card, record), card.id == record.card
        ctx = {"me": past.seat, "self": past.object}
        for ability in printed_abilities(view, card):
            heard_it = ability.id in ids and any(
                matching.fits(view, on, sight, ctx, card.id) for on in ability.on
            )
            if not heard_it or heard_on_arrival(view, card, ability, record):
                continue
            if past.object in blank and not (taken_from(view, past, ability) or face_down(view, past)):
                continue
            if lacks_validity(view, past, ability) and not (past.object in blank or face_down(view, past)):
                continue  # that is why, whatever else it had
            if past.place in ability.zones or (own and muted(view, ability, record)):
                explain_disabled(view, past, own)


def explain_not_valid(
    view: View, record: AppliedEvent, sight: matching.Sight, ids: Mapping[str, None]
) -> None:
    """Tells which abilities would have heard the event if their conditions of validity had been met."""
    if all(view.table.abilities[key].validity is None for key in ids):
        return
    moved = view.game.cards.get(record.card)
    own = [(moved, [*listening(view, moved, ids)])] if moved is not None else []
    for card, abilities in (
        *own,
        *(listener for listener in listeners(view, ids) if listener[0] is not moved),
    ):
        for ability in abilities:
            past = as_it_was(view, card, record)
            if was_not_valid(view, past, ability, record) and would_hear(view, past, ability, record, sight):
                about = {"card": card.id, "ability": ability.id, **needed(view, past, ability)}
                view.note(trace.NOT_VALID, validity_rule(view, ability) or ability.rule, **about)


def was_not_valid(view: View, card: Card, ability: Ability, record: AppliedEvent) -> bool:
    """Was an ability's condition of validity not met, when its card left or now?"""
    seen: Fields | None = values_left(view, card, record)
    if seen is not None and ability.id in seen.get("abilities", ()):
        return False
    return lacks_validity(view, card, ability)


def would_hear(view: View, card: Card, ability: Ability, record: AppliedEvent, sight: matching.Sight) -> bool:
    """Would a valid ability have heard the event?"""
    works = card.place in ability.zones and not dormant(view, card)
    if not works and card.id == record.card:
        left = None if view.book.tables["moves_heard"] else left_as(view, record)
        works = arrival(ability, record, follows(view, record))
        works = works or (left is not None and worked_there(view, left, ability))
    ctx = {"me": card.seat, "self": card.object}
    return works and any(matching.fits(view, on, sight, ctx, card.id) for on in ability.on)


def lacks_validity(view: View, card: Card, ability: Ability) -> bool:
    """Is a condition of validity not met, in a game where the ability is then not there?"""
    return not valid(Reader(view.table, view.game), card, ability)


def needed(view: View, card: Card, ability: Ability) -> Fields:
    """What an ability needs to be valid, and what there is instead."""
    ctx = {"me": card.seat, "self": card.object}
    return {"found": view.judge(ability.validity, ctx).found}


def values_left(view: View, card: Card, record: AppliedEvent) -> Mapping[str, object] | None:
    """The values that a card had when it left by this event."""
    return record.values if card.id == record.card and left_play(view, record) else None


def is_disabled(view: View, card: Card, record: AppliedEvent, blank: Container[Ref]) -> bool:
    """Were a card's abilities invalid when the event happened? `blank` are the cards that a text made so."""
    seen = values_left(view, card, record)
    if seen is not None:
        return not seen.get("abilities")
    return card.object in blank or (leaves_silent(view) and bool(card.zone) and face_down(view, card))


def as_it_was(view: View, card: Card, record: AppliedEvent) -> Card:
    """The card as it was when it left by this event; any other as it is."""
    left = record.before if values_left(view, card, record) is not None else None
    return left if left is not None else card


def heard_on_arrival(view: View, card: Card, ability: Ability, record: AppliedEvent) -> bool:
    """Is an ability that was invalid where its card came from heard from where it has come to?"""
    if card.id != record.card or leaves_silent(view) or not dormant(view, as_it_was(view, card, record)):
        return False
    return not is_own_move_unheard(view, card, ability, record) and arrival(
        ability, record, follows(view, record)
    )


def explain_disabled(view: View, card: Card, own: bool) -> None:
    """Tell that an ability was invalid: by how its card lay, or by a text."""
    lay = str(view.book.cites.get("silent", ""))
    rule = lay if face_down(view, card) else str(view.book.cites.get("blanked", lay))
    view.note(trace.SILENT, rule, card=card.id, by=taker(view, card), **({"own": True} if own else {}))


def taker(view: View, card: Card) -> str:
    """The card whose effect has made the abilities of another invalid; ``""`` where none has."""
    for effect in view.game.effects:
        if effect.makes in view.book.taking and card.object in effect.to:
            return view.game.objects.get(effect.source) or effect.ability.partition("/")[0]
    return ""


def explain_fallen(view: View, record: AppliedEvent, sight: matching.Sight, ids: Mapping[str, None]) -> None:
    """Tells which abilities of a card would have heard that it fell with its pile, had that not happened in
    silence.
    """
    pile = view.book.tables["pile"]
    if not pile.get("after"):
        explain_unheard_pile(view, record, sight, ids)
        return
    if follows(view, record):
        return
    card = view.game.cards[record.card]
    ctx = {"me": card.seat, "self": card.object}
    if any(
        (view.works(card, ability) or (arrival(ability, record, True) and valid(view, card, ability)))
        and any(matching.fits(view, on, sight, ctx, card.id) for on in ability.on)
        for ability in listening(view, card, ids)
    ):
        view.cite("fallen-are-heard")


def explain_pile_departure(view: View, records: Sequence[AppliedEvent]) -> None:
    """Tells which cards left with the cards on top of them, in a book where nobody hears of that."""
    for record in records:
        if record.quiet and record.before is not None and record.before.on:
            names = of_record(view.book, record)
            ids = dict.fromkeys(key for name in names for key in view.table.listeners.get(name, ()))
            explain_unheard_pile(view, record, matching.of_record(view, record), ids)


def explain_unheard_pile(
    view: View, record: AppliedEvent, sight: matching.Sight, ids: Mapping[str, None]
) -> None:
    """Tells that a card from beneath another has an ability that would have heard of its move."""
    card = view.game.cards[record.card]
    ctx = {"me": card.seat, "self": card.object}
    for ability in listening(view, card, ids):
        if any(matching.fits(view, on, sight, ctx, card.id) for on in ability.on):
            view.note(trace.BENEATH_UNHEARD, str(view.book.tables["pile"]["silent"]), card=card.id)
            return


def explain_unguarded(view: View, card: Card, choice: Event) -> None:
    """Tells that a card may be chosen although its own text forbids it, because that text has been made
    invalid.
    """
    rule = str(view.book.cites.get("unguarded", ""))
    if not rule:
        return
    sight, ctx = matching.of_event(view, choice), {"me": card.seat, "self": card.object}
    for ability in printed_abilities(view, card):
        fits = ability.kind == "forbid" and taken_from(view, card, ability)
        if fits and any(matching.fits(view, on, sight, ctx, card.id) for on in ability.on):
            view.note(trace.UNGUARDED, rule, card=card.id)
