"""Abilities that change how a deck is built, as card data have them, and the cards that they describe."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from judge.cards.spelling import Wrong, natural, quoted, refuse, word
from judge.cards.vocabulary import Vocabulary
from judge.errors import nearest
from judge.tables.decks import is_printed
from judge.text.plain import Plain

# The kinds of rows that change how a deck is built; without `of` they speak of the card itself.
_SHAPES: Final = "{ include = N, of = { … } }, { only = N, of = { … } } or { forbid = { … } }"
_BUILDING: Final = ({"include", "of"}, {"include"}, {"only", "of"}, {"only"}, {"forbid"})
_OF: Final = ("of", "forbid")  # the keys under which a description of cards stands
_BOUNDS: Final = {"at_least": "min", "at_most": "max"}


def building(words: Vocabulary, value: object) -> list[dict[str, Plain]]:
    """Abilities that change how a deck is built, in the words of the game's data. Raises Wrong."""
    found = shaped(value)
    return [{key: _spelt(words, one) if key in _OF else one for key, one in row.items()} for row in found]


def shaped(value: object) -> list[dict[str, Plain]]:
    """Abilities that change how a deck is built, whatever words they have. Raises Wrong."""
    rows = value if isinstance(value, list) else refuse("a list of tables", value)
    found = [_rewritten(row) for row in rows]
    for row in found:
        _check_building(row)
    return found


def _rewritten(row: object) -> Plain:
    """An ability with its selector as selectors are written since they are those of play:
    `min = { cost = 5 }` was `cost = { at_least = 5 }`, `has` was `keyword`.
    """
    return {key: _selector(one) for key, one in row.items()} if isinstance(row, dict) else row


def _selector(value: object) -> Plain:
    if not isinstance(value, dict):
        return [_selector(one) for one in value] if isinstance(value, list) else value
    found: dict[str, Plain] = {}
    for key, one in value.items():
        bounds = one if isinstance(one, dict) and one and set(one) <= _BOUNDS.keys() else {}
        for name, bound in bounds.items():
            found.setdefault(_BOUNDS[name], {})[key] = bound
        if not bounds:
            found["has" if key == "keyword" else key] = _selector(one)
    return found


def _check_building(row: object) -> None:
    """One such ability: its shape, its counts and whom it describes. Raises Wrong."""
    if not isinstance(row, dict) or set(row) not in _BUILDING:
        refuse(_SHAPES, row)
    selectors = [row[key] for key in _OF if key in row]
    counts = [row[key] for key in ("include", "only") if key in row]
    if not all(map(natural, counts)):
        refuse(_SHAPES, row)
    if not all(map(is_printed, selectors)):
        described = 'a description such as { name = "Relic" } or { min = { cost = 5 } }'
        raise Wrong(described, quoted(str(selectors[0])))
    if not is_data(row):
        raise Wrong("texts, numbers, lists and tables", "a date or a fraction")


def description(words: Vocabulary, value: object) -> dict[str, Plain]:
    """A description of cards, in the words of the game's data. Raises Wrong."""
    found = _selector(value)
    if not is_printed(found) or not is_data(found):
        raise Wrong('a description such as { kind = "link" }', quoted(str(value)))
    return _spelt(words, found)


def is_data(value: object) -> bool:
    """Whether a value is made of what the catalogue can keep."""
    if isinstance(value, dict):
        return all(map(is_data, value.values()))
    return all(map(is_data, value)) if isinstance(value, list) else isinstance(value, (str, int))


def _spelt(words: Vocabulary, where: Plain) -> dict[str, Plain]:
    """A description of cards in the words of the game's data. Raises Wrong for what no card has."""
    return dict(_asked(words, key, wanted) for key, wanted in where.items())


def _asked(words: Vocabulary, key: str, wanted: Plain) -> tuple[str, Plain]:
    """One key of a description, with what is asked under it."""
    if key in ("and", "not"):
        return key, _spelt(words, wanted)
    if key == "any":
        return key, [_spelt(words, one) for one in wanted]
    if key == "has":
        return key, _each(wanted, lambda one: _keyword(words, one))
    if key in ("min", "max"):
        return key, {_attribute(words, one, ("int", "int?")): bound for one, bound in wanted.items()}
    name = key if key == "number" else _attribute(words, key)
    if name not in words.kinds or isinstance(wanted, dict):  # a part of a word may be any
        return name, wanted
    return name, _each(wanted, lambda one: _value(words, name, one))


def _each(wanted: Plain, read: Callable[[Plain], Plain]) -> Plain:
    """One value, or each of several."""
    return [read(one) for one in wanted] if isinstance(wanted, list) else read(wanted)


def _attribute(words: Vocabulary, said: str, kinds: Sequence[str] = ()) -> str:
    """An attribute that cards have, of one of these kinds where any are given. Raises Wrong."""
    name, known = words.named(said), [one for one in words.kinds if not kinds or words.kinds[one] in kinds]
    if name not in known:
        raise Wrong(", ".join(known), quoted(said), nearest(said, known))
    return name


def _keyword(words: Vocabulary, said: str) -> str:
    """A keyword of the rulebook. Raises Wrong."""
    found, known = words.keyword(said), sorted(set(words.keywords.values()))
    if found not in known:
        raise Wrong("a keyword of the rulebook", quoted(said), nearest(said, words.keywords))
    return found


def _value(words: Vocabulary, name: str, wanted: Plain) -> Plain:
    """A value of an attribute, as cards have it. Raises Wrong."""
    kind = words.kinds[name]
    if kind in ("text", "texts"):
        return word(words, name, wanted)
    if kind == "flag":
        return wanted if isinstance(wanted, bool) else refuse("true or false", wanted)
    return refuse("a number", wanted) if isinstance(wanted, (str, bool)) else wanted
