"""Reading Blocks: their effects are announced, ordered and carried out one by one, each with its window
(phase4.declare, phase4.effect-order, phase4.check-source).

Code because which effects a card has depends on how it lies, on its universe and on who reads it.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.book import Ability, Outcome
from judge.engine.proposals import AGAIN, END, call, event, events, put_vars
from judge.engine.traits import names
from judge.engine.view import Vars, View
from judge.games.tdg.altered import alteration
from judge.games.tdg.blocks import BLOCKS, CHARACTERS, TERRAIN, boosted, counts, fighting, there, valid
from judge.games.tdg.registry import rules
from judge.state import Ask, Card, Choice, Do, Seat

OFF_FIELD = ("smash", "invocation", "bonus", "anomaly")
SPENT = "turn:spent:"  # of the memory: a capacity that was used as an answer (phase4.def-used)


def seat_of(game: View, v: Vars) -> Seat:
    """Whose Blocks are read."""
    return game.seats(str(v["seat"]))[0]


@rules.step("terrain.none")
def no_terrain(game: View, v: Vars) -> Outcome:
    """Without a valid Terrain of either player nobody wins."""
    if any(valid(there(game, seat, TERRAIN)) for seat in game.seats("any")):
        return None
    return [events([event({}, "end-game", "draw-game", "terrain.none", losers=(), why="terrain")])]


@rules.step("next-block")
def next_block(game: View, v: Vars) -> Outcome:
    """The Blocks of a player in their order; a Leader that has come anew has a Block of its own."""
    at, seat = int(v.get("at", 0)), seat_of(game, v)
    if at >= len(BLOCKS):
        return None
    do = call("block", me=seat, block=BLOCKS[at])
    return [put_vars(at=at + 1), call("window:action", mode="confrontation"), do, AGAIN]


@rules.step("announce")
def announce(game: View, v: Vars) -> Outcome:
    """Every effect of the Block is announced, and in which order they are carried out."""
    seat, block = v["me"], v["block"]
    found = [(card, one) for card in fighting(game, block, seat) for one in effects(game, card, seat)]
    game.note("block", rule_of(game, seat, block), seat=seat, block=block)
    if len(found) > 1 and "order" not in v.answers:
        labels = [(f"{card.id}.{at}", (card.object, one.id)) for at, (card, one) in enumerate(found, 1)]
        choices = tuple(Choice((word,), value) for word, value in labels)
        return Ask(
            seat, "order", "phase4.effect-order", "order", choices, len(found), len(found), "ask.order"
        )
    order = v.answers.get("order", tuple((card.object, one.id) for card, one in found))
    return [put_vars(left=tuple(order))]


def rule_of(game: View, seat: Seat, block: str) -> str:
    """The article by which a Block is read."""
    if block == TERRAIN:
        return "terrain.attacker-part" if seat == game.active else "terrain.defender-part"
    return "phase4.atq-blocks" if seat == game.active else "phase4.def-blocks"


def effects(game: View, card: Card, reader: Seat) -> Iterator[Ability]:
    """The effects of a card that are read now: none that was spent as an answer."""
    for one in game.abilities(card):
        spent = f"{SPENT}{card.object}:{one.id}" in game.game.memory
        if (
            one.kind == "activated"
            and not spent
            and game.works(card, one)
            and is_read(game, card, one, reader)
        ):
            yield one


def is_read(game: View, card: Card, ability: Ability, reader: Seat) -> bool:
    """Is an effect one of those that the card has as it lies and as it is read?"""
    words = names(ability.data.get("reads", ()))
    if alteration(card) in game.param("altered-baseless") and "engaged" not in words:
        return False
    line = "adv" if reader == game.active else "allied"
    asked = {
        "engaged": card.mark("position") == "engaged",
        "boosted": boosted(game, card, reader),
        "base": not boosted(game, card, reader),
        "adv": line == "adv",
        "allied": line == "allied",
    }
    return all(asked[word] for word in words)


@rules.step("next-effect")
def next_effect(game: View, v: Vars) -> Outcome:
    """The next announced effect; those whose source is gone are cancelled."""
    left = v.get("left", ())
    if not left:
        return None
    (ref, ability), *rest = left
    then = put_vars(left=tuple(rest))
    card = game.card(ref)
    if card is None or not (counts(game, card) or card.place == "off-field"):
        game.note("cancelled", "phase4.check-source", card=v["block"])
        return [then, AGAIN]
    do = call("read-effect", me=v["me"], self=ref, ability=ability, kinds=("effect",), block=v["block"])
    return [then, do, AGAIN]


@rules.step("phase4.check-source")
def carried_out(game: View, v: Vars) -> Outcome:
    """An effect is carried out unless it was cancelled, or its source is not valid any more."""
    ability, card = game.table.abilities[v["ability"]], game.card(v.object("self"))
    if v.flag("negated") or v.flag("done"):
        return None
    if card is None or not (counts(game, card) or card.place not in BLOCKS):
        game.note("cancelled", "phase4.check-source", card=v["block"])
        return None
    kept = {key: value for key, value in v.vars.items() if key not in ("kinds", "block")}
    vars = {**kept, "because": "effect", "rule": ability.rule}
    met = ability.when is None or game.holds(ability.when, vars)
    game.note("carried-out" if met else "unmet", "golden.window", card=card.id)
    return [
        *cooled(card, ability),
        *([Do("within", {"vars": vars, "do": ability.do, "rule": ability.rule})] if met else []),
    ]


def cooled(card: Card, ability: Ability) -> Iterator[Do]:
    """An effect with a cooldown writes it, with the N of the turn (position.cooldown-count)."""
    n = int(ability.data.get("cooldown", 0))
    if n:
        marks = {"cooldown": n, "fresh-turn": True}
        yield events([event({}, "mark", "cool", "position.cooldown-count", card=card.object, marks=marks)])


# --- off-field cards -----------------------------------------------------------------------------
@rules.step("next-off-field")
def next_off_field(game: View, v: Vars) -> Outcome:
    """A player's off-field cards, one after the other, in the order that the player likes."""
    seat = seat_of(game, v)
    waiting = [
        one for one in game.zone(seat, "off-field") if game.type(one) in OFF_FIELD and not read(game, one)
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
    return [events([noted]), call("off-field-effects", me=seat, block="off-field", left=found), after, AGAIN]


def read(game: View, card: Card) -> bool:
    """Has an off-field card been resolved this turn, or does it last from an earlier one?"""
    return f"turn:read:{card.object}" in game.game.memory or bool(card.mark("established"))


@rules.step("after-off-field")
def put_away(game: View, v: Vars) -> Outcome:
    """A resolved card is discarded; an Anomaly stays (anomaly.persist)."""
    card = game.card(v.object("card"))
    if card is None or card.place != "off-field":
        return [END]
    if game.type(card) == "anomaly":
        stays = {"established": True}
        return [events([event({}, "mark", "mark", "anomaly.persist", card=card.object, marks=stays)])]
    return [Do("named-move", {"discard": card.object, "named": "discard", "rule": "smash.resolve"})]


__all__ = ["CHARACTERS"]
