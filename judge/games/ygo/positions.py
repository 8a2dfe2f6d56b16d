"""Changes of position that the turn player makes (main1.position)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from judge.engine.flow.offers import unbarred
from judge.engine.flow.surcharges import surcharged
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import call, event, events
from judge.engine.kernel.state import Card, Condition, Option, Ref
from judge.engine.kernel.view import Vars, View
from judge.games.ygo.cards import monsters
from judge.games.ygo.registry import rules


@rules.offer(
    "position", "main1.position", "main1.position.new", "main1.position.attacked", "main1.position.once"
)
def position(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Changes between face-up Attack and face-up Defense Position."""
    for card in monsters(view, seat) if seat == view.active else ():
        if not view.face_down(card):
            other = "defence" if card.mark("position") == "attack" else "attack"
            do = call("change-position", card=card.object, me=seat, position=other)
            option = Option("position", (card.id,), (do,), position_conds(view, card, other))
            yield surcharged(view, option, partial(changed, {"me": card.seat}, card.object, other))


def position_conds(view: View, card: Card, other: str) -> Iterator[Condition]:
    """The conditions of a change of position: once a turn, and not for a monster that arrived or attacked
    this turn.
    """
    yield Condition("main1.position.new", not view.did(card.object, "entered"), "fresh")
    attacked = Condition("main1.position.attacked", not has_attacked(view, card), "battled")
    yield attacked.refused_by("" if view.did(card.object, "battled") else view.book.article("has-attacked"))
    yield Condition("main1.position.once", not view.did(card.object, "position"), "moved")
    yield from unbarred(view, lambda: changed({"me": card.seat}, card.object, other))


def changed(ctx: Mapping[str, str], ref: Ref, position: str) -> Event:
    """The event of a change of position."""
    return event(ctx, "mark", "change-position", "main1.position", card=ref, marks={"position": position})


def has_attacked(view: View, card: Card) -> bool:
    """Did it battle as attacker this turn, or by the other reading declare an attack?"""
    declared = view.did(card.object, "attacked") and not view.did(card.object, "battled")
    return view.did(card.object, "battled") or (declared and view.param("has-attacked") == "attacked")


@rules.suit("turn-down")
def may_be_turned(view: View, card: Card, v: Mapping[str, object]) -> Condition:
    """The condition that a monster can be turned face-down. By the other reading one that cannot, such as a
    Token, cannot be chosen for it.
    """
    row = view.book.tables["mark_word"]["turn-down"]
    able = view.matches(card, row["only"], v) or not view.param("turnable-chosen")
    rule = str(row["rule"] if view.face_down(card) else row["unless"])
    return Condition(rule, able, "not-turned").refused_by(view.book.article("turnable-chosen"))


@rules.suit("to-face-up-defence")
def may_be_defending(view: View, card: Card, v: Mapping[str, object]) -> Condition:
    """The condition that a monster can be changed to face-up Defense Position. In sanctioned play one that is
    in it cannot be chosen for that.
    """
    row = view.book.tables["mark_word"]["to-face-up-defence"]
    able = view.matches(card, row["only"], v) or not view.param("targets-needed")
    return Condition(str(row["rule"]), able, "in-defence").refused_by(view.book.article("targets-needed"))


@rules.step("main1.position")
def change_position(view: View, v: Vars) -> Outcome:
    """A monster changes its position."""
    return [events([changed({"me": v["me"], "because": "rules"}, v.object("card"), v["position"])])]
