"""Zone groups: words for several zones. They are replaced by their zones in cards and rulebooks, so that the
engine meets none.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.text.plain import Fields, Json

SAID = ("zone", "from", "to")  # under which a group may stand


def groups_of(tables: Fields) -> dict[str, list[str]]:
    """The zones of each word for several zones."""
    return {name: list(row["zones"]) for name, row in tables["zone_group"].items()}


def grouped(data: object, groups: Mapping[str, list[str]]) -> Json:
    """Written data with every group replaced by its zones."""
    if isinstance(data, dict):
        return {
            key: spelt(value, groups)
            if key in SAID and isinstance(value, (str, list))
            else grouped(value, groups)
            for key, value in data.items()
        }
    return [grouped(element, groups) for element in data] if isinstance(data, list) else data


def spelt(zones: str | list[object], groups: Mapping[str, list[str]]) -> str | list[Json]:
    """A zone, or a list of zones in which every group is replaced by its zones."""
    if isinstance(zones, str):
        return groups.get(zones, zones)
    names: list[object] = []
    for zone in zones:
        names += groups.get(zone, [zone]) if isinstance(zone, str) else [grouped(zone, groups)]
    return names
