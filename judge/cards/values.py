"""Values of attributes, from a cell of a table or from data:
what an attribute takes, and what it does not.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping
from typing import Final

from judge.cards.building import building, is_data
from judge.cards.spelling import Wrong, natural, quoted, refuse, word
from judge.cards.vocabulary import Vocabulary, heading
from judge.errors import nearest
from judge.text.plain import Plain

_INT: Final = re.compile(r"[+-]?(?:\d{1,12}|\d{1,3}(?:[ ,.'\u00a0\u202f]\d{3}){1,3})")
_COUNT: Final = re.compile(r"\s*([^\W\d]+)\s*[:=*]\s*(\d{1,3})\s*[,;/]?")
_DESCRIPTIONS: Final = 'a list of descriptions, such as [{ name = "Relic" }]'
_YES: Final = ("true", "yes", "1", "x", "oui", "vrai", "y", "o")
_NO: Final = ("false", "no", "0", "-", "non", "faux", "n")


def from_cell(words: Vocabulary, attribute: str, cell: str) -> Plain:
    """The value that a cell holds. Raises Wrong."""
    kind = words.kinds[attribute]
    text = cell.strip()
    if kind in ("int", "int?"):
        return _number(text, kind)
    if kind == "flag":
        return flag(text)
    if kind == "date":
        return _date(text)
    if kind == "counts":
        return _counts(text)
    if kind in ("texts", "text"):
        parts = text.split(words.separators.get(attribute, "|")) if kind == "texts" else [text]
        return from_data(words, attribute, parts if kind == "texts" else text)
    raise Wrong("a TOML file for this attribute", quoted(text))


def from_data(words: Vocabulary, attribute: str, value: object) -> Plain:
    """The value as the catalogue keeps it. Raises Wrong."""
    kind = words.kinds[attribute]
    if kind in ("texts", "text"):
        return _texts(words, attribute, value) if kind == "texts" else word(words, attribute, value)
    if kind in ("int", "int?"):
        return _whole(value, kind)
    if kind == "flag":
        return value if isinstance(value, bool) else refuse("true or false", value)
    if kind in ("lists", "deck"):
        return _table_of_texts(words, value) if kind == "lists" else building(words, value)
    return _READERS[kind](value)


def _whole(value: object, kind: str) -> int | str:
    """A number, written as one or as a text."""
    if isinstance(value, str):
        return _number(value, kind)
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) >= 10**12:
        refuse("a number", value)
    return int(value)


def _texts(words: Vocabulary, attribute: str, value: object) -> list[str]:
    """Several texts; one alone may stand without a list."""
    several = value if isinstance(value, list) else [value]
    found = [word(words, attribute, one) for one in several]
    kept = list(dict.fromkeys(one for one in found if one))
    if attribute in ("keywords", "mentions"):
        named = (words.keyword(one) for one in kept)
        return list(dict.fromkeys(one for one in named if one and one not in words.no_keywords))
    return kept


def _number(text: str, kind: str) -> int | str:
    if text == "?" and kind == "int?":
        return text
    if not _INT.fullmatch(text):
        raise Wrong("a number" if kind == "int" else "a number or ?", quoted(text))
    return int(re.sub(r"[^\d-]", "", text))


def flag(text: str) -> bool:
    """Yes or no. Raises Wrong."""
    plain = heading(text) or text
    if plain not in _YES and plain not in _NO:
        raise Wrong("yes or no", quoted(text))
    return plain in _YES


def _date(value: object) -> str:
    """A day as ISO writes it. Raises Wrong."""
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        return value.isoformat()
    if not isinstance(value, str):
        refuse("a day such as 2014-07-01", value)
    try:
        return datetime.date.fromisoformat(value.strip().replace("/", "-")).isoformat()
    except ValueError:
        raise Wrong("a day such as 2014-07-01", quoted(value)) from None


def _counts(text: str) -> dict[str, int]:
    """Words and how often: "red:1 green:2"."""
    if _COUNT.sub("", text).strip():
        raise Wrong("words and numbers, such as red:1 green:2", quoted(text))
    return {word.casefold(): int(count) for word, count in _COUNT.findall(text)}


def _table_of_counts(value: object) -> dict[str, int]:
    if not isinstance(value, Mapping) or not all(natural(one) for one in value.values()):
        refuse("a table of numbers, such as { red = 1 }", value)
    return dict(value)


def _table_of_texts(words: Vocabulary, value: object) -> dict[str, list[str]]:
    """Texts by attribute: what an ability adds to the printed values."""
    if not isinstance(value, Mapping):
        refuse('a table of texts, such as { name = ["Son Goku"] }', value)
    for name in value:
        if words.kinds.get(name) not in ("text", "texts"):
            several = [one for one, kind in words.kinds.items() if kind in ("text", "texts")]
            raise Wrong("an attribute that holds texts", quoted(str(name)), nearest(str(name), several))
    return {name: _texts(words, name, one) for name, one in value.items()}


def _selectors(value: object) -> list[dict[str, Plain]]:
    """Descriptions of cards: whoever plays by them checks them further."""
    rows = value if isinstance(value, list) and value else refuse(_DESCRIPTIONS, value)
    if not all(isinstance(one, dict) and one and is_data(one) for one in rows):
        raise Wrong(_DESCRIPTIONS, "a list of something else")
    return rows


_READERS: Final[Mapping[str, Callable[[object], object]]] = {
    "date": _date,
    "counts": _table_of_counts,
    "selectors": _selectors,
}
