"""Every ruling holds, and its trace is the one that was accepted beside it.

The facts decide: they come from the rulebook, by hand. The trace only guards against drift. To accept a
changed trace, read it with the article in hand, then `pytest tests/test_rulings.py --snapshot-update`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.data import SnapshotCollections
from syrupy.location import PyTestLocation

from bench import FIXTURES, rulings
from judge.engine.kernel.state import AppliedEvent
from judge.engine.trace.lines import OFFER
from judge.fixture.acts import most_of
from judge.page.page import page_of
from judge.pauses.known import Known
from judge.play.reasons import within
from judge.play.ruling import Ruling
from judge.pytest_plugin.snapshots import Trace
from judge.render.records import records
from judge.render.text import render


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


def fixture_of(location: PyTestLocation) -> Path:
    """The fixture that a test is about; a test about none stands for itself, for syrupy asks of every one."""
    call = getattr(location.item, "callspec", None)
    path: Path = call.params.get("ruling", location.item.path) if call else location.item.path
    return path


@pytest.fixture
def trace(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """The accepted trace of the test's fixture."""
    return snapshot.use_extension(KeptTrace)


def wanted(ruling: Ruling) -> str:
    """The verdict that a fixture is about:
    it holds, unless its claim is that the book leaves something open.
    """
    return "undecided" if ruling.fixture.model.expect.get("result") == "undecided" else "holds"


def test_holds(ruled: Ruling, trace: SnapshotAssertion) -> None:
    """The facts hold, by the articles named; then the trace is the accepted one."""
    assert ruled.verdict == wanted(ruled), render(ruled)
    assert records(ruled) == trace
    shows_its_reasons(ruled)
    keeps_to_its_forms(ruled)


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
