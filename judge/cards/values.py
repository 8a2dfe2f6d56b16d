"""Values of attributes: reads them from a cell of a table or from data, in the rulebook's spelling, and
refuses a value that its attribute does not take. It also reads abilities that change how a deck is built.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NoReturn

from judge.cards.vocabulary import Vocabulary, heading
from judge.errors import nearest
from judge.text.plain import Json

# --- words, and how a value is refused -----------------------------------------------------------------
_NOT_TEXT: Final = re.compile("[\0\ud800-\udfff]")


class Wrong(Exception):
    """A value that its attribute does not take: what was expected, what was found, the nearest word."""

    def __init__(self, expected: str, actual: str, hint: str = "") -> None:
        super().__init__(expected, actual, hint)
        self.expected, self.found, self.hint = expected, actual, hint


def word(words: Vocabulary, attribute: str, value: object) -> str:
    """One text, in the spelling of the game's data."""
    if not isinstance(value, str):
        refuse("a text", value)
    text = str(value).strip()
    if _NOT_TEXT.search(text):
        raise Wrong("a text", "characters that are no text")
    spelt = words.words.get(attribute, {})
    spelling = spelt.get(heading(text), "")
    known = words.allowed.get(attribute, ())
    if not spelling and known and text:
        raise Wrong(", ".join(known), quoted(text), spelt.get(nearest(heading(text), spelt), ""))
    return spelling or text


def natural(value: object) -> bool:
    """Whether a value is a count of cards."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1000


def refuse(expected: str, value: object) -> NoReturn:
    """Raises Wrong for a value of another kind."""
    shown = ""
    if isinstance(value, (bool, int)):
        shown = f" {value}"
    elif isinstance(value, str):
        shown = f" {quoted(value)}"
    raise Wrong(expected, _WORDS.get(type(value), "something else") + shown[:50])


def quoted(text: str) -> str:
    """The value that was found, as a problem shows it."""
    return repr(text if len(text) <= 40 else f"{text[:39]}…")


_WORDS: Final = {  # for kinds of values
    bool: "true or false",
    int: "a number",
    float: "a fraction",
    str: "a text",
    list: "a list",
    dict: "a table",
}


# --- values --------------------------------------------------------------------------------------------
_INT: Final = re.compile(r"[+-]?(?:\d{1,12}|\d{1,3}(?:[ ,.'\u00a0\u202f]\d{3}){1,3})")
_COUNT: Final = re.compile(r"\s*([^\W\d]+)\s*[:=*]\s*(\d{1,3})\s*[,;/]?")
_DESCRIPTIONS: Final = 'a list of descriptions, such as [{ name = "Relic" }]'
_YES: Final = ("true", "yes", "1", "x", "oui", "vrai", "y", "o")
_NO: Final = ("false", "no", "0", "-", "non", "faux", "n")


def from_cell(words: Vocabulary, attribute: str, cell: str) -> object:
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


def from_data(words: Vocabulary, attribute: str, value: object) -> Json:
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
    texts = [word(words, attribute, text) for text in several]
    kept = list(dict.fromkeys(text for text in texts if text))
    if attribute in ("keywords", "mentions"):
        named = (words.keyword(text) for text in kept)
        return list(
            dict.fromkeys(keyword for keyword in named if keyword and keyword not in words.no_keywords)
        )
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
    if not isinstance(value, Mapping) or not all(natural(count) for count in value.values()):
        refuse("a table of numbers, such as { red = 1 }", value)
    return dict(value)


def _table_of_texts(words: Vocabulary, value: object) -> dict[str, list[str]]:
    """Texts by attribute: what an ability adds to the printed values."""
    if not isinstance(value, Mapping):
        refuse('a table of texts, such as { name = ["Son Goku"] }', value)
    for name in value:
        if words.kinds.get(name) not in ("text", "texts"):
            several = [attribute for attribute, kind in words.kinds.items() if kind in ("text", "texts")]
            raise Wrong("an attribute that holds texts", quoted(str(name)), nearest(str(name), several))
    return {name: _texts(words, name, texts) for name, texts in value.items()}


def _selectors(value: object) -> list[dict[str, object]]:
    """Descriptions of cards: whoever plays by them checks them further."""
    rows = value if isinstance(value, list) and value else refuse(_DESCRIPTIONS, value)
    if not all(isinstance(row, dict) and row and is_data(row) for row in rows):
        raise Wrong(_DESCRIPTIONS, "a list of something else")
    return rows


_READERS: Final[Mapping[str, Callable[[object], object]]] = {
    "date": _date,
    "counts": _table_of_counts,
    "selectors": _selectors,
}


# --- abilities that change how a deck is built, and the cards that they describe -----------------------
# The kinds of rows that change how a deck is built; without `of` they speak of the card itself.
_SHAPES: Final = "{ include = N, of = { … } }, { only = N, of = { … } } or { forbid = { … } }"
ANY: Final = "any"  # `include = "any"`: as many as one likes
_BUILDING: Final = ({"include", "of"}, {"include"}, {"only", "of"}, {"only"}, {"forbid"})
_OF: Final = ("of", "forbid")  # the keys under which a description of cards stands
_BOUNDS: Final = {"at_least": "min", "at_most": "max"}


def building(words: Vocabulary, value: object) -> list[dict[str, object]]:
    """Abilities that change how a deck is built, in the words of the game's data. Raises Wrong."""
    rows = shaped(value)
    return [{key: _spelt(words, part) if key in _OF else part for key, part in row.items()} for row in rows]


def shaped(value: object) -> list[dict[str, object]]:
    """Abilities that change how a deck is built, whatever words they have. Raises Wrong."""
    rows = value if isinstance(value, list) else refuse("a list of tables", value)
    rewritten = [_rewritten(row) for row in rows]
    for row in rewritten:
        _check_building(row)
    return rewritten


def _rewritten(row: object) -> Json:
    """An ability with its selector as selectors are written since they are those of play:
    `min = { cost = 5 }` was `cost = { at_least = 5 }`, `has` was `keyword`.
    """
    return {key: _selector(value) for key, value in row.items()} if isinstance(row, dict) else row


def _selector(value: object) -> object:
    if not isinstance(value, dict):
        return [_selector(element) for element in value] if isinstance(value, list) else value
    selector: dict[str, Json] = {}
    for key, wanted in value.items():
        bounds = wanted if isinstance(wanted, dict) and wanted and set(wanted) <= _BOUNDS.keys() else {}
        for name, bound in bounds.items():
            selector.setdefault(_BOUNDS[name], {})[key] = bound
        if not bounds:
            selector["has" if key == "keyword" else key] = _selector(wanted)
    return selector


def _check_building(row: object) -> None:
    """One such ability: its shape, its counts and whom it describes. Raises Wrong."""
    if not isinstance(row, dict) or set(row) not in _BUILDING:
        refuse(_SHAPES, row)
    selectors = [row[key] for key in _OF if key in row]
    counts = [row[key] for key in ("include", "only") if key in row]
    if not all(natural(count) or (count == ANY and "include" in row) for count in counts):
        refuse(_SHAPES, row)
    if not all(map(is_selector, selectors)):
        described = 'a description such as { name = "Relic" } or { min = { cost = 5 } }'
        raise Wrong(described, quoted(str(selectors[0])))
    if not is_data(row):
        raise Wrong("texts, numbers, lists and tables", "a date or a fraction")


def description(words: Vocabulary, value: object) -> dict[str, Json]:
    """A description of cards, in the words of the game's data. Raises Wrong."""
    selector = _selector(value)
    if not is_selector(selector) or not is_data(selector):
        raise Wrong('a description such as { kind = "link" }', quoted(str(value)))
    return _spelt(words, selector)


def is_selector(value: object) -> bool:
    """Whether a value describes printed cards."""
    from judge.tables.decks import (
        is_printed,
    )  # it takes longer to load than a ruling takes; few cards have any

    return is_printed(value)


def is_data(value: object) -> bool:
    """Whether a value is made of what the catalogue can keep."""
    if isinstance(value, dict):
        return all(map(is_data, value.values()))
    return all(map(is_data, value)) if isinstance(value, list) else isinstance(value, (str, int))


def _spelt(words: Vocabulary, where: Json) -> dict[str, object]:
    """A description of cards in the words of the game's data. Raises Wrong for what no card has."""
    return dict(_asked(words, key, wanted) for key, wanted in where.items())


def _asked(words: Vocabulary, key: str, wanted: Json) -> tuple[str, object]:
    """One key of a description, with what is asked under it."""
    if key in ("and", "not"):
        return key, _spelt(words, wanted)
    if key == "any":
        return key, [_spelt(words, alternative) for alternative in wanted]
    if key == "has":
        return key, _each(wanted, lambda keyword: _keyword(words, keyword))
    if key == "many":
        return key, _attribute(words, wanted)
    if key in ("min", "max"):
        return key, {
            _attribute(words, attribute, ("int", "int?")): bound for attribute, bound in wanted.items()
        }
    name = key if key == "number" else _attribute(words, key)
    if name not in words.kinds or isinstance(wanted, dict):  # a part of a word may be any
        return name, wanted
    return name, _each(wanted, lambda value: _value(words, name, value))


def _each(wanted: object, read: Callable[[Json], object]) -> object:
    """One value, or each of several."""
    return [read(value) for value in wanted] if isinstance(wanted, list) else read(wanted)


def _attribute(words: Vocabulary, spelling: str, kinds: Sequence[str] = ()) -> str:
    """An attribute that cards have, of one of these kinds where any are given. Raises Wrong."""
    name, known = (
        words.named(spelling),
        [kind for kind in words.kinds if not kinds or words.kinds[kind] in kinds],
    )
    if name not in known:
        raise Wrong(", ".join(known), quoted(spelling), nearest(spelling, known))
    return name


def _keyword(words: Vocabulary, keyword: str) -> str:
    """A keyword of the rulebook. Raises Wrong."""
    spelling, known = words.keyword(keyword), sorted(set(words.keywords.values()))
    if spelling not in known:
        raise Wrong("a keyword of the rulebook", quoted(keyword), nearest(keyword, words.keywords))
    return spelling


def _value(words: Vocabulary, name: str, wanted: object) -> object:
    """A value of an attribute, as cards have it. Raises Wrong."""
    kind = words.kinds[name]
    if kind in ("text", "texts"):
        return word(words, name, wanted)
    if kind == "flag":
        return wanted if isinstance(wanted, bool) else refuse("true or false", wanted)
    return refuse("a number", wanted) if isinstance(wanted, (str, bool)) else wanted
