"""Rulebooks from their folders: TOML files in, a bound `Book` out, in one version under chosen readings."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from judge import versions
from judge.binding import bind
from judge.engine.book import Book
from judge.errors import BadInput, NotImplementedYet, Problem, nearest

FILES = ("rulebook", "procedures", "windows", "state_rules", "keywords", "readings")


class Article(NamedTuple):
    """One article: what it says in our words, and the reason if nothing runs it.

    One of a version says besides of which, who says so (`source`), and beside which articles of the book it stands.
    """

    id: str
    title: str
    summary: str
    kind: str
    mechanical: bool
    excused: str = ""
    version: str = ""
    source: str = ""
    beside: tuple[str, ...] = ()


def rulebooks_folder() -> Path:
    """Where the rulebooks are: beside the package in a checkout, inside it when installed."""
    inside = Path(__file__).parent / "_rulebooks"
    return inside if inside.is_dir() else Path(__file__).parent.parent / "rulebooks"


def games() -> list[str]:
    """The ids of the games that there is a rulebook folder for."""
    return sorted(one.parent.name for one in rulebooks_folder().glob("*/rulebook.toml"))


def find(name: str) -> Path:
    """The folder of a rulebook, by game id or by path. Raises BadInput with the nearest name."""
    folder = Path(name) if Path(name, "rulebook.toml").is_file() else rulebooks_folder() / name
    if ("/" in name and not Path(name, "rulebook.toml").is_file()) or not (folder / "rulebook.toml").is_file():
        raise BadInput((Problem(name, 0, 0, "game", "", f"there is no rulebook {name!r}",
                                expected=", ".join(games()), found=name, hint=nearest(name, games())),))  # fmt: skip
    return folder


@functools.lru_cache(maxsize=32)
def read_raw(folder: str) -> dict[str, Any]:
    """The rulebook's tables as written, all files together."""
    raw: dict[str, Any] = {}
    for name in FILES:
        path = Path(folder, f"{name}.toml")
        if path.is_file():
            raw.update(tomllib.loads(path.read_text(encoding="utf-8")))
    raw["folder"] = folder
    return raw


def is_playable(folder: str) -> bool:
    """Whether games can be played by a rulebook; otherwise it holds its articles and deck rules only."""
    return bool(read_raw(folder).get("playable", True))


@functools.lru_cache(maxsize=64)
def load_rulebook(name: str, version: str = "", readings: tuple[tuple[str, str], ...] = ()) -> Book:
    """A rulebook ready to run. Raises BadInput for an unknown game, version, reading or possibility.

    Raises NotImplementedYet for a game that cannot be played yet.
    """
    raw = read_raw(str(find(name)))
    if not is_playable(raw["folder"]):
        raise NotImplementedYet(f"playing {raw['title']}: the rulebook holds its articles and deck rules so far")
    changes = list(version_changes(raw, version))
    decided = versions.decided(changes)
    taken = {key: str(row["taken"]) for key, row in raw.get("reading", {}).items() if key not in decided}
    taken.update(chosen_readings(raw, readings, version, decided))
    for key, value in taken.items():
        changes.extend(raw["reading"][key]["value"][value].get("change", ()))
    changed = versions.apply(raw, changes, raw["folder"])
    book = bind(changed, {key: touched_by(raw["reading"][key]) for key in taken})
    book.readings, book.decided = taken, decided
    book.folder = raw["folder"]
    if version:
        book.version = version
    return book


def chosen_readings(
    raw: Mapping[str, Any], readings: tuple[tuple[str, str], ...], version: str, decided: Mapping[str, str]
) -> dict[str, str]:
    """The readings asked for, each checked. Raises BadInput with the nearest names."""
    table = raw.get("reading", {})
    problems = [one for key, value in readings if (one := no_reading(table, key, value, version, decided)) is not None]
    if problems:
        raise BadInput(tuple(problems))
    return dict(readings)


def no_reading(table: Mapping[str, Any], key: str, value: str, version: str, decided: Mapping[str, str]) -> Problem | None:
    """What is wrong with a reading that is asked for: there is none, it has no such possibility, or the version decides it."""
    if key not in table:
        return Problem("readings", 0, 0, key, "", f"there is no reading {key!r}", found=key, hint=nearest(key, table))
    if key in decided:
        return Problem("readings", 0, 0, key, "", f"reading {key} is not open: version {version!r} decides it", expected=decided[key], found=value)
    if value not in table[key]["value"]:
        choices = list(table[key]["value"])
        return Problem("readings", 0, 0, key, "", f"reading {key} has no possibility {value!r}",
                       expected=", ".join(choices), found=value, hint=nearest(value, choices))  # fmt: skip
    return None


def touched_by(row: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Everything that any possibility of a reading changes."""
    found = [target for value in row["value"].values() for target in versions.targets(value.get("change", ()))]
    return sorted(set(found))


def version_changes(raw: Mapping[str, Any], version: str) -> Iterator[Mapping[str, Any]]:
    """The changes of a version's overlay; none for the version that the rulebook itself is."""
    if not version or version == raw["version"]:
        return
    path = overlay(raw["folder"], version)
    if not path.is_file():
        choices = [str(raw["version"]), *versions_of(raw["folder"])]
        raise BadInput((Problem("version", 0, 0, "version", "", f"{raw['id']} has no version {version!r}",
                                expected=", ".join(choices), found=version, hint=nearest(version, choices)),))  # fmt: skip
    yield from tomllib.loads(path.read_text(encoding="utf-8")).get("change", ())


def overlay(folder: str, version: str) -> Path:
    """The file of a version that is not the rulebook itself: its articles and its changes."""
    return Path(folder, "versions", f"{version}.toml")


def versions_of(folder: str) -> list[str]:
    """The versions that are overlays."""
    return sorted(one.stem for one in Path(folder, "versions").glob("*.toml"))


@functools.lru_cache(maxsize=32)
def load_articles(folder: str, version: str = "") -> dict[str, Article]:
    """Every article of a rulebook by id, in the book's order, then those that a version adds."""
    rows = tomllib.loads(Path(folder, "articles.toml").read_text(encoding="utf-8"))["article"]
    path = overlay(folder, version)
    own = tomllib.loads(path.read_text(encoding="utf-8")).get("article", ()) if version and path.is_file() else ()
    added = [{**row, "version": version, "beside": tuple(row.get("beside", ()))} for row in own]
    return {row["id"]: Article(**row) for row in (*rows, *added)}


def every_article(folder: str) -> dict[str, Article]:
    """The articles of a rulebook and of all its versions."""
    found = dict(load_articles(folder))
    for version in versions_of(folder):
        found.update(load_articles(folder, version))
    return found


@functools.lru_cache(maxsize=32)
def article_ids(folder: str, version: str = "") -> frozenset[str]:
    """Only the ids, of the book and of what a version adds, without parsing the texts: enough to check a citation."""
    paths = (Path(folder, "articles.toml"), *((overlay(folder, version),) if version else ()))
    lines = [line for path in paths if path.is_file() for line in path.read_text(encoding="utf-8").splitlines()]
    return frozenset(line[6:-1] for line in lines if line.startswith('id = "') and line.endswith('"'))
