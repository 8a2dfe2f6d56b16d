"""In which order cards lie that one player does not see, where the rulebook gives them none.

They come to light in the order in which they lie, and that is the one in which a fixture lists them or in
which they were drawn: neither is a player's to know.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from judge.engine.kernel.book import Book
from judge.engine.kernel.state import SEATS, Game


def begin_in_order(book: Book, start: Game, seat: str) -> Game:
    """The board on which a run for a player starts: what that player does not see is listed by its names."""
    game = start.copy()
    there = [id_ for id_, card in start.cards.items() if card.zone in set(hidden(book, seat, ordered=True))]
    names, among = iter(sorted(there)), frozenset(there)
    game.cards = {one: start.cards[one] for one in listed(start, among, names)}
    put_in_order(book, game, seat)
    return game


def listed(game: Game, among: Container[str], names: Iterator[str]) -> Iterator[str]:
    """The cards of a game in order, these names in the places of those among them."""
    for id_ in game.cards:
        yield next(names) if id_ in among else id_


def put_in_order(book: Book, game: Game, seat: str) -> None:
    """Cards of the other player lie by their names where they have no order and this player does not look."""
    zones = {zone: game.zones.get(zone, ()) for zone in hidden(book, seat, ordered=False)}
    changed = {zone: tuple(sorted(cards)) for zone, cards in zones.items() if [*cards] != sorted(cards)}
    if changed:
        game.zones |= changed
        game.forget()


def hidden(book: Book, seat: str, ordered: bool) -> Iterator[str]:
    """The zones of the other player whose cards this one does not see, those that have an order or not."""
    for name, row in book.zones.items():
        if row["seen"] != "all" and (ordered or not row.get("ordered")):
            yield from (f"{other}.{name}" for other in SEATS if other != seat)
