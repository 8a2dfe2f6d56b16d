"""Where files cite articles and name steps: tables of a rulebook, as declared in `judge/tables`; fixtures,
decks, cards and acceptances; and traces, as `judge/render/records.py` writes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, get_args

from judge.engine.words.ability_kinds import SHARED
from judge.engine.words.book_words import COMMON
from judge.fixture.script import parse_line
from judge.renumbering.citations import (
    ARTICLE,
    FUNCTION,
    LOOSE,
    OTHER,
    PAST,
    PROSE,
    STEP,
    Citation,
    Numbers,
    key_at,
    rewritten,
    value_at,
    words_at,
)
from judge.rulebook.lint import beside_tables
from judge.rulebook.lint.texts import OF_ABILITIES, OF_CARDS
from judge.rulebook.shelf import FILES, overlays_of
from judge.tables.decks import DeckTables
from judge.tables.declarations import Names, Telling, Wording
from judge.tables.hints import bare, declared, keys_of, parts_of
from judge.tables.overlays import Change, Version
from judge.tables.rulebook import Tables
from judge.text.rows import NamedTuple
from judge.text.source import KeyPath, Source, read_source


# --- the files of a rulebook ---------------------------------------------------------------------------
def forms(folder: str) -> dict[Path, object]:
    """Every file that a rulebook may have, with the form of its tables."""
    own = {Path(folder, f"{name}.toml"): Tables for name in FILES}
    return {**own, **beside_tables(folder), **dict.fromkeys(overlays_of(folder).values(), Version)}


def forms_of(folder: str) -> Iterator[tuple[Source, object]]:
    """The files of a rulebook that exist, read. Raises BadInput for one that cannot be read."""
    for path, form in forms(folder).items():
        if path.is_file():
            yield read_source(path), form


# --- tables of a rulebook ------------------------------------------------------------------------------
# What names of a kind are, as far as articles can be among them.
SPACES_OF_TABLES: Final = {
    "article": ARTICLE,
    "article or word": FUNCTION,
    "interrupt": FUNCTION,
    "step function": FUNCTION,
    "step of a procedure": STEP,
    "named step": STEP,
    "works": LOOSE,
}
# Keys under which the language of cards has articles, and steps.
CITING: Final = frozenset(
    key
    for table in (SHARED, COMMON, OF_ABILITIES, OF_CARDS)
    for key, kind in table.items()
    if kind in ("article", "articles")
)
RUNNING: Final = "during"
OWN: Final = {"rule": FUNCTION, "use": FUNCTION}  # keys of rows that are not declared further


class Spot(NamedTuple):
    """A text of a table, or a key, at its path; the id is `part` of it, from the character `at` on, and
    `space` is the kind of name.
    """

    path: KeyPath
    text: str
    space: str
    is_key: bool = False
    part: str = ""
    at: int = 0


def tabled(source: Source, form: object) -> Iterator[Citation]:
    """Every article and step that a file of a declared form cites, and every text that may be one."""
    for spot in spots(form, source.data):
        if spot.space == PROSE:
            continue
        if spot.is_key:
            yield from key_at(source, spot.path, spot.space)
        else:
            yield from value_at(source, spot.path, spot.part or spot.text, spot.space, spot.at)


def spots(form: object, data: object) -> Iterator[Spot]:
    """The paths of every article and step that a file of a declared form cites. A place without a
    declaration may name anything.
    """
    by_place = {(spot.path, spot.is_key): spot for spot in known(form, data, ())}
    yield from by_place.values()
    yield from (text for text in texts(data, ()) if (text.path, text.is_key) not in by_place)


def texts(value: object, path: KeyPath) -> Iterator[Spot]:
    """Every text, and every key."""
    if isinstance(value, str):
        yield Spot(path, value, LOOSE)
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield Spot((*path, key), key, OTHER, True)
            yield from texts(part, (*path, key))
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from texts(part, (*path, at))


def known(hint: object, value: object, path: KeyPath, is_key: bool = False) -> Iterator[Spot]:
    """The places with a declaration."""
    form = declared(hint)
    for note in form.notes:
        if isinstance(note, Wording):
            yield from worded(value, path, FUNCTION if note.kind == "step" else OTHER)
        elif isinstance(note, Telling):
            yield from named(value, path, PROSE)
        elif isinstance(note, Names):
            yield from named(value, path, SPACES_OF_TABLES.get(note.kind, OTHER), is_key)
    if form.kind is Change and isinstance(value, Mapping):
        yield from changed(value, path)
    for part, under, beneath in parts_of(form, value):
        key = beneath is part and under is not None and form.origin is dict and under is form.arguments[0]
        yield from known(under, beneath, (*path, part), key)
    if path == ("fixture_defaults",) and isinstance(value, Mapping) and isinstance(value.get("at"), str):
        yield Spot((*path, "at"), value["at"], STEP)


def named(value: object, path: KeyPath, space: str, is_key: bool = False) -> Iterator[Spot]:
    """A name, or a list of names."""
    if isinstance(value, str):
        yield Spot(path, value, space, is_key)
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from named(part, (*path, at), space)
    elif isinstance(value, Mapping) and space not in (OTHER, PROSE):
        for key, part in value.items():
            yield from named(part, (*path, key), OWN.get(key, LOOSE))


def worded(value: object, path: KeyPath, space: str = OTHER) -> Iterator[Spot]:
    """Every text in the language of cards; the key above it says whether it is an article or a step."""
    if isinstance(value, str):
        yield Spot(path, value, space)
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from worded(part, (*path, at), space)
    elif isinstance(value, Mapping):
        for key, part in value.items():
            under = ARTICLE if key in CITING else STEP if key == RUNNING else OTHER
            yield from worded(part, (*path, key), under)


# --- changes: their targets, and the rows that they bring --------------------------------------------
def changed(change: Mapping[str, Any], path: KeyPath) -> Iterator[Spot]:
    """One change of a version, of a reading or of an edition."""
    if isinstance(change.get("step"), str):
        procedure, dot, step = change["step"].partition(".")
        space = STEP if dot else OTHER
        yield Spot((*path, "step"), change["step"], space, part=step, at=len(procedure) + 1)
    for key in ("state_rule", "interrupt"):
        if isinstance(change.get(key), str):
            yield Spot((*path, key), change[key], FUNCTION)
    if isinstance(change.get("renumber"), Mapping):
        for key, new in change["renumber"].items():
            yield Spot((*path, "renumber", key), key, ARTICLE, True)
            yield Spot((*path, "renumber", key), str(new), PAST)
    row = row_of(change)
    for key in ("set", "add", "replace", "before", "after"):
        if row is not None and isinstance(change.get(key), Mapping):
            yield from known(row, change[key], (*path, key))


def row_of(change: Mapping[str, object]) -> object:
    """The declared form of the rows that a change brings; None where it brings none."""
    tables = {**keys_of(DeckTables), **keys_of(Tables)}
    if "step" in change:
        return row_in(keys_of(row_in(tables["procedure"]))["steps"])
    return next((row_in(tables[word]) for word in change if word in tables), None)


def row_in(hint: object) -> object:
    """The row of a table of rows, or of a list of them."""
    kind, _ = bare(hint)
    return next(iter(get_args(kind)[::-1]), None)


# --- fixtures, decks, cards and acceptances ------------------------------------------------------------
PAUSED: Final = {"rule": ARTICLE, "step": STEP, "place": STEP}  # in a saved position
FOUND: Final = ("faults", "unsure", "warnings")  # what is expected of a deck
CHANGED: Final = ("changes", "rulings")  # in what was accepted
SAID: Final = ("what", "from", "to")  # of each change


def written(source: Source) -> Iterator[Citation]:
    """Every article and step of a fixture, of a deck or of a file of cards."""
    for spot in (*ruled(source.data), *expected(source.data), *printed(source.data)):
        yield from value_at(source, spot.path, spot.part or spot.text, spot.space, spot.at)


def ruled(data: Mapping[str, Any]) -> Iterator[Spot]:
    """The citations in the head of a fixture: articles, steps, claims of its script, its saved position."""
    for at, text in listed(data, "articles"):
        yield Spot(("articles", at), text, ARTICLE)
    for at, text in listed(data, "script"):
        line = parse_line(text)
        if not isinstance(line, str) and line.rule:
            yield Spot(("script", at), text, ARTICLE, part=line.rule, at=text.rindex(line.rule))
    start = data.get("at")
    yield from stepped(("at",), start)
    yield from stepped(("until",), data.get("until"))
    if isinstance(start, Mapping):
        yield from stepped(("at", "step"), start.get("step"))
    yield from paused(data.get("pause"), ("pause",))


def stepped(path: KeyPath, value: object) -> Iterator[Spot]:
    """The name of a step."""
    if isinstance(value, str):
        yield Spot(path, value, STEP)


def listed(data: object, key: str) -> list[tuple[int, str]]:
    """The texts of a list, with their indices."""
    rows = data.get(key) if isinstance(data, Mapping) else None
    values = rows if isinstance(rows, list) else []
    return [(at, text) for at, text in enumerate(values) if isinstance(text, str)]


def paused(value: object, path: KeyPath, space: str = LOOSE) -> Iterator[Spot]:
    """Every text of a saved position; its keys say which are articles and steps."""
    if isinstance(value, str):
        yield Spot(path, value, space)
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from paused(part, (*path, at), space)
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from paused(part, (*path, key), PAUSED.get(key, LOOSE))


def expected(data: Mapping[str, Any]) -> Iterator[Spot]:
    """The citations in the facts: lines of `order` begin with articles, faults of a deck name theirs."""
    expect = data.get("expect")
    for at, line in listed(expect, "order"):
        for rule in line.split()[:1]:
            yield Spot(("expect", "order", at), line, ARTICLE, part=rule, at=line.index(rule))
    for kind in FOUND:
        rows = expect.get(kind) if isinstance(expect, Mapping) else None
        for at, row in enumerate(rows if isinstance(rows, list) else ()):
            yield from faulty(("expect", kind, at), row)


def faulty(path: KeyPath, row: object) -> Iterator[Spot]:
    """One fault that is expected of a deck."""
    if isinstance(row, Mapping) and isinstance(row.get("article"), str):
        yield Spot((*path, "article"), row["article"], ARTICLE)
    for at, article in listed(row, "articles"):
        yield Spot((*path, "articles", at), article, ARTICLE)


def printed(data: Mapping[str, Any]) -> Iterator[Spot]:
    """The citations in card texts, and in what holds on a board already."""
    for key in ("cards", "A", "B"):
        yield from (spot for spot in worded(data.get(key), (key,)) if spot.space in (ARTICLE, STEP))


def accepted(source: Source, game: str) -> Iterator[Citation]:
    """The citations of a game's acceptances, and of the changes in them."""
    for at, row in enumerate(rows_in(source.data, "accepted")):
        if row.get("game") != game:
            continue
        path: KeyPath = ("accepted", at)
        if isinstance(row.get("article"), str):
            yield from value_at(source, (*path, "article"), row["article"], ARTICLE)
        for key in CHANGED:
            for n, change in enumerate(rows_in(row, key)):
                keys = (name for name in SAID if isinstance(change.get(name), str))
                yield from (word for name in keys for word in words_at(source, (*path, key, n, name), LOOSE))


def rows_in(data: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    """The tables of a list; an empty one for each element that is none."""
    rows = data.get(key)
    return [row if isinstance(row, Mapping) else {} for row in rows] if isinstance(rows, list) else []


# --- traces --------------------------------------------------------------------------------------------
DECIDES: Final = "decides "
HEAD: Final = re.compile(r" *(\S+) (\S+)")
ANSWER: Final = re.compile(r"answer (?:yes|no) (\S+) (?:.* by\*? (\S+)$)?")
RESULT: Final = re.compile(r"result \S+ (\S+)$")
REFUSED: Final = re.compile(r" by ([^\s,\]]+)(?=[,\]])")
VALUE: Final = re.compile(r"([\w-]+)=|[^\s\[\]{},=+\"]+")
OFFERS: Final = ("offer", "locked")
SPACES_OF_TRACES: Final[Mapping[str, str]] = {
    "step": STEP,
    **dict.fromkeys(("article", "usual", "way", "also", "rule"), ARTICLE),
}


def traced(text: str) -> Iterator[Citation]:
    """Every article and step of a trace, and every word that may be one."""
    at, heading = 0, True
    for line in text.split("\n"):
        bare = line.rstrip("\r")
        heading = heading and bool(bare)
        for citation in headed(bare) if heading else recorded(bare):
            yield citation._replace(start=at + citation.start, end=at + citation.end)
        at += len(line) + 1


def headed(line: str) -> Iterator[Citation]:
    """The citations in a row on top of a trace."""
    if line.startswith(DECIDES):
        for match in re.finditer(r"\S+", line[len(DECIDES) :]):
            yield Citation(len(DECIDES) + match.start(), len(DECIDES) + match.end(), match[0])
        return
    parsed = ANSWER.match(line) or RESULT.match(line)
    if parsed is not None:
        groups = range(1, len(parsed.groups()) + 1)
        yield from (Citation(*parsed.span(group), parsed[group]) for group in groups if parsed[group])


def recorded(line: str) -> Iterator[Citation]:
    """The citations in a record: its article, those of refusals, and its values."""
    head = HEAD.match(line)
    if head is None:
        return
    yield Citation(head.start(1), head.end(1), head[1])
    if head[2] not in OFFERS:
        yield from valued(line, head.end(2))
        return
    for match in REFUSED.finditer(line, head.end(2)):
        for rule in re.finditer(r"[^+]+", match[1]):
            yield Citation(match.start(1) + rule.start(), match.start(1) + rule.end(), rule[0])


def valued(line: str, start: int) -> Iterator[Citation]:
    """The citations in the values of a record."""
    space = LOOSE
    for match in VALUE.finditer(line, start):
        if match[1]:
            space = SPACES_OF_TRACES.get(match[1], LOOSE)
        else:
            yield Citation(match.start(), match.end(), match[0], space)


def renumbered_trace(text: str, numbers: Numbers) -> str:
    """A trace with the new ids; the articles that decide are sorted again."""
    return "\n".join(map(in_order, rewritten(text, traced(text), numbers).split("\n")))


def in_order(line: str) -> str:
    """The row of articles that decide, sorted."""
    if not line.startswith(DECIDES):
        return line
    bare = line.rstrip("\r")
    return DECIDES + " ".join(sorted(bare[len(DECIDES) :].split())) + line[len(bare) :]
