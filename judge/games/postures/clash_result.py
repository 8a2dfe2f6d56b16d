"""What a clash comes to: who is destroyed and who takes damage (battle.*, clash.step.*)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from judge.engine.effects.continuous import made_of, statics
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.proposals import event, events, move_event, put_vars
from judge.engine.kernel.state import SEATS, Card, Do, Ref, opponent
from judge.engine.kernel.view import Vars, View
from judge.games.postures.clash import AGAINST, fighters, rest, settles
from judge.games.postures.registry import rules


# --- comparison, damage, rest
class Result(NamedTuple):
    """What a clash comes to: who is destroyed, who takes how much, under which articles."""

    rule: str
    destroyed: tuple[Card, ...] = ()
    damage: int = 0
    loser: Card | None = None
    damage_rule: str = ""
    also: tuple[str, ...] = ()


@rules.step("clash.step.compare")
def compare(view: View, v: Vars) -> Outcome:
    """The values are compared and the weaker creature destroyed;
    a direct attack has no comparison (clash.step.direct).
    """
    attacker, target = fighters(view, v)
    assert attacker is not None
    fought = events([clashed(attacker, v.object("target"))])
    if target is None:
        return [unopposed(view, attacker), fought]
    found = result_of(view, attacker, target)
    tell_clash(view, attacker, target, found)
    gone = [
        felled(view, card, target if card is attacker else attacker, found.rule) for card in found.destroyed
    ]
    cost = put_vars(damage=found.damage, loser=payer(view, found.loser), damage_rule=found.damage_rule)
    return [cost, *([events(gone)] if gone else []), fought]


def clashed(attacker: Card, target: Ref) -> Event:
    """The event that a creature has clashed: with what, or with nothing."""
    seat = attacker.seat
    return event(
        {}, "signal", "clashed", "clash.step.compare", card=attacker.object, target=target, seat=seat
    )


def unopposed(view: View, attacker: Card) -> Do:
    """What a direct attack costs the player whom it hits: the whole Atk."""
    atk = value(view, attacker, "atk")
    also = made_of(view, attacker, "atk")
    view.note("clash-direct", "battle.direct", attacker=attacker.id, atk=atk, also=also)
    return put_vars(damage=atk, loser=opponent(attacker.seat), damage_rule="battle.direct")


def tell_clash(view: View, attacker: Card, target: Card, found: Result) -> None:
    """Tell the values that were compared, and every article that they rest on."""
    attr = stat(target)
    made = (*made_of(view, attacker, "atk"), *made_of(view, target, attr))
    fought = {
        "attacker": attacker.id,
        "atk": value(view, attacker, "atk"),
        "target": target.id,
        "against": value(view, target, attr),
        "attr": attr.capitalize(),
    }
    also = (*found.also, *printed_by(view, attacker, target), *made)
    view.note("clash", found.rule, **fought, also=also)


def payer(view: View, card: Card | None) -> str:
    """Who pays for the clash of a creature: its controller, or by the other reading its owner."""
    if card is None:
        return ""
    return card.owner if card.owner != card.seat and view.param("damage-to") == "owner" else card.seat


def felled(view: View, card: Card, by: Card, rule: str) -> Event:
    """The destruction of a creature by the one that it clashed with."""
    ctx = {"me": by.seat, "self": by.object, "because": "clash"}
    return move_event(view, ctx, card.object, "graveyard", "destroy", rule)


def value(view: View, card: Card, attr: str) -> int:
    """A value of a creature."""
    return int(view.value(card, attr) or 0)


def stat(card: Card) -> str:
    """Atk counts for an attacked creature in offensive posture, Def in every other."""
    return "atk" if card.mark("posture") == "offensive" else "def"


def printed_by(view: View, *cards: Card) -> Sequence[str]:
    """The articles on which the values of cards rest that the rulebook itself prints,
    and on hidden ones whose effects do not count.
    """
    stock = view.book.tables["stock"]
    own = [str(rule) for card in cards for rule in stock.get(card.print, {}).get("cites", ())]
    hidden = [card for seat in SEATS for card in view.zone(seat, "creature") if view.face_down(card)]
    typed = hidden and any(
        view.book.unread.intersection(ability.data.get("scope", ())) for _, ability, _ in statics(view)
    )
    still = any(one.kind == "static" for card in hidden for one in view.abilities(card))
    return [
        *own,
        *(["posture.hidden.blank"] if typed or any(view.abilities(card) for card in hidden) else []),
        *(["skill.passive"] if still else []),
    ]


def result_of(view: View, attacker: Card, target: Card) -> Result:
    """The result by the posture of the attacked creature."""
    atk, other = value(view, attacker, "atk"), value(view, target, stat(target))
    posture = str(target.mark("posture"))
    if posture == "offensive":
        return against_offensive(view, attacker, target, atk - other)
    also = (*AGAINST[posture], "stat.def", "stat.atk")
    if atk > other:
        return Result("battle.off-def.win", (target,), also=also)
    if atk < other:
        return Result("battle.off-def.lose", (), other - atk, attacker, "battle.off-def.lose", also)
    return Result("battle.off-def.win", also=("battle.off-def.lose", *also))


def against_offensive(view: View, attacker: Card, target: Card, margin: int) -> Result:
    """Atk against Atk: the weaker one is destroyed, its player takes the difference;
    the book says nothing of equal ones.
    """
    also = ("posture.offensive.stat", "stat.atk")
    if not margin:
        both = (target, attacker) if view.param("equal-atk") == "both" else ()
        return Result("battle.off-off.destroy", both, also=(*also, "battle.off-off.damage"))
    weaker = target if margin > 0 else attacker
    return Result("battle.off-off.destroy", (weaker,), abs(margin), weaker, "battle.off-off.damage", also)


@rules.step("clash.step.damage")
def damage(view: View, v: Vars) -> Outcome:
    """The PV that the clash costs."""
    if not v.get("damage"):
        return None
    attacker = view.card(v.object("attacker"))
    ctx = {"me": view.active, "self": attacker.object if attacker is not None else "", "because": "clash"}
    rule: str = v["damage_rule"]
    cost = {"seat": v["loser"], "score": "pv", "n": v["damage"], "sign": -1}
    also = ("clash.step.direct",) if rule == "battle.direct" else ()
    return [events([event(ctx, "score", "damage", rule, **cost, also=also)])]


@rules.step("clash.step.rest")
def after(view: View, v: Vars) -> Outcome:
    """The attacker goes to rest; a hidden creature that was revealed and is still there takes a posture that
    is seen.
    """
    attacker, _ = fighters(view, v)
    return [
        *(rest(view, attacker) if attacker is not None and attacker.place == "creature" else []),
        *settles(view, v),
    ]
