"""The result of a clash: who is destroyed and who takes damage (battle.*, clash.step.*)."""

from __future__ import annotations

from judge.engine.effects.continuous import makers
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.proposals import event, events, put_vars
from judge.engine.kernel.state import Card, Ref, opponent
from judge.engine.kernel.view import Vars, View
from judge.engine.mechanisms.comparison import Result, destructions, result_of
from judge.games.postures import lines
from judge.games.postures.clash import fighters, rest, settles
from judge.games.postures.registry import rules


@rules.step("clash.step.compare")
def compare(view: View, v: Vars) -> Outcome:
    """The values are compared and the weaker creature destroyed;
    a direct attack has no comparison (clash.step.direct).
    """
    attacker, target = view.present(v.object("attacker")), view.card(v.object("target"))
    found = result_of(view, attacker, target)
    tell_clash(view, attacker, target, found)
    gone, loser = destructions(view, attacker, target, found), payer(view, attacker, found.loser)
    cost = put_vars(damage=found.damage, loser=loser, damage_rule=found.damage_rule)
    return [cost, *([events(gone)] if gone else []), events([clashed(attacker, v.object("target"))])]


def clashed(attacker: Card, target: Ref) -> Event:
    """The event that a creature has clashed with another one, or directly."""
    seat = attacker.seat
    return event(
        {}, "signal", "clashed", "clash.step.compare", card=attacker.object, target=target, seat=seat
    )


def tell_clash(view: View, attacker: Card, target: Card | None, found: Result) -> None:
    """Records the values that were compared, and what they are made up of; a direct attack has one value."""
    fought = {"attacker": attacker.id, "atk": value(view, attacker, "atk")}
    made = makers(view, attacker, "atk")
    if target is None:
        view.note(lines.CLASH_DIRECT, found.rule, **fought, texts=made)
        return
    fought |= {"target": target.id, "against": value(view, target, found.attr)}
    about = {"posture": target.mark("posture"), "prints": (attacker.print, target.print)}
    texts = dict.fromkeys((*made, *makers(view, target, found.attr)))
    view.note(lines.CLASH, found.rule, **fought, attr=found.attr.capitalize(), texts=tuple(texts), **about)


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
