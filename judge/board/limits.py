"""Limits of a board: checks how many cards a zone holds, and which cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Protocol

from judge.board.position import Path, Position
from judge.engine.kernel.book import Book
from judge.engine.kernel.state import SEATS, Card, Game
from judge.engine.kernel.view import View

MANY: Final = 10_000  # cards of one entry: no game of cards comes near it
BOARD: Final = 20_000  # cards of a whole board


class Lying(Protocol):
    """Cards that lie somewhere, each with its place in the file."""

    @property
    def book(self) -> Book: ...
    @property
    def game(self) -> Game: ...
    @property
    def view(self) -> View: ...
    @property
    def placed(self) -> Mapping[str, Path]: ...
    def problem(self, path: Path, message: str, **more: str) -> None: ...


def room_for(position: Position, zone: str, n: int, path: Path, actual: str = "") -> bool:
    """Do so many more cards fit on the board? They are counted if they do; otherwise a problem is noted."""
    if n > MANY:
        message = f"{zone} cannot hold so many cards"
        position.problem(path, message, expected=f"at most {MANY}", found=actual or str(n))
    elif position.written + n > BOARD:
        message = "a board cannot hold so many cards"
        position.problem(path, message, expected=f"at most {BOARD}", found=actual or str(n))
    else:
        position.written += n
        return True
    return False


def check_board(position: Lying, attached: bool = True) -> None:
    """Checks every limit of the zones and where each card lies. It checks whether a card is attached only
    when all cards are `attached` that will be.
    """
    for seat in SEATS:
        for zone in position.book.zones:
            check_limits(position, seat, zone)
            for id_ in position.game.zones.get(f"{seat}.{zone}", ()):
                check_lying(position, id_, attached)
                check_owner(position, zone, id_)


def check_limits(position: Lying, seat: str, zone: str) -> None:
    """Checks that a zone has no more cards than a player, or both players together, may have there."""
    spec = position.book.zones[zone]
    counts = {player: len(position.game.zones.get(f"{player}.{zone}", ())) for player in SEATS}
    limit = spec.get("limit")
    if limit is not None and counts[seat] > limit:
        message, article = f"{seat} has {counts[seat]} cards in the {spec['name']}", spec["rule"]
        actual = str(counts[seat])
        position.problem([seat, zone], message, article=article, expected=f"at most {limit}", found=actual)
    if "total" in spec and seat == SEATS[1] and sum(counts.values()) > spec["total"]:
        message = f"both players together have too many cards in the {spec['name']}"
        most = f"at most {spec['total']}"
        position.problem([seat, zone], message, article=spec["total_rule"], expected=most)


def check_lying(position: Lying, id_: str, attached: bool = True) -> None:
    """Checks that a card can lie where it lies."""
    for message, article, expected, actual in misplaced(position.view, position.game.cards[id_], attached):
        path = position.placed[id_]
        position.problem(path, message, article=article, expected=expected, found=actual)


def check_owner(position: Lying, zone: str, id_: str) -> None:
    """Checks that a card lies in a zone of its owner, unless the zone may hold either player's cards."""
    card, spec = position.game.cards[id_], position.book.zones[zone]
    if card.owner != card.seat and not spec.get("any_owner"):
        message = f"{id_} is {card.owner}'s card and lies in {card.seat}'s {spec['name']}"
        position.problem(position.placed[id_], message, expected=f"a card of {card.seat}")


def misplaced(view: View, card: Card, attached: bool = True) -> Iterator[tuple[str, str, str, str]]:
    """The reasons why a card cannot be in its place: each with message, article, expected and found value."""
    yield from mistyped(view, card)
    name, ctx = view.book.zones[card.place]["name"], {"me": card.seat}
    for row in view.book.tables["board"] if view.known(card) else ():
        selector = {**row.get("only", {}), **row.get("never", {})}
        if card.place not in row["zone"] or (not attached and "attached" in selector):
            continue
        lacks = "only" in row and not view.matches(card, row["only"], ctx)
        if lacks or ("never" in row and view.matches(card, row["never"], ctx)):
            yield f"{card.id} cannot lie so in the {name}", row["rule"], row["expected"], ""


def mistyped(view: View, card: Card) -> Iterator[tuple[str, str, str, str]]:
    """The reasons why a card's type does not fit its zone."""
    zone, spec = card.place, view.book.zones[card.place]
    type_ = view.table.prints[card.print].type
    message, allowed = f"{card.id} is a {type_} card and cannot lie in the {spec['name']}", spec.get("types")
    if allowed and type_ and type_ not in allowed:
        yield message, spec["rule"], " or ".join(allowed), type_
    only = view.book.tables["only_in"].get(type_)
    if type_ and only is not None and zone not in (*only, view.book.tables["unplaced"]):
        yield message, "", " or ".join(only), zone
