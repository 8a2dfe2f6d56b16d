"""A `Table`: a book and the printed cards of one fixture, constant while a game runs."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping

from judge.engine.kernel.book import NOTHING, VALUELESS, Ability, Book, Face, Print, StateRule
from judge.engine.kernel.state import UNKNOWN, FrozenRecord
from judge.text.plain import TomlValue

# --- Recalled events: which past events the texts on a table ask about; only these are kept.
SPANS = {"happened": "turn", "ever": "game"}  # by the word that asks, since when
ASKING = frozenset(
    ("did", "came", *SPANS)
)  # the words that ask what was done or has happened, or how a card came


def chronicle_key(span: str) -> str:
    """The memory key for the past events of a span."""
    return f"{span}:happened"


def asked_of(value: object, word: str) -> Iterator[object]:
    """The past events that a value asks about under a word, at any depth."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key == word:
                yield from inner if isinstance(inner, (list, tuple)) else (inner,)
            else:
                yield from asked_of(inner, word)
    elif isinstance(value, (tuple, list, FrozenRecord)):
        for inner in value:
            yield from asked_of(inner, word)


def event_of(book: Book, on: TomlValue) -> str:
    """The event name of a written pattern."""
    return on if isinstance(on, str) else next(str(key) for key in on if key in book.event_names)


def recalled(book: Book, value: object) -> Iterator[tuple[str, str]]:
    """The spans and names of the past events that a value asks about."""
    for word, span in SPANS.items():
        for want in asked_of(value, word):
            if isinstance(want, str) or (isinstance(want, Mapping) and not book.event_names.isdisjoint(want)):
                yield span, event_of(book, want)


def words_asked(value: object) -> set[str]:
    """The words by which a value asks about the past, at any depth; every ability of a table is read in this
    way.
    """
    words: set[str] = set()
    left = [value]
    while left:
        part = left.pop()
        if isinstance(part, dict):
            words.update(ASKING.intersection(part))
            left += part.values()
        elif isinstance(part, (tuple, list, FrozenRecord)):
            left += part
    return words


SCOPE = frozenset(("zone", "of", "type", "not", "is"))  # selectors of these alone lose no target to an effect


class Table:
    """A book and the printed cards of one fixture, indexed for the engine."""

    def __init__(self, book: Book, prints: Mapping[str, Print], given: Iterable[Ability] = ()) -> None:
        self.book = book
        self.prints: dict[str, Print] = {UNKNOWN: NOTHING, **prints}
        self.abilities: dict[str, Ability] = {}
        self.lowered: set[str] = set()  # attributes that a print or a static brings down to where a rule acts
        self.listeners: dict[str, list[str]] = {}
        self.listening_to_all: dict[str, list[str]] = {}  # those that hear of other cards as well
        self.listening_to_own: dict[tuple[str, str], list[str]] = {}  # by print and event, the others
        self.heard: set[str] = set()
        self.of_itself: set[str] = set()  # those that hear only of what befalls their own card
        self.watched: set[str] = set()
        self.watched_by: dict[str, set[str]] = {"forbid": set(), "replace": set(), "surcharge": set()}
        self.statics: set[str] = set()
        self.static_attrs: set[str] = set()
        self.lifted: set[str] = set()  # the names of the rules that some ability lifts
        self.static_prints: set[str] = set()
        self.bearing: set[str] = set()
        self.prints_with: dict[str, set[str]] = {}  # by kind of ability
        self.printed_on: dict[str, set[str]] = {}  # by ability, the cards that print it
        self.reads_deeds = bool(book.recalled) or any(
            words_asked((row.each, row.when)) for row in book.state_rules
        )  # does anything that the book works out from a position depend on past events?
        self.asks_came = "came" in book.asks
        self.recalled: dict[str, set[str]] = {}  # by span, the events that the book or some ability asks of
        self.remembers = bool(book.did) or self.asks_came  # does anything ask of what has happened?
        self.recall(book.recalled)
        self.volatile = False
        self.marks_read: set[str] = set(deciding_marks(book))  # by what decides which abilities work
        # may an effect take away a static's target for the turn, in a game that says so?
        self.selective = False
        self.granting = False
        self.keys_of_print: dict[tuple[str, str], tuple[Ability, ...]] = {}
        for print_ in self.prints.values():
            self.add(print_)
        self.given: list[Ability] = []
        for ability in given:
            self.give(ability)
        # what waits and lasts, as positions are named by it
        self.spelled: dict[int, tuple[object, str, tuple[str, ...]]] = {}
        self.held_against = 0  # how often one thing has been held against another in this step
        self.unheeded = functools.cache(self.takes_no_notice)

    def add(self, print_: Print) -> None:
        """Index a print's abilities by what they listen to."""
        for name, face in print_.faces.items():
            self.keys_of_print[print_.key, name] = face.abilities
            self.lowered.update(row.laid_to for row in self.book.state_rules if starts_low(face, row))
            # selectors among the values, such as what is needed to bring it out
            self.marks_read.update(marks_read(self.book, face.attrs))
            self.asks_came = self.asks_came or "came" in words_asked(face.attrs)
            self.remembers = self.remembers or self.asks_came
            if face.abilities:
                self.bearing.add(print_.key)
            for ability in face.abilities:
                self.learn(ability)
                for event in heard_of_itself(ability):
                    self.listening_to_own.setdefault((print_.key, event), []).append(ability.id)
                self.printed_on.setdefault(ability.id, set()).add(print_.key)
                self.prints_with.setdefault(ability.kind, set()).add(print_.key)
                if ability.id in self.statics:
                    self.static_prints.add(print_.key)

    def give(self, ability: Ability) -> None:
        """Indexes an ability that a card was given before the fixture starts, and that no card prints."""
        self.given.append(ability)
        self.learn(ability)

    def learn(self, ability: Ability) -> None:
        """Index one ability: by id, by the events it hears, and as a static."""
        self.abilities[ability.id] = ability
        asked = words_asked(ability)
        self.asks_came = self.asks_came or "came" in asked
        self.recall(recalled(self.book, ability) if asked & SPANS.keys() else ())
        self.remembers = self.remembers or self.asks_came
        names = [event for on in ability.on for event in on["events"]]
        self.heard.update(names)
        if ability.kind == "auto":
            for event in names:
                self.listeners.setdefault(event, []).append(ability.id)
            if heard_of_itself(ability):
                self.of_itself.add(ability.id)
            for event in names if ability.id not in self.of_itself else ():
                self.listening_to_all.setdefault(event, []).append(ability.id)
        elif ability.kind in self.watched_by:
            if ability.kind != "surcharge":  # which is looked at before an act only
                self.watched.update(names)
            self.watched_by[ability.kind].update(names)
            if all(about_itself(on["subject"]) for on in ability.on):
                self.of_itself.add(ability.id)
        if ability.kind not in ("auto", "activated", "counter"):
            self.learn_static(ability)
        for granted in ability.data.get("granted", ()):
            self.learn(granted)

    def recall(self, asked: Iterable[tuple[str, str]]) -> None:
        """Has events of these spans and names kept."""
        for span, name in asked:
            self.recalled.setdefault(span, set()).add(name)
            self.heard.add(name)
            self.remembers = True

    def learn_static(self, ability: Ability) -> None:
        """Indexes a static ability by what it changes and what it reads."""
        data, attr = ability.data, str(ability.data.get("attr", ""))
        self.statics.add(ability.id)
        self.static_attrs.add(attr)
        self.granting = self.granting or data.get("makes") in VALUELESS
        self.selective = self.selective or ("excluded" in self.book.cites and picks(data.get("of")))
        if ability.kind == "allow":
            self.lifted.add(str(data["what"]))
        if data.get("makes") != "add" or type(data["value"]) is not int or data["value"] < 0:
            self.lowered.add(attr)
        looks = (ability.when, ability.validity, data)
        self.marks_read.update(marks_read(self.book, looks))
        self.reads_deeds = self.reads_deeds or bool(words_asked(looks))
        self.volatile = self.volatile or looks_at_agenda(looks)

    def takes_no_notice(self, name: str, verb: str) -> bool:
        """Does nothing on the table hear, forbid, replace, remember or react to events of this name?"""
        heeded = {
            *self.listeners,
            *self.watched,
            *self.book.did,
            *self.heard,
            *(word for interrupt in self.book.interrupts for word in interrupt.after),
        }
        return "state" not in heeded and heeded.isdisjoint(self.book.names_of(name, verb, "", ""))

    def prints_of(self, ids: Iterable[str]) -> frozenset[str]:
        """The cards that print one of these abilities."""
        return frozenset().union(*(self.printed_on.get(id_, ()) for id_ in ids))


def heard_of_itself(ability: Ability) -> list[str]:
    """The events that an ability hears only when they happen to its own card; none if it hears others too."""
    own = ability.kind == "auto" and all(on["subject"] == "self" for on in ability.on)
    return [event for on in ability.on for event in on["events"]] if own else []


def starts_low(face: Face, row: StateRule) -> bool:
    """Does a face print a number low enough for a rule to act on it at once?"""
    bound = row.each.get("max", {}).get(row.laid_to)
    return type(bound) is int and bool(face.attrs.get(row.laid_to, bound + 1) <= bound)


def picks(of: object) -> bool:
    """Does a selector pick cards by more than their zone and their print?"""
    return isinstance(of, Mapping) and not SCOPE.issuperset(of)


def deciding_marks(book: Book) -> Iterator[str]:
    """The marks that decide whether abilities work, or whether a rule acts on a card."""
    if book.down is not None:
        yield book.down[0]
    for row in book.state_rules:
        yield from marks_read(book, row.each)
    yield from (str(name) for name, *_ in (*book.silent, *book.disabling))


def names_event(value: object) -> bool:
    """Does an instruction or a condition refer to the event's card? Then it differs from event to event."""
    if isinstance(value, Mapping):
        return "it" in value or any(names_event(inner) for inner in value.values())
    if isinstance(value, (tuple, list, FrozenRecord)):
        return any(names_event(inner) for inner in value)
    return value == "it" or (isinstance(value, str) and value.startswith("event."))


# words that stand for cards by where these lie
BY_MARK = {"above": "slot", "opposite": "slot"}


def marks_read(book: Book, value: object) -> Iterator[str]:
    """The marks that a condition or a selector tests; other marks cannot change its result."""
    if isinstance(value, str) and value in BY_MARK:
        yield BY_MARK[value]
    if isinstance(value, Mapping):
        yield from (key for key in value if key in book.tables["mark"])
        value = tuple(value.values())
    for inner in value if isinstance(value, (tuple, list, FrozenRecord)) else ():
        yield from marks_read(book, inner)


def looks_at_agenda(value: object) -> bool:
    """Does a condition ask what is under way? Its result can then change without any event."""
    if isinstance(value, Mapping):
        return (
            "during" in value or "attacks" in value or any(looks_at_agenda(inner) for inner in value.values())
        )
    if isinstance(value, (tuple, list, FrozenRecord)):
        return any(looks_at_agenda(inner) for inner in value)
    return isinstance(value, str) and "." in value


def about_itself(subject: object) -> bool:
    """Does an ability listen only to events about its own card?"""
    return subject == "self" or (isinstance(subject, dict) and subject.get("is") == "self")
