"""One fixture brought to the rules of today: its text rewritten, what was changed, what is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judge.errors import BadInput, Problem
from judge.fixture.load import check
from judge.migration.changes import Change, Matter, changes, judged, left, notes
from judge.play.ruling import Ruling, Unfit, run
from judge.text.source import KeyPath, Source
from judge.text.toml_text import removed, replaced


class Rules(NamedTuple):
    """A rulebook instead of the fixtures' own, what is laid over it, and the Python it may run."""

    rulebook: str = ""
    overlays: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()


class Told(NamedTuple):
    """Something that is told of a fixture, with its line in the text before and after."""

    before: int
    after: int
    text: str


class Migrated(NamedTuple):
    """A fixture after its migration: its text, what was changed in it, what is to be known, and what is left
    for a person.
    """

    source: Source
    changed: tuple[Told, ...] = ()
    noted: tuple[Told, ...] = ()
    left: tuple[Told, ...] = ()


def migrate(source: Source, rules: Rules = Rules()) -> Migrated:  # noqa: B008  # it cannot be changed
    """The fixture rewritten so that it holds again, as far as that goes; what does not mend it is not done.

    Raises BadInput for what is no fixture, and NotImplementedYet.
    """
    try:
        ruling = ruled(source, rules)
    except Unfit as error:
        return Migrated(source, left=tuple(map(unfit, error.problems)))
    if fine(ruling):
        return Migrated(source)
    made, new, after = mended(source, ruling, rules)
    places = Places(source, new, made)
    return Migrated(
        new,
        tuple(places.change(one) for one in made),
        tuple(map(places.matter, notes(after))),
        () if fine(after) else tuple(map(places.matter, left(after))),
    )


def ruled(source: Source, rules: Rules) -> Ruling:
    """The ruling of a fixture. Raises BadInput and NotImplementedYet."""
    return run(check(source, rules.rulebook, {}, rules.overlays, rules.modules), readings=False)


def fine(ruling: Ruling) -> bool:
    """Does it hold, or is it undecided as it is meant to be?"""
    undecided = ruling.fixture.model.expect.get("result") == "undecided"
    return ruling.verdict == ("undecided" if undecided else "holds")


def unfit(problem: Problem) -> Told:
    """A line of the script that fits no decision."""
    expected = f" (expected {problem.expected})" if problem.expected else ""
    return Told(problem.line, problem.line, f'"{problem.found}": {problem.message}{expected}')


def mended(source: Source, ruling: Ruling, rules: Rules) -> tuple[list[Change], Source, Ruling]:
    """The changes that help, the text with them, and its ruling."""
    kept: set[KeyPath] = set()
    while True:
        made = list(changes(ruling, kept))
        new = written(source, made)
        try:
            after = ruled(new, rules) if made else ruling
        except BadInput:  # without a line the rest of the script does not fit: the lines stay
            kept.update(one.path for one in made if one.path[0] == "script")
            continue
        vain = set(unmended(after, made))
        if not vain:
            return made, new, after
        kept |= vain


def unmended(after: Ruling, made: Sequence[Change]) -> Iterator[KeyPath]:
    """The claims that are not so though they were rewritten."""
    wrong = {("script", at) for at, claim in judged(after).items() if not claim.ok}
    for one in made:
        if one.new and moved(one.path, made) in wrong:
            yield one.path


def written(source: Source, made: Sequence[Change]) -> Source:
    """The text with its changes, the last first, so that those before it keep their places."""
    for one in sorted(made, key=lambda one: (str(one.path[0]), one.path[1]), reverse=True):
        source = replaced(source, one.path, one.new) if one.new else removed(source, one.path)
    return source


def gone(made: Sequence[Change], key: str | int) -> list[int]:
    """The places in a list from which something was taken out."""
    return sorted(int(one.path[1]) for one in made if not one.new and one.path[0] == key)


def moved(path: KeyPath, made: Sequence[Change]) -> KeyPath:
    """Where an element of a list is after the changes."""
    at = int(path[1])
    return (path[0], at - sum(1 for one in gone(made, path[0]) if one < at), *path[2:])


def origin(path: KeyPath, made: Sequence[Change]) -> KeyPath:
    """Where it was before them."""
    if len(path) < 2 or not isinstance(path[1], int):
        return path
    at = path[1]
    for one in gone(made, path[0]):
        at += one <= at
    return (path[0], at, *path[2:])


class Places:
    """Finds the lines of what is told of a fixture, in its text before and after."""

    def __init__(self, before: Source, after: Source, made: Sequence[Change]) -> None:
        self.before = before
        self.after = after
        self.made = made

    def change(self, one: Change) -> Told:
        """A change, at the line where it is made."""
        done = f'"{one.new}"' if one.new else "taken out"
        place = self.before.position(one.path)[0]
        return Told(place, place, f'{one.path[0]}: "{one.old}" → {done}: {one.why}')

    def matter(self, one: Matter) -> Told:
        """What a person has to know or to decide."""
        before, after = self.before.position(origin(one.path, self.made))[0], self.after.position(one.path)[0]
        return Told(before, after, f'{one.path[0]}: "{one.what}" {one.why}')
