"""The resolution area: abilities that wait there, cancels that choose them, and what resolves next
(3.8, 4.6 to 4.8, 7.4.1, 11.1).

Code because what is chosen here are abilities, and selectors choose cards; what one cancel has chosen decides
what else may be chosen and what resolves, by which information, and what becomes improper (3.8.6).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.engine import trace
from judge.engine.effects.continuous import of_kind
from judge.engine.effects.pattern_match import is_called, words_of
from judge.engine.effects.provenance import parts_of
from judge.engine.effects.validity import disabled, not_valid, taken
from judge.engine.flow.feasibility import conditions, tried
from judge.engine.flow.offers import awaiting
from judge.engine.flow.option_conditions import FAILS
from judge.engine.flow.snapshots import snapshot
from judge.engine.flow.triggers import TIMED, use_ban
from judge.engine.kernel.book import Ability, Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import call, event, events, named_move, put_vars, settled
from judge.engine.kernel.registry import A_WORD, ANY_CARD, OWN_CARD
from judge.engine.kernel.state import SEATS, AppliedEvent, Card, Condition, Instruction, Option, Waiting
from judge.engine.kernel.variables import WANTED
from judge.engine.kernel.view import Vars, View
from judge.engine.language.traits import names
from judge.engine.mechanisms.links import (
    can_pay,
    carried_out,
    choose_targets,
    cost_first,
    entry_of,
    off_list,
    once,
)
from judge.engine.mechanisms.reveals import same
from judge.engine.words.last_information import information, means_it, untracked_targets
from judge.games.victory_spark import registry
from judge.games.victory_spark.plays import usable
from judge.games.victory_spark.registry import AWAY, rules
from judge.text.plain import Fields


@rules.interrupt("3.8.6", "move", "mark", "gain", "expire", "wait", "leave")
def look_again(view: View, records: Sequence[AppliedEvent]) -> Sequence[Instruction] | None:
    """Checks the choices of the cancels again after everything that may have changed what a card is like."""
    waits = any(choice(view, entry) for entry in view.game.waiting)
    return [call("improper")] if waits or notes(view) else None


@rules.step("3.8.6")
def nullified(view: View, v: Vars) -> Outcome:
    """Takes the effect from a cancel whose chosen ability no longer meets its requirements; the chosen
    ability stays.
    """
    improper = {entry.id: entry for entry in view.game.waiting}
    lost = [wait for wait in improper.values() if wait.status == "pending" and strayed(view, wait, improper)]
    for entries in lost:
        view.note(registry.IMPROPER, "3.8.6", card=entries.card, chosen=improper[choice(view, entries)].card)
    batch = [noted(f"{IMPROPER}:{wait.id}", True) for wait in lost]
    batch += [noted(key, False) for key in notes(view) if key.partition(":")[2] not in improper]
    return [events(batch)] if batch else None


def strayed(view: View, entry: Waiting, entries: dict[str, Waiting]) -> bool:
    """Has a cancel chosen an ability in the area that no longer meets the requirements of its text?"""
    chosen = entries.get(choice(view, entry))
    if chosen is None:
        return False
    ctx = {"me": entry.master, "self": entry.source, "ability": entry.ability}
    return not fits(view, view.table.abilities[entry.ability], ctx, chosen)


def notes(view: View) -> list[str]:
    """The memory keys of cancels' choices that have become improper."""
    return [key for key, value in view.game.memory.items() if value and key.startswith(f"{IMPROPER}:")]


def noted(key: str, value: bool) -> Event:
    """The event that remembers that the choice of a cancel is improper, or that the cancel has left."""
    return event({}, "remember", IMPROPER, "3.8.6", key=key, value=value)


CHOSEN = "chosen"  # of a cancel's entry: the entry that it chose


# By cancel: what it chose is no ability that it can choose any more (3.8.6).
IMPROPER = rules.remembers("improper")


def chosen_by_cancels(view: View) -> dict[str, str]:
    """The entries that a cancel in the area has chosen, each with that cancel (3.8.8, 11.1.1)."""
    waiting = (entry for entry in view.game.waiting if entry.status == "pending")
    return {chosen: chooser.id for chooser in waiting for chosen in [choice(view, chooser)] if chosen}


def choice(view: View, entry: Waiting) -> str:
    """The entry that a cancel has chosen; "" if the ability is no cancel or its choice is improper."""
    return "" if view.game.memory.get(f"{IMPROPER}:{entry.id}") else str(entry.vars.get(CHOSEN, ""))


def cancels_of(view: View, entry: Waiting) -> list[Waiting]:
    """The cancels in the area that have chosen an entry: several by one reading, otherwise at most one."""
    return [wait for wait in view.game.waiting if wait.status == "pending" and choice(view, wait) == entry.id]


def is_cancel(view: View, entry: Waiting) -> bool:
    """Is an ability in the area a cancel?"""
    return view.table.abilities[entry.ability].kind == "counter" and TIMED not in entry.vars


def is_auto(view: View, entry: Waiting) -> bool:
    """Is an ability in the area an auto ability?"""
    return view.table.abilities[entry.ability].kind == "auto" or TIMED in entry.vars  # 7.5.8


# --- what is resolved next -----------------------------------------------------------------------
@rules.offer("resolve", "4.8.1.1", "4.8.1.2", "7.4.3", "7.5.4", spoken="resolve", most=2)
def resolve(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """The player's abilities in the area that no cancel has chosen."""
    yield from resolvable(view, v, seat, "resolve-ability", False)


@rules.offer("resolve-cancel", "4.7.1.1", "4.7.1.3", "11.1.1", spoken="resolve", most=2)
def resolve_cancel(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """The player's cancels in the area that no other cancel has chosen."""
    yield from resolvable(view, v, seat, "resolve-cancel", True)


def resolvable(view: View, v: Vars, seat: str, procedure: str, cancels: bool) -> Iterator[Option]:
    """The abilities in the area that a player may choose to resolve. The other player's are resolved when
    there are none.
    """
    locked = chosen_by_cancels(view)
    for entry, _, words in awaiting(view, seat):
        if is_cancel(view, entry) == cancels:
            free = Condition("11.1.1", entry.id not in locked, "locked-by-cancel")
            yield Option("resolve", words, (call(procedure, entry=entry.id, me=seat),), (free,))


@rules.step("4.8.1.1")
def resolves(view: View, v: Vars) -> Outcome:
    """The ability leaves the area and is carried out. An auto ability is paid for and its choices are made
    only now.
    """
    entry = entry_of(view, v)
    ability = view.table.abilities[entry.ability]
    if not contradicts(ability.do) or view.param("dates-from-area"):
        entry = entry._replace(vars={**entry.vars, "since": entry.id})  # 7.8.1.4
    dos = tuple(entry.vars.get(TIMED, ability.do))
    left = [off_list(entry, "4.8.1.1"), put_vars(used=(entry.card, entry.ability))]  # 7.11.1
    view.note(trace.RESOLVES, "4.8.1.1", card=entry.card, seat=entry.master, **ahead(view, entry))
    if comes_to_nothing(view, entry, ability):
        return left
    seen = information(view, entry)
    entry = entry if seen is None else entry._replace(vars={**entry.vars, "last": seen})
    if is_auto(view, entry):
        tell_moved(view, entry)
        entry = untracked_targets(view, entry._replace(vars={**entry.vars, FAILS: "7.5.5"}))  # 7.5.7
    if ability.kind != "auto" or TIMED in entry.vars:
        return [*left, carried_out(entry, ability, dos)]
    if not can_pay(view, entry, ability):
        return left
    cost = cost_first(view, ability)
    noted = once(view, ability, entry.source, entry.card)
    whole = (*cost, *dos)
    if ability.may:
        whole = (Instruction("may", {"may": entry.card, "do": whole, "cost": cost, "as": WANTED}),)
    return [*left, *noted, carried_out(entry, ability, whole)]


rules.only_heeded("skill-used")


@rules.step("7.11.2")
def skill_used(view: View, v: Vars) -> Outcome:
    """A skill has been used once it has been resolved, with effect or without (7.11.1)."""
    if "used" not in v or view.table.unheeded("skill-used", "signal"):
        return None
    holder, ability = v["used"]
    card = view.game.cards[holder]
    ctx = {"me": v["me"], "self": card.object, "ability": ability}
    return [events([event(ctx, "signal", "skill-used", "7.11.2", card=card.object)])]


@rules.step("7.11.5")
def not_usable_now(view: View, v: Vars) -> Outcome:
    """Removes an ability from the area before it resolves if it cannot be used any more."""
    waiting = [entry for entry in view.game.waiting if entry.status == "pending" and view.same(entry.source)]
    gone = [entry for entry in waiting if not_usable(view, entry)]
    if not gone:
        return None
    leave = event({}, "leave", "unusable", "7.11.5", entries=tuple(spent.id for spent in gone))
    cards = [(spent.master, spent.source) for spent in gone if is_cancel(view, spent)]
    return [events([leave]), events([named_move(view, {"me": me}, ref, AWAY, "7.4.2") for me, ref in cards])]


def not_usable(view: View, entry: Waiting) -> bool:
    """Does a text say that an ability in the area cannot be used? If so, this is recorded. A timed auto
    ability is an ability of its own, not the skill that left it for later (7.5.8).
    """
    if TIMED in entry.vars:
        return False
    ban = use_ban(view, view.table.abilities[entry.ability], view.game.cards[entry.card])
    removed = ban is not None and (ban.card.object == entry.source or bool(view.param("any-ban-removes")))
    if ban is not None and removed:
        view.note(registry.UNUSABLE_NOW, "7.11.5", card=entry.card, by=ban.card.id)
    return removed


def comes_to_nothing(view: View, entry: Waiting, ability: Ability) -> bool:
    """Is the ability invalid now, so that it is in the area without effect and nothing is chosen for it
    (7.3.2)?
    """
    if TIMED in entry.vars or not disabled(view, entry, ability) or not view.param("negated-activates"):
        return False
    view.note(
        trace.NO_EFFECT,
        "7.3.2",
        card=entry.card,
        own=not_valid(view, ability, entry.master, entry.source),
    )
    return True


def contradicts(dos: Sequence[Instruction]) -> bool:
    """Is there an instruction whose effect another one can contradict, so that age matters (7.8.1.4)?"""
    return any(
        instruction.args.get("makes") in ("make", "lose", "blank")
        or contradicts(instruction.args.get("do", ()))
        for instruction in dos
    )


def ahead(view: View, entry: Waiting) -> Fields:
    """The note about an ability that resolves before those of the other player that wait (7.4.3)."""
    theirs = (wait for wait in view.game.waiting if wait.master != entry.master and wait.status == "pending")
    first = entry.master == view.active and not all(is_cancel(view, wait) for wait in theirs)
    return {"ahead": True} if first else {}


def tell_moved(view: View, entry: Waiting) -> None:
    """Records that an auto ability resolves although its card has moved (7.5.10, 4.5.2), and that it does
    not find the card whose move triggered it (7.5.7).
    """
    ability, record = view.table.abilities[entry.ability], entry.vars.get("event")
    gone = not view.same(entry.source)
    if gone:
        view.note(registry.MOVED_ON, "4.5.2" if "hand" in ability.zones else "7.5.10", card=entry.card)
    followed = gone and record is not None and record.after and record.after.object == entry.source
    if record is not None and means_it(ability.do) and (followed or untracked_targets(view, entry) != entry):
        view.note(registry.NOT_FOUND, "7.5.7", card=entry.card, moved=record.card)


# --- activating ----------------------------------------------------------------------------------
@rules.step("7.4.1.1")
def named(view: View, v: Vars) -> Outcome:
    """Announces the ability. The card's object at this moment is stored without its prefix, so that it is
    not followed if the card moves to pay.
    """
    card, ability = view.present(v.object("self")), view.ability(v["ability"])
    last = {**snapshot(view, card), "card": card.id}
    return [put_vars(holder=card.id, rule=ability.rule, began=card.object[1:], last=last)]


@rules.step("7.4.1.2")
def chosen(view: View, v: Vars) -> Outcome:
    """Makes the choices of the ability, unless it is invalid (7.3.2)."""
    card, ability = view.game.cards[v["holder"]], view.ability(v["ability"])
    if ability.data.get("targets") and taken(view, card, ability):
        view.note(
            registry.NO_CHOICE, "7.3.2", card=card.id, own=not_valid(view, ability, card.seat, card.object)
        )
        return None
    return choose_targets(view, v)


# of the procedure, and no part of what is kept
OWN = ("holder", "rule", "because", "used", "rule_here", "settled")


@rules.step("7.4.2")
def into_area(view: View, v: Vars) -> Outcome:
    """Puts the ability into the resolution area, with what its card is like now (3.8.3, 3.8.5)."""
    card, ability = view.game.cards[v["holder"]], view.ability(v["ability"])
    kept = {key: value for key, value in v.vars.items() if key not in OWN}
    kept["self"] = v.object("self")
    ctx = {"me": v["me"], "self": v.object("self"), "ability": ability.id}
    signal = event(ctx, "signal", "activated", "7.4.2", card=card.object)
    new = event(ctx, "wait", "area", "7.4.2", holder=card.id, status="pending", vars=kept)
    return [*once(view, ability, v.object("self"), card.id), events([new]), settled([signal])]


# --- cancels -------------------------------------------------------------------------------------
@rules.offer("cancel", "11.1", "4.6.1", "7.4.1.2.1", "7.1.1.1.3", most=3, places=(OWN_CARD, ANY_CARD, A_WORD))
def cancel(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Cancels of the player's cards, each on every ability in the area: `cancel nix ria`."""
    entries = list(named_entries(view))
    for card, ability in own_cancels(view, seat) if entries or view.tracing else ():
        yield from (cancelling(view, card, ability, entry, words) for entry, words in entries)
        if not entries:
            yield Option("cancel", (card.id,), (), (Condition("11.1", False, "cancel.nothing"),))


def own_cancels(view: View, seat: str) -> Iterator[tuple[Card, Ability]]:
    """The cancels of a seat's cards, where the cards lie in the zone that they name."""
    for card, ability, valid in of_kind(view, "counter"):
        if card.seat == seat and valid and view.known(card) and view.works(card, ability):
            yield view.game.cards[card.id], ability


def named_entries(view: View) -> Iterator[tuple[Waiting, tuple[str, ...]]]:
    """The abilities in the area, with the words that name them. Of equal ones only the first that no cancel
    has chosen.
    """
    locked = chosen_by_cancels(view)
    for seat in SEATS:
        for entry, ability, words in awaiting(view, seat):
            alike = (twin for twin in view.game.waiting if same(twin, entry, ability))
            yield next((twin for twin in alike if twin.id not in locked), entry), words


def cancelling(view: View, card: Card, ability: Ability, entry: Waiting, words: tuple[str, ...]) -> Option:
    """One cancel on one ability."""
    do = call("cancel", ability=ability.id, self=card.object, me=card.seat, chosen=entry.id)
    return Option("cancel", (card.id, *words), (do,), cancel_conds(view, card, ability, entry))


def cancel_conds(view: View, card: Card, ability: Ability, entry: Waiting) -> Iterator[Condition]:
    """The conditions of a cancel: an opposing ability that no other cancel has chosen and that meets the
    requirements of the text, and the cost.
    """
    ctx: dict[str, object] = {"me": card.seat, "self": card.object, "ability": ability.id}
    yield from usable(view, card, ability, {})
    if entry.master == card.seat:
        theirs = any(other.master != card.seat and other.status == "pending" for other in view.game.waiting)
        yield Condition("11.1", theirs and view.param("cancels-own"), "cancel.own")
    free = entry.id not in chosen_by_cancels(view) or view.param("cancels-twice")
    yield Condition("11.1.1", free, "locked-by-cancel")
    if ability.data.get("chooses_ability"):
        yield Condition("7.4.1.2.1", is_of_kind(view, ability, entry), "cancel.kind")
    yield Condition(read_rule(view, ability, entry), fits(view, ability, ctx, entry), "cancel.fits")
    paying = {**ctx, "because": "cost"}
    parts = conditions(view, ability.cost, paying, "7.4.1.3.1", {})
    yield from tried(view, parts, ability.cost, paying, "7.4.1.3.1")


def read_rule(view: View, ability: Ability, entry: Waiting) -> str:
    """The article by which an ability is read that a cancel would choose: by its attributes (2.14.1) or
    those that effects have added to it (2.14.2), by what its card was like before it moved (3.8.5), or by
    what has been changed about the card (3.8.4).
    """
    card, wanted = view.game.cards[entry.card], ability.data.get("chooses") or {}
    for attr in (name for name in view.book.of_abilities if name in wanted):
        own = view.table.abilities[entry.ability].data.get(attr, ())
        return "2.14.2" if set(words_of(view, card, entry.ability, attr)) - set(names(own)) else "2.14.1"
    parts = [wanted, *(wanted.get(key) or {} for key in ("min", "max"))]
    asked = [attr for attr in view.book.attributes if any(attr in part for part in parts)]
    if asked and information(view, entry):
        return "3.8.5"
    return "3.8.4" if any(parts_of(view, card, attr) for attr in asked) else "7.4.1.2.1"


def is_of_kind(view: View, ability: Ability, entry: Waiting) -> bool:
    """Is an ability in the area of a kind that the text of a cancel names? A timed ability counts as an auto
    ability, even if a skill of another kind left it for later (7.5.8).
    """
    kind = "auto" if is_auto(view, entry) else ""
    wanted = names(ability.data["chooses_ability"])
    return is_called(view, view.table.abilities[entry.ability], wanted, kind)


def fits(view: View, ability: Ability, ctx: Mapping[str, object], entry: Waiting) -> bool:
    """Does an ability in the area meet the requirements in the text of a cancel?"""
    source, wanted = view.game.cards[entry.card], ability.data.get("chooses") or {}
    return view.matches(source, wanted, ctx, read_by(view, entry, source, information(view, entry), wanted))


def read_by(
    view: View, entry: Waiting, card: Card, seen: Mapping[str, object] | None, wanted: Mapping[str, object]
) -> Mapping[str, object] | None:
    """What a cancel reads of an ability: its card's information, and of attributes of skills only its own,
    with those that effects have added (2.14.1, 2.14.2).
    """
    own = [attr for attr in view.book.of_abilities if attr in wanted]
    if not own:
        return seen
    values = dict(seen if seen is not None else snapshot(view, card))
    for attr in own:
        values[attr] = words_of(view, card, entry.ability, attr)
    return values


@rules.step("4.7.1.1")
def cancels(view: View, v: Vars) -> Outcome:
    """A cancel resolves: it leaves the area at the same time as the ability that it chose (3.8.7)."""
    entry = entry_of(view, v)
    entries = {member.id: member for member in view.game.waiting}
    chosen = entries.get(choice(view, entry))
    gone = [entry, *([chosen] if chosen is not None else [])]
    view.note(trace.RESOLVES, "4.7.1.1", card=entry.card, seat=entry.master)
    if chosen is None:
        view.note(registry.IDLE_CANCEL, "3.8.6", card=entry.card)
    revived = entries.get(choice(view, chosen)) if chosen is not None else None
    if revived is not None and cancels_of(view, revived) == [chosen]:
        view.note(registry.REVIVES, "3.8.8", card=revived.card)
    leave = event({}, "leave", "cancelled", "3.8.7", entries=tuple(leaver.id for leaver in gone))
    own = (view.game.cards[leaver.card] for leaver in gone if is_cancel(view, leaver))
    lying = [(card.seat, card.object) for card in own if card.place == "area"]
    moves = [named_move(view, {"me": me}, ref, AWAY, "7.4.2") for me, ref in lying]
    proper = choice(view, entry) == str(entry.vars.get(CHOSEN, ""))
    used = [put_vars(used=(entry.card, entry.ability))] if proper else []  # 7.11.2
    return [events([leave]), events(moves), *used]
