"""A deck that says something of a wrong kind costs that deck, never the report of its folder."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest

from judge.decks.desk import Judge, open_desk
from judge.decks.formats.json_deck import SCHEMA
from judge.errors import BadInput

VALUES: list[Any] = [
    3,
    -1,
    1.5,
    True,
    None,
    "x",
    "",
    [],
    [1],
    ["a"],
    [[1]],
    [{"a": 1}],
    {},
    {"a": 1},
    {"a": [1]},
    {"at_least": "x"},
    [{"include": "x"}],
    [{"only": 1}],
    [{"forbid": 3}],
    [{"include": 2, "of": 3}],
    {"name": [1]},
    {"not": 3},
    {"any": [3]},
]
EXPECTED = ("verdict", "counts", "unchecked", "faults", "unsure", "warnings", "sided", "zzz")
ROWS = ("code", "article", "articles", "found", "allowed", "card", "lines", "line", "hint", "zzz")
PRINTED = (
    "name",
    "number",
    "title",
    "type",
    "kind",
    "keywords",
    "mentions",
    "star",
    "exclusive",
    "counts_as",
    "adds",
    "deck",
    "cost",
    "zzz",
)
ABOUT = ("player", "version", "list", "date", "event", "cards", "expect", "limits")


def decks(value: Any) -> list[dict[str, Any]]:
    """What may stand where something else is meant."""
    return [
        *({"expect": {key: value}} for key in EXPECTED),
        *({"expect": {"sided": {key: value}}} for key in EXPECTED),
        *({"expect": {"faults": [{key: value}]}} for key in ROWS),
        *({"cards": {"N-1": {key: value}}} for key in PRINTED),
        *({key: value} for key in ABOUT),
        {"cards": {"N-1": value}},
        {"limits": {"forbidden": value}},
    ]


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", ["dbs", "ygo", "tdg", "postures", "victory-spark"])
def test_a_value_of_a_wrong_kind(game: str) -> None:
    """Whatever stands there, each deck has a report; none of them is a crash."""
    judge = Judge(open_desk(game))
    base = {
        "schema": SCHEMA,
        "game": game,
        "sections": [{"section": "deck", "cards": [{"count": 4, "card": "N-1"}]}],
    }
    for value in VALUES:
        for more in decks(value):
            raw = json.dumps({**base, **more}).encode()
            assert len(judge.file("ann.json", raw)) == 1, more
            (deck,) = judge.decks("ann.json", raw)
            with contextlib.suppress(BadInput):  # a game without siding, a version that there is not
                assert judge.sided(deck, deck).verdict, more


@pytest.mark.parametrize("sided", [3, "x", [], True])
def test_what_is_expected_after_siding_is_a_table(sided: Any) -> None:
    """And what is not is told as every other expectation that cannot be."""
    judge = Judge(open_desk("ygo")._replace(expect=True))
    raw = json.dumps({"schema": SCHEMA, "game": "ygo", "sections": [], "expect": {"sided": sided}}).encode()
    (deck,) = judge.decks("ann.json", raw)
    assert "[expect] sided cannot be so" in [one.message for one in judge.sided(deck, deck).faults]
