"""The JSON schema of `judge.ruling/2` is that of the JSON which is printed."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from judge.cli.app import app
from judge.fixture.load import parse_fixture
from judge.page.parts import Page
from judge.pauses.saved import FIELDS
from judge.play.ruling import Ruling, Unfit, run
from judge.render.json import dumps, ruling_json
from judge.render.record import PageRecord, PositionRecord
from judge.render.schema import markdown, ruling_schema
from judge.views.ruling import viewed

ROOT = Path(__file__).resolve().parent.parent
SCHEMA = ruling_schema()
CHECK: Any = Draft202012Validator(SCHEMA)


def wrong(ruling: Ruling, seat: str = "") -> list[str]:
    """What the schema says against the JSON of a ruling."""
    found = json.loads(dumps(ruling_json(ruling, seat)))
    return [f"{one.json_path}: {one.message}" for one in CHECK.iter_errors(found)]


def test_it_is_a_schema() -> None:
    """As the command prints it."""
    printed = json.loads(CliRunner().invoke(app, ["schema", "ruling"]).output)
    assert printed == SCHEMA
    Draft202012Validator.check_schema(printed)


@pytest.mark.sample(10)
def test_every_ruling_is_of_it(ruled: Ruling) -> None:
    """Whole, and as each player sees it."""
    assert wrong(ruled) == []
    assert [wrong(viewed(ruled.fixture, seat), seat) for seat in ("A", "B")] == [[], []]


ATTACK = """
game = "dbs"
script = ["A: attack k1 lb", "B: may counter halt", "B: counter halt"{more}]
A = {{ battle = ["k1"] }}
B = {{ hand = ["halt"], life = 4 }}
[cards]
k1 = {{ power = 15000 }}
halt = {{ type = "extra", contre = {{ against = "attack", do = [{{ negate = "attack" }}] }} }}
[expect]
B.life = 3
"""
CONCEDED = """
game = "dbs"
script = ["A: concede"]
"""


@pytest.mark.parametrize(
    "text", [ATTACK.format(more=""), ATTACK.format(more=', "A: attack k1 lb"'), CONCEDED]
)
def test_what_fails_what_is_refused_and_what_is_over(text: str) -> None:
    """A question, a wrong fact; a line that is not allowed; a winner, and nobody who is asked next."""
    assert wrong(run(parse_fixture(text))) == []


def test_a_script_that_does_not_fit() -> None:
    """The ruling up to there."""
    with pytest.raises(Unfit) as raised:
        run(parse_fixture(ATTACK.format(more=', "B: 3", "B: 3"')))
    assert wrong(raised.value.so_far) == []


ANYTHING = {"cause", "values", "marks", "counts", "readings", "decided"}  # tables with keys of any name


def paths(document: Any) -> list[tuple[Any, ...]]:
    """Every table of a document that is closed, by one path to each kind of place."""
    found: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    todo: list[tuple[Any, tuple[Any, ...]]] = [(document, ())]
    while todo:
        one, place = todo.pop()
        if ANYTHING & set(place) or "state" in place[:-1]:
            continue
        if isinstance(one, dict):
            found.setdefault(tuple(part for part in place if isinstance(part, str)), place)
            todo.extend((under, (*place, key)) for key, under in one.items())
        elif isinstance(one, list):
            todo.extend((under, (*place, n)) for n, under in enumerate(one))
    return list(found.values())


def test_it_marks_what_is_not_declared_and_what_is_missing() -> None:
    """In each table of a ruling: a key more, a key less."""
    document = json.loads(dumps(ruling_json(run(parse_fixture(ATTACK.format(more=""))))))
    found = paths(document)
    assert len(found) > 15
    for place in found:
        for change in (lambda one: one.update(more=1), lambda one: one.pop(next(iter(one)))):
            other = copy.deepcopy(document)
            table = other
            for part in place:
                table = table[part]
            change(table)
            assert list(CHECK.iter_errors(other)), place


def test_the_page_and_the_position_are_declared_whole() -> None:
    """What a page consists of, and what a pause saves."""
    assert list(get_type_hints(PageRecord)) == list(Page._fields)
    assert list(get_type_hints(PositionRecord)) == list(FIELDS)


def test_every_key_says_what_it_is() -> None:
    """In the schema, as on docs/json.md."""
    tables = [SCHEMA, *SCHEMA["$defs"].values()]  # type: ignore[attr-defined]
    mute = [key for table in tables for key, one in table["properties"].items() if not one.get("description")]
    assert mute == []


def test_the_page_of_the_record_is_the_one_that_is_declared() -> None:
    """docs/json.md is made from the declarations: `make docs`."""
    assert (ROOT / "docs" / "json.md").read_text(encoding="utf-8") == markdown()
