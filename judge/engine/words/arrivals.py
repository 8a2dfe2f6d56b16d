"""Arrivals: the choices when cards come into a zone: the state in which they arrive, and their slot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.engine import trace
from judge.engine.flow.pipeline import forbidden
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import event, events_as, move_event
from judge.engine.kernel.state import Card, Choice, Decision
from judge.engine.kernel.view import Vars, View
from judge.engine.language.shared import words
from judge.engine.language.values import said
from judge.engine.layout.slots import SLOT, different, free_slots, open_slots, slots_of
from judge.engine.words.targets import affected, tell_nothing
from judge.errors import NotImplementedYet
from judge.text.plain import Fields


def ask_mark(seat: str, mark: str, states: Sequence[str], rule: str, into: str, card: str) -> Decision:
    """The decision on a card's state."""
    choices = tuple(Choice((state,), state) for state in states)
    return Decision(seat, "act", rule, into, choices, prompt=f"ask.{mark}", data={"card": card})


def said_marks(view: View, v: Vars) -> dict[str, object]:
    """The marks that an instruction itself gives to its cards."""
    return {key: said(view, v.args[key], v) for key in view.book.tables["mark"] if key in v.args}


def arrival(
    view: View, v: Vars, cards: Sequence[str], zone: str, seat: str, row: Mapping[str, object]
) -> Decision | list[dict[str, object]]:
    """The marks chosen for each card, in their order, or the next decision. `row` says which states are
    chosen (`asks`) and under which article; what the instruction itself gives is not asked.
    """
    chosen: list[dict[str, object]] = []
    view.touch_row("move", str(v.args.get("named", "")))
    slots = slots_of(view.book, zone)
    if "asks" not in row and not slots:
        return [{} for _ in cards]
    for card in cards:
        given = [str(earlier.get(SLOT)) for earlier in chosen]
        if slots and full(view, seat, zone, len(given)):
            chosen.append({})  # there is no place to choose anything for
            continue
        marks = asked_marks(v, card, row)
        if isinstance(marks, Decision):
            return marks
        slot = chosen_slot(view, v, card, zone, seat, given)
        if isinstance(slot, Decision):
            return slot
        chosen.append({**marks, SLOT: slot} if slot else marks)
    return chosen


def full(view: View, seat: str, zone: str, coming: int) -> bool:
    """Is there no slot for one more card, where cards may not lie on one another?"""
    return "overlaps" not in view.book.zones[zone] and len(free_slots(view, seat, zone)) <= coming


def asked_marks(v: Vars, card: str, row: Fields) -> Decision | dict[str, object]:
    """The states that a player has chosen for an arriving card, or the next decision."""
    marks: dict[str, object] = {}
    for mark, states in row.get("asks", {}).items():
        into = f"{mark} {card}"
        if mark in v.args:
            continue
        if into not in v.answers:
            return ask_mark(v["me"], mark, states, str(row["asks_rule"]), into, card)
        marks[mark] = v.answers[into]
    return marks


def chosen_slot(
    view: View, v: Vars, card: str, zone: str, seat: str, given: Sequence[str], by: str = ""
) -> Decision | str:
    """The slot on which a card arrives, or the decision which, where several differ."""
    if SLOT in v.args or not slots_of(view.book, zone) or "beneath" in view.book.zones[zone]:
        return ""
    into = f"{SLOT} {card}"
    if into in v.answers:
        return str(v.answers[into])
    slots = different(view, seat, zone, open_slots(view, seat, zone, given))
    if len(slots) < 2:
        return slots[0] if slots else ""
    return ask_mark(by or seat, SLOT, slots, str(view.book.zones[zone]["slots_rule"]), into, card)


def has_slots(tables: Fields) -> bool:
    """Do the cards of some zone lie on slots?"""
    return any("slots" in row for row in tables["zone"].values())


def exchanges(tables: Mapping[str, object]) -> bool:
    """Can cards exchange their slots, their controllers or their places?"""
    return bool(tables["exchanges"]) or has_slots(tables)


@words.word("shift", "cards", stands=has_slots)
def shift(view: View, v: Vars) -> Outcome:
    """Moves a card to another slot of its zone: the slot the text names, or a free one the player chooses."""
    cards = view.cards(affected(view, v, view.refs(v["shift"], v)), v)
    card = cards[0] if cards else None
    if card is None or not slots_of(view.book, card.place):
        tell_nothing(view, v, v["shift"], "shift")
        return None
    zone = view.book.zones[card.place]
    if "fast" in zone:
        view.note(trace.NOT_ABLE, str(zone["fast"]), card=card.id, word="shift")
        return None
    free = free_slots(view, card.seat, card.place)
    taken = [other for other in slots_of(view.book, card.place) if other not in free]
    slot = v.args.get(SLOT)
    if free and not slot:
        slot = chosen_slot(view, v, card.id, card.place, card.seat, taken, v["me"])
    if isinstance(slot, Decision):
        return slot
    if slot not in free:
        view.note(trace.FULL, str(zone.get("full", zone["slots_rule"])), card=card.id, zone=card.zone)
        return None
    return [events_as(v, [shifted(view, v, card, str(slot))])]


@words.word(
    "exchange", "cards", {"with": "cards", "along": "two-zones", "to": "goal"}, ("with",), stands=exchanges
)
def exchange(view: View, v: Vars) -> Outcome:
    """Exchanges two things at once, so that full zones do not matter: two cards of a zone their slots, two
    players the control of a card each, or two cards of a player their places. What is in two zones is moved
    `along`. If there is no second card, the first goes `to` a zone.
    """
    first = view.cards(affected(view, v, view.refs(v["exchange"], v)), v)[:1]
    second = view.cards(affected(view, v, view.refs(v.args["with"], v)), v)[:1]
    pairs = [(card, other) for card in first for other in second]
    pairs += [(other, mate) for mate, other in pairs]
    pairs.sort(key=lambda pair: pair[0].mark(SLOT) is None)  # a slot is left before another card comes to it
    apart = any(mate.place != other.place for mate, other in pairs)
    if apart and "places" not in view.book.tables["exchanges"]:
        raise NotImplementedYet("an exchange of two cards that lie in different zones")
    batch = [changed_over(view, v, mate, other) for mate, other in pairs if exchangeable(view, mate, other)]
    if "to" in v.args and not second:
        to, rule = said(view, v.args["to"], v), v.args.get("rule", "")
        batch = [move_event(view, v, card.object, to, "move", rule) for card in first]
    if not batch:
        tell_nothing(view, v, v["exchange"], "exchange")
        return None
    barred = [change for change in batch if apart and forbidden(view, change)]
    if barred:  # of two places neither card goes to the other one's
        return [events_as(v, barred)]
    second_zone, first_zone = v.args.get("along", ("", ""))
    for zone, to in ((second_zone, first_zone), (first_zone, second_zone)):
        beside = view.zone(first[0].seat, zone)
        batch += [move_event(view, v, card.object, to, "move", v.args.get("rule", "")) for card in beside]
    return [events_as(v, batch)]


def exchangeable(view: View, card: Card, other: Card) -> bool:
    """May a card take another's place: its slot in a zone with slots, its controller in a zone without, or
    its zone?
    """
    if card.place != other.place:
        return card.seat == other.seat
    slotted = card.mark(SLOT) is not None
    return slotted if card.zone == other.zone else not slotted and "control" in view.book.tables["exchanges"]


def changed_over(view: View, v: Vars, card: Card, other: Card) -> Event:
    """The event by which a card takes another's place: its slot, its controller, or its zone."""
    if card.place != other.place:
        slot = other.mark(SLOT)
        lands = {} if slot is None else {"marks": {SLOT: slot}}
        return move_event(view, v, card.object, other.place, "move", v.args.get("rule", ""), **lands)
    if card.zone == other.zone:
        return shifted(view, v, card, str(other.mark(SLOT)))
    return swapped(view, v, card, other)


def swapped(view: View, v: Vars, card: Card, other: Card) -> Event:
    """The event by which a card comes under the other player's control in exchange for theirs."""
    rule, to = str(v.args.get("rule") or view.book.cites.get("control", "")), f"{other.seat}.{card.place}"
    return event(v, "move", "control", rule, card=card.object, to=to, swapped=(other.object,))


def shifted(view: View, v: Vars, card: Card, slot: str) -> Event:
    """The event that an effect moves a card to another slot."""
    view.touch_row("zone", card.place)
    name = str(view.book.zones[card.place].get("shifts_as", "shift"))
    return event(v, "mark", name, v.args.get("rule", ""), card=card.object, marks={SLOT: slot})
