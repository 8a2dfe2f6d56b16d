"""`judge init`: a club's repository of rulings, in an empty folder."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

from judge.cli.codes import BAD_INPUT, NOT_IMPLEMENTED, OK
from judge.cli.folders import check_empty, write_all
from judge.cli.options import slip, without_game
from judge.cli.output import tell
from judge.errors import BadInput, Problem
from judge.text.visible import visible_lines


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
