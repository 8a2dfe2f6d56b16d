"""What `make test` leaves to `make soak` is written down: every file of tests stands in the table of
CONTRIBUTING.md, and the rulings on which engine-wide properties are tried come to every mechanism.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatch
from itertools import pairwise
from pathlib import Path

import pytest
from extent import SAMPLE, evenly

from bench import name_of, rulings
from judge.engine.kernel.state import AppliedEvent
from judge.fixture.load import load_fixture
from judge.play.ruling import run

HERE = Path(__file__).parent
CONTRIBUTING = (HERE.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")


def patterns() -> list[str]:
    """The files that the rows of the table name."""
    table = CONTRIBUTING.partition("| tried | files | ")[2].partition("\n\n")[0]
    return [one for row in table.splitlines()[2:] for one in re.findall(r"`([^`]+\.py)`", row.split("|")[2])]


def test_every_file_of_tests_stands_in_the_table() -> None:
    """Once, and the table names no file that is gone."""
    files = [str(path.relative_to(HERE)) for path in HERE.rglob("test_*.py")]
    rows = Counter(file for file in files for one in patterns() if fnmatch(file, one))
    assert {file: rows[file] for file in files if rows[file] != 1} == {}
    assert [one for one in patterns() if not any(fnmatch(file, one) for file in files)] == []


def test_cases_are_spread_evenly() -> None:
    """So many, each once, and another test begins at another one."""
    found = list(range(100))
    chosen = evenly(found, 7, "a")
    assert len(set(chosen)) == 7
    gaps = {(b - a) % 100 for a, b in pairwise(chosen)}
    assert gaps <= {14, 15}
    assert evenly(found, 7, "b") != chosen
    assert evenly(found, 200, "a") == found


@pytest.mark.parametrize("n", [10, 12, len(SAMPLE)])
def test_a_part_of_the_sample_has_every_game(n: int) -> None:
    """At whatever place it begins."""
    for start in range(500):
        games = {name_of(one).partition("/")[0] for one in evenly(SAMPLE, n, str(start))}
        assert games == {"dbs", "postures", "tdg", "victory-spark", "ygo"}


def mechanisms(ruling: Path) -> Iterator[str]:
    """The procedures of its game that a ruling comes to, and the verbs that change it. What alterations of
    Trésors de Geek do at one moment is one mechanism, whichever it is and at whatever level.
    """
    for entry in run(load_fixture(ruling), readings=False).entries:
        record = entry.data.get("record")
        if isinstance(record, AppliedEvent):
            yield record.verb
        if entry.procedure and not entry.procedure.startswith("window:"):
            game = name_of(ruling).partition("/")[0]
            yield f"{game} {re.sub(r'^[a-z]+-[123]-', 'alteration-', entry.procedure)}"


@pytest.mark.soak
@pytest.mark.slow("it plays every ruling")
def test_the_sample_comes_to_every_mechanism() -> None:
    """To whatever any ruling comes to."""
    sampled = {one for ruling in SAMPLE for one in mechanisms(ruling)}
    every = {one for ruling in rulings() for one in mechanisms(ruling)}
    assert every - sampled == set()
