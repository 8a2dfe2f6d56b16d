"""Setting up a game (5.2)."""

from __future__ import annotations

from judge.engine.book import Outcome
from judge.engine.proposals import event, events, move_event
from judge.engine.view import Vars, View
from judge.games.victory_spark.registry import rules
from judge.state import SEATS, Ask, Choice, Do, opponent

HAND = 5


@rules.step("5.2.2")
def first_ring(game: View, v: Vars) -> Outcome:
    """Each player picks one card of the deck; both are turned up in the rings together."""
    chosen = []
    for seat in SEATS:
        found = game.pick(v, f"ring-{seat}", seat, game.zone(seat, "box"), 1, 1, "5.2.2", "ask.ring")
        if isinstance(found, Ask):
            return found
        chosen += [(seat, ref) for ref in found]
    placed = [move_event(game, {"me": seat}, ref, "ring", "place", "5.2.2") for seat, ref in chosen]
    return [events(placed)]


@rules.step("5.2.3")
def place_decks(game: View, v: Vars) -> Outcome:
    """The other cards are shuffled and become the deck."""
    out: list[Do] = []
    for seat in SEATS:
        cards = game.zone(seat, "box")
        placed = [move_event(game, {"me": seat}, one.object, "deck", "place", "5.2.3") for one in cards]
        out += [events(placed), Do("shuffle", {"shuffle": "deck", "of": seat, "rule": "5.2.3"})]
    return out


@rules.step("5.2.4")
def first_player(game: View, v: Vars) -> Outcome:
    """Chance decides who plays first, and nobody's will (5.2.4.1)."""
    if "first" not in v.answers:
        choices = tuple(Choice(("first", seat), seat) for seat in SEATS)
        return Ask("chance", "chance", "5.2.4.1", "first", choices, prompt="ask.first")
    return [events([event({}, "lead", "lead", "5.2.4", seat=v.answers["first"])])]


@rules.step("5.2.5")
def first_hands(game: View, v: Vars) -> Outcome:
    """Each player draws five cards."""
    seats = (game.active, opponent(game.active))
    return [Do("draw-one", {"of": seat}) for seat in seats for _ in range(HAND)]


@rules.step("5.2.6")
def begin(game: View, v: Vars) -> Outcome:
    """The first player begins as turn player."""
    return [events([event({}, "lead", "lead", "5.2.6", seat=game.active)])]
