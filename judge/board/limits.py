"""What a board must satisfy: how many cards a zone holds, and which."""

from __future__ import annotations

from typing import Final

from judge.board.position import Path, Position
from judge.engine.kernel.state import SEATS

MANY: Final = 10_000  # cards of one entry: no game of cards comes near it
BOARD: Final = 20_000  # cards of a whole board


def room_for(position: Position, zone: str, n: int, path: Path, found: str = "") -> bool:
    """Do so many more cards find room on the board? Those that do are counted; for others it is a problem."""
    if n > MANY:
        message = f"{zone} cannot hold so many cards"
        position.problem(path, message, expected=f"at most {MANY}", found=found or str(n))
    elif position.written + n > BOARD:
        message = "a board cannot hold so many cards"
        position.problem(path, message, expected=f"at most {BOARD}", found=found or str(n))
    else:
        position.written += n
        return True
    return False


def check_board(position: Position) -> None:
    """Every limit of zones, and what the rulebook says of the cards that lie in them."""
    for seat in SEATS:
        for zone in position.book.zones:
            check_limits(position, seat, zone)
            for id_ in position.game.zones.get(f"{seat}.{zone}", ()):
                check_type(position, zone, id_)
                check_rows(position, zone, id_)
                check_owner(position, zone, id_)


def check_limits(position: Position, seat: str, zone: str) -> None:
    """No more cards in a zone than a player, or both together, may have there."""
    spec = position.book.zones[zone]
    counts = {one: len(position.game.zones.get(f"{one}.{zone}", ())) for one in SEATS}
    limit = spec.get("limit")
    if limit is not None and counts[seat] > limit:
        message, article = f"{seat} has {counts[seat]} cards in the {spec['name']}", spec["rule"]
        found = str(counts[seat])
        position.problem([seat, zone], message, article=article, expected=f"at most {limit}", found=found)
    if "total" in spec and seat == SEATS[1] and sum(counts.values()) > spec["total"]:
        message = f"both players together have too many cards in the {spec['name']}"
        most = f"at most {spec['total']}"
        position.problem([seat, zone], message, article=spec["total_rule"], expected=most)


def check_rows(position: Position, zone: str, id_: str) -> None:
    """What the rulebook says of the cards that lie in a zone: only some, or never some."""
    card, view = position.game.cards[id_], position.view
    ctx = {"me": card.seat}
    for row in position.book.tables["board"] if view.known(card) else ():
        if zone not in row["zone"]:
            continue
        lacks = "only" in row and not view.matches(card, row["only"], ctx)
        if lacks or ("never" in row and view.matches(card, row["never"], ctx)):
            message = f"{id_} cannot lie so in the {position.book.zones[zone]['name']}"
            article, expected = row["rule"], row["expected"]
            position.problem(position.placed[id_], message, article=article, expected=expected)


def check_owner(position: Position, zone: str, id_: str) -> None:
    """A card lies in a zone of its owner, but for the zones that hold anybody's."""
    card, spec = position.game.cards[id_], position.book.zones[zone]
    if card.owner != card.seat and not spec.get("any_owner"):
        message = f"{id_} is {card.owner}'s card and lies in {card.seat}'s {spec['name']}"
        position.problem(position.placed[id_], message, expected=f"a card of {card.seat}")


def check_type(position: Position, zone: str, id_: str) -> None:
    """A card whose type the zone does not hold, or that lies in others only."""
    spec = position.book.zones[zone]
    type_ = position.table.prints[position.game.cards[id_].print].type
    message = f"{id_} is a {type_} card and cannot lie in the {spec['name']}"
    path, allowed = position.placed[id_], spec.get("types")
    if allowed and type_ and type_ not in allowed:
        position.problem(path, message, article=spec["rule"], expected=" or ".join(allowed), found=type_)
    only = position.book.tables["only_in"].get(type_)
    if type_ and only is not None and zone not in (*only, position.book.tables["unplaced"]):
        position.problem(path, message, expected=" or ".join(only), found=zone)
