"""Aftermath of a batch of events: finds the numbers that changed, the lasting effects that ended and the
cards that moved but are still referred to, and drops caches that are out of date.

It looks only when the game is traced, with a view that tells nothing, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping, Sequence

from judge.engine import trace
from judge.engine.effects.continuous import Static, moving, statics
from judge.engine.effects.reader import Reader
from judge.engine.effects.scopes import amount_of, touches
from judge.engine.flow.changes import ATOMS, Change
from judge.engine.flow.followers import renamed
from judge.engine.kernel.event import Event
from judge.engine.kernel.state import EMPTY, AppliedEvent, Effect, Frame, Game, Instruction, Ref
from judge.engine.kernel.table import Table
from judge.engine.kernel.variables import OWN, own
from judge.engine.kernel.view import View
from judge.errors import NotImplementedYet
from judge.text.plain import Json

# --- what was worked out of a position and is kept, and which changes make it out of date --------------
CALM = frozenset(name for name, atom in ATOMS.items() if atom.outdates == "nothing")
LISTED = frozenset(name for name, atom in ATOMS.items() if atom.outdates == "offers")


def outdate(view: View, verb: str, changes: Sequence[Change]) -> None:
    """Drops cached results that changes of this kind may have made wrong."""
    if not changes:
        return
    if verb in LISTED or (verb == "mark" and not marks_read(view.table, changes)):
        view.game.offer_cache = {}
    elif verb not in CALM:
        view.game.forget()


def marks_read(table: Table, changes: Sequence[Change]) -> bool:
    """Does any cached result depend on one of the marks that changed? Counters may have any name."""
    for change in changes:
        if change.before is not None and change.after is not None:
            for mark, _ in set(change.before.marks) ^ set(change.after.marks):
                if mark in table.marks_read or mark[:8] == "counter:":
                    return True
    return False


# What a batch of events means for what is under way: cards that moved are still meant, effects end.
SETTLED = "settled"  # the names that mean an object as it was chosen, and not where it goes from there


def following(view: View, frame: Frame, records: Sequence[AppliedEvent]) -> dict[str, object]:
    """The values of a frame after a batch: variables that name a card which an ability moved name it where
    it is now. They stay as they are where nothing moved or no ability is being carried out.
    """
    vars = frame.vars
    moved = moves(records) if vars.get("because") in ("effect", "cost") else {}
    if not moved:
        return vars
    settled = vars.get(SETTLED, ())
    values = {key: renamed(value, moved) for key, value in vars.items()}
    if OWN in vars:
        values[OWN] = {key: old if key in settled else renamed(old, moved) for key, old in own(vars).items()}
    values["left"] = (*values.get("left", ()), *left_play(view, records, moved))
    changed = {key for key in vars if values[key] != vars[key] and key not in ("self", "card", "it", OWN)}
    changed |= {key for key, old in own(vars).items() if own(values)[key] != old}
    followed = str(view.book.cites.get("followed", ""))
    told = ("self", "it") if followed else ()  # of these only where an article speaks of it
    itself = {key for key in told if key in vars and values[key] != vars[key]}
    listened = view.tracing and bool(changed or itself)
    if listened and any(spoken_of(do, changed) or befalls(do, itself) for do in ahead(view, frame)):
        view.note(trace.FOLLOWS, followed)
    return values


def ahead(view: View, frame: Frame) -> Collection[Instruction]:
    """The instructions that a frame has still to carry out; while a cost is paid, also those of the ability.
    An instruction that is carried out many times is listed once.
    """
    ability = view.table.abilities.get(frame.vars.get("ability", ""))
    paid = frame.vars.get("because") == "cost" and ability is not None
    more = ability.do if paid and ability is not None else ()
    return {id(instruction): instruction for instruction in (*frame.queue, *more)}.values()


def spoken_of(value: object, keys: Container[str]) -> bool:
    """Does an instruction refer to one of these variables?"""
    if isinstance(value, Instruction):
        return spoken_of(value.args, keys)
    if isinstance(value, Mapping):
        return any(spoken_of(inner, keys) for inner in value.values())
    if isinstance(value, (tuple, list)):
        return any(spoken_of(inner, keys) for inner in value)
    return isinstance(value, str) and value.removeprefix("$") in keys


def befalls(do: Instruction, keys: Container[str]) -> bool:
    """Does an instruction act on what one of these variables names, and not merely refer to it?"""
    for what in (do.args.get(str(do.args.get("named", do.verb))), do.args.get("of")):
        for word in what if isinstance(what, (list, tuple)) else (what,):
            if isinstance(word, str) and word in keys:
                return True
    return any(
        isinstance(instruction, Instruction) and befalls(instruction, keys)
        for instruction in do.args.get("do", ())
    )


def moves(records: Sequence[AppliedEvent]) -> dict[Ref, Ref]:
    """The cards that became other objects in a batch, each with its new object."""
    pairs = [
        (record.before.object, record.after.object)
        for record in records
        if record.before is not None and record.after is not None and not record.quiet
    ]
    return {old: new for old, new in pairs if old != new}


def left_play(view: View, records: Sequence[AppliedEvent], moved: Mapping[Ref, Ref]) -> Iterator[Ref]:
    """The moved cards that came out of play, by their new object numbers."""
    for record in records:
        if not (record.before and record.after and record.before.object in moved):
            continue
        if view.book.zones.get(record.before.place, EMPTY).get("leaves"):
            yield record.after.object


def happened(records: Sequence[AppliedEvent]) -> tuple[str, ...]:
    """The names of the events of a batch, each with its card where it has one."""
    real = [record for record in records if not record.quiet and "rewritten" not in record.args]
    return tuple(
        event.after.object if event.after is not None else "happened"
        for event in real
        if event.args.get("n") != 0
    )


def ends_of(view: View, batch: Sequence[Mapping[str, object]]) -> set[Ref]:
    """The objects whose lasting effects end because a batch moves them out of play."""
    refs = {event["card"] for event in batch if event["verb"] == "move" and event["name"] != "control"}
    return {ref for effect in view.game.effects for ref in effect.to if ref in refs and not kept(view, ref)}


def kept(view: View, ref: Ref) -> bool:
    """Does the object lie in a zone whose cards keep their effects when they leave, or is it gone?"""
    card = view.card(ref)
    return card is None or not view.book.zones[card.place].get("leaves")


Shift = dict[str, Json]
Numbers = dict[tuple[Ref, str], Json]  # by object and attribute

CONTINUOUS = ("gain", "expire")  # events that are about lasting effects themselves


def counted(view: View, batch: Sequence[Event]) -> list[str]:
    """The numeric attributes that effects can change now, or that this batch changes."""
    begun = [event["attr"] for event in batch if event["verb"] == "gain"]
    known = view.book.attributes
    turned = known if any(event["verb"] == "turn" for event in batch) else ()  # to what the other side prints
    every = sorted({*moving(view), *begun, *turned})
    return [attr for attr in every if attr in known and known[attr]["type"] == "int"]


def numbers(view: View, attrs: Sequence[str]) -> Numbers:
    """The values of some numeric attributes for the open cards in play; none if they cannot be worked out."""
    if not attrs:
        return {}
    cards = [
        card for card in view.game.cards.values() if card.zone and view.book.zones[card.place].get("leaves")
    ]
    cards = [card for card in cards if not card.on and not view.face_down(card)]
    try:
        return {(card.object, attr): view.value(card, attr) for card in cards for attr in attrs}
    except NotImplementedYet:  # a silent game may never ask
        return {}


class Watch:
    """Observes the position before, between and after the events of a batch."""

    def __init__(self, view: View, batch: Sequence[Event]) -> None:
        self.game = view.game
        self.table = view.table
        self.ended = ends_of(view, batch)
        self.turned = {
            event["card"]: str(event.get("face", "")) for event in batch if event["verb"] == "turn"
        }
        calm = all(event["verb"] in CALM or event["verb"] in LISTED for event in batch)
        self.view: View = view
        self.attrs = [] if calm else counted(self.look_again(), batch)
        self.start = self.before = self.numbers()
        self.then = Reader(view.table, as_it_is(view.game)) if self.start else self.view
        self.began: tuple[Effect, ...] = view.game.effects
        self.effects = self.began
        self.own: dict[int, list[Shift]] = {}  # by the place of a record among those of the batch
        self.over: dict[int, list[Shift]] = {}

    def numbers(self) -> Numbers:
        """The numbers that may change, as they are now; none where none may."""
        return numbers(self.look_again(), self.attrs) if self.attrs else {}

    def look_again(self) -> View:
        """A view of the position as it is now, without the game's cached results."""
        self.view = Reader(self.table, self.game.apart())
        return self.view

    def look(self, event: Event) -> None:
        """Observes the position before an event."""
        self.effects = self.game.effects
        if event["verb"] in CONTINUOUS:
            self.before = self.numbers()

    def seen(self, event: Event, at: int) -> None:
        """Observes the position after an event; `at` is the place of its last record."""
        if self.game.effects is not self.effects:
            self.over[at] = list(self.endings())
        if event["verb"] in CONTINUOUS:
            now = self.numbers()
            named = [(ref, event["attr"]) for ref in event["to"]] if event["verb"] == "gain" else []
            keys = [*named, *(pair for pair in now if now[pair] != self.before.get(pair))]
            both = [key for key in dict.fromkeys(keys) if key in now and key in self.before]
            known = [pair for pair in both if self.before[pair] is not None and now[pair] is not None]
            self.own[at] = [self.shift(pair, self.before, now) for pair in known]

    def shift(self, key: tuple[Ref, str], was: Numbers, now: Numbers) -> Shift:
        """One changed number: card, attribute, and its value before and after."""
        return {"card": self.game.objects[key[0]], "attr": key[1], "was": was[key], "now": now[key]}

    def endings(self) -> Iterator[Shift]:
        """The lasting effects that an event has ended, wholly or for some of their cards."""
        left = {effect.id: effect.to for effect in self.game.effects}
        for effect in self.effects:
            if len(left.get(effect.id, ())) < len(effect.to) or effect.id not in left:
                gone = [ref for ref in effect.to if ref not in left.get(effect.id, ())]
                yield {"by": source(self.game, effect), "ability": effect.ability, "makes": effect.makes,
                       "attr": effect.attr, "value": effect.value, "cards": cards_of(self.game, gone),
                       **({} if effect.scope is None else {"scoped": True})}  # fmt: skip

    def besides(self) -> Iterator[tuple[str, Shift]]:
        """The numbers that the batch has changed on cards that did not move, each with an article."""
        if not self.start:
            return
        told = {(change["card"], change["attr"]) for each in self.own.values() for change in each}
        now = self.numbers()
        for key in [pair for pair in self.start if pair in now] if self.start != now else ():
            shift = self.shift(key, self.start, now)
            if shift["was"] != shift["now"] and (shift["card"], shift["attr"]) not in told:
                causes = self.causes(*key)
                by = tuple(dict.fromkeys(source.id for _, _, source in causes))
                yield self.rule(causes[0]) if causes else "", {**shift, "by": by}

    def rule(self, cause: Static) -> str:
        """The article by which a static ability changes a number; for a card just turned over, that of the
        side that shows now.
        """
        side = self.turned.get(cause[2].object, "")
        return str(self.table.book.tables["faces"].get(side, "")) or cause[1].rule

    def causes(self, ref: Ref, attr: str) -> list[Static]:
        """The static abilities that change an object's attribute by another amount than before."""
        was, now = (amounts(view, ref, attr) for view in (self.then, self.view))
        both = {key: static for key, (static, _) in {**was, **now}.items()}
        return [
            static
            for key, static in both.items()
            if key not in was or key not in now or was[key][1] != now[key][1]
        ]


def as_it_is(game: Game) -> Game:
    """A copy of the position without cached results, to be read after the game itself has changed."""
    copied = game.copy(asked=False)
    copied.forget()
    return copied


def amounts(view: View, ref: Ref, attr: str) -> dict[tuple[str, Ref], tuple[Static, object]]:
    """The static abilities that change an attribute of an object, each with its amount."""
    card = view.card(ref)
    cards = [static for static in statics(view) if card is not None and static[1].data.get("attr") == attr]
    return {
        (permanent[1].id, permanent[2].object): (permanent, amount_of(view, permanent[1], permanent[2], card))
        for permanent in cards
        if card is not None and touches(view, permanent[1], permanent[2], card)
    }


def source(game: Game, effect: Effect) -> str:
    """The card whose ability an effect comes from, by name where it has left."""
    return game.objects.get(effect.source) or effect.ability.partition("/")[0]


def cards_of(game: Game, refs: Sequence[Ref]) -> tuple[str, ...]:
    """The cards of objects, those that are gone left out."""
    return tuple([game.objects[ref] for ref in refs if ref in game.objects])


def told_of(watch: Watch | None, at: int) -> Mapping[str, Json]:
    """The details that a record gets about the numbers and effects that it changed."""
    if watch is None:
        return {}
    details = {"shifts": watch.own.get(at, ()), "ended": watch.over.get(at, ())}
    return {key: tuple(detail) for key, detail in details.items() if detail}
