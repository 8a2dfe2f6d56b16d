"""Abilities that the other player may use, and that wait on account of cards which who reads has not seen.

In some games what waits has its turn by itself, and only then is its player asked. Were those cards others,
nothing of that would happen. So such an ability is let be as soon as it waits, unless a line of the script
does not fit without it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import Protocol, TypeVar

from judge.engine import trace
from judge.engine.kernel.state import Game, Waiting
from judge.engine.kernel.table import Table
from judge.engine.kernel.tracer import RESTS_ON, Entry
from judge.errors import JudgeError
from judge.play.refusals import Misfit
from judge.sight.sight import Sight

MOST = 8  # abilities that are tried for a line that does not fit, the last first


class Suppressing(Protocol):
    """A run in which abilities are let be: their numbers, and which line does not fit."""

    suppressed: list[int]
    wrong: int


Heard = TypeVar("Heard", bound=Suppressing)
Play = Callable[[Heard], Misfit | None]


def hidden_pending(
    table: Table, game: Game, lines: Sequence[Entry], sight: Callable[[], Sight]
) -> Iterator[Waiting]:
    """Those that have begun to wait in some lines, untold: on account of unseen cards, of a card that who
    reads has seen; or the other player's of an unseen one, where what waits has its turn by itself.
    """
    events = [one for one in lines if one.kind is trace.EVENT and one.data["record"].verb == "wait"]
    begun = [one for one in events if one.data["record"].args.get(RESTS_ON) or may_take_turn(table, one)]
    told = sight() if begun else None
    for line in begun:
        record = line.data["record"]
        if told is None or not unread(table, game, line, told):
            continue
        about = (record.args["ability"], record.ref)
        yield from [one for one in game.waiting if (one.ability, one.source) == about][-1:]


def unread(table: Table, game: Game, line: Entry, told: Sight) -> bool:
    """Does an ability wait of which nothing is to be heard while nobody uses it?"""
    card = line.data["record"].card
    if id(line) in told.veiled:
        return False
    return card in told.known or (may_take_turn(table, line) and game.cards[card].seat != told.seat)


def may_take_turn(table: Table, line: Entry) -> bool:
    """Does what begins to wait at a line have its turn by itself, and may its player then leave it be?"""
    ability = table.abilities.get(line.data["record"].args["ability"])  # None of what a rule has wait
    return ability is not None and table.book.takes_turns() and table.book.optional(ability)


def fitted(
    begin: Callable[..., Heard], play: Play[Heard]
) -> tuple[Callable[..., Heard], Heard, Misfit | None]:
    """How a run is begun in which none of them waits without which its lines fit as well; the run, played,
    and what of its script does not fit.
    """
    waits: frozenset[int] = frozenset()
    run = begin()
    misfit = play(run)
    while misfit is not None:
        found = further(begin, play, run, waits)
        if found is None:
            break
        waits, run, misfit = found
    return (partial(begin, awaits=waits) if waits else begin), run, misfit


def further(
    begin: Callable[..., Heard], play: Play[Heard], run: Heard, waits: Collection[int]
) -> tuple[frozenset[int], Heard, Misfit | None] | None:
    """A run that goes further in its script as one more of them waits, or all; None where none does."""
    last, every = run.suppressed[: -MOST - 1 : -1], frozenset(run.suppressed)
    for more in (*(frozenset((one,)) for one in last), *((every,) if len(every) > 1 else ())):
        other = begin(awaits=more.union(waits))
        try:
            misfit = play(other)
        except JudgeError:
            continue
        if misfit is None or other.wrong > run.wrong:
            return more.union(waits), other, misfit
    return None
