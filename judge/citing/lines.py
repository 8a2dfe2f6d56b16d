"""Line patterns: finds the lines of a finished trace that a row of a table describes, such as `line = {
event = "ko", from = "battle" }`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Final

from judge.citing.companions import companions
from judge.engine import trace
from judge.engine.flow.offers import ELSEWHERE
from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import AppliedEvent, Card, Condition, Option
from judge.engine.kernel.table import Table
from judge.engine.kernel.tracer import Entry
from judge.engine.language.traits import names
from judge.text.plain import Fields
from judge.text.rows import NamedTuple

SORTED: Final = ("rule", "event", "kind", "refused", "action")  # by what lines are looked up
FRAMES: Final = (trace.STEP, trace.WINDOW)


class Placed(NamedTuple):
    """A line of a trace, with the steps and windows around it, outermost first."""

    at: int
    entry: Entry
    path: tuple[Entry, ...]

    @property
    def within(self) -> tuple[str, ...]:
        """The articles of the steps and windows around the line."""
        return tuple(entry.rule for entry in self.path if entry.rule)

    @property
    def step(self) -> Entry | None:
        """The step around the line; where that is a window, the step that opened it."""
        steps = (entry for entry in self.path[::-1] if entry.kind is trace.STEP)
        return next((step for step in steps if step.procedure[:7] != "window:"), None)


def placed(entries: Sequence[Entry]) -> Iterator[Placed]:
    """Every line with the steps and windows around it."""
    path: list[Entry] = []
    for at, entry in enumerate(entries):
        if entry.kind in FRAMES:
            while path and path[-1].depth >= entry.depth and not opens(path[-1], entry):
                path.pop()
        yield Placed(at, entry, tuple([frame for frame in path if frame.depth <= entry.depth]))
        if entry.kind in FRAMES:
            path.append(entry)


def opens(step: Entry, window: Entry) -> bool:
    """Is this window the one that the step itself opens?"""
    return step.kind is trace.STEP and window.kind is trace.WINDOW and step.depth == window.depth


class Lines:
    """Finds the lines of one trace that rows of tables describe. It reads the prints of `seen` cards only,
    of all cards if none are named.
    """

    def __init__(self, table: Table, entries: Sequence[Entry], seen: Container[str] | None = None) -> None:
        self.table = table
        self.seen = seen
        self.placed = tuple(placed(entries))
        self.known: dict[int, tuple[str, ...]] = {}  # what stands beside lines, by their places
        self.by: dict[str, dict[str, list[Placed]]] = {key: {} for key in SORTED}
        for line in self.placed:
            for key, index in self.by.items():
                for word in dict.fromkeys(READ[key](self, line)):
                    index.setdefault(word, []).append(line)

    def find(self, row: Mapping[str, object]) -> Iterator[Placed]:
        """The lines that a row describes, in their order. It looks only at lines that fit the row's first
        indexed key.
        """
        key = next((field for field in SORTED if field in row), "")
        if not key:
            return (line for line in self.placed if self.fits(line, row))
        lines = {line.at: line for word in names(row[key]) for line in self.by[key].get(word, ())}
        rest = {field: value for field, value in row.items() if field != key}
        return (lines[at] for at in sorted(lines) if self.fits(lines[at], rest))

    def fits(self, line: Placed, row: Mapping[str, object]) -> bool:
        """Does a line fit a row, key by key?"""
        return all(self.says(line, key, value) for key, value in row.items())

    def says(self, line: Placed, key: str, wanted: object) -> bool:
        """Does a line fit one key of a row?"""
        if key in CARRIED:
            carried = CARRIED[key](line)
            return isinstance(wanted, Mapping) and all(
                carries(carried.get(name), value) for name, value in wanted.items()
            )
        if key == "bearing":
            return wanted == any(card.under for card in self.cards(line))
        if key == "token":
            return wanted in {self.table.prints[card.print].token for card in self.cards(line)}
        return any(value in names(wanted) for value in READ[key](self, line))

    def beside(self, line: Placed) -> tuple[str, ...]:
        """The companion articles of a line, worked out once for all rows that ask."""
        if line.at not in self.known:
            self.known[line.at] = tuple(companions(self.table, line.entry))
        return self.known[line.at]

    def abilities(self, line: Placed) -> Iterator[Ability]:
        """The abilities that a line names."""
        data = line.entry.data
        named = [data.get("ability")]
        if line.entry.kind is trace.EVENT:
            named += [data["record"].args.get("ability")]
        if line.entry.kind is trace.ACT:
            option: Option = data["option"]
            named += [do.args.get("ability") for do in option.do]
        yield from (self.table.abilities[name] for name in map(str, named) if name in self.table.abilities)

    def cards(self, line: Placed) -> Iterator[Card]:
        """The card of an event, as it was and as it is."""
        if line.entry.kind is trace.EVENT:
            record: AppliedEvent = line.entry.data["record"]
            yield from (card for card in (record.before, record.after) if card is not None)

    def shows(self, card: Card) -> bool:
        """May what a card prints be read?"""
        return self.seen is None or card.id in self.seen

    def types(self, line: Placed) -> Iterator[str]:
        """The types of the card of an event."""
        yield from (self.table.prints[card.print].type for card in self.cards(line) if self.shows(card))

    def words(self, line: Placed) -> Iterator[str]:
        """The words printed on the card of a line, or on the card whose ability the line is about."""
        keys = [card.print for card in self.cards(line) if self.shows(card)]
        keys += [ability.id.partition("/")[0] for ability in self.abilities(line)]
        for print_ in (self.table.prints[key] for key in dict.fromkeys(keys) if key in self.table.prints):
            for face in print_.faces.values():
                yield from (word for value in face.attrs.values() for word in words_of(value))

    def listening(self, line: Placed) -> Iterator[str]:
        """The events that abilities of the event's card listen to, or of the card that is pending; and
        triggered abilities that are given to it.
        """
        given = values_of(line).get("value", ()) if "grant" in event_of(line) else ()
        for key in given if isinstance(given, (list, tuple)) else ():
            if key in self.table.abilities and self.table.abilities[key].kind == "auto":
                yield from waited_for(self.table.abilities[key])
        own = {card.print for card in self.cards(line) if self.shows(card)}
        for name in own or {ability.id.partition("/")[0] for ability in self.abilities(line)}:
            for face in self.table.prints[name].faces.values():
                yield from (word for ability in face.abilities for word in waited_for(ability))

    def event_before(self, line: Placed) -> Iterator[str]:
        """The names of the last event before a line."""
        earlier = (self.placed[at] for at in range(line.at - 1, -1, -1))
        last = next((other for other in earlier if other.entry.kind is trace.EVENT), None)
        yield from () if last is None else event_of(last)

    def refusing(self, line: Placed) -> Iterator[str]:
        """The articles by which an offer refuses an option, or a cost cannot be paid."""
        yield from (cond.rule for cond in failing(line))


def failing(line: Placed) -> Iterator[Condition]:
    """The conditions that fail: of the options that an offer refuses, or of a cost that cannot be paid."""
    conditions: Sequence[Condition] = ()
    if line.entry.kind in (trace.OFFER, trace.LOCKED):
        options: Sequence[Option] = line.entry.data["refused"]
        conditions = [cond for option in options for cond in option.conds if cond.message_key != ELSEWHERE]
    elif line.entry.kind is trace.CANNOT_PAY:
        conditions = line.entry.data["conds"]
    return (cond for cond in conditions if not cond.ok)


def allowing(line: Placed) -> Iterator[str]:
    """The articles of the conditions by which an act was allowed."""
    if line.entry.kind is trace.ACT:
        option: Option = line.entry.data["option"]
        yield from (cond.rule for cond in option.conds if cond.ok)


def words_of(value: object) -> tuple[str, ...]:
    """The words of a value that is a list of them."""
    return tuple(map(str, value)) if isinstance(value, (list, tuple)) else ()


def waited_for(ability: Ability) -> Iterator[str]:
    """The events that an ability waits for."""
    for on in ability.on:
        yield from on["events"]


def asked_of(ability: Ability) -> Iterator[str]:
    """The keys by which an ability selects the cards whose events it listens to, or what it answers."""
    for on in ability.on:
        yield from keys_of(on["subject"])
    yield from keys_of(ability.data.get("chooses"))


def found_by(ability: Ability) -> Iterator[str]:
    """The keys by which an ability selects the cards that it acts on."""
    for do in ability.do:
        yield from keys_of(do.args)


def keys_of(value: object) -> Iterator[str]:
    """The keys of a selector, with those of the selectors in it."""
    if isinstance(value, (list, tuple)):
        yield from (word for part in value for word in keys_of(part))
    for key, inner in value.items() if isinstance(value, Mapping) else ():
        yield key
        yield from keys_of(inner)


def heard_of(line: Placed) -> Iterator[str]:
    """The event that an ability has heard of, by its name, its article and its cause."""
    if line.entry.kind is trace.EVENT:
        event = line.entry.data["record"].args.get("vars", {}).get("event")
        if isinstance(event, AppliedEvent):
            yield from (event.name, event.rule, str(event.args.get("because", "")))


def values_of(line: Placed) -> Fields:
    """The values that a line carries: those of its event, and those that its failing conditions read."""
    entry = line.entry
    if entry.kind is not trace.EVENT:
        seen = {key: value for cond in failing(line) for key, value in cond.values.items()}
        return {**seen, **entry.data}
    record: AppliedEvent = entry.data["record"]
    return {**entry.data, **record.args, "verb": record.verb, "card": record.card, "seat": record.seat}


def carries(value: object, wanted: object) -> bool:
    """Is a value the wanted one, as tables write it? For several, the wanted value is their list or one of
    them.
    """
    if isinstance(value, tuple):
        return wanted in value or list(value) == wanted
    return value == wanted


def marks_of(line: Placed) -> Fields:
    """The marks that the card of an event had before it."""
    if line.entry.kind is not trace.EVENT or line.entry.data["record"].before is None:
        return {}
    return dict(line.entry.data["record"].before.marks)


def event_of(line: Placed) -> Iterator[str]:
    """The names of a line's event: the rulebook's word and the verb."""
    if line.entry.kind is trace.EVENT:
        record: AppliedEvent = line.entry.data["record"]
        yield from (record.name, record.verb)


def zone_of(line: Placed, end: str) -> Iterator[str]:
    """The zone of an event's card at one end of the event: before or after it."""
    if line.entry.kind is trace.EVENT:
        card: Card | None = getattr(line.entry.data["record"], end)
        yield from () if card is None else (card.place,)


def side_of(line: Placed) -> Iterator[str]:
    """Tells, where an event's card changes players, whether it comes to its owner or to another player."""
    if line.entry.kind is trace.EVENT:
        record: AppliedEvent = line.entry.data["record"]
        before, after = record.before, record.after
        if before is not None and after is not None and before.seat and after.seat not in ("", before.seat):
            yield "owner" if after.seat == after.owner else "other"


def replaced_by(line: Placed) -> Iterator[str]:
    """The article of the event that is replaced."""
    if line.entry.kind is trace.REPLACED:
        yield str(line.entry.data["event"].get("rule", ""))


def owner_of(line: Placed) -> Iterator[str]:
    """Did the card of an event lie with its owner before, or with the other player?"""
    record: AppliedEvent | None = line.entry.data["record"] if line.entry.kind is trace.EVENT else None
    heard = record.args.get("vars", {}).get("event") if record is not None else None
    if record is not None and isinstance(heard, AppliedEvent) and heard.card == record.card:
        record = heard  # of an ability that waits: the event of its own card that it has heard
    before = record.before if record is not None else None
    if before is not None:
        yield "own" if before.owner == before.seat else "other"


def option_of(line: Placed) -> Iterator[str]:
    """The action word of an act."""
    yield from (line.entry.data["option"].name,) if line.entry.kind is trace.ACT else ()


def cause_of(line: Placed) -> Iterator[str]:
    """Why an event happens, or would have happened."""
    if line.entry.kind is trace.EVENT:
        yield str(line.entry.data["record"].args.get("because", ""))
    elif "event" in line.entry.data:
        yield str(line.entry.data["event"].get("because", ""))


CARRIED: Final[Mapping[str, Callable[[Placed], Fields]]] = {
    "has": values_of,
    "was": marks_of,
}

READ: Final[Mapping[str, Callable[[Lines, Placed], Iterable[str]]]] = {
    "marked": lambda lines, line: (name for name, value in marks_of(line).items() if value),
    "rule": lambda lines, line: iter((line.entry.rule,)),
    "kind": lambda lines, line: iter((line.entry.kind.name,)),
    "event": lambda lines, line: event_of(line),
    "after": lambda lines, line: lines.event_before(line),
    "step": lambda lines, line: iter((line.entry.step,)),
    "procedure": lambda lines, line: iter((line.entry.procedure,)),
    "within": lambda lines, line: iter(line.within),
    "window": lambda lines, line: iter((str(line.entry.data.get("window", "")),)),
    "action": lambda lines, line: option_of(line),
    "keyword": lambda lines, line: (str(ability.keyword) for ability in lines.abilities(line)),
    "ability": lambda lines, line: (ability.kind for ability in lines.abilities(line)),
    "effect": lambda lines, line: (ability.rule for ability in lines.abilities(line)),
    "type": lambda lines, line: lines.types(line),
    "from": lambda lines, line: zone_of(line, "before"),
    "to": lambda lines, line: zone_of(line, "after"),
    "prints": lambda lines, line: lines.words(line),
    "replaces": lambda lines, line: replaced_by(line),
    "side": lambda lines, line: side_of(line),
    "because": lambda lines, line: cause_of(line),
    "refused": lambda lines, line: lines.refusing(line),
    "allowed": lambda lines, line: allowing(line),
    "also": lambda lines, line: lines.beside(line),
    "owner": lambda lines, line: owner_of(line),
    "hears": lambda lines, line: (word for ability in lines.abilities(line) for word in waited_for(ability)),
    "finds": lambda lines, line: (word for ability in lines.abilities(line) for word in found_by(ability)),
    "asks": lambda lines, line: (word for ability in lines.abilities(line) for word in asked_of(ability)),
    "heard": lambda lines, line: heard_of(line),
    "listens": lambda lines, line: lines.listening(line),
}
