"""The command line called in this process, and what is a fault of it."""

from __future__ import annotations

import io
import os
import re
import signal
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, Final, NamedTuple

from bench import HOME
from judge.text.visible import BIDI

SECONDS: Final = 10.0  # of a processor
CODES: Final = frozenset((0, 1, 2, 3, 4))
# What may stand in what is printed: an end of a line, and nothing else that steers a terminal.
_STEERS: Final = re.compile(f"[\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f{BIDI}\\u2028\\u2029\\ud800-\\udfff]")
# What an input may never set off; the events are those of Python's audit.
_STARTS: Final = (
    "subprocess.Popen",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "socket.connect",
    "socket.bind",
    "pty.spawn",
)
_WRITES: Final = (
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.mkdir",
    "os.link",
    "os.symlink",
    "os.truncate",
    "shutil.rmtree",
)


class TimeUp(BaseException):
    """It goes on for too long. No `except Exception` keeps it."""


class Outcome(NamedTuple):
    """The exit code of a call, and what was wrong with it: "" mostly, else a line that is the same for all
    inputs that break in the same place.
    """

    code: int
    fault: str = ""
    told: str = ""  # the traceback, or what was printed


def call(args: Sequence[str]) -> Outcome:
    """What becomes of one call of `judge`."""
    out, error = io.StringIO(), io.StringIO()
    _WATCH.seen = []
    try:
        with redirect_stdout(out), redirect_stderr(error), bounded(), _WATCH:
            code = answered(args)
    except TimeUp as caught:
        return Outcome(-1, f"no end in {SECONDS:.0f} s: {_place(caught)}", traceback.format_exc())
    except BaseException as caught:
        return Outcome(-1, f"{type(caught).__name__}: {_place(caught)}", traceback.format_exc())
    printed = out.getvalue() + error.getvalue()
    if code not in CODES:
        return Outcome(code, f"exit code {code}: {_last(error.getvalue())}", printed)
    found = _STEERS.search(printed)
    if found:
        return Outcome(code, f"printed raw: {found[0]!r}", printed)
    if _WATCH.seen:
        return Outcome(code, f"did {_WATCH.seen[0]}", printed)
    return Outcome(code)


def answered(args: Sequence[str]) -> int:
    """The exit code of a command line, as the process would end with it."""
    from judge.cli import finished

    if args[0] == "run":
        return finished(list(args))
    try:
        parsed().main(list(args), prog_name="judge")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    return 0


@cache
def parsed() -> Any:
    """The parser of the other commands, which takes longer to make than most inputs to read."""
    from typer.main import get_command

    from judge.cli.app import app

    return get_command(app)


@contextmanager
def bounded() -> Iterator[None]:
    """Let something take only so long."""

    def up(number: int, frame: FrameType | None) -> None:
        raise TimeUp

    old = signal.signal(signal.SIGVTALRM, up)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, old)


def _place(caught: BaseException) -> str:
    """The innermost function of judge in which something was raised."""
    frames = [
        one for one in traceback.extract_tb(caught.__traceback__) if f"{os.sep}judge{os.sep}" in one.filename
    ]
    return _named(frames[-1].filename, frames[-1].name) if frames else "outside of judge"


def _named(file: str, function: str) -> str:
    parts = Path(file).parts
    at = max(at for at, part in enumerate(parts) if part == "judge")
    return f"{'/'.join(parts[at:])} {function}"


def _last(printed: str) -> str:
    """Where a traceback that was printed ends, and with what."""
    rows = re.findall(r'File "([^"]*/judge/[^"]*)", line \d+, in (\S+)', printed)
    kind = re.findall(r"^(\w[\w.]*)(?::|$)", printed, re.MULTILINE)
    return f"{kind[-1] if kind else ''} {_named(*rows[-1]) if rows else ''}"


class _Watch:
    """What is read, written and started while a call runs, but for what every call may."""

    def __init__(self) -> None:
        self.on = False
        self.seen: list[str] = []
        self.reads = tuple(
            os.path.realpath(one)
            for one in (
                HOME,
                sys.prefix,
                sys.base_prefix,
                sys.exec_prefix,
                "/usr/lib",
                "/usr/share",
                "/etc/localtime",
            )
        )
        self.own: tuple[str, ...] = ()  # the folders of the inputs, which may be written

    def __enter__(self) -> None:
        self.on = True

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.on = False

    def hook(self, event: str, args: tuple[Any, ...]) -> None:
        """Note what a call must not do."""
        if not self.on:
            return
        if event.startswith(_STARTS):
            self.seen.append(event)
        elif event == "open" and isinstance(args[0], (str, bytes, os.PathLike)):
            path = os.path.realpath(os.fsdecode(args[0]))
            writes = isinstance(args[1], str) and set(args[1]) & set("wax+")
            if not self.within(path, self.own if writes else (*self.own, *self.reads)) and path != os.devnull:
                self.seen.append(f"{'writes' if writes else 'reads'} {os.path.basename(path)}")
        elif event in _WRITES and isinstance(args[0], (str, bytes, os.PathLike)):
            path = os.path.realpath(os.fsdecode(args[0]))
            if not self.within(path, self.own):
                self.seen.append(f"{event} {os.path.basename(path)}")

    def within(self, path: str, folders: Sequence[str]) -> bool:
        """Does a path lie in one of these folders, or is it what Python keeps of our own modules?"""
        kept = f"{os.sep}__pycache__" in path and any(path.startswith(one + os.sep) for one in self.reads)
        return kept or any(path == one or path.startswith(one + os.sep) for one in folders)


_WATCH: Final = _Watch()


def watch(*own: str) -> None:
    """Begin to note what calls do; these folders are theirs to write to."""
    if not _WATCH.own:
        sys.addaudithook(_WATCH.hook)
    _WATCH.own = tuple(os.path.realpath(one) for one in own)
