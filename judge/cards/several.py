"""Several catalogues of one game, such as one for each language: a card is told by any of its names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from judge.cards.card import TRANSLATIONS, Card, Cards, every_name


class SeveralCards:
    """The cards of several catalogues; what a card is like is said by the first that has it."""

    def __init__(self, catalogues: Sequence[Cards]) -> None:
        self.catalogues = tuple(catalogues)
        self._found: dict[str, Card | None] = {}

    def find(self, id: str, name: str = "") -> Card | None:
        """The card with this number, whatever its zero padding and reprint; by its name when `id` is ""."""
        if id:
            if id not in self._found:
                self._found[id] = self._joined([one for cards in self.catalogues if (one := cards.find(id))])
            return self._found[id]
        found = (cards.find("", name) for cards in self.catalogues)
        return next((self.find(one.id) or one for one in found if one is not None), None)

    def named(self, name: str) -> list[Card]:
        """Every card of this name, in whatever language, by number."""
        ids = dict.fromkeys(one.id for cards in self.catalogues for one in cards.named(name))
        return [card for one in ids if (card := self.find(one)) is not None]

    def names(self) -> Iterable[str]:
        """Every number and name, for the nearest one to a slip."""
        return dict.fromkeys(name for cards in self.catalogues for name in cards.names())

    def __iter__(self) -> Iterator[Card]:
        known: set[str] = set()
        for cards in self.catalogues:
            for one in cards:
                if one.id not in known:
                    known.add(one.id)
                    yield one

    def _joined(self, found: Sequence[Card]) -> Card | None:
        if len(found) < 2:
            return found[0] if found else None
        more = dict.fromkeys(name for one in found[1:] for name in every_name(one))
        names = found[0].data.get(TRANSLATIONS, {}) | {f"{at}": name for at, name in enumerate(more)}
        return found[0]._replace(data={**found[0].data, TRANSLATIONS: names})
