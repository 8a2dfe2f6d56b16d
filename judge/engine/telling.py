"""What a record tells besides itself: counts, new values, and the articles that its move carries out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.engine.book import Book
from judge.engine.continuous import made_of, used_by
from judge.engine.happenings import place_of
from judge.engine.slots import SLOT, beneath
from judge.engine.verbs import Change
from judge.engine.view import View
from judge.state import Card, Record


def record(event: Mapping[str, Any], change: Change, values: Mapping[str, Any] | None) -> Record:
    """The record of one change by one event."""
    seat = change.after.seat if change.after else change.before.seat if change.before else event.get("seat", "")
    name = event["verb"] if change.quiet else event["name"]
    return Record(
        event["verb"], name, change.rule or event["rule"], change.card, change.ref, seat or event.get("who", ""), event,
        change.before, change.after, values, change.quiet,
    )  # fmt: skip


def told(view: View, one: Record) -> dict[str, Any]:
    """What a reader wants to know besides the record: counts of the zones it touched, new values."""
    data: dict[str, Any] = {"also": (*one.args.get("also", ()), *moved_by(view, one))}
    zones = {card.zone for card in (one.before, one.after) if card is not None and card.zone}
    if one.before is None or one.after is None or one.before.zone != one.after.zone:
        data["counts"] = {zone: len(view.game.zones.get(zone, ())) for zone in sorted(zones)}
    others = {key: view.game.objects[one.args[key]] for key in ("target", "host") if one.args.get(key) in view.game.objects}
    if others:
        data["others"] = others
    if one.verb == "mark" and one.after is not None and one.after.under and view.face_down(one.after):
        data["also"] = (*data["also"], str(view.book.raw["pile"]["control"]))
    if one.verb == "mark" and one.before is not None and one.after is not None and len(one.after.marks) < len(one.before.marks):
        rows = view.book.raw.get("implied", ())
        data["also"] = (*data["also"], *(str(row["lost"]) for row in rows if "lost" in row and one.after.place in row["zone"]))
    if one.verb == "turn" and one.after is not None:
        data["also"] = (*data["also"], str(view.book.raw.get("faces", {}).get(one.after.face, "")))
    if one.verb == "score":
        data["total"] = view.game.scores[f"{one.args['seat']}.{one.args['score']}"]
    if one.name == "blank":
        data["also"] = (*data["also"], str(view.book.cites.get("silent", "")))
    if one.verb == "gain":
        numeric = view.book.attributes.get(one.args["attr"], {}).get("type") == "int"
        data["also"] = (*data["also"], str(view.book.cites.get("numeric" if numeric else "textual", "")))
    if one.after is not None and one.after.owner != one.after.seat and one.after.zone:
        data["also"] = (*data["also"], *view.book.cites.get("foreign", ()))
    if one.after is not None and not one.after.zone:
        own = view.book.raw.get("stock", {}).get(one.after.print, {}).get("gone", "")
        data["also"] = (*data["also"], str(view.book.raw.get("token", {}).get("gone", "")), str(own))
    if one.verb in ("move", "mark", "create"):
        made = view.book.raw.get("stock", {}).get(one.after.print, {}).get("cites", ()) if one.verb == "create" and one.after is not None else ()
        data["also"] = (*data["also"], *slot_rules(view, one), *made)
    if view.book.unread and one.before is not None and one.after is not None and view.face_down(one.before) and not view.face_down(one.after):
        data["also"] = (*data["also"], str(view.book.raw["face_down"]["rule"]))
    if one.after is not None and "tells_statics" in view.book.raw and place_of(one.before) != place_of(one.after):
        data["also"] = (*data["also"], *standing_rules(view, one.after), *(standing_rules(view, one.before) if one.before is not None else ()))
        data["also"] = (*data["also"], *(value_rules(view, one.after) if one.after.zone else ()))
    if one.verb == "wait" and "tells_statics" in view.book.raw and one.args.get("ability") in view.table.abilities:
        subjects = [on["subject"] for on in view.table.abilities[one.args["ability"]].on if isinstance(on["subject"], Mapping)]
        data["also"] = (*data["also"], *(rule for sel in subjects for attr, rule in view.book.used_attributes if attr in sel))
    if one.verb == "gain" and one.args["attr"] in view.book.attributes:
        cards = [card for card in (view.card(ref) for ref in one.args["to"]) if card is not None]
        data["now"] = {card.id: view.value(card, one.args["attr"]) for card in cards}
    return data


def slot_rules(view: View, one: Record) -> list[str]:
    """The articles on what lies beneath a slot, when a card comes to lie or is turned over on it, or leaves it."""
    found: list[str] = []
    for card in (one.before, one.after) if one.before != one.after and "beneath" not in view.book.zones.get(place_of(one.after), {}) else ():
        slot = card.mark(SLOT) if card is not None and card.zone else None
        if card is not None and slot is not None:
            found += [rule for under in beneath(view, card.seat, card.place, slot) for rule in view.book.zones[under.place]["beneath_rules"]]
    return found


def value_rules(view: View, card: Card) -> list[str]:
    """The articles by which a card's numbers are not those that it prints."""
    numbers = [attr for attr, spec in view.book.attributes.items() if spec["type"] == "int"]
    return [rule for attr in numbers if view.value(card, attr) != view.printed(card, attr) for rule in made_of(view, card, attr)]


def standing_rules(view: View, card: Card) -> list[str]:
    """The articles of the lasting effects that a card has where it lies now."""
    found = [ability for ability in view.abilities(card) if ability.kind == "static" and card.place in ability.zones]
    return [rule for ability in found for rule in (ability.rule, *used_by(view, ability))]


def beside(book: Book, origin: str, goal: str) -> list[str]:
    """The articles that say that a move is not one of those that go by a name, though it comes near them."""
    rows = (row for row in book.happenings.values() if "other" in row)
    return [str(row["other"]["rule"]) for row in rows if origin in row["other"]["from"] and goal in row["other"]["to"]]


def moved_by(view: View, one: Record) -> list[str]:
    """The articles that say what becomes of a card on its way from one zone to another."""
    before, after = one.before, one.after
    if before is None or after is None or not after.zone or (before.zone == after.zone and before.on == after.on):
        return []
    pile, moves = view.book.raw["pile"], view.book.moves
    leaves = view.book.zones[before.place].get("leaves", {}).get("rule") if before.place != after.place else None
    found = [str(leaves)] if leaves else []
    found += beside(view.book, place_of(before), place_of(after))
    if before.on:
        found.append(str(pile["silent"]))
    if after.under and before.seat != after.seat:
        found.append(str(pile["control"]))
    if after.under:
        found.append(str(pile["onto"] if one.args.get("onto") else pile["one"]))
    if before.owner != before.seat and before.owner == after.seat:
        found.append(str(view.book.cites.get("to-owner", "")))
    found += [
        str(spec["otherwise"]) for name, spec in moves.items()
        if "otherwise" in spec and name != one.name and spec["to"] == after.place and before.place == spec["origin"]
    ]  # fmt: skip
    if any(effect.scope is not None and after.object in effect.to for effect in view.game.effects):
        found.append(str(view.book.cites.get("entry-effects", "")))
    usual = view.book.zones[after.place].get("arrive_rule")
    if usual and "marks" not in one.args and before.place != after.place:
        found.append(str(usual))
    return found
