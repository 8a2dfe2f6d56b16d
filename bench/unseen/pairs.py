"""Pairs of boards of a ruling that one player cannot tell from each other, and what that player is told.

Which pairs are fair: both boards are ones that the player sees alike, the script fits both or is refused or
does not fit at the same line, and nothing of what differs comes to light. A script line that names a hidden
card brings it to light when the card is played; such a pair is none, and the script up to the line before is
tried instead. What can be seen goes the same way as far as both go: where one run stops before the other,
that is a difference to be found.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from bench.unseen.boards import differing, hidden_from
from bench.unseen.differences import said_otherwise
from bench.unseen.grafts import by_chance, grafted
from bench.unseen.texts import with_text
from judge.cli.options import RunOptions
from judge.cli.run import became
from judge.engine import trace
from judge.engine.effects.reader import Reader
from judge.engine.kernel.state import SEATS, AppliedEvent, Game, opponent
from judge.engine.kernel.tracer import Entry
from judge.errors import BadInput, NotImplementedYet
from judge.fixture.load import Fixture, load_fixture
from judge.fixture.script import Line, parse_line
from judge.play.run import Run, misfit_of
from judge.render.json import dumps
from judge.views.ruling import viewed
from judge.views.true_run import TrueRun

TRIES = 4  # differences that are tried for each pair that is wanted
NONSENSE = "choose nothing-of-that-name"


class Pair(NamedTuple):
    """Two boards that a player cannot tell from each other: who reads, how they differ, in which cards."""

    reader: str
    how: str
    cards: frozenset[str]
    boards: tuple[Fixture, Fixture]


def pairs(path: Path | str, wanted: int, dice: random.Random) -> Iterator[Pair]:
    """So many pairs of a ruling's board, or as many as are found."""
    fixture = load_fixture(path)
    found = 0
    for _ in range(wanted * TRIES):
        pair = any_pair(fixture, dice)
        if pair is not None and comparable(pair):
            yield pair
            found += 1
        if found == wanted:
            return


def any_pair(fixture: Fixture, dice: random.Random) -> Pair | None:
    """Two boards that differ, fair or not."""
    reader = dice.choice(SEATS)
    if dice.random() < 0.2:
        return otherwise_printed(fixture, reader, dice)
    if dice.random() < 0.25:
        return with_other_texts(fixture, reader, dice)
    how, paused, lines = begun(fixture, dice)
    if dice.random() < 0.2:
        return otherwise_scripted(paused, reader, how, lines, dice)
    return otherwise_lying(paused, reader, how, lines, dice)


def otherwise_lying(
    fixture: Fixture, reader: str, how: str, lines: Sequence[Line], dice: random.Random
) -> Pair | None:
    """The board, and the same with other cards where a player does not see them."""
    difference = differing(fixture, reader, dice)
    if difference is None:
        return None
    one, other = difference.boards
    changed = frozenset(key for key, card in one.cards.items() if other.cards[key] != card)
    boards = (on(fixture, one, lines), on(fixture, other, lines))
    return Pair(reader, f"{how}{difference.how}", changed, boards)


def with_other_texts(fixture: Fixture, reader: str, dice: random.Random) -> Pair | None:
    """Two boards that lie otherwise, of a board on which seen cards print what those of other rulings do."""
    found = grafted(fixture, dice)
    if found is None:
        return None
    try:
        lines = by_chance(found, dice)
    except (BadInput, NotImplementedYet):
        return None  # it does not come to its step, or goes on for ever
    return otherwise_lying(found, reader, "other texts: ", lines, dice)


def otherwise_printed(fixture: Fixture, reader: str, dice: random.Random) -> Pair | None:
    """The board as it is, and the same with another text on an unseen card."""
    found = with_text(fixture, reader, dice)
    if found is None:
        return None
    how, lines = cut(list(fixture.lines), dice)
    one, other = found.boards
    return Pair(
        reader, f"{how}{found.how}", found.cards, (on(one, one.start, lines), on(other, other.start, lines))
    )


def otherwise_scripted(
    fixture: Fixture, reader: str, how: str, lines: list[Line], dice: random.Random
) -> Pair | None:
    """The board as it is, and a script that does with one unseen card what it did with another."""
    hidden = hidden_from(fixture, reader)
    named = {word for line in lines if line.seat != reader for word in line.words}
    there = [(one, other) for one in hidden for other in hidden if one.id in named and one.zone == other.zone]
    if not there:
        return None
    one, other = (card.id for card in dice.choice(there))
    instead = list(renamed(lines, one, other, opponent(reader)))
    if instead == lines:
        return None
    boards = (on(fixture, fixture.start, lines), on(fixture, fixture.start, instead))
    return Pair(reader, f"{how}{one} for {other} in the script", frozenset((one, other)), boards)


# --- where a run begins and what is done in it ------------------------------------------------------
def begun(fixture: Fixture, dice: random.Random) -> tuple[str, Fixture, list[Line]]:
    """A fixture as it is or from a decision in its midst, with some of its script, in words before it."""
    how, lines = "", list(fixture.lines)
    if dice.random() < 0.25:
        played = Run(fixture)
        misfit_of(played)
        marks = [one for one in played.marks if one.game.loop is None]  # who can stop one has been said
        if marks:
            mark = dice.choice(marks)
            fixture = on(fixture, mark.game.copy(asked=False), fixture.lines)
            how, lines = f"from line {mark.at + 1}: ", lines[mark.at :]
    said, lines = cut(lines, dice)
    return how + said, fixture, lines


def cut(lines: list[Line], dice: random.Random) -> tuple[str, list[Line]]:
    """The script, a beginning of it, one that ends with a claimed act tried, or with a line of nonsense."""
    kind, at = dice.random(), dice.randint(0, len(lines))
    if kind < 0.4 or not lines:
        return "", lines
    if kind < 0.8:
        return f"{at} lines: ", lines[:at]
    if kind < 0.9:
        return f"{at} lines and nonsense: ", [*lines[:at], said(f"{dice.choice(SEATS)}: {NONSENSE}")]
    refused = [one for one, line in enumerate(lines) if line.claim == "not"]
    if not refused:
        return f"{at} lines: ", lines[:at]
    at = dice.choice(refused)
    line = said(f"{lines[at].seat}: {' '.join(lines[at].words)}")
    return f"{at} lines and what is claimed: ", [*lines[:at], line]


def said(text: str) -> Line:
    """A line of a script."""
    line = parse_line(text)
    assert isinstance(line, Line)
    return line


def renamed(lines: Sequence[Line], one: str, other: str, seat: str) -> Iterator[Line]:
    """The script in which a player does with one card what was done with the other."""
    names = {one: other, other: one}
    for line in lines:
        if line.seat == seat and line.kind == "answer":
            words = tuple(names.get(word, word) for word in line.words)
            yield line._replace(words=words, text=f"{line.seat}: {' '.join(words)}")
        else:
            yield line


def on(fixture: Fixture, start: Game, lines: Sequence[Line]) -> Fixture:
    """The fixture on another board, with another script."""
    start = start.copy()
    start.forget()
    start.print_index = {}  # other prints hear, replace and forbid other things
    return Fixture(fixture.source, fixture.model, fixture.book, fixture.table, start, list(lines))


# --- what is fair -----------------------------------------------------------------------------------
class Course(NamedTuple):
    """How a board is played for who reads: the true run, and the places of what does not fit."""

    run: TrueRun
    amiss: tuple[tuple[int, int], ...]
    refused: bool


def course_of(board: Fixture, reader: str) -> Course | None:
    """How a board is played; None where a run does not come to the step at which it stops, or goes on for
    ever.
    """
    played = TrueRun(board, reader)
    try:
        misfit = misfit_of(played)
    except (BadInput, NotImplementedYet):
        return None
    problems = misfit.problems if misfit is not None else ()
    amiss = tuple([(one.line, one.column) for one in problems])
    return Course(played, amiss, misfit is not None and misfit.refusal is not None)


def comparable(pair: Pair) -> bool:
    """Does everything that is seen go the same way on both boards, and does nothing of what differs come to
    light?
    """
    one, other = (course_of(board, pair.reader) for board in pair.boards)
    if one is None or other is None or (one.amiss, one.refused) != (other.amiss, other.refused):
        return False
    runs = one.run, other.run
    if any(found(runs[0]) != found(runs[1]) for found in (seen_course, numbers, offered)):
        return False
    return runs[0].game.scores == runs[1].game.scores and not pair.cards & (runs[0].ever | runs[1].ever)


def seen_course(run: TrueRun) -> list[tuple[str, str]]:
    """From where to where cards go, whichever they are, who acts, what moments come and when the game ends:
    both players follow that.
    """
    return [one for entry in run.lines_made for one in followed(entry)]


def numbers(run: TrueRun) -> list[tuple[str, str, object]]:
    """The numbers of the cards that lie in the open, at the start and at the end: they tell what hangs on
    unseen cards.
    """
    book = run.table.book
    names = [name for name, row in book.attributes.items() if row["type"] == "int"]
    found: list[tuple[str, str, object]] = []
    for game in (run.start, run.game):
        reader = Reader(run.table, game)
        seen = [one for one in game.cards.values() if one.zone and run.knowledge.sees_card(one)]
        cards = [one for one in seen if book.zones[one.place]["seen"] == "all"]
        found += [(card.id, name, reader.value(card, name)) for card in cards for name in names]
    return found


def offered(run: TrueRun) -> list[list[str]]:
    """What a player could do whenever that was asked: each player is told so, whatever it hangs on. That a
    player could do nothing is no question.
    """
    entries = [one.data for one in run.lines_made if one.kind is trace.OFFER]
    legal = [[one.key for one in data["legal"]] for data in entries if data["seat"] == run.viewer]
    return [one for one in legal if one]


def followed(entry: Entry) -> Iterator[tuple[str, str]]:
    """What both players follow of a line; who can stop a loop is said aloud, as else the game is a draw, and
    that nobody loses yet is seen.
    """
    if entry.kind is trace.ACT:
        yield "act", entry.data["seat"]
    if entry.kind is trace.LOOPS:
        yield "loops", str(entry.data.get("seats_stop", ""))
    if entry.kind.name == "loss-waits":
        yield "loss-waits", ""
    if entry.kind is not trace.EVENT:
        return
    record: AppliedEvent = entry.data["record"]
    if record.verb == "move":
        yield (record.before.zone if record.before else "", record.after.zone if record.after else "")
    elif record.verb == "end-game" or (record.verb == "signal" and not record.card):
        yield record.verb, record.name


# --- what is told -----------------------------------------------------------------------------------
def told(board: Fixture, reader: str) -> dict[str, str]:
    """What `judge run --as` prints of a board, by the options it is given, and how it exits."""
    file, found, ruled = board.file, {}, cache(partial(viewed, board, reader))
    for name, options in (
        ("text", RunOptions((file,), seat=reader)),
        ("text --all", RunOptions((file,), seat=reader, all=True)),
        ("json", RunOptions((file,), "json", seat=reader)),
        ("markdown", RunOptions((file,), "markdown", seat=reader)),
        ("html", RunOptions((file,), "html", seat=reader)),
    ):
        page = became(file, options, ruled)
        found[name] = page.text or dumps(page.document or {})
        found[f"{name}: problems"] = "\n".join(one.text() for one in page.problems)
        found[f"{name}: exit"] = str(page.code)
    return found


def leaks(pair: Pair) -> list[str]:
    """In what the documents of a pair say something different, and not only less."""
    one, other = (told(board, pair.reader) for board in pair.boards)
    return apart(one, other)


def apart(one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    """In what two answers say something different, and not only less."""
    found = [*said_otherwise(*(json.loads(page.get("json", "null")) for page in (one, other)))]
    told = [key for key in one if "problems" in key and key in other and one[key] != other[key]]
    return [*found, *(f"{key}: {one[key]!r} and {other[key]!r}" for key in told)]
