"""Triggers: which abilities a batch of events sets waiting.

A match makes a waiting entry; it does not run. The entry keeps the event and the card's information as
the rulebook's table says it is to be read, so that nothing has to be remembered elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.engine.effects.invalid import taken
from judge.engine.effects.sources import as_printed, sources
from judge.engine.flow import pattern_match as matching
from judge.engine.flow.hearers import holders, listening
from judge.engine.flow.missed import tell_missed
from judge.engine.flow.pipeline import forbidden
from judge.engine.flow.replacements import Candidate
from judge.engine.flow.silence import tell_silent
from judge.engine.kernel.book import Ability
from judge.engine.kernel.deeds import of_record
from judge.engine.kernel.event import Event
from judge.engine.kernel.proposals import event
from judge.engine.kernel.state import EMPTY, Card, Record, Ref, Status
from judge.engine.kernel.view import View
from judge.engine.language.limits import form, limit, used_up
from judge.engine.language.shared import words
from judge.engine.layout.attachments import host_of


def heard(game: View, records: Sequence[Record]) -> Iterator[Event]:
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
) -> Iterator[Event]:
    """The entries that one record makes."""
    sight = matching.of_record(game, record)
    if game.tracing:
        tell_silent(game, record, sight, ids)
        tell_missed(game, record, sight, ids)
    it, info = current_ref(record), sight.seen
    for holder, ability in holders(game, ids, records):
        ctx: dict[str, Any] = {"me": holder.seat, "self": holder.object, "it": it, "event": record}
        if not any(matching.fits(game, on, sight, ctx, holder.id) for on in ability.on):
            continue
        ctx["info"] = info
        if not game.holds(ability.when, ctx) or spent(game, ability, holder, record):
            continue
        if not unusable(game, ability, holder):
            yield entry(game, ability, holder, record, info)


def unusable(game: View, ability: Ability, holder: Card) -> bool:
    """Does a text say that it cannot be used, in a game where it is not triggered then?"""
    rule = str(game.book.cites.get("unusable", ""))
    ban = use_ban(game, ability, holder) if rule else None
    if ban is not None:
        game.note("unusable", rule, card=holder.id, ability=ability.id, by=ban.card.id)
    return ban is not None


def use_ban(game: View, ability: Ability, holder: Card) -> Candidate | None:
    """The text by which an ability cannot be used, if there is one."""
    if not game.table.watched_by["forbid"]:
        return None
    ctx = {"me": holder.seat, "ability": ability.id}
    return forbidden(game, event(ctx, "signal", "activated", "", card=holder.object))


words.event("state")  # a situation comes about
words.event("pending")


def state_waits(game: View) -> Iterator[tuple[Event, str, bool]]:
    """For each state trigger on the board:
    the `wait` event, its key in memory, and whether its situation holds.
    """
    ids = dict.fromkeys(sorted(set(game.table.listeners.get("state", ()))))
    rule = str(game.book.cites.get("state", ""))
    for card in sources(game):
        for ability in listening(game, card, ids):
            ctx = {"me": card.seat, "self": card.object}
            # one without effect would be used again for ever
            invalid = game.book.invalid_stays and taken(game, card, ability)
            works = game.works(card, ability) and not invalid
            due = works and any(game.holds(on["subject"], ctx) for on in ability.on)
            ref, seat = card.object, card.seat
            record = Record("signal", "state", rule, card.id, ref, seat, {}, None, None, None)
            yield {**entry(game, ability, card, record, None), "rule": rule}, f"state:{ref}:{ability.id}", due


def may_wait(game: View, wait: Mapping[str, Any]) -> bool:
    """May a state trigger begin to wait: not waiting yet, not used up, and one that can be used?"""
    ability, holder = game.table.abilities[wait["ability"]], game.game.cards[wait["holder"]]
    if instances(game, ability.id, wait["by"]) or (ability.once and used(game, ability, holder)):
        return False
    return not unusable(game, ability, holder)


def spent(game: View, ability: Ability, holder: Card, record: Record) -> bool:
    """Is it limited to once in this span, and has it been used up or been set off by this once-only
    signal?
    """
    if ability.once and used(game, ability, holder):
        about = {"ability": ability.id, "card": holder.id, "seat": holder.seat}
        game.note("used-up", game.book.cites["once"], **about, n=limit(ability)[1], form=form(ability))
        return True
    return f"{record.args.get('span')}:met:{holder.object}:{ability.id}" in game.game.memory


def used(game: View, ability: Ability, holder: Card) -> bool:
    """Has the object used the ability as often as its limit allows in this span?"""
    return used_up(game.game, ability, holder.object, holder.id)


def entry(
    game: View, ability: Ability, holder: Card, record: Record, info: Mapping[str, Any] | None
) -> Event:
    """The `wait` event for one trigger."""
    current = game.game.cards[holder.id]
    who = master_of(game, holder, current)
    values = {"event": record, "info": info, "it": current_ref(record), "self": current.object, "me": who}
    status: Status = "unrevealed" if kept_hidden(game, ability, holder) else "pending"
    host = host_heard(game, holder, record)
    if host:
        values["host"] = host
    return {
        "verb": "wait",
        "name": "ready" if ability.data.get("turns_up") else status,
        "rule": game.book.cites["pending"],
        "ability": ability.id,
        "by": current.object,
        "holder": holder.id,
        "who": who,
        "status": status,
        "vars": values,
        "hearer": holder.object,
        "also": read_by(game, ability, holder, record),
    }


def kept_hidden(game: View, ability: Ability, holder: Card) -> bool:
    """Does the ability work in a zone from which it is there only once its card is revealed?"""
    row = game.book.tables.get("revealing")
    return row is not None and holder.place in row["zones"] and holder.place in ability.zones


def master_of(game: View, holder: Card, current: Card) -> str:
    """Whose an ability is that waits: its card's master's, or its owner's when the card has left,
    where the book has it so.
    """
    away = game.book.tables["triggers_of"] == "owner" and current.zone and current.zone != holder.zone
    return current.seat if away else holder.seat


def host_heard(game: View, holder: Card, record: Record) -> Ref:
    """What the card is attached to that hears the event, or was when it befell the card itself."""
    host = host_of(game, holder.object)
    return host or (host_of(game, record.ref) if current_ref(record) == holder.object else "")


def current_ref(record: Record) -> str:
    """The object that an event's card is afterwards."""
    return record.ref if record.after is None else record.after.object


def read_by(game: View, ability: Ability, holder: Card, record: Record) -> tuple[str, ...]:
    """The articles that say which information of a moved card counts, and whose the ability is."""
    return (
        *whose_rules(game, ability, holder),
        *event_rules(game, ability, record),
        *lie_rules(game, holder),
        *way_rules(game, ability, record),
        *place_rules(game, holder, record),
    )


def whose_rules(game: View, ability: Ability, holder: Card) -> Iterator[str]:
    """The articles on whose an ability is and where it comes from."""
    if holder.owner != holder.seat:
        yield from game.book.cites.get("foreign", ())
    if ability.keyword or ability.data.get("text_box"):
        yield from (ability.rule, *ability.data.get("cites", ()))
    yield from ability.data.get("attached", ())


def event_rules(game: View, ability: Ability, record: Record) -> Iterator[str]:
    """The articles on the names by which an ability hears of an event."""
    happenings = game.book.happenings
    yield from (
        str(happenings[name]["rule"]) for on in ability.on for name in on["events"] if name in happenings
    )
    signal = game.book.signals.get(record.name)
    if signal is not None and "heard" in signal:
        yield str(signal["heard"])


def lie_rules(game: View, holder: Card) -> Iterator[str]:
    """The articles on abilities of a card beneath another, and of one that shows its back."""
    if holder.on:
        yield str(game.book.tables["pile"].get("works", ""))
    if holder.face == "back":
        yield str(game.book.tables["faces"].get("back", ""))


def place_rules(game: View, holder: Card, record: Record) -> Iterator[str]:
    """The articles by which an ability hears of moves, and of its own card's where the card lies after it."""
    moved = record.before is not None and record.after is not None and record.before.zone != record.after.zone
    if moved:
        yield str(game.book.cites.get("moves-heard", ""))
    if game.book.tables["moves_heard"] and moved and record.card == holder.id:
        yield str(game.book.tables["moves_heard"])


def way_rules(game: View, ability: Ability, record: Record) -> Iterator[str]:
    """The articles on which information counts of a card that has changed zones."""
    before, after = record.before, record.after
    if before is None or after is None or before.zone == after.zone:
        return
    row = matching.information_row(game, before, after)
    if row is not None:
        yield from (str(row["rule"]), *row.get("also", ()))
    heard_as = game.book.moves.get(record.name, EMPTY).get("heard")
    if heard_as:
        yield str(heard_as)
    if any(isinstance(on["subject"], Mapping) and {"min", "max"} & set(on["subject"]) for on in ability.on):
        yield str(game.book.cites.get("entry-values", ""))
