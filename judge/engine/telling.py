"""What a record tells besides itself: counts, new values, and the articles that its move carries out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from judge.engine.book import Book
from judge.engine.continuous import made_of, used_by
from judge.engine.happenings import place_of
from judge.engine.slots import SLOT, beneath
from judge.engine.verbs import Change
from judge.engine.view import View
from judge.state import EMPTY, Card, Record, new


def record(event: dict[str, Any], change: Change, values: Mapping[str, Any] | None) -> Record:
    """The record of one change by one event."""
    card = change.after or change.before
    seat = card.zone[:1] if card else event.get("seat", "")
    name = event["verb"] if change.quiet else event["name"]
    made: Record = new(
        Record,
        (
            event["verb"],
            name,
            change.rule or event["rule"],
            change.card,
            change.ref,
            seat or event.get("who", ""),
            event,
            change.before,
            change.after,
            values,
            change.quiet,
        ),
    )
    return made


def told(view: View, records: Sequence[Record], ended: Container[str]) -> Iterator[dict[str, Any]]:
    """What a reader wants to know besides each record of a batch;
    `ended` are the objects whose effects end with it.
    """
    for one, counts in zip(records, counted(view, records), strict=True):
        data = details(view, one, counts)
        if one.ref in ended:
            data["also"] = (*data["also"], str(view.book.cites.get("effects-end", "")))
        yield data


def details(view: View, one: Record, counts: Mapping[str, int]) -> dict[str, Any]:
    """Counts of the zones that a record touched, new values, further articles."""
    also = (
        *one.args.get("also", ()),
        *moved_by(view, one),
        *changed_by(view, one),
        *arrived_by(view, one),
        *heard_by(view, one),
    )
    data: dict[str, Any] = {"also": also, **({"counts": counts} if counts else {})}
    others = {
        key: view.game.objects[one.args[key]]
        for key in ("target", "host")
        if one.args.get(key) in view.game.objects
    }
    if others:
        data["others"] = others
    if one.verb == "score":
        data["total"] = view.game.scores[f"{one.args['seat']}.{one.args['score']}"]
    if one.verb == "gain" and one.args["attr"] in view.book.attributes:
        cards = [card for card in (view.card(ref) for ref in one.args["to"]) if card is not None]
        data["now"] = {card.id: view.value(card, one.args["attr"]) for card in cards}
    return data


def counted(view: View, records: Sequence[Record]) -> list[dict[str, int]]:
    """How many cards lay in the zones that each record touched,
    after it and before the later ones of its batch.
    """
    later: Counter[str] = Counter()
    found: list[dict[str, int]] = []
    for one in reversed(records):
        zones = {card.zone for card in (one.before, one.after) if card is not None and card.zone}
        moved = one.before is None or one.after is None or one.before.zone != one.after.zone
        found.append(
            {zone: len(view.game.zones.get(zone, ())) - later[zone] for zone in sorted(zones)}
            if moved
            else {}
        )
        for card, n in ((one.after, 1), (one.before, -1)):
            if card is not None and card.zone and not card.on:
                later[card.zone] += n
    return found[::-1]


def changed_by(view: View, one: Record) -> Iterator[str]:
    """The articles on a change of a card's state or effects."""
    before, after = one.before, one.after
    if one.verb == "mark" and after is not None and after.under and view.face_down(after):
        yield str(view.book.tables["pile"]["control"])
    if (
        one.verb == "mark"
        and before is not None
        and after is not None
        and len(after.marks) < len(before.marks)
    ):
        yield from (
            str(row["lost"])
            for row in view.book.tables["implied"]
            if "lost" in row and after.place in row["zone"]
        )
    if one.verb == "turn" and after is not None:
        yield str(view.book.tables["faces"].get(after.face, ""))
    if one.name in view.book.taking:
        yield str(view.book.cites.get("silent", ""))
    if one.verb == "gain":
        numeric = view.book.attributes.get(one.args["attr"], EMPTY).get("type") == "int"
        yield str(view.book.cites.get("numeric" if numeric else "textual", ""))


def arrived_by(view: View, one: Record) -> Iterator[str]:
    """The articles on where a card lies now, or that it lies nowhere, and on what that brings about."""
    before, after = one.before, one.after
    if after is None:
        return
    stock = view.book.tables["stock"].get(after.print, {})
    if after.zone and after.owner != after.seat:
        yield from view.book.cites.get("foreign", ())
    if not after.zone:
        yield from (str(view.book.tables.get("token", {}).get("gone", "")), str(stock.get("gone", "")))
    if one.verb in ("move", "mark", "create"):
        yield from slot_rules(view, one)
    if one.verb == "create":
        yield from stock.get("cites", ())
    if view.book.unread and before is not None and view.face_down(before) and not view.face_down(after):
        yield str(view.book.tables["face_down"]["rule"])
    turned = before is not None and view.face_down(before) != view.face_down(after)
    if "tells_statics" in view.book.tables and (place_of(before) != place_of(after) or turned):
        for card in (after, before):
            yield from standing_rules(view, card) if card is not None else ()
        yield from value_rules(view, after) if after.zone else ()


def heard_by(view: View, one: Record) -> Iterator[str]:
    """The articles on the attributes by which an ability that begins to wait has picked its event."""
    if (
        one.verb != "wait"
        or "tells_statics" not in view.book.tables
        or one.args.get("ability") not in view.table.abilities
    ):
        return
    for on in view.table.abilities[one.args["ability"]].on:
        yield from (
            rule
            for attr, rule in view.book.used_attributes
            if isinstance(on["subject"], Mapping) and attr in on["subject"]
        )


def slot_rules(view: View, one: Record) -> list[str]:
    """The articles on what lies beneath a slot, when a card comes to lie or is turned over on it,
    or leaves it.
    """
    found: list[str] = []
    for card in (
        (one.before, one.after)
        if one.before != one.after and "beneath" not in view.book.zones.get(place_of(one.after), {})
        else ()
    ):
        slot = card.mark(SLOT) if card is not None and card.zone else None
        if card is not None and slot is not None:
            found += [
                rule
                for under in beneath(view, card.seat, card.place, slot)
                for rule in view.book.zones[under.place]["beneath_rules"]
            ]
    return found


def value_rules(view: View, card: Card) -> list[str]:
    """The articles by which a card's numbers are not those that it prints."""
    numbers = [attr for attr, spec in view.book.attributes.items() if spec["type"] == "int"]
    return [
        rule
        for attr in numbers
        if view.value(card, attr) != view.printed(card, attr)
        for rule in made_of(view, card, attr)
    ]


def standing_rules(view: View, card: Card) -> list[str]:
    """The articles of the lasting effects that a card has where it lies now."""
    found = [
        ability
        for ability in view.abilities(card)
        if ability.kind == "static" and card.place in ability.zones
    ]
    return [rule for ability in found for rule in (ability.rule, *used_by(view, ability))]


def beside(book: Book, origin: str, goal: str) -> list[str]:
    """The articles that say that a move is not one of those that go by a name, though it comes near them."""
    rows = (row for row in book.happenings.values() if "other" in row)
    return [
        str(row["other"]["rule"])
        for row in rows
        if origin in row["other"]["from"] and goal in row["other"]["to"]
    ]


def moved_by(view: View, one: Record) -> list[str]:
    """The articles that say what becomes of a card on its way from one zone to another."""
    before, after = one.before, one.after
    if (
        before is None
        or after is None
        or not after.zone
        or (before.zone == after.zone and before.on == after.on)
    ):
        return []
    pile, moves = view.book.tables["pile"], view.book.moves
    leaves = (
        view.book.zones[before.place].get("leaves", {}).get("rule") if before.place != after.place else None
    )
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
        str(spec["otherwise"])
        for name, spec in moves.items()
        if "otherwise" in spec
        and name != one.name
        and spec["to"] == after.place
        and before.place == spec["origin"]
    ]
    if any(effect.scope is not None and after.object in effect.to for effect in view.game.effects):
        found.append(str(view.book.cites.get("entry-effects", "")))
    usual = view.book.zones[after.place].get("arrive_rule")
    if usual and "marks" not in one.args and before.place != after.place:
        found.append(str(usual))
    return found
