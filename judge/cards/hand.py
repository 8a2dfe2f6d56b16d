"""Cards at hand, in memory: looked up as the catalogue on disk does it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from judge.cards.card import Card, as_list, every_name
from judge.cards.numbers import Numbering
from judge.text.folded_words import fold


class HandCards:
    """Cards in memory, found by number or name; they can be sent to another process.

    `pattern` is what the game's numbers look like; `one_name`: cards of one name are one card.
    """

    def __init__(self, cards: Iterable[Card], pattern: str = "", one_name: bool = False) -> None:
        self.numbering = Numbering(pattern, one_name)
        self._cards = tuple(cards)
        self._numbers: dict[str, Card] = {}
        self._names: dict[str, list[Card]] = {}
        for card in sorted(self._cards, key=lambda one: self.numbering.order(one.id)):
            self._numbers.setdefault(self.numbering.split(card.id)[0], card)
            for name in every_name(card):
                self._names.setdefault(fold(name), []).append(card)

    def find(self, id: str, name: str = "") -> Card | None:
        """The card with this number, its base printing if there is one; by its name when `id` is ""."""
        if id:
            return self._numbers.get(self.numbering.split(id)[0])
        return one_of(self.named(name), self.numbering)

    def named(self, name: str) -> list[Card]:
        """Every card of this name, by number."""
        return list(self._names.get(fold(name), ()))

    def names(self) -> list[str]:
        """Every number and name, in a fixed order."""
        return list(dict.fromkeys(text for card in self._cards for text in (card.id, *every_name(card))))

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)


def one_of(cards: Sequence[Card], numbering: Numbering) -> Card | None:
    """The card that a name means, of all that have it; None when it could be several.

    Tokens stand back behind cards, other artworks and what only counts as the card behind the card itself.
    """
    for stands_back in (_is_artwork, _is_token, _is_counted):
        cards = [one for one in cards if not stands_back(one)] or cards
    parted = sorted(cards, key=lambda one: numbering.order(one.id))
    numbers = {numbering.split(one.id)[0] for one in parted}
    return parted[0] if len(numbers) == 1 or (parted and numbering.one_name) else None


def _is_artwork(card: Card) -> bool:
    return str(card.data.get("printing", card.id)) != card.id


def _is_token(card: Card) -> bool:
    return any("token" in as_list(card.data.get(key, ())) for key in ("type", "kind"))


def _is_counted(card: Card) -> bool:
    return bool(card.data.get("counts_as") == card.name)
