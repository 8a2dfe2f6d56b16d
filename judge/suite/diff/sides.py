"""The two sides of a comparison: which rulebook each game is played by on either.

A side is a game of the shelf (`dbs`), a version of one (`dbs@1.06`), a file of changes laid over one
(`house.toml`, `dbs@house.toml`), a folder of a rulebook or of several, or a revision of the repository;
of one `main:house.toml` is such a file, and `main:book` such a folder.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from judge.errors import BadInput, Problem, nearest
from judge.rulebook.shelf import folders, games, versions_of
from judge.suite.diff.revisions import files_at, is_file_of_revision, is_revision, top_of
from judge.suite.found import is_ruling
from judge.text.rows import NamedTuple
from judge.text.source import read_source


class Rules(NamedTuple):
    """How one game is played on a side: the rulebook's folder, the version that replaces those of the
    rulings, and the overlays.
    """

    folder: str
    version: str = ""
    overlays: tuple[str, ...] = ()


class Side(NamedTuple):
    """A side: its name and its games."""

    name: str
    rules: Mapping[str, Rules]
    taken_out: str = ""  # the folder into which a revision was written, which nobody is told of
    revision: str = ""

    def told(self, text: str) -> str:
        """A text in which paths of written files are replaced by their names in the revision."""
        return text.replace(f"{self.taken_out}/", f"{self.revision}:") if self.taken_out else text


def is_side(word: str) -> bool:
    """Does a word of the command line name a side? Not if rulings lie there."""
    game, at, _ = word.partition("@")
    if os.path.exists(word):
        return bool(rulebooks_in(word)) or (os.path.isfile(word) and not is_ruling(word))
    return word in games() or (bool(at) and game in games()) or is_revision(word) or is_file_of_revision(word)


def open_side(word: str, played: Sequence[str], scratch: str) -> Side:
    """The side that a word names, for rulings of the games `played`; a revision is written below `scratch`.

    Raises BadInput where there is no such thing.
    """
    if os.path.isdir(word) and rulebooks_in(word):
        return Side(word, {game: Rules(folder) for game, folder in rulebooks_in(word).items()})
    if os.path.isfile(word):
        return Side(word, laid_over(word, played))
    game, at, version = word.partition("@")
    shelf = work_tree().rules
    if game in shelf and is_file_of_revision(version):
        return of_revision(version, [game], scratch)._replace(name=word)
    if game in shelf and not (at and is_revision(word)):
        return Side(word, {game: by_version(shelf[game], game, version) if at else shelf[game]})
    if is_revision(word) or is_file_of_revision(word):
        return of_revision(word, played, scratch)
    raise BadInput(
        [no_side(word, [*shelf, *(f"{name}@{v}" for name in shelf for v in versions(shelf[name]))])]
    )


def of_revision(word: str, played: Sequence[str], scratch: str) -> Side:
    """The side that `REVISION` or `REVISION:PATH` names. Raises BadInput where there is no rulebook."""
    revision, _, path = word.partition(":")
    taken = files_at(revision, path or "rulebooks", scratch)
    if os.path.isfile(taken):
        return Side(word, laid_over(taken, played), scratch, revision)
    rules = {game: Rules(folder) for game, folder in rulebooks_in(taken).items()}
    if not rules:
        message = f"there is no rulebook in {revision}:{path or 'rulebooks'}"
        raise BadInput([Problem("", 0, 0, "A B", "", message, "a folder with a rulebook or with several")])
    return Side(word, rules, scratch, revision)


def laid_over(path: str, played: Sequence[str]) -> dict[str, Rules]:
    """A game's rulebook with a file of changes as overlay."""
    game = game_of_overlay(path, played)
    return {game: work_tree().rules[game]._replace(overlays=(path,))}


def work_tree() -> Side:
    """The rulebooks of the work tree: those of the repository, and beside them those that come with judge."""
    top = top_of()
    own = rulebooks_in(os.path.join(top, "rulebooks")) if top else {}
    books = {game: Rules(folder) for game, folder in {**folders(), **own}.items()}
    return Side("the work tree" if own else "the rulebooks as they are", dict(sorted(books.items())))


def rulebooks_in(folder: str) -> dict[str, str]:
    """The rulebooks in a folder, by the games that they name; the folder may be one itself.

    Raises BadInput where it is one that cannot be read.
    """
    if not os.path.isdir(folder):
        return {}
    own = Path(folder, "rulebook.toml")
    if own.is_file():
        return {str(read_source(own).data.get("id", own.parent.name)): folder}
    return {id_of(path): str(path.parent) for path in sorted(Path(folder).glob("*/rulebook.toml"))}


def id_of(table: Path) -> str:
    """The game that a rulebook names; the name of its folder where it cannot be read, which is told later."""
    try:
        return str(read_source(table).data.get("id", table.parent.name))
    except BadInput:
        return table.parent.name


def by_version(rules: Rules, game: str, name: str) -> Rules:
    """A rulebook by one of its versions, or with an overlay. Raises BadInput where the name is neither."""
    if os.path.isfile(name):
        return rules._replace(overlays=(name,))
    known = versions(rules)
    if name not in known:
        message = f"{game} has no version {name!r}, and there is no such file"
        raise BadInput([Problem("", 0, 0, "A B", "", message, ", ".join(known), name, nearest(name, known))])
    return rules._replace(version=name)


def versions(rules: Rules) -> list[str]:
    """The versions that a rulebook can be played by, its own among them."""
    table = Path(rules.folder, "rulebook.toml")
    return [*versions_of(rules.folder), str(read_source(table).data.get("version", ""))]


def game_of_overlay(path: str, played: Sequence[str]) -> str:
    """The game of a file of changes: the one whose versions lie beside it, else that of the rulings.

    Raises BadInput where the rulings are of several games.
    """
    folder = Path(path).resolve().parent
    if folder.name == "versions" and (folder.parent / "rulebook.toml").is_file():
        return id_of(folder.parent / "rulebook.toml")
    if len(played) == 1:
        return played[0]
    message = "changes are laid over the rulebook of one game, and the rulings are of several"
    expected = " or ".join(f"{game}@{path}" for game in played) or f"GAME@{path}"
    raise BadInput([Problem(path, 0, 0, "A B", "", message, expected)])


def no_side(word: str, known: Sequence[str]) -> Problem:
    """The problem that a word names nothing that rulings could be played by."""
    message = f"{word!r} is no rulebook, no version, no file of changes and no revision"
    expected = "a game, GAME@VERSION, a TOML file, a folder of rulebooks, or a revision"
    return Problem("", 0, 0, "A B", "", message, expected, word, nearest(word, known))
