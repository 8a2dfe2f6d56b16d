"""Calls a command of `judge` in this process, and reads the document that it prints."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper

from judge.errors import BadInput
from judge.fixture.acts import misspelt, options_named, states_of, words_of
from judge.fixture.script import parse_line
from judge.rulebook.load import load_rulebook
from judge.text.plain import Fields
from judge.text.rows import NamedTuple

_TOLD = 20  # problems of one call: whoever mends these asks again
BUG = 70  # exit code: a fault of judge itself
FAULT = "fault of judge itself"
# What a command calls its options, and what the tools call their arguments: a client knows only these.
ARGUMENTS = {
    "--after": "moment", "--step": "moment", "--limit": "bound", "--search": "words", "--game": "game",
    "--list": "list", "--reading": "readings", "QUESTION": "act", "FACT": "fact",
    "ARTICLE": "id", "TEXT": "text",
}  # fmt: skip
# Words by which people mean a key that is called otherwise: the first that stands there is meant.
MEANT = {
    "count": ("n", "at_least", "count"), "number": ("n",), "amount": ("n",), "quantity": ("n",),
    "player": ("of", "who"), "side": ("of",), "controller": ("of",), "who": ("of", "by"),
    "target": ("of", "from", "to"), "targets": ("of", "from"), "cards": ("of", "from"), "card": ("of",),
    "location": ("zone",), "where": ("zone", "from"), "in": ("zone",), "if": ("when",),
    "condition": ("when", "needs"), "conditions": ("when", "needs"), "trigger": ("on",), "event": ("on",),
    "effect": ("do",), "effects": ("do",), "action": ("do",), "actions": ("do",), "duration": ("until",),
    "optional": ("may", "upto"), "value": ("n", "value"), "attribute": ("attr",), "stat": ("attr",),
    "destination": ("to",), "source": ("from", "by"), "costs": ("cost",),
    # of cards on a board
    "attached": ("host",), "equipped": ("host",), "equips": ("host",), "on": ("host", "on"),
    "attached_to": ("host",), "attached-to": ("host",), "beneath": ("under",), "below": ("under",),
    "materials": ("under",), "name": ("as", "name"), "id": ("as",), "state": ("mode", "posture", "position"),
    # of what cards print
    "attack": ("attack", "atk", "atq", "power"), "atk": ("attack", "atq", "power"),
    "defence": ("defence", "def"), "defense": ("defence", "def"), "def": ("defence",),
    "power": ("atk", "attack", "atq"),
}  # fmt: skip


class Called(NamedTuple):
    """What a command gave: its exit code and its document, in which the problems of bad input stand too."""

    code: int
    document: Fields


def call(*args: str, text: str = "") -> Called:
    """The document of a command that reads `text` from standard input."""
    from judge.cli import finished

    printed, errors = StringIO(), StringIO()
    before, words = sys.stdin, sys.argv
    line = [*args, "--format", "json"]
    sys.argv = ["judge", *line]  # the full parser looks there
    sys.stdin = TextIOWrapper(BytesIO(text.encode("utf-8", "backslashreplace")), encoding="utf-8")
    try:
        with redirect_stdout(printed), redirect_stderr(errors):
            code = finished(line)
    except Exception as error:  # a bug of ours is a result as well
        return Called(BUG, {"problems": [fault(error)]})
    finally:
        sys.stdin, sys.argv = before, words
    try:
        return Called(code, json.loads(printed.getvalue()))
    except ValueError:
        problem = {"message": errors.getvalue().strip() or printed.getvalue().strip()}
        return Called(code, {"problems": [problem]})


def fault(error: Exception) -> Mapping[str, object]:
    """A failure of judge itself, as a problem."""
    message = f"a {FAULT}: {type(error).__name__}: {str(error)[:300]}"
    return {"message": message, "expected": "to tell the user that no ruling was made"}


def problems(reply: Called, text: str = "") -> list[dict[str, object]]:
    """The problems, one row each: the place, the expected and the found value, the nearest name."""
    return [row_of(problem, text) for problem in reply.document.get("problems", ())[:_TOLD]]


def row_of(problem: Fields, text: str) -> dict[str, object]:
    """One problem, in the words of the tools."""
    row: dict[str, object] = {
        key: in_arguments(str(problem[key])) for key in ("message", "expected", "found") if problem.get(key)
    }
    if problem.get("article"):
        row["article"] = problem["article"]
    near = meant(problem) or problem.get("hint")
    if near:
        row["nearest"] = near
    if problem.get("line"):
        row["place"] = f"line {problem['line']}, column {problem['column']}"
        row["written"] = written(text, problem["line"])
    elif problem.get("key"):
        row["place"] = in_arguments(str(problem["key"]))
    return row


def meant(problem: Mapping[str, object]) -> str:
    """The key that is meant by another word for it, where a problem is about such a word; else ""."""
    known = str(problem.get("expected", "")).split(", ")
    keys = MEANT.get(str(problem.get("found", "")), ())
    verb = re.match(r"the instruction '([\w-]+)' has no key", str(problem.get("message", "")))
    if verb and "n" in keys and "n" not in known:  # what is counted stands under the word itself
        return f"{verb[1]} = 2"
    return next((key for key in keys if key in known), "")


def in_arguments(text: str) -> str:
    """Text with the names of options as those of arguments."""
    for option, argument in ARGUMENTS.items():
        text = re.sub(rf"(?<![\w-]){option}(?![\w-])", argument, text)
    return text


def place_of(text: str, quoted: str) -> dict[str, object]:
    """The place of a text in the input, with its line."""
    for n, line in enumerate(text.split("\n"), 1):
        if quoted and quoted in line:
            return {"place": f"line {n}, column {line.index(quoted) + 1}", "written": written(text, n)}
    return {}


def written(text: str, line: int) -> str:
    """A line of the input."""
    lines = text.split("\n")
    return lines[line - 1].strip()[:200] if 0 < line <= len(lines) else ""


def no_lines(table: Mapping[str, object], text: str) -> Iterator[dict[str, object]]:
    """The lines that nobody can read, and those that begin with what is nearly an act and is none."""
    script, game = table.get("script"), table.get("game")
    if not isinstance(script, list) or not isinstance(game, str):
        return
    try:
        book = load_rulebook(game)
    except BadInput:
        return
    cards = table.get("cards")
    beside = (*states_of(book), *words_of(book))
    known = {*beside, *options_named(cards), *(cards if isinstance(cards, dict) else ())}
    for typed in (entry for entry in script if isinstance(entry, str)):
        row: dict[str, object] = {"found": typed, **place_of(text, typed)}
        line = parse_line(typed)
        if isinstance(line, str):
            yield {"message": line, **row}
            continue
        slip = misspelt(book, line) if line.words[0] not in known else {}
        if slip:
            yield {"message": slip["message"], **row, "nearest": slip["hint"]}
