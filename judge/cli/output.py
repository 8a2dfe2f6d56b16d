"""What every command prints with: problems, JSON, colour and width."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

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
