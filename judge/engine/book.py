"""A rulebook made ready to run: procedures bound to functions, windows, zones, cards and abilities.

A `Book` is shared and never changes. A `Table` puts a book and the cards of one fixture together;
it too is constant while a game runs.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from judge.engine.happenings import namer
from judge.state import EMPTY, UNKNOWN, Ask, Card, Cond, Do, Option, Record, Struct

if TYPE_CHECKING:
    from judge.engine.registry import Grammar
    from judge.engine.view import Vars, View
    from judge.tables.abilities import AbilityKind, AttributeRow, Keyword
    from judge.tables.board import Held, Implied, Information, ZoneRow
    from judge.tables.events import Happening, MoveRow, Signal
    from judge.tables.rulebook import Tables

BLANKING = ("blank", "strip")  # words by which abilities of cards do not work
VALUELESS = ("grant", *BLANKING)  # words of continuous effects that change no value of an attribute

Outcome = Ask | Sequence[Do] | None
StepFunction = Callable[["View", "Vars"], Outcome]
OfferFunction = Callable[["View", "Vars", str], Iterator[Option]]
InterruptFunction = Callable[["View", Sequence[Record]], Sequence[Do] | None]
CostTest = Callable[["View", Mapping[str, Any], Mapping[str, Any], dict[str, int]], Cond]
SuitFunction = Callable[["View", "Card", Mapping[str, Any]], Cond]
DueFunction = Callable[["View"], Iterator[dict[str, Any]]]
TrialFunction = Callable[["View", Sequence[Do], Mapping[str, Any], str], tuple[str, ...] | None]
CheckFunction = Callable[["View", Sequence[Any], Mapping[str, Any]], bool]


class Step(NamedTuple):
    """One step of a procedure. `rule` is the number cited; `id` never changes when it is renumbered."""

    id: str
    rule: str
    function: StepFunction
    args: dict[str, Any]
    touches: tuple[str, ...] = ()


class Procedure(NamedTuple):
    """An ordered list of steps and what it stands on when a game starts in its middle."""

    name: str
    steps: tuple[Step, ...]
    places: dict[str, int]
    needs: dict[str, str]
    under: dict[str, Any]
    guard: dict[str, Any]
    following: dict[str, str]

    @classmethod
    def of(
        cls, name: str, steps: tuple[Step, ...], needs: dict[str, str] = EMPTY,
        under: dict[str, Any] = EMPTY, guard: dict[str, Any] = EMPTY,
    ) -> Procedure:  # fmt: skip
        """A procedure with the place of each step and the step that follows it, ``""`` after the last."""
        ids = [step.id for step in steps]
        return cls(name, steps, {one: at for at, one in enumerate(ids)}, needs, under, guard,
                   dict(zip(ids, [*ids[1:], ""], strict=True)))  # fmt: skip


class Window(NamedTuple):
    """One row of windows.toml: who may do what, in which order, until when."""

    name: str
    title: str
    offers: tuple[str, ...]
    first: str
    next: str
    passes: int
    acts: int
    must: bool
    stacks: bool
    resolve: str
    rules: str
    before: str
    bars: tuple[str, ...]
    guarded: bool
    end: str
    cites: dict[str, str]
    touches: tuple[str, ...] = ()
    triggers: str = ""  # the procedure that is run before an offer while abilities wait


class Ability(NamedTuple):
    """One ability of a card's face, keywords expanded. `data` keeps the keys peculiar to its kind."""

    id: str
    kind: str
    name: str
    keyword: str
    rule: str
    zones: tuple[str, ...]
    modes: tuple[str, ...]
    when: Any
    validity: Any
    cost: tuple[Do, ...]
    do: tuple[Do, ...]
    on: tuple[dict[str, Any], ...]
    once: str
    may: bool
    against: tuple[str, ...]
    kinds: tuple[str, ...]
    data: dict[str, Any]
    reads_event: bool = False


class Face(NamedTuple):
    """One face of a card: its printed values, its abilities and its keywords with their parameters."""

    attrs: dict[str, Any]
    abilities: tuple[Ability, ...]
    keywords: dict[str, Any]


class Print(NamedTuple):
    """A card as printed. Unknown cards have the key ``"?"`` and no type."""

    key: str
    type: str
    faces: dict[str, Face]
    token: bool = False


NOTHING = Print(UNKNOWN, "", {"front": Face({}, (), {})})


class StateRule(NamedTuple):
    """A rule-processing row: the cards it looks for and what it does to them, or a function that says so.

    Where it names zones in `empty`, it is looked at only while one of them is.
    """

    rule: str
    each: dict[str, Any]
    when: Any
    do: dict[str, Any]
    blame: str
    touches: tuple[str, ...] = ()
    function: DueFunction | None = None
    empty: tuple[str, ...] = ()


class Interrupt(NamedTuple):
    """A rule that acts at once, in the middle of anything:
    its function, and the verbs of events after which it has to look.
    """

    function: InterruptFunction
    after: frozenset[str]
    rule: str = ""
    touches: tuple[str, ...] = ()


class Book:
    """A loaded rulebook in one version under one set of readings."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.id: str = tables["id"]
        self.version: str = tables["version"]
        self.readings: dict[str, str] = {}  # the open questions, with the possibility taken
        self.decided: dict[str, str] = {}  # those that the version decides
        self.folder: str = ""
        self.overlays: tuple[str, ...] = ()  # the files laid over it
        self.modules: tuple[
            str, ...
        ] = ()  # the Python modules that it may bring beside those of the shipped games
        self.zones: dict[str, ZoneRow] = tables["zone"]
        self.slots: dict[str, tuple[str, ...]] = dict(slots_by_zone(self.zones))
        self.implied: dict[str, list[Implied]] = {}  # by zone, what some marks bring with them
        for implied in tables["implied"]:
            for zone in implied["zone"]:
                self.implied.setdefault(zone, []).append(implied)
        self.shared: frozenset[str] = frozenset(
            name for name, spec in self.zones.items() if spec["shared"]
        )  # by both players
        self.attributes: dict[str, AttributeRow] = tables["attribute"]
        self.params: dict[str, Any] = {}
        self.deciding: dict[str, dict[str, str]] = tables[
            "deciding"
        ]  # by kind and name, the article by which a literal, a window or an interrupt is what it is
        self.param_touches: dict[str, tuple[str, ...]] = {}
        self.used_attributes = [
            (attr, spec["uses"]) for attr, spec in self.attributes.items() if "uses" in spec
        ]
        self.row_touches: dict[
            tuple[str, str], tuple[str, ...]
        ] = {}  # by kind and name of a row, the readings that change it
        self.procedures: dict[str, Procedure] = {}
        self.windows: dict[str, Window] = {}
        self.obliging: frozenset[str] = frozenset()  # the offers that may have options which have to be taken
        self.barring: dict[str, set[str]] = {}  # by window, the procedures of the windows that bar it
        self.offers: dict[str, tuple[str, OfferFunction]] = {}
        self.spoken: dict[str, str] = {}  # by offer, what players call it where that is not its name
        self.beside: frozenset[str] = frozenset()  # fixed words of options
        self.interrupts: tuple[Interrupt, ...] = ()
        self.after: dict[str, list[Interrupt]] = {}  # those of them that follow a verb
        self.state_rules: tuple[StateRule, ...] = ()
        self.checks: dict[str, CheckFunction] = {}
        self.verbs: dict[str, StepFunction] = {}
        self.suits: dict[str, SuitFunction] = {}
        self.costs: dict[str, CostTest] = {}  # by word, whether it can be paid as part of a cost
        self.grammar: dict[str, Grammar] = {}  # by word of the game's own, what it takes
        self.words: frozenset[str] = frozenset()  # every word that begins an instruction
        self.event_names: frozenset[str] = frozenset()
        self.attaching: dict[
            str, str
        ] = {}  # by its names, each keyword that puts a condition on other abilities
        self.unwritten: dict[
            str, tuple[str, str]
        ] = {}  # by its names, each keyword that is not written yet: article and name
        self.trial: TrialFunction = untried
        self.moves: dict[str, MoveRow] = tables["move"]
        self.signals: dict[str, Signal] = tables["signal"]
        self.keywords: dict[str, Keyword] = tables["keyword"]
        self.information: tuple[Information, ...] = tuple(tables["information"])
        self.works: dict[str, Any] = tables["works"]
        self.same_object: tuple[tuple[str, str], ...] = tuple(
            (pair[0], pair[1]) for pair in tables["same_object"]
        )
        self.keyword_names: dict[str, str] = {}
        self.default_zone: str = tables.get("default_zone") or next(iter(tables["zone"]))
        self.cites: dict[str, Any] = tables["cites"]
        self.happenings: dict[str, Happening] = tables["happening"]
        self.names_of = namer(self.happenings)
        self.did: dict[str, list[str]] = {}  # by event, what it leaves remembered for the turn
        for word, did in tables["did"].items():
            for name in did["events"]:
                self.did.setdefault(name, []).append(word)
        facing = tables.get("face_down")
        self.down: tuple[str, Any] | None = (facing["mark"], facing["state"]) if facing else None
        self.unread: frozenset[str] = frozenset(facing["unread"]) if facing else frozenset()
        negated = tables["param"].get(
            "negated-activates"
        )  # effects that are negated are activated all the same
        self.taking: tuple[str, ...] = (
            ("strip",) if negated else BLANKING
        )  # what leaves a card without abilities altogether
        self.held: Sequence[Held] = tables["held"]  # marks of cards that do not go everywhere any more
        self.silent: tuple[tuple[str, Any], ...] = tuple(
            (row["mark"], row["state"]) for row in tables["silent"]
        )
        self.kinds: dict[str, AbilityKind] = tables["ability"]  # the book's own names for kinds of abilities

    def interrupts_after(self, verbs: set[str]) -> Sequence[Interrupt]:
        """The rules that look at a batch of events with these verbs."""
        if len(verbs) > 1:
            return [one for one in self.interrupts if not one.after.isdisjoint(verbs)]
        (verb,) = verbs
        return self.after.get(verb, ())

    def article(self, name: str, kind: str = "param") -> str:
        """The article by which a literal decides, or a window or an interrupt is what it is;
        "" where it names none.
        """
        return self.deciding.get(kind, {}).get(name, "")

    def keyword(self, word: str) -> str:
        """A keyword's own name for any of its names; another word as it is."""
        return self.keyword_names.get(word, word)


def slots_by_zone(zones: Mapping[str, ZoneRow]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The zones whose cards lie on slots, in their order; one that lies beneath others has theirs."""
    for name, spec in zones.items():
        slots = tuple(
            spec.get("slots", [slot for one in spec.get("beneath", ()) for slot in zones[one]["slots"]])
        )
        if slots:
            yield name, slots


def untried(game: View, dos: Sequence[Do], ctx: Mapping[str, Any], measure: str) -> tuple[str, ...] | None:
    """Stands in until a book is bound: everything that its parts allow is taken to be possible."""
    return None


SCOPE = frozenset(("zone", "of", "type", "not", "is"))  # selectors of these alone lose no target to an effect


class Table:
    """A book and the printed cards of one fixture, indexed for the engine."""

    def __init__(self, book: Book, prints: Mapping[str, Print]) -> None:
        self.book = book
        self.prints: dict[str, Print] = {UNKNOWN: NOTHING, **prints}
        self.abilities: dict[str, Ability] = {}
        self.lowered: set[str] = set()  # attributes that a print or a static brings down to where a rule acts
        self.listeners: dict[str, list[str]] = {}
        self.heard: set[str] = set()
        self.of_itself: set[str] = set()  # those that hear only of what befalls their own card
        self.watched: set[str] = set()
        self.watched_by: dict[str, set[str]] = {"forbid": set(), "replace": set()}
        self.statics: set[str] = set()
        self.static_attrs: set[str] = set()
        self.lifted: set[str] = set()  # the names of the rules that some ability lifts
        self.static_prints: set[str] = set()
        self.bearing: set[str] = set()
        self.prints_with: dict[str, set[str]] = {}  # by kind of ability
        self.printed_on: dict[str, set[str]] = {}  # by ability, the cards that print it
        self.reads_deeds = any(names_deeds(row.each) or names_deeds(row.when) for row in book.state_rules)
        self.volatile = False
        self.marks_read: set[str] = (
            {book.down[0]} if book.down is not None else set()
        )  # by what decides which abilities work
        self.marks_read.update(
            *(marks_read(book, row.each) for row in book.state_rules), (name for name, _ in book.silent)
        )
        self.selective = (
            False  # may an effect take away a static's target for the turn, in a game that says so?
        )
        self.granting = False
        self.keys_of_print: dict[tuple[str, str], tuple[Ability, ...]] = {}
        for found in self.prints.values():
            self.add(found)
        self.unheeded = functools.cache(self.takes_no_notice)

    def add(self, found: Print) -> None:
        """Index a print's abilities by what they listen to."""
        for name, face in found.faces.items():
            self.keys_of_print[found.key, name] = face.abilities
            for row in self.book.state_rules:
                bound = row.each.get("max", {}).get(row.blame)
                if type(bound) is int and face.attrs.get(row.blame, bound + 1) <= bound:
                    self.lowered.add(row.blame)
            self.marks_read.update(
                marks_read(self.book, face.attrs)
            )  # selectors among them, such as what is needed to bring it out
            if face.abilities:
                self.bearing.add(found.key)
            for ability in face.abilities:
                self.learn(ability)
                self.printed_on.setdefault(ability.id, set()).add(found.key)
                self.prints_with.setdefault(ability.kind, set()).add(found.key)
                if ability.id in self.statics:
                    self.static_prints.add(found.key)

    def learn(self, ability: Ability) -> None:
        """Index one ability: by id, by the events it hears, and as a static."""
        self.abilities[ability.id] = ability
        names = [event for on in ability.on for event in on["events"]]
        self.heard.update(names)
        if ability.kind == "auto":
            for event in names:
                self.listeners.setdefault(event, []).append(ability.id)
            if all(on["subject"] == "self" for on in ability.on):
                self.of_itself.add(ability.id)
        elif ability.kind in ("replace", "forbid"):
            self.watched.update(names)
            self.watched_by[ability.kind].update(names)
        if ability.kind not in ("auto", "activated", "counter"):
            self.statics.add(ability.id)
            self.granting = self.granting or ability.data.get("makes") in VALUELESS
            of = ability.data.get("of")
            self.selective = self.selective or (
                "lost-target" in self.book.cites and isinstance(of, Mapping) and bool(set(of) - SCOPE)
            )
            self.static_attrs.add(str(ability.data.get("attr", "")))
            if ability.kind == "allow":
                self.lifted.add(str(ability.data["what"]))
            if ability.data.get("makes") != "add" or not (
                type(ability.data["value"]) is int and ability.data["value"] >= 0
            ):
                self.lowered.add(str(ability.data.get("attr", "")))
            self.marks_read.update(marks_read(self.book, (ability.when, ability.validity, ability.data)))
            self.reads_deeds = self.reads_deeds or any(
                names_deeds(part) for part in (ability.when, ability.validity, ability.data)
            )
            self.volatile = self.volatile or looks_at_agenda((ability.when, ability.validity, ability.data))
        for granted in ability.data.get("granted", ()):
            self.learn(granted)

    def takes_no_notice(self, name: str, verb: str) -> bool:
        """Does nothing hear of events of this name, forbid or replace them, act at once after them,
        or remember them?
        """
        heeded = {
            *self.listeners,
            *self.watched,
            *self.book.did,
            *(one for interrupt in self.book.interrupts for one in interrupt.after),
        }
        return "state" not in heeded and heeded.isdisjoint(self.book.names_of(name, verb, "", ""))

    def prints_of(self, ids: Iterable[str]) -> frozenset[str]:
        """The cards that print one of these abilities."""
        return frozenset().union(*(self.printed_on.get(one, ()) for one in ids))


def names_event(value: Any) -> bool:
    """Does an instruction or condition speak of the event's card?

    Then two events are two different matters.
    """
    if isinstance(value, Mapping):
        return "it" in value or any(names_event(one) for one in value.values())
    if isinstance(value, (tuple, list, Struct)):
        return any(names_event(one) for one in value)
    return value == "it" or (isinstance(value, str) and value.startswith("event."))


def marks_read(book: Book, value: Any) -> Iterator[str]:
    """The marks that a condition or a selector tests: what it says stays true whatever else is marked."""
    if isinstance(value, Mapping):
        yield from (key for key in value if key in book.tables["mark"])
        value = tuple(value.values())
    for one in value if isinstance(value, (tuple, list, Struct)) else ():
        yield from marks_read(book, one)


def names_deeds(value: Any) -> bool:
    """Does a condition or a selector ask what was done this turn?"""
    if isinstance(value, Mapping):
        return "did" in value or any(names_deeds(one) for one in value.values())
    return isinstance(value, (tuple, list, Struct)) and any(names_deeds(one) for one in value)


def looks_at_agenda(value: Any) -> bool:
    """Does a condition ask what is running? Then what statics give changes without any event."""
    if isinstance(value, Mapping):
        return "during" in value or "attacks" in value or any(looks_at_agenda(one) for one in value.values())
    if isinstance(value, (tuple, list, Struct)):
        return any(looks_at_agenda(one) for one in value)
    return isinstance(value, str) and "." in value
