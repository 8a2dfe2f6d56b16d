"""Whether what runs now runs only because abilities wait of which a player has not read.

Windows and steps call a procedure where something waits. What it is made of is no place at which a run for
that player stops, until the player reads of something in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from judge.engine import trace
from judge.engine.flow.engine import Engine
from judge.engine.kernel.state import AppliedEvent, Frame, Game, Instruction, Waiting
from judge.engine.kernel.table import Table
from judge.engine.kernel.tracer import Entry
from judge.errors import OutOfPlace
from judge.sight.sight import Sight
from judge.text.rows import NamedTuple

WAITS = ("pending", "unrevealed")  # how an ability waits on account of which something is called


class HiddenCall(NamedTuple):
    """A step that calls procedures on account of what waits unread: how deep it lies, which they are, and how
    much had been told.
    """

    depth: int
    calls: frozenset[str]
    told: int


class HiddenCalls:
    """The steps under way that call something on account of what waits unread."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.under_way: list[HiddenCall] = []

    def usual(self, game: Game, sight: Callable[[], Sight]) -> frozenset[str] | None:
        """What the step that is about to run calls where nothing waits unread; None where nothing does."""
        if not about_to_run(game.agenda[-1]) or not any(one.status in WAITS for one in game.waiting):
            return None
        unread = unread_of(game, sight())
        return called_without(self.table, game, unread) if unread else None

    def follow(self, game: Game, usual: frozenset[str] | None, told: int) -> None:
        """A step has run, or what it has called: remember what it calls beside the usual."""
        self.under_way = [one for one in self.under_way if not over(game, one)]
        calls = called(game.agenda[-1].queue) - usual if usual is not None and game.agenda else None
        if calls:
            self.under_way.append(HiddenCall(len(game.agenda), calls, told))

    def hide(self, game: Game, entries: Sequence[Entry], sight: Callable[[], Sight]) -> bool:
        """Does what runs now belong to what was called so, nothing of which the player has read?"""
        here = [one for one in self.under_way if within(game, one)]
        if not here:
            return False
        read = sight().veiled
        return any(not any(id(line) in read for line in lines_of(entries, one)) for one in here)


def unread_of(game: Game, sight: Sight) -> tuple[Waiting, ...]:
    """The abilities that wait to be used, none of which is under way, and of which a player has not read: the
    card may have been seen since, or not be followed any more.
    """
    named = {word for frame in game.agenda for word in frame.vars.values() if isinstance(word, str)}
    waiting = (one for one in game.waiting if one.status in WAITS and one.id not in named)
    return tuple([one for one in waiting if sight.other(one.master) and not reads_of(sight, one)])


def reads_of(sight: Sight, one: Waiting) -> bool:
    """Has a player read that this began to wait? Where nothing was told of it: is its card seen?"""
    events = (line for line in sight.ruling.entries if line.kind is trace.EVENT)
    lines = [line for line in events if begins(line.data["record"], one)]
    return any(id(line) in sight.veiled for line in lines) if lines else one.card in sight.known


def begins(record: AppliedEvent, one: Waiting) -> bool:
    """Is it the event by which this began to wait?"""
    return record.verb == "wait" and (record.card, record.ref) == (one.card, one.source)


def called(queue: Iterable[Instruction]) -> frozenset[str]:
    """The procedures that instructions call."""
    return frozenset([one.args["procedure"] for one in queue if one.verb == "call"])


def called_without(table: Table, game: Game, unread: Sequence[Waiting]) -> frozenset[str] | None:
    """What the step that is about to run calls where these do not wait; None where it is about one."""
    other = game.copy()
    other.waiting = tuple([one for one in game.waiting if one not in unread])
    other.forget()
    try:
        Engine(table, other).tick()
    except OutOfPlace:
        return None
    return called(other.agenda[-1].queue) if other.agenda else frozenset()


def about_to_run(frame: Frame) -> bool:
    """Is the function of a step called next, to which nothing was answered? That was asked for."""
    return not (frame.queue or frame.entered or frame.answers or frame.procedure == "seq")


def over(game: Game, aside: HiddenCall) -> bool:
    """Has the step gone on from what it has called?"""
    here = len(game.agenda) - aside.depth
    return here < 0 or (here == 0 and aside.calls.isdisjoint(called(game.agenda[-1].queue)))


def within(game: Game, aside: HiddenCall) -> bool:
    """Does what was called run now?"""
    return len(game.agenda) > aside.depth and game.agenda[aside.depth].procedure in aside.calls


def lines_of(entries: Sequence[Entry], aside: HiddenCall) -> Iterable[Entry]:
    """What was told in what was called; that a step begins tells nothing."""
    since = entries[aside.told :]
    return (one for one in since if one.depth > aside.depth and one.kind is not trace.STEP)
