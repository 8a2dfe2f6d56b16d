"""Fusion, Ritual, Synchro and Xyz Summons:
choosing what they are made of, sending it, the new monster's arrival.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from judge.engine import trace
from judge.engine.flow.feasibility import leaving
from judge.engine.flow.surcharges import surcharged
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.instructions import END, call, events, move_event, name, put_vars
from judge.engine.kernel.picks import subsets
from judge.engine.kernel.state import Card, Condition, Decision, Instruction, Option, Ref
from judge.engine.kernel.view import Vars, View
from judge.engine.language.assignment import spans
from judge.engine.language.traits import names
from judge.games.ygo import registry
from judge.games.ygo.absences import material_conds
from judge.games.ygo.cards import is_kind
from judge.games.ygo.registry import ARRIVING, rules
from judge.games.ygo.special import Way, arrivals, coming
from judge.games.ygo.summonable import not_barred, unlimited
from judge.games.ygo.sums import (
    cards_of,
    fusion_candidates,
    fusion_monsters,
    fusions,
    put_on,
    ritual_data,
    ritual_monsters,
    ritual_pool,
    rituals,
    synchro_data,
    synchro_pool,
    synchros,
    xyz_pool,
    xyz_span,
    xyzs,
)
from judge.text.plain import Fields


# --- offers ------------------------------------------------------------------------------------------
def in_extra(view: View, seat: str, kind: str) -> list[Card]:
    """The face-down monsters of a kind in the Extra Deck."""
    return [card for card in view.zone(seat, "extra") if view.known(card) and is_kind(view, card, kind)]


@rules.offer("synchro", "synchro.summon.declare", "synchro.requirement")
def synchro(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Synchro Monsters whose Level is made up by a Tuner and other face-up monsters."""
    for card in in_extra(view, seat, "synchro") if seat == view.active else ():
        do = call("synchro", card=card.object, me=seat)
        option = Option("synchro", (card.id,), (do,), synchro_conds(view, card))
        yield surcharged(view, option, partial(coming, view, card, "synchro-summon"))


def synchro_conds(view: View, card: Card) -> Iterator[Condition]:
    """What a Synchro Summon needs."""
    yield from material_conds(view, card, synchros, Condition("synchro.requirement", False, "synchro"), False)
    yield from unlimited(view, card.seat)
    yield from not_barred(view, {"me": card.seat}, card, "synchro-summon")


@rules.offer("xyz", "xyz.summon.choose", "xyz.materials", "token.no-xyz")
def xyz(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Xyz Monsters whose materials are face-up on one's Field."""
    for card in in_extra(view, seat, "xyz") if seat == view.active else ():
        option = Option("xyz", (card.id,), (call("xyz", card=card.object, me=seat),), xyz_conds(view, card))
        yield surcharged(view, option, partial(coming, view, card, "xyz-summon"))


def xyz_conds(view: View, card: Card) -> Iterator[Condition]:
    """What an Xyz Summon needs."""
    yield from material_conds(view, card, xyzs, Condition("xyz.materials", False, "xyz"), True)
    yield from unlimited(view, card.seat)
    yield from not_barred(view, {"me": card.seat}, card, "xyz-summon")


@rules.offer("battle-xyz", "main1.actions", spoken="xyz")
def battle_xyz(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """An Xyz Summon that only the Battle Step makes impossible; by the other reading it can be made."""
    for option in xyz(view, v, seat) if view.tracing or view.param("xyz-in-battle") else ():
        conds = tuple(option.conds)
        if all(cond.ok for cond in conds):
            in_time = Condition("main1.actions", bool(view.param("xyz-in-battle")), "main-phase")
            yield option._replace(conds=(*conds, in_time))


# --- Synchro: synchro.summon.* ------------------------------------------------------------------------
@rules.step("synchro-materials")
def synchro_materials(view: View, v: Vars) -> Outcome:
    """The Tuner and the other monsters are chosen."""
    card = view.present(v.object("card"))
    pool, data, rule = synchro_pool(view, card), synchro_data(view, card), "synchro.requirement"
    chosen = view.pick(v, "materials", v["me"], pool, 1, len(pool), rule, "ask.materials", "synchro", data)
    if isinstance(chosen, Decision):
        return chosen
    return [put_vars(chosen=chosen, because="material", **made_of(view, chosen))]


@rules.step("synchro.summon.send")
def synchro_send(view: View, v: Vars) -> Outcome:
    """The materials go to the Graveyard first."""
    return [send(view, v, v["chosen"], "synchro.summon.send")]


def send(
    view: View, v: Vars, chosen: Sequence[Ref], rule: str, because: str = "material", made: Ref = ""
) -> Instruction:
    """The move of the chosen materials to the Graveyard, or to the zone the effect names, all at once. What
    uses them up is the monster that is made of them, for texts that ask what they were material for.
    """
    ctx = {"me": v["me"], "because": because, "self": made or v.get("self") or v.get("card") or ""}
    to = v.args.get("to", "graveyard")
    name = "banish" if to == "banished" else because
    return events([move_event(view, ctx, ref, to, name, rule) for ref in chosen])


def made_of(view: View, chosen: Sequence[Ref]) -> dict[str, tuple[str, ...]]:
    """The cards chosen to make a monster of, kept where a text asks for them."""
    return {"made_of": tuple(map(view.game.objects.__getitem__, chosen))} if view.table.asks_came else {}


def of_what(v: Vars) -> dict[str, tuple[str, ...]]:
    """The same, once the materials are gone."""
    return {"made_of": v["made_of"]} if "made_of" in v else {}


@rules.step("synchro.summon.place")
def synchro_place(view: View, v: Vars) -> Outcome:
    """Then the Synchro Monster arrives."""
    card = view.card(v.object("card"))
    if card is None:
        return None if v.flag("negated") else [END]
    way, used = Way("synchro-summon", "synchro.summon.place", True), of_what(v)
    return arrivals(view, v, v["me"], [card], way, **used)


# --- Xyz: xyz.summon.* ---------------------------------------------------------------------------------
@rules.step("xyz-materials")
def xyz_materials(view: View, v: Vars) -> Outcome:
    """The materials are chosen."""
    card = view.present(v.object("card"))
    pool, data, rule = xyz_pool(view, card), {"for": card.id, "me": v["me"]}, "xyz.materials"
    least, most = xyz_span(view, card, pool)
    chosen = view.pick(v, "materials", v["me"], pool, least, most, rule, "ask.materials", "xyz", data)
    if isinstance(chosen, Decision):
        return chosen
    if len(chosen) > 1:
        view.note(registry.STACKED, "xyz.summon.stack", cards=[view.game.objects[ref] for ref in chosen])
    return [put_vars(chosen=chosen, **made_of(view, chosen))]


@rules.step("xyz.summon.place")
def xyz_place(view: View, v: Vars) -> Outcome:
    """Puts the materials on top of one another and the Xyz Monster on the stack (xyz.summon.stack)."""
    card, way = view.card(v.object("card")), Way("xyz-summon", "xyz.summon.place", True)
    beneath = tuple(v.get("chosen", ()))
    if card is None and v.flag("negated"):  # its materials are spent all the same
        return arrivals(view, v, v["me"], [], way, beneath=beneath)
    if card is None:
        return [END]
    kept = put_on(view, card, cards_of(view, beneath))
    by_text = {"pile": "kept"} if kept else {}
    return arrivals(view, v, v["me"], [card], way, beneath=beneath, **by_text, **of_what(v))


# --- Fusion: fusion.resolve ----------------------------------------------------------------------------
@rules.word(
    "fusion",
    "whole-selector",
    {"with": "selector", "to": "zone", **ARRIVING},
    without=("rule",),
    cites=("fusion.activate", "fusion.resolve", "fusion.redirected"),
)
def fusion(view: View, v: Vars) -> Outcome:
    """Fusion Summon: choose the monster and its materials now, send them, then place it."""
    card = one_of(view, v, fusions, fusion_monsters, ("fusion.activate", "fusion.resolve"))
    if card is None or isinstance(card, Decision):
        return card
    chosen = fusion_materials(view, v, card)
    if isinstance(chosen, Decision):
        return chosen
    gone = send(view, v, chosen, "fusion.resolve", made=card.object)
    sent = tuple(view.game.objects[ref] for ref in chosen)
    arrives = {"card": card.object, "named": "fusion-summon", "rule": "fusion.resolve", "sent": sent}
    arrives |= made_of(view, chosen)
    return [put_vars(chosen=chosen), gone, Instruction("arrive", {**v.args, **arrives}), *look_back(v)]


def fusion_materials(view: View, v: Vars, card: Card) -> Decision | tuple[Ref, ...]:
    """The materials that the player chooses for a Fusion Monster."""
    pool, data = fusion_candidates(view, v, v.args, card), {"for": card.id, "me": v["me"]}
    rule = "fusion.materials"
    least, most = spans(view.printed(card, "materials") or (), pool)
    return view.pick(v, "materials", v["me"], pool, least, most, rule, "ask.materials", "fusion", data)


def look_back(v: Vars) -> list[Instruction]:
    """The instructions that shuffle a searched Deck again (zone.deck.shuffle-after-look)."""
    looked = "deck" in names(v.args.get("with", {}).get("zone", ()))
    return (
        [Instruction("shuffle", {"shuffle": "deck", "rule": "zone.deck.shuffle-after-look"})]
        if looked
        else []
    )


Monsters = Callable[[View, Vars, Fields], Iterable[Card]]  # that an instruction is about


def one_of(
    view: View, v: Vars, possible: Monsters, meant: Monsters, rules: tuple[str, str]
) -> Decision | Card | None:
    """The monster to Summon, out of those that can be Summoned. None, which is recorded, if there are
    materials for none of them.
    """
    able, (without, rule) = list(possible(view, v, v.args)), rules
    if not able:
        view.note(registry.NO_MATERIALS, without, cards=[card.id for card in meant(view, v, v.args)])
        return None
    picked = view.pick(v, "monster", v["me"], able, 1, 1, rule, "ask.choose")
    if isinstance(picked, Decision):
        return picked
    return view.present(picked[0])


@rules.verb("arrive", "fusion.resolve", "ritual.place")
def arrive(view: View, v: Vars) -> Outcome:
    """The Fusion or Ritual Monster arrives, even if its materials went elsewhere than expected
    (fusion.redirected).
    """
    card = view.card(str(v.args["card"]))
    to = v.args.get("to", "graveyard")
    if any(view.game.cards[id_].place != to for id_ in v.args.get("sent", ())):
        view.note(trace.SAID, "fusion.redirected")
    way = Way(v["named"], v["rule"], True)
    return arrivals(view, v, v["me"], [card], way, **of_what(v)) if card is not None else None


# --- A monster whose text has it Summoned with its materials, without a Fusion Summon ---------------------
CONTACT: Final = "summon.special.conditions"


def listed_materials(
    view: View, args: Mapping[str, object], ctx: Mapping[str, object]
) -> tuple[Card, list[Card]]:
    """The monster whose text it is, and the cards that may be one of its materials."""
    card = view.present(str(ctx.get("self", "")))
    slots, among = view.printed(card, "materials") or (), view.cards(args["from"], ctx)
    pool = [other for other in among if view.known(other) and not leaving(view, other, ctx)]
    return card, [other for other in pool if any(view.matches(other, slot, ctx) for slot in slots)]


def can_choose_materials(
    view: View, args: Mapping[str, object], ctx: Mapping[str, object], needs: dict[str, int]
) -> Condition:
    """All the materials that it lists are there."""
    card, pool = listed_materials(view, args, ctx)
    data = {"for": card.id, "me": ctx["me"], "roomy": True}
    bounds = spans(view.printed(card, "materials") or (), pool)
    enough = any(True for _ in subsets(view, pool, *bounds, "fusion", data))
    return Condition("", enough, "cost.materials")


@rules.word(
    "choose-materials",
    "name",
    {"from": "selector"},
    ("from",),
    ("as",),
    possible=can_choose_materials,
    cites=(CONTACT,),
)
def choose_materials(view: View, v: Vars) -> Outcome:
    """Choose the materials that this card lists among some cards, one for each."""
    card, pool = listed_materials(view, v.args, v)
    data, word = {"for": card.id, "me": v["me"]}, str(v["choose-materials"])
    least, most = spans(view.printed(card, "materials") or (), pool)
    into = f"chosen {word}"
    chosen = view.pick(v, into, v["me"], pool, least, most, CONTACT, "ask.materials", "fusion", data)
    return chosen if isinstance(chosen, Decision) else [name(word, chosen)]


# --- Ritual: ritual.sacrifice, ritual.place --------------------------------------------------------------
@rules.word(
    "ritual",
    "whole-selector",
    {"with": "selector", "n": "number", "levels": "number", "exact": "flag", **ARRIVING},
    without=("rule",),
    cites=("ritual.activate", "ritual.sacrifice", "ritual.place", "spell.ritual"),
)
def ritual(view: View, v: Vars) -> Outcome:
    """Ritual Summon: Sacrifice monsters of the hand or the Field, then place the Ritual Monster."""
    card = one_of(view, v, rituals, ritual_monsters, ("ritual.activate", "ritual.place"))
    if card is None or isinstance(card, Decision):
        return card
    chosen = ritual_sacrifices(view, v, card)
    if isinstance(chosen, Decision):
        return chosen
    gone = send(view, v, chosen, "ritual.sacrifice", "sacrifice")
    arrives = {"card": card.object, "named": "ritual-summon", "rule": "ritual.place", **made_of(view, chosen)}
    return [gone, Instruction("arrive", {**v.args, **arrives})]


def ritual_sacrifices(view: View, v: Vars, card: Card) -> Decision | tuple[Ref, ...]:
    """The monsters that the player Sacrifices for a Ritual Monster."""
    pool, data = ritual_pool(view, v, v.args, card), ritual_data(view, v, v.args, card)
    most, rule = len(pool), "ritual.sacrifice"
    return view.pick(v, "materials", v["me"], pool, 1, most, rule, "ask.sacrifice", "ritual", data)
