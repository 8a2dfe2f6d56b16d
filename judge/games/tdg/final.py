"""Totals and the final calculation (total.*, phase4.final).

Code because a total adds what each card prints by how it lies, by its universe and by who reads it.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.kernel.book import Outcome
from judge.engine.kernel.instructions import event, events
from judge.engine.kernel.state import Card, Seat, opponent
from judge.engine.kernel.view import Vars, View
from judge.errors import NotImplementedYet
from judge.games.tdg import registry
from judge.games.tdg.altered import changed, tell
from judge.games.tdg.blocks import (
    CHARACTERS,
    OBJECTS,
    OWNERS,
    TERRAIN,
    abroad,
    counts,
    does_anything,
    engaged,
    improving,
    latent,
    raised,
    reads_allied,
    said,
    terrain_of,
    there,
    unlinked,
    valid,
)
from judge.games.tdg.registry import rules

# By how much a total is changed, and until which turn.
TOTAL = rules.remembers("total", "game") + ":"


def own(view: View, card: Card, stat: str) -> int:
    """What a card adds by itself: its value and, if it is engaged, what it prints for that."""
    more = (view.printed(card, "engaged") or {}).get(stat, 0) if engaged(card) else 0
    return changed(view, card, stat, int(view.value(card, stat) or 0), int(more))


def of_object(view: View, card: Card, stat: str) -> int:
    """What an Object adds: its Boosted value where it prints one and shares the universe (object.boost)."""
    printed = view.printed(card, "boosted") or {}
    if raised(view, card, card.seat) and stat in printed:
        return own(view, card, stat) - int(view.printed(card, stat) or 0) + int(printed[stat])
    return own(view, card, stat)


def of_terrain(view: View, card: Card, stat: str, reader: Seat) -> int:
    """What the Terrain adds for a player, through the character that is linked to it (terrain.link)."""
    if unlinked(view, card, reader):
        return 0
    line = "allied" if reads_allied(view, card, reader) else "adv"
    base, more = view.printed(card, line) or {}, view.printed(card, f"{line}_boosted") or {}
    return int((more if more and raised(view, card, reader) else base).get(stat, 0))


def parts(view: View, seat: Seat, stat: str) -> Iterator[tuple[Card, int]]:
    """What each card of a player adds to a total; invalid cards add nothing and are left out."""
    terrain = terrain_of(view)
    if terrain is not None:
        yield terrain, of_terrain(view, terrain, stat, seat)
    for zone in CHARACTERS:
        card = there(view, seat, zone)
        if card is not None and counts(view, card):
            yield card, own(view, card, stat)
        yield from ((protocol, own(view, protocol, stat)) for protocol in improving(view, card))
        item = there(view, seat, OBJECTS[zone]) if zone in OBJECTS else None
        if item is not None and counts(view, item):
            yield item, of_object(view, item, stat)


@rules.word(
    "total",
    "number-attribute",
    {"of": "seat", "n": "number", "turns": "number"},
    ("n",),
    ("as", "rule"),
    cites=("total.sum", "anomaly.persist"),
)
def change_total(view: View, v: Vars) -> Outcome:
    """Change a player's total, in this turn or for several."""
    stat, card = str(v["total"]), view.card(v.object("self"))
    if stat not in ("atq", "def") or card is None:
        raise NotImplementedYet(f"the total {stat!r}")
    until = view.game.turn + view.number(v.args.get("turns", 1), v) - 1
    n, noted = view.number(v.args["n"], v), []
    for seat in view.seats(v.args.get("of", "me"), v["me"]):
        key = f"{TOTAL}{seat}:{stat}:{until}:{card.id}"
        value = int(view.game.memory.get(key, 0)) + n
        noted.append(event(v, "remember", "total", "total.sum", key=key, value=value))
    return [events(noted)]


def changes(view: View, seat: Seat, stat: str) -> Iterator[tuple[str, int]]:
    """The changes of a total that are still in effect, each with its card."""
    for key, n in view.game.memory.items():
        if key.startswith(f"{TOTAL}{seat}:{stat}:"):
            until, _, card = key.removeprefix(f"{TOTAL}{seat}:{stat}:").partition(":")
            if int(until) >= view.game.turn:
                yield card, int(n)


def silent(view: View, seat: Seat) -> Iterator[tuple[Card, str]]:
    """The cards of a player that add nothing, each with the article that says why."""
    terrain = terrain_of(view)
    if terrain is not None and does_anything(view, terrain) and unlinked(view, terrain, seat):
        yield terrain, "terrain.link"
    for zone in (*CHARACTERS, *OBJECTS.values()):
        card = there(view, seat, zone)
        if card is not None and not valid(view, card):
            row = said(view, card) if card.mark("position") != "disabled" else {}
            yield card, row.get("rule", "total.zero")
        elif card is not None and latent(view, card):
            yield card, "object.latency"


def why(view: View, card: Card) -> dict[str, bool]:
    """The facts told of a card that adds something: is it Boosted, engaged, the attacker's Terrain?"""
    boost = card.place in OWNERS and view.printed(card, "boosted") and raised(view, card, card.seat)
    more = card.mark("position") == "engaged" and view.printed(card, "engaged")
    about = {"boosted": boost, "engaged": more, "abroad": card.place == TERRAIN and abroad(view)}
    return {name: True for name, on in about.items() if on}


def told(view: View, seat: Seat, stat: str) -> int:
    """A player's total, which is told card by card."""
    cards = list(parts(view, seat, stat))
    added = [*((card.id, n) for card, n in cards), *changes(view, seat, stat)]
    total, about = sum(n for _, n in added), {card.id: why(view, card) for card, _ in cards}
    for name, n in added:
        if n:
            view.note(registry.ADDS, "total.sum", card=name, n=n, stat=stat.upper(), **about.get(name, {}))
    tell(view, seat, stat)
    for card, rule in silent(view, seat):
        view.note(registry.ADDS_NOTHING, rule, card=card.id)
    total = 0 if total < 0 and not view.param("below-zero") else total
    view.note(registry.TOTAL, "total.sum", seat=seat, n=total, stat=stat.upper())
    return total


@rules.step("phase4.final")
def final(view: View, v: Vars) -> Outcome:
    """The defender loses as many PV as the attack is above the defence."""
    attacker, defender = view.active, opponent(view.active)
    atq, def_ = told(view, attacker, "atq"), told(view, defender, "def")
    if atq <= def_:
        view.note(registry.NO_LOSS, "phase4.final", atq=atq, n=def_)
        return None
    fields: dict[str, object] = {"seat": defender, "score": "pv", "n": atq - def_, "sign": -1}
    return [events([event({"because": "rules"}, "score", "lose-pv", "phase4.final", **fields)])]
