"""The names that a card gives to what it chooses, throws and does,
kept apart from the values that the engine keeps beside them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from judge.text.plain import Plain

ASKS = ("if", "when", "not")  # under these stands a name that was given before
OTHERWISE = ("on", "against", "answers")  # nothing under these is a new name
WORDS = ("self", "it", "me", "opponent", "host", "above", "any", "each")  # what instructions say already
OWN = "'"  # no value of the engine's has it at its end


def given(data: object, gives: Collection[str]) -> Iterator[str]:
    """Every name that a card's instructions give; `gives` are the keys under which new ones stand."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in gives and isinstance(value, str) and value not in WORDS:
                yield value
            elif key not in OTHERWISE:
                yield from given(value, gives)
    elif isinstance(data, (list, tuple)):
        for one in data:
            yield from given(one, gives)


def apart(
    data: object, names: frozenset[str], gives: Collection[str], key: str = "", plain: bool = True
) -> Plain:
    """What is written of a card with its own names marked wherever they stand,
    those without a `$` only where they are `plain`.
    """
    if isinstance(data, str):
        whole = data[1:] if data[:1] == "$" else data if plain and (key in gives or key in ASKS) else ""
        return data + OWN if whole in names else data
    if isinstance(data, dict):
        return {
            word: apart(value, names, gives, word, plain and word not in OTHERWISE)
            for word, value in data.items()
        }
    return [apart(one, names, gives, key, plain) for one in data] if isinstance(data, list) else data
