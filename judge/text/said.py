"""Translatable sentences: they are made in English and can be told in another language later."""

from __future__ import annotations

from collections.abc import Mapping


class Said(str):
    """An English sentence that remembers by which phrase it was made, and with which values.

    It is a text like every other; who has a catalogue finds the phrase in it by its key.
    """

    __slots__ = ("key", "values")

    key: str
    values: Mapping[str, object]

    def __new__(cls, key: str, template: str, **values: object) -> Said:
        """A template with its values; one that is missing is a bug and raises KeyError."""
        made = super().__new__(cls, template.format_map(values))
        made.key, made.values = key, {**values, "": template}
        return made

    def __reduce__(self) -> tuple[object, ...]:
        """It goes between processes as what it was made of."""
        values = dict(self.values)
        return remade, (self.key, values.pop(""), values)


def remade(key: str, template: str, values: Mapping[str, object]) -> Said:
    """The sentence made again from its key, template and values."""
    return Said(key, template, **values)


def counted(n: int, word: str) -> str:
    """`1 ruling`, `2 rulings`."""
    return f"{n} {word}{'' if n == 1 else 's'}"
