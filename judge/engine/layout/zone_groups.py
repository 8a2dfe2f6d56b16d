"""Words for several zones: spelt out in what is written of a card and in a rulebook, so that nothing that
plays meets one.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.text.plain import Fields, Json

SAID = ("zone", "from", "to")  # under which a group may stand


def groups_of(tables: Fields) -> dict[str, list[str]]:
    """By word for several zones, those that it means."""
    return {name: list(row["zones"]) for name, row in tables["zone_group"].items()}


def grouped(data: object, groups: Mapping[str, list[str]]) -> Json:
    """What is written, with every group of zones spelt out."""
    if isinstance(data, dict):
        return {
            key: spelt(one, groups) if key in SAID and isinstance(one, (str, list)) else grouped(one, groups)
            for key, one in data.items()
        }
    return [grouped(one, groups) for one in data] if isinstance(data, list) else data


def spelt(zones: str | list[object], groups: Mapping[str, list[str]]) -> str | list[Json]:
    """A zone, or several in whose list a group has its zones stand."""
    if isinstance(zones, str):
        return groups.get(zones, zones)
    found: list[object] = []
    for one in zones:
        found += groups.get(one, [one]) if isinstance(one, str) else [grouped(one, groups)]
    return found
