"""The board as a player can speak of it: a card that it has not seen is as one that is not there."""

from __future__ import annotations

from collections.abc import Collection

from judge.board.position import Board
from judge.engine.kernel.state import UNKNOWN, Game
from judge.sight.sight import Sight


def seen_now(sight: Sight) -> frozenset[str]:
    """The cards that a player can name where its sight stands."""
    return frozenset(sight.known | sight.aloud) - uncounted(sight)


def seen_ever(sight: Sight) -> frozenset[str]:
    """The cards that a player could name at some time; follows the trace to its end."""
    seen = set(sight.known)
    for _ in sight.lines():
        seen |= sight.known | sight.aloud
    return frozenset(seen) - uncounted(sight)


def uncounted(sight: Sight) -> frozenset[str]:
    """The cards that nobody has named and that lie where the player does not look: how many of those there
    are beside named ones is not seen.
    """
    start = sight.ruling.start.cards
    unnamed = (start[one] for one in sight.untold if one in start and start[one].print == UNKNOWN)
    return frozenset(one.id for one in unnamed if not sight.sees_card(one))


def board_of(game: Game, seen: Collection[str]) -> Board:
    """What lies there of the cards that were seen, to look their names up."""
    cards = {name: one for name, one in game.cards.items() if name in seen}
    zones = {zone: tuple([one for one in there if one in cards]) for zone, there in game.zones.items()}
    return Board(cards, zones)
