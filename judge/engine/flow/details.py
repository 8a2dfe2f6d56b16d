"""Details of a record: counts, new values, the articles that its move carries out, and what a card takes
over from the one that it covers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence

from judge.engine import trace
from judge.engine.effects.continuous import makers
from judge.engine.flow.changes import Change
from judge.engine.kernel.event import Event, place_of
from judge.engine.kernel.state import EMPTY, AppliedEvent, Card, Effect, Ref, new
from judge.engine.kernel.view import View
from judge.engine.layout.slots import SLOT, beneath
from judge.text.plain import Json


# What a card takes over from the one that it covers, or as it is turned over, and what one that comes back
# does not: told where a rulebook has an article on it.
def tell_succession(view: View, records: Sequence[AppliedEvent], effects: Sequence[Effect]) -> None:
    """Tells what carries over for each card of a batch that became another object, or that nothing does.
    `effects` are those from before the batch.
    """
    for event in records:
        if event.after is None or event.quiet:
            continue
        if "onto" in event.args or event.verb == "turn":
            tell_taken_over(view, event, effects)
        elif event.before is not None and event.before.zone != event.after.zone:
            tell_new_object(view, event)


def tell_taken_over(view: View, event: AppliedEvent, effects: Sequence[Effect]) -> None:
    """Tell that a card has the effects, or the marks, of what it covers or of its other face."""
    table, after = view.book.tables["takes_over"], event.after
    rule = str(table.get(event.rule, table.get(event.name, "")))
    if not rule or after is None:
        return
    usual = view.book.zones.get(after.place, EMPTY).get("arrive", {})
    given = event.args.get("marks", {})
    marked = any(after.mark(key) != value for key, value in usual.items() if key not in given)
    covered = event.args.get("onto", (after.object,))
    ids = {effect.id for effect in effects if not set(covered).isdisjoint(effect.to)}
    if marked or any(effect.id in ids and after.object in effect.to for effect in view.game.effects):
        view.note(trace.TAKES_OVER, rule, card=after.id)


def tell_new_object(view: View, event: AppliedEvent) -> None:
    """Tells that a card that comes back is a new object, where anything referred to the old one."""
    rule, after = str(view.book.cites.get("new-object", "")), event.after
    if not rule or after is None or not view.book.zones.get(after.place, EMPTY).get("leaves"):
        return
    left = list(left_before(view, after.id))
    if any(about(view, ref, broken) for ref, broken in left):
        view.note(trace.NEW_OBJECT, rule, card=after.id, breaks=any(broken for _, broken in left))


def left_before(view: View, card: str) -> Iterator[tuple[Ref, bool]]:
    """The objects that a card was when it left play before, each with whether effects ended then."""
    assert view.tracer is not None
    for entry in view.tracer.entries:
        event = entry.data["record"] if entry.kind is trace.EVENT else None
        if event is None or event.card != card or event.before is None or event.after is None:
            continue
        if event.before.object != event.after.object and view.book.zones[event.before.place].get("leaves"):
            yield event.before.object, bool(entry.data.get("breaks"))


def about(view: View, ref: Ref, ended: bool) -> bool:
    """Did anything refer to this object: an ended effect, memory, an attack under way, or instructions left
    for later?
    """
    if ended or any(ref in key.split(":") for key in view.game.memory):
        return True
    values = [entry.vars for entry in view.game.waiting if entry.status == "later"]
    values += [frame.vars for frame in view.game.agenda if "attacker" in frame.vars]
    return any(ref == var or (type(var) is tuple and ref in var) for vars in values for var in vars.values())


def record(event: Event, change: Change, values: Mapping[str, object] | None) -> AppliedEvent:
    """The record of one change by one event."""
    card = change.after or change.before
    seat = card.zone[:1] if card else event.get("seat", "")
    name = event["verb"] if change.quiet else event["name"]
    made: AppliedEvent = new(
        AppliedEvent,
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


def told(view: View, records: Sequence[AppliedEvent], ended: Container[str]) -> Iterator[dict[str, Json]]:
    """The details that a reader wants beside each record of a batch. `ended` are the objects whose effects
    end with it.
    """
    for event, counts in zip(records, counted(view, records), strict=True):
        data = details(view, event, counts)
        if event.ref in ended and (event.after is None or event.after.object != event.ref):
            data["breaks"] = True
        yield data


def details(view: View, event: AppliedEvent, counts: Mapping[str, int]) -> dict[str, Json]:
    """Counts of the zones that a record touched, new values, what the card comes to on its way."""
    data: dict[str, object] = {**under_way(view, event), **({"counts": counts} if counts else {})}
    named = {key: event.args[key] for key in ("target", "host") if event.args.get(key) in view.game.objects}
    if named:
        data["others"] = {key: view.game.objects[ref] for key, ref in named.items()}
    if event.verb == "score":
        data["total"] = view.game.scores[f"{event.args['seat']}.{event.args['score']}"]
    if event.verb == "gain":  # another card has the number of one that is covered later
        data["reached"] = {ref: card for ref in event.args["to"] if (card := view.game.objects.get(ref))}
    if event.verb == "gain" and event.args["attr"] in view.book.attributes:
        cards = [card for card in (view.card(ref) for ref in event.args["to"]) if card is not None]
        data["now"] = {card.id: view.value(card, event.args["attr"]) for card in cards}
    return data


def counted(view: View, records: Sequence[AppliedEvent]) -> list[dict[str, int]]:
    """How many cards lay in the zones that each record touched,
    after it and before the later ones of its batch.
    """
    later: Counter[str] = Counter()
    counts: list[dict[str, int]] = []
    for event in reversed(records):
        zones = {card.zone for card in (event.before, event.after) if card is not None and card.zone}
        moved = event.before is None or event.after is None or event.before.zone != event.after.zone
        counts.append(
            {zone: len(view.game.zones.get(zone, ())) - later[zone] for zone in sorted(zones)}
            if moved
            else {}
        )
        for card, n in ((event.after, 1), (event.before, -1)):
            if card is not None and card.zone and not card.on:
                later[card.zone] += n
    return counts[::-1]


def under_way(view: View, event: AppliedEvent) -> dict[str, Json]:
    """What concerns a card on its way and is in neither of its two positions: zones beneath its slot, what
    it has while it lies there, what is done to cards of its zone, and what makes its values.
    """
    before, after = event.before, event.after
    if after is None or not after.zone:
        return {}
    facts: dict[str, Json] = {}
    if event.verb in ("move", "mark", "create") and (slots := slots_passed(view, event)):
        facts["slots"] = slots
    if any(effect.scope is not None and after.object in effect.to for effect in view.game.effects):
        facts["scoped"] = True
    if "tells_statics" in view.book.tables and shifted(view, before, after):
        abilities = (ability for ability in view.abilities(after) if after.place in ability.zones)
        lasting = [ability.id for ability in abilities if ability.kind == "static"]
        facts["texts"] = (*lasting, *valued(view, after))
    return facts


def shifted(view: View, before: Card | None, after: Card) -> bool:
    """Has a card moved or been turned over?"""
    turned = before is not None and view.face_down(before) != view.face_down(after)
    return place_of(before) != place_of(after) or turned


def valued(view: View, card: Card) -> list[str]:
    """The abilities by which a card's numbers are not those that it prints."""
    numbers = [attr for attr, spec in view.book.attributes.items() if spec["type"] == "int"]
    changed = [attr for attr in numbers if view.value(card, attr) != view.printed(card, attr)]
    return [text for attr in changed for text in makers(view, card, attr)]


def slots_passed(view: View, event: AppliedEvent) -> tuple[str, ...]:
    """The zones beneath the slot on which a card arrives, is turned over, or which it leaves."""
    if event.before == event.after or "beneath" in view.book.zones.get(place_of(event.after), {}):
        return ()
    zones: list[str] = []
    for card in (event.before, event.after):
        slot = card.mark(SLOT) if card is not None and card.zone else None
        if card is not None and slot is not None:
            zones += [under.place for under in beneath(view, card.seat, card.place, slot)]
    return tuple(zones)
