"""Which of many abilities an event may concern, by its card alone: found once for all events about that card.

What a player may do with a card is tried once for each aim, and each try is an event about the same card. An
ability is left out only where that was found without a word: what would be told of it, or rests on a reading,
is looked at each time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from judge.engine.effects.pattern_match import Sight, fits_subject
from judge.engine.effects.reader import Reader
from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import Card, Frame, Game
from judge.engine.kernel.tracer import Tracer
from judge.engine.kernel.view import View

Watching: TypeAlias = tuple[Ability, Card]
FEW = 20  # abilities that are looked at without more ado


class Concerned:
    """Those of some abilities that an event may concern, as long as what goes on stays what it is."""

    def __init__(self, game: Game, found: Iterable[Watching]) -> None:
        self.agenda: list[Frame] = game.agenda[:]
        self.found = tuple(found)

    def holds(self, game: Game) -> bool:
        """Is what goes on still what it was?"""
        there = game.agenda
        return len(there) == len(self.agenda) and all(map(same, there, self.agenda))


def same(one: Frame, other: Frame) -> bool:
    """Is it the very same frame?"""
    return one is other


def concerned(
    view: View, kind: str, sight: Sight, about: str, watching: Sequence[Watching]
) -> Sequence[Watching]:
    """Those of many abilities of a kind that an event about a card that lies there may concern."""
    if not about or sight.card is None:
        return watching
    memo, more = view.game.memo, ("losers", "ability")
    key = ("concerned", kind, about, sight.names, sight.seat, *(sight.args.get(one) for one in more))
    if key not in memo:  # most are asked once
        memo[key] = None
        return watching
    if memo[key] is None or not memo[key].holds(view.game):
        memo[key] = Concerned(view.game, fitting(view, sight, about, watching))
    found: Concerned = memo[key]
    return found.found


def fitting(view: View, sight: Sight, about: str, every: Iterable[Watching]) -> Iterator[Watching]:
    """The abilities of which a pattern fits the card of an event, or of which that is not said silently."""
    heard = Tracer()
    reader = Reader(view.table, view.game, heard)
    for ability, card in every:
        ctx = {"me": card.seat, "self": card.object, "it": about}
        named = (on for on in ability.on if any(name in on["events"] for name in sight.names))
        fits = any(fits_subject(reader, on["subject"], sight, ctx, card.id) for on in named)
        if fits or heard.entries or heard.readings:
            heard.entries, heard.readings = [], {}
            yield ability, card
