"""What a fixture expects a player to have seen, held against what the player saw."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from judge.board.position import find_card
from judge.engine.kernel.state import Game
from judge.engine.kernel.tracer import Entry
from judge.fixture.facts import SEES, Fact, cards_of
from judge.fixture.load import Fixture
from judge.sight.sight import Sight
from judge.text.rows import NamedTuple


class Finished(NamedTuple):
    """A run that is over, to be followed."""

    fixture: Fixture
    start: Game
    game: Game
    entries: tuple[Entry, ...]


def sights(run: Finished) -> Iterator[Fact]:
    """Every fact of `[expect]` about what a player has seen."""
    for seat, wanted in run.fixture.model.expect.get(SEES, {}).items():
        seen = seen_by(run, seat)
        parts = wanted if isinstance(wanted, Mapping) else {"": wanted}
        for key, value in parts.items():
            path = ".".join(part for part in (SEES, seat, key) if part)
            names = cards_of(value)
            found = [one for one in names if is_seen(run.game, one, seen) == (key != "without")]
            yield Fact(path, names, found)


def seen_by(run: Finished, seat: str) -> frozenset[str]:
    """The cards that a player has seen and can name now."""
    sight = Sight(run, seat)
    sight.follow()
    return frozenset(sight.named())


def is_seen(game: Game, name: str, seen: Collection[str]) -> bool:
    """Is a card among those seen, by its own name or by what it has turned out to be?"""
    card = find_card(game, name)
    if card is not None:
        return card.id in seen
    return any(game.cards[one].print == name for one in seen)
