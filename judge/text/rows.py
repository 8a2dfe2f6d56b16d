"""Rows: named tuples that are written and behave like those of `typing.NamedTuple`, but are created faster.

A command creates some hundred such classes before it does anything else. `typing` compiles the annotation of
every field, and `collections` a function for every class. Here annotations stay as they are written, and the
code of a row is compiled once for each number of fields: only the names of its arguments differ.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from collections import namedtuple
    from functools import cache
    from types import FunctionType

    # What reads a field of a named tuple by its number, written in C.
    reader_of = type(namedtuple("One", "field").field)

    @cache
    def maker_of(fields):
        """The function that makes a row of so many fields, whatever their names."""
        names = [f"_{at}" for at in range(fields)]
        made = "".join(f"{name}, " for name in names)
        return eval(f"lambda {', '.join(('_cls', *names))}: new(_cls, ({made}))", {"new": tuple.__new__})

    @cache
    def reader(at):
        """What reads the field with a number in any row."""
        return reader_of(at, f"Alias for field number {at}")

    def maker(where, fields, defaults):
        """The function that makes rows with these fields, the last of which have defaults."""
        shared = maker_of(len(fields))
        code = shared.__code__.replace(co_varnames=("_cls", *fields), co_name="__new__")
        made = FunctionType(code, shared.__globals__, "__new__", defaults)
        made.__qualname__ = f"{where}.__new__"
        return made

    class RowType(type):
        """The type of classes of rows: it turns annotated names into fields."""

        def __new__(cls, name, bases, body):
            """A class of rows; one that derives from it has its fields."""
            if bases == (tuple,) or NamedTuple not in bases:
                return super().__new__(cls, name, bases, body)
            fields = tuple(body.get("__annotations__", ()))
            defaults = {field: body[field] for field in fields if field in body}
            if tuple(defaults) != fields[len(fields) - len(defaults) :]:
                raise TypeError(f"{name}: a field without a default follows one that has one")
            body |= {field: reader(at) for at, field in enumerate(fields)}
            body |= {"__slots__": (), "_fields": fields, "_field_defaults": defaults}
            body["__match_args__"] = fields
            body["__new__"] = maker(body["__qualname__"], fields, tuple(defaults.values()))
            body.setdefault("__doc__", f"{name}({', '.join(fields)})")
            return super().__new__(cls, name, bases, body)

    class NamedTuple(tuple, metaclass=RowType):
        """What every row can do."""

        __slots__ = ()

        @classmethod
        def _make(cls, values):
            """A row of as many values as it has fields."""
            made = tuple.__new__(cls, values)
            if len(made) != len(cls._fields):
                raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
            return made

        def _replace(self, /, **changes):
            """The same row with other values in some of its fields."""
            made = self._make(map(changes.pop, self._fields, self))
            if changes:
                raise TypeError(f"Got unexpected field names: {list(changes)!r}")
            return made

        __replace__ = _replace

        def _asdict(self):
            """The values by the names of their fields."""
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self):
            """The row as it is written in code."""
            values = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
            return f"{type(self).__name__}({values})"

        def __getnewargs__(self):
            """The values, for copies and for pickles."""
            return tuple(self)
