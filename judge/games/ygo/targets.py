"""Targets: which cards may be chosen for what an effect does, and whether they are still targets when it
resolves (st.text, rules-vs-effects).

A player who chooses a card to banish, send, return, or take control of, must choose one for which that is
allowed. Destruction is different: a card that cannot be destroyed may be chosen, and is not destroyed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from judge.engine.flow.offers import bans
from judge.engine.kernel.book import Ability, Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import event, events, name, named_move
from judge.engine.kernel.state import Card, Condition, Instruction, Ref, Waiting, opponent
from judge.engine.kernel.variables import own
from judge.engine.kernel.view import Vars, View
from judge.games.ygo import registry
from judge.games.ygo.registry import rules


# --- looking for cards of the Deck: searching it, and excavating its top (gl.search, gl.excavate) ------
@rules.word(
    "search",
    "whole-selector",
    {"n": "number", "upto": "flag", "to": "zone"},
    without=("rule",),
    cites=("gl.search", "gl.search.shuffle"),
)
def search(view: View, v: Vars) -> Outcome:
    """Look for cards of the Deck, show them, add them to the hand, and shuffle."""
    want = v["search"]
    sel = {"zone": "deck", **(want if isinstance(want, Mapping) else {})}
    upto = {"upto": True} if v.args.get("upto") else {}
    choose = {"choose": "cards found", "from": sel, "n": v.args.get("n", 1), "must": True, **upto}
    to = v.args.get("to", "hand")
    return [
        name("cards found", ()), Instruction("choose", choose),
        Instruction("reveal", {"reveal": "$cards found", "rule": "gl.search"}),
        Instruction(
            "move", {"move": "$cards found", "to": to, "rule": "gl.search", "as": v.args.get("as", "")}
        ),
        Instruction("shuffle", {"shuffle": "deck", "of": sel.get("of", "me"), "rule": "gl.search.shuffle"}),
    ]  # fmt: skip


@rules.word(
    "excavate",
    "name",
    {"n": "number", "of": "seat"},
    without=("as", "rule"),
    cites=("gl.excavate", "gl.excavate.in-deck"),
)
def excavate(view: View, v: Vars) -> Outcome:
    """Reveal cards from the top of the Deck to both players; they are still cards of the Deck."""
    seat = view.seats(v.args.get("of", "me"), v["me"])[0]
    refs = tuple(card.object for card in view.zone(seat, "deck")[: view.number(v.args.get("n", 1), v)])
    seen = {"to": "each"}
    shown = events([event(v, "show", "reveal", "gl.excavate", card=ref, **seen) for ref in refs])
    return [shown, name(v["excavate"], refs)]


EFFECT: Final = {"because": "effect"}
SPENT: Final = "spent"  # the mark of a used card that waits for the end of the Chain
LYING: Final = ("zone", "of", "facing")  # what a selector says of how a target lies


# --- as the effect resolves --------------------------------------------------------------------------
def targets_left(view: View, entry: Waiting, ability: Ability) -> dict[str, tuple[Ref, ...]]:
    """The remaining targets of an effect when it resolves, by variable, for variables that have lost one. A
    target's zone, controller and face are checked again.
    """
    left: dict[str, tuple[Ref, ...]] = {}
    ctx = {**entry.vars, "me": entry.master}
    for do in ability.data.get("targets", ()):
        sel = do.args.get("from")
        if do.verb != "choose" or not isinstance(sel, dict):
            continue
        if "equip to" in do.args.get("for", ()):  # that no card is equipped to one face-down is spell.equip
            sel = {key: want for key, want in sel.items() if key != "facing"}
        chosen = own(entry.vars).get(do.args["choose"]) or ()
        kept = tuple([ref for ref in chosen if still_target(view, ref, sel, ctx)])
        if len(kept) < len(chosen):
            left[do.args["choose"]] = kept
    return left


def still_target(view: View, ref: Ref, sel: Mapping[str, object], ctx: Mapping[str, object]) -> bool:
    """Does a target still meet the text, as far as that is checked again? If not, this is recorded. A target
    that is gone is recorded by the instruction that would affect it.
    """
    card = view.card(ref)
    if card is None:
        return True
    lying = {"zone": view.book.default_zone, "of": "me"} | {key: sel[key] for key in LYING if key in sel}
    lies_so = card in view.cards(lying, ctx)
    if lies_so and card in view.cards(sel, ctx):
        return True
    again = view.param("targets-again")
    kept = again == "never" or (again == "lying" and lies_so)
    if not kept:
        view.note(registry.NOT_AS_REQUIRED, "st.text", card=card.id)
    return kept


# --- as it is chosen -------------------------------------------------------------------------------


def may_be_moved(view: View, card: Card, v: Mapping[str, object], word: str) -> Condition:
    """The condition that no text forbids this named move of a card."""
    return unless_banned(view, lambda: named_move(view, {**v, **EFFECT}, card.object, word), "st.text")


def unless_banned(view: View, proposed: Callable[[], Event], rule: str) -> Condition:
    """The condition that no text forbids an event."""
    return next(iter(bans(view, proposed)), Condition(rule, True, ""))


@rules.suit("banish")
def may_be_banished(view: View, card: Card, v: Mapping[str, object]) -> Condition:
    """The condition that no text forbids to banish the card."""
    return may_be_moved(view, card, v, "banish")


@rules.suit("send")
def may_be_sent(view: View, card: Card, v: Mapping[str, object]) -> Condition:
    """The condition that no text forbids to send the card to the Graveyard."""
    return may_be_moved(view, card, v, "send")


@rules.suit("return")
def may_be_returned(view: View, card: Card, v: Mapping[str, object]) -> Condition:
    """The condition that no text forbids to return the card, and that it is no used card that stays until
    the end of the Chain and then goes to the Graveyard.
    """
    if card.mark(SPENT):
        return Condition("zone.graveyard.entry", False, "spent").refused_by(
            view.book.article("stay-in-chain")
        )
    return may_be_moved(view, card, v, "return")


@rules.suit("search")
def may_be_added(view: View, card: Card, v: Mapping[str, object]) -> Condition:
    """The condition that no text forbids to add the card to the hand."""
    ctx, to = {**v, **EFFECT}, f"{card.seat}.{v.get('to', 'hand')}"
    return unless_banned(
        view, lambda: event(ctx, "move", "move", "gl.search", card=card.object, to=to), "gl.search"
    )


@rules.suit("control")
def may_be_taken(view: View, card: Card, v: Mapping[str, object]) -> Condition:
    """The condition that no text forbids that the other player takes control of the card."""
    ctx, to = {**v, **EFFECT}, f"{opponent(card.seat)}.{card.place}"
    rule = "gl.control.change"
    return unless_banned(view, lambda: event(ctx, "move", "control", rule, card=card.object, to=to), rule)
