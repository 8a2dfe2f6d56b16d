"""The shelf of rulebooks: finds those that come with judge, and those in folders of one's own.

A folder of one's own, $JUDGE_RULEBOOKS, has the layout of the shipped one: `GAME/rulebook.toml` with its
other files is a rulebook; `GAME/versions/NAME.toml` alone is a version laid over the game's shipped one.
Files name a rulebook by game and version; a path is opened only when it is given on the command line.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from judge.errors import BadInput, Problem, nearest
from judge.text.folders import leads_out
from judge.text.source import read_bytes

FILES = (
    "rulebook",
    "procedures",
    "windows",
    "state_rules",
    "keywords",
    "readings",
    "citations",
)  # the tables of a rulebook may stand in any
_OWN_GAME = r"judge\.games\.[a-z][a-z0-9_]*"  # by any other name importing may lead elsewhere
_NAME = r"(?=.{1,80}\Z)[A-Za-z0-9](?:[A-Za-z0-9_-]|\.(?=[A-Za-z0-9]))*"  # no file has a longer one


def rulebooks_folder() -> Path:
    """Where the shipped rulebooks are: beside the package in a checkout, inside it when installed."""
    package = Path(__file__).parent.parent
    inside = package / "_rulebooks"
    return inside if inside.is_dir() else package.parent / "rulebooks"


def is_shipped(folder: str) -> bool:
    """Is this the folder of a rulebook that comes with judge?"""
    return Path(folder).resolve().parent == rulebooks_folder().resolve()


def allows(folder: str, module: str, modules: Sequence[str]) -> bool:
    """May a rulebook run this module? One of judge's own games, and what the command line allows by name."""
    return not module or module in modules or re.fullmatch(_OWN_GAME, module) is not None


def own_folders() -> list[Path]:
    """The folders of rulebooks of one's own, in the order of $JUDGE_RULEBOOKS; those that can be entered."""
    own = os.environ.get("JUDGE_RULEBOOKS", "").split(os.pathsep)
    return [Path(path) for path in own if path and os.path.isdir(path) and os.access(path, os.R_OK | os.X_OK)]


def is_rulebook(folder: Path) -> bool:
    """Is there a rulebook in a folder? Not in one that cannot be entered, or whose name no file system could
    have.
    """
    return os.path.isfile(folder / "rulebook.toml")


def games() -> list[str]:
    """The ids of the games that have a rulebook, one's own included. A folder of another name, such as a
    copy, is no game: nothing could name it.
    """
    shelves = (rulebooks_folder(), *own_folders())
    names = {path.parent.name for shelf in shelves for path in shelf.glob("*/rulebook.toml")}
    return sorted(name for name in names if re.fullmatch(_NAME, name))


def folders() -> dict[str, str]:
    """The folders of the rulebooks of all games. One with links that lead out of it is refused only where it
    is named, and left out here.
    """
    places = {}
    for game in games():
        with suppress(BadInput):
            places[game] = str(named(game))
    return places


def named(game: str) -> Path:
    """The folder of a game's rulebook, shipped or one's own.

    Raises BadInput with the nearest name, and for links that lead out of it; a path is no name.
    """
    is_name = re.fullmatch(_NAME, game)
    if is_name:
        for shelf in (rulebooks_folder(), *own_folders()):
            if is_rulebook(shelf / game):
                return kept_inside(shelf / game)
    message = f"there is no rulebook {game!r}" if is_name else f"game is a name, not a path: {game[:60]!r}"
    raise BadInput(
        (Problem(game, 0, 0, "game", "", message, ", ".join(games()), game, nearest(game, games())),)
    )


def find(name: str) -> Path:
    """The folder of a rulebook, by game id or by path, as the command line names it. Raises BadInput with
    the nearest name.
    """
    return kept_inside(Path(name)) if is_rulebook(Path(name)) else named(name)


def kept_inside(folder: Path) -> Path:
    """The folder of a rulebook, checked for links. Raises BadInput where a file of it, or of one laid over
    it, is a link that leads out of its folder; shipped rulebooks are not checked, as whoever installed them
    is responsible.
    """
    strays = [
        stray for layer in layers(str(folder)) if not is_shipped(str(layer)) for stray in strays_of(layer)
    ]
    if strays:
        message, expected = "not read: this link leads out of the rulebook's folder", "a file of the folder"
        raise BadInput(tuple(Problem(str(link), 0, 0, "", "", message, expected) for link in strays))
    return folder


def strays_of(folder: Path) -> list[Path]:
    """The files of a rulebook's folder and of its versions that are links to somewhere outside."""
    files = [*folder.glob("*.toml"), folder / "versions", *folder.glob("versions/*.toml")]
    return [file for file in sorted(files) if leads_out(str(file), str(folder))]


def copy_tables(folder: str, target: str) -> None:
    """Copy the files of a rulebook and of its versions, and nothing else that lies in its folder. Raises
    BadInput for one that cannot be read.
    """
    for path in (*Path(folder).glob("*.toml"), *Path(folder).glob("versions/*.toml")):
        copy = Path(target, path.relative_to(folder))
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(read_bytes(str(path)))


def layers(folder: str) -> list[Path]:
    """The folders that belong to a rulebook: its own, then those of the same name in folders of one's own."""
    own = Path(folder)
    return [
        own,
        *(shelf / own.name for shelf in own_folders() if (shelf / own.name).resolve() != own.resolve()),
    ]


def overlays_of(folder: str) -> dict[str, Path]:
    """The files of a rulebook's versions by their names: its own, then those laid over it, each name once."""
    files: dict[str, Path] = {}
    for layer in layers(folder):
        for path in sorted(layer.glob("versions/*.toml")):
            files.setdefault(path.stem, path)
    return files


def versions_of(folder: str) -> list[str]:
    """The versions of a rulebook that are overlays."""
    return sorted(overlays_of(folder))
