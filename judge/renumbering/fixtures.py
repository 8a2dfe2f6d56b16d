"""Where fixtures, decks, cards of one's own and acceptances cite articles and name steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from judge.fixture.script import parse_line
from judge.renumbering.citations import ARTICLE, LOOSE, STEP, Citation
from judge.renumbering.places import value_at, words_at
from judge.renumbering.tables import Spot, worded
from judge.text.source import KeyPath, Source

PAUSED: Final = {"rule": ARTICLE, "step": STEP, "place": STEP}  # in a saved position
FOUND: Final = ("faults", "unsure", "warnings")  # what is expected of a deck
CHANGED: Final = ("changes", "rulings")  # in what was accepted
SAID: Final = ("what", "from", "to")  # of each change


def written(source: Source) -> Iterator[Citation]:
    """Every article and step of a fixture, of a deck or of a file of cards."""
    for one in (*ruled(source.data), *expected(source.data), *printed(source.data)):
        yield from value_at(source, one.path, one.part or one.text, one.space, one.at)


def ruled(data: Mapping[str, Any]) -> Iterator[Spot]:
    """What the envelope of a fixture says: articles, steps, what its script claims, its saved position."""
    for at, one in listed(data, "articles"):
        yield Spot(("articles", at), one, ARTICLE)
    for at, one in listed(data, "script"):
        line = parse_line(one)
        if not isinstance(line, str) and line.rule:
            yield Spot(("script", at), one, ARTICLE, part=line.rule, at=one.rindex(line.rule))
    start = data.get("at")
    yield from stepped(("at",), start)
    yield from stepped(("until",), data.get("until"))
    if isinstance(start, Mapping):
        yield from stepped(("at", "step"), start.get("step"))
    yield from paused(data.get("pause"), ("pause",))


def stepped(path: KeyPath, value: object) -> Iterator[Spot]:
    """The name of a step."""
    if isinstance(value, str):
        yield Spot(path, value, STEP)


def listed(data: object, key: str) -> list[tuple[int, str]]:
    """The texts of a list, with their places."""
    rows = data.get(key) if isinstance(data, Mapping) else None
    found = rows if isinstance(rows, list) else []
    return [(at, one) for at, one in enumerate(found) if isinstance(one, str)]


def paused(value: object, path: KeyPath, space: str = LOOSE) -> Iterator[Spot]:
    """Every text of a saved position; keys say which are articles and steps."""
    if isinstance(value, str):
        yield Spot(path, value, space)
    elif isinstance(value, list):
        for at, one in enumerate(value):
            yield from paused(one, (*path, at), space)
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from paused(one, (*path, key), PAUSED.get(key, LOOSE))


def expected(data: Mapping[str, Any]) -> Iterator[Spot]:
    """The facts: the order of a ruling begins its lines with articles, faults of a deck name theirs."""
    expect = data.get("expect")
    for at, one in listed(expect, "order"):
        for rule in one.split()[:1]:
            yield Spot(("expect", "order", at), one, ARTICLE, part=rule, at=one.index(rule))
    for kind in FOUND:
        rows = expect.get(kind) if isinstance(expect, Mapping) else None
        for at, row in enumerate(rows if isinstance(rows, list) else ()):
            yield from faulty(("expect", kind, at), row)


def faulty(path: KeyPath, row: object) -> Iterator[Spot]:
    """One fault that is expected of a deck."""
    if isinstance(row, Mapping) and isinstance(row.get("article"), str):
        yield Spot((*path, "article"), row["article"], ARTICLE)
    for at, one in listed(row, "articles"):
        yield Spot((*path, "articles", at), one, ARTICLE)


def printed(data: Mapping[str, Any]) -> Iterator[Spot]:
    """What cards say, and what holds on a board already."""
    for key in ("cards", "A", "B"):
        yield from (one for one in worded(data.get(key), (key,)) if one.space in (ARTICLE, STEP))


def accepted(source: Source, game: str) -> Iterator[Citation]:
    """The articles of what was accepted of a game, those in what has changed among them."""
    for at, row in enumerate(rows_in(source.data, "accepted")):
        if row.get("game") != game:
            continue
        path: KeyPath = ("accepted", at)
        if isinstance(row.get("article"), str):
            yield from value_at(source, (*path, "article"), row["article"], ARTICLE)
        for key in CHANGED:
            for n, change in enumerate(rows_in(row, key)):
                said = (one for one in SAID if isinstance(change.get(one), str))
                yield from (found for one in said for found in words_at(source, (*path, key, n, one), LOOSE))


def rows_in(data: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    """The tables of a list; an empty one for each that is none."""
    rows = data.get(key)
    return [one if isinstance(one, Mapping) else {} for one in rows] if isinstance(rows, list) else []
