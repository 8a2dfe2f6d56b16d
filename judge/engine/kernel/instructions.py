"""Small constructors of instructions, shared by the vocabulary, the steps and the games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from judge.engine.kernel.event import Event
from judge.engine.kernel.state import EMPTY, Card, Instruction, Ref
from judge.engine.kernel.variables import INTO
from judge.engine.kernel.view import Vars, View
from judge.text.plain import Json, Scope

AGAIN = Instruction("again", {})
END = Instruction("end", {})
BY_RULES = {"by": "", "ability": "", "who": "", "because": "rules"}  # whoever acts where nobody does


def event(v: Mapping[str, object], verb: str, name: str = "", rule: str = "", **fields: object) -> Event:
    """One event in the context of whoever proposes it: its source, ability, master and reason."""
    if type(v) is dict and not v:
        return cast(Event, {"verb": verb, "name": name or verb, "rule": rule, **BY_RULES, **fields})
    new = {
        "verb": verb,
        "name": name or verb,
        "rule": rule or v.get("rule") or "",
        "by": v.get("self") or "",
        "ability": v.get("ability") or "",
        "who": v.get("me") or "",
        "because": v.get("because") or "rules",
        **fields,
    }
    if v.get("used"):
        new["used"] = v["used"]
    return cast(Event, new)


def events(batch: Sequence[Event], into: str = "") -> Instruction:
    """The instruction that sends a batch through the pipeline."""
    return Instruction("events", {"events": tuple(batch), "as": into})


def settled(batch: Sequence[Event]) -> Instruction:
    """The instruction that applies a batch which is already settled, so that nothing forbids or replaces it
    any more.
    """
    return Instruction("apply", {"events": tuple(batch), "as": ""})


def events_as(v: Vars, batch: Sequence[Event], otherwise: str = "") -> Instruction:
    """The instruction that sends a batch through the pipeline and keeps what happens under the name that the
    text gives it, if any.
    """
    return events(batch, f"{INTO}{v.args['as']}" if v.args.get("as") else otherwise)


def put_vars(**vars: object) -> Instruction:
    """Set values of the running frame."""
    return Instruction("set", {"vars": vars})


def name(word: str, value: object) -> Instruction:
    """The instruction that keeps a value under a name which a text gives."""
    return Instruction("name", {"names": {word: value}})


def call(procedure: str, **vars: object) -> Instruction:
    """Run a procedure."""
    return Instruction("call", {"procedure": procedure, "vars": vars})


def goto(step: str, because: str = "", rule: str = "") -> Instruction:
    """Go on at another step of this procedure."""
    return Instruction("goto", {"step": step, "because": because, "rule": rule})


def destination(view: View, ref: Ref, zone: str, seat: str, stated: bool = False) -> str:
    """``"A.drop"``: the zone a card goes to, its owner's unless the zone may hold other players' cards."""
    card = view.card(ref)
    owner = card.owner if card is not None else seat
    if card is not None and on_own_pile(view, card, zone):
        zone = str(view.book.tables["belongs"]["to"])
    shared = view.book.zones[zone].get("any_owner", False)
    return f"{seat if shared and seat and (shared is True or stated) else owner}.{zone}"


def on_own_pile(view: View, card: Card, zone: str) -> bool:
    """Does a word that the card prints send it to a pile of its own instead of the zone?"""
    row = view.book.tables.get("belongs")
    if not row or zone not in row["instead_of"]:
        return False
    return not set(row["words"]).isdisjoint(view.printed(card, row["attribute"]) or ())


def covering(view: View, ref: Ref, zone: str) -> str:
    """The rulebook's named move that a plain move amounts to; ``move`` where there is none."""
    card = view.card(ref)
    if card is None:
        return "move"
    for name, spec in view.book.moves.items():
        covers = spec.get("covers")
        if not covers or spec["to"] != zone:
            continue
        if view.type(card) in covers["types"] and card.place not in covers["not_from"]:
            return name
    return "move"


def move_event(
    view: View, v: Scope, ref: Ref, zone: str, name: str = "move", rule: str = "", **fields: Json
) -> Event:
    """The event of one card's move, by the name that the rulebook gives it."""
    name = move_name(view, ref, zone, name, fields)
    spec = view.book.moves.get(name, EMPTY)
    if "marks" in spec:
        fields["marks"] = {**spec["marks"], **fields.get("marks", {})}
    asked, stated = fields.pop("seat", None), fields.pop("said", False)
    to = fields.pop("to", None)
    if not to:
        seat = (v.get("me") or "") if asked is None else asked
        to = "" if "under" in fields else destination(view, ref, zone, seat, stated)
    card = view.card(ref)
    if card is not None:
        home = sent_home(view, card, zone, asked, "" if stated else name)
        fields |= {"seen": (*fields.get("seen", ()), home)} if home else {}
    if zone in view.book.zones and to[2:] != zone and to[2:] == view.book.tables.get("belongs", {}).get("to"):
        fields["belongs"] = True
    if v.get("because") == "cost":
        fields["meant"] = zone
    return event(v, "move", name, rule or spec.get("rule", ""), card=ref, to=to, **fields)


def named_move(view: View, v: Mapping[str, object], ref: Ref, word: str, rule: str = "") -> Event:
    """The event of one card's move by one of the rulebook's own moves, to the zone of that move."""
    return move_event(view, v, ref, str(view.book.moves[word]["to"]), word, rule)


def move_name(view: View, ref: Ref, zone: str, name: str, fields: Mapping[str, object]) -> str:
    """The rulebook's word for a move, by where it goes or by the state in which the card arrives."""
    if name == "move" and "under" not in fields:
        name = covering(view, ref, zone)
    if name == "move" and fields.get("marks"):
        for word, spec in view.book.moves.items():
            if spec.get("marks") == fields["marks"] and spec["to"] == zone:
                return word
    return name


def sent_home(view: View, card: Card, zone: str, seat: str | None, unsaid: str) -> str:
    """The citation word for a card that goes to its owner's zone although the move was ordered to, or by,
    the other player; "" where it does not. `unsaid` is the move's name where the order does not say to whose
    zone.
    """
    shared = view.book.zones.get(zone, EMPTY).get("any_owner")
    if not seat or seat == card.owner or zone not in view.book.zones or shared is True:
        return ""
    if shared:  # where a text says so
        return "to-owner" if unsaid and "to-owner" in view.book.cites else ""
    if unsaid and "to-owner" in view.book.cites:
        return "to-owner" if unsaid == "move" else ""
    return "to-owner-all-the-same"
