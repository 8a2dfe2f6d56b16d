"""Exploration questions from the command line: reads them against the fixture and against what the asking
player can name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

from judge.board.position import Board
from judge.engine.effects.reader import Reader
from judge.engine.kernel.state import Game
from judge.engine.kernel.table import Table
from judge.errors import BadInput, JudgeError, Problem, nearest
from judge.fixture.acts import Words, check_claim
from judge.fixture.expected import check_expect
from judge.fixture.facts import SEES
from judge.fixture.load import Fixture
from judge.fixture.on_boards import in_play
from judge.fixture.script import Line, parse_line
from judge.play.search import LIMIT
from judge.text.composed import composed
from judge.text.numbers import is_figures, ordinal
from judge.text.rows import NamedTuple
from judge.text.source import parse_source
from judge.views.known_run import KnownRun


# What can be named by who asks as a player. The question is read against that before anything is played for
# it, so that neither the answer nor a hint tells what others have.
class Nameable(NamedTuple):
    """The cards that a question can speak of, and all its words."""

    board: Board
    words: Words


def nameable(fixture: Fixture, seat: str = "") -> Nameable:
    """What can be named on a fixture's board; with `seat` only what that player has seen at some time of the
    script.
    """
    start, cards = fixture.start, fixture.model.cards
    if not seat:
        words = Words(fixture.book, fixture.table, start.cards, fixture.model)
        return Nameable(Board(start.cards, start.zones), words)
    run = KnownRun(fixture, seat)
    with suppress(JudgeError):  # where the script breaks off is told by the answer, not by what can be named
        run.play()
    seen = run.true.ever
    prints = {card.print for card in (*start.cards.values(), *run.game.cards.values()) if card.id in seen}
    table = Table(
        fixture.book, {name: print_ for name, print_ in fixture.table.prints.items() if name in prints}
    )
    texts = {name: text for name, text in cards.items() if name in prints}
    board = board_of(start, seen)
    return Nameable(board, Words(fixture.book, table, board.cards, fixture.model.having(cards=texts), seat))


def board_of(game: Game, seen: Collection[str]) -> Board:
    """The seen cards on the board, for looking up their names."""
    cards = {name: entry for name, entry in game.cards.items() if name in seen}
    zones = {zone: tuple([card for card in names if card in cards]) for zone, names in game.zones.items()}
    return Board(cards, zones)


# Facts of the moment at which a script breaks off: a search ends elsewhere.
OF_A_MOMENT: Final = ("next", "options", "order")


class Question(NamedTuple):
    """A question: how many script lines come before it, how its lines must begin (`first`), the facts of the
    wanted end, the limit of positions, and the step at which to stop; for a `seat`, only as far as it sees.
    """

    after: int = 0
    first: Line | None = None
    find: tuple[Mapping[str, object], ...] = ()
    limit: int = LIMIT
    until: str = ""
    seat: str = ""


def read_question(
    fixture: Fixture, after: str = "", first: str = "", find: Sequence[str] = (), limit: int = LIMIT,
    until: str = "", seat: str = "",
) -> Question:  # fmt: skip
    """The question that the options ask. Raises BadInput with everything that is wrong with them."""
    problems: list[Problem] = []
    at = place_after(fixture, after, problems, seat) if after else 0
    line = first_line(fixture, first, problems, seat) if first else None
    wanted = tuple(fact(fixture, composed(text), problems) for text in find)
    if seat and line is not None and line.seat != seat:
        problems.append(wrong("--as", "--as: a player asks of their own acts", f"{seat}: …", first))
    if limit < 1:
        problems.append(wrong("--limit", "--limit takes a number of positions", "1 or more", str(limit)))
    if problems:
        raise BadInput(tuple(problems))
    return Question(at, line, wanted, limit, until, seat)


def place_after(fixture: Fixture, text: str, problems: list[Problem], seat: str = "") -> int:
    """How many lines of the script have been played after the line named, the n-th so called by `#n`. A
    `seat` is told of no line but its own which one may be meant.
    """
    places, mark, nth = text.rpartition("#")
    places, n = (places, ordinal(nth.strip())) if mark and is_figures(nth.strip()) else (text, 1)
    wanted = plain(composed(places))
    script = fixture.lines
    wording = [at for at, line in enumerate(script, 1) if plain(line.text) == wanted]
    if 1 <= n <= len(wording):
        return wording[n - 1]
    known = [line.text for line in script if seat in ("", line.seat)]
    if wording:
        message = f"the script has this line {len(wording)} times, not {nth.strip()[:20]}"
        problems.append(wrong("--after", f"--after: {message}", f"#1 to #{len(wording)}", text))
    else:
        message, near = "the script has no such line", nearest(places.strip(), known)
        problems.append(wrong("--after", f"--after: {message}", "a line of the script", text, near))
    return 0


def plain(text: str) -> tuple[str, ...]:
    """A script line without how it is spaced."""
    seat, _, rest = text.partition(":")
    return (seat.strip(), *rest.split())


def first_line(fixture: Fixture, text: str, problems: list[Problem], seat: str = "") -> Line | None:
    """The act that lines shall begin with, which speaks of what there is, and a `seat` has seen."""
    words = nameable(fixture, seat).words
    line = parse_line(in_play(text, words.ways))
    if isinstance(line, str) or line.kind != "answer":
        why = line if isinstance(line, str) else "that is no act"
        problems.append(wrong("--if", f"--if: {why}", 'an act as a script says it, "A: attack k1 lb"', text))
        return None
    source = parse_source("", "")
    problems.extend(placed("--if", problem) for problem in check_claim(source, words, 0, line))
    return line


def fact(fixture: Fixture, text: str, problems: list[Problem]) -> dict[str, object]:
    """A fact as `[expect]` has it; `winner` is another word for `result`."""
    path, equals, value = (part.strip() for part in text.partition("="))
    path = "result" if path == "winner" else path
    if not path or not equals or not value:
        problems.append(wrong("--find", "--find takes a fact and its value", "B.life=3 or winner=B", text))
        return {}
    if path.partition(".")[0] in OF_A_MOMENT:
        message = f"--find: lines end where nobody is asked, so {path!r} is no fact of an end"
        problems.append(wrong("--find", message, "B.life=3 or winner=B", text))
        return {}
    if path.partition(".")[0] == SEES:
        message = "--find: a search does not follow what players see"
        problems.append(wrong("--find", message, "B.life=3 or winner=B", text))
        return {}
    try:
        source = parse_source(f"[expect]\n{path} = {written(value)}\n", "")
    except BadInput:
        problems.append(wrong("--find", "--find: this is no fact", "B.life=3 or winner=B", text))
        return {}
    expect: dict[str, object] = source.data["expect"]
    view = Reader(fixture.table, fixture.start)
    problems.extend(placed("--find", problem) for problem in check_expect(source, view, expect))
    return expect


def written(value: str) -> str:
    """A value as TOML: text may stand without quotes."""
    try:
        tomllib.loads(f"value = {value}")
    except tomllib.TOMLDecodeError:
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return value


def placed(option: str, problem: Problem) -> Problem:
    """A problem of an option's value, which is in no file."""
    message = f"{option}: {problem.message}"
    return problem._replace(file="", line=0, column=0, key=option, message=message)


def wrong(option: str, message: str, expected: str, given: str, hint: str = "") -> Problem:
    """The problem of an option."""
    return Problem("", 0, 0, option, "", message, expected, given, hint)


def texts_of(expect: Mapping[str, object], above: str = "") -> Iterator[str]:
    """A fact as it is asked for: ``B.life = 3``."""
    for key, value in expect.items():
        if isinstance(value, Mapping):
            yield from texts_of(value, f"{above}{key}.")
        else:
            yield f"{above}{key} = {value}"
