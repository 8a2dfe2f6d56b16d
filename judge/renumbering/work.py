"""Renumbers all files of a game together: each is read, and the new rulebook tried, before any is written."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from judge.errors import BadInput, Problem
from judge.pauses.saved import SAVED, play_key_of, position_key
from judge.renumbering.files import (
    CHANGES,
    CODE,
    RULING,
    TABLE,
    Cited,
    Game,
    Renumbered,
    again,
    all_cited,
    game_in,
    of_code,
    renumbered,
)
from judge.renumbering.numbering import Numbering, read_numbering
from judge.rulebook.index import module_of
from judge.rulebook.lint import lint
from judge.rulebook.shelf import allows, copy_tables
from judge.text.rows import NamedTuple
from judge.text.source import Source, parse_source
from judge.text.toml_text import replaced

# --- a trial: does the renumbered rulebook load? -------------------------------------------------------
# In a process of its own, as this one has the game's Python loaded as it was.
SCRIPT: Final = """
import importlib, json, sys
folder, parent, shadow, *modules = sys.argv[1:]
if parent:
    importlib.import_module(parent).__path__.insert(0, shadow)
else:
    sys.path.insert(0, shadow)
from judge.rulebook.lint import lint
from judge.rulebook.shelf import allows
print(json.dumps([list(one) for one in lint(folder, (), modules)]))
"""


class Trial:
    """A copy of a rulebook's folder, and of its Python where that is rewritten, with the new texts."""

    def __init__(self, folder: str, texts: Mapping[str, str], code: Mapping[str, str]) -> None:
        self.folder = folder
        self.room = tempfile.TemporaryDirectory(prefix="judge-renumber-")
        self.copy = os.path.join(self.room.name, os.path.basename(os.path.realpath(folder)))
        copy_tables(folder, self.copy)
        for file, text in texts.items():
            below = os.path.relpath(os.path.realpath(file), os.path.realpath(folder))
            copy = Path(self.copy, below)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, encoding="utf-8", newline="\n")
        self.code = code

    def __enter__(self) -> Trial:
        return self

    def __exit__(self, *error: object) -> None:
        self.room.cleanup()

    def problems(self, modules: Sequence[str]) -> list[Problem]:
        """Every fault of the copy, with the paths of the original."""
        module = module_of(self.folder)
        given = [*modules, *([module] if allows(self.folder, module, modules) else ())]
        problems = self.by_its_code(given) if self.code else lint(self.copy, (), given)
        return [
            problem._replace(file=problem.file.replace(self.copy, self.folder, 1)) for problem in problems
        ]

    def by_its_code(self, modules: Sequence[str]) -> list[Problem]:
        """Every fault of the copy, found in a process of its own, where its Python is rewritten too."""
        parent = module_of(self.folder).rpartition(".")[0]
        call = [sys.executable, "-c", SCRIPT, self.copy, parent, self.shadowed(), *modules]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        ended = subprocess.run(call, capture_output=True, text=True, check=False, env=env)
        if ended.returncode:
            last = ended.stderr.strip().rpartition("\n")[2]
            return [Problem(self.folder, 0, 0, "", "", f"the Python of the game does not load then: {last}")]
        return [Problem(*row) for row in json.loads(ended.stdout)]

    def shadowed(self) -> str:
        """A folder with the rewritten Python of the game."""
        shadow = Path(self.room.name, "python")
        spec = find_spec(module_of(self.folder))
        assert spec is not None
        assert spec.origin is not None
        top = Path(spec.origin)
        if spec.submodule_search_locations:
            top = top.parent
            shutil.copytree(top, shadow / top.name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shadow.mkdir()
        for file, text in self.code.items():
            below = os.path.relpath(os.path.realpath(file), os.path.realpath(top.parent))
            (shadow / below).write_text(text, encoding="utf-8", newline="\n")
        return str(shadow)

    @property
    def key(self) -> str:
        """The key by which a pause is recognised as one of these rules."""
        return play_key_of(self.copy, ())


# --- the work ------------------------------------------------------------------------------------------
class Work(NamedTuple):
    """The files of one game among the paths; `own` where its rulebook is one of them."""

    game: Game
    files: tuple[Cited, ...]
    own: bool


def work_of(folder: str, own: bool, files: Sequence[str]) -> Work:
    """The files of a game among those given. Raises BadInput with the problems of each."""
    game = game_in(folder)
    outcomes = list(all_cited(files, game))
    problems = [problem for error in outcomes if isinstance(error, BadInput) for problem in error.problems]
    problems += parts(game, files, own)
    cited = tuple(file for file in outcomes if isinstance(file, Cited))
    if not problems and not cited:
        problems.append(Problem("", 0, 0, "PATH", "", f"there is nothing there that cites {game.id}"))
    if problems:
        raise BadInput(problems)
    return Work(game, cited, own)


def parts(game: Game, files: Iterable[str], own: bool) -> Iterator[Problem]:
    """The problems of naming only part of a rulebook: it is renumbered as a whole."""
    given = set(map(os.path.realpath, files))
    below = os.path.realpath(game.folder) + os.sep
    forms = [path for path in game.forms if path.startswith(below) and os.path.isfile(path)]
    if any(path in given for path in forms) and not (own and all(path in given for path in forms)):
        message = f"the rulebook of {game.id} is renumbered as a whole or not at all"
        yield Problem("", 0, 0, "PATH", "", message, f"its folder, {game.folder}")


def all_renumbered(
    work: Work, map_file: str, prose: bool = False, modules: Sequence[str] = ()
) -> list[Renumbered]:
    """Every file with its new text, after a trial of the new rulebook. Raises BadInput with every problem."""
    numbering = read_numbering(map_file, work.game.known, work.own)
    problems = list(left_behind(work, numbering)) if work.own else []
    if problems:
        raise BadInput(problems)
    done = [renumbered(file, numbering, prose) for file in work.files]
    for new_file in done:
        again(new_file.cited, new_file.text)
    return tried(work, done, modules) if work.own else done


def left_behind(work: Work, numbering: Numbering) -> Iterator[Problem]:
    """The places where Python of the game that is not among the paths names a renumbered article."""
    given = {os.path.realpath(cited_file.file) for cited_file in work.files}
    sure = numbering.numbers().sure
    for file in sorted(work.game.code - given):
        module = of_code(file)
        for place in module.found:
            if place.id in sure:
                line, column = position(module, place.start)
                message = f"the Python of {work.game.id} names {place.id}, and is not among the paths"
                expected = f"PATH {os.path.dirname(file)}"
                yield Problem(file, line, column, "", "", message, expected)


def position(file: Cited, offset: int) -> tuple[int, int]:
    """The line and the column of an offset."""
    return file.line(offset), offset - file.text.rfind("\n", 0, offset)


def tried(work: Work, done: Sequence[Renumbered], modules: Sequence[str]) -> list[Renumbered]:
    """The files, if the rulebook loads with them. Raises BadInput with its faults."""
    below = os.path.realpath(work.game.folder) + os.sep
    inside = [file for file in done if os.path.realpath(file.cited.file).startswith(below)]
    texts = {file.cited.file: file.text for file in inside if file.cited.kind in (TABLE, CHANGES, RULING)}
    code = {file.cited.file: file.text for file in done if file.cited.kind == CODE and file.times}
    with Trial(work.game.folder, texts, code) as trial:
        problems = trial.problems(modules)
        if problems:
            raise BadInput(problems)
        was, now = play_key_of(work.game.folder, ()), trial.key
    return [saved_again(file, was, now) for file in done]


def saved_again(file: Renumbered, was: str, now: str) -> Renumbered:
    """A file whose saved pause belongs to the new rulebook."""
    if file.cited.kind != RULING or "[pause" not in file.text:
        return file
    return file._replace(text=resaved(parse_source(file.cited.text, file.cited.file), file.text, was, now))


# --- saved pauses of a rulebook that is renumbered: they are of the same rules under other numbers
def resaved(before: Source, text: str, was: str, now: str) -> str:
    """The text of a fixture with new ids. A pause saved under the rules `was` becomes one of the rules `now`;
    one that was changed by hand since stays so marked.
    """
    pause = before.data.get("pause")
    saved = pause.get(SAVED) if isinstance(pause, dict) else None
    if not isinstance(saved, dict) or saved.get("rulebook") != was:
        return text
    source = replaced(parse_source(text, before.file), ("pause", SAVED, "rulebook"), now)
    if saved.get("position") == position_key(before.data):
        source = replaced(source, ("pause", SAVED, "position"), position_key(source.data))
    return source.text
