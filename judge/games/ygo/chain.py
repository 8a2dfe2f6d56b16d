"""Chains: building them, what activates at once, resolving the last link first (chain.*, simul.*)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from judge.engine.flow.offers import awaiting, bans, limits
from judge.engine.kernel.book import Ability, Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.proposals import END, call, event, events, put_vars
from judge.engine.kernel.state import Card, Cond, Do, Option, Record, Ref, Waiting
from judge.engine.kernel.view import Vars, View
from judge.games.ygo.cards import printed_type, speed_of
from judge.games.ygo.damage_step import damage_step_conds
from judge.games.ygo.leaving import away
from judge.games.ygo.needs import needs_and_cost
from judge.games.ygo.registry import rules
from judge.games.ygo.setting import set_conds

LINKED = ("link", "negated")
PLACES = ("spell", "field", "pendulum")  # where a card that is activated lies
SUMMONED = "summoned"  # the monsters that effects have Summoned in the Chain that resolves
CLOCK = "clock"  # when something last happened, for effects that say "when" and may miss it
HAPPENS = ("move", "mark", "score", "create")


def links(game: View, depth: int) -> list[Waiting]:
    """The links of the Chain whose windows stand at this depth, Link 1 first."""
    return [one for one in game.game.waiting if one.status in LINKED and one.vars.get("window") == depth]


def last_link(game: View, depth: int) -> Waiting | None:
    """The newest link."""
    found = links(game, depth)
    return found[-1] if found else None


@rules.step("chain.links")
def first_links(game: View, v: Vars) -> Outcome:
    """Link 1, or everything that activates at the same time, the turn player's first (simul.chain.order)."""
    window = len(game.game.agenda) + 1
    ahead = [remembered(())] if game.game.memory.get(SUMMONED) else []  # by what was no Chain
    if v.flag("first"):
        return [*ahead, call("activation", window=window, **v["first"])]
    # what begins to wait while the Chain is built, set off by a cost, makes a Chain of its own
    upto = game.game.serial
    free = {game.table.abilities[one.ability].may for one in game.game.waiting if one.status == "pending"}
    rows = game.param("simultaneous") if len(free) > 1 else [["trigger"]]
    asked = [call("window:simultaneous", window=window, offers=tuple(offers), upto=upto) for offers in rows]
    return [*ahead, put_vars(upto=upto), *asked]


def since(entry: Waiting, serial: int) -> bool:
    """Has the effect begun to wait after this moment?"""
    return int(entry.id[1:]) > serial


@rules.offer("trigger", "simul.chain.order", "effect.trigger", obliging=True)
def trigger(game: View, v: Vars, seat: str) -> Iterator[Option]:
    """The seat's effects that activate by themselves; those that do not say "may" have to."""
    for entry, ability, words in awaiting(game, seat):
        if since(entry, v["upto"]):
            continue
        do = call("activation", entry=entry.id, window=v["window"])
        yield Option("trigger", words, (do,), trigger_conds(game, entry, ability), must=not ability.may)


@rules.offer("obligatory", "simul.chain.order", obliging=True, spoken="trigger")
def obligatory(game: View, v: Vars, seat: str) -> Iterator[Option]:
    """Those of them that have to activate."""
    first = [Cond(one, True, "") for one in game.ruled("simultaneous")]
    yield from (one._replace(conds=chain(first, one.conds)) for one in trigger(game, v, seat) if one.must)


def trigger_conds(game: View, entry: Waiting, ability: Ability) -> Iterator[Cond]:
    """What a Trigger effect needs to be activated: its limit, what it needs, its cost."""
    card = game.game.cards[entry.card]
    ctx: dict[str, Any] = {**entry.vars, "ability": ability.id}
    if ability.data.get("turns_up"):
        yield from set_conds(game, card, ability)
        yield from damage_step_conds(game, card, ability, speed_of(game, card, ability))
    if ability.may and says_when(ability) and game.param("lost-timing"):
        in_time = since(entry, game.game.memory.get(CLOCK, 0))
        cond = Cond("effect.trigger", in_time, "lost-timing", also=("gl.send-gy",))
        yield cond.under(game.book.article("lost-timing"))
    yield from limits(game, card, ability)
    yield from bans(game, lambda: said(card, entry.master, ability.id))
    yield from needs_and_cost(game, card, ability, ctx, "gl.cost", must=not ability.may)


def says_when(ability: Ability) -> bool:
    """Does an effect speak of the moment itself?

    A Set Trap that answers what happened does, unless its text says "if".
    """
    return bool(ability.data.get("timing", "when" if ability.data.get("turns_up") else "if") == "when")


def said(card: Card, seat: str, ability: str = "") -> Event:
    """An activation as the event that an effect may forbid."""
    ctx = {"me": seat, "self": card.object, "ability": ability}
    return event(ctx, "signal", "activated", "chain.links", card=card.object)


@rules.interrupt("effect.trigger", *HAPPENS)
def last_happening(game: View, records: Sequence[Record]) -> Sequence[Do] | None:
    """Sanctioned play: remember when something last happened."""
    return [now(game)] if any(happening(game, record) for record in records) else None


def now(game: View) -> Do:
    """The note that something happens now."""
    return events([event({}, "remember", "clock", "effect.trigger", key=CLOCK, value=game.game.serial)])


def happening(game: View, record: Record) -> bool:
    """Is it something that happens later? What is paid while effects build their Chain is not,
    nor are used cards that leave or what falls by rule.
    """
    if (
        record.verb not in HAPPENS
        or record.name in ("spent", "activate-card")
        or game.running("activation") is not None
    ):
        return False
    return record.args.get("because") != "rules" and record.rule != game.book.tables["pile"]["rule"]


@rules.interrupt("nochain.rule", *HAPPENS)
def summoned(game: View, records: Sequence[Record]) -> Sequence[Do] | None:
    """The monsters that effects Summon are remembered until their Chain is over;
    in sanctioned play it has to be the last thing that happens.
    """
    new = tuple(summoned_by_effect(game, records))
    before = game.game.memory.get(SUMMONED, ())
    if new:
        return [remembered((*before, *new))]
    if before and game.param("lost-timing") and any(happening(game, record) for record in records):
        return [remembered(())]
    return None


def summoned_by_effect(game: View, records: Sequence[Record]) -> Iterator[Ref]:
    """The monsters that effects have Summoned by these events."""
    names = game.book.tables["happening"]["summon"]["names"]
    for one in records:
        if one.after is not None and one.name in names and one.args.get("because") == "effect":
            yield one.after.object


def remembered(refs: tuple[Ref, ...]) -> Do:
    """The note of the monsters that effects have Summoned."""
    return events([event({}, "remember", "summoned", "nochain.rule", key=SUMMONED, value=refs)])


def moment_passes(game: View) -> list[Do]:
    """Sanctioned play: a link resolves, even to nothing;
    what happened before is no longer the last thing that did.
    """
    if not game.param("lost-timing"):
        return []
    return [now(game), *([remembered(())] if game.game.memory.get(SUMMONED) else [])]


@rules.step("answered-summons", takes=("name", "mode"))
def answered_summons(game: View, v: Vars) -> Outcome:
    """What effects have Summoned can be answered once the Chain is over,
    by a text that says so (nochain.rule).
    """
    found = game.game.memory.get(SUMMONED, ())
    if not found:
        return None
    there = tuple(ref for ref in found if game.same(ref))
    window = call(f"window:{v['name']}", mode=v["mode"], of="summon")
    return [remembered(()), put_vars(entered=there), *([window] if there else [])]


def leave(rule: str, *ids: str) -> Do:
    """What waits no longer, as a link or to become one."""
    return events([event({}, "leave", "leave", rule, entries=ids)])


@rules.step("give-up")
def give_up(game: View, v: Vars) -> Outcome:
    """What was not activated now will not be; the answers begin opposite the last link."""
    newest = last_link(game, len(game.game.agenda) + 1)
    left = () if v.flag("first") else too_late(game, v["upto"])
    gone = [leave("effect.trigger", *left)] if left else []
    return [*gone, put_vars(master=newest.master)] if newest is not None else [*gone, END]


def too_late(game: View, upto: int) -> tuple[str, ...]:
    """The effects that have waited since before this moment, and were not activated."""
    pending = (one for one in game.game.waiting if one.status == "pending")
    return tuple(one.id for one in pending if not since(one, upto))


@rules.step("chain.resolve")
def chain_over(game: View, v: Vars) -> Outcome:
    """In sanctioned play used Spells and Traps leave only now."""
    found = [card for card in map(game.card, v.get("used", ())) if card is not None]
    used = [card for card in found if card.place in PLACES]
    return [events([away(game, card) for card in used])] if used else None


def link_type(game: View, card: Card, way: str) -> str:
    """What kind of card an activation is one of:
    a Pendulum Monster in its zone is a Spell, as a monster that is equipped is (gl.equip-cards.monster).
    """
    if way == "pendulum":
        return "spell"
    return game.type(card) if card.place in ("spell", "pendulum") else printed_type(game, card)


@rules.step("after-chain", takes=("free",))
def after_chain(game: View, v: Vars) -> Outcome:
    """Sanctioned play: after a Chain both players are asked once, before the turn player's next free action.

    What they may answer now is a Summon by the Chain, if that was the last thing that happened, and nothing
    before it.
    """
    found, below = game.game.memory.get(SUMMONED, ()), game.game.agenda[-2]
    there = tuple(ref for ref in found if game.same(ref))
    about = "summon" if there else "chain"
    ahead = [remembered(())] if found else []
    if below.procedure in v.args["free"]:
        return [*ahead, put_vars(entered=there), call("window:priority", mode="fast", of=about)]
    new: dict[str, Any] = {"entered": there}  # the next window there is about the Summon
    if below.procedure.startswith("window:"):  # that window asks both players again, of something else
        passed = tuple(sorted({*below.vars.get("passed", ()), below.vars.get("of", "")}))
        new = {"of": about, "entered": there, "passed": passed}
    return [*ahead, Do("put", {"procedure": below.procedure, "vars": new})]
