"""Autos of the hand: there once their card is revealed, in the first check timing (4.5.1 to 4.5.4).

Code because no other game shows a card of a hand for as long as its ability waits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.engine.book import Outcome
from judge.engine.offers import word
from judge.engine.proposals import event, events
from judge.engine.view import Vars, View
from judge.games.victory_spark.cancels import same
from judge.games.victory_spark.registry import rules
from judge.state import Card, Do, Option, Record

REVEALED = "revealed"  # the mark of a card of the hand that lies open
UNRESOLVED = "cancelled"  # the event by which an ability leaves the area unresolved


@rules.offer("reveal", "4.5.1", "4.5.2")
def reveal(game: View, v: Vars, seat: str) -> Iterator[Option]:
    """One's autos of the hand that are triggered and not revealed yet, those that would do the same once."""
    hidden = [one for one in game.game.waiting if one.status == "unrevealed" and one.master == seat]
    for at, entry in enumerate(hidden):
        if not any(same(one, entry, game.table.abilities[entry.ability]) for one in hidden[:at]):
            ctx = {"me": seat, "self": entry.source, "ability": entry.ability}
            shown = event(ctx, "show", "reveal", "4.5.1", card=entry.source, to="each")
            lies = event(ctx, "mark", REVEALED, "4.5.1", card=entry.source, marks={REVEALED: True})
            gone = event(ctx, "leave", "leave", "4.5.1", entries=(entry.id,))
            new = event(ctx, "wait", "area", "7.4.2", holder=entry.card, status="pending", vars=entry.vars)
            words = (word(game, entry.card, entry.ability),)
            yield Option("reveal", words, (events([shown, lies]), events([gone]), events([new])))


@rules.interrupt("4.5.3", "leave")
def hidden_again(game: View, records: Sequence[Record]) -> Sequence[Do] | None:
    """A revealed card is private again when its ability leaves the area without having been resolved."""
    lost = {one.ref for one in records if one.name == UNRESOLVED}
    return concealed([card for card in bare(game) if card.object in lost])


@rules.step("conceal")
def conceal(game: View, v: Vars) -> Outcome:
    """So it is once its ability has been resolved: 4.5.3 is silent there, but nothing keeps it open then."""
    found = bare(game)
    return concealed(found) if found and game.param("resolved-private") else None


def bare(game: View) -> list[Card]:
    """Revealed cards of hands that have no ability in the area any more."""
    waiting = {one.source for one in game.game.waiting if one.status == "pending"}
    cards = [card for seat in game.seats("any") for card in game.zone(seat, "hand") if card.mark(REVEALED)]
    return [card for card in cards if card.object not in waiting]


def concealed(cards: Sequence[Card]) -> list[Do] | None:
    """The change that makes cards private."""
    batch = [event({}, "mark", "private", "4.5.3", card=one.object, marks={REVEALED: False}) for one in cards]
    return [events(batch)] if batch else None
