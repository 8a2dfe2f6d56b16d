"""Pipeline: the way of every event. Is it forbidden? Is it replaced (which may ask a player)? Otherwise it
is applied, then heard.

`settle` is a step like any other: a pure function that asks or proposes. It runs only when some ability on
the table forbids or replaces events of that name; otherwise events are applied at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.engine import trace
from judge.engine.effects.grants import reaching
from judge.engine.effects.reader import Reader
from judge.engine.effects.scopes import tell_unaffected
from judge.engine.effects.sources import by_print
from judge.engine.effects.validity import works
from judge.engine.flow.feasibility import feasible, stopped
from judge.engine.flow.listeners import (
    every_name,
    fitting,
    forbidden,
    watched,
    watchers,
)
from judge.engine.flow.replacements import ALONE, Candidate, Company, decide, labelled, pick, told_of
from judge.engine.flow.rewrites import indebted, laid_by, rewrite, rewritten
from judge.engine.flow.zones import unpiled
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.state import EMPTY, Decision, Instruction, Ref, opponent
from judge.engine.kernel.view import Vars, View
from judge.engine.language.limits import used_up
from judge.engine.layout.slots import SLOT, on_slot
from judge.errors import NotImplementedYet
from judge.text.plain import Scope


def happens(view: View, event: Event, counted: bool, ahead: Sequence[Event] = ()) -> bool:
    """Does the event change anything? An impossible move does not; in a silent game, nor does a signal that
    nobody hears. `ahead` are the events before it in the same batch.
    """
    if event["verb"] == "signal":
        heard = view.table.heard
        told = view.tracing or counted or event["name"] in view.book.did
        return told or event["name"] in heard or "signal" in heard or "state" in heard
    if event["verb"] == "create":
        return not full(view, event, ahead)
    return event["verb"] != "move" or not (
        fixed(view, event)
        or held(view, event)
        or crowded(view, event)
        or full(view, event, ahead)
        or unstacked(view, event)
        or unpiled(view, event)
    )


def full(view: View, event: Event, ahead: Sequence[Event]) -> bool:
    """Is a zone with a limited number of places full?"""
    to = str(event.get("to", ""))
    spec = view.book.zones.get(to[2:], EMPTY)
    card = view.card(event["card"]) if "card" in event else None
    if "full" not in spec or (card is not None and card.zone == to and not card.on):
        return False
    if "beneath" in spec:
        taken = slot_taken(view, event)
        if taken:
            view.note(trace.FULL, spec["full"], card=card.id if card else "", zone=to)
        return taken
    if has_room(view, event, ahead):
        return False
    name = card.id if card else str(event.get("print", ""))
    view.note(trace.FULL, spec["full"], card=name, zone=to)
    return True


def slot_taken(view: View, event: Event) -> bool:
    """Does a card already lie on the slot, in a zone beneath others, where this one would arrive?"""
    slot = event.get("marks", {}).get(SLOT)
    return slot is None or on_slot(view, event["to"][0], event["to"][2:], slot) is not None


def has_room(view: View, event: Event, ahead: Sequence[Event]) -> bool:
    """Is there room for one more card, counting the cards that arrive and leave before it or with it?"""
    to: str = event["to"]
    leaving = {other["card"] for other in ahead if other["verb"] == "move"}
    leaving.update(event.get("beneath", ()), event.get("swapped", ()))
    present = sum(card.object not in leaving for card in view.zone(to[0], to[2:]))
    coming = sum(other.get("to") == to for other in ahead)
    return bool(present + coming < view.book.zones[to[2:]]["limit"])


def unstacked(view: View, event: Event) -> bool:
    """Would a token go beneath a card, in a game that does not allow it?"""
    rule = view.book.tables["pile"].get("no_tokens") if "under" in event else None
    card = view.card(event["card"]) if rule else None
    if card is None or not view.table.prints[card.print].token:
        return False
    view.note(trace.UNSTACKED, str(rule), card=card.id)
    return True


def fixed(view: View, event: Event) -> bool:
    """Would a card leave a zone that no card can leave?"""
    card = view.card(event["card"])
    rule = view.book.zones[card.place].get("fixed") if card is not None and card.zone else None
    if rule:
        view.note(trace.FIXED, rule, card=card.id if card else "")
    return bool(rule)


def held(view: View, event: Event) -> bool:
    """Would a card go to a zone that it cannot enter because it is already on its way elsewhere?"""
    card = view.card(event["card"]) if view.book.held else None
    if card is None or not card.marks:
        return False
    for row in view.book.held:
        if card.mark(row["mark"]) and event["to"][2:] in row["not_to"]:
            rule, *usual = view.ruled(str(row.get("param", "")), str(row["rule"]))
            view.note(trace.HELD, rule, card=card.id, zone=event["to"], usual=tuple(usual))
            return True
    return False


def crowded(view: View, event: Event) -> bool:
    """Is there no room, because the zone holds one card with some keyword and only another such card may
    replace it?
    """
    single = view.book.zones.get(str(event["to"])[2:], EMPTY).get("single")
    card = view.card(event["card"]) if single else None
    if not single or card is None or not view.has(card, single["has"]):
        return False
    ability = view.table.abilities.get(event.get("ability", ""))
    if ability is not None and ability.keyword == single["has"]:
        return False
    others = view.zone(event["to"][0], event["to"][2:])
    full = any(other.id != card.id and view.has(other, single["has"]) for other in others)
    if full:
        view.note(trace.CROWDED, single["rule"], card=card.id)
    return full


def company(
    view: View, event: Event, done: Sequence[Event], rest: Sequence[Event], ahead: Sequence[Instruction]
) -> Company:
    """The other events around an event: `done` are those of its batch that are settled, `rest` those that
    are not, `ahead` the replacements of earlier ones.
    """
    name = event["name"]
    if name not in view.book.tables["replaced_once"]:
        return Company(ahead=tuple(ahead))
    batch = [*done, *(other for other in rest if other["name"] == name and forbidden(view, other) is None)]
    return Company(
        tuple(other["card"] for other in batch if other["name"] == name and other["card"] != event["card"]),
        tuple(event.get("used", ())),
        tuple(ahead),
    )


def displacing(view: View, event: Event) -> Candidate | None:
    """The replacement of the event that an act begins with, where the rulebook then counts the act as not
    done.
    """
    candidate = supplanter(view, event)
    return candidate if candidate is not None and undone(view, event) else None


def supplanter(view: View, event: Event) -> Candidate | None:
    """The mandatory replacement of an event, if there is one."""
    if view.table.watched_by["replace"].isdisjoint(every_name(view, event)):
        return None
    quiet = Reader(view.table, view.game) if view.tracing else view
    return next(
        (replacement for replacement in replacements(quiet, event) if not replacement.ability.may), None
    )


def undone(view: View, event: Event) -> bool:
    """Does a replaced cost, or the replaced beginning of an act, count as not done?"""
    name = "replaced-begins" if event.get("begins") else "replaced-pays"
    return (
        (name == "replaced-begins" or event.get("because") == "cost")
        and name in view.book.params
        and not view.param(name)
    )


def replacements(view: View, event: Event, about: Company = ALONE) -> list[Candidate]:
    """The replacement effects that may be applied to the event now, each only once."""
    candidates = [
        watcher for watcher in watchers(view, "replace", event) if applicable(view, event, watcher, about)
    ]
    texts = [candidate for candidate in candidates if not candidate.ability.data.get("inherent")]
    return labelled(texts or candidates)  # what a card says comes before what the rules give to cards


def applicable(view: View, event: Event, candidate: Candidate, about: Company) -> bool:
    """May this replacement be applied: has it not been applied to this event, is it not used up, and would
    it not be in vain?
    """
    if not open_to(view, event, candidate):
        return False
    ctx = {"me": candidate.card.seat, "self": candidate.card.object, "it": event.get("card", "")}
    if not stands_in(view, candidate, {**ctx, "used": (*event.get("used", ()), candidate.mark)}, about):
        return False
    if candidate.ability.may:
        return may_be_taken(view, event, candidate, ctx, about)
    return bool(view.book.tables["replaces_in_vain"]) or carries_out(view, event, candidate, ctx, about)


def carries_out(
    view: View, event: Event, candidate: Candidate, ctx: Mapping[str, object], about: Company
) -> bool:
    """Can a mandatory replacement be carried out: is its new event not forbidden, and are its instructions
    possible?
    """
    ability, fields = candidate.ability, candidate.ability.data.get("with")
    ban = forbidden(view, rewritten(view, event, candidate, fields)) if fields is not None else None
    done = ban is None and (not ability.do or possible(view, candidate, ctx, about))
    if not done:
        rule = str(view.book.cites["may-replace"])
        view.note(
            trace.CANNOT_REPLACE,
            rule,
            ability=ability.id,
            card=candidate.card.id,
            by=ban.card.id if ban else "",
        )
    return done


def open_to(view: View, event: Event, candidate: Candidate) -> bool:
    """Can a replacement still apply to the event: not applied to it yet, not used up, and not prevented from
    affecting its card?
    """
    used, ability = event.get("used", ()), candidate.ability
    if candidate.mark in used:
        again = (
            ability.data.get("with") is None
        )  # of what came in its place, not of the event that it changed
        view.note(trace.ONCE_AN_EVENT, card=candidate.card.id, again=again)
        return False
    if ability.once and used_up(view.game, ability, candidate.card.object, candidate.card.id):
        return False
    past = event.get("redirected", ())
    if past and all(not set(on["events"]).isdisjoint(past) for on in ability.on):
        return False  # it speaks of what this move is no longer
    return reaches(view, event, candidate)


def may_be_taken(
    view: View, event: Event, candidate: Candidate, ctx: Mapping[str, object], about: Company
) -> bool:
    """May a player choose a voluntary replacement: does the event not have to be paid as written, and can
    the replacement be done?
    """
    ability = candidate.ability
    if undone(view, event):
        view.note(trace.PAID_AS_WRITTEN, ability=ability.id, card=candidate.card.id)
        return False
    if ability.do and not possible(view, candidate, ctx, about):
        view.note(trace.CANNOT_REPLACE, ability=ability.id, card=candidate.card.id)
        return False
    return True


def possible(view: View, candidate: Candidate, ctx: Mapping[str, object], about: Company) -> bool:
    """Can the instructions of a voluntary replacement be carried out, together with those that replace other
    events of the batch?
    """
    dos = candidate.ability.do
    return feasible(view, (*about.ahead, *dos), ctx) and not (about.ahead and stopped(view, dos, ctx))


def stands_in(view: View, candidate: Candidate, ctx: Scope, about: Company) -> bool:
    """May other instructions replace the event? In some rulebooks not twice, and not with a card that
    undergoes the same event.
    """
    if candidate.ability.data.get("with") is not None or not (about.carried or about.others):
        return True  # only where it leads is another
    if not about.carried and not leans_on(view, candidate.ability.do, ctx, about.others):
        return True
    if not view.param("replaced-once"):
        return True
    kind = trace.REPLACED_ONCE if about.carried else trace.CANNOT_REPLACE
    if not about.carried or ctx["used"][:-1] == about.carried:  # told once of an event
        rule, *usual = view.ruled("replaced-once", str(view.book.cites["may-replace"]))
        view.note(kind, rule, ability=candidate.ability.id, card=candidate.card.id, usual=tuple(usual))
    return False


def leans_on(
    view: View, dos: Sequence[Instruction], ctx: Mapping[str, object], others: Sequence[Ref]
) -> bool:
    """Do the instructions depend on these cards: can they be carried out in full only with them?"""
    without = view.book.trial(view, dos, {**ctx, "befallen": tuple(others)}, "whole")
    return without is not None and view.book.trial(view, dos, ctx, "whole") is None


def reaches(view: View, event: Event, candidate: Candidate) -> bool:
    """May a replacement that another ability granted affect the card?"""
    giver = candidate.ability.id.partition("+")[0]
    if "affect" not in view.table.watched or giver == candidate.ability.id:
        return True
    by: Event = {
        "by": candidate.card.object,
        "event": event["name"],
        "ability": giver,
        "who": candidate.card.seat,
    }
    affecting: Event = {"verb": "affect", "name": "affect", "card": event.get("card", ""), **by}
    ban = forbidden(view, affecting)
    if ban is not None:
        tell_kept_off(view, ban, giver, event.get("card", ""))
    return ban is None


def tell_kept_off(view: View, ban: Candidate, ability: str, ref: Ref) -> None:
    """Tell that a card is not affected by an ability, and by which text."""
    card = view.game.objects.get(ref, "")
    tell_unaffected(view, ban.ability, ban.card, ability, ability.partition("/")[0], card)


def settle(view: View, v: Vars) -> Outcome:
    """Settles each event of a batch, then applies the events that remain together."""
    done: list[Event] = []
    instead: list[Instruction] = []
    for at, event in enumerate(v["todo"]):
        if at and any(limited(do) for do in instead):
            # a limited replacement has just been used up: the rest of the batch is settled knowing it
            rest = Instruction("events", {"events": tuple(v["todo"][at:]), "as": v.get("as", "")})
            return [applied(v, done), *instead, rest]
        ban = arriving_ban(view, event, done)
        if ban is not None:
            tell_forbidden(view, event, ban)
            continue
        about = company(view, event, done, v["todo"][at + 1 :], instead)
        outcome = settle_one(view, v, event.copy(), at, instead, about)
        if isinstance(outcome, Decision):
            return outcome
        done.extend(outcome)
    return [applied(v, done), *indebted(instead)]


def arriving_ban(view: View, event: Event, done: Sequence[Event]) -> Candidate | None:
    """The ban of a card that arrives in the same batch, before this event, and whose text speaks of what
    comes together with it, too. Of equal cards it does not matter which comes first.
    """
    mover = view.card(event["card"]) if event["verb"] == "move" and done and holds_at_once(view) else None
    for arrival in done if mover is not None else ():
        card = view.card(arrival["card"]) if arrival["verb"] == "move" and arrival.get("to") else None
        if card is None or mover is None:
            continue
        lying = card._replace(zone=arrival["to"], on="")
        able = [(ability, lying) for ability in view.abilities(card) if works(view, lying, ability)]
        bans = [held for held in able if held[0].data.get("at_once")]
        ban = next(fitting(view, "forbid", event, bans), None)
        if ban is not None and card.zone != mover.zone:
            raise NotImplementedYet("which of several cards comes, where one may come and they lie apart")
        if ban is not None:
            return ban
    return None


def holds_at_once(view: View) -> bool:
    """Does any text of this game speak of what comes together with its card?"""
    every = view.table.abilities.values()
    return by_print(view, ("at once",), lambda: any("at_once" in ability.data for ability in every))


def applied(v: Vars, done: Sequence[Event]) -> Instruction:
    """The instruction that applies events which have been settled."""
    return Instruction("apply", {"events": tuple(done), "as": v.get("as", ""), "below": True})


def limited(do: Instruction) -> bool:
    """Is it the instruction that records the use of a limited replacement?"""
    return do.verb == "events" and do.args["events"][0]["verb"] == "remember"


def settle_one(
    view: View, v: Vars, event: Event, at: int, instead: list[Instruction], about: Company
) -> Decision | list[Event]:
    """Replaces one event until nothing more applies to it; gives nothing when it does not happen."""
    for turn in range(100):
        told = told_of(view, v, at, turn)
        blocker = forbidden(told, event, happens=True)
        if blocker is not None:
            tell_forbidden(told, event, blocker)
            return []
        candidates = replacements(told, event, about)
        if not candidates:
            return [event]
        picked = decide(view, v, event, candidates, pick(at, turn))
        if isinstance(picked, Decision):
            return picked
        if picked is None:
            return [event]
        left = rewrite(told_of(view, v, at, turn + 1), event, picked, instead, about)
        if left is None:
            return []
        event = left
    raise RuntimeError("a replacement was applied a hundred times to one event")


def tell_forbidden(view: View, event: Event, ban: Candidate) -> None:
    """Tell that an event does not happen, and which ability forbids it."""
    card = view.card(event.get("card", ""))
    about = {"event": event, "ability": ban.ability.id, "card": laid_by(view, ban)}
    view.note(trace.FORBIDDEN, ban.ability.rule, **about, affected=card.id if card else "")
    for rule in reaching(view, ban.ability, event.get("card", "")):
        view.note(trace.REACHES_LATER, rule, card=card.id if card else "", by=ban.card.id)


__all__ = ["forbidden", "opponent", "replacements", "settle", "watched", "watchers"]
