"""Rulings as tests of pytest: `pytest rulings/` plays them as `judge test` does.

It comes with judge and is found by pytest wherever both are installed; `-p no:judge` leaves it out. What a
ruling is played by stands in pytest's own configuration:

    judge_rulebook = a folder, or a game by name, instead of the one that a ruling names
    judge_overlays = files of changes laid over it, one a line
    judge_modules  = Python that a rulebook of one's own may run, one a line

Folders and files are named from where that configuration stands.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from _pytest._code.code import ExceptionInfo, TerminalRepr

    from judge.suite.examined import Examined
    from judge.suite.played import Playing

UPDATE = "--judge-update"


def pytest_addoption(parser: pytest.Parser) -> None:
    """What may be asked, and what may be configured."""
    group = parser.getgroup("judge", "rulings by judge")
    group.addoption(
        UPDATE,
        dest="judge_update",
        action="store_true",
        help="Keep new and changed traces of rulings that hold; not in CI.",
    )
    parser.addini("judge_rulebook", "Play rulings by this rulebook instead of their own.", default="")
    parser.addini("judge_overlays", "Files of changes laid over the rulebook.", type="linelist")
    parser.addini("judge_modules", "Python that a rulebook of one's own may run.", type="linelist")


def pytest_configure(config: pytest.Config) -> None:
    """Raises UsageError where traces are to be written and CI is set in the environment."""
    if config.getoption("judge_update"):
        from judge.cli.options import in_ci

        if in_ci():
            raise pytest.UsageError(f"{UPDATE} writes traces, and with CI set nothing is written")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> RulingFile | None:
    """A TOML file that is a ruling."""
    if file_path.suffix != ".toml":
        return None
    from judge.suite.found import is_ruling

    return RulingFile.from_parent(parent, path=file_path) if is_ruling(str(file_path)) else None


class RulingFile(pytest.File):
    """The file of a ruling, which is one test."""

    def collect(self) -> Iterator[pytest.Item]:
        """The ruling."""
        yield RulingItem.from_parent(self, name=self.path.stem)


class Unheld(Exception):
    """A ruling that does not hold, or whose trace is another one."""


class RulingItem(pytest.Item):
    """A ruling: its facts first, then the trace that is kept beside it."""

    def runtest(self) -> None:
        """Play it. Raises Unheld with what does not hold; a trace that is not kept yet only warns."""
        one = self.examined()
        if self.config.getoption("judge_update") and one.status in ("new", "changed"):
            self.keep(one)
        elif one.status == "new":
            self.warn(pytest.PytestWarning(f"{one.played.id}: its trace is not kept yet ({UPDATE})"))
        elif one.status != "holds":
            raise Unheld(told(one))

    def examined(self) -> Examined:
        """What became of the ruling."""
        from judge.suite.examined import held_against_trace
        from judge.suite.found import find_rulings
        from judge.suite.played import play_one

        (found,) = find_rulings([os.path.relpath(self.path)])
        return held_against_trace(play_one(found, playing(self.config)))

    def keep(self, one: Examined) -> None:
        """Write its trace. Raises Unheld where that cannot be."""
        from judge.cli.output import write_whole
        from judge.suite.traces import trace_path

        problem = write_whole(trace_path(one.played.path), one.played.records)
        if problem is not None:
            raise Unheld(problem.text())

    def repr_failure(
        self, excinfo: ExceptionInfo[BaseException], *args: object, **kwargs: object
    ) -> str | TerminalRepr:
        """What does not hold, with its places; a fault of ours with its traceback."""
        return str(excinfo.value) if isinstance(excinfo.value, Unheld) else super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where it stands, and its name."""
        return self.path, 0, self.name


def playing(config: pytest.Config) -> Playing:
    """How rulings are played, by what is configured."""
    from judge.suite.played import Playing

    root = config.inipath.parent if config.inipath else config.rootpath
    rulebook, overlays = str(config.getini("judge_rulebook")), config.getini("judge_overlays")
    here = root / rulebook
    return Playing(
        str(here) if rulebook and here.is_dir() else rulebook,
        tuple(str(root / one) for one in overlays),
        tuple(config.getini("judge_modules")),
    )


def told(one: Examined) -> str:
    """What is to be told of a ruling, a place a line with what was found below it."""
    from judge.suite.formats.text import part_rows
    from judge.suite.report import findings_of

    rows = "\n".join(part_rows((one.status, one.played.id, list(findings_of(one))), 100, False))
    return f"{rows}\n{one.played.page}" if one.status == "bug" else rows
