"""Small constructors of instructions, shared by the vocabulary, the steps and the games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.engine.view import View
from judge.state import EMPTY, Card, Do, Ref

AGAIN = Do("again", {})
END = Do("end", {})


def event(v: Mapping[str, Any], verb: str, name: str = "", rule: str = "", **fields: Any) -> dict[str, Any]:
    """One event in the context of whoever proposes it: source, ability, master and reason."""
    if type(v) is dict and not v:  # the rules themselves
        return {
            "verb": verb,
            "name": name or verb,
            "rule": rule,
            "by": "",
            "ability": "",
            "who": "",
            "because": "rules",
            **fields,
        }
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
    return new


def events(batch: Sequence[Mapping[str, Any]], into: str = "") -> Do:
    """The instruction that sends a batch through the pipeline."""
    return Do("events", {"events": tuple(batch), "as": into})


def put_vars(**vars: Any) -> Do:
    """Set values of the running frame."""
    return Do("set", {"vars": vars})


def call(procedure: str, **vars: Any) -> Do:
    """Run a procedure."""
    return Do("call", {"procedure": procedure, "vars": vars})


def goto(step: str, because: str = "", rule: str = "") -> Do:
    """Go on at another step of this procedure."""
    return Do("goto", {"step": step, "because": because, "rule": rule})


def destination(game: View, ref: Ref, zone: str, seat: str, said: bool = False) -> str:
    """``"A.drop"``: the zone a card goes to, its owner's unless the zone may hold other players' cards."""
    card = game.card(ref)
    owner = card.owner if card is not None else seat
    row = game.book.tables.get("belongs")
    if (
        row
        and card is not None
        and zone in row["instead_of"]
        and set(row["words"]) & set(game.printed(card, row["attribute"]) or ())
    ):
        zone = str(row["to"])
    shared = game.book.zones[zone].get("any_owner", False)
    return f"{seat if shared and seat and (shared is True or said) else owner}.{zone}"


def covering(game: View, ref: Ref, zone: str) -> str:
    """The rulebook's word for a move that is one of its named moves however it is ordered, else ``move``."""
    card = game.card(ref)
    for name, spec in game.book.moves.items():
        covers = spec.get("covers")
        fits = covers and card is not None and spec["to"] == zone
        if (
            covers
            and fits
            and card is not None
            and game.type(card) in covers["types"]
            and card.place not in covers["not_from"]
        ):
            return name
    return "move"


def also_for(game: View, row: Mapping[str, Any], card: Card, v: Mapping[str, Any]) -> tuple[str, ...]:
    """The further articles of a named move or state, for the cards that its row says."""
    return tuple(str(one["rule"]) for one in row.get("also_for", ()) if game.matches(card, one["where"], v))


def move_event(
    game: View, v: Mapping[str, Any], ref: Ref, zone: str, name: str = "move", rule: str = "", **fields: Any
) -> dict[str, Any]:
    """The event of one card's move, by the name that the rulebook gives it."""
    if name == "move" and "under" not in fields:
        name = covering(game, ref, zone)
    if name == "move" and fields.get("marks"):
        name = next(
            (
                one
                for one, spec in game.book.moves.items()
                if spec.get("marks") == fields["marks"] and spec["to"] == zone
            ),
            name,
        )
    elif "marks" in game.book.moves.get(name, {}):
        fields["marks"] = {**game.book.moves[name]["marks"], **fields.get("marks", {})}
    cite = rule or game.book.moves.get(name, EMPTY).get("rule", "")
    card = game.card(ref)
    asked, said = fields.get("seat"), fields.pop("said", False)
    if (
        asked
        and card is not None
        and asked != card.owner
        and zone in game.book.zones
        and not game.book.zones[zone].get("any_owner")
    ):
        fields["also"] = (*fields.get("also", ()), str(game.book.cites.get("to-owner-all-the-same", "")))
    to = fields.pop("to", None) or (
        "" if "under" in fields else destination(game, ref, zone, fields.pop("seat", v.get("me") or ""), said)
    )
    fields.pop("seat", None)
    if v.get("because") == "cost":
        fields["meant"] = zone
    further = also_for(game, game.book.moves.get(name, {}), card, v) if card is not None else ()
    if further:
        fields["also"] = (*fields.get("also", ()), *further)
    if zone in game.book.zones and to[2:] != zone and to[2:] == game.book.tables.get("belongs", {}).get("to"):
        fields["also"] = (*fields.get("also", ()), *game.book.tables["belongs"]["rules"])
    return event(v, "move", name, cite, card=ref, to=to, **fields)
