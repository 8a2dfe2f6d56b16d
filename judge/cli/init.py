"""`judge init`: a club's repository of rulings, in an empty folder."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

from judge.cli.codes import BAD_INPUT, NOT_IMPLEMENTED, OK
from judge.cli.options import slip, without_game
from judge.cli.output import tell
from judge.cli.placing import NOTHING, put_in_place
from judge.errors import BadInput, Problem, system_said
from judge.text.visible import visible_lines

REPOSITORY = ".git"  # beside which files may be put: nothing is there yet


def check_empty(folder: Path) -> Iterator[Problem]:
    """That something is in the way: a folder with files in it, or what is no folder."""
    expected = "an empty folder, or the name of a new one"
    try:
        found = sorted(one for one in os.listdir(folder) if one != REPOSITORY)
    except FileNotFoundError:
        found = []
        if os.path.islink(folder):
            yield fault(folder, "this leads nowhere", expected)
    except OSError as error:
        found = []
        yield fault(folder, f"this cannot be looked into: {system_said(error)}", expected)
    if found:
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        yield fault(folder, "the folder is not empty", expected, f"{found[0]}{more}")


def write_all(folder: Path, files: Mapping[str, str]) -> Problem | None:
    """Write files into a folder that is empty or not there yet: all, or none; a problem where they cannot be
    written, also because another call writes there.
    """
    texts = {str(folder / path): text for path, text in files.items()}
    problem = put_in_place(texts, str(folder), fresh=True)
    return fault(folder, problem.message.removesuffix(NOTHING)) if problem else None


def fault(folder: Path, message: str, expected: str = "", found: str = "") -> Problem:
    """What is wrong with a folder."""
    return Problem(str(folder), 0, 0, "FOLDER", "", message, expected, found)


def init(folder: str, game: str, copied: bool) -> int:
    """Write it, and say what is there; nothing is written where something is wrong."""
    from judge.cli.club import club_files
    from judge.rulebook.shelf import named

    target = Path(folder)
    problems = [*check_empty(target), *check_game(game)]
    if problems:
        tell(problems)
        return BAD_INPUT
    book = named(game)
    if not (book / "new.toml").is_file():
        tell([slip("--game", f"not implemented yet: a first ruling for {game}")])
        return NOT_IMPLEMENTED
    try:
        files = club_files(book, copied)
    except BadInput as error:
        tell(error.problems)
        return BAD_INPUT
    problem = write_all(target, files)
    if problem is not None:
        tell([problem])
        return BAD_INPUT
    print(visible_lines(told(target, files)))
    return OK


def check_game(game: str) -> Iterator[Problem]:
    """A game that there is no rulebook for."""
    from judge.rulebook.shelf import named

    try:
        named(game)
    except BadInput as error:
        yield from (one._replace(key="--game") for one in without_game(error.problems))


def told(folder: Path, files: dict[str, str]) -> str:
    """What was written, tables of a rulebook as one, and what may be done now."""
    from judge.cli.club import BOOKS

    tables = [one for one in files if one.startswith(f"{BOOKS}/")]
    names = sorted(set(files) - set(tables))
    if tables:
        names.append(f"{'/'.join(tables[0].split('/')[:2])}/, {len(tables)} tables")
    there = "" if folder.samefile(".") else f"cd {shlex.quote(str(folder))} && "
    return "\n".join([*names, f"Next: {there}sh check.sh"])
