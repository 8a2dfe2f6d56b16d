"""What a record tells besides itself: counts, new values, and the articles that its move carries out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence

from judge.engine.effects.continuous import made_of, used_by
from judge.engine.flow.changes import Change
from judge.engine.kernel.book import Book
from judge.engine.kernel.event import Event
from judge.engine.kernel.event_names import place_of
from judge.engine.kernel.state import EMPTY, Card, Record, new
from judge.engine.kernel.view import View
from judge.engine.layout.slots import SLOT, beneath
from judge.text.plain import Plain


def record(event: Event, change: Change, values: Mapping[str, object] | None) -> Record:
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


def told(view: View, records: Sequence[Record], ended: Container[str]) -> Iterator[dict[str, Plain]]:
    """What a reader wants to know besides each record of a batch;
    `ended` are the objects whose effects end with it.
    """
    for one, counts in zip(records, counted(view, records), strict=True):
        data = details(view, one, counts)
        if one.ref in ended:
            data["also"] = (*data["also"], str(view.book.cites.get("effects-end", "")))
        yield data


def details(view: View, one: Record, counts: Mapping[str, int]) -> dict[str, Plain]:
    """Counts of the zones that a record touched, new values, further articles."""
    moved, changed = moved_by(view, one), changed_by(view, one)
    also = (*one.args.get("also", ()), *moved, *changed, *arrived_by(view, one), *heard_by(view, one))
    data: dict[str, object] = {"also": also, **({"counts": counts} if counts else {})}
    named = {key: one.args[key] for key in ("target", "host") if one.args.get(key) in view.game.objects}
    if named:
        data["others"] = {key: view.game.objects[ref] for key, ref in named.items()}
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
    after = one.after
    if one.verb == "mark" and after is not None:
        yield from marked_rules(view, one.before, after)
    if one.verb == "turn" and after is not None:
        yield str(view.book.tables["faces"].get(after.face, ""))
    if one.name in view.book.taking:
        yield str(view.book.cites.get("silent", ""))
    if one.verb == "gain":
        numeric = view.book.attributes.get(one.args["attr"], EMPTY).get("type") == "int"
        yield str(view.book.cites.get("numeric" if numeric else "textual", ""))
        yield str(view.book.attributes.get(one.args["attr"], EMPTY).get("gained", ""))


def marked_rules(view: View, before: Card | None, after: Card) -> Iterator[str]:
    """The articles on a card turned face-down on its pile, or that loses a mark which brings others."""
    if after.under and view.face_down(after):
        yield str(view.book.tables["pile"]["control"])
    if before is not None and len(after.marks) < len(before.marks):
        yield from lost_rules(view, after)


def lost_rules(view: View, card: Card) -> Iterator[str]:
    """The articles by which a card that is turned so in its zone loses marks."""
    rows = (row for row in view.book.tables["implied"] if "lost" in row and card.place in row["zone"])
    yield from (str(row["lost"]) for row in rows)


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
    if "tells_statics" in view.book.tables:
        yield from static_rules(view, before, after)


def static_rules(view: View, before: Card | None, after: Card) -> Iterator[str]:
    """The articles of the lasting effects that begin or end as a card changes places or is turned over."""
    turned = before is not None and view.face_down(before) != view.face_down(after)
    if place_of(before) != place_of(after) or turned:
        for card in (after, before):
            yield from standing_rules(view, card) if card is not None else ()
        yield from value_rules(view, after) if after.zone else ()


def heard_by(view: View, one: Record) -> Iterator[str]:
    """The articles on the attributes by which an ability that begins to wait has picked its event."""
    ability = view.table.abilities.get(one.args.get("ability", "")) if one.verb == "wait" else None
    if ability is None or "tells_statics" not in view.book.tables:
        return
    for subject in (on["subject"] for on in ability.on):
        if isinstance(subject, Mapping):
            yield from (rule for attr, rule in view.book.used_attributes if attr in subject)


def slot_rules(view: View, one: Record) -> list[str]:
    """The articles on what lies beneath a slot, when a card comes to lie or is turned over on it,
    or leaves it.
    """
    if one.before == one.after or "beneath" in view.book.zones.get(place_of(one.after), {}):
        return []
    found: list[str] = []
    for card in (one.before, one.after):
        slot = card.mark(SLOT) if card is not None and card.zone else None
        if card is not None and slot is not None:
            for under in beneath(view, card.seat, card.place, slot):
                found += view.book.zones[under.place]["beneath_rules"]
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
    rows = (row["other"] for row in book.happenings.values() if "from" in row.get("other", ()))
    return [str(row["rule"]) for row in rows if origin in row["from"] and goal in row["to"]]


def moved_by(view: View, one: Record) -> list[str]:
    """The articles that say what becomes of a card on its way from one zone to another."""
    before, after = one.before, one.after
    if before is None or after is None or not after.zone:
        return []
    if before.zone == after.zone and before.on == after.on:
        return []
    return [
        *left_rules(view, before, after),
        *pile_rules(view, before, after, bool(one.args.get("onto"))),
        *way_rules(view, before, after, one.name),
        *entry_rules(view, before, after, "marks" in one.args),
    ]


def left_rules(view: View, before: Card, after: Card) -> Iterator[str]:
    """The articles on leaving a zone, and that a move is not one of those that go by a name."""
    leaves = view.book.zones[before.place].get("leaves") if before.place != after.place else None
    if leaves and leaves.get("rule"):
        yield str(leaves["rule"])
    yield from beside(view.book, place_of(before), place_of(after))


def pile_rules(view: View, before: Card, after: Card, onto: bool) -> Iterator[str]:
    """The articles on piles: a card comes from beneath another, goes with those beneath it, covers others."""
    pile = view.book.tables["pile"]
    if before.on:
        yield str(pile["silent"])
    if after.under and before.seat != after.seat:
        yield str(pile["control"])
    if after.under:
        yield str(pile["onto"] if onto else pile["one"])


def way_rules(view: View, before: Card, after: Card, name: str) -> Iterator[str]:
    """The articles on going home to one's owner, and on a way that another word than this one has."""
    if before.owner != before.seat and before.owner == after.seat:
        yield str(view.book.cites.get("to-owner", ""))
    for word, spec in view.book.moves.items():
        if (
            "otherwise" in spec
            and word != name
            and spec["to"] == after.place
            and before.place == spec["origin"]
        ):
            yield str(spec["otherwise"])


def entry_rules(view: View, before: Card, after: Card, marked: bool) -> Iterator[str]:
    """The articles on entering a zone: lasting effects on its cards, and the state in which cards arrive."""
    if any(effect.scope is not None and after.object in effect.to for effect in view.game.effects):
        yield str(view.book.cites.get("entry-effects", ""))
    usual = view.book.zones[after.place].get("arrive_rule")
    if usual and not marked and before.place != after.place:
        yield str(usual)
