"""Setting up a game: opening cards, who attacks first, Last Chance (setup.*, last-chance.*).

Code because the winner of shifumi chooses the role, and Last Chance puts a card under the deck.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.book import Outcome
from judge.engine.proposals import call, event, events, move_event
from judge.engine.view import Vars, View
from judge.games.tdg import rv
from judge.games.tdg.blocks import LEADER, TERRAIN
from judge.games.tdg.leader import admissible
from judge.games.tdg.registry import rules
from judge.state import SEATS, Ask, Choice, Cond, Do, Option, Seat, opponent


@rules.step("leader.opening")
def opening(game: View, v: Vars) -> Outcome:
    """Each player chooses a Terrain and an admissible character; all are turned up together."""
    placed, seen = [], []
    for seat in SEATS:
        box = game.zone(seat, "box")
        lands = [one for one in box if game.type(one) == "terrain"]
        land = game.pick(v, f"terrain-{seat}", seat, lands, 1, 1, "setup.opening-cards", "ask.terrain")
        if isinstance(land, Ask):
            return land
        terrain = game.card(land[0]) if land else None
        fits = [one for one in box if admissible(game, one, seat, terrain)]
        lead = game.pick(v, f"leader-{seat}", seat, fits, 1, 1, "setup.opening-cards", "ask.opening")
        if isinstance(lead, Ask):
            return lead
        placed += [
            opens(game, seat, ref, zone) for zone, refs in ((TERRAIN, land), (LEADER, lead)) for ref in refs
        ]
        seen += [do for one in fits if one.object in lead for do in rv.shown(game, one)]
    return [*seen, events(placed)]


def opens(game: View, seat: Seat, ref: str, zone: str) -> dict[str, object]:
    """The event by which an opening card is placed; an RV is one by rights of its own (rv.from-start)."""
    card = game.card(ref)
    also = ("rv.from-start", "rv.played-as-base") if card is not None and game.type(card) == "rv" else ()
    return move_event(game, {"me": seat}, ref, zone, "place", "leader.opening", also=also)


@rules.step("setup.shifumi")
def roles(game: View, v: Vars) -> Outcome:
    """The winner of shifumi attacks or defends first, as they like."""
    if "winner" not in v.answers:
        choices = tuple(Choice(("winner", seat), seat) for seat in SEATS)
        return Ask("chance", "chance", "setup.shifumi", "winner", choices, prompt="ask.winner")
    winner = v.answers["winner"]
    if "role" not in v.answers:
        both = (Choice(("attack",), winner), Choice(("defend",), opponent(winner)))
        return Ask(winner, "act", "setup.shifumi", "role", both, prompt="ask.role")
    return [events([event({}, "lead", "lead", "setup.shifumi", seat=v.answers["role"])])]


@rules.offer("last-chance", "last-chance.when", "last-chance.effect", "last-chance.cost", "last-chance.once")
def last_chance(game: View, v: Vars, seat: Seat) -> Iterator[Option]:
    """Once, before the first turn: a new hand for a PV."""
    used = f"game:last-chance:{seat}" in game.game.memory
    yield Option(
        "last-chance", (), (call("last-chance", me=seat),), (Cond("last-chance.once", not used, "used"),)
    )


@rules.step("last-chance.effect")
def new_hand(game: View, v: Vars) -> Outcome:
    """The hand is shuffled into the deck, five cards are drawn, one of them goes under the deck."""
    me, rule = v["me"], "last-chance.effect"
    back = [move_event(game, {"me": me}, one.object, "deck", "move", rule) for one in game.zone(me, "hand")]
    noted = event({}, "remember", "once", "last-chance.once", key=f"game:last-chance:{me}", value=1)
    paid = event(
        {"because": "cost"}, "score", "lose-pv", "last-chance.cost", seat=me, score="pv", n=1, sign=-1
    )
    shuffle = Do("shuffle", {"shuffle": "deck", "of": me, "rule": rule})
    return [
        events([noted]),
        events(back),
        shuffle,
        *(Do("draw-one", {"of": me}) for _ in range(5)),
        events([paid]),
    ]


@rules.step("last-chance.hidden")
def bottomed(game: View, v: Vars) -> Outcome:
    """One card of the new hand goes under the deck, unseen."""
    me, hand = v["me"], game.zone(v["me"], "hand")
    found = game.pick(
        v, "bottom", me, hand, min(1, len(hand)), min(1, len(hand)), "last-chance.hidden", "ask.bottom"
    )
    if isinstance(found, Ask):
        return found
    return [
        events(
            [
                move_event(game, {"me": me}, ref, "deck", "move", "last-chance.hidden", at="bottom")
                for ref in found
            ]
        )
    ]
