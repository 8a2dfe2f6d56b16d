"""Kept traces as snapshots of syrupy: `claim.trace` beside `claim.toml`, the file that `judge test` reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import pytest
from syrupy.data import SnapshotCollection, SnapshotCollections
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.location import PyTestLocation

from judge.cli.options import check_overlays, check_rulebook, in_ci
from judge.cli.output import write_whole
from judge.cli.suite import Keeper
from judge.errors import BadInput, Problem
from judge.suite.examined import ENDING, kept_trace, stale_beside
from judge.suite.played import Playing

# --- How the rulings of a run of pytest are played, and what of their traces may be written.
_FAULTS: Final = pytest.StashKey[str]()
_KEEPER: Final = pytest.StashKey[Keeper]()


def playing(config: pytest.Config) -> Playing:
    """How rulings are played, by the settings of pytest."""
    root = config.inipath.parent if config.inipath else config.rootpath
    rulebook, overlays = str(config.getini("judge_rulebook")), config.getini("judge_overlays")
    here = root / rulebook
    return Playing(
        str(here) if rulebook and here.is_dir() else rulebook,
        tuple(str(root / one) for one in overlays),
        tuple(config.getini("judge_modules")),
    )


def faults(config: pytest.Config) -> str:
    """The problems of the settings; "" where there are none. They are looked for once in a run."""
    if _FAULTS not in config.stash:
        asked = playing(config)
        found = [*named("judge_rulebook", check_rulebook(asked.rulebook))]
        found += named("judge_overlays", check_overlays(asked.overlays))
        config.stash[_FAULTS] = "\n".join(found)
    return config.stash[_FAULTS]


def named(setting: str, problems: Iterable[Problem]) -> Iterator[str]:
    """Problems with the setting that has them."""
    return (f"{setting}: {one.text()}" for one in problems)


def keeper_of(session: pytest.Session) -> Keeper:
    """The Keeper of this run, which says why a trace may not be written."""
    if _KEEPER not in session.stash:
        rulings = sorted({str(one.path) for one in session.items if one.path.suffix.lower() == ".toml"})
        session.stash[_KEEPER] = Keeper(rulings, playing(session.config))
    return session.stash[_KEEPER]


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
        found, keeper = SnapshotCollections(), keeper_of(test_location.item.session)
        if self.file_extension not in (ignore_extensions or ()):
            stale = stale_beside(self.dirname(test_location=test_location))
            for one in (one for one in stale if not keeper.reads(one)):
                found.add(self.read_snapshot_collection(snapshot_location=one))
        return found

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
