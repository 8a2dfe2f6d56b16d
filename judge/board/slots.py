"""Slots on a board that a fixture writes:
cards by the slot they lie on, and a slot of its own for every other one.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.board.entries import cards_of
from judge.board.position import Position
from judge.engine.kernel.state import SEATS
from judge.engine.layout.slots import SLOT, slots_of


def place_by_slot(position: Position, seat: str, zone: str, board: Mapping[str, object]) -> None:
    """The cards that a board writes under the slots of a zone."""
    for slot in position.book.zones[zone].get("slots", ()):
        for card in cards_of(position, seat, zone, board[slot], [seat, slot]) if slot in board else ():
            if card.mark(SLOT) not in (None, slot):
                position.problem(
                    [seat, slot],
                    f"{card.id} is written on {slot} and on {card.mark(SLOT)}",
                    found=str(card.mark(SLOT)),
                    expected=slot,
                )
            position.place(card._replace(marks=tuple(sorted({**dict(card.marks), SLOT: slot}.items()))), zone)


def give_slots(position: Position) -> None:
    """Every card of a zone of slots lies on one: the one written, else the first that is free.

    Two on one are a problem.
    """
    for seat in SEATS:
        for zone in position.book.zones:
            slots = slots_of(position.book, zone)
            if slots:
                give(position, seat, zone, slots)


def give(position: Position, seat: str, zone: str, slots: tuple[str, ...]) -> None:
    """The slots of one zone of one player."""
    game, spec = position.game, position.book.zones[zone]
    cards = [game.cards[one] for one in game.zones.get(f"{seat}.{zone}", ())]
    taken: dict[str, str] = {}
    for card in cards:
        slot = card.mark(SLOT)
        where = position.placed[card.id]
        if slot is not None and slot not in slots:
            position.problem(
                where,
                f"the {spec['name']} have no slot {slot}",
                article=spec["rule"],
                expected=", ".join(slots),
                found=str(slot),
            )
        elif slot in taken:
            position.problem(
                where,
                f"{card.id} and {taken[str(slot)]} lie on {slot}",
                article=str(spec["slots_rule"]),
                expected="one card on a slot",
                found=str(slot),
            )
        elif slot is None and "beneath" in spec:
            position.problem(
                where,
                f"{card.id} needs the slot that it lies on",
                article=spec["rule"],
                expected='slot = "…", one of ' + ", ".join(slots),
            )
        taken.setdefault(str(slot), card.id)
    free = [slot for slot in slots if slot not in taken]
    for card in cards:
        if card.mark(SLOT) is None and free:
            position.mark(card, SLOT, free.pop(0))
