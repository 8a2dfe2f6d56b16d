"""Special Summons: by an effect, by a monster's own conditions,
and the position that is chosen (summon.special.*).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from judge.engine import trace
from judge.engine.effects.continuous import of_kind
from judge.engine.flow.feasibility import conditions, tried
from judge.engine.flow.offers import limits
from judge.engine.flow.option_conditions import asked
from judge.engine.flow.surcharges import lies_on, paid_for, surcharged, unpaid
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import END, call, events, events_as, move_event, put_vars
from judge.engine.kernel.state import Card, Choice, Condition, Decision, Instruction, Option, Ref
from judge.engine.kernel.view import Vars, View
from judge.engine.language.traits import listed
from judge.engine.language.values import seats
from judge.engine.mechanisms.links import once
from judge.engine.words.targets import affected, tell_nothing
from judge.errors import NotImplementedYet
from judge.games.ygo import registry
from judge.games.ygo.cards import free_places, freed, instructions, place_for, placed, room
from judge.games.ygo.departures import sent
from judge.games.ygo.effect_parts import exactly
from judge.games.ygo.registry import ARRIVING, rules
from judge.games.ygo.summonable import barred, meant_for, not_barred, special_monster, summonable, unlimited
from judge.text.plain import Fields, Json
from judge.text.rows import NamedTuple

POSITIONS = ("attack", "defence")
POSITION_RULE = "summon.special.position"


def ask_position(view: View, v: Vars, seat: str, card: Card) -> Decision | str:
    """The position that the player chooses for a monster:
    face-up Attack or face-up Defense (summon.special.position).
    """
    into = f"position {card.id}"
    if into in v.answers:
        return str(v.answers[into])
    choices = tuple(Choice((position,), position) for position in POSITIONS)
    return Decision(seat, "act", POSITION_RULE, into, choices, prompt="ask.position", data={"card": card.id})


def chooser(view: View, v: Vars) -> str:
    """The player who chooses the position: the one who Summons, unless the text names another."""
    return seats(view, v.args["by"], v["me"])[0] if "by" in v.args else str(v["me"])


class Way(NamedTuple):
    """How monsters are Special Summoned: the name, the article, and whether it is their correct way."""

    name: str
    rule: str
    proper: bool = False


def arrivals(
    view: View, v: Vars, seat: str, cards: Sequence[Card], way: Way, **fields: Json
) -> Decision | list[Instruction]:
    """The entry of monsters that are Special Summoned together, each in the position chosen for it."""
    if v.vars.get("negated"):
        return [events(lost(view, v["me"], cards, fields.get("beneath", ())))]
    batch: list[Event] = []
    because, to = v.get("because") or "summon", f"{seat}.monster"
    context = {key: v.get(key) or "" for key in ("self", "ability")}
    context |= {"me": summoner(v, seat), "because": because}
    for card in cards:
        if (
            because == "effect"
            and way.name != "special-summon"
            and lies_on(view, coming(view, card, way.name))
        ):
            raise NotImplementedYet(f"a cost that a text lays on a {way.name} by an effect")
        proper = way.proper or (because == "effect" and meant_for(view, card, context["self"]))
        marks = entry_marks(view, v, card, proper)
        if isinstance(marks, Decision):
            return marks
        entry = {"to": to, "marks": marks, **fields}
        if because == "effect" and card.mark("proper") and special_monster(view, card):
            entry["proper"] = True
        batch.append(move_event(view, context, card.object, "monster", way.name, way.rule, **entry))
    return [events_as(v, batch, "entered")]


def coming(view: View, card: Card, name: str = "special-summon", me: str = "") -> Event:
    """The Special Summon of a monster, as texts speak of it."""
    return move_event(view, {"me": me or card.seat}, card.object, "monster", name)


def lost(view: View, me: str, cards: Sequence[Card], beneath: Sequence[Ref]) -> list[Event]:
    """The moves to the Graveyard after a negated Summon: of the monsters and of the cards beneath them."""
    return [
        *(sent(view, me, card.object) for card in cards),
        *(sent(view, me, ref, "xyzmat.sent") for ref in beneath if view.same(ref)),
    ]


def entry_marks(view: View, v: Vars, card: Card, proper: bool) -> Decision | dict[str, object]:
    """The position and facing in which a monster arrives: what the text says, or what the player chooses."""
    facing = v.args.get("facing", "up")
    set_down = "defence" if facing == "down" else ""
    position = v.args.get("position") or set_down or ask_position(view, v, chooser(view, v), card)
    if isinstance(position, Decision):
        return position
    return {"position": position, "facing": facing, **({"proper": True} if proper else {})}


@rules.word(
    "special-summon",
    "cards",
    {"of": "seat", "by": "seat", **ARRIVING},
    cites=("summon.by-effect", "summon.by-effect.proper-first", POSITION_RULE),
)
def special_summon(view: View, v: Vars) -> Outcome:
    """Special Summons monsters by an effect; with `of = "each"` every player Summons their own."""
    cards = view.cards(affected(view, v, view.refs(v["special-summon"], v)), v)
    if v.args.get("of") == "each":
        return [by_owner(v, seat, own) for seat, own in each_own(view, cards)]
    if not cards:
        tell_nothing(view, v, v["special-summon"], "special-summon")
        return None
    seat = seats(view, v.args.get("of", "me"), v["me"])[0]
    arriving = with_places(view, v, seat, able_to_arrive(view, v, cards))
    if arriving is None or isinstance(arriving, Decision):
        return arriving
    return once_paid(view, v, seat, arriving)


def once_paid(view: View, v: Vars, seat: str, cards: Sequence[Card]) -> Decision | list[Instruction]:
    """The monsters arrive once the additional costs of their Special Summons are paid; those for which they
    cannot be paid do not.
    """
    paid, due = paid_for(view, {card.object: coming(view, card, me=summoner(v, seat)) for card in cards})
    if due:
        return [*due, Instruction("enter-field", {**v.args, "special-summon": paid})]
    return enter_field(view, v, [card for card in cards if card.object in paid])


def summoner(v: Vars, seat: str) -> str:
    """The player who Summons onto this player's side by an effect: its own, unless the text lets that player
    Summon there.
    """
    return seat if v.args.get("by") == v.args.get("of", "me") else str(v["me"])


@rules.verb("enter-field", "summon.by-effect")
def enter_paid(view: View, v: Vars) -> Outcome:
    """The monsters arrive whose additional costs were paid and that can still be Summoned."""
    return enter_field(view, v, able_to_arrive(view, v, view.cards(view.refs(v["special-summon"], v), v)))


def enter_field(view: View, v: Vars, cards: Sequence[Card]) -> Decision | list[Instruction]:
    """The monsters arrive that an effect Special Summons."""
    seat = seats(view, v.args.get("of", "me"), v["me"])[0]
    return arrivals(view, v, seat, cards, Way("special-summon", v.args.get("rule") or "summon.by-effect"))


def by_owner(v: Vars, seat: str, refs: list[Ref]) -> Instruction:
    """The instruction that carries out the effect for one player's own monsters."""
    return Instruction("special-summon", {**v.args, "special-summon": refs, "of": seat, "by": seat})


def able_to_arrive(view: View, v: Vars, cards: Sequence[Card]) -> list[Card]:
    """The monsters that the effect may Summon; why it may not Summon the others is told once."""
    able = []
    for card in cards:
        cond = summonable(view, card, str(v.get("self", "")))
        if cond.ok or card.object == v.get("self"):  # a Trap whose text makes it a monster Summons itself
            able.append(card)
        elif not v.answers:
            view.note(registry.NOT_SUMMONABLE, cond.rule, card=card.id)
    return able


def with_places(view: View, v: Vars, seat: str, cards: Sequence[Card]) -> Decision | Sequence[Card] | None:
    """The monsters that find a place, or the player's decision which, where they are too many; None where
    there is no place at all.
    """
    free, rule = free_places(view, seat, "monster"), "zone.monster.capacity"
    if cards and free <= 0:
        tokens = any(view.table.prints[card.print].token for card in view.zone(seat, "monster"))
        beside: Fields = {"tokens": True} if tokens else {}
        view.note(trace.FULL, rule, card=cards[0].id, zone=f"{seat}.monster", **beside)
        return None
    if 0 < free < len(cards) and so_many(view, v):
        told = view.book.article("whole-numbers")
        view.note(trace.TOO_FEW, told, n=free, wanted=len(cards), verb="special-summon", usual=(rule,))
        return None
    return placed(view, v, cards, free, rule)


def so_many(view: View, v: Vars) -> bool:
    """Sanctioned play: does the text name how many monsters are Special Summoned, so that none is where they
    do not all find a place? Of targets as many are as do.
    """
    ability = view.table.abilities.get(str(v.get("ability", "")))
    if ability is None or not view.book.params["whole-numbers"]:
        return False
    asked = [do for do in instructions(view, ability) if do.verb == "choose" and exactly(do)]
    named = {f"${do.args['choose']}" for do in asked}
    return any(word in named for word in listed(v.args["special-summon"]) if isinstance(word, str))


def each_own(view: View, cards: Sequence[Card]) -> list[tuple[str, list[str]]]:
    """The players, the turn player first, and the cards that come from zones of theirs."""
    groups = [(seat, [card.object for card in cards if card.seat == seat]) for seat in view.seats("each")]
    return [(seat, own) for seat, own in groups if own]


@rules.suit("special-summon")
def suits(view: View, card: Card, v: Mapping[str, object]) -> Condition:
    """The condition that an effect may Special Summon the monster, and that no text forbids it."""
    cond = summonable(view, card, str(v.get("self") or ""))
    ctx = {key: v.get(key) or "" for key in ("me", "self", "ability")}
    banned = barred(view, {**ctx, "because": "effect"}, card, "special-summon")
    banned = banned or unpaid(view, coming(view, card, me=str(ctx["me"])))
    return banned[0] if banned and cond.ok else cond


# --- a monster's own conditions: summon.special.conditions ----------------------------------------
@rules.offer("special", "summon.special.conditions", "gl.effect.not-condition")
def special(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Monsters with a text that says how they are Special Summoned; this is no effect and starts no Chain."""
    if seat != view.active:
        return
    for card, ability, _ in of_kind(view, "activated"):
        if card.seat == seat and ability.data.get("way") == "summon" and card.place in ability.zones:
            do = call("special", self=card.object, me=seat, ability=ability.id)
            word = f"{card.id}.{ability.name}" if ability.name else card.id
            option = Option("special", (word,), (do,), special_conds(view, card, ability))
            yield surcharged(view, option, partial(coming, view, card), ability.cost, {"self": card.object})


def special_conds(view: View, card: Card, ability: Json) -> Iterator[Condition]:
    """What a monster's own Special Summon needs."""
    ctx: Mapping[str, object] = {"me": card.seat, "self": card.object}
    yield asked(view, "summon.special.conditions", ability.when, ctx)
    yield from limits(view, card, ability)
    yield from unlimited(view, card.seat)
    yield place_for(view, card.seat, freed(view, ability.cost, ctx, card.seat))
    yield from not_barred(view, ctx, card, "special-summon")
    parts = conditions(view, ability.cost, ctx, "summon.special.conditions", {})
    cost = with_room(view, ability.cost, card.seat)
    yield from tried(view, parts, cost, {**ctx, "because": "cost"}, "summon.special.conditions")


def with_room(view: View, cost: tuple[Instruction, ...], seat: str) -> tuple[Instruction, ...]:
    """A cost that must leave a free place for the monster."""
    return (
        (*cost, Instruction("room-needed", {"seat": seat}))
        if cost and not room(view, seat, "monster")
        else cost
    )


@rules.verb("room-needed", "zone.monster.capacity")
def room_needed(view: View, v: Vars) -> Outcome:
    """Is there a place once the cost is paid? Asked while a payment is tried out."""
    if v.flag("trial") and not room(view, v["seat"], "monster"):
        view.note(trace.LACKING, "zone.monster.capacity")
    return None


@rules.step("special-cost")
def special_cost(view: View, v: Vars) -> Outcome:
    """First meets the conditions of the Summon; they are no effect (gl.effect.not-condition)."""
    ability = view.ability(v["ability"])
    card = view.present(v.object("self")).id
    return [
        *once(view, ability, v.object("self"), card),
        put_vars(because="cost", rule="gl.cost.before", holder=card),
        *with_room(view, ability.cost, v["me"]),
    ]


@rules.step("special-summon")
def enter_special(view: View, v: Vars) -> Outcome:
    """The monster arrives, Summoned in its correct way; what its text does besides follows a Summon that
    succeeded.
    """
    ability = view.ability(v["ability"])
    stated = {"position": ability.data["position"]} if "position" in ability.data else {}
    vars = Vars({**v.vars, "because": "summon"}, {**v.args, **stated}, v.answers)
    card = view.card(v.object("self"))
    if card is None:
        return None if v.flag("negated") else [END]
    entered = arrivals(view, vars, v["me"], [card], Way("special-summon", "summon.special", True))
    if isinstance(entered, Decision) or not ability.do or v.flag("negated"):
        return entered
    return [*entered, put_vars(because="effect", self=v.object("self")), *ability.do]
