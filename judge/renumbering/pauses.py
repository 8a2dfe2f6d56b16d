"""Saved pauses of a rulebook that is renumbered: they are of the same rules under other numbers."""

from __future__ import annotations

from judge.pauses.origin import SAVED, position_key
from judge.text.edits import replaced
from judge.text.source import Source, parse_source


def resaved(before: Source, text: str, was: str, now: str) -> str:
    """The text of a fixture with new ids; a pause that was saved by the rules `was` is now one of `now`. One
    that was changed by hand since stays one that was.
    """
    pause = before.data.get("pause")
    saved = pause.get(SAVED) if isinstance(pause, dict) else None
    if not isinstance(saved, dict) or saved.get("rulebook") != was:
        return text
    source = replaced(parse_source(text, before.file), ("pause", SAVED, "rulebook"), now)
    if saved.get("position") == position_key(before.data):
        source = replaced(source, ("pause", SAVED, "position"), position_key(source.data))
    return source.text
