"""Needed values: what a procedure has to be told by a fixture that starts inside it."""

from __future__ import annotations

import re
from typing import Final

from judge.text.rows import NamedTuple

KIND: Final = re.compile(
    r"int|seat|(?P<kind>card|ability)(?: of (?P<whose>[^\s?]+)(?: in (?P<zones>[^\s?]+(?: or [^\s?]+)*))?)?"
)


class Need(NamedTuple):
    """One needed value, as a rulebook writes it: `int`, `seat?`, `card of active in leader or battle`."""

    text: str
    kind: str  # int, seat, card, ability
    whose: str  # the word for the players whose card it may be
    zones: tuple[str, ...]  # where the card may lie; anywhere if none
    optional: bool

    @classmethod
    def of(cls, text: str) -> Need | None:
        """The needed value that a rulebook writes; None where it is no such kind of value."""
        said = text.removesuffix("?")
        found = KIND.fullmatch(said)
        if found is None:
            return None
        zones = tuple(found["zones"].split(" or ")) if found["zones"] else ()
        return cls(said, found["kind"] or said, found["whose"] or "any", zones, said != text)
