"""The phases: programming in secret, adjustment, Actions, Interphase (phase1.* to phase2.*, action.*,
brief.interphase).

Code because what may be done with a card depends on its cooldown, its alteration and when it was placed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from judge.engine.book import Outcome
from judge.engine.proposals import event, events, move_event
from judge.engine.view import Vars, View
from judge.games.tdg.altered import allowed, alteration, article
from judge.games.tdg.blocks import latent, on_field
from judge.games.tdg.registry import rules
from judge.state import Cond, Do


@rules.cond("free")
def free(game: View, row: Mapping[str, Any], ctx: Mapping[str, Any]) -> Iterator[Cond]:
    """That no cooldown is running on a card, or on what lies where it would go, and that no alteration of a
    list bars it (phase2.condition).
    """
    for card in filter(None, map(game.card, (ctx["self"], ctx.get("there", "")))):
        yield Cond(row["rule"], not card.mark("cooldown"), "cooldown", also=("position.cooldown",))
        yield allowed(game, card, row["param"], row["rule"], row["say"])


@rules.cond("trading")
def trading(game: View, row: Mapping[str, Any], ctx: Mapping[str, Any]) -> Iterator[Cond]:
    """That neither a Support nor the Leader with whom it would trade places is held."""
    leaders = game.zone(ctx["me"], "leader")
    yield from free(game, row, {**ctx, "there": next((one.object for one in leaders), "")})


@rules.cond("linked")
def in_link(game: View, row: Mapping[str, Any], ctx: Mapping[str, Any]) -> Iterator[Cond]:
    """That an Object is not latent, and has not been in this phase."""
    card = game.card(ctx["self"])
    assert card is not None
    yield Cond(row["rule"], not latent(game, card), row["say"])
    yield Cond("object.latency-no-reengage", not card.mark("was-latent"), "was-latent")


@rules.verb("trade", "phase2.move", "leader.promotion")
def trade(game: View, v: Vars) -> Outcome:
    """A card goes to a slot of its player; a card that lies there takes its place."""
    card, to = game.cards(game.refs(v["trade"], v), v)[0], goal(v)
    ways = [(card, to), *((other, card.place) for other in game.zone(card.seat, to))]
    ctx, rule = {"me": card.seat}, v.args.get("rule", "phase2.move")
    return [events([move_event(game, ctx, one.object, zone, "move", rule) for one, zone in ways])]


def goal(v: Vars) -> str:
    """The zone that a word says, or the one that its player named."""
    to = str(v.args["to"])
    return str(v[to[1:]]) if to[:1] == "$" else to


@rules.step("action.immediate")
def act(game: View, v: Vars) -> Outcome:
    """The effect of the Action applies if its conditions hold, and it is discarded."""
    card = game.card(v.object("self"))
    assert card is not None
    rule = "action.immediate"
    away = Do("named-move", {"discard": card.object, "named": "discard", "rule": "action.discard"})
    out: list[Do] = []
    for ability in game.abilities(card):
        vars = {"me": v["me"], "self": card.object, "ability": ability.id, "because": "effect", "rule": rule}
        if ability.kind == "activated" and (ability.when is None or game.holds(ability.when, vars)):
            asked = ("action.condition", "action.no-stop") if ability.when is not None else ()
            game.note("carried-out", rule, card=card.id, also=asked)
            out.append(
                Do(
                    "within",
                    {"vars": vars, "do": (*ability.data.get("targets", ()), *ability.do), "rule": rule},
                )
            )
        elif ability.kind == "activated":
            game.note("unmet", "action.condition", card=card.id)
    return [*out, away]


# --- Interphase ------------------------------------------------------------------------------------
@rules.step("position.cooldown-count")
def tick(game: View, v: Vars) -> Outcome:
    """The N of this turn is wiped, every other cooldown falls by one; Ice holds it."""
    batch, rule = [], "position.cooldown-count"
    for card in (one for one in on_field(game) if one.mark("cooldown")):
        n, fresh = int(card.mark("cooldown")), bool(card.mark("fresh-turn"))
        held = not fresh or game.param("frozen-keeps-new")
        if held and alteration(card) in game.param("frozen"):
            game.note("frozen", article(game, alteration(card)), card=card.id, n=n)
            continue
        marks = {"fresh-turn": False} if fresh else {"cooldown": n - 1}
        batch.append(event({}, "mark", "wipe" if fresh else "cool", rule, card=card.object, marks=marks))
    return [events(batch)] if batch else None


@rules.step("clock")
def clock(game: View, v: Vars) -> Outcome:
    """When the time is over the phase is finished and the PV are compared (clock.zero, clock.compare)."""
    if not game.game.memory.get("outside:clock"):
        return None
    a, b = (game.game.scores[f"{seat}.pv"] for seat in ("A", "B"))
    losers = () if a == b else ("A",) if a < b else ("B",)
    rule = "win.clock" if losers else "win.draw"
    told = {"losers": losers, "why": "clock", **({"seat": losers[0]} if losers else {})}
    return [
        events(
            [
                event(
                    {}, "end-game", "defeat" if losers else "draw-game", rule, also=("clock.compare",), **told
                )
            ]
        )
    ]
