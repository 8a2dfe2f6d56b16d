"""The card that somebody may have meant: the number or name most like what was written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final
from weakref import WeakKeyDictionary

from judge.cards.card import Cards
from judge.text.folded_words import fold

_ALIKE: Final = 0.6  # less alike is another name
_MOVED: Final = 0.05  # so much less alike is a name whose words stand in another order
_BEST: Final = 20  # names that share the most pairs of letters; the true comparison is made among these


class Pairs:
    """Names by the pairs of letters in them, so that thirteen thousand are compared at once."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = sorted(set(names))
        self._holders: dict[str, list[int]] = {}
        self._counts: list[int] = []
        for at, name in enumerate(self.names):
            pairs = _pairs(name)
            self._counts.append(len(pairs))
            for pair in pairs:
                self._holders.setdefault(pair, []).append(at)

    def best(self, wanted: str) -> list[str]:
        """The names that share the most pairs with `wanted`, for their length."""
        pairs = _pairs(wanted)
        shared: Counter[int] = Counter()
        for pair in pairs:
            shared.update(self._holders.get(pair, ()))
        size = len(pairs)
        ranked = sorted(shared, key=lambda at: (-shared[at] / (size + self._counts[at]), at))
        return [self.names[at] for at in ranked[:_BEST]]


def _pairs(text: str) -> set[str]:
    plain = f" {fold(text)} "
    return {plain[at : at + 2] for at in range(len(plain) - 1)}


_KEPT: Final[WeakKeyDictionary[Cards, Pairs]] = WeakKeyDictionary()


def nearest_card(cards: Cards, wanted: str) -> str:
    """The number or name most like `wanted`; "" when none comes close.

    Of a name that several cards have, the first number: the name itself would say nothing new.
    """
    same = _exact(cards, wanted)
    if same:
        return same
    if cards not in _KEPT:
        _KEPT[cards] = Pairs(cards.names())
    return _nearest(wanted, _KEPT[cards].best(wanted))


def _nearest(wanted: str, names: Iterable[str]) -> str:
    """The name most like `wanted`; one that has its words in another order comes after one that has them in
    place.
    """
    from difflib import SequenceMatcher

    found, score = "", _ALIKE
    ordered, sorted_ = fold(wanted), _sorted(wanted)
    for name in names:
        alike = SequenceMatcher(None, fold(name), ordered, autojunk=False).ratio()
        moved = SequenceMatcher(None, _sorted(name), sorted_, autojunk=False).ratio() - _MOVED
        if max(alike, moved) > score:
            found, score = name, max(alike, moved)
    return found


def _sorted(name: str) -> str:
    return " ".join(sorted(re.findall(r"[^\W_]+", fold(name))))


def _exact(cards: Cards, wanted: str) -> str:
    found = cards.named(wanted)
    return found[0].id if found else ""
