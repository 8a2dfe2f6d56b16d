"""Attachments: cards that are attached to a card, as by equipping. An attached card knows its host, not the
other way round.

The link is kept in the game's memory by object number, and ends with either object.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from judge.engine.kernel.state import Card, Ref
from judge.engine.kernel.view import View
from judge.engine.layout.face_down import face_down

PREFIX = "host:"
LENT = "lent"  # attached cards, the cards that they give control of, and whose those were


def host_of(view: View, ref: Ref) -> Ref:
    """The object that this one is attached to, ``""`` when it is attached to none; it may be gone."""
    return str(view.game.memory.get(PREFIX + ref, ""))


def guests_of(view: View, ref: Ref) -> tuple[Ref, ...]:
    """The objects attached to this one, oldest first."""
    held = [
        key[len(PREFIX) :]
        for key, value in view.game.memory.items()
        if value == ref and key.startswith(PREFIX)
    ]
    return tuple(sorted((guest for guest in held if view.same(guest)), key=lambda other: int(other[1:])))


def stranded(view: View, concerned: Container[Ref]) -> Iterator[Card]:
    """The concerned cards that are attached to a card which has left its zone, is gone, or was turned
    face-down.
    """
    for key, value in view.game.memory.items():
        if key[:5] != PREFIX or not value or not (value in concerned or key[5:] in concerned):
            continue
        guest = view.card(key[len(PREFIX) :])
        if guest is None or not guest.zone or guest.on:
            continue
        if not can_host(view, view.card(value)):
            yield guest


def can_host(view: View, host: Card | None) -> bool:
    """Can cards be attached to a card where and as it lies?"""
    if host is None or host.on:
        return False
    row = view.book.tables.get("attach", {})
    places = row.get("hosts", ())
    if places and host.place not in places:
        return False
    return bool(row.get("face_down")) or not face_down(view, host)


def given_back(view: View) -> list[tuple[Ref, Ref, str]]:
    """The records of control that should end, because the attached card no longer is attached or no longer
    affects the other one: each with that card, the other one, and whose it was.
    """
    return [
        (guest, ref, seat)
        for guest, ref, seat in view.game.memory.get(LENT, ())
        if not lies(view, guest) or host_of(view, guest) != ref or unaffected(view, guest, ref)
    ]


def unaffected(view: View, guest: Ref, ref: Ref) -> bool:
    """Does a text say that a card is unaffected by a card attached to it?"""
    source, card = view.card(guest), view.card(ref)
    return source is not None and card is not None and view.unaffected("", source, card) is not None


def lies(view: View, ref: Ref) -> bool:
    """Is the object still there, in a zone?"""
    card = view.card(ref)
    return card is not None and bool(card.zone)
