"""What can be named by who asks as a player. The question is read against that before anything is played for
it, so that neither the answer nor a hint tells what others have.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from judge.board.position import Board
from judge.engine.kernel.table import Table
from judge.errors import JudgeError
from judge.fixture.acts import Words
from judge.fixture.load import Fixture
from judge.play.player_run import PlayerRun, run_by
from judge.sight.facts import Finished
from judge.sight.seen_board import board_of, seen_ever
from judge.sight.sight import Sight


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
        words = Words(fixture.book, fixture.table, start.cards, cards)
        return Nameable(Board(start.cards, start.zones), words)
    run = as_far_as_played(fixture, seat)
    seen = seen_ever(Sight(Finished(fixture, start, run.game, tuple(run.trace.entries)), seat))
    prints = {one.print for one in (*start.cards.values(), *run.game.cards.values()) if one.id in seen}
    table = Table(fixture.book, {name: one for name, one in fixture.table.prints.items() if name in prints})
    texts = {name: one for name, one in cards.items() if name in prints}
    board = board_of(start, seen)
    return Nameable(board, Words(fixture.book, table, board.cards, texts, seat))


def as_far_as_played(fixture: Fixture, seat: str) -> PlayerRun:
    """The script as a player is told of it; where it breaks off, so far: that is told by the answer, not by
    what can be named.
    """
    begun: list[PlayerRun] = []

    def begin(**more: Any) -> PlayerRun:
        begun.append(PlayerRun(fixture, seat, **more))
        return begun[-1]

    try:
        return run_by(begin)[0]
    except JudgeError:
        return begun[-1]
