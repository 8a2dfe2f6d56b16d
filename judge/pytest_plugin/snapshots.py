"""Kept traces as snapshots of syrupy: `claim.trace` beside `claim.toml`, the file that `judge test` reads."""

from __future__ import annotations

from pathlib import Path

from syrupy.data import SnapshotCollection, SnapshotCollections
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.location import PyTestLocation

from judge.cli.options import in_ci
from judge.cli.output import write_whole
from judge.errors import BadInput
from judge.pytest_plugin.configured import keeper_of
from judge.suite.examined import ENDING, kept_trace, stale_beside


class Trace(SingleFileSnapshotExtension):
    """Keeps the trace of a ruling beside it. Of the existing traces it shows syrupy only those whose ruling
    is gone: a ruling that fails is not compared, and must not lose its trace.
    """

    file_extension = ENDING.removeprefix(".")
    _write_mode = WriteMode.TEXT

    @classmethod
    def ruling(cls, test_location: PyTestLocation) -> Path:
        """The ruling that a test is about."""
        return test_location.item.path

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        """The ruling's folder."""
        return str(cls.ruling(test_location).parent)

    @classmethod
    def discovery_dirname(cls, *, test_location: PyTestLocation) -> str:
        """The ruling's folder."""
        return cls.dirname(test_location=test_location)

    @classmethod
    def get_file_basename(cls, *, test_location: PyTestLocation, index: int | str) -> str:
        """The ruling's name."""
        return cls.ruling(test_location).stem

    @classmethod
    def matches_test_location(cls, *, test_location: PyTestLocation, snapshot_location: str) -> bool:
        """A trace belongs to the test whose ruling stands beside it."""
        return Path(snapshot_location).with_suffix("") == cls.ruling(test_location).with_suffix("")

    def discover_snapshots(
        self, *, test_location: PyTestLocation, ignore_extensions: list[str] | None = None
    ) -> SnapshotCollections:
        """The traces in the ruling's folder beside which there is no ruling any more; what the run reads is
        none of them, whatever its name.
        """
        traces, keeper = SnapshotCollections(), keeper_of(test_location.item.session)
        if self.file_extension not in (ignore_extensions or ()):
            stale = stale_beside(self.dirname(test_location=test_location))
            for path in (file for file in stale if not keeper.reads(file)):
                traces.add(self.read_snapshot_collection(snapshot_location=path))
        return traces

    def read_snapshot_data_from_location(
        self, *, snapshot_location: str, snapshot_name: str, session_id: str
    ) -> str | None:
        """A trace as `judge test` reads it."""
        return kept_trace(snapshot_location)

    @classmethod
    def write_snapshot_collection(
        cls, *, snapshot_collection: SnapshotCollection, name_order: dict[str, int] | None = None
    ) -> None:
        """Write a trace wholly or not at all. Raises BadInput where that cannot be."""
        (trace,) = snapshot_collection
        problem = write_whole(snapshot_collection.location, str(trace.data))
        if problem is not None:
            raise BadInput([problem._replace(key="--snapshot-update")])

    def delete_snapshots(self, *, snapshot_location: str, snapshot_names: set[str]) -> None:
        """Remove a trace; never where CI is set."""
        if not in_ci():
            super().delete_snapshots(snapshot_location=snapshot_location, snapshot_names=snapshot_names)
