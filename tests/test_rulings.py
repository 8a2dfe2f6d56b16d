"""Every ruling holds, and its trace is the one that was accepted beside it.

The facts decide: they come from the rulebook, by hand. The trace only guards against drift. To accept a
changed trace, read it with the article in hand, then `pytest tests/test_rulings.py --snapshot-update`.

The other possibilities of readings, and other versions, are tried wherever the kept trace says that one
makes a difference; of the rulings for which none does, `make test` tries them for one in three, `make soak`
for all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from extent import SOAK
from syrupy.assertion import SnapshotAssertion
from syrupy.data import SnapshotCollections
from syrupy.location import PyTestLocation

from bench import FIXTURES, name_of, rulings
from judge.engine.kernel.state import AppliedEvent
from judge.engine.trace.lines import OFFER
from judge.fixture.acts import most_of
from judge.fixture.load import load_fixture
from judge.page.page import page_of
from judge.pauses.known import Known
from judge.play.reasons import within
from judge.play.ruling import Ruling, run
from judge.pytest_plugin.snapshots import Trace
from judge.render.records import records
from judge.render.text import render
from judge.suite.examined import kept_trace

READING, DIFFERS = "reading ", " differs"  # of the rows in the heading of a trace
SELDOM = 3


class KeptTrace(Trace):
    """Keeps the trace of ``claim.toml`` as ``claim.trace`` in the same folder."""

    @classmethod
    def ruling(cls, test_location: PyTestLocation) -> Path:
        """The fixture that a test is about."""
        return fixture_of(test_location)

    def discover_snapshots(
        self, *, test_location: PyTestLocation, ignore_extensions: list[str] | None = None
    ) -> SnapshotCollections:
        """None: a run of some of the tests must not delete the traces of the others.

        See `test_no_trace_is_left_over`.
        """
        return SnapshotCollections()


class KeptCourse(KeptTrace):
    """The same of a ruling that was played by its own readings only: without what another one gives."""

    def matches(self, *, serialized_data: Any, snapshot_data: Any) -> bool:
        """Is the rest as it was accepted?"""
        rows = str(snapshot_data).splitlines(keepends=True)
        return bool(serialized_data == "".join(one for one in rows if one[: len(READING)] != READING))


def fixture_of(location: PyTestLocation) -> Path:
    """The fixture that a test is about; a test about none stands for itself, for syrupy asks of every one."""
    call = getattr(location.item, "callspec", None)
    path: Path = call.params.get("ruling", location.item.path) if call else location.item.path
    return path


@pytest.fixture
def otherwise(ruling: Path, pytestconfig: pytest.Config) -> bool:
    """Is the ruling played under the other possibilities of its readings too? Wherever that would be seen in
    what is accepted now, and for a third of the rest.
    """
    whole = SOAK or pytestconfig.option.update_snapshots or any("::" in one for one in pytestconfig.args)
    return whole or crc32(name_of(ruling).encode()) % SELDOM == 0 or hangs_on_readings(ruling)


def tried_in(kept: str) -> list[str]:
    """The rows of a trace about the other possibilities of readings: `contre-leaves=activation same`."""
    heading = kept.partition("\n\n")[0].splitlines()
    return [one.removeprefix(READING) for one in heading if one.startswith(READING)]


def hangs_on_readings(ruling: Path) -> bool:
    """Does the trace that was accepted say that another possibility of a reading makes a difference?"""
    kept = kept_trace(str(ruling))
    return kept is None or any(one.endswith(DIFFERS) for one in tried_in(kept))


@pytest.fixture
def played(ruling: Path, otherwise: bool, request: pytest.FixtureRequest) -> Ruling:
    """What becomes of the ruling."""
    if not otherwise:
        return run(load_fixture(ruling), readings=False)
    found: Ruling = request.getfixturevalue("ruled")
    return found


@pytest.fixture
def trace(snapshot: SnapshotAssertion, otherwise: bool) -> SnapshotAssertion:
    """The accepted trace of the test's fixture."""
    return snapshot.use_extension(KeptTrace if otherwise else KeptCourse)


def wanted(ruling: Ruling) -> str:
    """The verdict that a fixture is about:
    it holds, unless its claim is that the book leaves something open.
    """
    return "undecided" if ruling.fixture.model.expect.get("result") == "undecided" else "holds"


def test_holds(ruling: Path, played: Ruling, otherwise: bool, trace: SnapshotAssertion) -> None:
    """The facts hold, by the articles named; then the trace is the accepted one, and the readings on which
    the ruling touches are those of the trace where they were not tried otherwise.
    """
    assert played.verdict == wanted(played), render(played)
    assert records(played) == trace
    if not otherwise:
        rows = tried_in(kept_trace(str(ruling)) or "")
        assert {one.partition("=")[0] for one in rows} == set(played.touched)
    shows_its_reasons(played)
    keeps_to_its_forms(played)


def shows_its_reasons(ruling: Ruling) -> None:
    """Every claim is answered on the page; every article that the fixture names, and every one that refuses
    what was asked, is among its reasons with what it comes to here.
    """
    page = page_of(ruling)
    assert [one.line for one in page.asked] == [one.line for one in ruling.claims]
    reasons = {one.article: one for one in page.why if one.main}
    for asked in page.asked:
        assert not asked.article or reasons[asked.article].here, asked
    for named in ruling.fixture.model.articles:
        assert any(within(one, named) and reasons[one].here for one in reasons), named
    assert page.answer.answers or page.answer.changes


def keeps_to_its_forms(ruling: Ruling) -> None:
    """No option names more than its offer says that its options do: a claim of it would be no line. What is
    remembered has a name that a pause may say.
    """
    known = Known(ruling.table, {})
    kept = {*ruling.game.memory, *(entry["key"] for entry in remembered(ruling))}
    assert {known.memory_name(key) for key in kept} <= known.remembered
    most = most_of(ruling.fixture.book)
    offers = [one.data for one in ruling.entries if one.kind is OFFER]
    every = [option for data in offers for option in (*data.get("legal", ()), *data["refused"])]
    assert [one.key for one in every if len(one.args) > most[one.name]] == []


def remembered(ruling: Ruling) -> Iterator[Mapping[str, Any]]:
    """What was noted on the way, some of it forgotten since."""
    for entry in ruling.entries:
        record = entry.data.get("record")
        if isinstance(record, AppliedEvent) and record.verb == "remember":
            yield record.args


def test_there_are_rulings() -> None:
    """A run that finds no fixture would prove nothing."""
    assert rulings()


def test_no_trace_is_left_over() -> None:
    """A trace whose fixture was renamed or removed is found here: nothing else reads it."""
    left = [
        str(one.relative_to(FIXTURES))
        for one in FIXTURES.rglob("*.trace")
        if not one.with_suffix(".toml").is_file()
    ]
    assert left == []
