"""The short check of a fixture's keys lets through exactly what pydantic lets through."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from pydantic import ValidationError

from judge.errors import BadInput
from judge.fixture.envelope import KEYS, FixtureModel, door, filled, read
from judge.fixture.load import parse_fixture

VALUES: list[Any] = [
    "x", "A", "C", "", 0, 1, -1, True, 1.5, None, [], ["a"], [1], {}, {"a": "b"}, {"a": 1}, {"a": {}},
    {"a": {"b": 1}}, datetime.date(2019, 7, 19),
]  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_both_doors_let_the_same_through(key: str, value: Any) -> None:
    data = {"game": "dbs", key: value}
    try:
        expected: FixtureModel | None = filled(door().model_validate(data).model_dump())
    except ValidationError:
        expected = None
    assert read(data) == expected


def test_a_key_that_is_missing_or_unknown() -> None:
    assert read({}) is None
    assert read({"game": "dbs", "scirpt": []}) is None


def test_every_key_is_a_field() -> None:
    of_catalogue = ["texts", "names"]
    assert [*KEYS, *of_catalogue] == list(FixtureModel.__annotations__)


@pytest.mark.parametrize("value", ["at", "until", "version"])
def test_what_names_one_thing_names_it(value: str) -> None:
    """With nothing under it, it would be taken for left out."""
    with pytest.raises(BadInput) as caught:
        parse_fixture(f'game = "dbs"\n{value} = ""\n', "mine.toml")
    assert [one.text() for one in caught.value.problems] == [
        f"mine.toml:2:1: {value} is empty: it names nothing (expected "
        f"{'a version of the rulebook' if value == 'version' else 'a step'}, or to be left out)"
    ]
