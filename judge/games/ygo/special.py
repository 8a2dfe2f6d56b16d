"""Special Summons: by an effect, by a monster's own conditions,
and the position that is chosen (summon.special.*).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.engine.book import Outcome
from judge.engine.continuous import of_kind
from judge.engine.feasibility import conditions, tried
from judge.engine.links import once
from judge.engine.offers import limits
from judge.engine.proposals import END, call, events, move_event, put_vars
from judge.engine.values import seats
from judge.engine.view import Vars, View
from judge.engine.vocabulary import affected, tell_nothing
from judge.games.ygo.cards import free_places, freed, place_for, room
from judge.games.ygo.registry import rules
from judge.games.ygo.summonable import PROPER, barred, special_monster, summonable
from judge.state import Ask, Card, Choice, Cond, Do, Option

POSITIONS = ("attack", "defence")
POSITION_RULE = "summon.special.position"


def ask_position(game: View, v: Vars, seat: str, card: Card) -> Ask | str:
    """The position that the player chooses for a monster:
    face-up Attack or face-up Defense (summon.special.position).
    """
    into = f"position {card.id}"
    if into in v.answers:
        return str(v.answers[into])
    choices = tuple(Choice((one,), one) for one in POSITIONS)
    return Ask(seat, "act", POSITION_RULE, into, choices, prompt="ask.position", data={"card": card.id})


def chooser(game: View, v: Vars) -> str:
    """Who chooses the position: the player who Summons, unless the text has another do so."""
    return seats(game, v.args["by"], v["me"])[0] if "by" in v.args else str(v["me"])


def arrivals(
    game: View,
    v: Vars,
    seat: str,
    cards: Sequence[Card],
    name: str,
    rule: str,
    proper: bool = False,
    **fields: Any,
) -> Ask | list[Do]:
    """The entry of monsters that are Special Summoned together, each in the position chosen for it."""
    if v.vars.get("negated"):
        lost = [(card.object, "trap.counter") for card in cards] + [
            (ref, "xyzmat.sent") for ref in fields.get("beneath", ()) if game.same(ref)
        ]
        return [
            events(
                [
                    move_event(game, {"me": v["me"]}, ref, "graveyard", "send", article)
                    for ref, article in lost
                ]
            )
        ]
    batch: list[dict[str, Any]] = []
    ctx = {key: v.get(key) or "" for key in ("me", "self", "ability")}
    because = v.get("because") or "summon"
    for card in cards:
        position = (
            v.args.get("position")
            or ("defence" if v.args.get("facing") == "down" else "")
            or ask_position(game, v, chooser(game, v), card)
        )
        if isinstance(position, Ask):
            return position
        marks: dict[str, Any] = {"position": position, "facing": v.args.get("facing", "up")}
        if proper:
            marks["proper"] = True
        context = {**ctx, "because": because}
        if because == "effect" and card.mark("proper") and special_monster(game, card):
            fields = {**fields, "also": (PROPER,)}
        batch.append(
            move_event(
                game, context, card.object, "monster", name, rule, to=f"{seat}.monster", marks=marks, **fields
            )
        )
    return [events(batch, v.args.get("as") or "entered")]


@rules.verb("special-summon", "summon.by-effect", "summon.by-effect.proper-first", POSITION_RULE)
def special_summon(game: View, v: Vars) -> Outcome:
    """Special Summon monsters by an effect; with `of = "each"` every player the own ones."""
    found = game.cards(affected(game, v, game.refs(v["special-summon"], v)), v)
    if v.args.get("of") == "each":
        return [
            Do("special-summon", {**v.args, "special-summon": own, "of": seat, "by": seat})
            for seat, own in each_own(game, found)
        ]
    seat = seats(game, v.args.get("of", "me"), v["me"])[0]
    able = []
    for card in found:
        cond = summonable(game, card)
        if cond.ok or card.object == v.get("self"):  # a Trap whose text makes it a monster Summons itself
            able.append(card)
        elif not v.answers:
            game.note("not-summonable", cond.rule, card=card.id)
    free = free_places(game, seat, "monster")
    if not found or (able and free <= 0):
        if found:
            game.note("full", "zone.monster.capacity", card=able[0].id, zone=f"{seat}.monster")
        else:
            tell_nothing(game, v, v["special-summon"], "special-summon")
        return None
    if len(able) > free:
        chosen = game.pick(v, "placed", v["me"], able, free, free, "zone.monster.capacity", "ask.choose")
        if isinstance(chosen, Ask):
            return chosen
        able = [card for card in able if card.object in chosen]
    return arrivals(game, v, seat, able, "special-summon", v.args.get("rule") or "summon.by-effect")


def each_own(game: View, cards: Sequence[Card]) -> list[tuple[str, list[str]]]:
    """The players, the turn player first, and the cards that come from zones of theirs."""
    found = [(seat, [card.object for card in cards if card.seat == seat]) for seat in game.seats("each")]
    return [(seat, own) for seat, own in found if own]


@rules.suit("special-summon")
def suits(game: View, card: Card, v: Mapping[str, Any]) -> Cond:
    """No monster is chosen for a Special Summon that an effect may not Summon, or that a text forbids."""
    cond = summonable(game, card)
    ctx = {key: v.get(key) or "" for key in ("me", "self", "ability")}
    banned = barred(game, {**ctx, "because": "effect"}, card, "special-summon")
    return banned[0] if banned and cond.ok else cond


# --- a monster's own conditions: summon.special.conditions ----------------------------------------
@rules.offer("special", "summon.special.conditions", "gl.effect.not-condition")
def special(game: View, v: Vars, seat: str) -> Iterator[Option]:
    """Monsters that say how they may be Special Summoned: no effect, so no Chain."""
    if seat != game.active:
        return
    for card, ability, _ in of_kind(game, "activated"):
        if card.seat == seat and ability.data.get("way") == "summon" and card.place in ability.zones:
            do = call("special", self=card.object, me=seat, ability=ability.id)
            yield Option(
                "special",
                (f"{card.id}.{ability.name}" if ability.name else card.id,),
                (do,),
                special_conds(game, card, ability),
            )


def special_conds(game: View, card: Card, ability: Any) -> Iterator[Cond]:
    """What a monster's own Special Summon needs."""
    ctx: Mapping[str, Any] = {"me": card.seat, "self": card.object}
    yield Cond("summon.special.conditions", game.holds(ability.when, ctx), "when", {"when": ability.when})
    yield from limits(game, card, ability)
    yield place_for(game, card.seat, freed(game, ability.cost, ctx, card.seat))
    yield from barred(game, ctx, card, "special-summon")
    parts = conditions(game, ability.cost, ctx, "gl.cost", {})
    yield from tried(
        game, parts, with_room(game, ability.cost, card.seat), {**ctx, "because": "cost"}, "gl.cost"
    )


def with_room(game: View, cost: tuple[Do, ...], seat: str) -> tuple[Do, ...]:
    """A cost that has to leave a place for the monster."""
    return (*cost, Do("room-needed", {"seat": seat})) if cost and not room(game, seat, "monster") else cost


@rules.verb("room-needed", "zone.monster.capacity")
def room_needed(game: View, v: Vars) -> Outcome:
    """Is there a place once the cost is paid? Asked while a payment is tried out."""
    if v.flag("trial") and not room(game, v["seat"], "monster"):
        game.note("lacking", "zone.monster.capacity")
    return None


@rules.step("special-cost")
def special_cost(game: View, v: Vars) -> Outcome:
    """Its conditions are met first; they are no effect (gl.effect.not-condition)."""
    ability = game.table.abilities[v["ability"]]
    card = game.game.objects[v.object("self")]
    return [
        *once(game, ability, v.object("self"), card),
        put_vars(because="cost", rule="gl.cost.before", holder=card),
        *with_room(game, ability.cost, v["me"]),
    ]


@rules.step("special-summon")
def enter_special(game: View, v: Vars) -> Outcome:
    """The monster arrives, Summoned in its correct way."""
    ability = game.table.abilities[v["ability"]]
    vars = Vars(
        {**v.vars, "because": "summon"},
        {**v.args, **({"position": ability.data["position"]} if "position" in ability.data else {})},
        v.answers,
    )
    card = game.card(v.object("self"))
    if card is None:
        return [END]
    own = ("gl.effect.not-condition",)
    entered = arrivals(game, vars, v["me"], [card], "special-summon", "summon.special", True, also=own)
    if isinstance(entered, Ask) or not ability.do:
        return entered
    return [*entered, put_vars(because="effect", self=v.object("self")), *ability.do]
