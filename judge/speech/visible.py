"""What of a ruling's facts and of its end a seat may read."""

from __future__ import annotations

from collections.abc import Iterable

from judge.board.position import find_card
from judge.engine.kernel.state import SEATS, Game
from judge.fixture.facts import Fact
from judge.play.ruling import Ruling
from judge.sight.sight import HIDDEN, Sight
from judge.text.plain import Json


def visible_facts(ruling: Ruling, sight: Sight) -> Iterable[object]:
    """The expectations that tell the seat nothing about cards it has not seen."""
    return [fact for fact in ruling.facts if not sight.seat or _open(fact, ruling, sight)]


def _open(fact: Fact, ruling: Ruling, sight: Sight) -> bool:
    path, expected = fact.path, fact.expected
    if path.startswith("sees."):  # the names of cards that the seat may not have seen
        return False
    named = {sight.card_of(word) for text in texts(fact.found) for word in text.split()} - {""}
    if path in ("next", "options", "pending"):
        own = ruling.game.ask is None or not sight.other(ruling.game.ask.seat)
        return own and named <= sight.known
    seat, _, rest = path.partition(".")
    name, _, part = rest.partition(".")
    if name in ruling.fixture.book.zones:
        counted = isinstance(expected, int) and part in ("", "count")  # everybody may count
        there = ruling.game.zones.get(f"{seat}.{name}", ())
        return counted or all(sight.sees_card(ruling.game.cards[one]) for one in there)
    found = (find_card(ruling.game, one) for one in (f"{seat}.{name}", name if seat in SEATS else seat))
    card = next((one for one in found if one is not None), None)
    # which card lies on a slot, or belongs to another
    return named <= sight.known if card is None else sight.sees_card(card) and named <= sight.known


def texts(found: object) -> tuple[str, ...]:
    """What a fact has found, as texts."""
    return tuple(map(str, found)) if isinstance(found, (list, tuple)) else (str(found),)


def visible_state(game: Game, sight: Sight) -> dict[str, Json]:
    """The end position as the seat sees it: open cards, and how many lie in the other zones."""
    from judge.pauses.saved import plain

    seen = {id_: card for id_, card in game.cards.items() if sight.sees_card(card)}
    cards = {id_: plain(card._replace(object=sight.number(card.object))) for id_, card in seen.items()}
    return {
        "cards": cards,
        "zones": {zone: visible_zone(zone, game, sight) for zone in game.zones},
        "scores": dict(game.scores),
        "result": plain(game.result) if game.result else None,
        "active": game.active,
        "turn": game.turn,
    }


def visible_zone(zone: str, game: Game, sight: Sight) -> list[str] | int:
    """The cards of a zone, those face-down hidden; how many there are where the seat may not look at it."""
    cards = game.zones[zone]
    if not sight.sees(zone):
        return len(cards)
    return [one if sight.sees_card(game.cards[one]) else HIDDEN for one in cards]
