"""Card lookup: finds cards in memory by number or name, as the catalogue on disk does; and finds the nearest
number or name to a misspelt one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from judge.cards.card import Card, Cards, Numbering, as_list, every_name
from judge.text.folded_words import fold


class HandCards:
    """Cards in memory, found by number or name; they can be sent to another process. `pattern` is the form
    of the game's numbers; `one_name` says that cards of one name are one card.
    """

    def __init__(self, cards: Iterable[Card], pattern: str = "", one_name: bool = False) -> None:
        self.numbering = Numbering(pattern, one_name)
        self._cards = tuple(cards)
        self._numbers: dict[str, Card] = {}
        self._names: dict[str, list[Card]] = {}
        for card in sorted(self._cards, key=lambda printing: self.numbering.order(printing.id)):
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

    def beginning(self, words: Sequence[str]) -> list[str]:
        """Every name, as names are compared, that begins with the first of some words and has them all."""
        return sorted(
            name for name in self._names if name.startswith(words[0]) and all(map(name.__contains__, words))
        )

    def names(self) -> list[str]:
        """Every number and name, in a fixed order."""
        return list(dict.fromkeys(text for card in self._cards for text in (card.id, *every_name(card))))

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)


def one_of(cards: Sequence[Card], numbering: Numbering) -> Card | None:
    """The card that a name means, of all that have it; None when it could be several.

    Other artworks, tokens, and cards that only count as the card are left out where others have the name too.
    """
    for stands_back in (_is_artwork, _is_token, _is_counted):
        cards = [card for card in cards if not stands_back(card)] or cards
    parted = sorted(cards, key=lambda each_card: numbering.order(each_card.id))
    numbers = {numbering.split(printing.id)[0] for printing in parted}
    return parted[0] if len(numbers) == 1 or (parted and numbering.one_name) else None


def _is_artwork(card: Card) -> bool:
    return str(card.data.get("printing", card.id)) != card.id


def _is_token(card: Card) -> bool:
    return any("token" in as_list(card.data.get(key, ())) for key in ("type", "kind"))


def _is_counted(card: Card) -> bool:
    return bool(card.data.get("counts_as") == card.name)


# --- the nearest number or name to a misspelt one ------------------------------------------------------
if TYPE_CHECKING:
    from difflib import SequenceMatcher

_ALIKE: Final = 0.6  # names that are less alike are different names
_SLIP: Final = 2  # letters without a partner where one is changed, or two are swapped
_LOST: Final = 0.16  # the part of all letters of both names that typing errors may concern
_UNLIKE: Final = 0.3  # the part of the letters of two words beyond which they are different words
_SHORT: Final = 3  # letters of a word that says little
_MORE: Final = 0.2  # the part of the letters written that may be of short words that the name has not
_MOVED: Final = 0.05  # how much less alike a name is whose words stand in another order
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

    For a name that several cards have, the first number: the name itself would say nothing new.
    """
    same = _exact(cards, wanted)
    if same:
        return same
    if cards not in _KEPT:
        _KEPT[cards] = Pairs(cards.names())
    return _nearest(wanted, _KEPT[cards].best(wanted))


def _nearest(wanted: str, names: Iterable[str]) -> str:
    """The name most like `wanted` of those of which it may be a slip of the pen; one that has its words in
    another order comes after one that has them in place.
    """
    best, score = "", _ALIKE
    words = _words(wanted)
    ordered, sorted_ = _matcher(fold(wanted)), _matcher(" ".join(sorted(words)))
    for name in names:
        others = _words(name)
        moved = _ratio(sorted_, " ".join(sorted(others)), score + _MOVED) - _MOVED
        alike = max(_ratio(ordered, fold(name), score), moved)
        if alike > score and is_slip(words, others):
            best, score = name, alike
    return best


def is_slip(words: Sequence[str], name: Sequence[str]) -> bool:
    """Whether some words may be a name with a slip of the pen: its letters but for a few, or its words, each
    with a slip at most, in whatever order, some of them left out. Two names that share many pairs of letters
    may be two names.
    """
    written, meant = "".join(words), "".join(name)
    if not (written and meant) or _lost(written, meant) <= max(_SLIP, _LOST * (len(written) + len(meant))):
        return True
    left, strange = list(name), []
    for word in words:
        left.remove(word) if word in left else strange.append(word)
    more = 0
    for word in strange:
        like = next((other for other in left if _is_like(word, other)), "")
        if like:
            left.remove(like)
        elif len(word) > _SHORT:
            return False
        else:
            more += len(word)
    return not more or (more < _MORE * len(written) and all(len(other) <= _SHORT for other in left))


def _is_like(word: str, other: str) -> bool:
    """Whether a word may be another with a slip in it."""
    size = len(word) + len(other)
    if min(len(word), len(other)) < _SHORT or abs(len(word) - len(other)) > _UNLIKE * size:
        return False
    return _lost(word, other) <= max(_SLIP, _UNLIKE * size)


def _lost(first: str, second: str) -> float:
    """How many letters of two texts have no partner in the other: 2 where one was changed or two swapped."""
    size = len(first) + len(second)
    return size * (1 - _matcher(second, first).ratio())


def _matcher(wanted: str, name: str = "") -> SequenceMatcher[str]:
    from difflib import SequenceMatcher

    return SequenceMatcher(None, name, wanted, autojunk=False)


def _ratio(matcher: SequenceMatcher[str], name: str, least: float) -> float:
    """How much a name is like what is wanted; 0 where that is surely no more than `least`."""
    matcher.set_seq1(name)
    if matcher.real_quick_ratio() <= least or matcher.quick_ratio() <= least:
        return 0
    return matcher.ratio()


def _words(name: str) -> list[str]:
    return re.findall(r"[^\W_]+", fold(name))


def _exact(cards: Cards, wanted: str) -> str:
    named = cards.named(wanted)
    return named[0].id if named else ""
