"""The phases: programming in secret, adjustment, Actions, Interphase (phase1.* to phase2.*, action.*,
brief.interphase).

Code because what may be done with a card depends on its cooldown, its alteration and when it was placed.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.kernel.book import Outcome
from judge.engine.kernel.proposals import call, event, events
from judge.engine.kernel.state import Cond
from judge.engine.kernel.view import Vars, View
from judge.games.tdg.altered import allowed, alteration, article
from judge.games.tdg.block_effects import carrying
from judge.games.tdg.blocks import HAND, latent, on_field
from judge.games.tdg.registry import rules
from judge.text.plain import Context, Fields


@rules.cond("free")
def free(view: View, row: Fields, ctx: Context) -> Iterator[Cond]:
    """That no cooldown is running on a card, or on what lies where it would go, and that no alteration of a
    list bars it (phase2.condition); with `if` of the cards that fit.
    """
    own = filter(None, map(view.card, (ctx["self"], ctx.get("there", ""))))
    for card in view.cards(row["if"], ctx) if "if" in row else own:
        yield Cond(row["rule"], not card.mark("cooldown"), "cooldown")
        yield allowed(view, card, row["param"], row["rule"], row["say"])


@rules.cond("linked")
def in_link(view: View, row: Fields, ctx: Context) -> Iterator[Cond]:
    """That an Object is not latent, and has not been in this phase."""
    card = view.present(ctx["self"])
    yield Cond(row["rule"], not latent(view, card), row["say"])
    yield Cond("object.latency-no-reengage", not card.mark("was-latent"), "was-latent")


@rules.step("early-action")
def early(view: View, v: Vars) -> Outcome:
    """By one reading an Action waits for Smash and Bonus only, which are named, and may come before the other
    off-field cards (action.timing).
    """
    me = {"me": view.active}
    if not view.cards({"zone": HAND, "of": "any", "known": True, "type": "action"}, me):
        return None
    named = {"zone": "off-field", "of": "any", "type": ("smash", "bonus"), "established": False}
    if view.cards(named, me) or view.param("actions-wait-for-all"):
        return None
    return [call("window:action", mode="confrontation")]


@rules.step("action.immediate")
def act(view: View, v: Vars) -> Outcome:
    """The effect of the Action applies if its conditions hold."""
    card, me = view.present(v.object("self")), v["me"]
    does = (one.id for one in view.abilities(card) if one.kind == "activated")
    return [
        do for one in does for do in carrying(view, card, {"me": me, "self": card.object, "ability": one})
    ]


# --- Interphase ------------------------------------------------------------------------------------
@rules.step("position.cooldown-count")
def tick(view: View, v: Vars) -> Outcome:
    """The N of this turn is wiped, every other cooldown falls by one; Ice holds it."""
    batch, rule = [], "position.cooldown-count"
    for card in (one for one in on_field(view) if one.mark("cooldown")):
        n, fresh = int(card.mark("cooldown")), bool(card.mark("fresh-turn"))
        held = not fresh or view.param("frozen-keeps-new")
        if held and alteration(card) in view.param("frozen"):
            view.note("frozen", article(view, alteration(card)), card=card.id, n=n)
            continue
        marks = {"fresh-turn": False} if fresh else {"cooldown": n - 1}
        batch.append(event({}, "mark", "wipe" if fresh else "cool", rule, card=card.object, marks=marks))
    return [events(batch)] if batch else None


@rules.step("clock-elsewhere")
def clock_elsewhere(view: View, v: Vars) -> Outcome:
    """The same after another phase than the Confrontation; by one reading the game goes on to that."""
    return (
        clock(view, v) if view.game.memory.get("outside:clock") and view.param("clock-in-any-phase") else None
    )


@rules.step("clock")
def clock(view: View, v: Vars) -> Outcome:
    """When the time is over the phase is finished and the PV are compared (clock.zero, clock.compare)."""
    if not view.game.memory.get("outside:clock"):
        return None
    a, b = (view.game.scores[f"{seat}.pv"] for seat in ("A", "B"))
    losers = () if a == b else ("A",) if a < b else ("B",)
    name, rule = ("defeat", "win.clock") if losers else ("draw-game", "win.draw")
    told = {"losers": losers, "why": "clock", **({"seat": losers[0]} if losers else {})}
    return [events([event({}, "end-game", name, rule, **told)])]
