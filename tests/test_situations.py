"""Each word of an effect in each situation: what the book says of a class of words holds for every one."""

from __future__ import annotations

import functools
import json
import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from judge.fixture.load import parse_fixture
from judge.play.ruling import run
from judge.rulebook.articles import numbers_of
from judge.rulebook.load import load_rulebook

TABLES: dict[str, dict[str, Any]] = {
    path.stem: tomllib.loads(path.read_text("utf-8"))
    for path in sorted(Path(__file__).with_name("situations").glob("*.toml"))
}
SLOT = re.compile(r"<([a-z-]+)>")


class Cell(NamedTuple):
    """A word that is played in a situation, by an effect of a certain shape."""

    game: str
    situation: str
    shape: str
    word: str

    @property
    def word_row(self) -> dict[str, Any]:
        """What the table says of the word."""
        row: dict[str, Any] = TABLES[self.game]["words"][self.word]
        return row

    @property
    def expected(self) -> object:
        """What the situation expects of the first of the cell's names that it has: the word, its classes,
        the shape of the effect, and `else`.
        """
        expect = TABLES[self.game]["situations"][self.situation]["expect"]
        if isinstance(expect, str):
            return expect
        names = (self.word, *self.word_row.get("is", ()), self.shape, "else")
        return next((expect[name] for name in names if name in expect), "no: nothing is said of it")

    def facts(self, expected: object) -> dict[str, Any]:
        """What has to be true: `done`, `same`, facts, or several of these, of which later ones prevail."""
        if expected == "done":
            return dict(self.word_row["done"])
        if expected == "same":
            return dict(
                self.word_row.get("same") or TABLES[self.game]["groups"][self.word_row["group"]]["same"]
            )
        if isinstance(expected, list):
            return functools.reduce(merged, map(self.facts, expected), {})
        assert isinstance(expected, dict)
        return expected

    def dispute(self, expected: object) -> str:
        """The word in its situation, as a fixture that expects something."""
        table, word = TABLES[self.game], self.word_row
        facts = "\n".join(f"{name} = {written(value)}" for name, value in self.facts(expected).items())
        slots = {**table["slots"], **table["groups"][word["group"]], **table["shapes"][self.shape]}
        slots |= table["situations"][self.situation] | word | {"facts": facts}
        text = str(table["frame"])
        while SLOT.search(text):
            text = SLOT.sub(lambda slot: str(slots[slot.group(1)]), text)
        return text


def merged(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """Facts, and what is said besides or instead."""
    both = {**first, **second}
    for name in first.keys() & second.keys():
        if isinstance(first[name], dict) and isinstance(second[name], dict):
            both[name] = merged(first[name], second[name])
    return both


def written(value: object) -> str:
    """A value in TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {written(one)}" for key, one in value.items()) + " }"
    return json.dumps(value)


def cells(game: str) -> list[Cell]:
    """The cells of a game's table to which the book says something."""
    table = TABLES[game]
    found = [
        Cell(game, situation, shape, word)
        for situation, row in table["situations"].items()
        for shape in row.get("shapes", table["shapes_unsaid"])
        for word, spec in table["words"].items()
        if spec["group"] in row.get("groups", table["groups_unsaid"])
        and not set(row.get("asks", ())) - set(spec.get("is", ()))
        and shape not in (*spec.get("not_as", ()), *table["groups"][spec["group"]].get("not_as", ()))
    ]
    return [cell for cell in found if not str(cell.expected).startswith("no:")]


CELLS = [cell for game in TABLES for cell in cells(game)]
PLAIN = [cell for cell in CELLS if cell.situation == "plain"]


@functools.cache
def verdict(text: str) -> str:
    """How a dispute ends."""
    return run(parse_fixture(text), readings=False).verdict


@pytest.mark.sample(600)
@pytest.mark.parametrize("cell", CELLS, ids=" ".join)
def test_a_word_in_a_situation(cell: Cell) -> None:
    """What is expected comes true."""
    text = cell.dispute(cell.expected)
    assert verdict(text) == "holds", text


@pytest.mark.parametrize("cell", PLAIN, ids=" ".join)
def test_what_is_done_changes_something(cell: Cell) -> None:
    """Otherwise no situation could fail."""
    assert verdict(cell.dispute("same")) == "fails"


@pytest.mark.parametrize("game", TABLES)
def test_every_situation_has_its_articles(game: str) -> None:
    """They are the rulebook's."""
    articles = numbers_of(load_rulebook(game, TABLES[game]["version"]))
    rows = TABLES[game]["situations"].items()
    assert {name for name, row in rows if set(row["rules"]) - set(articles)} == set()
