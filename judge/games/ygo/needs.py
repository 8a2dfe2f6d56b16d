"""Needs of an effect: what must be there for its activation, such as a card to search for, materials, and in
sanctioned play a target.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from judge.engine import trace
from judge.engine.effects.sources import by_print
from judge.engine.flow.feasibility import conditions, tried
from judge.engine.flow.offers import unbarred
from judge.engine.flow.pipeline import forbidden
from judge.engine.kernel.book import Ability, Outcome
from judge.engine.kernel.instructions import event, move_event
from judge.engine.kernel.state import Card, Condition, Instruction
from judge.engine.kernel.view import Vars, View
from judge.engine.language.traits import names
from judge.engine.words.choosable import CHOICES, choice_of
from judge.games.ygo.absences import made_with_beneath
from judge.games.ygo.cards import freed, place_for, room
from judge.games.ygo.effect_parts import (
    ACTING,
    fed,
    finds_nothing,
    leaving_before,
    required,
    taken_over,
    taker,
    unseen,
    uses_variable,
    whole,
    without_itself,
)
from judge.games.ygo.registry import rules
from judge.games.ygo.summonable import all_barred
from judge.games.ygo.sums import fusion_monsters, fusions, ritual_monsters, rituals
from judge.text.plain import Fields, Scope, TomlValue

CALLS = {"fusion": ("fusion-summon", fusion_monsters), "ritual": ("ritual-summon", ritual_monsters)}
CROWDED = {"fusion": "fusion-crowded", "ritual": "ritual-crowded"}  # said where only a place is lacking
ARRIVING = ("create", "special-summon", "control")  # these need a place
# those that could be made, and whether if there were room
Monsters = Callable[[View, Fields, Fields, bool], Iterator[Card]]
NEEDING = ("fusion", "ritual", "choose", "create", "special-summon")  # what a payment may leave nothing for


def needed(
    view: View, card: Card, ability: Ability, ctx: Mapping[str, object], paid: bool = False
) -> Iterator[Condition]:
    """The conditions of an activation that come from the effect's own instructions, before its cost is paid
    or after.
    """
    for at, do in enumerate(required(view, ability)):
        if looks_for(do):
            yield findable(view, undeclared(ability, do), ctx)
        elif do.verb in CALLS and (banned := none_allowed(view, do, ctx)):
            yield from banned
        elif do.verb == "create" and (banned := tokens_barred(view, do, ctx)):
            yield from where_it_counts(view, "targets-needed", banned)
        elif do.verb == "fusion":
            yield from fusion_needs(view, do, ctx)
        elif do.verb == "ritual":
            yield with_room(view, do, ctx, rituals, Condition("ritual.activate", True, "ritual-need"))
        elif do.verb == "draw":
            yield from where_it_counts(view, "draws-needed", enough_to_draw(view, do, ctx))
        elif do.verb in ARRIVING:
            yield from where_it_counts(view, "targets-needed", (place_needed(view, ability, at, ctx, paid),))
    yield from where_it_counts(view, "targets-needed", targets(view, card, ability, ctx))
    if view.book.params["something-needed"]:
        yield something_there(view, card, ability, ctx)


def something_there(view: View, card: Card, ability: Ability, ctx: Mapping[str, object]) -> Condition:
    """Sanctioned play: the condition that the first part of an effect finds something to affect."""
    affects = not finds_nothing(view, card, ability, ctx)
    cond = Condition("st.text", affects, "nothing-there").refused_by(view.book.article("something-needed"))
    return cond


def fusion_needs(view: View, do: Instruction, ctx: Mapping[str, object]) -> Iterator[Condition]:
    """What a Fusion Summon needs: the monster in the Extra Deck, its materials, and a place."""
    if not fusion_monsters(view, ctx, do.args):
        yield Condition("fusion.must-be-in-extra", False, "fusion-none")
        return
    need = with_room(view, do, ctx, fusions, Condition("fusion.activate", True, "fusion-need"))
    if not need.ok and view.tracing and made_with_beneath(view, ctx, do.args):
        need = need._replace(message_key="fusion-beneath").under("xyzmat.not-on-field")
    yield need


def place_needed(view: View, ability: Ability, at: int, ctx: Mapping[str, object], paid: bool) -> Condition:
    """Sanctioned play: the condition that a monster which arrives, or which the player takes control of,
    finds a place; the cost or an earlier part of the effect may free one.
    """
    do = required(view, ability)[at]
    n = how_many_arrive(view, ability, do, ctx)
    seat = taker(view, do, ctx)
    by_cost = 0 if paid else freed(view, ability.cost, ctx, seat)
    leaving = by_cost + freed(view, leaving_before(view, ability, at), ctx, seat)
    return place_for(view, seat, leaving - n + 1)


def how_many_arrive(view: View, ability: Ability, do: Instruction, ctx: Mapping[str, object]) -> int:
    """The number of places that an instruction needs for the monsters that it makes arrive."""
    if do.verb == "create":
        return view.number(do.args.get("n", 1), ctx)
    return taken_over(view, ability, do)


def none_allowed(view: View, do: Instruction, ctx: Mapping[str, object]) -> list[Condition]:
    """What forbids the Summon of every monster that a Fusion or Ritual card could call."""
    name, monsters = CALLS[do.verb]
    return all_barred(view, {**ctx, "because": "effect"}, monsters(view, ctx, do.args), name)


def tokens_barred(view: View, do: Instruction, ctx: Mapping[str, object]) -> list[Condition]:
    """The prohibitions on Tokens that an instruction creates, for each player who would get some."""
    row, refusals = view.book.tables["token"], list[Condition]()
    for seat in view.seats(str(do.args.get("of", "me")), str(ctx["me"])):
        made = {"print": do.args["create"], "to": f"{seat}.{row['zone']}"}
        bans = partial(event, {**ctx, "because": "effect"}, "create", row["name"], row["rule"], **made)
        refusals.extend(condition for condition in unbarred(view, bans) if not condition.ok)
    return refusals


def with_room(view: View, do: Instruction, ctx: Scope, monsters: Monsters, need: Condition) -> Condition:
    """The condition that a monster can be made of the present materials; if only a place is lacking, the
    reason says so.
    """
    if any(True for _ in monsters(view, ctx, do.args, False)):
        return need
    crowded = view.tracing and not room(view, ctx["me"], "monster")
    if crowded and any(True for _ in monsters(view, ctx, do.args, True)):
        return need._replace(rule="zone.monster.capacity", ok=False, message_key=CROWDED[do.verb])
    return need._replace(ok=False)


def needs_and_cost(
    view: View, card: Card, ability: Ability, ctx: Mapping[str, object], rule: str, must: bool = False
) -> Iterator[Condition]:
    """The conditions of what an effect needs and of its cost; an effect that must be activated is activated
    even if it does nothing.
    """
    lacking = must
    for cond in () if must else needed(view, card, ability, ctx):
        lacking = lacking or not cond.ok
        yield cond
    cost = own_cost(view, ability)
    paid = cost if lacking else whole_cost(view, ability, card)
    yield from tried(view, conditions(view, cost, ctx, rule), paid, {**ctx, "because": "cost"}, rule)


def own_cost(view: View, ability: Ability) -> tuple[Instruction, ...]:
    """The cost of an activation; an activated Spell or Trap cannot pay for itself (gl.cost.before)."""
    return by_print(view, ("own cost", ability.id), lambda: tuple(paid_by_others(ability)))


def paid_by_others(ability: Ability) -> Iterator[Instruction]:
    """The instructions of a cost, with choices only among the other cards."""
    for do in ability.cost:
        among_cards = whole(ability) and do.verb == "choose" and isinstance(do.args["from"], dict)
        yield without_itself(do) if among_cards else do


def whole_cost(view: View, ability: Ability, card: Card) -> tuple[Instruction, ...]:
    """The cost of an activation; a payment may not use up what the effect itself needs (gl.cost.before)."""
    dos = required(view, ability)
    words = by_print(
        view, ("words", ability.id), lambda: {do.verb for do in (*ability.data.get("targets", ()), *dos)}
    )
    needs = not words.isdisjoint(NEEDING) or any(looks_for(do) for do in dos)
    cost = own_cost(view, ability)
    if not cost or not (needs or (view.book.params["something-needed"] and not words.isdisjoint(ACTING))):
        return cost
    return (*cost, Instruction("still-needed", {"ability": ability.id, "holder": card.id}))


@rules.verb("still-needed", "gl.cost.before")
def still_needed(view: View, v: Vars) -> Outcome:
    """Is everything that the effect needs still there once its cost is paid?

    This is asked while a payment is tried out.
    """
    if v.flag("trial"):
        ability, card = view.ability(v["ability"]), view.game.cards[v["holder"]]
        ctx = {"me": v["me"], "self": v.object("self"), "it": v.get("it", ""), "ability": ability.id}
        for rule in [
            condition.rule for condition in needed(view, card, ability, ctx, paid=True) if not condition.ok
        ]:
            view.note(trace.LACKING, rule)
    return None


def where_it_counts(view: View, param: str, conds: Iterable[Condition]) -> Iterator[Condition]:
    """Conditions that the booklet does not have. A ruling depends on this reading only where one of them
    fails.
    """
    lacking = [cond for cond in conds if not cond.ok]
    if lacking and view.param(param):
        yield from (cond.under(view.book.article(param)) for cond in lacking)


def looks_for(do: Instruction) -> bool:
    """Does an instruction look for certain cards of the Deck: by a search, a choice, or taking them?"""
    if do.verb == "choose":
        return in_deck(do)
    what: TomlValue = do.args.get(do.args.get("named", do.verb))
    return do.verb == "search" or (
        in_zone(what, "deck")
        and not {"top", "bottom", "in"} & set(what)
        and do.verb not in ("look", "reveal", "shuffle")
    )


def in_zone(sel: object, zone: str) -> bool:
    """Does a selector look into this zone?"""
    return isinstance(sel, dict) and zone in names(sel.get("zone", ()))


def in_deck(do: Instruction) -> bool:
    """Does a choice look through the Deck for something, beyond its top cards and cards already seen?"""
    sel = do.args["from"]
    return in_zone(sel, "deck") and not {"top", "in"} & set(sel)


def findable(view: View, do: Instruction, ctx: Scope) -> Condition:
    """The condition that there is a card in the Deck that fits, or an unnamed one that may fit; where a text
    forbids to take the cards, that text.
    """
    what = do.args["from"] if do.verb == "choose" else do.args.get(do.args.get("named", do.verb))
    sel = {"zone": "deck", **(what if isinstance(what, dict) else {})}
    seat = view.seats(sel.get("of", "me"), ctx["me"])[0]
    words = (do.verb,) if do.verb in ("special-summon", "search") else do.args.get("for", ())
    unseen = tuple(card for card in view.zone(seat, "deck") if not view.known(card))
    cards = (*view.cards(sel, ctx), *unseen)
    fits = any(suitable(view, card, words, ctx) for card in cards)
    need = Condition("gl.search.need", fits, "search-need")
    return need if need.ok or not view.tracing else next(kept_off(view, cards, words, ctx), need)


def suitable(view: View, card: Card, words: Iterable[str], ctx: Mapping[str, object]) -> bool:
    """Is a card suitable for everything that the instructions do with it?"""
    return all(view.book.suits[word](view, card, ctx).ok for word in words)


def undeclared(ability: Ability, do: Instruction) -> Instruction:
    """The instruction without asking for words that are declared as the effect is activated."""
    sel = do.args.get("from")
    declares = any(other.verb == "declare" for other in ability.data.get("targets", ()))
    if not isinstance(sel, dict) or not declares:
        return do
    asked = {key: value for key, value in sel.items() if key != "noted"}
    return Instruction(do.verb, {**do.args, "from": asked})


def enough_to_draw(view: View, do: Instruction, ctx: Scope) -> Iterator[Condition]:
    """Sanctioned play: an effect that draws cannot be activated with too few cards in the Deck, nor where a
    text forbids that these are drawn.
    """
    for seat in view.seats(do.args.get("of", "me"), ctx["me"]):
        for card in view.zone(seat, "deck")[:1]:
            drawn = partial(move_event, view, {**ctx, "because": "effect"}, card.object, "hand", "draw")
            yield from unbarred(view, drawn)
        n, have = view.number(do.args["draw"], ctx), view.count(seat, "deck")
        yield Condition("duel.win.deckout", have >= n, "draws", {"n": n, "have": have})


def targets(view: View, card: Card, ability: Ability, ctx: Mapping[str, object]) -> Iterator[Condition]:
    """Sanctioned play: the conditions that every required choice can be made, and at least one of “up to” so
    many targets chosen.
    """
    itself, aimed = card.id if whole(ability) else "", ability.data.get("targets", ())
    for do in chosen_ahead(view, ability):
        sel, words = do.args["from"], do.args.get("for", ())
        why = {**ctx, "because": "target" if do in aimed else "effect"}
        cards = [other for other in view.cards(sel, ctx) if other.id != itself and allowed(view, other, why)]
        have = sum(suitable(view, other, words, ctx) for other in cards)
        wanted = 1 if do.args.get("upto") else view.number(do.args.get("n", 1), ctx)
        enough = have >= wanted or (isinstance(sel, dict) and have + unseen(view, sel, ctx) >= wanted)
        cond = Condition("st.text", enough, "targets", {"n": wanted, "have": have})
        if not enough and view.tracing:
            cond = next(kept_off(view, cards, words, ctx), cond)
        yield cond


def kept_off(
    view: View, cards: Iterable[Card], words: Iterable[str], ctx: Mapping[str, object]
) -> Iterator[Condition]:
    """The texts that forbid what the instructions would do with cards, as failed conditions."""
    for card in cards:
        for word in words:
            cond = view.book.suits[word](view, card, ctx)
            if not cond.ok and "ability" in cond.values:
                yield cond


def chosen_ahead(view: View, ability: Ability) -> list[Instruction]:
    """The choices that have to be possible when an effect is activated."""
    return by_print(view, ("chosen ahead", ability.id), lambda: find_chosen(view, ability))


def find_chosen(view: View, ability: Ability) -> list[Instruction]:
    """The targets of an effect, and the choices of its instructions, except those among cards that earlier
    instructions bring.
    """
    aimed = [do for do in ability.data.get("targets", ()) if has_to_be_chosen(do)]
    return [*aimed, *own_choices(required(view, ability), view.book.moves)]


def own_choices(dos: Sequence[Instruction], moves: Mapping[str, object]) -> Iterator[Instruction]:
    """The choices of an effect's instructions, except those among cards that earlier instructions bring."""
    for at, do in enumerate(dos):
        if has_to_be_chosen(do) and not do.args.get("upto") and not fed(dos[:at], do.args["from"], moves):
            yield do


def has_to_be_chosen(do: Instruction) -> bool:
    """Is it a choice among visible cards that does not depend on an earlier one?"""
    return do.verb == "choose" and not (in_deck(do) or uses_variable(do.args["from"]))


def allowed(view: View, card: Card, ctx: Mapping[str, object]) -> bool:
    """May this effect choose the card at all?"""
    if view.table.watched.isdisjoint(CHOICES):
        return True
    return forbidden(view, choice_of(view, ctx, card)) is None
