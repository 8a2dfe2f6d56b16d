"""Whether what a catalogue holds of a card is what an import writes there: its file may come from anybody."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from judge.cards.building import shaped
from judge.cards.card import TRANSLATIONS
from judge.cards.spelling import Wrong
from judge.cards.vocabulary import Vocabulary


def is_sound(words: Vocabulary, data: Mapping[str, object]) -> bool:
    """Whether each attribute has a value of its kind; what a game's cards do not have is no matter."""
    return all(_KINDS[_kind(words, name)](value) for name, value in data.items())


def _kind(words: Vocabulary, name: str) -> str:
    return "text" if name == "name" else "names" if name == TRANSLATIONS else words.kinds.get(name, "")


def _text(value: object) -> bool:
    """A text, or several."""
    return isinstance(value, str) or (bool(value) and _texts(value))


def _texts(value: object) -> bool:
    """A text, or any number of them."""
    several = value if isinstance(value, list) else [value]
    return all(isinstance(one, str) for one in several)


def _table(value: object) -> bool:
    """Counts or texts by name."""
    return isinstance(value, dict) and all(isinstance(one, int) or _texts(one) for one in value.values())


def _names(value: object) -> bool:
    """A name by language."""
    return isinstance(value, dict) and all(isinstance(one, str) for one in value.values())


def _building(value: object) -> bool:
    """Abilities that change how a deck is built."""
    try:
        return bool(shaped(value)) or value == []
    except Wrong:
        return False


_KINDS: Final[Mapping[str, Callable[[object], bool]]] = {
    "": lambda value: True,
    "counts": _table,
    "date": _text,
    "deck": _building,
    "flag": lambda value: isinstance(value, bool),
    "int": lambda value: isinstance(value, int),
    "int?": lambda value: isinstance(value, (int, str)),
    "lists": _table,
    "names": _names,
    "selectors": lambda value: isinstance(value, list),
    "text": _text,
    "texts": _texts,
}
