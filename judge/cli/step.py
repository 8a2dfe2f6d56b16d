"""`judge step`: walk through a ruling, on a screen of its own or line by line."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from typing import NamedTuple

from judge.cli.codes import BAD_INPUT
from judge.cli.inputs import PIPED, of_fixture
from judge.cli.options import RunOptions, check_run, slip
from judge.cli.output import tell
from judge.cli.run import opened, with_problems_told
from judge.cli.step_commands import Commands
from judge.fixture.load import Fixture
from judge.stepping.session import Session

NO_SCREEN = "for a screen of its own: pip install 'rules-judge[step]'"


class StepOptions(NamedTuple):
    """What is asked beside what every run is asked."""

    run: RunOptions
    plain: bool = False


def step_fixture(options: StepOptions) -> int:
    """Open a dispute and walk through it as long as somebody wants to; the exit code."""
    problems = check_run(options.run)
    if PIPED in options.run.files:  # by which it is walked through
        problems.append(
            slip("FIXTURE", "the keys come from standard input, and no dispute does", "a file", PIPED)
        )
    if problems:
        tell(problems)
        return BAD_INPUT
    return with_problems_told(options.run, lambda: walk(options))


def walk(options: StepOptions) -> int:
    """The same of options that are right. Raises BadInput and NotImplementedYet."""
    run = options.run
    fixture = opened(run.files[0], run)
    commands = Commands(session_of(fixture, run), tuple(of_fixture(fixture)))
    if wants_screen(options):
        from judge.cli.step_screen import Screen

        return Screen(commands).run() or 0
    from judge.cli.step_lines import walk_by_lines

    return walk_by_lines(commands)


def session_of(fixture: Fixture, options: RunOptions) -> Session:
    """The fixture on the table, for everybody or as one player sees it."""
    if not options.seat:
        return Session(fixture, options.lang, options.all)
    from judge.stepping.player import PlayerSession

    return PlayerSession(fixture, options.seat, options.lang, options.all)


def wants_screen(options: StepOptions) -> bool:
    """Is there a terminal, and what draws on it? Where only that is missing, it is told how to have it."""
    streams = (sys.stdin, sys.stdout, sys.stderr)  # the screen is drawn on the last one
    if options.plain or not all(one.isatty() for one in streams) or os.environ.get("TERM") == "dumb":
        return False
    if find_spec("textual") is None:
        print(NO_SCREEN, file=sys.stderr)
        return False
    return True
