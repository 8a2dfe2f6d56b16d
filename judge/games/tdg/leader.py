"""The Leader slot never stays empty: from the Field, from the hand, from the deck, else the game is lost
(leader.never-empty to leader.tko).

Code because each source is looked at only when the one before has nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine.book import Outcome
from judge.engine.proposals import END, call, event, events, move_event, put_vars
from judge.engine.view import Vars, View
from judge.games.tdg import rv
from judge.games.tdg.blocks import LEADER, OWNERS, in_hand, latent, there
from judge.games.tdg.reading import ANEW, LEADER_READ
from judge.games.tdg.registry import rules
from judge.state import Ask, Card, Do, Record, Seat

PLAYED_AS_CHARACTER = ("character", "rv")


def admissible(game: View, card: Card, seat: Seat, terrain: Card | None = None) -> bool:
    """May a card become Leader: a character, and no Exclusive Support (leader.promotion-admissible)? An RV
    that is not on the Field yet needs its Terrain, which may be one that is chosen at the same time.
    """
    on_field = card.place in ("support-1", "support-2")
    kinds = (*PLAYED_AS_CHARACTER, "sx", "omega-x") if on_field else PLAYED_AS_CHARACTER
    if game.type(card) not in kinds or "support" in (game.printed(card, "exclusive") or ()):
        return False
    return on_field or all(one.ok for one in rv.conditions(game, card, terrain))


@rules.interrupt("leader.never-empty", "move")
def empty(game: View, records: Sequence[Record]) -> Sequence[Do] | None:
    """A Leader slot that a card has left is filled at once."""
    left = {one.before.seat for one in records if one.before is not None and one.before.place == LEADER}
    seats = [seat for seat in game.seats("any") if seat in left and there(game, seat, LEADER) is None]
    return [call("replace-leader", me=seat) for seat in seats] or None


def becomes(game: View, v: Vars, ref: str, rule: str) -> Outcome:
    """A card goes to the Leader slot, and the search is over; after the attacker's Leader Block there may be
    another (phase4.redeclare).
    """
    anew = LEADER_READ in game.game.memory and v["me"] == game.active
    noted = [event({}, "remember", "anew", "phase4.redeclare", key=ANEW, value=1)] if anew else []
    also = (
        ("leader.never-empty", "phase4.new-leader")
        if game.running("confrontation") is not None
        else ("leader.never-empty",)
    )
    arrives = move_event(game, {"me": v["me"], "because": "rules"}, ref, LEADER, "move", rule, also=also)
    return [events([arrives, *noted]), END]


@rules.step("leader.replace-field")
def from_field(game: View, v: Vars) -> Outcome:
    """An admissible character of the own Field must move in."""
    if there(game, v["me"], LEADER) is not None:
        return [END]
    found = [
        one
        for zone in ("support-1", "support-2")
        for one in game.zone(v["me"], zone)
        if admissible(game, one, v["me"])
    ]
    return chosen(game, v, found, "leader.replace-field")


def chosen(game: View, v: Vars, found: list[Card], rule: str) -> Outcome:
    """One of the cards found goes there; without any the next source is looked at."""
    if not found:
        return None
    picked = game.pick(v, "leader", v["me"], found, 1, 1, rule, "ask.leader")
    return picked if isinstance(picked, Ask) else becomes(game, v, picked[0], rule)


@rules.step("leader.replace-hand")
def from_hand(game: View, v: Vars) -> Outcome:
    """Without one there, one of the hand; what is locked is the hand for this."""
    return chosen(
        game,
        v,
        [one for one in in_hand(game, v["me"]) if game.known(one) and admissible(game, one, v["me"])],
        "leader.replace-hand",
    )


@rules.step("leader.replace-show-hand")
def shown(game: View, v: Vars) -> Outcome:
    """The hand is shown as proof."""
    held, rule = in_hand(game, v["me"]), "leader.replace-show-hand"
    return [
        events([event({"me": v["me"]}, "show", "reveal", rule, card=one.object, to="each") for one in held])
    ]


@rules.step("leader.replace-deck")
def from_deck(game: View, v: Vars) -> Outcome:
    """Cards of the deck are revealed one by one until one is admissible; the others are shuffled back."""
    deck, at = game.zone(v["me"], "deck"), int(v.get("at", 0))
    if at >= len(deck):
        return None
    card = deck[at]
    show = events(
        [event({"me": v["me"]}, "show", "reveal", "leader.replace-deck", card=card.object, to="each")]
    )
    if not admissible(game, card, v["me"]):
        return [show, put_vars(at=at + 1), Do("again", {})]
    arrives = becomes(game, v, card.object, "leader.replace-deck-first")
    assert isinstance(arrives, list)
    back = Do("shuffle", {"shuffle": "deck", "of": v["me"], "rule": "leader.replace-deck-shuffle"})
    return [show, arrives[0], back, END]


@rules.step("leader.tko")
def tko(game: View, v: Vars) -> Outcome:
    """Without any the player loses at once."""
    lost = {"losers": (v["me"],), "seat": v["me"], "why": "tko"}
    return [
        events([event({}, "end-game", "defeat", "leader.tko", also=("win.tko", "win.immediate"), **lost)])
    ]


# --- the Objects that are linked to a character ------------------------------------------------------
@rules.interrupt("object.latency", "move", "mark")
def unlinked(game: View, records: Sequence[Record]) -> Sequence[Do] | None:
    """An Object whose character has become invalid is latent and disengaged; a new one wakes it."""
    touched = {(one.seat, one.place) for record in records for one in (record.before, record.after) if one}
    batch = []
    for seat, zone in [(s, z) for s in game.seats("any") for z, b in OWNERS.items() if (s, b) in touched]:
        item = there(game, seat, zone)
        if item is None or latent(game, item) == bool(item.mark("latent")):
            continue
        if not latent(game, item):
            game.note("relinked", "object.latency-relink", card=item.id)
            continue
        engaged = item.mark("position") == "engaged"
        marks = {"latent": True, **({"position": "upright"} if engaged else {})}
        rule = "object.latency-disengage" if engaged else "object.latency"
        batch.append(
            event({}, "mark", "latent", rule, card=item.object, marks=marks, also=("phase4.check-latent",))
        )
    return [events(batch)] if batch else None


@rules.step("object.latency-no-reengage")
def relinked(game: View, v: Vars) -> Outcome:
    """At the end of a phase Objects that are linked again are as any other."""
    items = [one for seat in game.seats("any") for zone in OWNERS for one in game.zone(seat, zone)]
    over = [one for one in items if one.mark("latent") and not latent(game, one)]
    marks = {"latent": False}
    return (
        [
            events(
                [
                    event(
                        {}, "mark", "linked-again", "object.latency-no-reengage", card=one.object, marks=marks
                    )
                    for one in over
                ]
            )
        ]
        if over
        else None
    )
