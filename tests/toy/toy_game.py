"""What only Lanterns does: three kinds of action, a comparison, and a loss."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.engine import trace
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.instructions import END, call, event, events, goto, move_event, put_vars
from judge.engine.kernel.registry import Rules
from judge.engine.kernel.state import SEATS, AppliedEvent, Condition, Instruction, Option, opponent
from judge.engine.kernel.view import Vars, View

rules = Rules("lanterns")


@rules.offer("light-up", "row.light", "row.three", spoken="light")
def light_up(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Lanterns of the hand, while the row has room."""
    slots = view.param("slots")
    for card in view.zone(seat, "hand"):
        if view.type(card) == "lantern":
            room = Condition("row.three", view.count(seat, "row") < slots, "row.full", {"slots": slots})
            move = events([move_event(view, {"me": seat}, card.object, "row", "light-up")])
            yield Option("light", (card.id,), (move,), (room.refused_by(view.book.article("slots")),))


@rules.offer("duel", "duel.dim", "duel.target", most=2)
def duel(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """A lit lantern challenges one of the other row, or the player whose row is empty."""
    rivals = view.zone(opponent(seat), "row")
    for card in view.zone(seat, "row"):
        lit = Condition("duel.dim", card.mark("state") == "lit", "duel.dim", {"card": card.id})
        for rival in rivals:
            do = call("duel", challenger=card.object, rival=rival.object, me=seat)
            yield Option("duel", (card.id, rival.id), (do,), (lit,))
        if not rivals:
            yield Option(
                "duel", (card.id,), (call("duel", challenger=card.object, rival="", me=seat),), (lit,)
            )


@rules.offer("answer", "answer.what")
def answer(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Sparks of the hand that answer something done in this window by the other player."""
    waiting = {entry.card for entry in view.game.waiting}
    acts = [act for act in v["acts"] if act["seat"] != seat]
    for card in view.zone(seat, "hand"):
        for ability in view.abilities(card):
            if ability.kind != "counter" or card.id in waiting or not view.works(card, ability):
                continue
            fits = any(kind in ability.against for act in acts for kind in act["kinds"])
            cond = Condition("answer.what", fits, "answer.fits", {"against": ability.against})
            below = [entry.id for entry in view.game.waiting if entry.status == "link"]
            state = put_vars(acts=(*v["acts"], {"seat": seat, "kinds": ("answer",), "about": card.object}))
            do = call(
                "answer",
                self=card.object,
                holder=card.id,
                ability=ability.id,
                me=seat,
                window=v["depth"],
                below=below[-1] if below else "",
            )
            yield Option("answer", (card.id,), (state, do), (cond,))


@rules.step("answer-show")
def answer_show(view: View, v: Vars) -> Outcome:
    """The spark is shown."""
    return [
        events([event({"me": v["me"]}, "show", "reveal", "answer.what", card=v.object("self"), to="each")])
    ]


@rules.step("answer.waits")
def answer_waits(view: View, v: Vars) -> Outcome:
    """It waits for the window to be resolved."""
    new = event(v, "wait", "link", "answer.waits", holder=v["holder"], status="link", vars=dict(v.vars))
    return [events([new])]


@rules.step("answer.ash")
def answer_ash(view: View, v: Vars) -> Outcome:
    """The spark goes to the ash, whatever became of its effect."""
    entry = next(one for one in view.game.waiting if one.id == v["entry"])
    return [events([move_event(view, {"me": entry.master}, entry.source, "ash", "move", "answer.ash")])]


@rules.step("answer.last-first")
def answer_resolves(view: View, v: Vars) -> Outcome:
    """Its effect, unless it was negated."""
    entry = next(one for one in view.game.waiting if one.id == v["entry"])
    ability = view.table.abilities[entry.ability]
    leave = events([event({}, "leave", "leave", "answer.last-first", entries=(entry.id,))])
    if entry.status == "negated":
        view.note(trace.NEGATED, "answer.last-first", card=entry.card)
        return [leave]
    context = {**entry.vars, "because": "effect", "rule": ability.rule}
    return [leave, Instruction("within", {"vars": context, "do": ability.do, "rule": ability.rule})]


@rules.step("auto.resolve")
def auto_resolve(view: View, v: Vars) -> Outcome:
    """A waiting ability is carried out."""
    entry = next(one for one in view.game.waiting if one.id == v["entry"])
    ability = view.table.abilities[entry.ability]
    leave = events([event({}, "leave", "leave", "auto.resolve", entries=(entry.id,))])
    context = {
        **entry.vars,
        "self": view.game.cards[entry.card].object,
        "because": "effect",
        "ability": ability.id,
    }
    return [leave, Instruction("within", {"vars": context, "do": ability.do, "rule": ability.rule})]


@rules.step("turn.draw")
def turn_draw(view: View, v: Vars) -> Outcome:
    """Draw one card."""
    return [Instruction("draw-one", {"of": view.active})]


@rules.step("duel.compare", jumps=["duel.over"])
def compare(view: View, v: Vars) -> Outcome:
    """The dimmer lantern goes out, both when alike; an unguarded rival loses one light."""
    one, two = view.card(v.object("challenger")), view.card(v.object("rival"))
    if v.flag("negated") or one is None or one.place != "row" or (v.object("rival") and two is None):
        return [goto("duel.over", "duel.off", "duel.compare")]
    ctx = {"me": v["me"], "self": one.object, "because": "duel", "rule": "duel.compare"}
    if two is None:
        seat = opponent(v["me"])
        return [events([event(ctx, "score", "light", "duel.compare", seat=seat, score="light", n=-1)])]
    mine, theirs = view.value(one, "glow"), view.value(two, "glow")
    out = [card for card, less in ((one, mine <= theirs), (two, theirs <= mine)) if less]
    if len(out) == 2 and view.param("tie") == "neither":
        return [goto("duel.over")]
    return [events([move_event(view, ctx, card.object, "ash", "snuff") for card in out], "out")]


@rules.step("duel.win")
def win(view: View, v: Vars) -> Outcome:
    """The challenger has won when it is left alone."""
    if not v.get("out") or not view.same(v.object("challenger")):
        return None
    return [events([event({"me": v["me"]}, "signal", "wins-duel", "duel.win", card=v.object("challenger"))])]


@rules.interrupt("light.out", "score")
def light_out(view: View, records: Sequence[AppliedEvent]) -> Sequence[Instruction] | None:
    """Whoever has no light left loses, in the middle of anything; both at once is a draw."""
    losers = tuple(seat for seat in SEATS if view.game.scores[f"{seat}.light"] <= 0)
    return (
        [events([event({}, "end-game", "end-game", "light.out", losers=losers, why="light")])]
        if losers
        else None
    )


__all__ = ["END", "rules"]
