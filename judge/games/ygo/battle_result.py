"""What a battle comes to: who is destroyed, who takes damage, what follows (battle.*, ds.*)."""

from __future__ import annotations

from typing import NamedTuple

from judge.engine.effects.continuous import statics_on
from judge.engine.effects.scopes import touches
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.proposals import AGAIN, call, event, events, move_event, put_vars
from judge.engine.kernel.state import Card, Ref, opponent
from judge.engine.kernel.view import Vars, View
from judge.games.ygo.battle import LENDING, battles, fighters, frame_of_attack, tell_end
from judge.games.ygo.cards import printed_type, stay_rule
from judge.games.ygo.registry import rules


class Result(NamedTuple):
    """What a battle comes to: who is destroyed, who takes how much, under which articles."""

    rule: str
    destroyed: tuple[Ref, ...] = ()
    damage: int = 0
    loser: str = ""
    damage_rule: str = ""


@rules.step("battle.compare")
def calculate(view: View, v: Vars) -> Outcome:
    """Damage calculation: from here on nothing may be activated (ds.limits.until-calc)."""
    attacker, target, _ = fighters(view)
    if attacker is None or not battles(view):
        tell_end(view, "battle.compare", str(frame_of_attack(view).vars["attacker"]))
        return [put_vars(calculated=True)]
    found = result_of(view, attacker, target)
    tell(view, attacker, target, found)
    battled, batch = signal("battled", attacker, target), blows(view, attacker, target, found)
    fought = sides_of(attacker, target)
    if view.param("late-graves"):
        now = [one for one in batch if one["verb"] != "move"]
        vars = put_vars(calculated=True, doomed=found.destroyed, blows=tuple(batch), fought=fought)
        return [vars, events([*now, battled])]
    return [put_vars(calculated=True, fought=fought), events([*batch, battled])]


def signal(name: str, card: Card, foe: Card | None) -> Event:
    """The event that a monster has battled: which one, or nothing in a direct attack."""
    target = foe.object if foe is not None else ""
    return event({}, "signal", name, "battle.compare", card=card.object, target=target, seat=card.seat)


def sides_of(attacker: Card, target: Card | None) -> tuple[str, ...]:
    """The cards of a battle by their ids, which they keep when they leave."""
    return (attacker.id, target.id) if target is not None else ()


@rules.step("tell-fought")
def tell_fought(view: View, v: Vars) -> Outcome:
    """Each of two monsters has battled the other, wherever they are by now: for effects that say so."""
    if "fought" not in view.table.listeners or not v.get("fought"):
        return None
    one, other = (view.game.cards[id_] for id_ in v["fought"])
    return [events([signal("fought", one, other), signal("fought", other, one)])]


@rules.step("late-graves")
def late_graves(view: View, v: Vars) -> Outcome:
    """Sanctioned play: what was destroyed by the battle leaves only now."""
    batch = [one for one in v.get("blows", ()) if one["verb"] == "move"]
    return [put_vars(doomed=(), blows=()), events(batch)] if batch else None


def result_of(view: View, attacker: Card, target: Card | None) -> Result:
    """The result of a direct attack, or of a battle with a monster in Attack or Defense Position."""
    atk = max(0, int(view.value(attacker, "atk") or 0))
    if target is None:
        return Result("battle.direct", (), atk, opponent(attacker.seat), "battle.direct")
    if target.mark("position") == "attack":
        return against_attack(attacker, target, atk, max(0, int(view.value(target, "atk") or 0)))
    return against_defence(view, attacker, target, atk, max(0, int(view.value(target, "def") or 0)))


def against_attack(attacker: Card, target: Card, atk: int, other: int) -> Result:
    """ATK against ATK; a monster with 0 ATK destroys nothing (zero-atk)."""
    if atk > other:
        return Result("battle.atk.win", (target.object,), atk - other, target.seat, "battle.atk.win.damage")
    if atk < other:
        return Result(
            "battle.atk.lose", (attacker.object,), other - atk, attacker.seat, "battle.atk.lose.damage"
        )
    return Result("battle.atk.tie", (target.object, attacker.object)) if atk else Result("zero-atk")


def against_defence(view: View, attacker: Card, target: Card, atk: int, other: int) -> Result:
    """ATK against DEF; what is above it pierces where a text says so (gl.piercing)."""
    if atk > other:
        pierced = (atk - other, target.seat, "gl.piercing") if view.has(attacker, "piercing") else (0, "", "")
        return Result("battle.def.win", (target.object,), *pierced)
    if atk < other:
        return Result("battle.def.lose", (), other - atk, attacker.seat, "battle.def.lose")
    return Result("battle.def.tie")


def tell(view: View, attacker: Card, target: Card | None, found: Result) -> None:
    """What was compared."""
    against = "" if target is None else "atk" if target.mark("position") == "attack" else "def"
    changed = why_so_strong(view, attacker, "atk")
    changed += why_so_strong(view, target, against) if target is not None else []
    compared = {
        "attacker": attacker.id,
        "atk": view.value(attacker, "atk") or 0,
        "target": target.id if target is not None else "",
        "against": view.value(target, against) or 0 if target is not None else 0,
        "attr": against.upper(),
    }
    view.note("battle", found.rule, **compared, also=("battle.compare", *dict.fromkeys(changed)))


def why_so_strong(view: View, card: Card, attr: str) -> list[str]:
    """The articles of the Continuous effects and cards that make a value what it is."""
    if not view.tracing:
        return []
    found = [source for _, ability, source in statics_on(view, attr) if touches(view, ability, source, card)]
    return [lending_rule(view, one) for one in found if one.print]  # what is imposed lies on no card


def lending_rule(view: View, card: Card) -> str:
    """The article by which a card changes values from where it lies."""
    if printed_type(view, card) == "monster":
        return LENDING.get(card.place, "effect.continuous")
    return stay_rule(view, card)


def blows(view: View, attacker: Card, target: Card | None, found: Result) -> list[Event]:
    """The events of a result: what is destroyed and who takes the damage, all at once."""
    batch = []
    for ref in found.destroyed:
        by = attacker if target is not None and ref == target.object else target
        batch.append(destruction(view, ref, by, found.rule))
    if found.damage:
        batch.append(
            battle_damage(attacker if found.loser != attacker.seat or target is None else target, found)
        )
    return batch


def destruction(view: View, ref: Ref, by: Card | None, rule: str) -> Event:
    """A monster is destroyed by the one that it has battled."""
    ctx = {"self": by.object if by is not None else "", "me": by.seat if by is not None else ""}
    return move_event(view, {**ctx, "because": "battle"}, ref, "graveyard", "destroy", rule)


def battle_damage(cause: Card, found: Result) -> Event:
    """What a player loses by the monster that causes it."""
    ctx = {"self": cause.object, "me": cause.seat, "because": "battle"}
    lost = {"seat": found.loser, "score": "lp", "n": found.damage, "sign": -1, "card": cause.object}
    return event(ctx, "score", "battle-damage", found.damage_rule, **lost)


@rules.step("chain-of-triggers")
@rules.step("ds.flip.resolve")
def flips(view: View, v: Vars) -> Outcome:
    """Flip effects and other effects that activated by themselves follow the calculation."""
    if not any(one.status == "pending" for one in view.game.waiting):
        return None
    view.note("said", "ds.flip.target")  # what was destroyed lies in the Graveyard by now
    return [call("chain"), AGAIN]
