"""Revelation: programmed cards are turned up and put into their slots; Variants wait off-field and are
converted at its end (phase3.*, sx.*, meka.*, fx.*, fieldlimit.*).

Code because whether a card fits a slot is asked of its type, of what lies there and of its copies.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.proposals import events, move_event
from judge.engine.view import Vars, View
from judge.games.tdg import rv
from judge.games.tdg.altered import allowed
from judge.games.tdg.blocks import CHARACTERS, LEADER, OWNERS, TERRAIN, there
from judge.games.tdg.reading import SPECIAL
from judge.games.tdg.registry import rules
from judge.games.tdg.variants import OFF, limits, waits
from judge.state import Card, Cond, Do, Option, Seat

LAID = {
    "sx": "sx.off-field",
    "protocol": "meka.off-field",
    "gaia-core": "meka.off-field",
    "fx": "fx.off-field",
}
SLOTS = {"character": CHARACTERS, "rv": CHARACTERS, "object": tuple(OWNERS), "terrain": (TERRAIN,)}
WAITING = (*LAID, *SPECIAL)


@rules.offer("place", "phase3.place", "phase3.slot-valid", "support.slot-empty", "support.slot-replace",
             beside=[*CHARACTERS, *OWNERS, TERRAIN, OFF])  # fmt: skip
def place(game: View, v: Vars, seat: Seat) -> Iterator[Option]:
    """Revealed cards, each to a slot of its kind or off-field: `place ona support-1`."""
    for card in game.zone(seat, "programming"):
        if game.known(card):
            for to in (OFF,) if game.type(card) in WAITING else SLOTS.get(game.type(card), ()):
                yield Option(
                    "place", (card.id, to), tuple(placed(game, card, to)), place_conds(game, card, to)
                )


def placed(game: View, card: Card, to: str) -> Iterator[Do]:
    """What lay in the slot is discarded, then the card comes."""
    old = there(game, card.seat, to) if to != OFF else None
    ctx = {"me": card.seat, "because": "rules"}
    if old is not None:
        yield events([move_event(game, ctx, old.object, "discard", "discard", "support.slot-replace")])
    also: tuple[str, ...] = (
        () if to in (OFF, LEADER, TERRAIN) else ("support.play-window", "support.slot-empty")
    )
    also += ("rv.played-as-base",) if game.type(card) == "rv" else ()
    kind = game.type(card)
    also += ("variant.own-timing", LAID[kind]) if to == OFF and kind in LAID else ()
    yield from rv.shown(game, card)
    arrives = move_event(game, ctx, card.object, to, "move", "phase3.place", also=also, marks={"new": True})
    yield events([arrives])


def place_conds(game: View, card: Card, to: str) -> Iterator[Cond]:
    """A slot that is free or whose card may be replaced, admissible, and within the limits of the Field."""
    old = there(game, card.seat, to) if to != OFF else None
    exclusive = game.printed(card, "exclusive") or ()
    if to in CHARACTERS:
        yield Cond("type.leader-exclusive", to == LEADER or "leader" not in exclusive, "leader-only")
        yield Cond("type.support-exclusive", to != LEADER or "support" not in exclusive, "support-only")
    if old is not None:
        yield Cond("phase3.slot-valid", to not in (LEADER, TERRAIN), "taken")
        yield Cond("support.slot-replace", not old.mark("cooldown"), "cooldown", also=("position.cooldown",))
        yield allowed(game, old, "unreplaced", "support.slot-replace", "fixed")
    yield from rv.conditions(game, card)
    yield from waits(game, card) if to == OFF else limits(game, card, to)
