"""In which order cards lie that one player does not see.

Where the rulebook gives them none, they come to light in the order in which they lie, and that is the one in
which a fixture lists them or in which they were drawn: neither is a player's to know. Nor is it in which
order the other player lays several where this one may not look.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import partial

from judge.engine import trace
from judge.engine.kernel.book import Book
from judge.engine.kernel.state import SEATS, UNKNOWN, Decision, Game, Ref
from judge.engine.kernel.tracer import Entry
from judge.sight.sight import Sight
from judge.text.rows import NamedTuple


def begin_in_order(book: Book, start: Game, seat: str) -> Game:
    """The board on which a run for a player starts: what that player does not see is listed by its names."""
    game, zones = start.copy(), unseen_zones(book, seat, ordered=True)
    there = [id_ for id_, card in start.cards.items() if card.zone in zones]
    names, among = iter(sorted(there, key=partial(by_name, start))), frozenset(there)
    game.cards = {one: start.cards[one] for one in listed(start, among, names)}
    put_in_order(game, unseen_zones(book, seat, ordered=False))
    return game


def listed(game: Game, among: Container[str], names: Iterator[str]) -> Iterator[str]:
    """The cards of a game in order, these names in the places of those among them."""
    for id_ in game.cards:
        yield next(names) if id_ in among else id_


def by_name(game: Game, card: str) -> tuple[bool, str]:
    """Where a card comes that is not seen: how its name compares with those made up would tell of it."""
    return game.cards[card].print != UNKNOWN, card


def put_in_order(game: Game, zones: Iterable[str], last: Container[str] = ()) -> None:
    """Cards of zones without an order lie by their states, which everybody sees, those that nobody has named
    first, then by their names, some of them `last`.
    """

    def place(one: str) -> tuple[bool, str, bool, str]:
        return one in last, str(game.cards[one].marks), *by_name(game, one)

    there = {zone: game.zones.get(zone, ()) for zone in zones}
    laid = {zone: tuple(sorted(cards, key=place)) for zone, cards in there.items()}
    changed = {zone: cards for zone, cards in laid.items() if there[zone] != cards}
    if changed:
        game.zones |= changed
        game.forget()


def unseen_zones(book: Book, seat: str, ordered: bool) -> tuple[str, ...]:
    """The zones of the other player whose cards this one does not see: all, or those that have no order."""
    rows = book.zones.items()
    names = [name for name, row in rows if row["seen"] != "all" and (ordered or not row.get("ordered"))]
    return tuple([f"{other}.{name}" for name in names for other in SEATS if other != seat])


# --- an order that is chosen unseen -------------------------------------------------------------
class Laid(NamedTuple):
    """Cards that come into a zone in an order chosen unseen, and how much had been told before they do."""

    zone: str
    cards: tuple[str, ...]
    told: int


def laid_in(ask: Decision) -> str:
    """The zone into which a player orders cards; "" where something else is asked."""
    return f"{ask.seat}.{ask.data['zone']}" if ask.prompt == "ask.order" and "zone" in ask.data else ""


def neutral(game: Game, order: Iterable[Ref], sight: Sight) -> tuple[Ref, ...]:
    """An order that tells nothing of the one chosen: by name what is seen, then the rest by where it lies."""

    def place(ref: Ref) -> tuple[bool, str, str]:
        card = game.cards[game.objects[ref]]
        seen = sight.sees_card(card) or card.id in sight.held_up
        return not seen, "" if seen else card.zone, card.id

    return tuple(sorted(order, key=place))


def arrived(laid: Laid, entries: Sequence[Entry]) -> frozenset[str]:
    """The cards of those that have been moved since."""
    events = (one.data["record"] for one in entries[laid.told :] if one.kind is trace.EVENT)
    return frozenset(one.card for one in events if one.verb == "move" and one.card in laid.cards)


def lie_as_chosen(game: Game, laid: Laid, moved: Container[str]) -> None:
    """The cards that have come to a zone lie there in the order chosen, in which they have not been moved."""
    there = game.zones.get(laid.zone, ())
    chosen = iter([one for one in laid.cards if one in moved and one in there])
    among = frozenset(one for one in laid.cards if one in moved)
    game.zones |= {laid.zone: tuple(next(chosen) if one in among else one for one in there)}
    game.forget()
