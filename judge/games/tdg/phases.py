"""The phases: programming in secret, adjustment, Revelation with RV and Objects, Actions, Interphase
(phase1.* to phase3.*, rv.*, object.latency, leader.replace-hand, action.*, brief.interphase).

Code because what may be done with a card depends on its cooldown, its alteration and when it was placed, and
whether it fits a slot on what lies there and in another slot; the Smash of an RV is looked for among all of a
player's cards, shown, and put back where it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import call, event, events, goto, move_event
from judge.engine.kernel.state import AppliedEvent, Card, Condition, Instruction
from judge.engine.kernel.view import Vars, View
from judge.engine.language.values import said
from judge.engine.words.targets import tell_nothing
from judge.games.tdg import registry
from judge.games.tdg.altered import allowed, alteration, article
from judge.games.tdg.block_effects import carrying
from judge.games.tdg.blocks import HAND, LEADER, OWNERS, latent, on_field, there
from judge.games.tdg.registry import rules
from judge.games.tdg.variants import OFF
from judge.text.plain import Fields, Scope


@rules.interrupt("object.latency", "move", "mark")
def unlinked(view: View, records: Sequence[AppliedEvent]) -> Sequence[Instruction] | None:
    """An Object whose character has become invalid is latent and disengaged. A new character links it."""
    touched = {
        (card.seat, card.place) for record in records for card in (record.before, record.after) if card
    }
    items = [card for seat in view.seats("any") for zone in OWNERS for card in view.zone(seat, zone)]
    near = [item for item in items if touched & {(item.seat, item.place), (item.seat, OWNERS[item.place])}]
    cards = [card for card in near if latent(view, card) != bool(card.mark("latent"))]
    return (
        [events([woken(card) if card.mark("latent") else falls(card) for card in cards])] if cards else None
    )


def falls(item: Card) -> Event:
    """The event that an Object becomes latent (phase4.check-latent). An Object that is put down without a
    character was never linked.
    """
    engaged = item.mark("position") == "engaged"
    marks: dict[str, object] = {"latent": True, "was-latent": engaged or not item.mark("new")}
    marks |= {"position": "upright"} if engaged else {}
    rule = "object.latency-disengage" if engaged else "object.latency"
    return event({}, "mark", "latent", rule, card=item.object, marks=marks)


def woken(item: Card) -> Event:
    """The event by which an Object is linked again."""
    return event({}, "mark", "relinked", "object.latency-relink", card=item.object, marks={"latent": False})


@rules.step("locked-hand", jumps=["leader.replace-deck"])
def locked_hand(view: View, v: Vars) -> Outcome:
    """By one reading Locked cards cannot become the new Leader: if there are any, the Leader is replaced
    without them.
    """
    passed = (
        view.zone(v["me"], "lock") and not there(view, v["me"], LEADER) and not view.param("locked-is-hand")
    )
    return [call("replace-unlocked", me=v["me"]), goto("leader.replace-deck")] if passed else None


@rules.word(
    "install",
    "cards",
    {"to": "goal"},
    ("to",),
    ("as", "rule"),
    cites=("phase3.place", "support.slot-replace", "support.play-window", "support.slot-empty"),
)
def install(view: View, v: Vars) -> Outcome:
    """Discards what was in the slot, then puts the card there."""
    cards, to = view.cards(view.refs(v["install"], v), v), str(said(view, v.args["to"], v))
    if not cards:
        tell_nothing(view, v, v["install"], "install")
        return None
    card = cards[0]
    ctx = {"me": card.seat, "because": "rules"}
    old, rule = view.zone(card.seat, to) if to != OFF else (), "support.slot-replace"
    out = [events([move_event(view, ctx, former.object, "discard", "discard", rule)]) for former in old]
    arrives = move_event(view, ctx, card.object, to, "move", "phase3.place", marks={"new": True})
    return [*out, *shown(view, card), events([arrives])]


# --- RV: played like a base card, where its Terrain and its Smash allow it (rv.*) -----------------
def shown(view: View, card: Card) -> Iterator[Instruction]:
    """The instructions that show the Smash of an RV to the other player, who shuffles the deck if the Smash
    was there.
    """
    its = view.book.tables["selectors"]["its-smash"] if view.type(card) == "rv" else ()
    for smash in (hit for sel in its for hit in view.cards(sel, {"me": card.seat, "self": card.object})):
        yield events([event({"me": card.seat}, "show", "reveal", "rv.smash", card=smash.object, to="each")])
        if smash.place == "deck":
            yield Instruction("shuffle", {"shuffle": "deck", "of": card.seat, "rule": "rv.smash"})


@rules.cond("free")
def free(view: View, row: Fields, ctx: Scope) -> Iterator[Condition]:
    """The conditions that no cooldown is running on a card, or on what lies where it would go, and that no
    alteration of a list bars it (phase2.condition); with `if`, for the cards that fit.
    """
    own = filter(None, map(view.card, (ctx["self"], ctx.get("there", ""))))
    for card in view.cards(row["if"], ctx) if "if" in row else own:
        yield Condition(row["rule"], not card.mark("cooldown"), "cooldown")
        yield allowed(view, card, row["param"], row["rule"], row["say"])


@rules.cond("linked")
def in_link(view: View, row: Fields, ctx: Scope) -> Iterator[Condition]:
    """The condition that an Object is not latent, and has not been in this phase."""
    card = view.present(ctx["self"])
    yield Condition(row["rule"], not latent(view, card), row["say"])
    yield Condition("object.latency-no-reengage", not card.mark("was-latent"), "was-latent")


@rules.step("early-action")
def early(view: View, v: Vars) -> Outcome:
    """By one reading an Action waits only for Smash and Bonus, which the book names, and may be played
    before the other off-field cards (action.timing).
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
    """Carries out the effect of the Action if its conditions hold."""
    card, me = view.present(v.object("self")), v["me"]
    does = (ability.id for ability in view.abilities(card) if ability.kind == "activated")
    return [
        do for id_ in does for do in carrying(view, card, {"me": me, "self": card.object, "ability": id_})
    ]


# --- Interphase ------------------------------------------------------------------------------------
@rules.step("position.cooldown-count")
def tick(view: View, v: Vars) -> Outcome:
    """Removes the cooldown with the N of this turn and lowers every other cooldown by one; Ice stops this."""
    batch, rule = [], "position.cooldown-count"
    for card in (cooling for cooling in on_field(view) if cooling.mark("cooldown")):
        n, fresh = int(card.mark("cooldown")), bool(card.mark("fresh-turn"))
        held = not fresh or view.param("frozen-keeps-new")
        if held and alteration(card) in view.param("frozen"):
            view.note(registry.FROZEN, article(view, alteration(card)), card=card.id, n=n)
            continue
        marks = {"fresh-turn": False} if fresh else {"cooldown": n - 1}
        batch.append(event({}, "mark", "wipe" if fresh else "cool", rule, card=card.object, marks=marks))
    return [events(batch)] if batch else None


@rules.step("clock-elsewhere")
def clock_elsewhere(view: View, v: Vars) -> Outcome:
    """The end of the time in another phase than the Confrontation; by one reading the game goes on to the
    Confrontation.
    """
    return (
        clock(view, v) if view.game.memory.get("outside:clock") and view.param("clock-in-any-phase") else None
    )


@rules.step("clock")
def clock(view: View, v: Vars) -> Outcome:
    """When the time is up, the phase is finished and the PV are compared (clock.zero, clock.compare)."""
    if not view.game.memory.get("outside:clock"):
        return None
    a, b = (view.game.scores[f"{seat}.pv"] for seat in ("A", "B"))
    losers = () if a == b else ("A",) if a < b else ("B",)
    name, rule = ("defeat", "win.clock") if losers else ("draw-game", "win.draw")
    told = {"losers": losers, "why": "clock", **({"seat": losers[0]} if losers else {})}
    return [events([event({}, "end-game", name, rule, **told)])]
