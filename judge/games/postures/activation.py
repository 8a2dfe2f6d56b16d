"""Activating magic cards and skills: who may, from where, in which phase, and why not (magic.*, skill.*,
response.*).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.engine.effects.continuous import of_kind
from judge.engine.effects.validity import placed
from judge.engine.flow.feasibility import conditions, tried
from judge.engine.flow.offers import limits, unbarred, word
from judge.engine.flow.option_conditions import asked, asked_down
from judge.engine.flow.window_options import links
from judge.engine.kernel.book import Ability, Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import call, event, move_event
from judge.engine.kernel.state import Card, Condition, Instruction, Option, opponent
from judge.engine.kernel.view import Vars, View
from judge.engine.language.limits import used_up
from judge.engine.language.traits import names
from judge.engine.language.values import seats
from judge.engine.layout.slots import free_slots
from judge.engine.mechanisms.links import once
from judge.games.postures.registry import rules

FROM_HAND = ("primary", "final")
SKILL = "skill"  # the way of an ability that is activated and has no other
FREE = "free"  # the way of an ability that nobody can respond to
# the card that an answered action is about
ABOUT = {"summon": "card", "movement": "card", "attack": "attacker"}


@rules.offer("activate", "magic.from-hand", "magic.set-needed", "skill.active")
def activate(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Magic cards of the hand and set ones, and skills of cards in zones in which the skills work."""
    for card in magic_cards(view, seat):
        ability = on_play(view, card)
        conds = magic_conds(view, v, card, ability)
        yield Option("activate", (card.id,), activation(view, v, card, ability, "card"), conds)
    for card, ability, valid in of_kind(view, "activated"):
        if card.seat == seat and ability.data.get("way") != "card" and lies_where_it_works(card, ability):
            way = str(ability.data.get("way", SKILL))
            words, do = (word(view, card.id, ability.id),), activation(view, v, card, ability, way)
            conds = skill_conds(view, v, card, ability, valid)
            yield Option("activate", words, do, conds, aside=way == FREE)
    if view.tracing:
        yield from claimed(view, seat)


def magic_cards(view: View, seat: str) -> Iterator[Card]:
    """The magic cards of the hand, in the phases for it, and those that are set."""
    hand = view.tracing or from_hand(view, seat)
    for zone in ("hand", "magic") if hand else ("magic",):
        for card in view.zone(seat, zone):
            if view.known(card) and view.type(card) == "magic" and (zone == "hand" or view.face_down(card)):
                yield card


def on_play(view: View, card: Card) -> Ability | None:
    """The ability that a magic card has when the card itself is activated."""
    printed = view.table.prints[card.print].faces["front"].abilities
    return next((ability for ability in printed if ability.data.get("way") == "card"), None)


def lies_where_it_works(card: Card, ability: Ability) -> bool:
    """Is the card in a zone where its skill works? A granted skill works where creatures' skills do."""
    return card.place in ability.zones or ("any" in ability.zones and card.place == "creature")


def claimed(view: View, seat: str) -> Iterator[Option]:
    """Options that nobody can use, for claims about them: passive skills, and skills of the other player's
    creatures.
    """
    passive = Condition("skill.passive", False, "passive")
    foreign = Condition("controller", False, "foreign")
    for card in (*view.zone(seat, "creature"), *view.zone(opponent(seat), "creature")):
        kinds = {ability.kind for ability in view.abilities(card) if ability.keyword == ""}
        if card.seat == seat and kinds and "activated" not in kinds:
            yield Option("activate", (card.id,), (), (passive,))
        elif card.seat != seat and "activated" in kinds:
            yield Option("activate", (card.id,), (), (foreign,))


def activation(view: View, v: Vars, card: Card, ability: Ability | None, way: str) -> tuple[Instruction, ...]:
    """The instructions of an activation: it answers what the open window is about, or opens a window for
    answers itself.
    """
    named = ability.id if ability is not None else ""
    first: dict[str, object] = {"self": card.object, "me": card.seat, "ability": named, "way": way}
    if way == FREE and ability is not None:
        return freely(view, card, ability, first)
    used = (Instruction("skill-used", {"skill": named, "ref": card.object}),) if way == SKILL else ()
    if v.get("mode") != "response":
        return (*used, call("skill-action" if used else "action", first=first, me=card.seat))
    below = links(view, v["depth"])
    about = view.card(answered(view, v))
    first |= {
        "below": below[-1].id if below else "",
        "it": about.object if about is not None and about.place != "hand" else "",
    }
    return (*used, call("activation", window=v["depth"], **first))


@rules.verb("skill-used", "skill.active", inner=True)
def skill_used(view: View, v: Vars) -> Outcome:
    """Remembers that a skill was used this turn. By one reading a skill that names no limit can be used once
    a turn.
    """
    ability, ref = view.ability(v["skill"]), v["ref"]
    if ability.once or view.param("skills-again"):
        return None
    return once(view, ability._replace(once="turn"), ref, view.game.objects[ref])


def not_again(view: View, card: Card, ability: Ability) -> Iterator[Condition]:
    """The condition that a skill without a limit was not used this turn, which only one reading requires."""
    if not ability.once and ability.data.get("way", SKILL) == SKILL:
        done = used_up(view.game, ability._replace(once="turn"), card.object, card.id)
        yield Condition("skill.active", not done, "once", {"ability": ability.id})


def freely(view: View, card: Card, ability: Ability, first: Mapping[str, object]) -> tuple[Instruction, ...]:
    """The instructions of an ability that nobody can respond to: its cost, then its effect, at once."""
    vars, dos = {**first, "because": "effect"}, (*ability.cost, *ability.do)
    within = Instruction("within", {"vars": vars, "do": dos, "rule": ability.rule})
    return (*once(view, ability, card.object, card.id), within)


def answered(view: View, v: Vars) -> str:
    """The card concerned by what is being answered, the last thing done."""
    if v.get("mode") != "response":
        return ""
    below = links(view, v["depth"])
    if below:
        return below[-1].source
    frame = view.running(v["of"])
    if frame is None:
        return ""
    return str(next(iter(frame.vars.get("entered", ())), "") or frame.vars.get(ABOUT.get(v["of"], ""), ""))


def from_hand(view: View, seat: str) -> bool:
    """Is it one of the player's own phases in which magic is played from the hand?"""
    return seat == view.active and any(view.running(phase) for phase in FROM_HAND)


def where_from(view: View, seat: str) -> str:
    """The article that says whether magic is played from the hand now or must be set: in the clash phase, in
    the other player's turn, or otherwise.
    """
    if seat != view.active:
        return "magic.set-needed"
    return "clash.cards" if view.running("clash") else "magic.from-hand"


def magic_conds(view: View, v: Vars, card: Card, ability: Ability | None) -> Iterator[Condition]:
    """The conditions of a magic card: from the hand only in one's own primary and final phases, with a free
    slot and no text that keeps it from being put there face-up.
    """
    if card.place == "hand":
        yield Condition(where_from(view, card.seat), from_hand(view, card.seat), "from-hand")
        if not free_slots(view, card.seat, "magic"):
            yield Condition("board.slots", not view.param("slot-for-magic"), "room")
    yield from unbarred(view, lambda: begun(view, card))
    if ability is not None:
        yield from text_conds(view, v, card, ability, "magic.anytime")
    else:
        yield from unbarred(view, lambda: said(card, ""))


def skill_conds(view: View, v: Vars, card: Card, ability: Ability, valid: bool) -> Iterator[Condition]:
    """The conditions of a skill: its card is not hidden, has resolved, and has not lost its effects."""
    if not placed(view, card, ability):
        rule = "posture.hidden.blank" if card.place == "creature" else "magic.set-needed"
        yield Condition(rule, False, "silent")
    elif not valid:
        yield Condition("skill.active", False, "invalid")
    yield from not_again(view, card, ability)
    yield from text_conds(view, v, card, ability, "skill.anytime")


def text_conds(view: View, v: Vars, card: Card, ability: Ability, anytime: str) -> Iterator[Condition]:
    """The conditions that the text requires: a phase, something to answer, its own conditions, its limit, a
    cost.
    """
    ctx = {"me": card.seat, "self": card.object, "ability": ability.id, "it": answered(view, v)}
    if "phase" in ability.data or "turn" in ability.data:
        yield Condition(anytime, in_its_phase(view, card, ability), "phase")
    if "answers" in ability.data:
        yield Condition("response.what", answers(view, v, names(ability.data["answers"])), "answers")
    if ability.when is not None or ability.validity is not None:
        ask = asked_down if coming_hidden(view, v) else asked
        yield ask(view, "partial.apply", (ability.validity, ability.when), ctx)
    yield from limits(view, card, ability)
    yield from unbarred(view, lambda: said(card, ability.id))
    parts = conditions(view, ability.cost, ctx, "partial.apply", {})
    yield from tried(view, parts, ability.cost, {**ctx, "because": "cost"}, "partial.apply")


def coming_hidden(view: View, v: Vars) -> bool:
    """Would a summon be answered whose creature is still in the hand and is to be hidden? Its type then
    counts as little as once it lies there.
    """
    frame = view.running("summon") if answers(view, v, ("summon",)) else None
    return frame is not None and frame.vars.get("posture") == "hidden" and not frame.vars.get("entered")


def in_its_phase(view: View, card: Card, ability: Ability) -> bool:
    """Is it the phase, and the turn, in which the text allows its activation?"""
    now = any(view.running(name) for name in names(ability.data.get("phase", view.book.tables["phases"])))
    return now and view.active in seats(view, ability.data.get("turn", "any"), card.seat)


def answers(view: View, v: Vars, words: tuple[str, ...]) -> bool:
    """Does the last thing done, which would be answered here, have one of these names?"""
    if v.get("mode") != "response":
        return False
    return ("activation" if links(view, v["depth"]) else v["of"]) in words


def begun(view: View, card: Card) -> Event:
    """The event with which the activation of a magic card begins: it is laid on the board, or turned up
    where it was set.
    """
    ctx = {"me": card.seat, "self": card.object}
    if card.place == "hand":
        return move_event(view, ctx, card.object, "magic", "activate-card")
    row = view.book.tables["mark_word"]["turn-up"]
    return event(ctx, "mark", "turn-up", str(row["rule"]), card=card.object, marks=row["marks"])


def said(card: Card, ability: str) -> Event:
    """The event of an activation, for effects that may forbid it."""
    ctx = {"me": card.seat, "self": card.object, "ability": ability}
    return event(ctx, "signal", "activated", "response.what", card=card.object)
