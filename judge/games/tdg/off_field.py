"""Off-field cards: each is carried out once, at the start of the Confrontation, and put away or stays
(phase4.off-field, smash.*, bonus.*, anomaly.*).

Code because a player orders their own, and what stays is told by its type and for how long it lasts.
"""

from __future__ import annotations

from judge.engine.book import Outcome
from judge.engine.proposals import AGAIN, END, call, event, events
from judge.engine.view import Vars, View
from judge.games.tdg.reading import SPECIAL, seat_of
from judge.games.tdg.registry import rules
from judge.state import Ask, Card, Do


@rules.step("next-off-field")
def next_off_field(game: View, v: Vars) -> Outcome:
    """A player's off-field cards, one after the other, in the order that the player likes."""
    seat = seat_of(game, v)
    waiting = [
        one for one in game.zone(seat, "off-field") if game.type(one) in SPECIAL and not read(game, one)
    ]
    if not waiting:
        return None
    picked = game.pick(v, "off-field", seat, waiting, 1, 1, "phase4.off-field", "ask.off-field")
    if isinstance(picked, Ask):
        return picked
    card = game.card(picked[0])
    assert card is not None
    found = tuple((card.object, one.id) for one in game.abilities(card) if one.kind == "activated")
    noted = event({}, "remember", "read", "phase4.off-field", key=f"turn:read:{card.object}", value=1)
    after = call("after-off-field", card=card.object)
    names = ((card.object, card.id),)
    read_now = call("off-field-effects", me=seat, block="off-field", left=found, names=names)
    return [events([noted]), read_now, after, AGAIN]


def read(game: View, card: Card) -> bool:
    """Has an off-field card been resolved this turn, or does it last from an earlier one?"""
    return f"turn:read:{card.object}" in game.game.memory or bool(card.mark("established"))


@rules.step("after-off-field")
def put_away(game: View, v: Vars) -> Outcome:
    """A resolved card is discarded; an Anomaly stays, for as long as it lasts (anomaly.persist)."""
    card = game.card(v.object("card"))
    if card is None or card.place != "off-field":
        return [END]
    kind = game.type(card)
    if kind == "anomaly":
        lasts = max((int(one.data.get("lasts", 0)) for one in game.abilities(card)), default=0)
        stays = {"established": True, "remaining": lasts}
        return [events([event({}, "mark", "mark", "anomaly.persist", card=card.object, marks=stays)])]
    return [Do("named-move", {"discard": card.object, "named": "discard", "rule": SPECIAL[kind][0]})]
