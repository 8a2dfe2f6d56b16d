"""One card as a source describes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple, Protocol

from judge.text.plain import Plain

TRANSLATIONS: Final = "translations"  # in a card's data: its names in other languages, by language


class Card(NamedTuple):
    """What a source says of a card.

    `data` holds the attributes that the rulebook's `cards.toml` names, `name` among them where it is known.
    An attribute that is not there is unknown, not empty. `keywords` are those that the card surely has;
    `mentions` those that its source only found in its text, so that it may have them or only speak of them.
    """

    id: str  # the number or passcode, as its source writes it
    data: Mapping[str, Plain] = {}

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
    """Where cards are looked up: a catalogue on disk, or cards at hand."""

    def find(self, id: str, name: str = "") -> Card | None:
        """The card with this number, whatever its zero padding and reprint; by its name when `id` is ""."""

    def named(self, name: str) -> list[Card]:
        """Every card of this name, by number."""

    def names(self) -> Iterable[str]:
        """Every number and name, for the nearest one to a slip."""

    def __iter__(self) -> Iterator[Card]: ...


def as_list(value: object) -> list[Plain]:
    """One or several as a list."""
    return list(value) if isinstance(value, (list, tuple)) else [value]
