"""Cards as a source describes them, the protocol by which they are looked up, and card numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Protocol

from judge.text.folded_words import fold
from judge.text.numbers import CARD_NUMBER
from judge.text.plain import Json
from judge.text.rows import NamedTuple

# --- card numbers, which may be written in several ways ------------------------------------------------
_DASHES: Final = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-")
NO_NUMBER: Final = "(?!)"


class Numbering:
    """How one game writes its numbers: `pattern` is that of its `deck.toml`, "" for a game without numbers.

    The pattern's groups hold the number; the text behind the last group tells its printings apart.
    `one_name` says that cards of one name are one card, so that a name is enough.
    """

    def __init__(self, pattern: str = "", one_name: bool = False) -> None:
        self.pattern = re.compile(pattern or NO_NUMBER, re.IGNORECASE)
        self.one_name = one_name
        self._known: dict[str, tuple[str, str]] = {}

    def split(self, id: str) -> tuple[str, str]:
        """The number, folded, and the suffix of this printing, which is "" for the plain one."""
        parts = self._known.get(id)
        if parts is None:
            parts = self._known[id] = self._split(id)
        return parts

    def _split(self, id: str) -> tuple[str, str]:
        text = id.strip().translate(_DASHES)
        match = self._match(text)
        if match is None:
            return fold(text), ""
        number = "-".join(match.groups(default="")) if self.pattern.groups else match[0]
        return fold(number), fold(text[_end(match) :])

    def base(self, id: str) -> str:
        """The number as it is written, without the suffix of its printing."""
        text = id.strip().translate(_DASHES)
        match = self._match(text)
        return text[: _end(match)] if match else text

    def order(self, id: str) -> tuple[str | int, ...]:
        """A key by which numbers are sorted: BT9 comes before BT10."""
        number, suffix = self.split(id)
        parts = re.split(r"(\d+)", f"{number} {suffix}")
        return tuple(int(part) if at % 2 else part for at, part in enumerate(parts))

    def is_number(self, id: str) -> bool:
        """Whether a text has the form of the game's numbers."""
        return self._match(id.strip().translate(_DASHES)) is not None

    def _match(self, text: str) -> re.Match[str] | None:
        """The match of a text with the pattern; None also for a text too long to be a number."""
        return self.pattern.fullmatch(text) if len(text) <= CARD_NUMBER else None


def _end(match: re.Match[str]) -> int:
    """Where the number ends: behind the last group that has something."""
    return max((match.end(at) for at in range(1, match.re.groups + 1)), default=match.end())


# --- cards ---------------------------------------------------------------------------------------------
TRANSLATIONS: Final = "translations"  # in a card's data: its names in other languages, by language


class Card(NamedTuple):
    """One card, as a source describes it.

    `data` holds the attributes that the rulebook's `cards.toml` names, `name` among them where it is known.
    An attribute that is not there is unknown, not empty. `keywords` are those that the card surely has;
    `mentions` those that its source only found in its text: the card may have them or only speak of them.
    """

    id: str  # the number or passcode, as its source writes it
    data: Mapping[str, Json] = {}

    @property
    def name(self) -> str:
        """The printed name; "" when unknown."""
        names = self.data.get("name", "")
        return names if isinstance(names, str) else next(iter(names), "")


def names_of(card: Card) -> list[str]:
    """All printed names of a card; none when unknown."""
    names = card.data.get("name", ())
    return [names] if isinstance(names, str) else list(names)


def every_name(card: Card) -> list[str]:
    """All names of a card, those in other languages behind the printed ones."""
    return [*names_of(card), *card.data.get(TRANSLATIONS, {}).values()]


def spoken(card: Card, lang: str) -> Card:
    """The card with its name in a language in place of the printed one, where that is known."""
    others = card.data.get(TRANSLATIONS, {})
    if lang not in others:
        return card
    rest = {"": card.name} | {key: name for key, name in others.items() if key != lang}
    return card._replace(data={**card.data, "name": others[lang], TRANSLATIONS: rest})


class Cards(Protocol):
    """A place where cards are looked up: a catalogue on disk, or cards in memory."""

    def find(self, id: str, name: str = "") -> Card | None:
        """The card with this number, whatever its zero padding and reprint; by its name when `id` is ""."""

    def named(self, name: str) -> list[Card]:
        """Every card of this name, by number."""

    def names(self) -> Iterable[str]:
        """Every number and name, for finding the one nearest to a misspelt one."""

    def __iter__(self) -> Iterator[Card]: ...


def as_list(value: object) -> list[Json]:
    """A value as a list: itself where it is one, otherwise a list of it alone."""
    return list(value) if isinstance(value, (list, tuple)) else [value]
