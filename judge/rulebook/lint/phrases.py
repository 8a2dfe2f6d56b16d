"""Phrases of a game: compares them with those that all games share. A note of the engine has the same values
in every game, so a game's own phrase for it can use no others.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from string import Formatter
from typing import Final

from judge.engine.layout.slots import SLOT
from judge.rulebook.lint.translations import strangers
from judge.tables.references import Fault
from judge.text.plain import Fields
from judge.text.source import Source

NOTES = "note"
EVENTS = "event"
POINTS = "point"
EVENT_VALUES = frozenset({
    "a_card", "active", "at", "attr", "card", "cards", "counter", "counts", "effect", "ended", "face",
    "from", "host", "loser", "marks", "master", "mode", "moment", "n", "name", "now", "now_score", "on",
    "onto", "outcome", "owner", "print", "score", "seat", "shifts", "signed", "stance", "target", "to",
    "under", "until", "value", "what", "whom", "zone",
})  # fmt: skip
SHARED = Path(__file__).parent.parent.parent / "speech" / "phrases"  # read as data: nothing here speaks


_VALUE: Final = re.compile(r"[A-Za-z_]\w*")

Faults = Iterator[Fault]


def of_phrases(source: Source, tables: Fields) -> Faults:
    """The faults of a game's phrases: values that cannot be filled in, or that the engine's note or an event
    does not have; and words for points that do not exist.
    """
    wrong = list(of_values(source))
    yield from wrong
    if wrong:
        return
    yield from of_notes(source)
    yield from strangers((POINTS,), source.data.get(POINTS, {}), tables.get(POINTS, {}), POINTS)
    known = EVENT_VALUES | set(states(tables))
    for key, text in source.data.get(EVENTS, {}).items():
        for name in sorted(filled_in(text) - known):
            near = get_close_matches(name, sorted(known), 3)
            told = {"found": f"{{{name}}}", "expected": ", ".join(near) or "a value of events"}
            yield (EVENTS, key), f"an event has no value {name!r}", told


def of_values(source: Source) -> Faults:
    """The braces in phrases that hold no plain name: a phrase fills in values and cannot look into them."""
    for section, rows in source.data.items():
        for key, text in rows.items():
            told = {"found": text[:60], "expected": "{name} for a value, {{ and }} for braces"}
            try:
                parts = list(Formatter().parse(text))
            except ValueError:
                yield (section, key), "the braces of this phrase do not fit together", told
                continue
            for _, name, spec, conversion in parts:
                if name is not None and (not _VALUE.fullmatch(name) or spec or conversion):
                    yield (section, key), f"a phrase fills in a value by its name alone, not {name!r}", told


def states(tables: Fields) -> Iterator[str]:
    """The marks of a rulebook that have several states, which an event tells."""
    yield from (key for key, values in tables.get("mark", {}).items() if isinstance(values, list))
    if any("slots" in row for row in tables.get("zone", {}).values()):
        yield SLOT


def of_notes(source: Source) -> Faults:
    """The values that the engine's note does not have."""
    path = SHARED / f"{Path(source.file).stem.partition('.')[2]}.toml"
    shared = tomllib.loads(path.read_text(encoding="utf-8"))[NOTES] if path.is_file() else {}
    for key, text in source.data.get(NOTES, {}).items():
        extra = filled_in(text) - filled_in(shared[key]) if key in shared else set()
        for name in sorted(extra):
            told = {"found": f"{{{name}}}", "expected": ", ".join(sorted(filled_in(shared[key])))}
            yield (NOTES, key), f"the note {key!r} of the engine has no value {name!r}", told


def filled_in(text: str) -> set[str]:
    """The names of the values that a phrase fills in."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}
