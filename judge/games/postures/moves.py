"""Moving creatures over one's own slots, swaps, and what it takes to move a resting one (move.*);
resting creatures that wake.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from judge.engine.flow.offers import unbarred
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import END, call, event, events
from judge.engine.kernel.registry import A_WORD, OWN_CARD
from judge.engine.kernel.state import Card, Condition, Instruction, Option, opponent
from judge.engine.kernel.view import Vars, View
from judge.engine.layout.slots import SLOT, on_slot, slots_of
from judge.games.postures import registry
from judge.games.postures.registry import rules
from judge.games.postures.summons import level, unique

REST = "rest"
FIRST_OWN = 2  # the first turn of the player who goes second: what rests by then was put at rest before it


# --- the offer -------------------------------------------------------------------------------------------
@rules.offer(
    "move", "move.when", "move.once", "move.swap", "move.resting", "move.resting.cost", "boost.immovable",
    beside=["for"], most=5, places=(OWN_CARD, A_WORD, A_WORD, OWN_CARD, OWN_CARD),
)  # fmt: skip
def move(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Moves of every creature to every other slot: `move x c2`, or `move x c2 for y` if y gives up its own
    move.
    """
    if not view.tracing and (v.get("mode") != "primary" or seat != view.active):
        return
    for card in view.zone(seat, "creature"):
        if view.tracing or not spent(view, card):
            for slot in slots_of(view.book, "creature"):
                if slot != card.mark(SLOT):
                    yield from moves_to(view, v, card, slot)
    if view.tracing:
        boosts, foreign = view.zone(seat, "boost"), view.zone(opponent(seat), "creature")
        yield from claimed(view, "boost", boosts, Condition("boost.immovable", False, "boost"))
        yield from claimed(view, "creature", foreign, Condition("move.when", False, "foreign"))


def claimed(view: View, zone: str, cards: Sequence[Card], why: Condition) -> Iterator[Option]:
    """Moves that nobody can make, as options for claims about them."""
    for card in cards:
        for slot in slots_of(view.book, zone):
            yield Option("move", (card.id, slot), (), (why,))


def moves_to(view: View, v: Vars, card: Card, slot: str) -> Iterator[Option]:
    """The ways of moving one creature to one slot: by its own move, or by moves that others give up."""
    other = on_slot(view, card.seat, "creature", slot)
    moving = [card] if other is None else [card, other]
    third = [creature for creature in view.zone(card.seat, "creature") if creature not in moving]
    due = price(view, card, other)
    for n in range(len(moving) + 1) if view.tracing else (due,):
        for givers in combinations(third, n):
            words = (card.id, slot, *(("for", *(giver.id for giver in givers)) if givers else ()))
            conds = move_conds(view, v, card, other, givers)
            yield Option("move", words, (movement(card, slot, other, givers),), conds)


def movement(card: Card, slot: str, other: Card | None, givers: Sequence[Card]) -> Instruction:
    """The procedure of one move: the creature that it swaps with, and those that give up theirs for it."""
    swapped = other.object if other is not None else ""
    given = tuple(giver.object for giver in givers)
    words = {"me": card.seat, "name": card.id, "card": card.object, "slot": slot}
    return call("movement", **words, other=swapped, givers=given)


def spent(view: View, card: Card) -> bool:
    """Has the creature made its move of the turn and all additional moves that texts allow it?"""
    return view.did(card.object, "moved") and view.times(card.object, "moved") > view.permissions(
        card, "second-move"
    )


def price(view: View, card: Card, other: Card | None) -> int:
    """How many other creatures have to give up their move: one for each resting creature that is moved."""
    resting = [creature is not None and held_at_rest(view, creature) for creature in (card, other)]
    if not any(resting):
        return 0
    return 0 if other is not None and sum(resting) == 1 and view.param("swap-pays") else sum(resting)


def held_at_rest(view: View, card: Card) -> bool:
    """Does the creature rest, with no text that lets it move nevertheless?"""
    return card.mark("posture") == REST and view.permits(card, "move-at-rest") is None


def move_conds(
    view: View, v: Vars, card: Card, other: Card | None, givers: Sequence[Card]
) -> Iterator[Condition]:
    """A creature moves in its owner's primary phase, once a turn, and at rest only by another's move."""
    moving = [card] if other is None else [card, other]
    yield Condition("move.when", v.get("mode") == "primary" and card.seat == view.active, "time")
    yield Condition("move.once", not any(spent(view, mover) for mover in moving), "moved")
    yield Condition("move.resting", len(givers) >= price(view, card, other), "resting")
    if givers:
        yield Condition("move.resting.cost", len(givers) <= price(view, card, other), "no-price")
        yield from giver_conds(view, givers)
    for creature in moving:
        yield from immovable(view, creature)
    for giver in givers:
        yield from nothing_to_give(view, giver)


def giver_conds(view: View, givers: Sequence[Card]) -> Iterator[Condition]:
    """The conditions that creatures still have the moves which they give up; by one reading, also that they
    are not at rest.
    """
    yield Condition("move.once", not any(spent(view, giver) for giver in givers), "giver-moved")
    able = not any(giver.mark("posture") == REST and not view.param("resting-give") for giver in givers)
    yield Condition("move.resting", able, "giver-resting")


def immovable(view: View, card: Card) -> list[Condition]:
    """The prohibitions on moving a creature."""
    return [*unbarred(view, lambda: event({"me": card.seat}, "mark", "moved", "move.when", card=card.object))]


def nothing_to_give(view: View, card: Card) -> list[Condition]:
    """The reasons that a creature has no move to give up, because a text keeps it from moving."""
    if view.param("barred-give"):
        return []
    return [condition._replace(rule="move.resting.cost") for condition in immovable(view, card)]


# --- carrying it out ----------------------------------------------------------------------------------------
@rules.step("move.resting.cost")
def give_up(view: View, v: Vars) -> Outcome:
    """Creatures give up their moves when the move is declared. They do not get them back if the move is
    cancelled.
    """
    ctx, rule, seat = {"me": v["me"], "because": "rules"}, "move.resting.cost", v["me"]
    given = [event(ctx, "signal", "gave-up-move", rule, card=ref, seat=seat) for ref in v["givers"]]
    return [events(given)] if given else None


@rules.step("move.when")
def carry_out(view: View, v: Vars) -> Outcome:
    """Moves the creature to its slot, or exchanges two, if the responses have not changed where they are."""
    card, other = view.card(v.object("card")), view.card(v.object("other"))
    if v.flag("negated") or card is None or not can_still(view, v, card, other):
        view.note(registry.NO_MOVE, "response.order", card=v["name"])
        used = event({}, "signal", "gave-up-move", "move.once", card=v.object("card"), seat=v["me"])
        return [*([events([used])] if v.flag("negated") and view.param("cancelled-acts-count") else []), END]
    ctx = {"me": v["me"], "because": "rules"}
    rule = "move.swap" if other is not None else "move.when"
    batch = [event(ctx, "mark", "moved", rule, card=card.object, marks={SLOT: v["slot"]})]
    if other is not None:
        batch.append(event(ctx, "mark", "moved", rule, card=other.object, marks={SLOT: card.mark(SLOT)}))
    return [events(batch)]


def can_still(view: View, v: Vars, card: Card, other: Card | None) -> bool:
    """Are the creatures still where they were before the responses, and have enough moves been given up for
    those at rest?
    """
    unmoved = card.zone == f"{v['me']}.creature" and bool(v["other"]) == (other is not None)
    return (
        unmoved
        and on_slot(view, v["me"], "creature", v["slot"]) == other
        and len(v["givers"]) >= price(view, card, other)
    )


# --- waking
def rest_time(view: View, card: Card) -> int:
    """For how many of its player's turns a creature stays at rest (stat.level0, stat.level1, stat.level2)."""
    if card.mark("rests") is not None:  # a text that states the duration prevails
        return int(card.mark("rests"))
    if card.mark("rest-by-effect") and view.param("effect-rests") == "next-turn":
        return 0
    n = level(view, card)
    return n - 1 if n > 2 and view.param("long-rest") else int(n != 0)


@rules.step("turn.start.wake")
def wake(view: View, v: Vars) -> Outcome:
    """Creatures that have rested long enough become offensive; the others begin one more turn at rest
    (stat.rest-time, rest.opponent-turn). By one reading nothing counts that was before a player's first turn.
    """
    resting = [card for card in view.zone(view.active, "creature") if card.mark("posture") == REST]
    if resting and view.game.turn == FIRST_OWN and not view.param("rest-before-first"):
        view.note(registry.REST_BEGINS, "rest.opponent-turn", cards=[card.id for card in resting])
        return None
    batch = [wakes_or_rests_on(view, card) for card in resting]
    return [events(batch)] if batch else None


def wakes_or_rests_on(view: View, card: Card) -> Event:
    """The event for one resting creature at the start of its player's turn: it becomes offensive, or rests
    for one turn more.
    """
    ctx = {"me": view.active, "because": "rules"}
    n, have = rest_time(view, card), int(card.mark("rested") or 0)
    shown = "unique.level0" if unique(view, card) else f"stat.level{min(level(view, card), 2)}"
    if have >= n:
        marks: dict[str, object] = {"posture": "offensive"}
        about = {"card": card.object, "marks": marks, "term": shown}
        return event(ctx, "mark", "wakes", "stat.rest.wake", **about)
    about = {"card": card.object, "marks": {"rested": have + 1}, "term": shown}
    return event(ctx, "mark", "rests-on", "stat.rest-time", **about)
