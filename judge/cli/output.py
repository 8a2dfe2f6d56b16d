"""Output that commands share: problems, JSON, files, colour and width; and questions at the terminal."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from judge.cli.codes import BAD_INPUT, INTERRUPTED, OK
from judge.cli.placing import put_in_place
from judge.errors import Problem
from judge.text.source import LIMIT, read_bytes
from judge.text.visible import visible

LONG_WORK: Final = 100  # files: fewer are done before a bar is drawn


def tell(problems: Sequence[Problem], format: str = "text") -> None:
    """Problems for people go to stderr, one a line; for machines to stdout, where they read."""
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
    """Print text, or write it to a file wholly or not at all; a problem when there is no room for it."""
    if path:
        problem = write_whole(path, text)
        return problem._replace(key="--output") if problem else None
    sys.stdout.write(text if text.endswith("\n") else f"{text}\n")
    sys.stdout.flush()
    return None


def colourful() -> bool:
    """Colour only on a terminal that wants it."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


@contextmanager
def progress(files: int, what: str, least: int = LONG_WORK) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal, for long work only: of at least so many files; what it is given is how many
    more of them are done.
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
    """How wide lines may be: as the terminal is, 100 where there is none."""
    try:
        return max(60, os.get_terminal_size(sys.stdout.fileno()).columns)
    except (OSError, ValueError):
        return 100


def write_readable(path: str, text: str) -> Problem | None:
    """The same for what `judge` is to read again: nothing is written that it would refuse as too large."""
    size = len(text.encode("utf-8", "surrogateescape"))
    if size > LIMIT:
        message = "not written: it would be too large to be read again"
        return Problem(path, 0, 0, "", "", message, f"at most {LIMIT:,} bytes", f"{size:,} bytes")
    return write_whole(path, text)


def write_whole(path: str, text: str) -> Problem | None:
    """Write a file wholly or not at all, its mode as it was; a problem when it cannot be written."""
    problem = put_in_place({path: text})
    return problem._replace(key="--save") if problem else None


def mark_of(file: str) -> str:
    """The mark of encoding with which a file begins; "" mostly. Raises BadInput for an unreadable one."""
    return "\ufeff" if read_bytes(file).startswith(codecs.BOM_UTF8) else ""


# --- questions at the terminal -------------------------------------------------------------------------
LONGEST: Final = 100_000  # characters of a line


class Ended(Exception):
    """The input is at its end, or was interrupted: nothing more is asked."""

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(code)


def listen() -> None:
    """Be ready for input that is no text."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="backslashreplace")


def said(question: str) -> str:
    """What is typed. Raises Ended."""
    try:
        return (input(question) if sys.stdin.isatty() else piped(question)).strip()
    except EOFError:
        print()
        raise Ended(OK) from None
    except KeyboardInterrupt:
        print()
        raise Ended(INTERRUPTED) from None


def piped(question: str) -> str:
    """The next line of an input that nobody types. Raises EOFError at its end, and Ended for a line that
    nobody would have typed: it may have no end at all.
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
    """One of a few letters, each with what it does. Raises Ended."""
    *others, last = words.values()
    letters = "/".join(words)
    word = said(f"{', '.join(others)} or {last}? [{letters}] ").lower()
    while word not in words:
        word = said(f"{letters}: ").lower()
    return word


def reason_for(reasons: Sequence[str]) -> str:
    """Why a change is right; nothing means the reason given before. Raises Ended."""
    before = reasons[-1] if reasons else ""
    hint = f" [{visible(before)}]" if before else ""
    while True:
        reason = said(f"why is it right?{hint} ") or before
        if reason:
            return reason
