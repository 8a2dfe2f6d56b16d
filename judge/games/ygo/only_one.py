"""Single monsters: a player can control only one of them; a second one that is turned face-up leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from judge.engine.effects.sources import by_print
from judge.engine.kernel.book import Ability, Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import event, events, move_event
from judge.engine.kernel.state import AppliedEvent, Card, Instruction, Waiting
from judge.engine.kernel.view import Vars, View
from judge.engine.language.limits import use_key, uses
from judge.engine.words.abilities import FORGONE
from judge.games.ygo import registry
from judge.games.ygo.battle import frame_of_attack
from judge.games.ygo.cards import monsters
from judge.games.ygo.registry import rules

# What binds a player who activates an effect, when the activation is negated: limits on how often, and what
# the text forgoes.
ACTIVATE = "activate"  # the word of a text that speaks of its activation, and not of its use


@rules.interrupt("st.text", "negate")
def unbound(view: View, records: Sequence[AppliedEvent]) -> Sequence[Instruction] | None:
    """By the other reading, restrictions that a text places on the activating player do not apply if the
    activation is negated.
    """
    negated = {record.args.get("entry") for record in records}
    instructions: list[Instruction] = []
    for entry in view.game.waiting:
        ability = view.table.abilities.get(entry.ability) if entry.id in negated else None
        if ability is not None:
            instructions.extend(released(view, entry, ability))
    return instructions or None


def released(view: View, entry: Waiting, ability: Ability) -> Iterator[Instruction]:
    """The instructions that end the restrictions of a negated activation, each recorded."""
    counted = limit_key(view, entry, ability)
    forgone = forgone_by(view, entry, ability)
    if not (counted or forgone) or view.param("negated-binds"):
        return
    rule, *usual = view.ruled("negated-binds", "st.text")
    view.note(registry.UNBOUND, rule, card=entry.card, usual=tuple(usual))
    if counted:
        n = uses(view.game, counted) - 1
        yield events([event({}, "remember", "once", rule, key=counted, value=n)])
    if forgone:
        yield events([event({}, "expire", "unbound", rule, effects=forgone)])


def limit_key(view: View, entry: Waiting, ability: Ability) -> str:
    """The key under which a use is counted, if the text limits activations."""
    if not ability.once or ability.data.get("says") != ACTIVATE:
        return ""
    key = use_key(view.game, ability, str(entry.vars.get("self", "")), entry.card)
    return key if uses(view.game, key) else ""


def forgone_by(view: View, entry: Waiting, ability: Ability) -> tuple[int, ...]:
    """The newest effect that restricts its player because of this activation, if the text restricts
    activations rather than uses.
    """
    if not ability.data.get(FORGONE) or ability.data.get("says", ACTIVATE) != ACTIVATE:
        return ()
    barred = tuple(ability.cost[0].args["abilities"])
    ids = [
        effect.id for effect in view.game.effects if effect.value == barred and effect.seat == entry.master
    ]
    return tuple(ids[-1:])


ONLY_ONE: Final = "only-one"


@rules.interrupt("rules-vs-effects", "mark", "move")
def one_too_many(view: View, records: Sequence[AppliedEvent]) -> Sequence[Instruction] | None:
    """Sends away a second face-up card where only one is allowed. In the Damage Step this waits until the
    damage is calculated.
    """
    step = view.running("damage-step")
    if not limited(view) or (step is not None and not step.vars.get("calculated")):
        return None
    going: list[Card] = []
    for record in records:
        card = (
            view.card(record.after.object)
            if record.after is not None and record.after.place == "monster"
            else None
        )
        if card is not None and any(other not in going for other in alike(view, card)):
            going.append(card)
    return [events([gone(view, card) for card in going])] if going else None


@rules.step(ONLY_ONE)
def after_calculation(view: View, v: Vars) -> Outcome:
    """After the calculation, sends away the attacked one of two such monsters, or the other one if the
    battle destroys that.
    """
    target = str(frame_of_attack(view).vars.get("target") or "")
    card = view.card(target) if limited(view) and target else None
    others = alike(view, card) if card is not None else []
    if card is None or not others:
        return None
    going = others[:1] if card.object in v.get("doomed", ()) else [card]
    return [events([gone(view, leaver) for leaver in going])]


def limited(view: View) -> bool:
    """Does any card of this fixture have such a limit?"""
    abilities = view.table.abilities
    return by_print(
        view, (ONLY_ONE,), lambda: any(ability.keyword == ONLY_ONE for ability in abilities.values())
    )


def alike(view: View, card: Card) -> list[Card]:
    """The player's other face-up monsters of the same name, if the text allows only one of them."""
    if view.face_down(card) or not view.has(card, ONLY_ONE):
        return []
    return [
        monster
        for monster in monsters(view, card.seat)
        if monster.id != card.id and same_name(view, monster, card)
    ]


def same_name(view: View, other: Card, card: Card) -> bool:
    """Is it face-up, and of the same name?"""
    return not view.face_down(other) and view.value(other, "name") == view.value(card, "name")


def gone(view: View, card: Card) -> Event:
    """The event that a card which is one too many is sent to the Graveyard by its own text."""
    view.note(registry.ONE_TOO_MANY, "rules-vs-effects", card=card.id)
    ctx = {"because": "rules", "me": card.seat}
    return move_event(view, ctx, card.object, "graveyard", "send", "rules-vs-effects")
