"""The atomic verbs: the only functions that change a game.

Each takes the position and one event and returns what it recorded; an event that would change nothing
returns nothing, because an order to enter the state one is in already is not carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from judge.engine.flow.followers import drop_effects, fresh
from judge.engine.flow.zones import PLAIN, UNCHANGED, Change, insert, join_effects, move, put
from judge.engine.kernel.event import Event
from judge.engine.kernel.state import (
    EFFECTS,
    EMPTY,
    NUMBER,
    Card,
    Effect,
    Game,
    Ref,
    Result,
    Waiting,
    new,
    opponent,
    within,
)
from judge.engine.kernel.view import View
from judge.engine.language.limits import COMING, next_turn, turned_down
from judge.engine.layout.attachments import PREFIX
from judge.engine.layout.face_down import lies_down, settled
from judge.engine.layout.slots import slotted
from judge.text.plain import Fields
from judge.text.rows import NamedTuple

Verb = Callable[[View, Event], "list[Change]"]


class Atom(NamedTuple):
    """An atomic change, declared once."""

    change: Verb
    heard: bool  # do cards speak of it, or is it only how a game keeps its books?
    outdates: str  # of what was worked out of a position: "values", only the "offers", or "nothing"
    takes: Mapping[str, str]  # by field of its event, the kind of value; one that may be missing with a `?`


ATOMS: dict[str, Atom] = {}
VERBS: dict[str, Verb] = {}


def atom(
    name: str, takes: Mapping[str, str], heard: bool = True, outdates: str = "values"
) -> Callable[[Verb], Verb]:
    """Declare an atomic change, by the function that makes it; the kinds of what its event holds are those of
    saved pauses.
    """

    def register(function: Verb) -> Verb:
        ATOMS[name] = Atom(function, heard, outdates, takes)
        VERBS[name] = function
        return function

    return register


atom("move", {"card": "object", "to": "zone?", "?marks": "{plain}"})(move)


@atom("mark", {"card": "object", "marks": "{plain}", "?n": "plain"})
def mark(view: View, event: Event) -> list[Change]:
    """Set marks of a card, such as its mode;
    a card that has them already is left alone, as one without marks is.
    """
    card = view.card(event["card"])
    if card is None or card.on or not view.book.zones.get(card.place, EMPTY).get("arrive"):
        return UNCHANGED
    marks = settled(view.book, card.place, {**dict(card.marks), **event["marks"]})
    set_ones = [(key, value) for key, value in marks.items() if not unset(key, value)]
    after = card._replace(marks=tuple(sorted(set_ones)))
    if after == card:
        return UNCHANGED
    view.game.cards[card.id] = after
    if lies_down(view.book, after):
        view.game.memory = turned_down(view.game.memory, after.object)
    return [Change(card.id, card.object, card, after)]


def unset(key: str, value: object) -> bool:
    """Does a state amount to not having the mark: is it the state "off", or is no counter left?"""
    return value is False or (value == 0 and key[:8] == "counter:")


@atom("turn", {"card": "object", "face": "face"})
def turn(view: View, event: Event) -> list[Change]:
    """Turn a card to its other face; it stays the same object."""
    card = view.card(event["card"])
    if card is None or card.face == event["face"] or event["face"] not in view.table.prints[card.print].faces:
        return UNCHANGED
    after = card._replace(face=event["face"])
    view.game.cards[card.id] = after
    return [Change(card.id, card.object, card, after)]


@atom("create", {"print": "token", "to": "zone", "?marks": "{plain}"})
def create(view: View, event: Event) -> list[Change]:
    """Put a new token into a zone."""
    state, stem = view.game, event["print"]
    to: str = event["to"]
    zone = view.book.zones[to[2:]]
    if not zone.get("tokens"):
        return UNCHANGED  # no other zone can hold a token
    marks = settled(view.book, to[2:], {**zone.get("arrive", {}), **event.get("marks", {})})
    card = Card(token_id(state, stem), stem, to[0], to, fresh(state))
    card = card._replace(marks=tuple(sorted(slotted(view, card, to, marks).items())))
    put(state, card)
    state.print_index = {}  # there is one card more; other branches of a search have others
    insert(state, to, card.id, "bottom")
    join_effects(view, card)
    return [Change(card.id, card.object, None, card)]


def token_id(game: Game, stem: str) -> str:
    """The id of a new token: its name, numbered from the second on."""
    n, name = 1, stem
    while name in game.cards:
        n += 1
        name = f"{stem}{n}"
    return name


@atom(
    "gain",
    {
        "to": "[object]",
        "makes": "change",
        "attr": "attribute?",
        "until": "until",
        "?value": "plain",
        "?scope": "{plain}",
        "?since": "entry",
    },
)
def gain(view: View, event: Event) -> list[Change]:
    """Start a continuous effect on the objects it names."""
    state = view.game
    to = tuple(ref for ref in event["to"] if view.same(ref))
    if not to and event.get("scope") is None:
        return UNCHANGED
    within(len(state.effects) + 1, EFFECTS, "more effects that last")
    state.serial += 1
    since = event.get("since") or f"@{state.serial}"  # since then its ability is in use, in some rulebooks
    effects = (*state.effects, effect_of(int(since[1:]), event, to))
    state.effects = tuple(sorted(effects, key=lambda effect: effect.id))
    card = view.card(to[0]) if to else None
    return [Change(card.id if card else "", to[0] if to else "", card, card)]


def effect_of(stamp: int, event: Event, to: tuple[Ref, ...]) -> Effect:
    """The continuous effect that an event starts on objects, with the age that its stamp gives."""
    makes, attr, value, until = event["makes"], event.get("attr", ""), event.get("value"), event["until"]
    source, ability, seat = event.get("by", ""), event.get("ability", ""), event.get("who", "")
    rule, scope = event["rule"], event.get("scope")
    return Effect(stamp, makes, attr, value, to, until, source, ability, seat, rule, scope)


def release(view: View, ref: Ref) -> list[Change]:
    """Ends the continuous effects on one object, whatever moment they were to last until."""
    card = view.card(ref)
    if card is None or not any(ref in effect.to for effect in view.game.effects):
        return UNCHANGED
    drop_effects(view.game, ref)
    return [Change(card.id, ref, card, card)]


@atom("expire", {"?card": "object", "?until": "until", "?effects": "plain"}, heard=False)
def expire(view: View, event: Event) -> list[Change]:
    """End the continuous effects that last until a moment, those on a card, or those of these stamps."""
    state = view.game
    if "card" in event:
        return release(view, event["card"])
    named, until = event.get("effects", ()), event.get("until", "")
    left = tuple(effect for effect in state.effects if effect.until != until and effect.id not in named)
    kept = {key: value for key, value in state.memory.items() if not key.startswith(f"effects-{until}:")}
    if len(kept) == len(state.memory) and len(left) == len(state.effects):
        return UNCHANGED
    state.memory, state.effects = kept, left
    return [PLAIN]


@atom("announce", {"?card": "object?", "?procedure": "procedure"}, heard=False, outdates="nothing")
@atom(
    "signal",
    {"?card": "object?", "?target": "plain", "?attacker": "plain", "?n": "plain"},
    outdates="nothing",
)
def signal(view: View, event: Event) -> list[Change]:
    """Changes nothing; abilities that wait for this moment hear of it."""
    card = view.card(event["card"]) if "card" in event else None
    return [Change(card.id if card else event.get("holder", ""), event.get("card", ""), card, card)]


@atom("remember", {"key": "text", "value": "plain"}, heard=False, outdates="offers")
def remember(view: View, event: Event) -> list[Change]:
    """Keep a value under ``lifetime:key`` until that lifetime expires."""
    view.game.serial += 1  # what may be offered can depend on it
    view.game.memory[event["key"]] = event["value"]
    return [PLAIN]


@atom("score", {"seat": "seat", "score": "points", "n": "int", "?sign": "int", "?card": "object"})
def score(view: View, event: Event) -> list[Change]:
    """Add to a player's score."""
    if not event["n"]:
        return UNCHANGED
    key = f"{event['seat']}.{event['score']}"
    total = view.game.scores.get(key, 0) + event["n"] * event.get("sign", 1)
    within(abs(total), NUMBER, f"so large a number as {event['score']}")
    view.game.scores[key] = bounded(view, event["score"], total)
    card = view.card(event["card"]) if "card" in event else None
    return [PLAIN if card is None else Change(card.id, card.object, card, card)]


def bounded(view: View, name: str, total: int) -> int:
    """A score kept between its floor and its highest value."""
    row: Fields = view.book.tables["score"][name]
    if "most" in row and total > row["start"]:
        return min(total, int(view.param(row["most"])) or total)
    floor = row.get("floor")
    if floor is None or total >= floor:
        return total
    view.touch_row("score", name)
    return int(floor)


@atom("attach", {"card": "object", "host": "object"})
def attach(view: View, event: Event) -> list[Change]:
    """Attach a card to another one, which is its host from now on."""
    card, host, memory = view.card(event["card"]), event["host"], view.game.memory
    if card is None or not view.same(host) or memory.get(PREFIX + card.object) == host:
        return UNCHANGED
    view.game.memory[PREFIX + card.object] = host
    return [Change(card.id, card.object, card, card)]


def tied_key(holder: Ref) -> str:
    """The memory key under which a card keeps other cards in mind."""
    return f"game:tied:{holder}"


@atom("tie", {"card": "object", "host": "object"}, heard=False)
def tie(view: View, event: Event) -> list[Change]:
    """Makes a card keep another one in mind."""
    card, key, memory = view.card(event["card"]), tied_key(event["host"]), view.game.memory
    if card is None or card.object in memory.get(key, ()):
        return UNCHANGED
    memory[key] = (*memory.get(key, ()), card.object)
    return [Change(card.id, card.object, card, card)]


@atom("shuffle", {"zone": "zone", "?order": "[object]"})
def shuffle(view: View, event: Event) -> list[Change]:
    """Shuffle a zone: chance names the cards that come to lie on top, the unknown ones follow."""
    state, zone = view.game, event["zone"]
    first = [state.objects[ref] for ref in event.get("order", ()) if ref in state.objects]
    rest = [card_id for card_id in state.zones.get(zone, ()) if card_id not in first]
    unknown = [card_id for card_id in rest if not view.known(state.cards[card_id])]
    known = [card_id for card_id in rest if view.known(state.cards[card_id])]
    state.zones[zone] = (*first, *unknown, *known)
    return [PLAIN]


@atom("arrange", {"zone": "zone", "order": "[object]"}, heard=False)
def arrange(view: View, event: Event) -> list[Change]:
    """Put cards of a zone into the order given, on top."""
    state, zone = view.game, event["zone"]
    first = [state.objects[ref] for ref in event["order"] if ref in state.objects]
    state.zones[zone] = (*first, *(card_id for card_id in state.zones[zone] if card_id not in first))
    return [PLAIN]


@atom("show", {"card": "object"}, outdates="nothing")
def show(view: View, event: Event) -> list[Change]:
    """Let players see a card; only the trace and what `--as` may print change."""
    card = view.card(event["card"])
    return [Change(card.id, card.object, card, card)] if card is not None else UNCHANGED


@atom("know", {"card": "object", "print": "print"}, heard=False)
def know(view: View, event: Event) -> list[Change]:
    """Records which card an unknown card is."""
    card = view.card(event["card"])
    if card is None or view.known(card):
        return UNCHANGED
    after = card._replace(print=event["print"])
    view.game.cards[card.id] = after
    view.game.print_index = {}
    return [Change(card.id, card.object, card, after)]


@atom(
    "wait",
    {
        "ability": "ability?",
        "by": "object",
        "holder": "card",
        "who": "seat",
        "status": "status",
        "vars": "values",
    },
    heard=False,
    outdates="offers",
)
def wait(view: View, event: Event) -> list[Change]:
    """Put an ability on the waiting list."""
    state = view.game
    state.serial += 1
    ability, source, card, master = event["ability"], event["by"], event["holder"], event["who"]
    row = (f"@{state.serial}", ability, source, card, master, event["status"], event["vars"])
    state.waiting = (*state.waiting, new(Waiting, row))
    return [Change(card, source, None, None)]


@atom("leave", {"entries": "[entry]"}, heard=False, outdates="offers")
def leave(view: View, event: Event) -> list[Change]:
    """Take entries off the waiting list."""
    state, leaving = view.game, event["entries"]
    state.serial += 1
    gone = [entry for entry in state.waiting if entry.id in leaving]
    state.waiting = tuple([entry for entry in state.waiting if entry.id not in leaving])
    return [Change(entry.card, entry.source, None, None) for entry in gone]


@atom("negate", {"?entry": "entry", "?procedure": "procedure"})
def negate(view: View, event: Event) -> list[Change]:
    """Mark a waiting entry, or the running procedure named, as negated."""
    view.game.serial += 1
    if "entry" in event:
        return negate_entry(view.game, event["entry"])
    return negate_running(view.game, event["procedure"])


def negate_entry(state: Game, id_: str) -> list[Change]:
    """Mark a waiting entry as negated."""
    target = next((entry for entry in state.waiting if entry.id == id_), None)
    if target is None or target.status == "negated":
        return UNCHANGED
    negated = target._replace(status="negated")
    state.waiting = tuple(negated if entry is target else entry for entry in state.waiting)
    return [Change(target.card, target.source, None, None)]


def negate_running(state: Game, procedure: str) -> list[Change]:
    """Mark the innermost running frame of a procedure as negated."""
    for at in range(len(state.agenda) - 1, -1, -1):
        frame = state.agenda[at]
        if frame.procedure == procedure:
            if frame.vars.get("negated"):
                return UNCHANGED
            state.agenda[at] = frame._replace(vars={**frame.vars, "negated": True})
            return [PLAIN]
    return UNCHANGED


@atom("pass-turn", {"?next": "seat"}, heard=False)
def pass_turn(view: View, event: Event) -> list[Change]:
    """Makes the next player active: the other one, unless a text has put another turn before. What was
    remembered for the turn is forgotten.
    """
    state = view.game
    first, *more = state.memory.pop(COMING, (opponent(state.active),))
    state.memory = {key: value for key, value in state.memory.items() if not key.startswith("turn:")}
    if more:
        state.memory[COMING] = tuple(more)
    state.active = first
    state.past = ()
    state.effects = tuple(
        [effect._replace(until=next_turn(view, effect.until, state.active)) for effect in state.effects]
    )
    state.turn += 1
    return [PLAIN]


@atom("lead", {"seat": "seat", "?turn": "turn"}, heard=False)
def lead(view: View, event: Event) -> list[Change]:
    """Makes a player active without a turn having passed. With a `turn`, a new game begins and nothing is
    kept from the last one.
    """
    view.game.active = event["seat"]
    if "turn" in event:
        view.game.memory, view.game.waiting, view.game.effects = {}, (), ()
        view.game.past, view.game.barred = (), ()
    view.game.turn = event.get("turn", view.game.turn)
    return [PLAIN]


@atom("end-game", {"?losers": "[seat]", "?why": "text"})
def end_game(view: View, event: Event) -> list[Change]:
    """Ends the game: one seat loses, or nobody wins."""
    losers = tuple(event.get("losers", ()))
    winner = "" if len(losers) != 1 else opponent(losers[0])
    view.game.result = Result(winner, event["rule"], event.get("why", ""))
    return [PLAIN]


__all__ = ["ATOMS", "VERBS", "Change", "Event", "fresh", "insert", "put"]
