"""`judge step`: walks through a ruling, line by line in the terminal, or on a full screen
(`step_screen.py`).
"""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Iterable, Iterator
from importlib.util import find_spec

from judge.cli.codes import BAD_INPUT, OK
from judge.cli.inputs import PIPED, of_fixture
from judge.cli.options import RunOptions, check_run, slip
from judge.cli.output import Ended, listen, said, tell, width
from judge.cli.run import opened, with_problems_told
from judge.cli.step_commands import Commands, Reply
from judge.fixture.load import Fixture
from judge.page.not_known import unread
from judge.render.mat import Row, article_rows, decision_rows, line_rows, mat_rows, text_of
from judge.speech.catalogue import fill
from judge.stepping.mat import mat_of
from judge.stepping.session import Session
from judge.text.rows import NamedTuple
from judge.text.visible import visible

NO_SCREEN = "for a screen of its own: pip install 'rules-judge[step]'"


class StepOptions(NamedTuple):
    """The options of `judge step` besides those of every run."""

    run: RunOptions
    plain: bool = False


def step_fixture(options: StepOptions) -> int:
    """Opens a dispute and walks through it until the user stops; gives the exit code."""
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
    """Walks through a dispute with options that have been checked. Raises BadInput and NotImplementedYet."""
    run = options.run
    fixture = opened(run.files[0], run)
    commands = Commands(session_of(fixture, run), tuple(of_fixture(fixture)))
    if wants_screen(options):
        from judge.cli.step_screen import Screen

        return Screen(commands).run() or 0
    return walk_by_lines(commands)


def session_of(fixture: Fixture, options: RunOptions) -> Session:
    """The session for a fixture, for everybody or as one player sees it."""
    if not options.seat:
        return Session(fixture, options.lang, options.all)
    from judge.stepping.player import PlayerSession

    return PlayerSession(fixture, options.seat, options.lang, options.all)


def wants_screen(options: StepOptions) -> bool:
    """Is there a terminal, and the library that draws on it? Where only the library is missing, a hint is
    printed.
    """
    streams = (sys.stdin, sys.stdout, sys.stderr)  # the screen is drawn on the last one
    if options.plain or not all(stream.isatty() for stream in streams) or os.environ.get("TERM") == "dumb":
        return False
    if find_spec("textual") is None:
        print(NO_SCREEN, file=sys.stderr)
        return False
    return True


# --- line by line --------------------------------------------------------------------------------------
PROMPT = "> "


def walk_by_lines(commands: Commands) -> int:
    """Reads and carries out commands until there are no more; gives the exit code."""
    listen()
    session = commands.session
    put(textwrap.wrap(named(session), width()))
    put(unwritten(session))
    put([fill(session.words["lines"], {"n": len(session.lines)}), *mat(session)])
    put(shown(session, session.told))
    while True:
        try:
            text = said(PROMPT)
        except Ended as end:
            return end.code
        if not sys.stdin.isatty():
            print(visible(text))  # so that what a pipe was given can be read beside what came of it
        told = session.told
        reply = commands.obey(text)
        if reply.done:
            return OK
        put(answered(commands, reply, told))


def named(session: Session) -> str:
    """The rulebook and the title of the fixture."""
    book, model = session.fixture.book, session.fixture.model
    return "  ".join(part for part in (f"{book.id} {book.version}", model.title) if part)


def unwritten(session: Session) -> list[str]:
    """The cards that are played without their text, as a ruling names them."""
    told = unread(session.teller)
    text = f"{session.teller.words['section']['unread']}  {told}"
    return textwrap.wrap(text, width(), subsequent_indent=" " * 8) if told else []


def put(rows: Iterable[str]) -> None:
    """Prints rows."""
    for row in rows:
        print(visible(row.rstrip()))
    sys.stdout.flush()


def answered(commands: Commands, reply: Reply, told: int) -> Iterator[str]:
    """The rows to print after a command: what it did, and what is to be seen now."""
    session = commands.session
    yield from reply.says.split("\n") if reply.says else ()
    if reply.help:
        yield from (f"  {letters:<11}{what}" for letters, what in commands.help())
    if reply.mat:
        yield from mat(session)
    if reply.moved:
        yield from shown(session, session.told if reply.here else told)


def shown(session: Session, told: int) -> Iterator[str]:
    """The lines since the last command, or after going back those of this moment; their articles, and the
    decision.
    """
    fresh = session.lines[told : session.told] or session.here
    wide = width()
    rows: list[Row] = [row for line in fresh for row in line_rows(line, wide)]
    yield from text_of(rows)
    yield from (f"    {row}" for row in text_of(list(article_rows(session.articles(), wide - 4))))
    decision = session.decision()
    if decision is not None:
        yield from text_of(list(decision_rows(decision, wide, session.words)))
    ended = session.why_ended()
    yield from (ended,) if ended else ()


def mat(session: Session) -> list[str]:
    """The mat as it is now."""
    game = session.game
    return text_of(mat_rows(mat_of(session.narrator()), width(), 0, game.active))
