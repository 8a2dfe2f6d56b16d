"""Triggers: finds the abilities that a batch of events makes pending.

A match makes a waiting entry; it does not run the ability. The entry keeps the event, and the card's
information as the rulebook's table says that it is read, so that nothing has to be remembered elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.engine import trace
from judge.engine.effects import pattern_match as matching
from judge.engine.effects.grants import imposed
from judge.engine.effects.muted import muted
from judge.engine.effects.sources import as_printed, sources
from judge.engine.effects.validity import taken, tell_stays
from judge.engine.flow.changes import tied_key
from judge.engine.flow.listeners import holders, leaving, listening
from judge.engine.flow.pipeline import forbidden
from judge.engine.flow.replacements import Candidate
from judge.engine.kernel.book import Ability
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import event
from judge.engine.kernel.state import EMPTY, AppliedEvent, Card, Ref, Status, Waiting
from judge.engine.kernel.table import heard_of_itself
from judge.engine.kernel.turn_history import of_record
from judge.engine.kernel.variables import own
from judge.engine.kernel.view import View
from judge.engine.language.conditions import form_of
from judge.engine.language.limits import apart, told, used_up
from judge.engine.language.shared import words
from judge.engine.language.traits import BOUNDS
from judge.engine.language.walk import named_in
from judge.engine.layout.attachments import host_of
from judge.text.plain import Fields

# --- Equal pending abilities: finds those that would do the same, so that their order is no choice.
NTH = "nth"  # of an entry left for a moment: the how many-th of them it is left for
TURN = "turn of"  # of such an entry: in whose turns the moment counts
COUNTED = "counted in"  # of such an entry: the turn in which one of them was counted
TIMED = "timed"  # of an entry that waits: what an ability had left for the moment since which it waits


def trigger_signature(entry: Waiting, ability: Ability) -> tuple[object, ...]:
    """What a pending ability would do and to whom; it is equal for two abilities that would do the same."""
    event = entry.vars.get("it") if ability.reads_event else ""
    return entry.ability, entry.source, (event, left(entry))


def left(entry: Waiting) -> tuple[object, ...]:
    """The instructions that a pending ability has left for later, and what they name; nothing for one that
    waits for its event.
    """
    if TIMED not in entry.vars:
        return ()
    dos = entry.vars[TIMED]
    return dos, tuple([own(entry.vars).get(name) for name in named_in(dos)])


def heard(view: View, records: Sequence[AppliedEvent]) -> Iterator[Event]:
    """The `wait` events that a batch leads to, in the order of the records, then of the board. In some games
    an ability hears the batch once, unless it speaks of the card; one that acts at once hears each event.
    """
    count: dict[tuple[str, str], int] = {}
    together = view.book.tables["hears_together"]
    listeners, gone = view.table.listeners, leaving(records)
    for record in records:
        heard_as = of_record(view.book, record)
        if listeners.keys().isdisjoint(heard_as):
            continue
        ids = may_be_meant(view, heard_as, record)
        for new in heard_one(view, record, ids, gone) if ids else ():
            key = (new["ability"], new["by"])
            if together and key in count and heard_as_one(view.table.abilities[new["ability"]]):
                continue
            count[key] = count.get(key, instances(view, *key)) + 1
            if count[key] > 1:
                new["again"] = True
            yield new
    yield from heard_by_imposed(view, records)


def heard_by_imposed(view: View, records: Sequence[AppliedEvent]) -> Iterator[Event]:
    """What abilities hear that act at once and that an effect lets hold for a while: a batch once, unless
    they speak of its cards.
    """
    for _, ability, holder in list(imposed(view)) if view.game.effects else ():
        for record in records if ability.data.get("at_once") else ():
            it = current_ref(record)
            ctx: dict[str, object] = {"me": holder.seat, "self": holder.object, "it": it, "event": record}
            sight = matching.of_record(view, record)
            fits = any(matching.fits(view, on, sight, ctx, holder.id) for on in ability.on)
            if fits and view.holds(ability.when, ctx):
                kept = {**ctx, "info": sight.seen}
                yield {
                    "verb": "wait",
                    "name": "pending",
                    "ability": ability.id,
                    "holder": holder.id,
                    "vars": kept,
                }
                if not ability.reads_event:
                    break


def heard_as_one(ability: Ability) -> bool:
    """Is it the same to an ability which of several cards it heard of?"""
    return not (ability.reads_event or ability.data.get("at_once"))


def instances(view: View, ability: str, source: str) -> int:
    """How many times an object's ability is pending."""
    return sum(
        (wait.ability, wait.source, wait.status) == (ability, source, "pending") for wait in view.game.waiting
    )


def may_be_meant(view: View, names: Sequence[str], record: AppliedEvent) -> dict[str, None]:
    """The abilities that may listen to this event by one of its names. One that hears only of its own card
    is left out for other cards.
    """
    table, card = view.table, view.game.cards.get(record.card)
    if card is None or not as_printed(view):
        return dict.fromkeys(id_ for name in names for id_ in table.listeners.get(name, ()))
    every, own = table.listening_to_all, table.listening_to_own
    ids = dict.fromkeys(
        id_ for name in names for id_ in (*every.get(name, ()), *own.get((card.print, name), ()))
    )
    had = record.values.get("abilities", ()) if record.values is not None else ()
    for granted in had:  # what it had been granted until it left
        if granted not in ids and not set(names).isdisjoint(heard_of_itself(table.abilities[granted])):
            ids[granted] = None
    return ids


def heard_one(
    view: View, record: AppliedEvent, ids: Mapping[str, None], gone: Mapping[str, AppliedEvent]
) -> Iterator[Event]:
    """The `wait` events that one record leads to."""
    sight = matching.of_record(view, record)
    if view.tracer is not None:
        view.tracer.heard(view, record, ids)
    it, info = current_ref(record), sight.seen
    for holder, ability in holders(view, ids, gone, record.card):
        ctx: dict[str, object] = {"me": holder.seat, "self": holder.object, "it": it, "event": record}
        fitting = [on for on in ability.on if matching.fits(view, on, sight, ctx, holder.id)]
        if not fitting or not in_force(view, holder, ability, gone.get(holder.id), fitting):
            continue
        ctx["info"] = info
        if not view.holds(ability.when, ctx):
            continue
        tell_stays(view, holder, ability)
        if not (spent(view, ability, holder, record) or unusable(view, ability, holder)):
            yield entry(view, ability, holder, record, info)


def in_force(
    view: View,
    holder: Card,
    ability: Ability,
    left: AppliedEvent | None,
    fitting: Sequence[Mapping[str, object]],
) -> bool:
    """Is an ability in force for what it hears? One that acts at once works like a continuous effect: it
    does nothing while it is negated, which is told, nor after its card has left, unless it listens to just
    that.
    """
    if not ability.data.get("at_once"):
        return True
    present = view.game.cards[holder.id].object == holder.object
    if not present and all(on["subject"] != "self" for on in fitting):
        return False
    kept = left.values if left is not None and left.values is not None else EMPTY
    had = [held.id for held in view.abilities(holder)] if present else kept.get("had", (ability.id,))
    if ability.id not in had and view.tracing:
        why = muted(view, holder, ability) if present else None
        rule, by = (why.rule, why.by) if why is not None else (ability.rule, "")
        view.note(trace.SILENT, rule, form="at-once", card=holder.id, by=by)
    return ability.id in had


def unusable(view: View, ability: Ability, holder: Card) -> bool:
    """Does a text say that the ability cannot be used, in a game where it then does not trigger?"""
    rule = str(view.book.cites.get("unusable", ""))
    ban = use_ban(view, ability, holder) if rule else None
    if ban is not None:
        view.note(trace.UNUSABLE, rule, card=holder.id, ability=ability.id, by=ban.card.id)
    return ban is not None


def use_ban(view: View, ability: Ability, holder: Card) -> Candidate | None:
    """The text by which an ability cannot be used, if there is one."""
    if not view.table.watched_by["forbid"]:
        return None
    ctx = {"me": holder.seat, "ability": ability.id}
    return forbidden(view, event(ctx, "signal", "activated", "", card=holder.object))


words.event("state", parts=(), settled=False)  # a situation comes about
words.event("pending", parts=(), settled=False)


def state_waits(view: View) -> Iterator[tuple[Event, str, bool | tuple[Ref, ...]]]:
    """Each state trigger on the board: its `wait` event, its memory key, and whether its situation holds;
    for one that acts at once, with which cards.
    """
    ids = dict.fromkeys(sorted(set(view.table.listeners.get("state", ()))))
    rule = str(view.book.cites.get("state", ""))
    for card in sources(view):
        for ability in listening(view, card, ids):
            ctx = {"me": card.seat, "self": card.object}
            # one without effect would be used again for ever
            invalid = view.book.invalid_stays and taken(view, card, ability)
            works = view.works(card, ability) and not invalid
            due = works and any(view.holds(on["subject"], ctx) for on in ability.on)
            due = due and view.holds(ability.when, ctx)  # the situation is both
            ref, seat = card.object, card.seat
            record = AppliedEvent("signal", "state", rule, card.id, ref, seat, {}, None, None, None)
            wait: Event = {**entry(view, ability, card, record, None), "rule": rule}
            yield wait, f"state:{ref}:{ability.id}", situation(view, ability, ctx) if due else False


def situation(view: View, ability: Ability, ctx: Mapping[str, object]) -> bool | tuple[Ref, ...]:
    """Does the situation of a state trigger hold? For one that acts at once, the cards that bring it about,
    so that another card brings it about anew.
    """
    subjects = [on["subject"] for on in ability.on]
    if not (ability.data.get("at_once") and all(map(names_cards, subjects))):
        return True
    return tuple(sorted({ref for subject in subjects for ref in view.refs(subject, ctx)}))


def names_cards(what: object) -> bool:
    """Does a situation consist in cards that fit a selector, however many?"""
    return isinstance(what, Mapping) and form_of(what) is None and BOUNDS.keys().isdisjoint(what)


def come_about(now: bool | tuple[Ref, ...], before: object) -> bool:
    """Has the situation come about anew, or through another card?"""
    if not (now and before):
        return bool(now)
    return isinstance(now, tuple) and isinstance(before, (tuple, list)) and not {*now} <= {*before}


def may_wait(view: View, wait: Fields) -> bool:
    """May a state trigger become pending: it is not pending yet, not used up, and can be used?"""
    ability, holder = view.table.abilities[wait["ability"]], view.game.cards[wait["holder"]]
    if instances(view, ability.id, wait["by"]) or (ability.once and used(view, ability, holder)):
        return False
    return not unusable(view, ability, holder)


def spent(view: View, ability: Ability, holder: Card, record: AppliedEvent) -> bool:
    """Is it limited to once in this span and already used, or already triggered by this once-only signal?"""
    about = {"ability": ability.id, "card": holder.id, "seat": holder.seat}
    if ability.once and used(view, ability, holder):
        rule = str(view.book.cites.get("once-spent", view.book.cites["once"]))
        form, values = told(ability)
        view.note(trace.USED_UP, rule, **about, **values, form=form)
        return True
    if ability.once and view.tracing and apart(view, ability, holder) == view.book.cites.get("once-apart"):
        view.note(trace.ONCE_APART, **about)
    return f"{record.args.get('span')}:met:{holder.object}:{ability.id}" in view.game.memory


def used(view: View, ability: Ability, holder: Card) -> bool:
    """Has the object used the ability in this span as often as its limit allows?"""
    return used_up(view.game, ability, holder.object, holder.id)


def entry(
    view: View, ability: Ability, holder: Card, record: AppliedEvent, info: Mapping[str, object] | None
) -> Event:
    """The `wait` event for one trigger."""
    current = view.game.cards[holder.id]
    who = master_of(view, holder, current)
    values = {"event": record, "info": info, "it": current_ref(record), "self": current.object, "me": who}
    status: Status = "unrevealed" if kept_hidden(view, ability, holder) else "pending"
    host = host_heard(view, holder, record)
    if host:
        values["host"] = host
    tied = view.game.memory.get(tied_key(holder.object), ())
    if tied and current.object != holder.object:
        values["tied"] = tied  # as it was when it left
    return {
        "verb": "wait",
        "name": "ready" if ability.data.get("turns_up") else status,
        "rule": view.book.cites["pending"],
        "ability": ability.id,
        "by": current.object,
        "holder": holder.id,
        "who": who,
        "status": status,
        "vars": values,
        "hearer": holder.object,
        "hearing": holder,
        "now": current,
    }


def kept_hidden(view: View, ability: Ability, holder: Card) -> bool:
    """Does the ability work in a zone where it does not exist until its card is revealed?"""
    row = view.book.tables.get("revealing")
    return row is not None and holder.place in row["zones"] and holder.place in ability.zones


def master_of(view: View, holder: Card, current: Card) -> str:
    """The master of a pending ability: its card's master, or in some books its owner once it has left."""
    away = view.book.tables["triggers_of"] == "owner" and current.zone and current.zone != holder.zone
    return current.seat if away else holder.seat


def host_heard(view: View, holder: Card, record: AppliedEvent) -> Ref:
    """The host of the card that hears the event; if the event is about that card, its host before it."""
    host = host_of(view, holder.object)
    return host or (host_of(view, record.ref) if current_ref(record) == holder.object else "")


def current_ref(record: AppliedEvent) -> str:
    """The object number of an event's card after the event."""
    return record.ref if record.after is None else record.after.object
