"""What registration forms print around a list: their own words, and fields for a player's name."""

from __future__ import annotations

import re
from typing import Final

from judge.decks.formats.draft import Draft, Place
from judge.text.folded_words import fold

# Lines that stand on every sheet, whoever hands it in. None of them has room for a card.
_PRINTED: Final = re.compile(
    r"(?:KDE-[A-Z]{1,3}\s+)?(?:Yu-?Gi-?Oh!?\s+)?(?:TCG|OCG|Trading Card Game)\s+Deck\s+List"
    r"|(?:for\s+)?judge\s+use\s+only:?"
    r"|(?:deck\s+check(?:ed)?(?:\s+by)?|initials?|infractions?|(?:judge|player)(?:'s)?\s+(?:initials?|signature)"
    r"|signature)\s*:[\s_.]*"
    r"|country(?:\s+of\s+residency)?\s*:(?:\s*[^\W\d]+){0,4}"
    r"|(?:qty|quantity|card\s+name)\.?(?:\s+(?:qty|quantity|card\s+name)\.?)*",
    re.IGNORECASE,
)
_NAMES: Final = {
    "first & middle name(s)": 0, "first name": 0, "first name(s)": 0, "given name": 0,
    "prenom": 0, "vorname": 0,
    "last name": 1, "last name(s)": 1, "family name": 1, "surname": 1, "nom de famille": 1, "nachname": 1,
}  # fmt: skip


def is_printed(text: str) -> bool:
    """Whether a line is one that a form has before anybody has filled it in."""
    return len(text) <= 100 and _PRINTED.fullmatch(text) is not None


class Names:
    """The name of a player, its first and its last words each in a field of their own."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.parts: dict[int, tuple[str, Place]] = {}

    def read(self, key: str, said: str, place: Place) -> bool:
        """Reads a field; False when it is none of a name."""
        part = _NAMES.get(fold(key))
        if part is None:
            return False
        if said and self.parts.setdefault(part, (said, place))[0] != said:
            self.draft.tell("player", self.whole(), self.parts[part][1])
            self.draft.tell("player", said, place)
        return True

    def finish(self) -> None:
        """Puts the name together."""
        if self.parts and "player" not in self.draft.about:
            self.draft.tell("player", self.whole(), min(place for _, place in self.parts.values()))

    def other(self, key: str, said: str) -> bool:
        """Whether a field holds another name than the one that was filled in."""
        part = _NAMES.get(fold(key))
        return bool(said) and part in self.parts and self.parts[part][0] != said

    def whole(self) -> str:
        """The name, its first words first."""
        return " ".join(self.parts[part][0] for part in sorted(self.parts))
