"""A rulebook made ready to run: procedures bound to functions, windows, zones, cards and abilities.

A `Book` is shared and never changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Final

from judge.engine.kernel.event import Event, namer
from judge.engine.kernel.state import EMPTY, UNKNOWN, Condition, Decision, Instruction, Option
from judge.text.plain import Json
from judge.text.rows import NamedTuple

if TYPE_CHECKING:
    from judge.tables.abilities import AbilityKind, Keyword
    from judge.tables.board import Held, Implied, Information, ZoneRow
    from judge.tables.events import Did, Happening, MoveRow, Signal
    from judge.tables.rulebook import Tables
import re

# --- Needed values: what a procedure has to be told by a fixture that starts inside it.
KIND: Final = re.compile(
    r"int|seat|(?P<kind>card|ability)(?: of (?P<whose>[^\s?]+)(?: in (?P<zones>[^\s?]+(?: or [^\s?]+)*))?)?"
)


class Need(NamedTuple):
    """One needed value, as a rulebook writes it: `int`, `seat?`, `card of active in leader or battle`."""

    text: str
    kind: str  # int, seat, card, ability
    whose: str  # the word for the players whose card it may be
    zones: tuple[str, ...]  # where the card may lie; anywhere if none
    optional: bool

    @classmethod
    def of(cls, text: str) -> Need | None:
        """The needed value that a rulebook writes; None where it is no such kind of value."""
        match = text.removesuffix("?")
        plain = KIND.fullmatch(match)
        if plain is None:
            return None
        zones = tuple(plain["zones"].split(" or ")) if plain["zones"] else ()
        return cls(match, plain["kind"] or match, plain["whose"] or "any", zones, match != text)


BLANKING = ("blank", "strip")  # words by which abilities of cards do not work
ARITHMETIC = ("multiply", "divide")  # words of changes that come in an order of their own
CHANGES = ("add", "make", *ARITHMETIC, "gain", "lose", "grant", *BLANKING)  # of continuous effects
RESOLVE: Final = "resolve"  # the act by which an ability that waits has its turn
BASE = "base"  # a value that takes the place of the printed one, beneath every other change
VALUELESS = ("grant", *BLANKING)  # words of continuous effects that change no value of an attribute

Outcome = Decision | Sequence[Instruction] | None
# A book carries functions and calls none: what each of them takes is declared in `functions.py`, and asked
# where they are registered.
Runs = Callable[..., Outcome]
Offers = Callable[..., Iterator[Option]]
Acts = Callable[..., Sequence[Instruction] | None]
Tests = Callable[..., Condition]
TestsAll = Callable[..., Iterator[Condition]]
Finds = Callable[..., Iterator[Event]]
Tries = Callable[..., tuple[str, str] | None]
Passes = Callable[..., bool]


class Amiss(NamedTuple):
    """Something in an instruction that has no effect, or that it lacks."""

    key: str  # "" for the whole instruction
    message: str
    expected: str = ""


class Word(NamedTuple):
    """A word that begins an instruction, declared once: what may be written with it, when that is possible,
    and what carries it out.
    """

    name: str
    function: Runs
    under: str = ""  # the kind of value that stands under it; "" where only rulebooks say it
    takes: Mapping[str, str] = EMPTY  # by further key the kind of value
    needs: tuple[str, ...] = ()  # the keys that must be there
    without: tuple[str, ...] = ()  # what instructions take in common and this one does not
    marks: str = ""  # "all" marks may stand beside it, or "arriving": those of the zone where its cards go
    possible: Tests | None = None  # whether it can be paid as part of a cost
    amiss: Callable[[Book, Mapping[str, object]], Iterator[Amiss]] | None = (
        None  # what it says for nothing or lacks
    )
    made: Callable[[str, dict[str, object]], Instruction] | None = None  # the instruction that it stands for
    stands: Callable[[Mapping[str, object]], bool] | None = None  # whether a book with these tables has it
    says: str = ""  # one line for people
    inner: bool = False  # only what other words stand for


class Step(NamedTuple):
    """One step of a procedure. `rule` is the number cited; `id` never changes when it is renumbered."""

    id: str
    rule: str
    function: Runs
    args: dict[str, Json]
    touches: tuple[str, ...] = ()


class Procedure(NamedTuple):
    """An ordered list of steps and what it stands on when a game starts in its middle."""

    name: str
    steps: tuple[Step, ...]
    places: dict[str, int]
    needs: dict[str, Need]
    under: dict[str, Json]
    guard: dict[str, Json]
    following: dict[str, str]

    @classmethod
    def of(
        cls, name: str, steps: tuple[Step, ...], needs: dict[str, Need] = EMPTY,
        under: dict[str, object] = EMPTY, guard: dict[str, object] = EMPTY,
    ) -> Procedure:  # fmt: skip
        """A procedure with the place of each step and the step that follows it, ``""`` after the last."""
        ids = [step.id for step in steps]
        return cls(name, steps, {step_id: at for at, step_id in enumerate(ids)}, needs, under, guard,
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
    unasked: bool = False  # does a player only speak up there?


class Ability(NamedTuple):
    """One ability of a card's face, keywords expanded. `data` keeps the keys peculiar to its kind."""

    id: str
    kind: str
    name: str
    keyword: str
    rule: str
    zones: tuple[str, ...]
    modes: tuple[str, ...]
    when: Json
    validity: Json
    cost: tuple[Instruction, ...]
    do: tuple[Instruction, ...]
    on: tuple[dict[str, Json], ...]
    once: str
    may: bool
    against: tuple[str, ...]
    kinds: tuple[str, ...]
    data: dict[str, Json]
    reads_event: bool = False


class Face(NamedTuple):
    """One face of a card: its printed values, its abilities and its keywords with their parameters."""

    attrs: dict[str, Json]
    abilities: tuple[Ability, ...]
    keywords: dict[str, Json]


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
    each: dict[str, Json]
    when: Json
    do: dict[str, Json]
    laid_to: str
    touches: tuple[str, ...] = ()
    function: Finds | None = None
    empty: tuple[str, ...] = ()


class Interrupt(NamedTuple):
    """A rule that acts at once, in the middle of anything:
    its function, and the verbs of events after which it has to look.
    """

    function: Acts
    after: frozenset[str]
    rule: str = ""
    touches: tuple[str, ...] = ()


PRINTED = ("words", "int", "table", "selectors")  # the types of attributes that cards in play have


def in_play(row: Mapping[str, object]) -> bool:
    """Do cards in play have this attribute? They do where an article defines it."""
    return bool(row.get("rule")) and row.get("type") in PRINTED


class Book:
    """A loaded rulebook in one version under one set of readings."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.id: str = tables["id"]
        self.version: str = tables["version"]
        self.base: str = tables["version"]  # that of the book itself
        self.readings: dict[str, str] = {}  # the open questions, with the possibility taken
        self.decided: dict[str, str] = {}  # those that the version decides
        self.folder: str = ""
        self.overlays: tuple[str, ...] = ()  # the files laid over it
        # the Python modules that it may bring beside those of the shipped games
        self.modules: tuple[str, ...] = ()
        self.zones: dict[str, ZoneRow] = tables["zone"]
        self.slots: dict[str, tuple[str, ...]] = dict(slots_by_zone(self.zones))
        self.implied = implied_by_zone(tables["implied"])
        # by both players
        self.shared: frozenset[str] = frozenset(name for name, spec in self.zones.items() if spec["shared"])
        self.attributes = {name: row for name, row in tables["attribute"].items() if in_play(row)}
        # those that say how many counters of each name a card holds
        self.holding = tuple(name for name, row in self.attributes.items() if row.get("counters"))
        # those that say to which groups of names a card belongs
        self.grouped = tuple(name for name, row in self.attributes.items() if row.get("groups"))
        self.params: dict[str, object] = {}
        # by kind and name, the article by which a literal, a window or an interrupt is what it is
        self.deciding: dict[str, dict[str, str]] = tables["deciding"]
        self.param_touches: dict[str, tuple[str, ...]] = {}
        # those that abilities print, each with the words of any of a card's
        clear = {"flag": False, "int": 0}  # what a mark is that nothing has put on a card
        self.clear = {name: clear[kind] for name, kind in tables["mark"].items() if isinstance(kind, str)}
        self.of_abilities = tuple(name for name, row in self.attributes.items() if row["of_abilities"])
        self.used_attributes = [(name, row["uses"]) for name, row in self.attributes.items() if "uses" in row]
        # by kind and name of a row, the readings that change it
        self.row_touches: dict[tuple[str, str], tuple[str, ...]] = {}
        self.procedures: dict[str, Procedure] = {}
        self.windows: dict[str, Window] = {}
        self.obliging: frozenset[str] = frozenset()  # the offers that may have options which have to be taken
        self.barring: dict[str, set[str]] = {}  # by window, the procedures of the windows that bar it
        self.offers: dict[str, tuple[str, Offers]] = {}
        self.ranks = ranked(tables["arithmetic"])
        self.spoken: dict[str, str] = {}  # by offer, what players call it where that is not its name
        self.beside: frozenset[str] = frozenset()  # fixed words of options
        self.memories: dict[str, str] = {}  # what this game remembers beside what all do, by kind of value
        self.most: dict[str, int] = {}  # by offer, how much its options name at most
        self.places: dict[str, tuple[str, ...]] = {}  # by offer, whose cards these are, or that they are none
        self.interrupts: tuple[Interrupt, ...] = ()
        self.after: dict[str, list[Interrupt]] = {}  # those of them that follow a verb
        self.state_rules: tuple[StateRule, ...] = ()
        self.checks: dict[str, Passes] = {}
        self.verbs: dict[str, Runs] = {}
        self.suits: dict[str, Tests] = {}
        self.conds: dict[str, TestsAll] = {}
        self.vocabulary: dict[str, Word] = {}  # every word that begins an instruction
        self.words: frozenset[str] = frozenset()  # those of them that anybody may write
        self.gives: frozenset[str] = frozenset()  # the keys of instructions under which a new name stands
        self.reads: frozenset[str] = frozenset()  # the names of which the book's own procedures speak
        self.event_names: frozenset[str] = frozenset()
        self.asks: frozenset[str] = frozenset()  # by which words its own conditions ask of what was
        self.recalled: frozenset[tuple[str, str]] = frozenset()  # the events, each with its span
        self.running: frozenset[str] = frozenset()  # the names of procedures, windows and steps
        self.heard_names: frozenset[str] = frozenset()  # those of them that cards speak of
        self.unsettled_names: frozenset[str] = frozenset()  # those that nothing can forbid or replace
        self.asked_names: frozenset[str] = frozenset()  # those that are only asked for before they happen
        self.parts: dict[str, tuple[str, ...]] = {}  # by event that goes by a word's name, what it may have
        self.heeded: frozenset[str] = frozenset()  # those that only come about where something could hear
        # by its names, each keyword that puts a condition on other abilities
        self.attaching: dict[str, str] = {}
        # by its names, each keyword that is not written yet: article and name
        self.unwritten: dict[str, tuple[str, str]] = {}
        self.later: dict[str, str] = {}  # by word, what later editions have and this one has not
        self.trial: Tries = untried
        self.moves: dict[str, MoveRow] = tables["move"]
        self.signals: dict[str, Signal] = tables["signal"]
        self.keywords: dict[str, Keyword] = tables["keyword"]
        self.information: tuple[Information, ...] = tuple(tables["information"])
        self.works: dict[str, Json] = tables["works"]
        pairs = tables["same_object"]
        self.same_object: tuple[tuple[str, str], ...] = tuple((pair[0], pair[1]) for pair in pairs)
        self.keyword_names: dict[str, str] = {}
        self.default_zone: str = tables.get("default_zone") or next(iter(tables["zone"]))
        self.cites: dict[str, Json] = tables["cites"]
        self.asks_last = ""  # the article by which what has left counts as it last was, if it does
        self.happenings: dict[str, Happening] = tables["happening"]
        self.names_of = namer(self.happenings)
        self.did = deeds_by_event(tables["did"])
        facing = tables.get("face_down")
        self.down: tuple[str, object] | None = (facing["mark"], facing["state"]) if facing else None
        self.unread: frozenset[str] = frozenset(facing["unread"]) if facing else frozenset()
        self.taking: tuple[str, ...] = ()  # what leaves a card without abilities altogether
        self.invalid_stays = False  # what its own conditions make invalid is there all the same
        self.take_literals(tables["param"])
        self.held: Sequence[Held] = tables["held"]  # marks of cards that do not go everywhere any more
        rows = tables["silent"]
        self.silent: tuple[tuple[str, object], ...] = tuple(
            (row["mark"], row["state"]) for row in rows if "kinds" not in row
        )
        self.disabling = tuple((row["mark"], row["state"], row["kinds"]) for row in rows if "kinds" in row)
        self.kinds: dict[str, AbilityKind] = tables["ability"]  # the book's own names for kinds of abilities

    def take_literals(self, params: Mapping[str, Json]) -> None:
        """Take the literals of the book, and what follows from them."""
        self.params = dict(params)
        negated = params.get("negated-activates")  # effects that are negated are activated all the same
        self.taking = ("strip",) if negated else BLANKING
        self.invalid_stays = bool(negated and self.cites.get("validity"))

    def with_literals(self, params: dict[str, Json]) -> Book:
        """The same book with other literals: nothing else of it is made anew."""
        other = copy(self)
        other.tables = {**self.tables, "param": params}
        other.take_literals(params)
        return other

    def interrupts_after(self, verbs: set[str]) -> Sequence[Interrupt]:
        """The rules that look at a batch of events with these verbs."""
        if len(verbs) > 1:
            return [interrupt for interrupt in self.interrupts if not interrupt.after.isdisjoint(verbs)]
        (verb,) = verbs
        return self.after.get(verb, ())

    def article(self, name: str, kind: str = "param") -> str:
        """The article by which a literal decides, or which a window or an interrupt carries out; "" where it
        names none.
        """
        return self.deciding.get(kind, {}).get(name, "")

    def takes_turns(self) -> bool:
        """Does each pending ability wait for its turn, and is its player asked only then?"""
        offers = {offer for row in self.windows.values() for offer in row.offers}
        return any(self.spoken.get(offer) == RESOLVE for offer in offers)

    def optional(self, ability: Ability) -> bool:
        """May its player leave an ability unused: because it need not be used, or because everything it does
        is optional?
        """
        wished = bool(ability.do) and all(instruction.verb == "may" for instruction in ability.do)
        return ability.may or (wished and self.takes_turns())

    def not_yet(self, word: object) -> str:
        """The reason why a word has no meaning in this edition although later ones use it; "" for any other
        word.
        """
        what = self.later.get(word.lower()) if isinstance(word, str) else None
        return f"this rulebook ({self.version}) does not know {what}" if what else ""

    def keyword(self, word: str) -> str:
        """A keyword's own name for any of its names; another word as it is."""
        return self.keyword_names.get(word, word)


def slots_by_zone(zones: Mapping[str, ZoneRow]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The slots of each zone that has some; a zone that lies beneath others has theirs."""
    for name, spec in zones.items():
        above = (zones[zone].get("slots", ()) for zone in spec.get("beneath", ()))
        slots = tuple(spec["slots"] if "slots" in spec else (slot for some in above for slot in some))
        if slots:
            yield name, slots


def implied_by_zone(rows: Sequence[Implied]) -> dict[str, list[Implied]]:
    """The marks that other marks bring with them, by zone."""
    by_zone: dict[str, list[Implied]] = {}
    for row in rows:
        for zone in row["zone"]:
            by_zone.setdefault(zone, []).append(row)
    return by_zone


def deeds_by_event(rows: Mapping[str, Did]) -> dict[str, list[str]]:
    """The names under which an event is remembered for the turn, by event."""
    by_event: dict[str, list[str]] = {}
    for word, did in rows.items():
        for name in did["events"]:
            by_event.setdefault(name, []).append(word)
    return by_event


def untried(*_: object) -> tuple[str, str] | None:
    """A stand-in until a book is bound: whatever its parts allow is taken to be possible."""
    return None


def ranked(order: Sequence[str]) -> dict[str, int]:
    """The order in which changes of a value are made, by word: those that replace the printed value come
    first, then all others in order of time, or as the rulebook orders them.
    """
    ranks = {word: at for at, word in enumerate(order, 1)}
    return {BASE: 0, **ranks, **({"divide": ranks["multiply"]} if ranks else {})}
