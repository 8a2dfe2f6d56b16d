"""Output that commands share: problems, JSON, files, colour and width; and questions at the terminal."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from judge.cli.codes import BAD_INPUT, INTERRUPTED, OK
from judge.errors import Problem
from judge.text.source import LIMIT, read_bytes
from judge.text.visible import visible

LONG_WORK: Final = 100  # files: fewer are done before a bar is drawn


def tell(problems: Sequence[Problem], format: str = "text") -> None:
    """Prints problems: for people on stderr, one a line; for machines on stdout."""
    if format == "json":
        print_json(problems_json(problems))
        return
    for problem in problems:
        print(visible(problem.text()), file=sys.stderr)
    sys.stderr.flush()


def problems_json(problems: Sequence[Problem]) -> dict[str, object]:
    """Problems as one document."""
    return {"schema": "judge.problems/1", "problems": [problem._asdict() for problem in problems]}


def print_json(document: Mapping[str, object]) -> None:
    """One document on stdout."""
    from judge.render.json import pieces

    for piece in pieces(document):
        sys.stdout.write(piece)
    print()


def emit(text: str, path: str = "") -> Problem | None:
    """Prints text, or writes it to a file, wholly or not at all; gives the problem if writing fails."""
    if path:
        problem = write_whole(path, text)
        return problem._replace(key="--output") if problem else None
    sys.stdout.write(text if text.endswith("\n") else f"{text}\n")
    sys.stdout.flush()
    return None


def colourful() -> bool:
    """Does standard output want colour? Only a terminal does."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


@contextmanager
def progress(files: int, what: str, least: int = LONG_WORK) -> Iterator[Callable[[int], None]]:
    """A progress bar on a terminal, for at least so many files; gives a function that is called with how many
    more are done.
    """
    if files < least or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=files)
        yield lambda done: bar.advance(task, done)


def width() -> int:
    """The width of lines: that of the terminal, 100 where there is none."""
    try:
        return max(60, os.get_terminal_size(sys.stdout.fileno()).columns)
    except (OSError, ValueError):
        return 100


def write_readable(path: str, text: str) -> Problem | None:
    """Writes a file that `judge` reads again: nothing is written that it would refuse as too large."""
    size = len(text.encode("utf-8", "surrogateescape"))
    if size > LIMIT:
        message = "not written: it would be too large to be read again"
        return Problem(path, 0, 0, "", "", message, f"at most {LIMIT:,} bytes", f"{size:,} bytes")
    return write_whole(path, text)


def write_whole(path: str, text: str) -> Problem | None:
    """Writes a file, wholly or not at all, and keeps its mode; gives the problem where that fails."""
    from judge.cli.atomic_write import put_in_place  # most commands write no file

    problem = put_in_place({path: text})
    return problem._replace(key="--save") if problem else None


def mark_of(file: str) -> str:
    """The byte order mark of a file; "" mostly. Raises BadInput where it cannot be read."""
    return "\ufeff" if read_bytes(file).startswith(codecs.BOM_UTF8) else ""


# --- questions at the terminal -------------------------------------------------------------------------
LONGEST: Final = 100_000  # characters of a line


class Ended(Exception):
    """The input has ended, or was interrupted: nothing more is asked."""

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(code)


def listen() -> None:
    """Prepares standard input for bytes that are no text."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="backslashreplace")


def said(question: str) -> str:
    """Asks a question; gives what is typed. Raises Ended."""
    try:
        return (input(question) if sys.stdin.isatty() else piped(question)).strip()
    except EOFError:
        print()
        raise Ended(OK) from None
    except KeyboardInterrupt:
        print()
        raise Ended(INTERRUPTED) from None


def piped(question: str) -> str:
    """The next line of an input that is not a terminal. Raises EOFError at its end, and Ended for a line
    that is too long to have been typed, as it may never end.
    """
    print(question, end="", flush=True)
    line = sys.stdin.readline(LONGEST + 1)
    if not line:
        raise EOFError
    if len(line) > LONGEST:
        print(f"\na line of the input is longer than {LONGEST:,} characters", file=sys.stderr)
        raise Ended(BAD_INPUT)
    return line


def choice(words: Mapping[str, str]) -> str:
    """Asks for one of a few letters, each shown with its meaning. Raises Ended."""
    *others, last = words.values()
    letters = "/".join(words)
    word = said(f"{', '.join(others)} or {last}? [{letters}] ").lower()
    while word not in words:
        word = said(f"{letters}: ").lower()
    return word


def reason_for(reasons: Sequence[str]) -> str:
    """The reason that the user types why a change is right; an empty line means the reason given before.
    Raises Ended.
    """
    before = reasons[-1] if reasons else ""
    hint = f" [{visible(before)}]" if before else ""
    while True:
        reason = said(f"why is it right?{hint} ") or before
        if reason:
            return reason
