"""All files of one game renumbered together: every one is looked at before any is written."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from judge.errors import BadInput, Problem
from judge.pauses.origin import SAVED, play_key_of, position_key
from judge.renumbering.files import (
    CHANGES,
    CODE,
    RULING,
    TABLE,
    Cited,
    Game,
    again,
    all_cited,
    game_in,
    of_code,
)
from judge.renumbering.numbering import Numbering, read_numbering
from judge.renumbering.renumbered import Renumbered, renumbered
from judge.renumbering.trial import Trial
from judge.text.source import Source, parse_source
from judge.text.toml_text import replaced


class Work(NamedTuple):
    """The files of one game among the paths; `own` where its rulebook is one of them."""

    game: Game
    files: tuple[Cited, ...]
    own: bool


def work_of(folder: str, own: bool, files: Sequence[str]) -> Work:
    """The files of a game among those given. Raises BadInput with what is wrong with each."""
    game = game_in(folder)
    found = list(all_cited(files, game))
    problems = [one for error in found if isinstance(error, BadInput) for one in error.problems]
    problems += parts(game, files, own)
    cited = tuple(one for one in found if isinstance(one, Cited))
    if not problems and not cited:
        problems.append(Problem("", 0, 0, "PATH", "", f"there is nothing there that cites {game.id}"))
    if problems:
        raise BadInput(problems)
    return Work(game, cited, own)


def parts(game: Game, files: Iterable[str], own: bool) -> Iterator[Problem]:
    """That a rulebook is named in part: it is renumbered as a whole."""
    given = set(map(os.path.realpath, files))
    below = os.path.realpath(game.folder) + os.sep
    there = [one for one in game.forms if one.startswith(below) and os.path.isfile(one)]
    if any(one in given for one in there) and not (own and all(one in given for one in there)):
        message = f"the rulebook of {game.id} is renumbered as a whole or not at all"
        yield Problem("", 0, 0, "PATH", "", message, f"its folder, {game.folder}")


def all_renumbered(
    work: Work, map_file: str, prose: bool = False, modules: Sequence[str] = ()
) -> list[Renumbered]:
    """Every file as it will be, the rulebook tried. Raises BadInput with all that stands in the way."""
    numbering = read_numbering(map_file, work.game.known, work.own)
    problems = list(left_behind(work, numbering)) if work.own else []
    if problems:
        raise BadInput(problems)
    done = [renumbered(one, numbering, prose) for one in work.files]
    for one in done:
        again(one.cited, one.text)
    return tried(work, done, modules) if work.own else done


def left_behind(work: Work, numbering: Numbering) -> Iterator[Problem]:
    """Where the Python of the game names an article that is renumbered, and is not among the paths."""
    given = {os.path.realpath(one.file) for one in work.files}
    sure = numbering.numbers().sure
    for file in sorted(work.game.code - given):
        one = of_code(file)
        for place in one.found:
            if place.id in sure:
                line, column = position(one, place.start)
                message = f"the Python of {work.game.id} names {place.id}, and is not among the paths"
                expected = f"PATH {os.path.dirname(file)}"
                yield Problem(file, line, column, "", "", message, expected)


def position(one: Cited, offset: int) -> tuple[int, int]:
    """The line and the column of a place."""
    return one.line(offset), offset - one.text.rfind("\n", 0, offset)


def tried(work: Work, done: Sequence[Renumbered], modules: Sequence[str]) -> list[Renumbered]:
    """The same, where the rulebook loads then. Raises BadInput with its faults."""
    below = os.path.realpath(work.game.folder) + os.sep
    inside = [one for one in done if os.path.realpath(one.cited.file).startswith(below)]
    texts = {one.cited.file: one.text for one in inside if one.cited.kind in (TABLE, CHANGES, RULING)}
    code = {one.cited.file: one.text for one in done if one.cited.kind == CODE and one.times}
    with Trial(work.game.folder, texts, code) as trial:
        problems = trial.problems(modules)
        if problems:
            raise BadInput(problems)
        was, now = play_key_of(work.game.folder, ()), trial.key
    return [saved_again(one, was, now) for one in done]


def saved_again(one: Renumbered, was: str, now: str) -> Renumbered:
    """A file, the pause in it saved by the rulebook as it will be."""
    if one.cited.kind != RULING or "[pause" not in one.text:
        return one
    return one._replace(text=resaved(parse_source(one.cited.text, one.cited.file), one.text, was, now))


# --- saved pauses of a rulebook that is renumbered: they are of the same rules under other numbers
def resaved(before: Source, text: str, was: str, now: str) -> str:
    """The text of a fixture with new ids; a pause that was saved by the rules `was` is now one of `now`. One
    that was changed by hand since stays one that was.
    """
    pause = before.data.get("pause")
    saved = pause.get(SAVED) if isinstance(pause, dict) else None
    if not isinstance(saved, dict) or saved.get("rulebook") != was:
        return text
    source = replaced(parse_source(text, before.file), ("pause", SAVED, "rulebook"), now)
    if saved.get("position") == position_key(before.data):
        source = replaced(source, ("pause", SAVED, "position"), position_key(source.data))
    return source.text
