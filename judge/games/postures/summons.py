"""Summoning creatures, with sacrifices by level or those that a unique creature names (primary.summon.*,
stat.level.*, unique.*).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from judge.engine import trace
from judge.engine.flow.offers import hindrances, unbarred
from judge.engine.flow.pipeline import supplanter
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import AGAIN, END, call, event, events, move_event, put_vars
from judge.engine.kernel.picks import subsets
from judge.engine.kernel.state import Card, Condition, Decision, Instruction, Option
from judge.engine.kernel.view import Vars, View
from judge.engine.language.assignment import assigned
from judge.engine.layout.slots import free_slots
from judge.engine.mechanisms.weights import asked, doubled, weight
from judge.engine.words.arrivals import ask_mark
from judge.games.postures import registry
from judge.games.postures.registry import rules
from judge.text.plain import Fields, Json

POSTURES = ("offensive", "defensive", "hidden")
DOUBLE = "double-sacrifice"  # what an `allow` may lift: that a creature counts as one


def unique(view: View, card: Card) -> bool:
    """Is it a unique creature, one without a printed level?"""
    return "unique" in (view.value(card, "kind") or ())


def level(view: View, card: Card) -> int:
    """The level; 0 for creatures without a printed level."""
    return int(view.value(card, "level") or 0)


def victims(view: View, seat: str, new: Card) -> list[Card]:
    """The creatures that may be sacrificed to summon another one: one's own, except those that a text or a
    rule protects.
    """
    memo, key = (
        view.game.offer_cache,
        ("victims", seat, new.object if view.table.watched_by["forbid"] else ""),
    )
    if view.tracing or key not in memo:  # whoever listens hears each time why one may not
        memo[key] = [card for card in view.zone(seat, "creature") if not kept_from(view, card, new)]
    cards: list[Card] = memo[key]
    return cards


def kept_from(view: View, card: Card, new: Card) -> list[Condition]:
    """The conditions that keep a creature from being sacrificed for another's summon: a text, or by one
    reading a replacement.
    """
    return hindrances(view, partial(sacrifice, view, card, new))


def sacrifice(view: View, card: Card, new: Card, rule: str = "") -> Event:
    """The event that a creature is sacrificed to summon another one; the summon begins with it."""
    texts = () if rule != "stat.level.sacrifice" else doubled(view, card, DOUBLE)
    ctx = {"me": card.seat, "self": new.object, "because": "summon"}
    return move_event(view, ctx, card.object, "graveyard", "sacrifice", rule, begins=True, texts=texts)


def stays(view: View, card: Card, new: Card) -> bool:
    """Would the creature keep its slot because its sacrifice is replaced?"""
    other = supplanter(view, sacrifice(view, card, new))
    return other is not None and "to" not in (other.ability.data.get("with") or {})


def keeping(view: View, seat: str, new: Card) -> str:
    """The article of the first text by which a player's creature cannot be sacrificed for this summon now;
    ``""`` if there is none.
    """
    conds = (cond for card in view.zone(seat, "creature") for cond in kept_from(view, card, new))
    return next((view.table.abilities[str(cond.values["ability"])].rule for cond in conds), "")


@rules.check("sacrifices")
def sacrifices(view: View, chosen: Sequence[Json], data: Fields) -> bool:
    """Does the choice hold each creature that a unique creature names, with a different card for each?"""
    cards = [card for card in map(view.card, chosen) if card is not None]
    return assigned(view, data["named"], cards, {"me": data["me"]})


def named(view: View, card: Card) -> tuple[object, ...]:
    """The creatures that a unique creature names as its sacrifices."""
    return tuple(view.printed(card, "sacrifices") or ())


# --- the offer -----------------------------------------------------------------------------------------
@rules.offer(
    "summon", "primary.summon-one", "primary.summon.postures", "stat.level.sacrifice", "unique.summon",
    most=2,
)  # fmt: skip
def summon(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Creatures of the hand: one normal summon a turn, and unique creatures that can be sacrificed for."""
    if not view.tracing and (v.get("mode") != "primary" or seat != view.active):
        return
    at_rest = Condition("primary.summon.postures", False, "at-rest")
    for card in view.zone(seat, "hand"):
        if view.known(card) and view.type(card) == "creature":
            conds = (unique_conds if unique(view, card) else normal_conds)(view, v, card)
            yield Option("summon", (card.id,), (call("summon", card=card.object, me=seat),), conds)
            if view.tracing:
                yield Option("summon", (card.id, "rest"), (), (at_rest,))


def normal_conds(view: View, v: Vars, card: Card) -> Iterator[Condition]:
    """The conditions of a normal summon: one's own primary phase, the one normal summon of the turn,
    sacrifices by level, and a slot.
    """
    seat, need = card.seat, level(view, card)
    yield from time_conds(view, v, card, "primary.summon-one")
    yield one_normal_summon(view, card)
    pool = victims(view, seat, card) if need else []
    have = sum(weight(view, victim, DOUBLE) for victim in pool)
    all_own = sum(weight(view, creature, DOUBLE) for creature in view.zone(seat, "creature"))
    kept = keeping(view, seat, card) if have < need <= all_own else ""
    yield Condition(kept or "stat.level.sacrifice", have >= need, "sacrifices", {"need": need, "have": have})
    yield from room_conds(view, card, pool)


def one_normal_summon(view: View, card: Card) -> Condition:
    """The condition that the player has a normal summon left: one a turn, and those texts allow besides."""
    seat = card.seat
    once = view.did(seat, "normal-summon")
    more = (
        view.permits(card, "normal-summon")
        if once and view.times(seat, "normal-summon") <= view.permissions(card, "normal-summon")
        else None
    )
    rule = more.rule if more is not None else "primary.summon-one"
    return Condition(rule, not once or more is not None, "summon-once")


def unique_conds(view: View, v: Vars, card: Card) -> Iterator[Condition]:
    """A unique creature is summoned by the sacrifices that it names, or by magic cards only."""
    yield from time_conds(view, v, card, "unique.summon")
    if view.param("unique-is-normal"):
        yield Condition("primary.summon-one", not view.did(card.seat, "normal-summon"), "summon-once")
    slots = named(view, card)
    pool = victims(view, card.seat, card)
    yield named_sacrifices(view, card, slots, pool)
    yield from room_conds(view, card, pool if slots else [])


def named_sacrifices(view: View, card: Card, slots: Sequence[object], pool: Sequence[Card]) -> Condition:
    """The creatures that a unique creature names are among those that may be sacrificed."""
    n, data = len(slots), {"named": slots, "me": card.seat}
    able = n > 0 and any(True for _ in subsets(view, pool, n, n, "sacrifices", data))
    return Condition("unique.summon", able, "unique")


def time_conds(view: View, v: Vars, card: Card, rule: str) -> Iterator[Condition]:
    """Summons are made in one's own primary phase."""
    yield Condition(rule, v.get("mode") == "primary" and card.seat == view.active, "time")


def room_conds(view: View, card: Card, pool: Sequence[Card]) -> Iterator[Condition]:
    """The condition that a slot is free, or that a sacrifice frees one."""
    room = bool(free_slots(view, card.seat, "creature")) or any(not stays(view, ally, card) for ally in pool)
    yield Condition("board.slots", room, "room")
    yield from unbarred(
        view, lambda: move_event(view, {"me": card.seat}, card.object, "creature", event_of(view, card))
    )


def event_of(view: View, card: Card) -> str:
    """What the rulebook calls the summon."""
    return "unique-summon" if unique(view, card) else "normal-summon"


# --- carrying it out ------------------------------------------------------------------------------------
@rules.step("stat.level.sacrifice")
def name_sacrifices(view: View, v: Vars) -> Outcome:
    """Names the creatures that will be sacrificed, when the summon is declared."""
    card = view.present(v.object("card"))
    slots, pool = named(view, card) if unique(view, card) else (), victims(view, v["me"], card)
    need = len(slots) if unique(view, card) else level(view, card)
    least, check, more = (need, "sacrifices", {}) if slots else asked(view, pool, need, DOUBLE)
    data = {"named": slots, "me": v["me"], **more}
    rule = "unique.summon" if slots else "stat.level.sacrifice"
    chosen = view.pick(v, "sacrificed", v["me"], pool, least, need, rule, "ask.sacrifice", check, data)
    return chosen if isinstance(chosen, Decision) else [put_vars(sacrificed=chosen, name=card.id)]


@rules.step("primary.summon.postures")
def choose_posture(view: View, v: Vars) -> Outcome:
    """Lets the player choose the posture; rest is no option."""
    if "posture" not in v.answers:
        return ask_mark(v["me"], "posture", POSTURES, "primary.summon.postures", "posture", v["name"])
    return [put_vars(posture=v["posture"])]


@rules.step("primary.summon-one")
def enter(view: View, v: Vars) -> Outcome:
    """Makes the sacrifices and puts the creature on a free slot, if the responses have changed nothing about
    the creature and the sacrifices.
    """
    card = view.card(v.object("card"))
    if v.flag("paid") and card is not None:
        return placing(view, v, card)
    sacrificed = given(view, v, card) if card is not None and not v.flag("negated") else ()
    if isinstance(sacrificed, Decision):
        return sacrificed
    if v.flag("negated") or card is None or card.place != "hand" or sacrificed is None:
        return no_summon(view, v, card)
    if not sacrificed:
        return placing(view, v, card)
    rule = "unique.summon" if unique(view, card) else "stat.level.sacrifice"
    gone = [sacrifice(view, view.game.cards[view.game.objects[ref]], card, rule) for ref in sacrificed]
    return [put_vars(paid=True), events(gone), AGAIN]


def no_summon(view: View, v: Vars, card: Card | None) -> list[Instruction]:
    """The instructions for a summon that does not take place. By one reading a cancelled summon still counts
    for the limit.
    """
    view.note(registry.NO_SUMMON, "response.order", card=v["name"])
    spent = event({}, "signal", "summon-spent", "primary.summon-one", seat=v["me"])
    counts = v.flag("negated") and view.param("cancelled-acts-count")
    return [*named_aloud(v, card), *([events([spent])] if counts else []), END]


def placing(view: View, v: Vars, card: Card) -> Outcome:
    """The choice of the slot for the creature, after the sacrifices have left their slots. A creature whose
    sacrifice was replaced has not left its slot.
    """
    free = free_slots(view, v["me"], "creature")
    if not free:
        view.note(trace.FULL, "board.slots", card=card.id, zone=f"{v['me']}.creature")
        return [*named_aloud(v, card), END]
    if len(free) > 1 and "slot" not in v.answers:
        return ask_mark(v["me"], "slot", free, "board.slots", "slot", card.id)
    return [events([arrival(view, v, card, v.answers.get("slot") or free[0])], "entered")]


def given(view: View, v: Vars, card: Card) -> Decision | Sequence[str] | None:
    """The creatures that are sacrificed: those named with the summon, or others by one reading. None if one
    of them is gone.
    """
    zone = f"{v['me']}.creature"
    cards = [ally for ally in map(view.card, v["sacrificed"]) if ally is not None and ally.zone == zone]
    refs = [ally.object for ally in cards if not kept_from(view, ally, card)]
    if len(refs) == len(v["sacrificed"]):
        return refs
    if card.place != "hand" or not view.param("sacrifice-again"):
        return None
    return named_again(view, v, card)


def named_again(view: View, v: Vars, card: Card) -> Decision | Sequence[str] | None:
    """Other creatures for the sacrifice than those named with the summon; None if no others will do."""
    slots, pool = named(view, card), victims(view, v["me"], card)
    data = {"named": slots, "me": v["me"]}
    check, need = ("sacrifices", len(slots)) if unique(view, card) else ("", len(v["sacrificed"]))
    if not any(True for _ in subsets(view, pool, need, need, check, data)):
        return None
    return view.pick(v, "instead", v["me"], pool, need, need, "response.order", "ask.sacrifice", check, data)


def named_aloud(v: Vars, card: Card | None) -> list[Instruction]:
    """The instructions that note that both players have seen a creature which stays in the hand: unless it
    was to be hidden, it was named with its summon.
    """
    if card is None or card.place != "hand" or v["posture"] == "hidden":
        return []
    rule = "primary.summon.postures"
    return [events([event({"me": v["me"]}, "show", "reveal", rule, card=card.object, to="each")])]


def arrival(view: View, v: Vars, card: Card, slot: str) -> Event:
    """The event that the creature enters in its posture; a unique creature counts as level 0."""
    name, to = event_of(view, card), f"{v['me']}.creature"
    rule = "unique.summon" if name == "unique-summon" else "primary.summon-one"
    marks = {"posture": v["posture"], **({"slot": slot} if slot else {})}
    ctx = {"me": v["me"], "because": "summon"}
    return move_event(view, ctx, card.object, "creature", name, rule, to=to, marks=marks)
