"""Conditions and events of cards: what must hold, what an ability listens to, and which details an event may
have.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from judge.engine.effects.pattern_match import DETAILS
from judge.engine.flow.changes import ATOMS
from judge.engine.kernel.book import Book
from judge.engine.kernel.state import EMPTY
from judge.engine.language.conditions import form_of
from judge.engine.language.figures import FIGURES, standing
from judge.engine.language.traits import BOUNDS
from judge.errors import nearest
from judge.grammar.checker import Checker
from judge.grammar.tables import Checks, Path, listed
from judge.text.plain import Fields

# --- what an event of a name may have about it: a card that it befalls, marks, a number, other cards ---
CARDS = {"create": "print", "gain": "to"}  # where a change names the cards that it befalls by another key
ROWS = {"move": "move", "mark_word": "mark", "mark_event": "mark"}  # by table, the change of its events


def parts_of(book: Book, event: str) -> frozenset[str]:
    """The details that events of this name may have: `card`, `marks`, `n`, `target` …"""
    row = book.happenings.get(event, EMPTY)
    parts = {*named(book, event)}
    for name in row.get("names", ()):
        parts.update(named(book, name))
    return frozenset({*parts, *(of_change("move") if "to" in row else ())})


def named(book: Book, event: str) -> Iterator[str]:
    """What a row of the rulebook says of its events. Without a row of the name, the word of the name and its
    change. An event that only a step makes is a move.
    """
    rows: Fields = book.tables
    tables = [key for key in (*ROWS, "signal", "score_word") if event in rows.get(key, EMPTY)]
    for table in tables:
        if table in ROWS:
            yield from of_change(ROWS[table]) - {"n"}  # of counters, which no row names
        elif table == "signal":
            yield from ("card",) if book.signals[event]["card"] else ()
            yield from book.signals[event]["tells"]
        else:
            yield from of_change("score") - {"card"}
            yield from ("card",) if book.tables["score_word"][event]["card"] else ()
    if not tables:
        yield from book.parts.get(event, ())
        yield from of_change(event) if event in ATOMS else ()
        yield from of_change("move") if event not in book.parts and event not in ATOMS else ()


def of_change(verb: str) -> set[str]:
    """The details that the event of an atomic change may have."""
    keys = {key.lstrip("?") for key in ATOMS[verb].takes}
    return keys | {"card"} if CARDS.get(verb) in keys else keys


def check_condition(checker: Checker, path: Path, data: object) -> Checks:
    """A condition: a name, a list of conditions, or a table of one of the forms, else a selector of cards
    that have to be there.
    """
    if isinstance(data, str):
        return
    if data in ([], {}):
        yield checker.wrong(path, "a condition says what has to hold", data)
    elif isinstance(data, list):
        for at, part in enumerate(data):
            yield from check_condition(checker, [*path, at], part)
    elif not isinstance(data, Mapping):
        yield checker.wrong(path, "a condition is a table, a list or a name", data)
    elif (form := form_of(data)) is None:
        yield from checker.selector(path, data, BOUNDS)
    else:
        read = sorted(FIGURES.keys() & data.keys())
        if len(read) > 1:
            yield checker.wrong(path, "a condition reads one of these, not several", ", ".join(read))
        for part in sorted({*read} - standing(checker.book.tables).keys()):
            yield checker.wrong([*path, part], "this game has no such number", part)
        yield from checker.keys(path, data, form.takes, "a condition", form.needs)


def check_event(checker: Checker, path: Path, data: object) -> Checks:
    """An event that something listens to: its name, or a table with its details."""
    names = checker.book.heard_names
    yield from check_part(checker, path, data)
    if isinstance(data, str):
        yield from checker.one_of(path, data, names, "event")
        return
    if not isinstance(data, Mapping):
        yield checker.wrong(path, "an event is a name or a table", data)
        return
    event = next((key for key in data if key in names), None)
    if event is None:
        first = next(iter(data), "")
        where, hint = [*path, first] if first else path, nearest(first, names)
        yield checker.source.problem(where, f"no event is called {first!r}", found=first, hint=hint)
        return
    table = {**details(checker.book, event), event: subject_of(checker.book, event)}
    if event == "state" and isinstance(data[event], str):
        message = "a state is described by a condition"
        yield checker.wrong([*path, event], message, data[event], "{ zone = …, count = … }")
    yield from checker.keys(path, data, table, f"the event {event!r}")


def spoken_of(on: object, names: Collection[str]) -> list[str]:
    """Those of the named events to which one or several patterns listen, by pattern and then by name."""
    several = on if isinstance(on, list) else [on]
    return [
        name
        for pattern in several
        for name in sorted(names)
        if pattern == name or (isinstance(pattern, Mapping) and name in pattern)
    ]


def check_part(checker: Checker, path: Path, data: object) -> Checks:
    """Checks that it is no event which is only a part of another one; the problem names that one."""
    parts = {name: str(row["texts_say"]) for name, row in checker.book.moves.items() if "texts_say" in row}
    for name in spoken_of(data, parts):
        message = f"no text speaks of {name}: it is a part of another event"
        where = [*path, name] if isinstance(data, Mapping) else path
        yield checker.source.problem(where, message, expected=parts[name], found=name)


def check_settled(checker: Checker, path: Path, on: object) -> Checks:
    """Checks that something can forbid or replace the events: each must be settled before it happens."""
    for name in spoken_of(on, checker.book.unsettled_names):
        message = f"{name} can be heard, and nothing forbids or replaces it"
        yield checker.source.problem(path, message, expected=f"on = {{ {name} = … }}", found=name)


def subject_of(book: Book, event: str) -> str:
    """The kind of value under an event: of the card or the player that it happens to."""
    if event == "state":
        return "condition"
    return "subject" if "card" in parts_of(book, event) else "player"


def details(book: Book, event: str) -> dict[str, str]:
    """The details that an event of this name can have, each with its kind of value; a situation has none."""
    parts = {"", *parts_of(book, event)} if event != "state" else ()
    stand = {
        key: detail for key, detail in DETAILS.items() if detail.stands is None or detail.stands(book.tables)
    }
    marks = dict.fromkeys(book.tables["mark"], "mark") if "marks" in parts else {}
    return {**marks, **{key: detail.kind for key, detail in stand.items() if detail.asks in parts}}


def check_heard(checker: Checker, path: Path, on: object) -> Checks:
    """Checks that abilities can hear the events: a question whether something may happen is not heard."""
    for name in spoken_of(on, checker.book.asked_names):
        message = f"{name} can be forbidden, and nothing hears of it"
        instead = f"forbid = {{ on = {{ {name} = … }} }}"
        yield checker.source.problem(path, message, expected=instead, found=name)


def check_surcharged(checker: Checker, path: Path, on: object) -> Checks:
    """Checks that texts may demand a surcharge for the acts."""
    acts = checker.book.tables["surcharged"]
    for act in on if isinstance(on, list) else [on]:
        named = [act] if isinstance(act, str) else list(act) if isinstance(act, Mapping) else []
        name = next((key for key in named if key in checker.book.heard_names), "")
        if name and name not in acts:
            yield checker.wrong(path, "no cost can be laid on this act", name, listed(acts))


def check_instead(checker: Checker, path: Path, data: Mapping[str, object]) -> Checks:
    """Checks that the cost which is replaced is one that a rule makes players pay."""
    paid = checker.book.tables["permits_instead"]
    if "cost" in data and data.get("what") not in paid:
        expected = f"what = {listed(paid)}" if paid else "no cost"
        yield checker.source.problem([*path, "cost"], "this rule has nothing paid", expected=expected)
