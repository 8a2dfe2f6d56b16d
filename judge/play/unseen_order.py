"""In which order cards lie that one player does not see, where the rulebook gives them none.

They come to light in the order in which they lie, and that is the one in which a fixture lists them or in
which they were drawn: neither is a player's to know.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from judge.engine.kernel.book import Book
from judge.engine.kernel.state import SEATS, Game


def begin_in_order(book: Book, start: Game, seat: str) -> Game:
    """The board on which a run for a player starts: what that player does not see is listed by its names."""
    game, zones = start.copy(), unseen_zones(book, seat, ordered=True)
    there = [id_ for id_, card in start.cards.items() if card.zone in zones]
    names, among = iter(sorted(there)), frozenset(there)
    game.cards = {one: start.cards[one] for one in listed(start, among, names)}
    put_in_order(game, unseen_zones(book, seat, ordered=False))
    return game


def listed(game: Game, among: Container[str], names: Iterator[str]) -> Iterator[str]:
    """The cards of a game in order, these names in the places of those among them."""
    for id_ in game.cards:
        yield next(names) if id_ in among else id_


def put_in_order(game: Game, zones: Iterable[str]) -> None:
    """Cards of zones without an order lie by their names."""
    there = {zone: game.zones.get(zone, ()) for zone in zones}
    by_name = {zone: tuple(sorted(cards)) for zone, cards in there.items()}
    changed = {zone: cards for zone, cards in by_name.items() if there[zone] != cards}
    if changed:
        game.zones |= changed
        game.forget()


def unseen_zones(book: Book, seat: str, ordered: bool) -> tuple[str, ...]:
    """The zones of the other player whose cards this one does not see: all, or those that have no order."""
    rows = book.zones.items()
    names = [name for name, row in rows if row["seen"] != "all" and (ordered or not row.get("ordered"))]
    return tuple([f"{other}.{name}" for name in names for other in SEATS if other != seat])
