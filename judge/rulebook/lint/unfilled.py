"""Checked tables with their defaults filled in, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from judge.engine.kernel.table import words_asked
from judge.engine.layout.zone_groups import grouped, groups_of
from judge.rulebook.lint import BESIDE
from judge.rulebook.lint.sheets import read_sheets
from judge.rulebook.shelf import overlays_of
from judge.tables.check import filled
from judge.tables.decks import LimitRow
from judge.tables.hints import bare, declared_at
from judge.tables.overlays import WAYS, Version
from judge.tables.play import StateRuleRow
from judge.tables.rulebook import Tables
from judge.text.plain import Fields, Json
from judge.text.source import read_source

KEPT = ("deck", "cards", "editions")  # of what stands beside the tables
LISTED: Final = {"state_rule": StateRuleRow, "limit": LimitRow}  # the forms of rows of a list


def filled_tables(folder: str, overlays: tuple[str, ...]) -> dict[str, Json]:
    """All tables of a rulebook without a fault, by the fields of `Checked`; groups of zones are spelt out."""
    fields: dict[str, Json] = {"tables": filled(Tables, read_sheets(folder, []).tables)}
    fields["versions"] = {name: changes(path) for name, path in overlays_of(folder).items()}
    fields["overlays"] = [change for path in overlays for change in changes(Path(path))]
    for value in possibilities(fields["tables"]):
        value["change"] = [whole(change) for change in value["change"]]
    groups = groups_of(fields["tables"])
    if groups:
        zones = fields["tables"]["zone_group"]
        fields = grouped(fields, groups)
        fields["tables"]["zone_group"] = zones
    fields["asks"] = {name: sorted(words_asked(table)) for name, table in fields["tables"].items()}
    for name in KEPT:
        path = Path(folder, f"{name}.toml")
        fields[name] = filled(BESIDE[name], read_source(path).data) if path.is_file() else None
    for row in (fields["editions"] or {}).get("edition", ()):
        row["change"] = [whole(change) for change in row["change"]]
        row["since"] = {series: day.isoformat() for series, day in row["since"].items()}
    return fields


def changes(path: Path) -> list[object]:
    """The changes of one overlay."""
    return [whole(change) for change in filled(Version, read_source(path).data)["change"]]


def possibilities(tables: Fields) -> Iterator[Json]:
    """Every possibility of every reading."""
    for row in tables["reading"].values():
        yield from row["value"].values()


def whole(change: Fields) -> Fields:
    """A change whose added row has the defaults of its form, as the rows of the tables have theirs; so has a
    row that is to be without a key which has a default.
    """
    kind = next(kind for kind in WAYS if kind in change)
    if kind in LISTED and "add" in change:
        return {**change, "add": filled(LISTED[kind], change["add"])}
    if "unset" not in change:
        return change
    row = declared_at(Tables, (kind, str(change[kind])))
    absent = {key: default_of(row, key) for key in change["unset"]}
    back = {key: default() for key, default in absent.items() if default is not None}
    left = [key for key in absent if key not in back]
    return {**change, "set": back, "unset": left} if back else change


def default_of(form: object, key: str) -> Callable[[], Json] | None:
    """What makes the value that an absent key of a row stands for; None where there is none."""
    _, notes = bare(declared_at(form, (key,)))
    makers = (getattr(note, "default_factory", None) for note in notes)
    return next((maker for maker in makers if maker is not None), None)
