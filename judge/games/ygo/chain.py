"""Chains: building them, what activates at once, resolving the last link first (chain.*, simul.*)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from judge.engine.flow.offers import awaiting, limits, unbarred
from judge.engine.flow.surcharges import surcharged
from judge.engine.flow.window_options import links
from judge.engine.kernel.book import Ability, Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import END, call, event, events, put_vars
from judge.engine.kernel.state import EMPTY, AppliedEvent, Card, Condition, Instruction, Option, Ref, Waiting
from judge.engine.kernel.view import Vars, View
from judge.engine.mechanisms.links import no_longer
from judge.games.ygo import registry
from judge.games.ygo.cards import printed_type, speed_of
from judge.games.ygo.damage_step import damage_step_conds
from judge.games.ygo.departures import away
from judge.games.ygo.life_points import AFTER_CHAIN, at_nought
from judge.games.ygo.moments import CLOCK, HAPPENS, happening, now, passed_by
from judge.games.ygo.needs import needs_and_cost, own_cost
from judge.games.ygo.registry import rules
from judge.games.ygo.sets import set_conds

LINKED = ("link", "negated")
PLACES = ("spell", "field", "pendulum")  # where a card that is activated lies
CARD: Final = ("card-activated",)  # what an activation is called besides that is one of the card itself
START = "@0"  # a moment before every other
SUMMONED = rules.remembers("summoned")  # the monsters that effects have Summoned in the Chain that resolves


def last_link(view: View, depth: int) -> Waiting | None:
    """The newest link of the Chain whose windows stand at this depth."""
    return next(iter(links(view, depth)[::-1]), None)


@rules.step("chain.links")
def first_links(view: View, v: Vars) -> Outcome:
    """Link 1, or everything that activates at the same time, the turn player's first (simul.chain.order)."""
    window = len(view.game.agenda) + 1
    ahead = [remembered(())] if view.game.memory.get(SUMMONED) else []  # by what was no Chain
    first = v.get("first")
    if isinstance(first, dict):
        return [*ahead, call("activation", window=window, **first)]
    # what begins to wait while the Chain is built, set off by a cost, makes a Chain of its own
    upto = view.moment
    after = v.get("after", START)  # of what has begun to wait before this only what comes later is activated
    free = {view.table.abilities[entry.ability].may for entry in set_off(view) if since(entry, after)}
    rows = view.param("simultaneous") if len(free) > 1 else [["trigger"]]
    last = view.param("hidden-last") if hidden_beside_open(view, after) else ()
    rows = [*rows[:-1], *last] if last else rows
    asked = [
        call("window:simultaneous", window=window, offers=tuple(offers), upto=upto, after=after)
        for offers in rows
    ]
    return [*ahead, put_vars(upto=upto), *asked]


def since(entry: Waiting, moment: str) -> bool:
    """Did the effect become pending after this moment?"""
    return int(entry.id[1:]) > int(moment[1:])


@rules.offer("trigger", "simul.chain.order", "effect.trigger", obliging=True, most=2)
def trigger(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """The player's pending effects; those that do not say “may” must be activated."""
    return activated(view, v, seat, lambda entry: True)


def activated(view: View, v: Vars, seat: str, fits: Callable[[Waiting], bool]) -> Iterator[Option]:
    """The activations of the player's pending effects that fit and triggered in the given time."""
    for entry, ability, words in awaiting(view, seat):
        if since(entry, v["upto"]) or not since(entry, v.get("after", START)) or not fits(entry):
            continue
        do = call("activation", entry=entry.id, window=v["window"])
        option = Option("trigger", words, (do,), trigger_conds(view, entry, ability), must=not ability.may)
        yield with_surcharge(view, option, entry, ability)


def with_surcharge(view: View, option: Option, entry: Waiting, ability: Ability) -> Option:
    """The activation of a pending effect, with the additional costs that texts require."""
    paid = own_cost(view, ability)
    ctx: dict[str, object] = {**entry.vars, "ability": ability.id}
    return surcharged(view, option, lambda: said_pending(view, entry, ability), paid, ctx)


def hidden_beside_open(view: View, after: str) -> bool:
    """Do optional effects of cards in hidden places activate together with those of cards in the open?"""
    free = [wait for wait in set_off(view) if since(wait, after) and view.table.abilities[wait.ability].may]
    return len({optional_and_hidden(view, wait) for wait in free}) > 1


def optional_and_hidden(view: View, entry: Waiting) -> bool:
    """Is it an optional effect of a card in a hidden zone, such as a hand or a Deck?"""
    place = view.game.cards[entry.card].place
    seen = view.book.zones[place]["seen"] if place in view.book.zones else "all"
    return view.table.abilities[entry.ability].may and seen != "all"


@rules.offer("in-the-open", "simul.chain.order", obliging=True, spoken="trigger", most=2)
def in_the_open(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """The trigger options that are not optional effects of cards in hidden places."""
    return activated(view, v, seat, lambda entry: not optional_and_hidden(view, entry))


@rules.offer("in-hidden-places", "simul.chain.order", spoken="trigger", most=2)
def in_hidden_places(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """The trigger options that are optional effects of cards in hidden places."""
    return activated(view, v, seat, lambda entry: optional_and_hidden(view, entry))


@rules.offer("obligatory", "simul.chain.order", obliging=True, spoken="trigger", most=2)
def obligatory(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """The trigger options that must be activated."""
    first = [Condition(article, True, "") for article in view.ruled("simultaneous")]
    yield from (
        option._replace(conds=chain(first, option.conds)) for option in trigger(view, v, seat) if option.must
    )


def trigger_conds(view: View, entry: Waiting, ability: Ability) -> Iterator[Condition]:
    """What a Trigger effect needs to be activated: its limit, what it needs, its cost."""
    card = view.game.cards[entry.card]
    ctx: dict[str, object] = {**entry.vars, "ability": ability.id}
    if ability.data.get("turns_up"):
        yield from set_conds(view, card, ability)
        yield from damage_step_conds(view, card, ability, speed_of(view, card, ability))
    yield Condition("effect.trigger", lies_where_it_works(view, entry, ability), "left-since")
    if ability.may and says_when(ability) and view.param("lost-timing"):
        in_time = since(entry, f"@{view.game.memory.get(CLOCK, 0)}")
        lost = EMPTY if in_time else passed_by(view, entry)
        yield Condition("effect.trigger", in_time, "lost-timing", lost).under(
            view.book.article("lost-timing")
        )
    yield from limits(view, card, ability)
    yield from unbarred(view, lambda: said_pending(view, entry, ability))
    yield from needs_and_cost(view, card, ability, ctx, "gl.cost", must=not ability.may)


def lies_where_it_works(view: View, entry: Waiting, ability: Ability) -> bool:
    """Does a card lie where its Trigger effect works? One that tells of its own card, or of the monster that
    it is equipped to, is used wherever the card has come to.
    """
    card, event = view.game.cards[entry.card], entry.vars.get("event")
    subjects = [on["subject"] for on in ability.on]
    about_card = isinstance(event, AppliedEvent) and event.card == entry.card
    if all(map(is_own, subjects)) or (about_card and any(map(includes_own, subjects))):
        return True
    return not {card.place, "any"}.isdisjoint(ability.zones) and view.same(str(entry.vars["self"]))


def is_own(subject: object) -> bool:
    """Is what an effect waits for its own card, or the monster that it is equipped to?"""
    return subject in ("self", "host") or (isinstance(subject, Mapping) and subject.get("is") == "self")


def includes_own(subject: object) -> bool:
    """Does an effect name its own card among those for which it waits?"""
    return is_own(subject) or (isinstance(subject, Mapping) and any(map(is_own, subject.get("any", ()))))


def says_when(ability: Ability) -> bool:
    """Does an effect depend on the very moment of an event? A Set Trap that answers an event does, unless
    its text says "if".
    """
    return bool(ability.data.get("timing", "when" if ability.data.get("turns_up") else "if") == "when")


def said(card: Card, seat: str, ability: str = "", way: str = "effect") -> Event:
    """The event of an activation, for effects that may forbid it: of an effect, or of a card itself."""
    ctx = {"me": seat, "self": card.object, "ability": ability}
    besides = {"ways": CARD} if way != "effect" else {}
    return event(ctx, "signal", "activated", "chain.links", card=card.object, **besides)


def said_pending(view: View, entry: Waiting, ability: Ability) -> Event:
    """The event of the activation of a pending effect."""
    way = str(ability.data.get("way", "effect"))
    return said(view.game.cards[entry.card], entry.master, ability.id, way)


@rules.interrupt("nochain.rule", *HAPPENS)
def summoned(view: View, records: Sequence[AppliedEvent]) -> Sequence[Instruction] | None:
    """Remembers the monsters that effects have Summoned until their Chain is over. In sanctioned play the
    Summon must be the last thing that happened.
    """
    new = tuple(summoned_by_effect(view, records))
    before = view.game.memory.get(SUMMONED, ())
    if new:
        return [remembered((*before, *new))]
    if before and view.book.params["lost-timing"] and any(happening(view, record) for record in records):
        return [remembered(())]
    return None


def summoned_by_effect(view: View, records: Sequence[AppliedEvent]) -> Iterator[Ref]:
    """The monsters that effects have Summoned by these events."""
    names = view.book.tables["happening"]["summon"]["names"]
    for record in records:
        if record.after is not None and record.name in names and record.args.get("because") == "effect":
            yield record.after.object


def remembered(refs: tuple[Ref, ...]) -> Instruction:
    """The instruction that remembers the monsters which effects have Summoned."""
    return events([event({}, "remember", "summoned", "nochain.rule", key=SUMMONED, value=refs)])


def moment_passes(view: View) -> list[Instruction]:
    """Sanctioned play: a link resolves, even without effect, so that earlier events are no longer the last
    thing that happened.
    """
    if not view.book.params["lost-timing"]:
        return []
    return [now(view), *([remembered(())] if view.game.memory.get(SUMMONED) else [])]


@rules.step("answered-summons", takes=("name", "mode"), needs=("name", "mode"))
def answered_summons(view: View, v: Vars) -> Outcome:
    """After the Chain, Summons by its effects can be answered by a text that says so (nochain.rule)."""
    entered = view.game.memory.get(SUMMONED, ())
    if not entered:
        return None
    arrived = tuple(ref for ref in entered if view.same(ref))
    window = call(f"window:{v['name']}", mode=v["mode"], of="summon")
    return [remembered(()), put_vars(entered=arrived), *([window] if arrived else [])]


@rules.step("give-up")
def give_up(view: View, v: Vars) -> Outcome:
    """Removes the effects that were not activated now. The opponent of the player of the last link may
    answer first.
    """
    newest = last_link(view, len(view.game.agenda) + 1)
    left = () if v.flag("first") else too_late(view, v["upto"], v.get("after", START))
    gone = [no_longer("effect.trigger", *left)] if left else []
    if not v.flag("first"):
        tell_order(view, links(view, len(view.game.agenda) + 1))
    return [*gone, put_vars(master=newest.master)] if newest is not None else [*gone, END]


def tell_order(view: View, built: Sequence[Waiting]) -> None:
    """Tells whose simultaneously activated effects resolve first (simul.chain.resolve)."""
    above = [entry for entry in built if entry.master != view.active]
    if above and built[-1] is above[-1] and len(above) < len(built):
        view.note(registry.OPPONENT_FIRST, "simul.chain.resolve", seat=above[0].master)


def too_late(view: View, upto: str, after: str) -> tuple[str, ...]:
    """The effects that became pending between these moments and were not activated."""
    return tuple(entry.id for entry in set_off(view) if since(entry, after) and not since(entry, upto))


def set_off(view: View) -> Iterator[Waiting]:
    """The effects that have triggered and wait to be activated."""
    return (entry for entry in view.game.waiting if entry.status == "pending")


@rules.step("chain.resolve")
def chain_over(view: View, v: Vars) -> Outcome:
    """In sanctioned play, used Spells and Traps leave the Field only now. By another reading, LP are checked
    only now.
    """
    cards = [card for card in map(view.card, v.get("used", ())) if card is not None]
    used = [card for card in cards if card.place in PLACES]
    over = at_nought(view, AFTER_CHAIN)
    return over or ([events([away(view, card) for card in used])] if used else None)


def link_type(view: View, card: Card, way: str) -> str:
    """The card type that an activation counts as: a Pendulum Monster in a Pendulum Zone counts as a Spell,
    and so does an equipped monster (gl.equip-cards.monster).
    """
    if way == "pendulum":
        return "spell"
    return view.type(card) if card.place in ("spell", "pendulum") else printed_type(view, card)


@rules.step("after-chain", takes=("free",), needs=("free",))
def after_chain(view: View, v: Vars) -> Outcome:
    """Sanctioned play: after a Chain both players may act once before the turn player's next free action.

    They can answer a Summon by the Chain if it was the last thing that happened, and nothing earlier.
    """
    entered, below = view.game.memory.get(SUMMONED, ()), view.game.agenda[-2]
    arrived = tuple(ref for ref in entered if view.same(ref))
    about = "summon" if arrived else "chain"
    ahead = [remembered(())] if entered else []
    if below.procedure in v.args["free"]:
        return [*ahead, put_vars(entered=arrived), call("window:priority", mode="fast", of=about)]
    new: dict[str, object] = {"entered": arrived}  # the next window there is about the Summon
    if below.procedure.startswith("window:"):  # that window asks both players again, of something else
        passed = tuple(sorted({*below.vars.get("passed", ()), below.vars.get("of", "")}))
        new = {"of": about, "entered": arrived, "passed": passed}
    return [*ahead, Instruction("put", {"procedure": below.procedure, "vars": new})]
