"""Abilities that would have heard an event and were invalid: nothing comes of them, but a reader is told."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from judge.engine import trace
from judge.engine.effects import pattern_match as matching
from judge.engine.effects.reader import Reader
from judge.engine.effects.sources import printed_abilities, taken_from
from judge.engine.effects.validity import valid
from judge.engine.flow.hearers import (
    arrival,
    follows,
    leaves_silent,
    left_as,
    left_play,
    listeners,
    listening,
    muted,
    unheard,
    worked_there,
)
from judge.engine.flow.unmet import rests_on, unmet, validity_rule
from judge.engine.kernel.book import Ability
from judge.engine.kernel.deeds import of_record
from judge.engine.kernel.event import Event
from judge.engine.kernel.state import Card, Record, Ref
from judge.engine.kernel.view import View
from judge.engine.layout.face_down import dormant, face_down
from judge.text.plain import Fields


def tell_silent(view: View, record: Record, sight: matching.Sight, ids: Mapping[str, None]) -> None:
    """Abilities that would have heard the event, had their card not been made invalid."""
    if record.before is not None and record.before.on:
        tell_fallen(view, record, sight, ids)
        return
    blank = {ref for effect in view.game.effects if effect.makes in view.book.taking for ref in effect.to}
    moved = [view.game.cards[record.card]] if record.card in view.game.cards else []
    for card in view.game.cards.values() if blank or leaves_silent(view) else moved:
        if not hushed(view, card, record, blank):
            continue
        here, own = as_it_was(view, card, record), card.id == record.card
        ctx = {"me": here.seat, "self": here.object}
        for ability in printed_abilities(view, card):
            heard_it = ability.id in ids and any(
                matching.fits(view, on, sight, ctx, card.id) for on in ability.on
            )
            if not heard_it or heard_on_arrival(view, card, ability, record):
                continue
            if here.object in blank and not (taken_from(view, here, ability) or face_down(view, here)):
                continue
            if lacks_validity(view, here, ability) and not (here.object in blank or face_down(view, here)):
                continue  # that is why, whatever else it had
            if here.place in ability.zones or (own and muted(view, ability, record)):
                tell_hushed(view, here, own)


def tell_not_valid(view: View, record: Record, sight: matching.Sight, ids: Mapping[str, None]) -> None:
    """Abilities that would have heard the event, had there been what they need to be valid."""
    if all(view.table.abilities[one].validity is None for one in ids):
        return
    moved = view.game.cards.get(record.card)
    own = [(moved, [*listening(view, moved, ids)])] if moved is not None else []
    for card, found in (*own, *(one for one in listeners(view, ids) if one[0] is not moved)):
        for ability in found:
            here = as_it_was(view, card, record)
            if not_valid(view, here, ability, record) and would_hear(view, here, ability, record, sight):
                about = {"card": card.id, "ability": ability.id, **needed(view, here, ability)}
                view.note(trace.NOT_VALID, validity_rule(view, ability) or ability.rule, **about)


def not_valid(view: View, here: Card, ability: Ability, record: Record) -> bool:
    """Was there not what an ability needed to be valid: when its card left, or now?"""
    seen: Fields | None = values_left(view, here, record)
    if seen is not None and ability.id in seen.get("abilities", ()):
        return False
    return lacks_validity(view, here, ability)


def would_hear(view: View, here: Card, ability: Ability, record: Record, sight: matching.Sight) -> bool:
    """Would an ability have heard an event, were it valid?"""
    there = here.place in ability.zones and not dormant(view, here)
    if not there and here.id == record.card:
        left = None if view.book.tables["moves_heard"] else left_as(view, record)
        there = arrival(ability, record, follows(view, record))
        there = there or (left is not None and worked_there(view, left, ability))
    ctx = {"me": here.seat, "self": here.object}
    return there and any(matching.fits(view, on, sight, ctx, here.id) for on in ability.on)


def lacks_validity(view: View, here: Card, ability: Ability) -> bool:
    """Is there not what an ability needs to be valid, in a game where it is not there then?"""
    return not valid(Reader(view.table, view.game), here, ability)


def needed(view: View, here: Card, ability: Ability) -> Fields:
    """What an ability needs to be valid and what is there instead, with the cards on which that hangs."""
    ctx = {"me": here.seat, "self": here.object}
    return {"found": unmet(view, ability.validity, ctx), **rests_on(view, ability.validity, ctx)}


def values_left(view: View, card: Card, record: Record) -> Mapping[str, object] | None:
    """The values that a card had when it left by this event."""
    return record.values if card.id == record.card and left_play(view, record) else None


def hushed(view: View, card: Card, record: Record, blank: Container[Ref]) -> bool:
    """Were a card's abilities invalid when the event happened? `blank` are the cards that a text made so."""
    seen = values_left(view, card, record)
    if seen is not None:
        return not seen.get("abilities")
    return card.object in blank or (leaves_silent(view) and bool(card.zone) and face_down(view, card))


def as_it_was(view: View, card: Card, record: Record) -> Card:
    """The card as it was when it left by this event; any other as it is."""
    left = record.before if values_left(view, card, record) is not None else None
    return left if left is not None else card


def heard_on_arrival(view: View, card: Card, ability: Ability, record: Record) -> bool:
    """Is an ability that was invalid where its card came from heard from where it has come to?"""
    if card.id != record.card or leaves_silent(view) or not dormant(view, as_it_was(view, card, record)):
        return False
    return not unheard(view, card, ability, record) and arrival(ability, record, follows(view, record))


def tell_hushed(view: View, here: Card, own: bool) -> None:
    """Tell that an ability was invalid: by how its card lay, or by a text."""
    lay = str(view.book.cites.get("silent", ""))
    rule = lay if face_down(view, here) else str(view.book.cites.get("blanked", lay))
    view.note(trace.SILENT, rule, card=here.id, by=taker(view, here), **({"own": True} if own else {}))


def taker(view: View, here: Card) -> str:
    """The card whose effect has made the abilities of another invalid; ``""`` where none has."""
    for one in view.game.effects:
        if one.makes in view.book.taking and here.object in one.to:
            return view.game.objects.get(one.source) or one.ability.partition("/")[0]
    return ""


def tell_fallen(view: View, record: Record, sight: matching.Sight, ids: Mapping[str, None]) -> None:
    """Abilities of a card that fell with its pile, and would have heard of it,
    had that not been in silence.
    """
    pile = view.book.tables["pile"]
    if not pile.get("after"):
        tell_unheard_pile(view, record, sight, ids)
        return
    if follows(view, record):
        return
    card = view.game.cards[record.card]
    ctx = {"me": card.seat, "self": card.object}
    if any(
        (view.works(card, one) or (arrival(one, record, True) and valid(view, card, one)))
        and any(matching.fits(view, on, sight, ctx, card.id) for on in one.on)
        for one in listening(view, card, ids)
    ):
        view.cite("fallen-are-heard")


def tell_fallen_quietly(view: View, records: Sequence[Record]) -> None:
    """Tell of the cards that have gone with what lay on them, in a book by which nobody hears of that."""
    for record in records:
        if record.quiet and record.before is not None and record.before.on:
            names = of_record(view.book, record)
            ids = dict.fromkeys(one for name in names for one in view.table.listeners.get(name, ()))
            tell_unheard_pile(view, record, matching.of_record(view, record), ids)


def tell_unheard_pile(view: View, record: Record, sight: matching.Sight, ids: Mapping[str, None]) -> None:
    """Tell of a card from beneath another that has an ability which would have heard of its move."""
    card = view.game.cards[record.card]
    ctx = {"me": card.seat, "self": card.object}
    for one in listening(view, card, ids):
        if any(matching.fits(view, on, sight, ctx, card.id) for on in one.on):
            view.note(trace.BENEATH_UNHEARD, str(view.book.tables["pile"]["silent"]), card=card.id)
            return


def tell_unguarded(view: View, card: Card, choice: Event) -> None:
    """Tell that a card may be chosen though its own text forbids it: that has been made invalid."""
    rule = str(view.book.cites.get("unguarded", ""))
    if not (view.tracing and rule):
        return
    sight, ctx = matching.of_event(view, choice), {"me": card.seat, "self": card.object}
    for one in printed_abilities(view, card):
        fits = one.kind == "forbid" and taken_from(view, card, one)
        if fits and any(matching.fits(view, on, sight, ctx, card.id) for on in one.on):
            view.note(trace.UNGUARDED, rule, card=card.id)
