"""Activating cards and effects: who may, when, at which Spell Speed, and why not (speed.*, priority.*,
spell.*, trap.*).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from judge.engine.effects.continuous import moving, of_kind
from judge.engine.effects.sources import by_print, resting_on, sources_with
from judge.engine.effects.validity import placed, taken
from judge.engine.flow.offers import awaiting, limits, unbarred
from judge.engine.flow.option_conditions import asked
from judge.engine.flow.surcharges import surcharged
from judge.engine.kernel.book import Ability, Outcome
from judge.engine.kernel.instructions import AGAIN, call
from judge.engine.kernel.state import SEATS, Card, Condition, Instruction, Option, Waiting, opponent
from judge.engine.kernel.view import Vars, View
from judge.games.ygo.cards import is_kind, own_effects, printed_type, room, speed_of
from judge.games.ygo.chain import last_link, said, trigger_conds, with_surcharge
from judge.games.ygo.damage_step import damage_step_conds
from judge.games.ygo.exceptions import outside
from judge.games.ygo.link import turned_up
from judge.games.ygo.needs import needs_and_cost, own_cost
from judge.games.ygo.registry import rules
from judge.games.ygo.sets import set_conds
from judge.games.ygo.timing import ATTACK, MOMENTS, answers, attack_declared
from judge.text.plain import Json
from judge.text.rows import NamedTuple

RESPONSE = "window:response"


@rules.offer("obliged", "effect.quick", obliging=True, spoken="activate")
def obliged(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """The player's quick effects that must answer the last link, if they can."""
    chain = Vars({**v.vars, "mode": "chain", "depth": v.get("chain") or v["depth"]}, v.args, v.answers)
    if last_link(view, chain["depth"]) is None:
        return
    for candidate in candidates(view, seat):
        if candidate.ability is not None and candidate.ability.data.get("must"):
            yield option(view, chain, candidate)._replace(must=True)


@rules.step("mandatory-answers")
def mandatory_answers(view: View, v: Vars) -> Outcome:
    """Activates the quick effects that must answer the newest link, the turn player's first; each can be
    answered in turn. They wait while links are still being built at the same time or one of these answers is
    being built.
    """
    if not by_print(
        view, ("must",), lambda: any(ability.data.get("must") for ability in view.table.abilities.values())
    ):
        return None
    of_chain = view.game.agenda[-1].procedure == "chain"
    if not of_chain and view.game.agenda[-2].procedure != RESPONSE:
        return None
    depth = len(view.game.agenda) + 1 if of_chain else v["window"]
    ahead = Vars({**v.vars, "chain": depth, "depth": depth}, v.args, {})
    if any(offer.legal for seat in SEATS for offer in obliged(view, ahead, seat)):
        return [call("window:mandatory", chain=depth), AGAIN]
    newest = last_link(view, depth)
    if of_chain or newest is None or newest.master == v["me"]:
        return None
    return [Instruction("put", {"procedure": RESPONSE, "vars": {"seat": opponent(newest.master)}})]


PLAYED_FROM = ("hand", "spell", "field")
HIDDEN = ("hand", "deck", "extra")
# windows about a Summon: sanctioned play, the booklet before it and after it
SUMMONS = ("attempt", "summoning", "summon")


@rules.offer("activate", "main1.activate", "effect.ignition", "effect.quick")
def activate(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Cards to be activated, from the hand or Set, and effects of cards in zones where the effects work."""
    for candidate in candidates(view, seat) if view.tracing else ready(view, v, seat):
        yield option(view, v, candidate)


@rules.offer("react", "trap.normal", spoken="trigger", most=2)
def react(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Sanctioned play: Set Traps that react to what has happened while the Chain was being built. Once the
    Chain resolves, it is too late for them.
    """
    for entry, ability, words in awaiting(view, seat):
        if ability.data.get("turns_up"):
            card, below = view.game.cards[entry.card], last_link(view, v["depth"])
            do = call("activation", entry=entry.id, window=v["depth"], below=below.id if below else "")
            within = [Condition(article, True, "") for article in view.ruled("response", kind="window")]
            fast = speed_conds(view, v, card, ability, speed_of(view, card, ability))
            conds = chain(within, fast, trigger_conds(view, entry, ability))
            yield with_surcharge(view, Option("trigger", words, (do,), conds), entry, ability)


class Candidate(NamedTuple):
    """A card or an effect that could be activated at the right time: how, at which Spell Speed, and whether
    it is valid now.
    """

    card: Card
    ability: Ability | None
    way: str
    speed: int
    answers: Json = None  # what the effect answers, as its text has it
    valid: bool = True


def candidates(view: View, seat: str) -> list[Candidate]:
    """The candidates at their places, worked out once for a position."""
    memo = view.game.static_cache
    key = ("candidates", seat)
    if key not in memo:
        memo[key] = [*whole_cards(view, seat), *effect_candidates(view)[seat]]
    known: list[Candidate] = memo[key]
    return known


def whole_cards(view: View, seat: str) -> Iterable[Candidate]:
    """The cards that could themselves be activated. The list is kept until other cards are there or
    something changes what they are.
    """
    cards = [card for zone in PLAYED_FROM for card in view.zone(seat, zone)]
    if "kind" in moving(view):
        return card_candidates(view, cards)
    return resting_on(view, f"cards of {seat} to activate", cards, lambda: list(card_candidates(view, cards)))


def ready(view: View, v: Vars, seat: str) -> Iterator[Candidate]:
    """The candidates that are fast enough for this window and that may find what they answer; used where
    nobody asks for reasons.
    """
    mode = v.get("mode")
    if mode in SUMMONS:
        if not any(card.zone[:1] == seat for card in answering(view, v["of"])):
            return iter(())
        return (candidate for candidate in candidates(view, seat) if candidate.answers == v["of"])
    below = last_link(view, v["depth"]) if mode == "chain" else None
    least = 1 if mode == "main" and seat == view.active else speed_to_answer(below)
    fast = [candidate for candidate in candidates(view, seat) if candidate.speed >= least]
    declared = any(candidate.answers == ATTACK for candidate in fast) and attack_declared(view) is not None
    return (
        candidate
        for candidate in fast
        if candidate.answers is None or may_find(candidate.answers, mode, declared)
    )


def speed_to_answer(below: Waiting | None) -> int:
    """The lowest Spell Speed that an answer may have: 2, and at least that of the link below it."""
    return max(2, int(below.vars["speed"]) if below is not None else 2)


def answering(view: View, what: str) -> Sequence[Card]:
    """The cards that can have an effect which answers a Summon of this kind."""
    prints = by_print(view, ("answering", what), lambda: prints_answering(view, what))
    return sources_with(view, f"answering {what}", prints)


def prints_answering(view: View, what: str) -> set[str]:
    """The prints that have such an effect on any of their faces."""
    faces = view.table.keys_of_print.items()
    return {
        name
        for (name, _), abilities in faces
        if any(ability.data.get("answers") == what for ability in abilities)
    }


def may_find(answers: object, mode: str | None, declared: bool) -> bool:
    """May there be something for an effect to answer: a link, an attack, or a Summon?"""
    if isinstance(answers, dict):
        return mode == "chain"
    return declared or answers != ATTACK


def card_candidates(view: View, cards: Iterable[Card]) -> Iterator[Candidate]:
    """Spells and Traps of the hand or Set, and Pendulum Monsters of the hand, by their kinds."""
    for card in cards:
        if not view.known(card) or (card.place != "hand" and not view.face_down(card)):
            continue
        if printed_type(view, card) in ("spell", "trap"):
            for ability in own_effects(view, card) or (() if reacts(view, card) else (None,)):
                told = ability.data.get("answers") if ability is not None else None
                yield Candidate(card, ability, "card", speed_of(view, card, ability), told)
        elif card.place == "hand" and is_kind(view, card, "pendulum"):
            yield Candidate(card, None, "pendulum", 1)


def reacts(view: View, card: Card) -> bool:
    """Can the card only be activated when an event has happened that its text names?"""
    printed = view.table.prints[card.print].faces["front"].abilities
    return by_print(
        view, ("reacts", card.print), lambda: any(ability.data.get("turns_up") for ability in printed)
    )


def effect_candidates(view: View) -> Mapping[str, list[Candidate]]:
    """The effects of cards in zones in which they work, by player. The list is kept until other cards are
    there.
    """
    lying, index = of_kind(view, "activated"), view.game.print_index
    last = index.get("effects to activate")
    if last is None or last[0] is not lying or "kind" in moving(view):
        last = index["effects to activate"] = (lying, find_effects(view, lying))
    effects: Mapping[str, list[Candidate]] = last[1]
    return effects


def find_effects(view: View, lying: Iterable[tuple[Card, Ability, bool]]) -> dict[str, list[Candidate]]:
    """The effects of some cards that can be activated without activating the card, by player."""
    works: dict[str, list[Candidate]] = {seat: [] for seat in SEATS}
    for card, ability, valid in lying:
        by_seat = card.place in ability.zones or "any" in ability.zones
        if by_seat and not card.on and ability.data.get("way") is None:
            speed, told = speed_of(view, card, ability), ability.data.get("answers")
            works[card.seat].append(Candidate(card, ability, "effect", speed, told, valid))
    return works


def option(view: View, v: Vars, candidate: Candidate) -> Option:
    """An activation: Link 1 of a Chain, or a further link of the one that is open."""
    card = view.game.cards[candidate.card.id]
    now = (
        candidate if card is candidate.card else candidate._replace(card=card)
    )  # its marks may have changed since
    ability = candidate.ability
    words = (card.id,) if ability is None else (named(view, card, ability, candidate.way),)
    plain = Option("activate", words, (activation(view, v, now),), conds_of(view, v, now))
    id_ = ability.id if ability is not None else ""
    paid = own_cost(view, ability) if ability is not None else ()
    ctx = {"self": card.object, "ability": id_}
    return surcharged(view, plain, lambda: said(card, card.seat, id_, candidate.way), paid, ctx)


def activation(view: View, v: Vars, candidate: Candidate) -> Instruction:
    """The procedure of an activation."""
    card, ability = candidate.card, candidate.ability
    told = {"way": candidate.way, "it": answers(view, v, card, ability).about}
    first = {"self": card.object, "me": card.seat, "ability": ability.id if ability else "", **told}
    if v.get("mode") != "chain":
        return call("chain", first=first, master=card.seat)
    below = last_link(view, v["depth"])
    return call("activation", window=v["depth"], below=below.id if below else "", **first)


def named(view: View, card: Card, ability: Ability, way: str) -> str:
    """The words by which players name an effect: its card, with the effect's name or number when the card
    has several.
    """
    own = (
        own_effects(view, card)
        if way == "card"
        else [text for text in view.borne(card) if text.kind == "activated" and text.data.get("way") is None]
    )
    if ability.name and (way != "card" or len(own) > 1):
        return f"{card.id}.{ability.name}"
    return card.id if len(own) < 2 else f"{card.id}.{[text.id for text in own].index(ability.id) + 1}"


# --- conditions ------------------------------------------------------------------------------------
def conds_of(view: View, v: Vars, candidate: Candidate) -> Iterator[Condition]:
    """The conditions of an activation of a Pendulum Monster, a Spell or Trap, or an effect."""
    if candidate.way == "pendulum":
        return pendulum_conds(view, v, candidate)
    return card_conds(view, v, candidate) if candidate.way == "card" else effect_conds(view, v, candidate)


def card_conds(view: View, v: Vars, candidate: Candidate) -> Iterator[Condition]:
    """What the activation of a Spell or Trap Card needs."""
    card, ability = candidate.card, candidate.ability
    yield from set_conds(view, card, ability)
    slow = printed_type(view, card) == "spell" and not is_kind(view, card, "quick-play")
    phase = in_main_phase(view, v, card.seat, phase_rule(view, card)) if slow else None
    yield from in_time(view, v, phase, candidate)
    if is_kind(view, card, "field"):
        yield Condition("spell.field", True, "room")
        yield from outside(view, card.seat, "zone.field.not-counted")
    elif card.place == "hand":
        yield Condition("zone.spelltrap.full", room(view, card.seat, "spell"), "room", {"zone": "spell"})
    if card.place != "hand":
        yield from unbarred(view, lambda: turned_up(card.seat, card))
    yield from text_conds(view, v, card, ability, candidate.way)


def phase_rule(view: View, card: Card) -> str:
    """The article by which a Spell can only be activated in one's own Main Phase. It is another one for a
    Set Trap, in the turn in which the card was Set, and in the opponent's turn.
    """
    differs = card.place != "hand" and (card.seat != view.active or view.did(card.object, "set"))
    return "st.set-difference" if differs else "spell.main-phase"


def in_main_phase(view: View, v: Vars, seat: str, rule: str) -> Condition:
    """The condition that it is the player's own Main Phase: as a free action for what must be Link 1, or
    with an open Chain.
    """
    in_phase = seat == view.active and (view.running("main1") or view.running("main2")) is not None
    free = in_phase if v.get("mode") == "chain" else v.get("mode") == "main" and seat == view.active
    return Condition(rule, free, "not-free" if in_phase else "main-phase")


def in_time(view: View, v: Vars, phase: Condition | None, candidate: Candidate) -> Iterator[Condition]:
    """The conditions about the Phase, if it matters, and about the Spell Speed. For an answer, the Spell
    Speed comes first.
    """
    own, fast = (
        () if phase is None else (phase,),
        speed_conds(view, v, candidate.card, candidate.ability, candidate.speed),
    )
    for conds in (fast, own) if v.get("mode") == "chain" else (own, fast):
        yield from conds


def pendulum_conds(view: View, v: Vars, candidate: Candidate) -> Iterator[Condition]:
    """What putting a Pendulum Monster into a Pendulum Zone needs: one's own Main Phase and a free zone."""
    card = candidate.card
    yield from in_time(view, v, in_main_phase(view, v, card.seat, "pendulum.activate"), candidate)
    yield Condition("zone.pendulum.place", room(view, card.seat, "pendulum"), "room", {"zone": "pendulum"})
    yield from outside(view, card.seat, "zone.pendulum.not-counted")
    yield from unbarred(view, lambda: said(card, card.seat, way="pendulum"))


def effect_conds(view: View, v: Vars, candidate: Candidate) -> Iterator[Condition]:
    """What activating an effect of a card needs: a face-up card, its time, its Spell Speed."""
    card, ability = candidate.card, candidate.ability
    assert ability is not None
    if card.place not in HIDDEN and view.face_down(card):
        yield Condition("face.no-effect-facedown", False, "face-down")
    elif not candidate.valid or not placed(view, card, ability):
        yield Condition("rules-vs-effects", False, "invalid" if candidate.valid else "stripped")
    if taken(view, card, ability):
        view.param("negated-activates")  # whether it may be activated rests on this
        yield from (Condition(rule, True, "") for rule in view.ruled("negated-activates"))
    phase = in_main_phase(view, v, card.seat, "effect.ignition") if candidate.speed < 2 else None
    yield from in_time(view, v, phase, candidate)
    yield from text_conds(view, v, card, ability, candidate.way)


def speed_conds(view: View, v: Vars, card: Card, ability: Ability | None, speed: int) -> Iterator[Condition]:
    """The conditions that the effect is fast enough to answer, and allowed in the Damage Step."""
    if v.get("mode") == "chain":
        below = last_link(view, v["depth"])
        if unanswerable(view, below):
            yield Condition("rules-vs-effects", False, "unanswerable")
        least = speed_to_answer(below)
        quick = Condition("speed.rule", speed >= least, "speed", {"speed": speed, "least": least})
        yield quick.under(speed_rule(speed, least))
    elif v.get("mode") in SUMMONS:
        yield summon_cond(view, v, ability)
    elif speed == 3 and ability is not None and "answers" not in ability.data:
        yield Condition("chain.diagram", bool(view.param("counter-first")), "counter-first")
    yield from damage_step_conds(view, card, ability, speed)


def speed_rule(speed: int, least: int) -> str:
    """The article on Spell Speed by which an activation may or may not answer: 1 never does, and only a
    Counter Trap answers a Counter Trap. None where the rule on responses says it all.
    """
    return "speed.1" if speed == 1 else "speed.3" if least == 3 else ""


def unanswerable(view: View, below: Waiting | None) -> bool:
    """Does the text of a link say that nothing may be activated in response?"""
    if below is None or not below.ability:
        return False
    return bool(view.table.abilities[below.ability].data.get("unanswerable"))


def summon_cond(view: View, v: Vars, ability: Ability | None) -> Condition:
    """The condition that it answers this moment of a Summon, the attempt or the success, because of its text
    in games in which the rules do not let every card answer one.
    """
    told = ability.data.get("answers") if ability is not None else None
    about = [moment for moment in (v.get("of"), *v.get("passed", ())) if moment]
    if isinstance(told, str) and told in MOMENTS and told not in about:
        return Condition("st.text", False, MOMENTS[told])
    heard = told in about and (v["mode"] == "attempt" or bool(view.param("summon-answers")))
    cond = Condition("nochain.rule", heard, "answers-summoning")
    own = view.running("special") is not None  # a monster that Special Summons itself by its own conditions
    answers_effects = told is not None and not isinstance(told, str)
    return cond.refused_by("gl.effect.not-condition") if own and answers_effects else cond


def text_conds(view: View, v: Vars, card: Card, ability: Ability | None, way: str) -> Iterator[Condition]:
    """The conditions that the card's own text requires: something to answer, its own conditions, its limit,
    what it needs, its cost.
    """
    if ability is None:
        yield from unbarred(view, lambda: said(card, card.seat, way=way))
        return
    answered = answers(view, v, card, ability)
    yield answered.cond
    ctx = {"me": card.seat, "self": card.object, "it": answered.about, "ability": ability.id}
    if ability.when is not None or ability.validity is not None:
        yield asked(view, "st.text", (ability.validity, ability.when), ctx)
    yield from limits(view, card, ability)
    yield from unbarred(view, lambda: said(card, card.seat, ability.id, way))
    yield from needs_and_cost(view, card, ability, ctx, "main1.activate")
