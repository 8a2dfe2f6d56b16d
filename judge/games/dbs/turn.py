"""Playing a card, from the hand (6-3-1-2-1) or by an effect (3-6-3, 9-4, 10-5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from judge.engine import trace
from judge.engine.flow.offers import beside_silent, unbarred
from judge.engine.flow.surcharges import lies_on, surcharged
from judge.engine.kernel.book import Amiss, Book, Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import AGAIN, END, call, event, events, events_as, move_event, put_vars
from judge.engine.kernel.state import Card, Condition, Option
from judge.engine.kernel.view import Vars, View
from judge.engine.language.values import seats
from judge.engine.words.targets import affected
from judge.errors import NotImplementedYet
from judge.games.dbs import registry
from judge.games.dbs.costs import card_cost, payable
from judge.games.dbs.instead import card_energy, kept_secret, payable_somehow, planned_energy, shown
from judge.games.dbs.registry import rules


@rules.step("5-2-1-3")
def leaders_checked(view: View, v: Vars) -> Outcome:
    """The check timing after the Leaders are placed.

    No player is active yet, so a reading decides whose abilities come first if both players have some.
    """
    both = len({entry.master for entry in view.game.waiting if entry.status == "pending"}) > 1
    turned = both and view.param("setup-first") != "active"
    return [call("window:check-turned" if turned else "window:check")]


# --- playing a card from the hand: 6-3-1-2-1 -----------------------------------------------------
@rules.offer("play", "6-3-1-2-1", "6-3-1-2-1-1")
def play(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Battle cards of the hand whose energy cost can be paid."""
    for card in view.zone(seat, "hand"):
        if view.type(card) == "battle":
            do = call("play", card=card.object, me=seat)
            option = Option("play", (card.id,), (do,), play_conds(view, card))
            own = [planned_energy(view, card, "6-3-1-2-1-1")]
            yield surcharged(view, option, partial(entering, view, card), own, {"self": card.object})


def play_conds(view: View, card: Card) -> Iterator[Condition]:
    """What playing a card of the hand needs: its energy cost, and no prohibition."""
    yield from kept_secret(view, card, "6-3-1-2-1-1")
    ctx = {"me": card.seat}
    paid = payable(view, card_cost(view, card), ctx, {}, "6-3-1-2-1-1")
    paid = payable_somehow(view, card, (), ctx, paid)
    yield from beside_silent(view, card, "color_cost", paid, "cost.colour")
    yield from unbarred(view, partial(entering, view, card))


def entering(view: View, card: Card) -> Event:
    """The event that a card of the hand is played, for texts that refer to it."""
    return move_event(view, {"me": card.seat}, card.object, "battle", "play", "6-3-1-2-1-3")


@rules.step("6-3-1-2-1-1")
def declare_play(view: View, v: Vars) -> Outcome:
    """Reveals the card, asks for its energy and signals that its play is declared."""
    card = view.present(v.object("card"))
    if not v.flag("shown"):
        return [events([shown(v, card.object, "6-3-1-2-1-1")]), put_vars(shown=True), AGAIN]
    signal = event({"me": v["me"]}, "signal", "declare-play", "6-3-1-2-1-1", card=card.object)
    return [card_energy(view, card, "2-11-1-1", "2-11-1-1-1"), events([signal])]


@rules.step("6-3-1-2-1-3")
def enter_play(view: View, v: Vars) -> Outcome:
    """Puts the card into the Battle Zone. If its play was negated, it goes where the reading says."""
    card = view.card(v.object("card"))
    if card is None or card.place != "hand":
        named = view.game.objects.get(v.object("card"), "")
        view.note(registry.GONE, "4-7-3-6", what="play", card=named)
        return [END]
    if v.flag("negated"):
        to = view.param("negated-play")
        return [events([move_event(view, {"me": v["me"]}, card.object, to, "move", "4-7-3-6")]), END]
    return [events([entering(view, card)])]


# --- playing by an effect: 3-6-3, 9-4, 10-5 ------------------------------------------------------
def play_amiss(book: Book, data: Mapping[str, object]) -> Iterator[Amiss]:
    """Problems of a text that plays cards: what is kept of a card only has a meaning if another card is
    played on top of it.
    """
    if "onto" in data and "of" in data:
        yield Amiss("of", "a card that goes onto another lies where that one lies")
    for key in ("keeps", "whole") if "onto" not in data else ():
        if key in data:
            yield Amiss(key, f"{key} only says something of a card that goes onto another")


@rules.word(
    "play",
    "cards",
    {"of": "one-seat", "onto": "cards", "keeps": "keeps", "whole": "flag", "mode": "state"},
    cites=("3-6-3", "3-6-4"),
    amiss=play_amiss,
)
def play_cards(view: View, v: Vars) -> Outcome:
    """Plays Battle cards: puts them into the Battle Zone of their owner or a named player, from any zone."""
    batch: list[Event] = []
    onto = view.refs(v.args["onto"], v) if "onto" in v.args else ()
    if "onto" in v.args and (not onto or (v.args.get("whole") and not all(view.same(ref) for ref in onto))):
        view.note(trace.NOTHING, "1-3-2", verb="play")
        return None
    for card in view.cards(affected(view, v, view.refs(v["play"], v)), v):
        if view.type(card) == "battle":
            batch.append(play_event(view, v, card, v.args.get("rule", "3-6-3")))
        else:
            view.note(trace.NOTHING, "3-6-3", verb="play", card=card.id)
    return [events_as(v, batch)]


def play_event(view: View, v: Vars, card: Card, rule: str, **fields: object) -> Event:
    """One card's entry, on top of another or into the zone of a player where the text says so."""
    fields |= {"seat": seats(view, v.args.get("of", "me"), v["me"])[0], "said": "of" in v.args}
    if "onto" in v.args:
        fields["onto"] = view.refs(v.args["onto"], v)
        fields.setdefault("keeps", v.args.get("keeps", "all"))
    if "mode" in v.args:
        fields["marks"] = {"mode": v.args["mode"]}
    return unlaid(view, move_event(view, v, card.object, "battle", "play", rule, **fields))


def unlaid(view: View, played: Event) -> Event:
    """The entry of a card by an effect, for which no text demands a surcharge."""
    if lies_on(view, played):
        raise NotImplementedYet("a cost that a text lays on what an effect plays")
    return played


@rules.word("evolve", "cards", without=("as", "rule"), cites=("10-5-4", "10-5-6", "9-4-2"))
def evolve(view: View, v: Vars) -> Outcome:
    """Play this card on top of the chosen one: it takes over mode and effects as 10-5-4 and 9-4-2 say."""
    card = view.card(v.object("self")) or view.game.cards[v["holder"]]
    onto = view.refs(v["evolve"], v)
    if not onto or not all(view.same(ref) for ref in onto):
        view.note(trace.NOTHING, "1-3-2", verb="evolve")
        return None
    keeps = view.param("evolution-keeps")
    entry = move_event(view, v, card.object, "battle", "play", "10-5-4", onto=onto, keeps=keeps)
    return [events([unlaid(view, entry)])]
