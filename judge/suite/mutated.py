"""A rulebook with a fault in it, in memory: what its files say is not touched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

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
from judge.suite.mutants import Mutant, Place
from judge.tables.check import filled
from judge.tables.references import Known
from judge.tables.rulebook import Tables
from judge.text.plain import Plain

Opened = tuple[str, tuple[tuple[str, str], ...]]  # a version, and the readings taken


class Endless(Exception):
    """More steps than a ruling may take."""


class Steps:
    """Counts the steps of a ruling against a limit."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.done = 0

    def counted(self, function: Callable[..., Plain]) -> Callable[..., Plain]:
        """A step's function that counts. Raises Endless when there are too many."""

        def run(view: Plain, v: Plain) -> Plain:
            self.done += 1
            if self.done > self.limit:
                raise Endless
            return function(view, v)

        return run


class Original(NamedTuple):
    """A rulebook as its files have it, with what is needed to make its mutants."""

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
        """Its tables with a fault in them. Raises BadInput where its door would refuse them."""
        tables = dict(self.sheets.tables)
        for place, value in mutant.edits:
            tables = put(tables, place, value)
        faults = [self.sheets.problem(*one) for one in of_tables(tables, self.known)]
        if faults:
            raise BadInput(faults)
        found = filled(Tables, tables)
        for one in possibilities(found):
            one["change"] = [whole(change) for change in one["change"]]
        groups = groups_of(found)
        if groups:
            kept = found["zone_group"]
            found = {**grouped(found, groups), "zone_group": kept}
        return self.checked._replace(tables=found)

    def book(self, checked: Checked, opened: Opened, steps: Steps) -> Book:
        """A rulebook of such tables, in a version under readings, every step of which is counted.

        Raises BadInput for what cannot be bound.
        """
        book = book_of(checked, self.folder, *opened, self.overlays, self.modules)
        for name, one in book.procedures.items():
            book.procedures[name] = counting(one, steps)
        return book


def counting(procedure: Procedure, steps: Steps) -> Procedure:
    """A procedure whose steps are counted. One that opens a window stays what it is, as boards are made by
    that; the window itself is a step that counts.
    """

    def count(step: Step) -> Step:
        return step if step.function is window else step._replace(function=steps.counted(step.function))

    return procedure._replace(steps=tuple(map(count, procedure.steps)))


def put(tables: Plain, place: Place, value: Plain) -> Plain:
    """The tables with another value at a place; only what leads there is copied."""
    if not place:
        return value
    first, *rest = place
    if isinstance(tables, Mapping):
        return {**tables, first: put(tables.get(first), tuple(rest), value)}
    return [put(one, tuple(rest), value) if at == first else one for at, one in enumerate(tables)]
