"""The phases: programming in secret, adjustment, Actions, Interphase (phase1.* to phase2.*, action.*,
brief.interphase).

Code because what may be done with a card depends on its cooldown, its alteration and when it was placed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from judge.engine.book import Outcome
from judge.engine.offers import bans
from judge.engine.proposals import call, event, events, move_event
from judge.engine.view import Vars, View
from judge.games.tdg.altered import allowed, alteration, article
from judge.games.tdg.blocks import CHARACTERS, FIELD, LEADER, OWNERS, in_hand, latent, on_field, there
from judge.games.tdg.leader import admissible
from judge.games.tdg.registry import rules
from judge.state import Card, Cond, Do, Option, Seat


@rules.offer("program", "phase1.allowed", "phase1.prog-zone")
def program(game: View, v: Vars, seat: Seat) -> Iterator[Option]:
    """Every card of the hand, face down; one that nobody has named is told first (`A: know hand1 = ona`)."""
    for card in game.zone(seat, "hand"):
        move = move_event(game, {"me": seat}, card.object, "programming", "move", "phase1.prog-zone")
        if game.known(card):
            yield Option("program", (card.id,), (events([move]),), (Cond("phase1.allowed", True, ""),))


def free(card: Card, rule: str) -> Iterator[Cond]:
    """The condition that every adjustment has: no cooldown is running (phase2.condition)."""
    yield Cond(rule, not card.mark("cooldown"), "cooldown", also=("position.cooldown",))


@rules.offer("engage", "phase2.engage", "phase3.engage", "lexicon.engage")
def engage(game: View, v: Vars, seat: Seat) -> Iterator[Option]:
    """Cards of the Field, in the Adjustment; in the Revelation only those placed in it."""
    for zone in FIELD:
        for card in game.zone(seat, zone):
            also = ("phase3.engage" if v.get("mode") == "placement" else "phase2.engage", "position.engaged")
            marks = {"position": "engaged"}
            turned = event(
                {"me": seat}, "mark", "engage", "lexicon.engage", card=card.object, marks=marks, also=also
            )
            yield Option("engage", (card.id,), (events([turned]),), engage_conds(game, v, card, turned))


def engage_conds(game: View, v: Vars, card: Card, turned: dict[str, object]) -> Iterator[Cond]:
    """What engaging a card needs."""
    placing = v.get("mode") == "placement"
    yield Cond("phase3.engage", not placing or bool(card.mark("new")), "in-play", also=("phase2.engage",))
    yield Cond("lexicon.engage", card.mark("position") == "upright", "not-active")
    yield from free(card, "phase2.condition")
    yield allowed(game, card, "unengaged", "phase2.condition")
    yield Cond("object.latency", not latent(game, card), "latent")
    yield Cond("object.latency-no-reengage", not card.mark("was-latent"), "was-latent")
    yield from bans(game, partial(dict, turned))


@rules.offer("disable", "phase2.disable", "phase2.condition")
def disable(game: View, v: Vars, seat: Seat) -> Iterator[Option]:
    """One's cards of the Field, turned face down."""
    for zone in FIELD:
        for card in game.zone(seat, zone):
            marks, rule = {"position": "disabled"}, "phase2.disable"
            turned = event({"me": seat}, "mark", "disable", rule, card=card.object, marks=marks)
            conds = [
                Cond("position.disabled", card.mark("position") != "disabled", "disabled"),
                *free(card, "phase2.condition"),
                allowed(game, card, "undisabled", "phase2.condition"),
            ]
            yield Option(
                "disable", (card.id,), (events([turned]),), (*conds, *bans(game, partial(dict, turned)))
            )


@rules.offer("shift", "phase2.move", "phase2.condition", beside=[*CHARACTERS, *OWNERS])
def shift(game: View, v: Vars, seat: Seat) -> Iterator[Option]:
    """Supports and Objects to another slot of their kind, for what lies there: `shift ona support-2`."""
    for zone in (*CHARACTERS[1:], *OWNERS):
        for card in game.zone(seat, zone):
            for to in CHARACTERS if zone in CHARACTERS else OWNERS:
                if to != zone:
                    do = swapped(game, card, to, "phase2.move")
                    yield Option("shift", (card.id, to), (do,), shift_conds(game, card, to))


def swapped(game: View, card: Card, to: str, rule: str) -> Do:
    """The move of a card within the Field; a card that lies there takes its place."""
    ways = [(card, to), *((other, card.place) for other in game.zone(card.seat, to))]
    return events([move_event(game, {"me": card.seat}, one.object, zone, "move", rule) for one, zone in ways])


def shift_conds(game: View, card: Card, to: str) -> Iterator[Cond]:
    """What a move within the Field needs of both cards: the Leader slot has a rule of its own."""
    yield Cond("leader.promotion", to != LEADER, "promotion")
    for one in (card, *game.zone(card.seat, to)):
        yield from free(one, "phase2.condition")
        yield allowed(game, one, "unmoved", "phase2.condition", "fixed")


# --- Actions and what a player gives up ------------------------------------------------------------
LAID = {
    "smash": "smash.off-field",
    "invocation": "smash.off-field",
    "bonus": "bonus.off-field",
    "anomaly": "anomaly.off-field",
}


@rules.offer("play", "action.hand", "action.timing", "action.one", "smash.off-field")
def play(game: View, v: Vars, seat: Seat) -> Iterator[Option]:
    """Actions of the hand, one in a Confrontation; off-field cards are laid in the Revelation only."""
    for card in in_hand(game, seat):
        if game.known(card) and (game.type(card) == "action" or game.type(card) in LAID):
            do = call("play-action", self=card.object, me=seat)
            yield Option("play", (card.id,), (do,), play_conds(game, v, card))


def play_conds(game: View, v: Vars, card: Card) -> Iterator[Cond]:
    """An Action, not the second one, and after every off-field card."""
    kind = game.type(card)
    yield Cond(LAID.get(kind, "action.hand"), kind == "action", "off-field")
    yield Cond("action.one", f"turn:action:{card.seat}" not in game.game.memory, "action.used")


@rules.step("action.hand")
def revealed(game: View, v: Vars) -> Outcome:
    """The Action is shown."""
    ref, me = v.object("self"), v["me"]
    noted = event({}, "remember", "action", "action.one", key=f"turn:action:{me}", value=1)
    return [events([noted, event({"me": me}, "show", "reveal", "action.hand", card=ref, to="each")])]


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


@rules.offer("give-up", "voluntary.condition", "voluntary.player-action", beside=["discard", "destroy"])
def give_up(game: View, v: Vars, seat: Seat) -> Iterator[Option]:
    """Supports and Objects that their player discards or destroys: `give-up ona discard`."""
    early = v.get("mode") == "placement"  # without any effect then
    when = "voluntary.revelation" if early else "voluntary.confrontation"
    for zone in (*CHARACTERS[1:], *OWNERS):
        for card in game.zone(seat, zone):
            for word in ("discard", "destroy"):
                to = {"discard": "discard", "destroy": "destruction"}[word]
                ctx, rule = {"me": seat, "because": "rules"}, "voluntary.player-action"
                name = "lay-aside" if early else "give-up"
                move = events([move_event(game, ctx, card.object, to, name, rule, also=(when,))])
                yield Option("give-up", (card.id, word), (move,), give_up_conds(game, card))


def give_up_conds(game: View, card: Card) -> Iterator[Cond]:
    """Neither engaged nor in cooldown nor under an alteration that blocks it."""
    yield Cond("voluntary.condition", card.mark("position") != "engaged", "engaged")
    yield from free(card, "voluntary.condition")
    yield allowed(game, card, "ungiven", "voluntary.condition")


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


@rules.offer(
    "promote",
    "leader.promotion",
    "leader.promotion-cooldown",
    "leader.promotion-move",
    "leader.promotion-admissible",
)
def promote(game: View, v: Vars, seat: Seat) -> Iterator[Option]:
    """A Support that trades places with the Leader."""
    old = there(game, seat, LEADER)
    for zone in CHARACTERS[1:]:
        for card in game.zone(seat, zone):
            do = swapped(game, card, LEADER, "leader.promotion")
            yield Option("promote", (card.id,), (do,), promote_conds(game, card, old))


def promote_conds(game: View, card: Card, old: Card | None) -> Iterator[Cond]:
    """On the Field since the turn before, no cooldown on either, free to move, admissible."""
    yield Cond("leader.promotion", bool(card.mark("established")), "too-new")
    cooling = card.mark("cooldown") or (old is not None and old.mark("cooldown"))
    yield Cond("leader.promotion-cooldown", not cooling, "cooldown")
    yield allowed(game, card, "unmoved", "leader.promotion-move", "fixed")
    fits = admissible(game, card, card.seat)
    yield Cond("leader.promotion-admissible", fits, "inadmissible", also=("type.support-exclusive",))


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
