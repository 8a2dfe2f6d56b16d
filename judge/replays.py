"""The script of a fixture under the other possibilities of a reading: what stays, and what does not."""

from __future__ import annotations

from typing import NamedTuple

from judge import facts
from judge.engine.view import View
from judge.errors import BadInput, Problem
from judge.fixture import Fixture
from judge.running import Mark, Run, describe_ask


class Other(NamedTuple):
    """A touched reading and what the script gives under another possibility of it."""

    reading: str
    taken: str
    other: str
    same: bool
    facts: tuple[facts.Fact, ...]
    parts: str


def before(played: Run, reading: str) -> Mark | None:
    """The last decision before a reading was first applied: up to there every possibility plays alike."""
    first = played.tracer.readings[reading] if played.tracer is not None else 0
    return next((mark for mark in reversed(played.marks) if mark.told <= first), None)


def try_others(fixture: Fixture, name: str, found: tuple[facts.Fact, ...], mark: Mark | None) -> list[Other]:
    """Replay the script under each other possibility of one reading."""
    taken = fixture.book.readings[name]
    others = []
    for value in fixture.book.raw["reading"][name]["value"]:
        if value != taken:
            others.append(try_other(fixture, name, taken, value, found, mark))
    return others


def try_other(
    fixture: Fixture, name: str, taken: str, value: str, found: tuple[facts.Fact, ...], mark: Mark | None
) -> Other:
    """Replay the script under one other possibility, from where it could first matter, and compare the facts."""
    other = fixture.under({**fixture.model.readings, name: value})
    played = Run(other, traced=False)
    if mark is not None and other.start is fixture.start:
        played.stand(mark)
    parts = ""
    try:
        played.play()
    except BadInput as error:
        parts = part_text(played, error.problems[0])
    view = View(played.table, played.game)
    facts_there = tuple(facts.facts(view, fixture.model.expect))
    same = not parts and facts_there == found
    return Other(name, taken, value, same, tuple(one for one in facts_there if one not in found), parts)


def part_text(played: Run, problem: Problem) -> str:
    """At which script line a replay under another reading parts from the script."""
    line = played.lines[min(played.at, len(played.lines) - 1)].text if played.lines else ""
    asked = describe_ask(played.game.ask) if played.game.ask else "nothing more is asked"
    return f"{line!r} does not fit: {asked}"
