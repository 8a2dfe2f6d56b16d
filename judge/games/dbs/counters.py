"""[Contre]: offered in counter windows, built up there, resolved last first (4-7, 10-10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.engine import trace
from judge.engine.effects.continuous import of_kind
from judge.engine.flow.feasibility import conditions, tried
from judge.engine.flow.offers import answering, limits, unbarred, validity, word
from judge.engine.flow.option_conditions import asked
from judge.engine.kernel.book import Ability, Outcome
from judge.engine.kernel.instructions import put_vars
from judge.engine.kernel.state import Card, Condition, Instruction, Option
from judge.engine.kernel.table import names_event
from judge.engine.kernel.view import Vars, View
from judge.engine.language.walk import dos_in
from judge.engine.mechanisms.links import entry_of, off_list
from judge.errors import NotImplementedYet
from judge.games.dbs.activation import OPEN, cited_rule, laid_on, tell_order, used_event, whole_cost
from judge.games.dbs.costs import card_cost, payable
from judge.games.dbs.instead import kept_secret, payable_somehow
from judge.games.dbs.registry import rules
from judge.text.plain import Fields

HELD = (*OPEN, "hand")  # where its player can show it
PENDING = {"play": "10-10-3-1", "attack": "10-10-3-2", "counter": "10-10-3-3"}


@rules.offer("counter", "10-10-1", "10-10-2", "10-10-3-1", "10-10-3-2", "10-10-3-3", "10-10-3-4")
def counter(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """[Contre] cards of the hand that answer something the opponent did in this window."""
    answered = {entry.card for entry in view.game.waiting if entry.status in ("link", "negated")}
    acts = [deed for deed in v["acts"] if deed["seat"] != seat]
    if not acts and not view.tracing:
        return
    for card, ability, valid in of_kind(view, "counter"):
        if card.seat != seat or card.on or not valid or card.id in answered:
            continue
        fits = view.tracing or any(kind in ability.against for act in acts for kind in act["kinds"])
        if fits and (view.works(card, ability) or (view.tracing and card.place in HELD)):
            yield counter_option(view, v, card, ability, acts)


def counter_option(view: View, v: Vars, card: Card, ability: Ability, acts: Sequence[Fields]) -> Option:
    """One [Contre] that answers the newest act of its kind."""
    fitting = [act for act in acts if any(kind in ability.against for kind in act["kinds"])]
    about = fitting[-1]["about"] if fitting else ""
    dos = answering(view, v, card, ability, about, ability.kinds, "counter")
    conds = counter_conds(view, card, ability, about, pending(ability, fitting, v["acts"]))
    return laid_on(view, Option("counter", (word(view, card.id, ability.id),), dos, conds), card, ability)


def pending(ability: Ability, fitting: Sequence[Fields], acts: Sequence[Fields]) -> Condition:
    """The condition that an act of the opponent is pending that the [Contre] answers."""
    kinds = fitting[-1]["kinds"] if fitting else ()
    kind = next((name for name in ability.against if name in kinds), ability.against[0])
    rule = PENDING.get(kind, "10-10-3-4")
    own = any(kind in ability.against for act in acts for kind in act["kinds"])  # the opponent's would fit
    say = "counter.own" if own else "counter.pending"
    return Condition(rule, bool(fitting), say, {"against": ability.against})


def counter_conds(
    view: View, card: Card, ability: Ability, about: str, answers: Condition
) -> Iterator[Condition]:
    """The conditions of 10-10: the act that the [Contre] answers is pending, and its costs can be paid."""
    ctx = {"me": card.seat, "self": card.object, "ability": ability.id, "it": about}
    needs: dict[str, int] = {}
    yield from unbarred(view, lambda: used_event(card.seat, card.object, ability))
    yield from where_it_works(view, card, ability)
    yield answers
    if names_event(ability.when) and plays_another(view, about):
        raise NotImplementedYet("a [Contre] that asks about a card that the ability of another one plays")
    yield from limits(view, card, ability)
    yield asked(view, ability.rule, ability.when, ctx)
    yield from kept_secret(view, card, "8-5-2-1")
    cost = conditions(view, ability.cost, ctx, "8-4-2-2", needs)
    paid = payable(view, card_cost(view, card), ctx, needs, "10-10-1")
    cost += payable_somehow(view, card, ability.cost, ctx, paid)
    yield from tried(view, cost, whole_cost(view, card, ability), {**ctx, "because": "cost"}, "8-4-2-2")


# --- 10-10-3-1: an ability plays a card that is not known yet --------------------------------------
PLAYING = ("activate", "auto")  # the procedures of abilities that may play cards


def plays_another(view: View, about: str) -> bool:
    """Does the answered activation play another card than the one whose ability it is?"""
    frames = [frame for name in PLAYING if (frame := view.running(name)) is not None]
    own = [frame.vars["ability"] for frame in frames if frame.vars.get("self") == about]
    dos = [do for id_ in own for do in dos_in(view.table.abilities[id_].do)]
    return any(do.verb == "play" and do.args["play"] != "self" for do in dos)


def changes_played(view: View, ability: Ability) -> bool:
    """Does a text change how the card that is being played enters?"""
    return "play" in ability.against and any(enters_otherwise(view, do) for do in dos_in(ability.do))


def enters_otherwise(view: View, do: Instruction) -> bool:
    """Does an instruction negate the abilities of the card that is being played, or replace its play?"""
    if do.verb != "lasting" or "it" not in (do.args.get("of"), do.args.get("blank")):
        return False
    given = [view.table.abilities[id_] for id_ in do.args.get("abilities", ())]
    laid = [on for ability in given if ability.kind == "replace" for on in ability.on]
    return "blank" in do.args or any(on["subject"] == "self" and "play" in on["events"] for on in laid)


def where_it_works(view: View, card: Card, ability: Ability) -> Iterator[Condition]:
    """The condition that the card is in the hand, and its [Contre] valid there."""
    if card.place in OPEN:
        yield Condition("10-10-2", view.works(card, ability), "counter.hand")
    else:
        yield from validity(view, ability, True, {"me": card.seat, "self": card.object})


# --- 10-10: [Contre] -----------------------------------------------------------------------------
@rules.step("4-7-3-5")
def counter_resolves(view: View, v: Vars) -> Outcome:
    """Carries out the effect of the [Contre]; its card may be another object by now. Raises NotImplementedYet
    where it would change a card that an ability plays later.
    """
    entry = entry_of(view, v)
    ability = view.table.abilities[entry.ability]
    if changes_played(view, ability) and plays_another(view, str(entry.vars.get("it", ""))):
        raise NotImplementedYet("a [Contre] to the play of a card that the ability of another one plays")
    rule = cited_rule(view, ability, v["rule_here"])
    ctx = {**entry.vars, "self": view.game.cards[entry.card].object, "because": "effect", "rule": rule}
    tell_order(view, ability)
    view.note(trace.RESOLVES, "4-7-3-5", card=entry.card, seat=entry.master)
    done = {"vars": {**ctx, "ability": ability.id}, "do": tuple(ability.do), "rule": rule}
    kinds = put_vars(
        me=entry.master, kinds=("ability", *(kind for kind in ability.kinds if kind != "counter"))
    )
    return [kinds, off_list(entry, "4-7-3-5"), Instruction("within", done)]
