"""Rows: what `judge.text.rows` makes behaves as what `typing` makes, in all that is used of it."""

from __future__ import annotations

import copy
import inspect
import pickle
import re
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from judge.text.rows import NamedTuple

HOME = Path(__file__).parent.parent
OTHERS = r"from typing import .*\bNamedTuple\b|\btyping\.NamedTuple|\bnamedtuple\("


class Ours(NamedTuple):
    """A row."""

    a: int
    b: list[str]
    c: str = "x"
    d: tuple[int, ...] = (1,)

    @property
    def twice(self) -> int:
        """Something of its own."""
        return self.a * 2

    @classmethod
    def of(cls, a: int) -> Ours:
        """Another way to make one."""
        return cls(a, [])


class Theirs(typing.NamedTuple):
    """A row."""

    a: int
    b: list[str]
    c: str = "x"
    d: tuple[int, ...] = (1,)

    @property
    def twice(self) -> int:
        """Something of its own."""
        return self.a * 2

    @classmethod
    def of(cls, a: int) -> Theirs:
        """Another way to make one."""
        return cls(a, [])


class Empty(NamedTuple):
    """A row without fields."""


class Single(NamedTuple):
    """A row of one field, shown in its own way."""

    only: int

    def __repr__(self) -> str:
        return f"<{self.only}>"


class Derived(Ours):
    """A class with the fields of another."""

    def more(self) -> int:
        """What only it can do."""
        return self.a + 1


class Plain(NamedTuple):
    one: int
    two: int = 2


def told(action: Callable[[Any], object], kind: Any) -> object:
    """What an action comes to with a class of rows, its error included; the class is not named."""
    try:
        found: object = action(kind)
    except (TypeError, ValueError, AttributeError) as error:
        found = (type(error).__name__, str(error))
    return repr(found).replace(kind.__name__, "Row")


def parameters(kind: Any) -> object:
    """What a class is called with."""
    found = inspect.signature(kind).parameters.values()
    return [(one.name, one.kind, one.default) for one in found]


def unpacked(kind: Any) -> object:
    """What a pattern finds in a row."""
    match kind(1, ["y"]):
        case (a, _, c, d):
            return a, c, d
    return None


def matched(kind: Any) -> object:
    """What a pattern of the class finds in a row."""
    match kind(1, ["y"]):
        case Ours(a, b) | Theirs(a, b):
            return a, b
    return None


@pytest.mark.parametrize(
    "action",
    [
        lambda kind: kind(1, ["y"]),
        lambda kind: kind(1, ["y"], "z", d=(2,)),
        lambda kind: kind(b=[], a=2),
        lambda kind: kind(1),
        lambda kind: kind(),
        lambda kind: kind(1, [], "x", (), 5),
        lambda kind: kind(1, [], e=5),
        lambda kind: kind(1, [], a=5),
        lambda kind: kind(1, []) == (1, [], "x", (1,)),
        lambda kind: hash(kind(1, "y")) == hash((1, "y", "x", (1,))),
        lambda kind: kind(1, []) < kind(2, []),
        lambda kind: kind(1, [])._replace(c="q"),
        lambda kind: kind(1, [])._asdict(),
        lambda kind: kind._make([1, [], "z", ()]),
        lambda kind: kind._make([1]),
        lambda kind: kind._fields,
        lambda kind: kind._field_defaults,
        lambda kind: kind.__match_args__,
        lambda kind: kind.__doc__,
        lambda kind: kind.__slots__,
        lambda kind: (kind.__name__, kind.__qualname__, kind.__module__),
        lambda kind: kind(1, []).twice,
        lambda kind: kind.of(3),
        lambda kind: kind.d.__doc__,
        lambda kind: setattr(kind(1, []), "new", 1),
        lambda kind: kind(1, []).__getnewargs__(),
        lambda kind: (kind(1, [])[0], kind(1, [])[1:], len(kind(1, [])), 1 in kind(1, [])),
        lambda kind: (isinstance(kind(1, []), tuple), issubclass(kind, tuple)),
        lambda kind: pickle.loads(pickle.dumps(kind(1, ["y"]))),
        lambda kind: copy.deepcopy(kind(1, ["y"])),
        lambda kind: copy.copy(kind(1, ["y"])),
        lambda kind: list(typing.get_type_hints(kind).items()),
        parameters,
        unpacked,
        matched,
    ],
)  # fmt: skip
def test_a_row_is_what_typing_makes(action: Callable[[Any], object]) -> None:
    assert told(action, Ours) == told(action, Theirs)


def test_copies_are_of_the_same_class() -> None:
    row = Ours(1, ["y"])
    again = pickle.loads(pickle.dumps(row))
    assert (type(again), again) == (Ours, row)
    assert type(row._replace(a=2)) is type(copy.copy(row)) is type(Ours._make(row)) is Ours


def test_an_unknown_field_cannot_be_replaced() -> None:
    with pytest.raises(TypeError, match=r"Got unexpected field names: \['e'\]"):
        Ours(1, [])._replace(**{"e": 1})


def test_rows_of_no_field_of_one_and_derived_ones() -> None:
    assert (Empty(), repr(Empty()), Empty._fields) == ((), "Empty()", ())
    assert (Single(3), repr(Single(3)), Single(3).only) == ((3,), "<3>", 3)
    derived = Derived(1, ["y"])
    assert (derived, derived.more(), derived._fields) == ((1, ["y"], "x", (1,)), 2, Ours._fields)
    assert repr(derived) == "Derived(a=1, b=['y'], c='x', d=(1,))"
    assert Plain.__doc__ == "Plain(one, two=2)".replace("=2", "")


def test_two_classes_keep_their_own_names() -> None:
    """Both have as many fields: what makes them is shared, the names of its arguments are not."""

    class One(NamedTuple):
        first: int
        second: int

    class Two(NamedTuple):
        third: int
        fourth: int

    assert (One(first=1, second=2), Two(third=1, fourth=2)) == ((1, 2), (1, 2))
    with pytest.raises(TypeError, match=r"One\.__new__\(\) got an unexpected keyword argument 'third'"):
        One(**{"third": 1, "second": 2})


def test_a_field_without_a_default_is_not_last() -> None:
    space = {"__annotations__": {"a": "int", "b": "int"}, "a": 1, "__qualname__": "Odd"}
    with pytest.raises(TypeError, match="follows one that has one"):
        type(Ours)("Odd", (NamedTuple,), space)


def test_every_row_of_judge_is_one_of_these() -> None:
    wrong = [
        str(path)
        for path in sorted((HOME / "judge").rglob("*.py"))
        if path.name != "rows.py" and re.search(OTHERS, path.read_text("utf-8"))
    ]
    assert wrong == []
