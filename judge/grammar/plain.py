"""What stands under a key without more: a switch, a whole number, a text."""

from __future__ import annotations

from judge.grammar.checker import Checker
from judge.grammar.tables import Checks, Path


def check_flag(checker: Checker, path: Path, value: object) -> Checks:
    """true or false."""
    if not isinstance(value, bool):
        yield checker.wrong(path, "true or false is needed here", value)


def check_int(checker: Checker, path: Path, value: object) -> Checks:
    """A whole number."""
    if isinstance(value, bool) or not isinstance(value, int):
        yield checker.wrong(path, "a whole number is needed here", value)


def check_natural(checker: Checker, path: Path, value: object) -> Checks:
    """A whole number, not below nothing."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        yield checker.wrong(path, "a whole number of at least 0 is needed here", value)


def check_count(checker: Checker, path: Path, value: object) -> Checks:
    """A whole number of at least one."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        yield checker.wrong(path, "a whole number of at least 1 is needed here", value)


def check_counter(checker: Checker, path: Path, value: object) -> Checks:
    """A name of counters: any, but for one that only later editions have."""
    yield from check_text(checker, path, value)
    message = checker.book.not_yet(value)
    if message:
        yield checker.wrong(path, message, value)


def check_text(checker: Checker, path: Path, value: object) -> Checks:
    """Text."""
    if not isinstance(value, str):
        yield checker.wrong(path, "text is needed here", value)
