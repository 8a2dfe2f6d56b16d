"""Which cards a player who searches loses track of on the way to an end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import NamedTuple

from judge.engine import trace
from judge.engine.kernel.state import Game, Record
from judge.engine.kernel.tracer import Entry
from judge.sight.facts import Finished
from judge.sight.sight import Sight


class Heard(NamedTuple):
    """What was told up to a decision of a search, and what was told before it; `loses`: could a player have
    lost track of a card on the way?
    """

    before: Heard | None
    entries: tuple[Entry, ...]
    loses: bool


class Tracks:
    """What a player has seen where a search begins, to be followed on from there."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.sight.veiled = {}  # nothing of what was told before is read here
        self.followed = frozenset(sight.named() | sight.aloud)

    def hears(self, before: Heard | None, entries: tuple[Entry, ...]) -> Heard:
        """What was told so far, with what is told now."""
        loses = before is not None and before.loses
        return Heard(before, entries, loses or any(map(self.could_lose, entries)))

    def could_lose(self, entry: Entry) -> bool:
        """Could a player lose track of a card at a line: is one chosen or taken unseen, or does one of those
        that it follows move where it may not look?
        """
        if entry.kind is trace.EVENT:
            return entry.data["record"].verb == "shuffle" or self.goes_unseen(entry.data["record"])
        if entry.kind is trace.ANSWER:
            return entry.data["ask"].kind in ("pick", "order")
        return entry.kind is trace.ACT and self.sight.unnamed(entry)

    def goes_unseen(self, record: Record) -> bool:
        """Does a card move out of those that lie in no order where the player may not look, or one that it
        follows into or out of such a place?
        """
        if record.verb != "move":
            return False
        left = record.before.zone if record.before is not None else ""
        if record.card in self.followed:
            return not (self.sight.sees(left) and self.sight.sees(zone_of(record)))
        return not self.sight.sees(left) and not self.sight.ruling.fixture.book.zones[left[2:]].get("ordered")

    def lost(self, game: Game, heard: Heard | None) -> frozenset[str]:
        """The cards that the player followed at the start, and of which it cannot tell at an end where they
        are.
        """
        if heard is None or not heard.loses:
            return frozenset()
        before = self.sight.ruling
        there = Finished(before.fixture, before.start, game, tuple(all_heard(heard)))
        sight = deepcopy(self.sight, {id(before): there})
        sight.follow()
        return self.followed - sight.named() - sight.aloud


def zone_of(record: Record) -> str:
    """Where the card of an event has come to lie."""
    return record.after.zone if record.after is not None else ""


def all_heard(heard: Heard | None) -> Sequence[Entry]:
    """Everything that was told, in order."""
    return [entry for part in [*parts(heard)][::-1] for entry in part]


def parts(heard: Heard | None) -> Iterator[tuple[Entry, ...]]:
    """What was told between decisions, the last first."""
    while heard is not None:
        yield heard.entries
        heard = heard.before
