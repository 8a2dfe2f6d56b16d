"""Questions to who sits at the terminal."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Final

from judge.cli.codes import BAD_INPUT, INTERRUPTED, OK
from judge.text.visible import visible

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
