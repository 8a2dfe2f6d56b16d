"""Attacks and clashes: who may attack what, the reveal, every result, damage and rest (clash.*, battle.*,
direct.untargetable).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from judge.engine import trace
from judge.engine.effects.continuous import makers
from judge.engine.flow.offers import unbarred
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import call, event, events, goto, put_vars
from judge.engine.kernel.registry import OWN_CARD, THEIR_CARD
from judge.engine.kernel.state import Card, Condition, Instruction, Option, Ref, opponent
from judge.engine.kernel.view import Vars, View
from judge.engine.layout.slots import SLOT
from judge.engine.mechanisms.comparison import Result, destructions, result_of
from judge.games.postures import registry
from judge.games.postures.registry import rules

DIRECT = "direct"
BARRED = {
    "defensive": "posture.defensive.no-attack",
    "rest": "posture.rest.no-attack",
    "hidden": "posture.hidden.no-attack",
}


# --- the offer
@rules.offer(
    "attack", "clash.attack", "clash.once", "clash.facing", "clash.no-direct-past", "first.no-attack",
    "direct.untargetable", *BARRED.values(), beside=[DIRECT], most=2, places=(OWN_CARD, THEIR_CARD),
)  # fmt: skip
def attack(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Attacks on the facing creature, or directly where the opponent has none."""
    if not view.tracing and (v.get("mode") != "clash" or seat != view.active):
        return
    for card in view.zone(seat, "creature"):
        anywhere = view.tracing or view.permits(card, "attack-any") is not None
        for target in (*view.zone(opponent(seat), "creature"), None):
            if anywhere or target is None or target.mark(SLOT) == card.mark(SLOT):
                words = (card.id, target.id if target is not None else DIRECT)
                do = call("attack", attacker=card.object, target=target.object if target is not None else "")
                yield Option("attack", words, (do,), attack_conds(view, v, card, target))
    for card in view.zone(opponent(seat), "creature") if view.tracing else ():
        for word in (*(creature.id for creature in view.zone(seat, "creature")), DIRECT):
            yield Option("attack", (card.id, word), (), (Condition("controller", False, "foreign"),))


def attack_conds(view: View, v: Vars, card: Card, target: Card | None) -> Iterator[Condition]:
    """The conditions of an attack: one's own clash phase but not in the first turn of the game, an offensive
    posture, once a turn, and a target that may be attacked.
    """
    yield Condition("clash.attack", v.get("mode") == "clash" and card.seat == view.active, "time")
    yield Condition("first.no-attack", view.game.turn > 1, "first-turn")
    yield in_posture(view, card)
    yield once_a_turn(view, card)
    yield facing(view, card, target) if target is not None else direct(view, card)
    if target is not None:
        why = untargetable(view, target)
        yield Condition("direct.untargetable", not why, "untargetable", {"card": target.id})
    yield from attack_bans(view, card, target)


def in_posture(view: View, card: Card) -> Condition:
    """The condition that the attacker's posture lets it attack."""
    rule = BARRED.get(str(card.mark("posture")), "posture.offensive.attack")
    return Condition(rule, may_clash(view, card), "attack.posture", {"card": card.id})


def once_a_turn(view: View, card: Card) -> Condition:
    """A creature attacks once a turn, cancelled attacks counted, unless a text allows it a second attack."""
    done = view.did(card.object, "attacked")
    more = view.permits(card, "second-attack") if done and view.times(card.object, "attacked") < 2 else None
    if more is not None:
        return Condition(more.rule, True, "attack.done", {"card": card.id})
    only = view.times(card.object, "attacked") == 1 and cancelled(view, card)
    return Condition(
        "clash.step.cancelled" if only else "clash.once", not done, "attack.done", {"card": card.id}
    )


def attack_bans(view: View, card: Card, target: Card | None) -> Iterator[Condition]:
    """The prohibitions on the attack: on any attack, on a direct one, or on attacking this target."""
    for name in ("attack",) if target is not None else ("attack", "direct-attack"):
        yield from unbarred(view, partial(attack_event, name, card, target))
    if target is not None:
        yield from unbarred(view, partial(attacked_event, card, target))


def attack_event(name: str, card: Card, target: Card | None) -> Event:
    """The event of an attack, for effects that may forbid it."""
    ctx, seat = {"me": card.seat, "self": card.object}, card.seat
    aimed = {"target": target.object} if target is not None else {}
    return event(ctx, "signal", name, "clash.step.declare", card=card.object, seat=seat, **aimed)


def attacked_event(card: Card, target: Card) -> Event:
    """The event that a creature is attacked, which an effect may forbid."""
    more = {"card": target.object, "attacker": card.object, "seat": card.seat}
    return event({"me": card.seat, "self": card.object}, "signal", "attacked", "clash.step.declare", **more)


def cancelled(view: View, card: Card) -> bool:
    """Was the creature's attack of this turn cancelled?"""
    return view.did(card.object, "attacked") and not view.did(card.object, "clashed")


def facing(view: View, card: Card, target: Card) -> Condition:
    """Only the creature in the slot opposite can be attacked, unless a text allows others."""
    opposite = card.mark(SLOT) == target.mark(SLOT)
    allowed = None if opposite else view.permits(card, "attack-any")
    rule = "clash.facing" if allowed is None else allowed.rule
    return Condition(rule, opposite or allowed is not None, "facing")


def direct(view: View, card: Card) -> Condition:
    """A direct attack needs an opponent without creatures, or whose only one cannot be attacked,
    or a text that allows it.
    """
    foes = view.zone(opponent(card.seat), "creature")
    allowed = view.permits(card, "direct-attack") if foes else None
    if allowed is not None:
        return Condition(allowed.rule, True, "direct")
    spared = [foe for foe in foes if untargetable(view, foe) or not may_be_attacked(view, card, foe)]
    if 0 < len(foes) == len(spared) and (len(foes) == 1 or view.param("several-untargetable")):
        return Condition("direct.untargetable", True, "direct")
    return past_creatures(view, foes, spared)


def may_be_attacked(view: View, card: Card, target: Card) -> bool:
    """Does no text forbid that a creature attacks another one?"""
    return all(cond.ok for cond in attack_bans(view, card, target))


def past_creatures(view: View, cards: Sequence[Card], spared: Sequence[Card]) -> Condition:
    """The condition that no creature of the opponent can be attacked, which a direct attack needs. Some
    creatures may be exempt; hidden ones only by another card's effect, whatever their own text says
    (posture.hidden.blank).
    """
    exempt = bool(spared) or any(view.face_down(card) and view.has(card, "untargetable") for card in cards)
    return Condition("clash.no-direct-past", not cards, "direct", {"exempt": exempt})


def untargetable(view: View, card: Card) -> tuple[str, ...]:
    """The articles by which a creature cannot be attacked: by its own effect, if that applies now, or by
    another card's.
    """
    ids = [
        ability.id
        for ability in view.abilities(card)
        if ability.keyword == "untargetable" and view.works(card, ability)
    ]
    return tuple(view.table.abilities[id_.partition("+")[0]].rule for id_ in ids)


# --- declaration, and whether the clash can still take place
@rules.step("clash.step.declare")
def declare(view: View, v: Vars) -> Outcome:
    """The attack is declared."""
    attacker, target = v.object("attacker"), v.object("target")
    seat = {"seat": view.active, "who": view.active}
    signals = [event({}, "signal", "attack", "clash.step.declare", card=attacker, target=target, **seat)]
    if not target:
        signals.append(event({}, "signal", "direct-attack", "battle.direct", card=attacker, **seat))
    else:
        signals.append(
            event({}, "signal", "attacked", "clash.step.declare", card=target, attacker=attacker, **seat)
        )
    return [
        put_vars(name=view.present(attacker).id, declared=target),
        events(signals),
        *(unveiled(view, v) if hides(view, v) and view.param("reveal-at-once") else []),
    ]


def fighters(view: View, v: Vars) -> tuple[Card | None, Card | None]:
    """The attacking creature and the attacked one, as far as they are there."""
    return view.card(v.object("attacker")), view.card(v.object("target"))


def may_clash(view: View, card: Card) -> bool:
    """Can a creature attack in its posture: an offensive one, and by a text that says so a defensive one?"""
    posture = card.mark("posture")
    return posture == "offensive" or (
        posture == "defensive" and view.permits(card, "defensive-attack") is not None
    )


def can_take_place(view: View, v: Vars) -> bool:
    """Do the conditions of the declaration still hold?

    The attacker must be there, offensive, and face its target.
    """
    attacker, target = fighters(view, v)
    if attacker is None or attacker.place != "creature" or not may_clash(view, attacker):
        return False
    if not v.object("target"):
        return direct(view, attacker).ok
    if target is None or target.place != "creature" or attacker.seat == target.seat:
        return False
    if target.mark("revealed") and untargetable(view, target) and not view.param("revealed-is-target"):
        return False
    return facing(view, attacker, target).ok or v.object("target") != v.get(
        "declared", v.object("target")
    )  # an effect may name another target


OVER = goto("clash.step.over")  # what lasts for the clash ends with it, however that ends


@rules.step("clash.step.cancelled", jumps=["clash.step.over"])
def still(view: View, v: Vars) -> Outcome:
    """A cancelled attack, or one that can no longer take place, ends here without rest."""
    if v.flag("negated"):
        view.note(registry.ATTACK_CANCELLED, "clash.step.cancelled", card=v["name"])
        spent = event(
            {}, "signal", "attack-spent", "clash.step.cancelled", card=v.object("attacker"), seat=view.active
        )
        return [*([events([spent])] if view.param("cancelled-counts") else []), *settles(view, v), OVER]
    if can_take_place(view, v):
        return None
    view.note(trace.ATTACK_ENDS, "clash.step.compare", card=v["name"])
    attacker, _ = fighters(view, v)
    rests = attacker is not None and attacker.place == "creature" and view.param("impossible-rests")
    return [*(rest(view, attacker) if attacker is not None and rests else []), *settles(view, v), OVER]


@rules.step("posture.hidden.reveal")
def reveal(view: View, v: Vars) -> Outcome:
    """A hidden creature that is attacked is revealed before the clash is resolved."""
    return unveiled(view, v) if hides(view, v) else None


def hides(view: View, v: Vars) -> bool:
    """Is the attacked creature hidden, and not revealed yet?"""
    _, target = fighters(view, v)
    return target is not None and target.mark("posture") == "hidden" and not target.mark("revealed")


def unveiled(view: View, v: Vars) -> list[Instruction]:
    """The instructions that reveal a creature: from now on its type and effects apply."""
    marks = {"revealed": True, "facing": "up"}
    ref = v.object("target")
    shown = event({"because": "rules"}, "mark", "revealed", "posture.hidden.reveal", card=ref, marks=marks)
    return [events([shown])]


def settles(view: View, v: Vars) -> list[Instruction]:
    """The posture a revealed creature is in from then on. The book leaves it open, so a reading decides."""
    _, target = fighters(view, v)
    if target is None or target.place != "creature" or not target.mark("revealed"):
        return []
    marks = (
        {"posture": "defensive", "revealed": False}
        if view.param("revealed-becomes") == "defensive"
        else {"revealed": False, "facing": "down"}
    )
    ctx = {"me": target.seat, "because": "rules"}
    return [events([event(ctx, "mark", "settles", "posture.hidden.reveal", card=target.object, marks=marks)])]


def rest(view: View, card: Card) -> list[Instruction]:
    """The change to rest that follows an attack, even if other changes of posture are forbidden
    (posture.rest.after-attack).
    """
    ctx = {"me": card.seat, "because": "clash"}
    rests = event(ctx, "mark", "to-rest", "clash.step.rest", card=card.object, marks={"posture": "rest"})
    return [events([rests])]


# --- The result of a clash: who is destroyed and who takes damage (battle.*, clash.step.*).
@rules.step("clash.step.compare")
def compare(view: View, v: Vars) -> Outcome:
    """The values are compared and the weaker creature destroyed;
    a direct attack has no comparison (clash.step.direct).
    """
    attacker, target = view.present(v.object("attacker")), view.card(v.object("target"))
    result = result_of(view, attacker, target)
    tell_clash(view, attacker, target, result)
    gone, loser = destructions(view, attacker, target, result), payer(view, attacker, result.loser)
    cost = put_vars(damage=result.damage, loser=loser, damage_rule=result.damage_rule)
    return [cost, *([events(gone)] if gone else []), events([clashed(attacker, v.object("target"))])]


def clashed(attacker: Card, target: Ref) -> Event:
    """The event that a creature has clashed with another one, or directly."""
    seat = attacker.seat
    return event(
        {}, "signal", "clashed", "clash.step.compare", card=attacker.object, target=target, seat=seat
    )


def tell_clash(view: View, attacker: Card, target: Card | None, result: Result) -> None:
    """Records the values that were compared, and what they are made up of; a direct attack has one value."""
    fought = {"attacker": attacker.id, "atk": value(view, attacker, "atk")}
    made = makers(view, attacker, "atk")
    if target is None:
        view.note(registry.CLASH_DIRECT, result.rule, **fought, texts=made)
        return
    fought |= {"target": target.id, "against": value(view, target, result.attr)}
    about = {"posture": target.mark("posture"), "prints": (attacker.print, target.print)}
    texts = dict.fromkeys((*made, *makers(view, target, result.attr)))
    view.note(
        registry.CLASH, result.rule, **fought, attr=result.attr.capitalize(), texts=tuple(texts), **about
    )


def payer(view: View, attacker: Card, card: Card | None) -> str:
    """The player who loses PV for a creature that lost its clash: its controller, or by the other reading
    its owner.
    """
    if card is None:
        return opponent(attacker.seat)
    return card.owner if card.owner != card.seat and view.param("damage-to") == "owner" else card.seat


def value(view: View, card: Card, attr: str) -> int:
    """A value of a creature."""
    return int(view.value(card, attr) or 0)


@rules.step("clash.step.damage")
def damage(view: View, v: Vars) -> Outcome:
    """The player who lost the clash loses PV."""
    if not v.get("damage"):
        return None
    attacker = view.card(v.object("attacker"))
    ctx = {"me": view.active, "self": attacker.object if attacker is not None else "", "because": "clash"}
    rule: str = v["damage_rule"]
    cost = {"seat": v["loser"], "score": "pv", "n": v["damage"], "sign": -1}
    return [events([event(ctx, "score", "damage", rule, **cost)])]


@rules.step("clash.step.rest")
def after(view: View, v: Vars) -> Outcome:
    """The attacker goes to rest. A creature that was revealed and is still there takes a visible posture."""
    attacker, _ = fighters(view, v)
    return [
        *(rest(view, attacker) if attacker is not None and attacker.place == "creature" else []),
        *settles(view, v),
    ]
