"""Small faults made on purpose are seen: `make test` makes five that rulings show, `make soak` ten and those
that only a test shows, `make mutants` hundreds.
"""

from __future__ import annotations

from typing import Any

import pytest

from bench import HOME
from bench.mutants import attempt, by_name, known

KNOWN = known()


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    "row", KNOWN["daily"], ids=[one["mutant"].replace("/", ".") for one in KNOWN["daily"]]
)
def test_a_fault_is_seen(row: dict[str, Any]) -> None:
    """Each of these rulings, by itself or with the others, does not survive it."""
    assert attempt(by_name(row["mutant"]), row["rulings"]).killer in row["rulings"]


@pytest.mark.soak
@pytest.mark.parametrize(
    "row", KNOWN["tested"], ids=[one["mutant"].replace("/", ".") for one in KNOWN["tested"]]
)
def test_a_fault_that_no_ruling_shows_is_seen_by_a_test(row: dict[str, Any]) -> None:
    """The test that is named does not pass with it."""
    assert attempt(by_name(row["mutant"]), (), row["test"]).killer == row["test"]


def test_every_mutant_that_is_named_can_be_made() -> None:
    """One whose code is gone proves nothing: another takes its place."""
    names = [
        *KNOWN["tried"],
        *(one["mutant"] for one in (*KNOWN["excused"], *KNOWN["tested"], *KNOWN["daily"])),
    ]
    assert len(KNOWN["tried"]) >= 200
    assert len(set(KNOWN["tried"])) == len(KNOWN["tried"])
    files = {name.split(" ", 1)[0] for name in names}
    assert [one for one in files if not (HOME / one).is_file()] == []
    assert [name for name in names if by_name(name).name != name] == []


def test_an_excuse_says_why() -> None:
    """Only what was tried is excused, and each with a reason; what a test sees needs none."""
    assert [one["mutant"] for one in KNOWN["tested"] if one["mutant"] not in KNOWN["tried"]] == []
    assert [
        one["mutant"]
        for one in KNOWN["excused"]
        if one["mutant"] not in KNOWN["tried"] or len(one["why"]) < 20
    ] == []
