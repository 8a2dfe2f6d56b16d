"""Pendulum Summons (pendulum.summon.*)."""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine import trace
from judge.engine.flow.offers import unbarred
from judge.engine.flow.surcharges import paid_for, unpaid
from judge.engine.flow.window_options import silent_view
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.instructions import call as run
from judge.engine.kernel.instructions import event, events, put_vars
from judge.engine.kernel.state import Card, Condition, Decision, Option
from judge.engine.kernel.view import Vars, View
from judge.errors import NotImplementedYet
from judge.games.ygo.cards import free_places, is_kind, level, place_for, printed_type
from judge.games.ygo.exceptions import spent_rule
from judge.games.ygo.registry import rules
from judge.games.ygo.special import Way, arrivals, coming
from judge.games.ygo.summonable import barred, special_monster

NAME = "pendulum-summon"


def scales(view: View, seat: str) -> tuple[int, int] | None:
    """The lower and the higher Scale; None without a card in each Pendulum Zone.

    Raises NotImplementedYet where a card prints none.
    """
    cards = view.zone(seat, "pendulum")
    numbers = [view.value(card, "scale") for card in cards] if len(cards) == 2 else []
    if None in numbers:
        blank = cards[numbers.index(None)].id
        raise NotImplementedYet(f"Pendulum Scales while {blank} has no scale written on it")
    return (min(numbers), max(numbers)) if numbers else None


def callable_by_pendulum(view: View, seat: str) -> list[Card]:
    """The monsters that may be Pendulum Summoned: those between the Scales that no text forbids."""
    return [card for card in between_scales(view, seat) if not refused(view, card)]


def refused(view: View, card: Card) -> list[Condition]:
    """The texts that forbid to Pendulum Summon a monster, or that require an additional cost which cannot be
    paid.
    """
    conditions = barred(view, context(card.seat), card, NAME)
    return conditions or unpaid(view, coming(view, card, NAME))


def context(seat: str) -> dict[str, str]:
    """The player and the cause with which the monsters arrive."""
    return {"me": seat, "because": "summon"}


def between_scales(view: View, seat: str) -> list[Card]:
    """The monsters of the hand and the face-up ones of the Extra Deck whose Levels lie between the Scales."""
    bounds = scales(view, seat)
    if bounds is None:
        return []
    pool = [card for card in view.zone(seat, "hand") if view.known(card)]
    pool += [card for card in view.zone(seat, "extra") if view.known(card) and returned(view, card)]
    return [card for card in pool if fits(view, card, bounds)]


def returned(view: View, card: Card) -> bool:
    """Is it a Pendulum card that was put face-up into the Extra Deck and may return (pendulum.resummon)?"""
    if not view.param("pendulum-extra-face-up"):
        return True
    return not view.face_down(card) and is_kind(view, card, "pendulum")


def fits(view: View, card: Card, bounds: tuple[int, int]) -> bool:
    """A monster with a Level between the Scales, equal to neither (pendulum.summon.example)."""
    low, high = bounds if view.param("scales") == "open" else (bounds[0] - 1, bounds[1] + 1)
    if printed_type(view, card) != "monster" or not level(view, card) or not low < level(view, card) < high:
        return False
    return card.place == "extra" or not special_monster(view, card) or bool(view.param("pendulum-calls-any"))


@rules.offer("pendulum", "pendulum.activate", "pendulum.summon.once", "pendulum.summon.range")
def pendulum(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """One Pendulum Summon a turn."""
    if seat != view.active or not (view.tracing or view.count(seat, "pendulum")):
        return
    if holds_any(view, seat, "pendulum", "hand"):
        yield Option("pendulum", (), (run("pendulum", me=seat),), conds(view, seat))
        if view.tracing and scales(view, seat):
            yield from left_out(view, seat)
    elif holds_any(view, seat, "extra"):  # only for those who claim it
        yield Option("pendulum", (), (), (Condition("pendulum.activate", False, "no-scales"),))


def left_out(view: View, seat: str) -> Iterator[Option]:
    """The monsters that a Pendulum Summon cannot call, each with the reason."""
    able = callable_by_pendulum(view, seat)
    for card in (*view.zone(seat, "hand"), *view.zone(seat, "extra")):
        if view.known(card) and printed_type(view, card) == "monster" and card not in able:
            why = refused(view, card) or (out_of_range(view, card),)
            yield Option("pendulum", (card.id,), (), why)


def out_of_range(view: View, card: Card) -> Condition:
    """The reason that the Scales do not allow to call a monster."""
    down = card.place == "extra" and not returned(view, card)
    if is_kind(view, card, "xyz"):
        return Condition("xyz.rank", False, "rank-only")
    if level(view, card) in (scales(view, card.seat) or ()) and view.param("scales") == "open":
        return Condition("pendulum.summon.example", False, "range")
    own_way = card.place == "hand" and special_monster(view, card)
    say = "range-own-way" if own_way else "range-extra" if down else "range"
    return Condition("pendulum.summon.range", False, say)


def holds_any(view: View, seat: str, *zones: str) -> bool:
    """Has the player any Pendulum card to speak of in these zones?"""
    cards = (card for zone in zones for card in view.zone(seat, zone))
    return any(view.known(card) and is_kind(view, card, "pendulum") for card in cards)


def conds(view: View, seat: str) -> Iterator[Condition]:
    """The conditions of a Pendulum Summon: a card in each Pendulum Zone, not yet made this turn, a monster
    that fits, and a place for it.
    """
    yield Condition("pendulum.activate", scales(view, seat) is not None, "scales")
    once = spent_rule(view, "pendulum-summon", "pendulum.summon.once")
    yield Condition(once, not view.did(seat, "pendulum-summon"), "pendulum-once")
    called = between_scales(view, seat)
    yield Condition("pendulum.summon.range", bool(called), "range-none")
    refusals = [refused(view, card) for card in called]
    yield from refusals[0] if refusals and all(refusals) else ()
    yield place_for(view, seat)
    yield from unbarred(
        view, lambda: event({"me": seat}, "signal", "pendulum-declared", "pendulum.summon.once", seat=seat)
    )


@rules.step("pendulum.summon.once")
def declare(view: View, v: Vars) -> Outcome:
    """The Pendulum Summon is declared and any number of monsters chosen, as many as there are places."""
    seat = v["me"]
    pool = callable_by_pendulum(view, seat)
    if not v.answers:
        tell_kept_out(view, seat)
    acts = {card.object: coming(view, card, NAME) for card in pool}
    payable = len(paid_for(silent_view(view), acts)[0])
    most = min(free_places(view, seat, "monster"), payable)
    chosen = view.pick(v, "called", seat, pool, 1, most, "pendulum.summon.range", "ask.choose")
    if isinstance(chosen, Decision):
        return chosen
    called, due = paid_for(view, {ref: acts[ref] for ref in chosen})
    signal = event({"me": seat}, "signal", "pendulum-declared", "pendulum.summon.once", seat=seat)
    return [*due, events([signal]), put_vars(called=tuple(called))]


def tell_kept_out(view: View, seat: str) -> None:
    """Records the monsters between the Scales that a text forbids to Summon."""
    for card in between_scales(view, seat):
        for ban in refused(view, card)[:1]:
            view.note(trace.NOT_CHOOSABLE, ban.rule, card=card.id, ability="")


@rules.step("pendulum.summon.range")
def arrive(view: View, v: Vars) -> Outcome:
    """The Pendulum Summoned monsters arrive together."""
    cards = [card for card in map(view.card, v["called"]) if card is not None]
    return arrivals(view, v, v["me"], cards, Way(NAME, "pendulum.summon.range", True))
