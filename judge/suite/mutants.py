"""Mutants: small faults put into the tables of a rulebook on purpose, and the rulebook with one of them.

A step is dropped, or changes places with the next; a comparison or a switch is turned round; a window is
never opened; a number is one greater. What a mutant is called stays when the file changes elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Final

from judge.engine.kernel.book import Book, Procedure, Step
from judge.engine.layout.zone_groups import grouped, groups_of
from judge.engine.mechanisms.steps import window
from judge.errors import BadInput
from judge.rulebook.checked import Checked, load_checked
from judge.rulebook.lint import beside_tables, of_tables
from judge.rulebook.lint.names import names_of
from judge.rulebook.lint.sheets import Sheets, read_all, read_sheets
from judge.rulebook.lint.unfilled import possibilities, whole
from judge.rulebook.load import book_of
from judge.rulebook.versions import step_id
from judge.tables.check import filled
from judge.tables.references import Known
from judge.tables.rulebook import Tables
from judge.text.plain import Fields, Json
from judge.text.rows import NamedTuple

Place = tuple[str | int, ...]
KINDS: Final = ("drop step", "swap steps", "drop window", "comparison", "switch", "number")
APART: Final = ("citations.toml", "readings.toml")  # what stands behind articles, and what else may be meant
# Tables and keys that say nothing of how games go, but how they are told, called and written down.
UNPLAYED: Final = frozenset((
    "behind", "title", "why", "says", "question", "phrases", "playable", "fixture_defaults", "fixture_marks",
    "summary", "told", "plain_windows", "together", "point", "notation",
))  # fmt: skip
OTHER_WAY: Final = {"min": "max", "max": "min", "at_least": "at_most", "at_most": "at_least"}


class Mutant(NamedTuple):
    """A mutant: its kind, its place, what is changed, the articles there, and the new values by place."""

    kind: str
    where: str
    number: int  # of those of its kind there
    change: str
    file: str
    line: int
    column: int
    articles: tuple[str, ...]
    edits: tuple[tuple[Place, Json], ...]

    @property
    def name(self) -> str:
        """Its name: `drop step procedure.battle.7-1-2`."""
        return f"{self.kind} {self.where}" + (f" #{self.number}" if self.number > 1 else "")


class Fault(NamedTuple):
    """A mutant before its articles are known: its kind, its place, what is changed, and the new values."""

    kind: str
    place: Place
    where: str
    change: str
    edits: tuple[tuple[Place, Json], ...]


def mutants(sheets: Sheets) -> tuple[Mutant, ...]:
    """Every mutant of a rulebook's tables, in the order of its files."""
    counts: Counter[tuple[str, str]] = Counter()
    made: list[Mutant] = []
    for fault in every(played(sheets)):
        counts[fault.kind, fault.where] += 1
        source = sheets.sources[str(fault.place[0])]
        line, column = source.position(fault.place)
        articles = articles_of(sheets.tables, fault)
        number = counts[fault.kind, fault.where]
        made.append(
            Mutant(
                fault.kind,
                fault.where,
                number,
                fault.change,
                source.file,
                line,
                column,
                articles,
                fault.edits,
            )
        )
    return tuple(made)


def sampled(given: Sequence[Mutant], limit: int, seed: str) -> tuple[Mutant, ...]:
    """Picks at most `limit` mutants, the same for the same seed, in their order; a limit of 0 keeps all."""
    if not limit:
        return tuple(given)
    texts = [f"{seed} {mutant.name}".encode("utf-8", "surrogateescape") for mutant in given]
    mixed = sorted(range(len(given)), key=lambda at: sha256(texts[at]).digest())
    return tuple(given[at] for at in sorted(mixed[:limit]))


def played(sheets: Sheets) -> dict[str, Json]:
    """The tables by which games are played."""
    return {
        name: value
        for name, value in sheets.tables.items()
        if name not in UNPLAYED and Path(sheets.sources[name].file).name not in APART
    }


def every(tables: Fields) -> Iterator[Fault]:
    """Every fault of these tables, table by table."""
    for name, value in tables.items():
        if name == "procedure":
            for procedure, row in value.items():
                yield from of_steps(procedure, row["steps"])
        if name == "window":
            for window in value:
                yield from without_window(window, tables)
        for place, inner in leaves(value, (name,)):
            yield from of_leaf(place, inner)


def of_steps(procedure: str, steps: Sequence[Fields]) -> Iterator[Fault]:
    """Each step of a procedure missing, and each two neighbours swapped."""
    at = ("procedure", procedure, "steps")
    for n, step in enumerate(steps):
        where = f"procedure.{procedure}.{step_id(step)}"
        left = [*steps[:n], *steps[n + 1 :]]
        yield Fault("drop step", (*at, n), where, f"step {step_id(step)} is missing", ((at, left),))
    for n, (first, other) in enumerate(pairwise(steps)):
        where = f"procedure.{procedure}.{step_id(first)}"
        turned = [*steps[:n], other, first, *steps[n + 2 :]]
        change = f"step {step_id(other)} comes before {step_id(first)}"
        yield Fault("swap steps", (*at, n), where, change, ((at, turned),))


def without_window(window: str, tables: Fields) -> Iterator[Fault]:
    """A window that no step opens any more; one that no step opens anyway offers nothing instead."""
    edits: list[tuple[Place, Json]] = []
    for procedure, row in tables.get("procedure", {}).items():
        left = [step for step in row["steps"] if not opens(step, window)]
        if len(left) < len(row["steps"]):
            edits.append((("procedure", procedure, "steps"), left))
    change = "no step opens it" if edits else "it offers nothing"
    edits = edits or [(("window", window, "offers"), [])]
    yield Fault("drop window", ("window", window), f"window.{window}", change, tuple(edits))


def opens(step: Fields, window: str) -> bool:
    """Does a step open this window?"""
    return bool(step.get("do") == "window" and step.get("name") == window)


def leaves(value: Json, place: Place) -> Iterator[tuple[Place, Json]]:
    """Every table, switch and number below a place that is about how games go."""
    if isinstance(value, Mapping):
        yield place, value
        for key, part in value.items():
            if key not in UNPLAYED:
                yield from leaves(part, (*place, key))
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from leaves(part, (*place, at))
    elif isinstance(value, int):
        yield place, value


def of_leaf(place: Place, value: Json) -> Iterator[Fault]:
    """The faults at one place: a small thing wrong."""
    where = named(place)
    key = where.rpartition(".")[2]
    if isinstance(value, bool):
        turned = str(not value).lower()
        yield Fault("switch", place, where, f"{key} = {turned}", ((place, not value),))
    elif isinstance(value, int):
        yield Fault("number", place, where, f"{key} = {value + 1}, not {value}", ((place, value + 1),))
    elif isinstance(value, Mapping):
        yield from compared(place, where, value)


def compared(place: Place, where: str, value: Fields) -> Iterator[Fault]:
    """A comparison turned round, and a condition without its `not`."""
    for key, other in OTHER_WAY.items():
        if key in value and other not in value and (key.startswith("at_") or isinstance(value[key], Mapping)):
            new = {other if name == key else name: inner for name, inner in value.items()}
            yield Fault("comparison", (*place, key), where, f"{other}, not {key}", ((place, new),))
    if value.keys() == {"not"} and isinstance(value["not"], Mapping) and len(place) > 1:
        yield Fault("comparison", place, where, "without its not", ((place, value["not"]),))


def named(place: Place) -> str:
    """A place by its keys, without indices."""
    return ".".join(key for key in place if isinstance(key, str))


def articles_of(tables: Fields, fault: Fault) -> tuple[str, ...]:
    """The articles that a fault is about: the nearest around it, both of two steps that are swapped, and
    those of the readings that change a literal.
    """
    articles = articles_at(tables, fault.place)
    if fault.kind == "swap steps":
        *steps, at = fault.place
        articles += articles_at(tables, (*steps, int(at) + 1))
    if fault.place[0] == "param":
        articles += tuple(
            article for row in changing(tables, str(fault.place[1])) for article in row["articles"]
        )
    return tuple(dict.fromkeys(articles))


def changing(tables: Fields, param: str) -> Iterator[Fields]:
    """The readings with a possibility that sets a literal."""
    for row in tables.get("reading", {}).values():
        changes = (entry for value in row["value"].values() for entry in value.get("change", ()))
        if any(change.get("param") == param for change in changes):
            yield row


def articles_at(tables: Fields, place: Place) -> tuple[str, ...]:
    """The articles nearest around a place: the rule of a row, or all that it cites."""
    rows: list[Json] = [tables]
    for part in place:
        inner = rows[-1]
        if isinstance(inner, Mapping) and part not in inner:
            break
        rows.append(inner[part])
    for row in reversed(rows[1:]):
        articles = tuple(dict.fromkeys(cited(row))) if isinstance(row, Mapping) else ()
        if articles:
            return articles
    return ()


def cited(row: Fields) -> Iterator[str]:
    """The articles that a row names itself."""
    if isinstance(row.get("rule"), str):
        yield row["rule"]
    cites = row.get("cites")
    yield from (str(article) for article in strings(cites))


def strings(value: Json) -> Iterable[Json]:
    """The texts of a list or a table of them."""
    if isinstance(value, Mapping):
        return [text for text in value.values() if isinstance(text, str)]
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else ()


# --- playing a rulebook with a fault -------------------------------------------------------------------
Opened = tuple[str, tuple[tuple[str, str], ...]]  # a version, and the readings taken


class Endless(Exception):
    """A ruling took more steps than it may."""


class Steps:
    """Counts the steps of a ruling against a limit."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.done = 0

    def counted(self, function: Callable[..., Json]) -> Callable[..., Json]:
        """The function of a step, made to count. Raises Endless where there are too many steps."""

        def run(view: Json, v: Json) -> Json:
            self.done += 1
            if self.done > self.limit:
                raise Endless
            return function(view, v)

        return run


class Original(NamedTuple):
    """A rulebook as its files have it, with what is needed to make mutants of it."""

    folder: str
    overlays: tuple[str, ...]
    modules: tuple[str, ...]
    sheets: Sheets
    checked: Checked
    known: Known

    @classmethod
    def of(cls, folder: str, overlays: tuple[str, ...] = (), modules: tuple[str, ...] = ()) -> Original:
        """The rulebook of a folder. Raises BadInput with every fault of it."""
        checked = load_checked(folder, overlays, modules)
        sheets = read_sheets(folder, [])
        known = names_of(sheets, read_all(beside_tables(folder), []), [], modules)
        return cls(folder, overlays, modules, sheets, checked, known)

    def changed(self, mutant: Mutant) -> Checked:
        """Its tables with a fault in them. Raises BadInput where they would be refused when loaded."""
        tables = dict(self.sheets.tables)
        for place, value in mutant.edits:
            tables = put(tables, place, value)
        faults = [self.sheets.problem(*table) for table in of_tables(tables, self.known)]
        if faults:
            raise BadInput(faults)
        complete = filled(Tables, tables)
        for possibility in possibilities(complete):
            possibility["change"] = [whole(change) for change in possibility["change"]]
        groups = groups_of(complete)
        if groups:
            kept = complete["zone_group"]
            complete = {**grouped(complete, groups), "zone_group": kept}
        return self.checked._replace(tables=complete)

    def book(self, checked: Checked, opened: Opened, steps: Steps) -> Book:
        """The rulebook of such tables, in a version under readings, its steps counted. Raises BadInput for
        what cannot be bound.
        """
        book = book_of(checked, self.folder, *opened, self.overlays, self.modules)
        for name, procedure in book.procedures.items():
            book.procedures[name] = counting(procedure, steps)
        return book


def counting(procedure: Procedure, steps: Steps) -> Procedure:
    """A procedure whose steps are counted when they run. The step that opens a window is not wrapped,
    because boards are made from it.
    """

    def count(step: Step) -> Step:
        return step if step.function is window else step._replace(function=steps.counted(step.function))

    return procedure._replace(steps=tuple(map(count, procedure.steps)))


def put(tables: Json, place: Place, value: Json) -> Json:
    """The tables with another value at a place; only the path to it is copied."""
    if not place:
        return value
    first, *rest = place
    if isinstance(tables, Mapping):
        return {**tables, first: put(tables.get(first), tuple(rest), value)}
    return [put(part, tuple(rest), value) if at == first else part for at, part in enumerate(tables)]
