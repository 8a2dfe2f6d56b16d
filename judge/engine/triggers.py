"""Triggers: which abilities a batch of events sets waiting.

A match makes a waiting entry; it does not run. The entry keeps the event and the card's information as
the rulebook's table says it is to be read, so that nothing has to be remembered elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.engine import matching
from judge.engine.attachments import host_of
from judge.engine.book import Ability
from judge.engine.facing import dormant, face_down
from judge.engine.happenings import of_record, place_of
from judge.engine.limits import form, limit, used_up
from judge.engine.sources import as_printed, printed_abilities, sources, sources_with
from judge.engine.view import View
from judge.state import EMPTY, Card, Record


def heard(game: View, records: Sequence[Record]) -> Iterator[dict[str, Any]]:
    """The `wait` events that a batch sets off, in order of the records, then of the board."""
    count: dict[tuple[str, str], int] = {}
    listeners = game.table.listeners
    for record in records:
        heard_as = of_record(game.book, record)
        if listeners.keys().isdisjoint(heard_as):
            continue
        ids = [one for name in heard_as for one in listeners.get(name, ()) if may_be_meant(game, one, record)]
        for new in heard_one(game, record, dict.fromkeys(ids), records) if ids else ():
            key = (new["ability"], new["by"])
            count[key] = count.get(key, instances(game, *key)) + 1
            if count[key] > 1:
                new["also"] = (*new["also"], str(game.book.cites.get("each-event", "")))
            yield new


def instances(game: View, ability: str, source: str) -> int:
    """How many instances of an object's ability wait."""
    return sum(
        (one.ability, one.source, one.status) == (ability, source, "pending") for one in game.game.waiting
    )


def may_be_meant(game: View, ability: str, record: Record) -> bool:
    """May the ability be meant by this event?

    One that hears only of its own card is not by what befalls others.
    """
    card = game.game.cards.get(record.card)
    if (
        card is None
        or record.values is not None
        or ability not in game.table.of_itself
        or not as_printed(game)
    ):
        return True
    return card.print in game.table.printed_on.get(ability, ())


def heard_one(
    game: View, record: Record, ids: Mapping[str, None], records: Sequence[Record]
) -> Iterator[dict[str, Any]]:
    """The entries that one record makes."""
    sight = matching.of_record(game, record)
    if game.tracing:
        tell_silent(game, record, sight, ids)
    for holder, ability in holders(game, ids, records):
        ctx: dict[str, Any] = {
            "me": holder.seat,
            "self": holder.object,
            "it": current_ref(record),
            "event": record,
        }
        if not any(matching.fits(game, on, sight, ctx, holder.id) for on in ability.on):
            continue
        info = information(sight)
        ctx["info"] = info
        if game.holds(ability.when, ctx) and not spent(game, ability, holder, record):
            yield entry(game, ability, holder, record, info)


def holders(game: View, ids: Mapping[str, None], records: Sequence[Record]) -> Iterator[tuple[Card, Ability]]:
    """Who hears a batch: cards on which a listening ability works, or worked when they left in it."""
    gone = {record.card: record for record in records if record.before and record.before != record.after}
    if not gone:
        for card, found in listeners(game, ids):
            yield from ((card, ability) for ability in found if game.works(card, ability))
        return
    here, mute = able_to_hear(game, ids), game.book.tables.get("face_down", {}).get("leaves") == "silent"
    known = {card.id for card in here}
    away = (game.game.cards[one] for one in gone if one not in known)
    for card in (*here, *away):
        record = gone.get(card.id)
        left = record.before if record is not None and left_play(game, record) else None
        heard_there: tuple[str, ...] = ()
        if left is not None and record is not None and record.values is not None:
            heard_there = tuple(one for one in record.values.get("abilities", ()) if one in ids)
            for one in heard_there:
                yield left, game.table.abilities[one]
        for ability in listening(game, card, ids):
            if (
                left is not None
                and place_of(left) in ability.zones
                and not (face_down(game, left) if ability.data.get("from_set") else dormant(game, left))
            ):
                if record is not None and record.values is None:  # left a zone of which nothing was kept
                    yield left, ability
            elif (
                mute
                and not ability.data.get("from_set")
                and (face_down(game, card) or (left is not None and dormant(game, left)))
            ):
                continue  # its effects do not count where it lies, or did not where it lay
            elif unheard(game, card, ability, record) or (
                record is not None and muted(game, ability, record)
            ):
                continue
            elif ability.id not in heard_there and (
                game.works(card, ability) or arrival(ability, record, follows(game, record))
            ):
                yield card, ability


def unheard(game: View, card: Card, ability: Ability, record: Record | None) -> bool:
    """Is a card's own way not heard: it came face-down to where the ability works,
    or fell with its pile in silence?
    """
    if record is None:
        return False
    if record.verb == "move" and card.place in ability.zones and face_down(game, card):
        return True
    return (
        bool(game.book.tables["pile"].get("after"))
        and record.before is not None
        and bool(record.before.on)
        and not follows(game, record)
    )


def able_to_hear(game: View, ids: Mapping[str, None]) -> Sequence[Card]:
    """The cards that can have any of the listed abilities."""
    return sources_with(game, "hearing " + " ".join(ids), game.table.prints_of(ids))


def listeners(game: View, ids: Mapping[str, None]) -> list[tuple[Card, list[Ability]]]:
    """The cards that have any of the listed abilities, with them."""
    memo = game.game.standing
    key = ("listeners", *ids)
    if key not in memo:
        every = [(card, list(listening(game, card, ids))) for card in able_to_hear(game, ids)]
        memo[key] = [one for one in every if one[1]]
    found: list[tuple[Card, list[Ability]]] = memo[key]
    return found


def tell_silent(game: View, record: Record, sight: matching.Sight, ids: Mapping[str, None]) -> None:
    """Abilities that would have heard the event, had their card not been made invalid."""
    mute = game.book.tables.get("face_down", {}).get("leaves") == "silent"
    blank = {ref for effect in game.game.effects if effect.makes in game.book.taking for ref in effect.to}
    if record.before is not None and record.before.on:
        tell_fallen(game, record, sight, ids)
        return
    for card in game.game.cards.values():
        own = card.id == record.card
        seen = record.values if own and left_play(game, record) else None
        hushed = (
            (card.object in blank or (mute and bool(card.zone) and face_down(game, card)))
            if seen is None
            else not seen.get("abilities")
        )
        here = record.before if own and seen is not None and record.before else card
        for ability in printed_abilities(game, card) if hushed else ():
            ctx = {"me": here.seat, "self": here.object}
            heard_it = ability.id in ids and any(
                matching.fits(game, on, sight, ctx, card.id) for on in ability.on
            )
            if (
                own
                and not mute
                and dormant(game, here)
                and not unheard(game, card, ability, record)
                and arrival(ability, record, follows(game, record))
            ):
                continue  # it is heard from where it has come to
            if heard_it and (here.place in ability.zones or (own and muted(game, ability, record))):
                also = (str(game.book.cites.get("silent-origin", "")),) if own else ()
                lay = str(game.book.cites.get("silent", ""))
                rule = (
                    lay if face_down(game, here) else str(game.book.cites.get("blanked", lay))
                )  # by how it lay, or by a text
                game.note("silent", rule, card=card.id, also=also)


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


def muted(game: View, ability: Ability, record: Record) -> bool:
    """Was the ability of a card invalid where it came from,
    in a game in which it is not heard of from elsewhere then?
    """
    return (
        "silent-origin" in game.book.cites
        and record.values is not None
        and ability.id not in record.values.get("had", (ability.id,))
    )


def left_play(game: View, record: Record) -> bool:
    """Did the card change zones as another object?"""
    return (
        record.before is not None
        and record.after is not None
        and record.before.object != record.after.object
        and bool(record.before.zone)
    )


def follows(game: View, record: Record | None) -> bool:
    """Is a card that comes from beneath another heard:
    by an effect, or also when it only follows its pile?
    """
    if not game.book.tables["pile"].get("after"):
        return False
    fell = record is not None and record.args.get("because") == "rules"
    return not fell or bool(game.book.params.get("fallen-are-heard", True))


def arrival(ability: Ability, record: Record | None, followed: bool = False) -> bool:
    """Does the ability speak of its own card's way from a zone in which it otherwise does not work?

    A card from beneath another is heard only where such cards move by events of their own, `followed`.
    """
    if record is None or record.before is None or record.after is None or record.after.on:
        return False
    if (
        (record.before.on and not followed)
        or record.verb != "move"
        or (record.before.zone == record.after.zone and not record.before.on)
        or ability.data.get("placed")
    ):
        return False
    return any(on["subject"] == "self" for on in ability.on)


def state_waits(game: View) -> Iterator[tuple[dict[str, Any], str, bool]]:
    """For each state trigger on the board:
    the `wait` event, its key in memory, and whether its situation holds.
    """
    ids = set(game.table.listeners.get("state", ()))
    for card in sources(game):
        for ability in listening(game, card, dict.fromkeys(sorted(ids))):
            ctx = {"me": card.seat, "self": card.object}
            due = game.works(card, ability) and any(game.holds(on["subject"], ctx) for on in ability.on)
            record = Record(
                "signal",
                "state",
                str(game.book.cites.get("state", "")),
                card.id,
                card.object,
                card.seat,
                {},
                None,
                None,
                None,
            )
            new = {**entry(game, ability, card, record, None), "rule": record.rule}
            yield new, f"state:{card.object}:{ability.id}", due


def may_wait(game: View, wait: Mapping[str, Any]) -> bool:
    """May a state trigger begin to wait: it does not wait yet, and its limit is not used up?"""
    ability = game.table.abilities[wait["ability"]]
    return not instances(game, ability.id, wait["by"]) and not (
        ability.once and used(game, ability, game.game.cards[wait["holder"]])
    )


def listening(game: View, card: Card, ids: Mapping[str, None]) -> Iterator[Ability]:
    """The listed abilities that a card has, printed or granted, valid or not."""
    for ability in game.borne(card):
        if ability.id in ids:
            yield ability


def information(sight: matching.Sight) -> Mapping[str, Any] | None:
    """The values to be used of a card that has left; a card that is there is read as it is when asked for."""
    return sight.seen


def spent(game: View, ability: Ability, holder: Card, record: Record) -> bool:
    """Is it limited to once in this span, and has it been used up or been set off by this once-only
    signal?
    """
    if ability.once and used(game, ability, holder):
        game.note(
            "used-up",
            game.book.cites["once"],
            ability=ability.id,
            card=holder.id,
            seat=holder.seat,
            n=limit(ability)[1],
            form=form(ability),
        )
        return True
    return f"{record.args.get('span')}:met:{holder.object}:{ability.id}" in game.game.memory


def used(game: View, ability: Ability, holder: Card) -> bool:
    """Has the object used the ability as often as its limit allows in this span?"""
    return used_up(game.game, ability, holder.object, holder.id)


def entry(
    game: View, ability: Ability, holder: Card, record: Record, info: Mapping[str, Any] | None
) -> dict[str, Any]:
    """The `wait` event for one trigger."""
    current = game.game.cards[holder.id]
    away = game.book.tables["triggers_of"] == "owner" and current.zone and current.zone != holder.zone
    who = current.seat if away else holder.seat
    values = {"event": record, "info": info, "it": current_ref(record), "self": current.object, "me": who}
    host = host_of(game, holder.object) or (
        host_of(game, record.ref) if current_ref(record) == holder.object else ""
    )
    if host:
        values["host"] = host
    return {
        "verb": "wait",
        "name": "ready" if ability.data.get("from_set") else "pending",
        "rule": game.book.cites["pending"],
        "ability": ability.id,
        "by": current.object,
        "holder": holder.id,
        "who": who,
        "status": "pending",
        "vars": values,
        "object": holder.object,
        "also": read_by(game, ability, holder, record),
    }


def current_ref(record: Record) -> str:
    """The object that an event's card is afterwards."""
    return record.ref if record.after is None else record.after.object


def read_by(game: View, ability: Ability, holder: Card, record: Record) -> tuple[str, ...]:
    """The articles that say which information of a moved card counts, and whose the ability is."""
    found = list(game.book.cites.get("foreign", ())) if holder.owner != holder.seat else []
    found += (
        [ability.rule, *ability.data.get("cites", ())]
        if ability.keyword or ability.data.get("portion")
        else []
    )
    found += ability.data.get("attached", ())
    heard_as = (name for on in ability.on for name in on["events"] if name in game.book.happenings)
    found += [str(game.book.happenings[name]["rule"]) for name in heard_as]
    found += (
        [str(game.book.signals[record.name]["heard"])]
        if "heard" in game.book.signals.get(record.name, {})
        else []
    )
    found += [str(game.book.tables["pile"].get("works", ""))] if holder.on else []
    found += [str(game.book.tables["faces"].get("back", ""))] if holder.face == "back" else []
    before, after = record.before, record.after
    if before is None or after is None or before.zone == after.zone:
        return tuple(found)
    row = matching.information_row(game, before, after)
    found += [str(row["rule"]), *row.get("also", ())] if row is not None else []
    found += [str(one) for one in (game.book.moves.get(record.name, EMPTY).get("heard"),) if one]
    if any(isinstance(on["subject"], Mapping) and {"min", "max"} & set(on["subject"]) for on in ability.on):
        found.append(str(game.book.cites.get("entry-values", "")))
    return tuple(found)
