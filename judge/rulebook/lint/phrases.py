"""A game's phrases beside those that all games share: a note that the engine makes has the same values in
every game, so a game that says it in its own words has no others to fill in.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from judge.text.source import Source

NOTES = "note"
SHARED = Path(__file__).parent.parent.parent / "render" / "phrases"  # read as data: nothing here renders


def of_phrases(source: Source) -> Iterator[tuple[tuple[str, str], str, dict[str, str]]]:
    """What is wrong with the notes of a game's phrases: values that the engine's note does not have."""
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
