"""A command of `judge`, called in this process, and the document that it prints."""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from typing import NamedTuple

from judge.text.plain import Fields

_TOLD = 20  # problems of one call: whoever mends these asks again


class Called(NamedTuple):
    """What a command gave: its exit code and its document, in which the problems of bad input stand too."""

    code: int
    document: Fields


def call(*args: str, text: str = "") -> Called:
    """The document of a command that reads `text` from standard input."""
    from judge.cli import finished

    printed, said = StringIO(), StringIO()
    before, words = sys.stdin, sys.argv
    line = [*args, "--format", "json"]
    sys.argv = ["judge", *line]  # the full parser looks there
    sys.stdin = TextIOWrapper(BytesIO(text.encode("utf-8", "backslashreplace")), encoding="utf-8")
    try:
        with redirect_stdout(printed), redirect_stderr(said):
            code = finished(line)
    finally:
        sys.stdin, sys.argv = before, words
    try:
        return Called(code, json.loads(printed.getvalue()))
    except ValueError:
        problem = {"message": said.getvalue().strip() or printed.getvalue().strip()}
        return Called(code, {"problems": [problem]})


def problems(found: Called, text: str = "") -> list[dict[str, object]]:
    """What is wrong, one row a problem: where, what was expected and found, the nearest name."""
    rows = []
    for one in found.document.get("problems", ())[:_TOLD]:
        row = {key: one[key] for key in ("message", "expected", "found", "article") if one.get(key)}
        if one.get("hint"):
            row["nearest"] = one["hint"]
        if one.get("line"):
            row["place"] = f"line {one['line']}, column {one['column']}"
            row["written"] = written(text, one["line"])
        elif one.get("key"):
            row["place"] = one["key"]
        rows.append(row)
    return rows


def written(text: str, line: int) -> str:
    """A line of what was given."""
    lines = text.split("\n")
    return lines[line - 1].strip()[:200] if 0 < line <= len(lines) else ""
