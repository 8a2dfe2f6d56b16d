"""Rulebooks ready to run: a bound `Book`, in one version, with overlays, under chosen readings."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from judge.engine.kernel.book import Book
from judge.errors import BadInput, NotImplementedYet, Problem, nearest
from judge.rulebook import versions
from judge.rulebook.bindings import bind
from judge.rulebook.checked import Checked, load_checked
from judge.rulebook.shelf import find, games

if TYPE_CHECKING:
    from judge.tables.overlays import Change, Reading


def is_playable(folder: str, modules: tuple[str, ...] = ()) -> bool:
    """Whether games can be played by a rulebook; otherwise it holds its articles and deck rules only."""
    return load_checked(folder, (), modules).tables["playable"]


def playable_books() -> tuple[dict[str, Book], list[Problem]]:
    """The rulebooks by which games can be played, by the games' names, and what is wrong with those that
    cannot be read: each costs its own game.
    """
    books: dict[str, Book] = {}
    problems: list[Problem] = []
    for game in games():
        try:
            folder = str(find(game))
            if is_playable(folder):
                books[game] = load_rulebook(folder)
        except BadInput as error:
            problems += error.problems
    return books, problems


@functools.lru_cache(maxsize=64)
def load_rulebook(
    name: str,
    version: str = "",
    readings: tuple[tuple[str, str], ...] = (),
    overlays: tuple[str, ...] = (),
    modules: tuple[str, ...] = (),
) -> Book:
    """A rulebook ready to run. Raises BadInput for an unknown game, version, reading or possibility, and for
    every fault of it.

    `overlays` are files of changes laid over it, `modules` the Python modules that it may bring if it is not
    shipped. What was read of a path is remembered. Raises NotImplementedYet for a game that cannot be played
    yet.
    """
    folder = str(find(name))
    checked = load_checked(folder, overlays, modules)
    rows = checked.tables["reading"]
    touched = {kind for key, _ in readings if key in rows for kind, _ in touched_by(rows[key])}
    if touched != {"param"}:
        return book_of(checked, folder, version, readings, overlays, modules)
    usual = load_rulebook(name, version, (), overlays, modules)  # which differs in its literals only
    changes, taken, _ = changes_under(checked, version, readings)
    book = usual.with_literals(versions.apply(checked.tables, changes, folder)["param"])
    book.readings = taken
    return book


def book_of(
    checked: Checked,
    folder: str,
    version: str = "",
    readings: tuple[tuple[str, str], ...] = (),
    overlays: tuple[str, ...] = (),
    modules: tuple[str, ...] = (),
) -> Book:
    """A rulebook ready to run, from tables of the folder or changed ones; it raises what `load_rulebook`
    does.
    """
    tables = checked.tables
    if not tables["playable"]:
        raise NotImplementedYet(
            f"playing {tables['title']}: the rulebook holds its articles and deck rules so far"
        )
    changes, taken, decided = changes_under(checked, version, readings)
    changed = versions.apply(tables, changes, folder)
    touched = {key: touched_by(tables["reading"][key]) for key in taken}
    before, after = dict[str, object](tables), dict[str, object](changed)
    asks = {name: words for name, words in checked.asks.items() if after[name] is before[name]}
    book = bind(changed, touched, asks)
    book.readings, book.decided, book.folder = taken, decided, folder
    book.overlays, book.modules = overlays, modules
    book.base = book.version
    if version:
        book.version = version
    return book


def changes_under(
    checked: Checked, version: str, readings: tuple[tuple[str, str], ...]
) -> tuple[list[Change], dict[str, str], dict[str, str]]:
    """The changes that a version, overlays and readings make in the tables of a rulebook; by reading, the
    possibility that is taken; by reading, the possibility that the version or an overlay decides. Raises
    BadInput for a version or a reading that there is not.
    """
    table = checked.tables["reading"]
    changes = [*version_changes(checked, version), *checked.overlays]
    decided = versions.decided(changes)
    taken = {key: row["taken"] for key, row in table.items() if key not in decided}
    taken.update(chosen_readings(table, readings, version, decided))
    for key, value in taken.items():
        changes.extend(table[key]["value"][value]["change"])
    return changes, taken, decided


def chosen_readings(
    table: Mapping[str, Reading],
    readings: tuple[tuple[str, str], ...],
    version: str,
    decided: Mapping[str, str],
) -> dict[str, str]:
    """The readings asked for, each checked. Raises BadInput with the nearest names."""
    problems = [
        one for key, value in readings if (one := no_reading(table, key, value, version, decided)) is not None
    ]
    if problems:
        raise BadInput(tuple(problems))
    return dict(readings)


def no_reading(
    table: Mapping[str, Reading], key: str, value: str, version: str, decided: Mapping[str, str]
) -> Problem | None:
    """The problem of a reading that is asked for: it does not exist, it has no such possibility, or the
    version decides it.
    """
    place = ("readings", 0, 0, key, "")
    if key not in table:
        return Problem(*place, f"there is no reading {key!r}", found=key, hint=nearest(key, table))
    if key in decided:
        message = (
            f"reading {key} is not open: {f'version {version!r}' if version else 'an overlay'} decides it"
        )
        return Problem(*place, message, expected=decided[key], found=value)
    if value not in table[key]["value"]:
        choices, message = list(table[key]["value"]), f"reading {key} has no possibility {value!r}"
        hint = nearest(value, choices)
        return Problem(*place, message, expected=", ".join(choices), found=value, hint=hint)
    return None


def touched_by(row: Reading) -> list[tuple[str, str]]:
    """Everything that any possibility of a reading changes."""
    targets = [target for value in row["value"].values() for target in versions.targets(value["change"])]
    return sorted(set(targets))


def version_changes(checked: Checked, version: str) -> Sequence[Change]:
    """The changes of a version's overlay; none for the version that the rulebook itself is.

    Raises BadInput with the nearest.
    """
    tables = checked.tables
    if not version or version == tables["version"]:
        return ()
    if version not in checked.versions:
        choices = [tables["version"], *sorted(checked.versions)]
        message, hint = f"{tables['id']} has no version {version!r}", nearest(version, choices)
        expected = ", ".join(choices)
        place = ("version", 0, 0, "version", "")
        raise BadInput((Problem(*place, message, expected=expected, found=version, hint=hint),))
    return checked.versions[version]
