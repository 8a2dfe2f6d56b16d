"""Rulings as tests of pytest: `pytest rulings/` plays them as `judge test` does.

It comes with judge and is found by pytest wherever both are installed; `-p no:judge` leaves it out. Traces
are snapshots of syrupy, which keeps them beside the rulings and writes them with `--snapshot-update`. What a
ruling is played by stands in pytest's own configuration:

    judge_rulebook = a folder, or a game by name, instead of the one that a ruling names
    judge_overlays = files of changes laid over it, one a line
    judge_modules  = Python that a rulebook of one's own may run, one a line
    judge_cache    = false, to play also what has not changed since it was last played

Folders and files are named from where that configuration stands.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from judge.errors import BadInput

if TYPE_CHECKING:
    from _pytest._code.code import ExceptionInfo, TerminalRepr
    from syrupy.assertion import SnapshotAssertion

    from judge.suite.cache import Cache
    from judge.suite.examined import Examined

UPDATE: Final = "--snapshot-update"
NO_SYRUPY: Final = (
    "the traces of rulings are compared by syrupy, and it is not there: pip install 'rules-judge[pytest]', "
    "or leave rulings out with -p no:judge"
)
IN_CI: Final = f"{UPDATE} writes traces, and with CI set nothing is written"
_CACHE: Final = pytest.StashKey["Cache"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declares the settings."""
    parser.addini("judge_rulebook", "Play rulings by this rulebook instead of their own.", default="")
    parser.addini("judge_overlays", "Files of changes laid over the rulebook.", type="linelist")
    parser.addini("judge_modules", "Python that a rulebook of one's own may run.", type="linelist")
    parser.addini(
        "judge_cache", "Do not play what has not changed since it was last played.", "bool", default=True
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> RulingFile | None:
    """Collects a TOML file that is a ruling."""
    if file_path.suffix.lower() != ".toml":  # nothing else is loaded for the others
        return None
    from judge.suite.found import is_ruling

    return RulingFile.from_parent(parent, path=file_path) if is_ruling(str(file_path)) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Raises UsageError where there are rulings that may not be played in this way. A worker of xdist
    reports it for each ruling instead, because an error that ends a worker is shown with its traceback.
    """
    if any(isinstance(item, RulingItem) for item in items) and not hasattr(config, "workerinput"):
        refused = refusal(config)
        if refused:
            raise pytest.UsageError(refused)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Saves the cache of results."""
    cache = session.config.stash.get(_CACHE, None)
    if cache is not None:
        cache.save()


class RulingFile(pytest.File):
    """The file of a ruling, which is one test."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yields the one test of the file, its ruling."""
        yield RulingItem.from_parent(self, name=self.path.stem, callobj=hold)


class Unheld(Exception):
    """A ruling does not hold, or its trace differs."""


class RulingItem(pytest.Function):
    """A ruling. It is a function to pytest, since syrupy knows no other tests."""

    def setup(self) -> None:
        """Raises Unheld where rulings may not be played in this way."""
        refused = refusal(self.config)
        if refused:
            raise Unheld(refused)
        super().setup()

    def repr_failure(
        self, excinfo: ExceptionInfo[BaseException], *args: object, **kwargs: object
    ) -> str | TerminalRepr:
        """The failures with their places; the traceback of a bug of ours."""
        if isinstance(excinfo.value, BadInput):  # a trace that cannot be written
            return "\n".join(problem.text() for problem in excinfo.value.problems)
        return str(excinfo.value) if isinstance(excinfo.value, Unheld) else super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The place of the ruling, and its name."""
        return self.path, 0, self.name


def hold(request: pytest.FixtureRequest, snapshot: SnapshotAssertion) -> None:
    """Checks that the ruling holds: its facts first, then the trace that is kept beside it. Raises Unheld
    with what does not; a trace that is not kept yet only warns.
    """
    from judge.pytest_plugin.snapshots import Trace

    ruling = examined(request.node)
    if ruling.status == "new" and not updates(request.config):
        request.node.warn(pytest.PytestWarning(f"{ruling.played.id}: its trace is not kept yet ({UPDATE})"))
        return
    if ruling.status not in ("holds", "new", "changed"):
        raise Unheld(told(ruling))
    if updates(request.config) and ruling.status != "holds":
        check_writing(request, ruling)
    trace = snapshot.use_extension(Trace)
    if trace != ruling.played.records:
        raise trace.executions[trace.num_executions - 1].exception or Unheld(told(ruling))


def check_writing(request: pytest.FixtureRequest, ruling: Examined) -> None:
    """Raises BadInput where the trace of a ruling may not be written."""
    from judge.pytest_plugin.configured import keeper_of
    from judge.suite.examined import trace_path

    problem = keeper_of(request.session).against_writing(trace_path(ruling.played.path))
    if problem is not None:
        raise BadInput([problem._replace(key=UPDATE)])


def examined(item: pytest.Item) -> Examined:
    """The result of a ruling."""
    from judge.suite.examined import examine_one
    from judge.suite.found import find_rulings

    (ruling,) = find_rulings([os.path.relpath(item.path)])
    return examine_one(ruling, cache_of(item.config))


def cache_of(config: pytest.Config) -> Cache:
    """The cache of this run, which also knows how rulings are played."""
    from judge.pytest_plugin.configured import playing
    from judge.suite.cache import Cache, NoCache

    if _CACHE not in config.stash:
        config.stash[_CACHE] = (Cache if config.getini("judge_cache") else NoCache)(playing(config))
    return config.stash[_CACHE]


def refusal(config: pytest.Config) -> str:
    """The reason why rulings may not be played in this way; "" where they may."""
    from judge.cli.options import in_ci
    from judge.pytest_plugin.configured import faults

    if not config.pluginmanager.hasplugin("syrupy"):
        return NO_SYRUPY
    return IN_CI if updates(config) and in_ci() else faults(config)


def updates(config: pytest.Config) -> bool:
    """Is syrupy asked to write traces?"""
    return any(config.getoption(name, False) for name in ("update_snapshots", "update_new_snapshots_only"))


def told(ruling: Examined) -> str:
    """The findings about a ruling, each with its place."""
    from judge.suite.examined import findings_of
    from judge.suite.formats.for_people import part_rows

    rows = "\n".join(part_rows((ruling.status, ruling.played.id, list(findings_of(ruling))), 100, False))
    return f"{rows}\n{ruling.played.page}" if ruling.status == "bug" else rows
