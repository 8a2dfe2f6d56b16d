"""The atomic verbs: the only functions that change a game.

Each takes the position and one event and returns what it recorded; an event that would change nothing
returns nothing, because an order to enter the state one is in already is not carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from judge.engine.view import View
from judge.state import SEATS, Card, Effect, Game, Ref, Result, Waiting, opponent

Event = Mapping[str, Any]


class Change(NamedTuple):
    """What one verb did to one card; `quiet` changes set off nothing."""

    card: str
    ref: Ref
    before: Card | None
    after: Card | None
    quiet: bool = False
    rule: str = ""


Verb = Callable[[View, Event], "list[Change]"]
UNCHANGED: list[Change] = []
PLAIN = Change("", "", None, None)


def fresh(game: Game) -> Ref:
    """A new object number."""
    game.serial += 1
    return f"#{game.serial}"


def put(game: Game, card: Card) -> None:
    """Write one card record and what its number points to."""
    game.cards[card.id] = card
    game.objects[card.object] = card.id


def take_out(game: Game, card: Card) -> None:
    """Take a card out of its zone's list, or out from under the card that covers it."""
    if card.on:
        host = game.cards[card.on]
        game.cards[host.id] = host._replace(under=tuple(one for one in host.under if one != card.id))
    elif card.zone:
        game.zones[card.zone] = tuple(one for one in game.zones[card.zone] if one != card.id)


def insert(game: Game, zone: str, card: str, at: str) -> None:
    """Put a card's id into a zone's list at the top or the bottom."""
    row = game.zones.get(zone, ())
    game.zones[zone] = (card, *row) if at == "top" else (*row, card)


def drop_effects(game: Game, ref: Ref) -> None:
    """Forget the continuous effects that had only this object to apply to."""
    if any(ref in effect.to for effect in game.effects):
        game.effects = tuple(
            effect if ref not in effect.to else effect._replace(to=tuple(r for r in effect.to if r != ref))
            for effect in game.effects
            if effect.to != (ref,) or effect.scope is not None
        )


def join_effects(game: View, card: Card) -> None:
    """Lasting effects on the cards of a zone apply to a card that enters it."""
    state = game.game
    if not card.zone or not any(effect.scope is not None for effect in state.effects):
        return
    state.memo = {}
    state.effects = tuple(
        effect._replace(to=(*effect.to, card.object))
        if effect.scope is not None and card.object not in effect.to
        and game.matches(card, effect.scope, {"me": effect.seat, "self": effect.source})
        else effect
        for effect in state.effects
    )  # fmt: skip


def follow(game: Game, old: Ref, new: Ref) -> None:
    """Effects on a card that was not in play follow it: only leaving play ends them."""
    if any(old in effect.to for effect in game.effects):
        game.effects = tuple(
            effect._replace(to=tuple(new if ref == old else ref for ref in effect.to)) for effect in game.effects
        )


def move(game: View, event: Event) -> list[Change]:
    """Move one card to a zone, on top of a card, or beneath one."""
    card = game.card(event["card"])
    if card is None:
        return UNCHANGED
    state = game.game
    if event.get("only") == "top" and card.under:
        return lift_top(game, card, event)
    if "under" in event:
        return slip_under(game, card, event)
    if "onto" in event:
        return cover(game, card, event)
    to: str = event["to"]
    keeps = keeps_object(game, card, to)
    take_out(state, state.cards[card.id])
    spilled = [] if keeps else spill(game, card)
    after = arrive(game, card, to, event, keeps)
    put(state, after)
    if after.zone:
        insert(state, to, card.id, event.get("at") or str(game.book.zones[to[2:]].get("at", "bottom")))
    if keeps:
        carry(state, after)
    else:
        join_effects(game, after)
    return [Change(card.id, card.object, card, after), *spilled]


def keeps_object(game: View, card: Card, to: str) -> bool:
    """Does the card stay the same object on this way?"""
    return (card.place, to[2:]) in game.book.same_object or (
        card.place == to[2:] and card.zone != to and (card.place, card.place) in game.book.same_object
    )


def arrive(game: View, card: Card, to: str, event: Event, keeps: bool) -> Card:
    """The card as it lies in its new zone: new number, fresh marks, unless it stays the same object."""
    state = game.game
    goal = "" if game.table.prints[card.print].token and not game.book.zones[to[2:]].get("tokens") else to
    marks = dict(card.marks) if keeps else dict(game.book.zones[to[2:]].get("arrive", {}))
    marks.update(event.get("marks", {}))
    number = card.object
    if not keeps:
        state.objects.pop(card.object, None)
        number = fresh(state)
        if game.book.zones[card.place].get("leaves"):
            drop_effects(state, card.object)
        else:
            follow(state, card.object, number)
    under = state.cards[card.id].under if keeps else ()
    face = card.face if keeps else "front"
    return card._replace(zone=goal, object=number, face=face, marks=tuple(sorted(marks.items())), under=under, on="")


def carry(game: Game, host: Card) -> None:
    """Cards beneath go where their pile goes."""
    for one in host.under:
        game.cards[one] = game.cards[one]._replace(zone=host.zone)


def spill(game: View, card: Card) -> list[Change]:
    """The cards beneath a leaving card go to their owners' zone for them, and set off nothing."""
    state, changes = game.game, []
    for one in card.under:
        below = state.cards[one]
        to = f"{below.owner}.{game.book.raw['pile']['to']}"
        state.objects.pop(below.object, None)
        gone = game.table.prints[below.print].token and not game.book.zones[to[2:]].get("tokens")
        after = below._replace(zone="" if gone else to, object=fresh(state), marks=(), on="", under=())
        put(state, after)
        if not gone:
            insert(state, to, one, str(game.book.zones[to[2:]].get("at", "bottom")))
        changes.append(Change(one, below.object, below, after, True, str(game.book.raw["pile"]["rule"])))
    state.cards[card.id] = state.cards[card.id]._replace(under=())
    return changes


def lift_top(game: View, card: Card, event: Event) -> list[Change]:
    """Only the top card leaves: the next one takes its place, its number, marks and effects."""
    state = game.game
    heir = state.cards[card.under[0]]
    state.objects.pop(heir.object, None)
    rest = card.under[1:]
    state.zones[card.zone] = tuple(heir.id if one == card.id else one for one in state.zones[card.zone])
    put(state, heir._replace(object=card.object, marks=card.marks, on="", under=rest))
    for one in rest:
        state.cards[one] = state.cards[one]._replace(on=heir.id)
    to: str = event["to"]
    marks = tuple(sorted(game.book.zones[to[2:]].get("arrive", {}).items()))
    after = card._replace(zone=to, object=fresh(state), marks=marks, under=(), face="front")
    put(state, after)
    insert(state, to, card.id, event.get("at") or str(game.book.zones[to[2:]].get("at", "bottom")))
    uncovered = Change(heir.id, card.object, heir, state.cards[heir.id], True, str(game.book.raw["pile"]["top"]))
    return [Change(card.id, card.object, card, after), uncovered]


def slip_under(game: View, card: Card, event: Event) -> list[Change]:
    """Put a card at the very bottom of the pile under another card."""
    state = game.game
    host = game.card(event["under"])
    if host is None or host.id == card.id:
        return UNCHANGED
    take_out(state, state.cards[card.id])
    spilled = spill(game, card)
    state.objects.pop(card.object, None)
    drop_effects(state, card.object)
    after = card._replace(zone=host.zone, object=fresh(state), marks=(), on=host.id, under=())
    put(state, after)
    host = state.cards[host.id]
    state.cards[host.id] = host._replace(under=(*host.under, card.id))
    return [Change(card.id, card.object, card, after, False, str(game.book.raw["pile"]["under"])), *spilled]


def cover(game: View, card: Card, event: Event) -> list[Change]:
    """Play a card on top of one or more: it takes over the first one's number, marks and effects."""
    state = game.game
    hosts = [host for host in (game.card(ref) for ref in event["onto"]) if host is not None]
    if not hosts:
        return UNCHANGED
    base = hosts[0]
    take_out(state, state.cards[card.id])
    spill(game, card)
    state.objects.pop(card.object, None)
    drop_effects(state, card.object)
    beneath: list[str] = []
    for host in hosts:
        take_over(state, host, base, card.id, beneath)
    marks = dict(base.marks)
    marks.update(event.get("marks", {}))
    after = card._replace(
        zone=base.zone, object=base.object, marks=tuple(sorted(marks.items())), under=tuple(beneath), on=""
    )
    row = state.zones[base.zone]
    state.zones[base.zone] = tuple(card.id if one == base.id else one for one in row)
    put(state, after)
    keep_effects(state, base.object, event.get("keeps"))
    return [Change(card.id, card.object, card, after)]


def take_over(game: Game, host: Card, base: Card, top: str, beneath: list[str]) -> None:
    """Put one covered card beneath the new top card; its effects pass to the pile."""
    if host is not base:
        game.zones[host.zone] = tuple(one for one in game.zones[host.zone] if one != host.id)
        game.objects.pop(host.object, None)
        game.effects = tuple(
            effect._replace(to=tuple(base.object if r == host.object else r for r in effect.to))
            for effect in game.effects
        )
    put(game, host._replace(object=fresh(game), marks=(), on=top, under=()))
    beneath.append(host.id)
    for one in host.under:
        game.cards[one] = game.cards[one]._replace(on=top)
        beneath.append(one)


def keep_effects(game: Game, ref: Ref, keeps: Any) -> None:
    """Keep on a covered object only effects on the named attributes; all of them when nothing is named."""
    if keeps is None or keeps == "all":
        return
    game.effects = tuple(
        effect if ref not in effect.to or effect.attr in keeps else effect._replace(to=tuple(r for r in effect.to if r != ref))
        for effect in game.effects
    )
    game.effects = tuple(effect for effect in game.effects if effect.to)


def mark(game: View, event: Event) -> list[Change]:
    """Set marks of a card, such as its mode; a card that has them already is left alone, as one without marks is."""
    card = game.card(event["card"])
    if card is None or card.on or not game.book.zones.get(card.place, {}).get("arrive"):
        return UNCHANGED
    marks = dict(card.marks)
    marks.update(event["marks"])
    after = card._replace(marks=tuple(sorted(marks.items())))
    if after == card:
        return UNCHANGED
    game.game.cards[card.id] = after
    return [Change(card.id, card.object, card, after)]


def turn(game: View, event: Event) -> list[Change]:
    """Turn a card to its other face; it stays the same object."""
    card = game.card(event["card"])
    if card is None or card.face == event["face"] or event["face"] not in game.table.prints[card.print].faces:
        return UNCHANGED
    after = card._replace(face=event["face"])
    game.game.cards[card.id] = after
    return [Change(card.id, card.object, card, after)]


def create(game: View, event: Event) -> list[Change]:
    """Put a new token into a zone."""
    state = game.game
    stem, n = event["print"], 1
    while f"{stem}{n if n > 1 else ''}" in state.cards:
        n += 1
    to: str = event["to"]
    marks = {**game.book.zones[to[2:]].get("arrive", {}), **event.get("marks", {})}
    card = Card(f"{stem}{n if n > 1 else ''}", stem, to[0], to, fresh(state), marks=tuple(sorted(marks.items())))
    put(state, card)
    insert(state, to, card.id, "bottom")
    join_effects(game, card)
    return [Change(card.id, card.object, None, card)]


def gain(game: View, event: Event) -> list[Change]:
    """Start a continuous effect on the objects it names."""
    state = game.game
    to = tuple(ref for ref in event["to"] if game.same(ref))
    scope = event.get("scope")
    if not to and scope is None:
        return UNCHANGED
    state.serial += 1
    state.effects = (
        *state.effects,
        Effect(
            state.serial, event["makes"], event.get("attr", ""), event.get("value"), to,
            event["until"], event.get("by", ""), event.get("ability", ""), event.get("who", ""), event["rule"], scope,
        ),
    )  # fmt: skip
    card = game.card(to[0]) if to else None
    return [Change(card.id if card else "", to[0] if to else "", card, card)]


def expire(game: View, event: Event) -> list[Change]:
    """End the continuous effects that last until the moment named."""
    state = game.game
    until = event["until"]
    left = tuple(effect for effect in state.effects if effect.until != until)
    kept = {key: value for key, value in state.memory.items() if not key.startswith(f"effects-{until}:")}
    if len(kept) < len(state.memory):
        state.memory, state.effects = kept, left
        return [PLAIN]
    if len(left) == len(state.effects):
        return UNCHANGED
    state.effects = left
    return [PLAIN]


def signal(game: View, event: Event) -> list[Change]:
    """Nothing changes; abilities that wait for this moment hear of it."""
    card = game.card(event["card"]) if "card" in event else None
    return [Change(card.id if card else event.get("holder", ""), event.get("card", ""), card, card)]


def remember(game: View, event: Event) -> list[Change]:
    """Keep a value under ``lifetime:key`` until that lifetime expires."""
    game.game.memory[event["key"]] = event["value"]
    return [PLAIN]


def score(game: View, event: Event) -> list[Change]:
    """Add to a player's score."""
    if not event["n"]:
        return UNCHANGED
    key = f"{event['seat']}.{event['score']}"
    game.game.scores[key] = game.game.scores.get(key, 0) + event["n"]
    return [PLAIN]


def shuffle(game: View, event: Event) -> list[Change]:
    """Shuffle a zone: chance names the cards that come to lie on top, the unknown ones follow."""
    state, zone = game.game, event["zone"]
    first = [state.objects[ref] for ref in event.get("order", ()) if ref in state.objects]
    rest = [one for one in state.zones.get(zone, ()) if one not in first]
    unknown = [one for one in rest if not game.known(state.cards[one])]
    known = [one for one in rest if game.known(state.cards[one])]
    state.zones[zone] = (*first, *unknown, *known)
    return [PLAIN]


def arrange(game: View, event: Event) -> list[Change]:
    """Put cards of a zone into the order given, on top."""
    state, zone = game.game, event["zone"]
    first = [state.objects[ref] for ref in event["order"] if ref in state.objects]
    state.zones[zone] = (*first, *(one for one in state.zones[zone] if one not in first))
    return [PLAIN]


def show(game: View, event: Event) -> list[Change]:
    """Let players see a card; only the trace and what `--as` may print change."""
    card = game.card(event["card"])
    return [Change(card.id, card.object, card, card)] if card is not None else UNCHANGED


def know(game: View, event: Event) -> list[Change]:
    """Somebody tells which card an unknown card is."""
    card = game.card(event["card"])
    if card is None or game.known(card):
        return UNCHANGED
    after = card._replace(print=event["print"])
    game.game.cards[card.id] = after
    return [Change(card.id, card.object, card, after)]


def wait(game: View, event: Event) -> list[Change]:
    """Put an ability on the waiting list."""
    state = game.game
    state.serial += 1
    entry = Waiting(
        f"@{state.serial}", event["ability"], event["by"], event["holder"], event["who"], event["status"], event["vars"]
    )
    state.waiting = (*state.waiting, entry)
    return [Change(event["holder"], event["by"], None, None)]


def leave(game: View, event: Event) -> list[Change]:
    """Take entries off the waiting list."""
    state = game.game
    gone = [entry for entry in state.waiting if entry.id in event["entries"]]
    state.waiting = tuple(entry for entry in state.waiting if entry.id not in event["entries"])
    return [Change(entry.card, entry.source, None, None) for entry in gone]


def negate(game: View, event: Event) -> list[Change]:
    """Mark a waiting entry, or the running procedure named, as negated."""
    state = game.game
    if "entry" in event:
        found = next((entry for entry in state.waiting if entry.id == event["entry"]), None)
        if found is None:
            return UNCHANGED
        state.waiting = tuple(
            entry._replace(status="negated") if entry is found else entry for entry in state.waiting
        )
        return [Change(found.card, found.source, None, None)]
    for at in range(len(state.agenda) - 1, -1, -1):
        frame = state.agenda[at]
        if frame.procedure == event["procedure"]:
            state.agenda[at] = frame._replace(vars={**frame.vars, "negated": True})
            return [PLAIN]
    return UNCHANGED


def pass_turn(game: View, event: Event) -> list[Change]:
    """The other player becomes the active player; what was remembered for the turn is forgotten."""
    state = game.game
    state.memory = {key: value for key, value in state.memory.items() if not key.startswith("turn:")}
    state.active = opponent(state.active)
    state.effects = tuple(
        effect._replace(until="turn") if effect.until == "next-turn" else effect for effect in state.effects
    )
    state.turn += 1
    return [PLAIN]


def lead(game: View, event: Event) -> list[Change]:
    """A player becomes the active player without a turn having passed."""
    game.game.active = event["seat"]
    return [PLAIN]


def end_game(game: View, event: Event) -> list[Change]:
    """The game is over: one seat loses, or nobody wins."""
    losers = tuple(event.get("losers", ()))
    winner = "" if len(losers) != 1 else opponent(losers[0])
    game.game.result = Result(winner, event["rule"], event.get("why", ""))
    return [PLAIN]


VERBS: dict[str, Verb] = {
    "move": move, "mark": mark, "turn": turn, "create": create, "gain": gain, "expire": expire,
    "signal": signal, "remember": remember, "score": score, "shuffle": shuffle, "arrange": arrange,
    "show": show, "know": know, "wait": wait, "leave": leave, "negate": negate, "pass-turn": pass_turn,
    "lead": lead, "end-game": end_game, "announce": signal,
}  # fmt: skip

__all__ = ["SEATS", "VERBS", "Change", "Event", "fresh", "insert", "put"]
