"""Pendulum Summons (pendulum.summon.*)."""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.flow.offers import bans
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.proposals import call as run
from judge.engine.kernel.proposals import event, events, put_vars
from judge.engine.kernel.state import Ask, Card, Cond, Option
from judge.engine.kernel.view import Vars, View
from judge.errors import NotImplementedYet
from judge.games.ygo.cards import free_places, is_kind, level, place_for, printed_type
from judge.games.ygo.registry import rules
from judge.games.ygo.special import Way, arrivals
from judge.games.ygo.summonable import all_barred, barred, special_monster

NAME = "pendulum-summon"


def scales(game: View, seat: str) -> tuple[int, int] | None:
    """The lower and the higher Scale; None without a card in each Pendulum Zone.

    Raises NotImplementedYet where a card prints none.
    """
    cards = game.zone(seat, "pendulum")
    found = [game.value(card, "scale") for card in cards] if len(cards) == 2 else []
    if None in found:
        blank = cards[found.index(None)].id
        raise NotImplementedYet(f"Pendulum Scales while {blank} has no scale written on it")
    return (min(found), max(found)) if found else None


def callable_by_pendulum(game: View, seat: str) -> list[Card]:
    """The monsters that may be Pendulum Summoned: those between the Scales that no text forbids."""
    return [card for card in between_scales(game, seat) if not barred(game, context(seat), card, NAME)]


def context(seat: str) -> dict[str, str]:
    """In whose name and why the monsters come."""
    return {"me": seat, "because": "summon"}


def between_scales(game: View, seat: str) -> list[Card]:
    """The monsters of the hand and the face-up ones of the Extra Deck whose Levels lie between the Scales."""
    bounds = scales(game, seat)
    if bounds is None:
        return []
    pool = [card for card in game.zone(seat, "hand") if game.known(card)]
    pool += [card for card in game.zone(seat, "extra") if game.known(card) and returned(game, card)]
    return [card for card in pool if fits(game, card, bounds)]


def returned(game: View, card: Card) -> bool:
    """Is it a Pendulum card that came back face-up (pendulum.resummon)?"""
    if not game.param("pendulum-extra-face-up"):
        return True
    return not game.face_down(card) and is_kind(game, card, "pendulum")


def fits(game: View, card: Card, bounds: tuple[int, int]) -> bool:
    """A monster with a Level between the Scales, equal to neither (pendulum.summon.example)."""
    low, high = bounds if game.param("scales") == "open" else (bounds[0] - 1, bounds[1] + 1)
    if printed_type(game, card) != "monster" or not level(game, card) or not low < level(game, card) < high:
        return False
    return card.place == "extra" or not special_monster(game, card)


@rules.offer("pendulum", "pendulum.activate", "pendulum.summon.once", "pendulum.summon.range")
def pendulum(game: View, v: Vars, seat: str) -> Iterator[Option]:
    """One Pendulum Summon a turn."""
    if seat != game.active or not (game.tracing or game.count(seat, "pendulum")):
        return
    if holds_any(game, seat, "pendulum", "hand"):
        yield Option("pendulum", (), (run("pendulum", me=seat),), conds(game, seat))
        if game.tracing and scales(game, seat):
            yield from left_out(game, seat)
    elif holds_any(game, seat, "extra"):  # only for those who claim it
        yield Option("pendulum", (), (), (Cond("pendulum.activate", False, "no-scales"),))


def left_out(game: View, seat: str) -> Iterator[Option]:
    """The monsters that a Pendulum Summon cannot call, each with the reason."""
    able = callable_by_pendulum(game, seat)
    for card in (*game.zone(seat, "hand"), *game.zone(seat, "extra")):
        if game.known(card) and printed_type(game, card) == "monster" and card not in able:
            why = barred(game, context(seat), card, NAME) or (out_of_range(game, card),)
            yield Option("pendulum", (card.id,), (), why)


def out_of_range(game: View, card: Card) -> Cond:
    """Why the Scales do not call a monster."""
    down = card.place == "extra" and not returned(game, card)
    return Cond("pendulum.summon.range", False, "range-extra" if down else "range", also=reasons(game, card))


def reasons(game: View, card: Card) -> tuple[str, ...]:
    """The further articles that keep a monster out of a Pendulum Summon."""
    found = ["pendulum.summon.example"]
    if is_kind(game, card, "xyz"):
        found.append("xyz.rank")
    if card.place == "extra":
        found.append("pendulum.resummon")
    return tuple(found)


def holds_any(game: View, seat: str, *zones: str) -> bool:
    """Has the player any Pendulum card to speak of in these zones?"""
    cards = (card for zone in zones for card in game.zone(seat, zone))
    return any(game.known(card) and is_kind(game, card, "pendulum") for card in cards)


def conds(game: View, seat: str) -> Iterator[Cond]:
    """A card in each zone, not yet this turn, a monster that fits, a place for it."""
    yield Cond("pendulum.activate", scales(game, seat) is not None, "scales")
    yield Cond("pendulum.summon.once", not game.did(seat, "pendulum-summon"), "pendulum-once")
    called = between_scales(game, seat)
    yield Cond("pendulum.summon.range", bool(called), "range-none")
    yield from all_barred(game, context(seat), called, NAME)
    yield place_for(game, seat)
    yield from bans(
        game, lambda: event({"me": seat}, "signal", "pendulum-declared", "pendulum.summon.once", seat=seat)
    )


@rules.step("pendulum.summon.once")
def declare(game: View, v: Vars) -> Outcome:
    """The Pendulum Summon is declared and any number of monsters chosen, as many as there are places."""
    seat = v["me"]
    pool = callable_by_pendulum(game, seat)
    most = min(free_places(game, seat, "monster"), len(pool))
    chosen = game.pick(v, "called", seat, pool, 1, most, "pendulum.summon.range", "ask.choose")
    if isinstance(chosen, Ask):
        return chosen
    said = event({"me": seat}, "signal", "pendulum-declared", "pendulum.summon.once", seat=seat)
    return [events([said]), put_vars(called=chosen)]


@rules.step("pendulum.summon.range")
def arrive(game: View, v: Vars) -> Outcome:
    """They arrive together."""
    cards = [card for card in map(game.card, v["called"]) if card is not None]
    fields = {"also": ("pendulum.resummon",)} if any(card.place == "extra" for card in cards) else {}
    return arrivals(game, v, v["me"], cards, Way(NAME, "pendulum.summon.range", True), **fields)
