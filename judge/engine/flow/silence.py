"""Abilities that would have heard an event and were invalid: nothing comes of them, but a reader is told."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from judge.engine.effects.sources import printed_abilities
from judge.engine.flow import pattern_match as matching
from judge.engine.flow.hearers import arrival, follows, leaves_silent, left_play, listening, muted, unheard
from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import Card, Record, Ref
from judge.engine.kernel.view import View
from judge.engine.layout.face_down import dormant, face_down


def tell_silent(game: View, record: Record, sight: matching.Sight, ids: Mapping[str, None]) -> None:
    """Abilities that would have heard the event, had their card not been made invalid."""
    if record.before is not None and record.before.on:
        tell_fallen(game, record, sight, ids)
        return
    blank = {ref for effect in game.game.effects if effect.makes in game.book.taking for ref in effect.to}
    for card in game.game.cards.values():
        if not hushed(game, card, record, blank):
            continue
        here, own = as_it_was(game, card, record), card.id == record.card
        ctx = {"me": here.seat, "self": here.object}
        for ability in printed_abilities(game, card):
            heard_it = ability.id in ids and any(
                matching.fits(game, on, sight, ctx, card.id) for on in ability.on
            )
            if not heard_it or heard_on_arrival(game, card, ability, record):
                continue
            if here.place in ability.zones or (own and muted(game, ability, record)):
                tell_hushed(game, here, own)


def values_left(game: View, card: Card, record: Record) -> Mapping[str, Any] | None:
    """The values that a card had when it left by this event."""
    return record.values if card.id == record.card and left_play(game, record) else None


def hushed(game: View, card: Card, record: Record, blank: Container[Ref]) -> bool:
    """Were a card's abilities invalid when the event happened? `blank` are the cards that a text made so."""
    seen = values_left(game, card, record)
    if seen is not None:
        return not seen.get("abilities")
    return card.object in blank or (leaves_silent(game) and bool(card.zone) and face_down(game, card))


def as_it_was(game: View, card: Card, record: Record) -> Card:
    """The card as it was when it left by this event; any other as it is."""
    left = record.before if values_left(game, card, record) is not None else None
    return left if left is not None else card


def heard_on_arrival(game: View, card: Card, ability: Ability, record: Record) -> bool:
    """Is an ability that was invalid where its card came from heard from where it has come to?"""
    if card.id != record.card or leaves_silent(game) or not dormant(game, as_it_was(game, card, record)):
        return False
    return not unheard(game, card, ability, record) and arrival(ability, record, follows(game, record))


def tell_hushed(game: View, here: Card, own: bool) -> None:
    """Tell that an ability was invalid: by how its card lay, or by a text."""
    also = (str(game.book.cites.get("silent-origin", "")),) if own else ()
    lay = str(game.book.cites.get("silent", ""))
    rule = lay if face_down(game, here) else str(game.book.cites.get("blanked", lay))
    game.note("silent", rule, card=here.id, also=also)


def tell_fallen(game: View, record: Record, sight: matching.Sight, ids: Mapping[str, None]) -> None:
    """Abilities of a card that fell with its pile, and would have heard of it,
    had that not been in silence.
    """
    if not game.book.tables["pile"].get("after") or follows(game, record):
        return
    card = game.game.cards[record.card]
    ctx = {"me": card.seat, "self": card.object}
    if any(
        (game.works(card, one) or arrival(one, record, True))
        and any(matching.fits(game, on, sight, ctx, card.id) for on in one.on)
        for one in listening(game, card, ids)
    ):
        game.cite("fallen-are-heard")
