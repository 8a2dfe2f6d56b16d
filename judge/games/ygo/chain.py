"""Chains: building them, what activates at once, resolving the last link first (chain.*, simul.*)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from judge.engine.book import Ability, Outcome
from judge.engine.offers import awaiting, bans, limits
from judge.engine.proposals import END, call, event, events, move_event, put_vars
from judge.engine.view import Vars, View
from judge.games.ygo.cards import printed_type, speed_of, used_rule
from judge.games.ygo.damage_step import damage_step_conds
from judge.games.ygo.needs import needs_and_cost
from judge.games.ygo.registry import rules
from judge.games.ygo.setting import set_conds
from judge.state import Card, Cond, Do, Option, Record, Waiting

LINKED = ("link", "negated")
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
    upto = (
        game.game.serial
    )  # what begins to wait while the Chain is built, set off by a cost, makes a Chain of its own
    free = {game.table.abilities[one.ability].may for one in game.game.waiting if one.status == "pending"}
    rows = game.param("simultaneous") if len(free) > 1 else [["trigger"]]
    return [
        *ahead,
        put_vars(upto=upto),
        *(call("window:simultaneous", window=window, offers=tuple(offers), upto=upto) for offers in rows),
    ]


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
    if ability.data.get("from_set"):
        yield from set_conds(game, card, ability)
        yield from damage_step_conds(game, card, ability, speed_of(game, card, ability))
    if ability.may and says_when(ability) and game.param("lost-timing"):
        in_time = Cond(
            "effect.trigger",
            since(entry, game.game.memory.get(CLOCK, 0)),
            "lost-timing",
            also=("gl.send-gy",),
        )
        yield in_time.under(game.book.article("lost-timing"))
    yield from limits(game, card, ability)
    yield from bans(game, lambda: said(card, entry.master, ability.id))
    yield from needs_and_cost(game, card, ability, ctx, "gl.cost", must=not ability.may)


def says_when(ability: Ability) -> bool:
    """Does an effect speak of the moment itself?

    A Set Trap that answers what happened does, unless its text says "if".
    """
    return bool(ability.data.get("timing", "when" if ability.data.get("from_set") else "if") == "when")


def said(card: Card, seat: str, ability: str = "") -> dict[str, Any]:
    """An activation as the event that an effect may forbid."""
    return event(
        {"me": seat, "self": card.object, "ability": ability},
        "signal",
        "activated",
        "chain.links",
        card=card.object,
    )


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
    names = game.book.tables["happening"]["summon"]["names"]
    new = tuple(
        one.after.object
        for one in records
        if one.after is not None and one.name in names and one.args.get("because") == "effect"
    )
    before = game.game.memory.get(SUMMONED, ())
    if new:
        return [remembered((*before, *new))]
    if before and game.param("lost-timing") and any(happening(game, record) for record in records):
        return [remembered(())]
    return None


def remembered(refs: tuple[str, ...]) -> Do:
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


@rules.step("give-up")
def give_up(game: View, v: Vars) -> Outcome:
    """What was not activated now will not be; the answers begin opposite the last link."""
    newest = last_link(game, len(game.game.agenda) + 1)
    left = (
        ()
        if v.flag("first")
        else tuple(
            one.id for one in game.game.waiting if one.status == "pending" and not since(one, v["upto"])
        )
    )
    gone = [events([event({}, "leave", "leave", "effect.trigger", entries=left)])] if left else []
    return [*gone, put_vars(master=newest.master)] if newest is not None else [*gone, END]


@rules.step("chain.resolve")
def chain_over(game: View, v: Vars) -> Outcome:
    """In sanctioned play used Spells and Traps leave only now."""
    used = [
        card
        for card in (game.card(ref) for ref in v.get("used", ()))
        if card is not None and card.place in ("spell", "field", "pendulum")
    ]
    return [events([away(game, card) for card in used])] if used else None


def away(game: View, card: Card) -> dict[str, Any]:
    """The move of a used card to the Graveyard."""
    return move_event(game, {"me": card.seat}, card.object, "graveyard", "spent", used_rule(game, card))


def link_type(game: View, card: Card, way: str) -> str:
    """What kind of card an activation is one of:
    a Pendulum Monster in its zone is a Spell, as a monster that is equipped is (gl.equip-cards.monster).
    """
    return (
        "spell"
        if way == "pendulum"
        else game.type(card)
        if card.place in ("spell", "pendulum")
        else printed_type(game, card)
    )


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
    if not below.procedure.startswith("window:"):  # the next window there is about the Summon
        return [*ahead, Do("put", {"procedure": below.procedure, "vars": {"entered": there}})]
    passed = tuple(
        sorted({*below.vars.get("passed", ()), below.vars.get("of", "")})
    )  # that window asks both players again, of something else
    return [
        *ahead,
        Do("put", {"procedure": below.procedure, "vars": {"of": about, "entered": there, "passed": passed}}),
    ]
