"""Checked tables with their defaults filled in, as plain data."""

from __future__ import annotations

from pathlib import Path

from judge.engine.layout.zone_groups import grouped, groups_of
from judge.rulebook.lint import BESIDE
from judge.rulebook.lint.sheets import read_sheets
from judge.rulebook.shelf import overlays_of
from judge.tables.check import filled
from judge.tables.overlays import Version
from judge.tables.rulebook import Tables
from judge.text.plain import Plain
from judge.text.source import read_source

KEPT = ("deck", "cards", "editions")  # of what stands beside the tables


def filled_tables(folder: str, overlays: tuple[str, ...]) -> dict[str, Plain]:
    """All tables of a rulebook without a fault, by the fields of `Checked`; groups of zones are spelt out."""
    found: dict[str, Plain] = {"tables": filled(Tables, read_sheets(folder, []).tables)}
    found["versions"] = {name: changes(path) for name, path in overlays_of(folder).items()}
    found["overlays"] = [change for path in overlays for change in changes(Path(path))]
    groups = groups_of(found["tables"])
    if groups:
        zones = found["tables"]["zone_group"]
        found = grouped(found, groups)
        found["tables"]["zone_group"] = zones
    for name in KEPT:
        path = Path(folder, f"{name}.toml")
        found[name] = filled(BESIDE[name], read_source(path).data) if path.is_file() else None
    for row in (found["editions"] or {}).get("edition", ()):
        row["since"] = {series: day.isoformat() for series, day in row["since"].items()}
    return found


def changes(path: Path) -> list[object]:
    """The changes of one overlay."""
    return list(filled(Version, read_source(path).data)["change"])
