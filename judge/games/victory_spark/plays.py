"""Playing cards: from the hand to bench or ring, and from ring to bench (6.5.1, 7.4.1).

Code because article, price and conditions of a play depend on the card's place and the named one together,
and because a text may spare a card its price; what an effect puts into the ring is told from what a rule
does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.engine import trace
from judge.engine.flow.offers import activated, unbarred
from judge.engine.kernel.book import Ability, Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import call, event, events, move_event, named_move
from judge.engine.kernel.state import AppliedEvent, Card, Condition, Instruction, Option
from judge.engine.kernel.view import Vars, View
from judge.engine.layout.slots import SLOT, on_slot, slots_of
from judge.games.victory_spark import registry
from judge.games.victory_spark.energy import energy_cond, level_cost
from judge.games.victory_spark.registry import AWAY, rules

REFILL = "refill"


@rules.interrupt("7.1.1.2.5", "move")
def effect_spark(view: View, records: Sequence[AppliedEvent]) -> Sequence[Instruction] | None:
    """By one reading a card has its spark also when an effect puts it from the deck into the ring (11.2 only
    speaks of the rules). Its move does not say from where in the deck it came.
    """
    moved = [record for record in records if record.name != REFILL and from_deck(record)]
    cards = [move.after for move in moved if move.after is not None and view.has(move.after, "spark")]
    if not cards or not view.param("effect-sparks"):
        return None
    return [events([event({}, "signal", "effect-spark", "7.1.1.2.5", card=card.object) for card in cards])]


def from_deck(record: AppliedEvent) -> bool:
    """Did a card go from the deck into the ring?"""
    before, after = record.before, record.after
    return before is not None and after is not None and (before.place, after.place) == ("deck", "ring")


RING = "ring"


@rules.offer(
    "play", "6.5.1.3", "6.5.1.4", "6.5.1.5", "7.4.1.3", "4.9.3", beside=[RING], spoken="play", most=2
)  # fmt: skip
def play(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Every card of the hand to every frame of the bench and to the ring,
    the card in the ring to every frame: `play pip f1`, `play gol ring`.
    """
    frames = slots_of(view.book, "bench")
    for card in view.zone(seat, "hand"):
        if view.known(card):
            for place in (*frames, RING):
                yield option(view, v, card, place, "6.5.1.4" if place == RING else "6.5.1.3")
    for card in view.zone(seat, RING):
        for place in frames:
            yield option(view, v, card, place, "6.5.1.5")


def option(view: View, v: Vars, card: Card, place: str, rule: str) -> Option:
    """One play."""
    do = call("play", card=card.object, me=card.seat, place=place, route=rule)
    return Option("play", (card.id, place), (do,), conds(view, v, card, place, rule))


def conds(view: View, v: Vars, card: Card, place: str, rule: str) -> Iterator[Condition]:
    """The conditions of a play: the chara phase, energy, and for the card in the ring a free frame."""
    yield Condition("4.9.3", v.get("mode") == "chara-phase", "phase")
    if card.place == RING:
        free = on_slot(view, card.seat, "bench", place) is None
        yield Condition("6.5.1.5", free, "frame.free", {"frame": place})
    price = 0 if spared(view, card) is not None else level_cost(view, card)
    yield energy_cond(view, {"me": card.seat}, price, {}, "7.4.1.3")
    yield from unbarred(view, lambda: entry(view, card, place, rule))


def spared(view: View, card: Card) -> Ability | None:
    """The text by which a card moves from ring to bench without paying energy, if any (1.3.1)."""
    return view.permits(card, "free-bench") if card.place == RING else None


def entry(view: View, card: Card, place: str, rule: str) -> Event:
    """The move of a card that is played."""
    ctx = {"me": card.seat, "because": "play"}
    if place == RING:
        return move_event(view, ctx, card.object, RING, "play", rule)
    return move_event(view, ctx, card.object, "bench", "play", rule, marks={SLOT: place})


@rules.offer("activate", "7.1.1.1.1", "4.9.3", "6.6.1.3", "7.11.4")
def activate(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Activated abilities of the turn player's cards, in the ability phase."""
    yield from activated(view, v, seat, usable, lambda view, card, ability: ability.cost)


def usable(view: View, card: Card, ability: Ability, needs: dict[str, int]) -> list[Condition]:
    """The condition that no text says the ability cannot be used."""
    ctx = {"me": card.seat, "ability": ability.id}
    conditions = unbarred(view, lambda: event(ctx, "signal", "activated", "7.4.2", card=card.object))
    return [condition._replace(rule="7.11.4") for condition in conditions]


@rules.step("7.4.1.3")
def pay_level(view: View, v: Vars) -> Outcome:
    """As many energies as the level are rested."""
    card = view.present(v.object("card"))
    allowed = spared(view, card)
    if allowed is not None:
        view.note(trace.OVERRIDDEN, "1.3.1", ability=allowed.id, article=v["route"])
        return None
    level = view.value(card, "level") or 0
    if level < 0:
        view.note(registry.FREE, "1.3.4", card=card.id, n=level)
    return [Instruction("energy", {"energy": level_cost(view, card), "rule": "7.4.1.3"})]


@rules.step("7.4.1.3.2")
def put_down(view: View, v: Vars) -> Outcome:
    """Puts the card in its place.

    On a frame it arrives before the card there leaves (6.5.1.3); in the ring the other card leaves first.
    """
    card, place, rule = view.present(v.object("card")), v["place"], v["route"]
    former = view.zone(card.seat, RING) if place == RING else ()
    former = former or tuple(old for old in [on_slot(view, card.seat, "bench", place)] if old is not None)
    ctx = {"me": card.seat, "because": "play"}
    leave = [events([named_move(view, ctx, old.object, AWAY, rule)]) for old in former]
    enter = [events([entry(view, card, place, rule)])]
    first = bool(leave) and place == RING and view.param("ring-leaves-first")
    return [*leave, *enter] if first else [*enter, *leave]
