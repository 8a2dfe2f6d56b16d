"""Revelation: programmed cards are turned up and put into their slots; Variants wait off-field and are
converted at its end (phase3.*, sx.*, meka.*, fx.*, fieldlimit.*).

Code because whether a card fits a slot is asked of its type, of what lies there and of its copies.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.book import Outcome
from judge.engine.proposals import events, move_event
from judge.engine.view import Vars, View
from judge.games.tdg import rv
from judge.games.tdg.altered import allowed
from judge.games.tdg.blocks import CHARACTERS, LEADER, OBJECTS, OWNERS, TERRAIN, latent, there
from judge.games.tdg.phases import free
from judge.games.tdg.registry import rules
from judge.state import Card, Cond, Do, Option, Seat, opponent

OFF = "off-field"
SLOTS = {"character": CHARACTERS, "rv": CHARACTERS, "object": tuple(OWNERS), "terrain": (TERRAIN,)}
WAITING = ("sx", "protocol", "gaia-core", "fx", "smash", "invocation", "bonus", "anomaly")


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
        yield from free(old, "support.slot-replace")
        yield allowed(game, old, "unreplaced", "support.slot-replace", "fixed")
    yield from rv.conditions(game, card)
    if game.type(card) == "sx":
        yield Cond("sx.condition", game.holds(None, {}) and sx_base(game, card) is not None, "sx")
    if game.type(card) == "fx":
        yield Cond("fx.condition", fx_parts(game, card) is not None, "fx")
    yield from limits(game, card, to)


def limits(game: View, card: Card, to: str) -> Iterator[Cond]:
    """At most two base cards of a name on one's Field, one beside a Variant of it (fieldlimit.*)."""
    if to not in CHARACTERS:
        return
    name = set(game.value(card, "name") or ())
    others = [one for zone in CHARACTERS for one in game.zone(card.seat, zone) if zone != to]
    same = [
        one for one in others if game.type(one) == "character" and name & set(game.value(one, "name") or ())
    ]
    variants = [one for one in others if name & set(game.printed(one, "variant_of") or ())]
    yield Cond("fieldlimit.base2", len(same) < 2, "copies")
    yield Cond("fieldlimit.variant-base", not (variants and same), "variant-copies")


# --- conversions at the end of Revelation ----------------------------------------------------------
def sx_base(game: View, card: Card) -> Card | None:
    """The active base character of an SX whose linked Object is active too (sx.condition)."""
    wanted = set(game.printed(card, "variant_of") or ())
    for zone in OBJECTS:
        base, item = there(game, card.seat, zone), there(game, card.seat, OBJECTS[zone])
        if base is None or item is None or not wanted & set(game.value(base, "name") or ()):
            continue
        if active(base) and active(item) and not latent(game, item):
            return base
    return None


def active(card: Card) -> bool:
    """Is a card face up, neither disabled, cooling nor altered (position.active)?"""
    return (
        card.mark("position") in ("upright", "engaged")
        and not card.mark("cooldown")
        and not card.mark("alteration")
    )


def fx_parts(game: View, card: Card) -> list[Card] | None:
    """The Terrain and the cards that an FX uses up, all there and none disabled (fx.condition)."""
    terrain = there(game, card.seat, TERRAIN)
    wanted = list(game.printed(card, "variant_of") or ())
    if (
        terrain is None
        or terrain.mark("position") == "disabled"
        or not set(wanted) & set(game.value(terrain, "name") or ())
    ):
        return None
    found = [terrain]
    for name in game.printed(card, "requires") or ():
        field = [one for zone in (*CHARACTERS, *OWNERS) for one in game.zone(card.seat, zone)]
        up = [one for one in field if one.mark("position") != "disabled"]
        fitting = [one for one in up if name in (game.value(one, "name") or ())]
        if not fitting:
            return None
        found.append(fitting[0])
    return found


@rules.step("convert")
def convert(game: View, v: Vars) -> Outcome:
    """At the end of Revelation Variants take their places, the attacker's first."""
    out: list[Do] = []
    for seat in (game.active, opponent(game.active)):
        for card in game.zone(seat, OFF):
            out += list(converted(game, card))
    return out


def converted(game: View, card: Card) -> Iterator[Do]:
    """One SX or FX replaces what it stands on."""
    ctx, kind = {"me": card.seat, "because": "rules"}, game.type(card)
    if kind == "sx":
        base = sx_base(game, card)
        if base is not None:
            gone = [base, there(game, card.seat, OBJECTS[base.place])]
            yield replaced(
                game, card, base.place, [one for one in gone if one is not None], "sx.replace", ctx
            )
    if kind == "fx":
        parts = fx_parts(game, card)
        if parts is not None:
            yield replaced(game, card, TERRAIN, parts, "fx.replace", ctx)


def replaced(game: View, card: Card, to: str, gone: list[Card], rule: str, ctx: dict[str, str]) -> Do:
    """Cards are discarded and a Variant comes to the slot of the first of them, all at once."""
    moves = [move_event(game, ctx, one.object, "discard", "discard", rule) for one in gone]
    return events([*moves, move_event(game, ctx, card.object, to, "move", rule)])
