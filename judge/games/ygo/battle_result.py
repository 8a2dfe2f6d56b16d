"""What a battle comes to: who is destroyed, who takes damage, what follows (battle.*, ds.*)."""

from __future__ import annotations

from typing import Any, NamedTuple

from judge.engine.book import Outcome
from judge.engine.continuous import statics_on, touches
from judge.engine.proposals import AGAIN, call, event, events, move_event, put_vars
from judge.engine.view import Vars, View
from judge.games.ygo.battle import LENDING, battles, fighters, frame_of_attack, tell_end
from judge.games.ygo.cards import printed_type, stay_rule
from judge.games.ygo.registry import rules
from judge.state import Card, Ref, opponent


class Result(NamedTuple):
    """What a battle comes to: who is destroyed, who takes how much, under which articles."""

    rule: str
    destroyed: tuple[Ref, ...] = ()
    damage: int = 0
    loser: str = ""
    damage_rule: str = ""


@rules.step("battle.compare")
def calculate(game: View, v: Vars) -> Outcome:
    """Damage calculation: from here on nothing may be activated (ds.limits.until-calc)."""
    attacker, target, _ = fighters(game)
    if attacker is None or not battles(game):
        tell_end(game, "battle.compare", str(frame_of_attack(game).vars["attacker"]))
        return [put_vars(calculated=True)]
    found = result_of(game, attacker, target)
    tell(game, attacker, target, found)
    fought = event(
        {},
        "signal",
        "battled",
        "battle.compare",
        card=attacker.object,
        target=target.object if target else "",
        seat=attacker.seat,
    )
    batch = blows(game, attacker, target, found)
    if game.param("late-graves"):
        now = [one for one in batch if one["verb"] != "move"]
        return [
            put_vars(
                calculated=True, doomed=found.destroyed, blows=tuple(batch), fought=sides_of(attacker, target)
            ),
            events([*now, fought]),
        ]
    return [put_vars(calculated=True, fought=sides_of(attacker, target)), events([*batch, fought])]


def sides_of(attacker: Card, target: Card | None) -> tuple[str, ...]:
    """The cards of a battle by their ids, which they keep when they leave."""
    return (attacker.id, target.id) if target is not None else ()


@rules.step("tell-fought")
def tell_fought(game: View, v: Vars) -> Outcome:
    """Each of two monsters has battled the other, wherever they are by now: for effects that say so."""
    if "fought" not in game.table.listeners or not v.get("fought"):
        return None
    one, other = (game.game.cards[id_] for id_ in v["fought"])
    pairs = ((one, other), (other, one))
    return [
        events(
            [
                event(
                    {},
                    "signal",
                    "fought",
                    "battle.compare",
                    card=card.object,
                    target=foe.object,
                    seat=card.seat,
                )
                for card, foe in pairs
            ]
        )
    ]


@rules.step("late-graves")
def late_graves(game: View, v: Vars) -> Outcome:
    """Sanctioned play: what was destroyed by the battle leaves only now."""
    batch = [one for one in v.get("blows", ()) if one["verb"] == "move"]
    return [put_vars(doomed=(), blows=()), events(batch)] if batch else None


def result_of(game: View, attacker: Card, target: Card | None) -> Result:
    """The result of a direct attack, or of a battle with a monster in Attack or Defense Position."""
    atk = max(0, int(game.value(attacker, "atk") or 0))
    if target is None:
        return Result("battle.direct", (), atk, opponent(attacker.seat), "battle.direct")
    if target.mark("position") == "attack":
        return against_attack(attacker, target, atk, max(0, int(game.value(target, "atk") or 0)))
    return against_defence(game, attacker, target, atk, max(0, int(game.value(target, "def") or 0)))


def against_attack(attacker: Card, target: Card, atk: int, other: int) -> Result:
    """ATK against ATK; a monster with 0 ATK destroys nothing (zero-atk)."""
    if atk > other:
        return Result("battle.atk.win", (target.object,), atk - other, target.seat, "battle.atk.win.damage")
    if atk < other:
        return Result(
            "battle.atk.lose", (attacker.object,), other - atk, attacker.seat, "battle.atk.lose.damage"
        )
    return Result("battle.atk.tie", (target.object, attacker.object)) if atk else Result("zero-atk")


def against_defence(game: View, attacker: Card, target: Card, atk: int, other: int) -> Result:
    """ATK against DEF; what is above it pierces where a text says so (gl.piercing)."""
    if atk > other:
        pierced = (atk - other, target.seat, "gl.piercing") if game.has(attacker, "piercing") else (0, "", "")
        return Result("battle.def.win", (target.object,), *pierced)
    if atk < other:
        return Result("battle.def.lose", (), other - atk, attacker.seat, "battle.def.lose")
    return Result("battle.def.tie")


def tell(game: View, attacker: Card, target: Card | None, found: Result) -> None:
    """What was compared."""
    against = "" if target is None else "atk" if target.mark("position") == "attack" else "def"
    have = game.value(target, against) or 0 if target is not None else 0
    changed = (
        *why_so_strong(game, attacker, "atk"),
        *(why_so_strong(game, target, against) if target is not None else ()),
    )
    game.note(
        "battle",
        found.rule,
        attacker=attacker.id,
        atk=game.value(attacker, "atk") or 0,
        target=target.id if target else "",
        against=have,
        attr=against.upper(),
        also=("battle.compare", *dict.fromkeys(changed)),
    )


def why_so_strong(game: View, card: Card, attr: str) -> list[str]:
    """The articles of the Continuous effects and cards that make a value what it is."""
    if not game.tracing:
        return []
    found = [source for _, ability, source in statics_on(game, attr) if touches(game, ability, source, card)]
    return [
        LENDING.get(one.place, "effect.continuous")
        if printed_type(game, one) == "monster"
        else stay_rule(game, one)
        for one in found
        if one.print
    ]  # what is imposed lies on no card


def blows(game: View, attacker: Card, target: Card | None, found: Result) -> list[dict[str, Any]]:
    """The events of a result: what is destroyed and who takes the damage, all at once."""
    batch = []
    for ref in found.destroyed:
        other = (
            attacker.object
            if target is not None and ref == target.object
            else target.object
            if target is not None
            else ""
        )
        by = game.card(other)
        ctx = {"self": other, "me": by.seat if by is not None else "", "because": "battle"}
        batch.append(move_event(game, ctx, ref, "graveyard", "destroy", found.rule))
    if found.damage:
        cause = attacker if found.loser != attacker.seat or target is None else target
        ctx = {"self": cause.object, "me": cause.seat, "because": "battle"}
        batch.append(
            event(
                ctx,
                "score",
                "battle-damage",
                found.damage_rule,
                seat=found.loser,
                score="lp",
                n=found.damage,
                sign=-1,
                card=cause.object,
            )
        )
    return batch


@rules.step("chain-of-triggers")
@rules.step("ds.flip.resolve")
def flips(game: View, v: Vars) -> Outcome:
    """Flip effects and other effects that activated by themselves follow the calculation."""
    if not any(one.status == "pending" for one in game.game.waiting):
        return None
    game.note("said", "ds.flip.target")  # what was destroyed lies in the Graveyard by now
    return [call("chain"), AGAIN]
