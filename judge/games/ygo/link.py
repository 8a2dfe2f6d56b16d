"""One link of a Chain: it is paid for, announced, and resolved in its turn (gl.cost.*, chain.resolve)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from judge.engine import trace
from judge.engine.effects.grants import givers
from judge.engine.effects.muted import muted, negated_for_a_while
from judge.engine.effects.scopes import fits
from judge.engine.effects.validity import disabled
from judge.engine.flow.offers import unbarred
from judge.engine.kernel.book import BLANKING, Ability, Outcome
from judge.engine.kernel.event import UNPLACED, Event
from judge.engine.kernel.instructions import AGAIN, event, events, move_event, put_vars
from judge.engine.kernel.state import EMPTY, AppliedEvent, Card, Instruction, Waiting, opponent
from judge.engine.kernel.variables import naming, own
from judge.engine.kernel.view import Vars, View
from judge.engine.language.values import last_of
from judge.engine.layout.attachments import host_of
from judge.engine.mechanisms.links import ability_of, entry_of, held, off_list, told_link
from judge.engine.words.shuffles import shuffled
from judge.games.ygo import registry
from judge.games.ygo.cards import is_kind, speed_of, stay_rule, stays
from judge.games.ygo.chain import CARD, LINKED, PLACES, link_type, moment_passes
from judge.games.ygo.departures import away, displaced
from judge.games.ygo.effect_parts import whole, without_itself
from judge.games.ygo.exceptions import TEXT, two_texts
from judge.games.ygo.life_points import AFTER_LINK, at_nought
from judge.games.ygo.needs import own_cost, whole_cost
from judge.games.ygo.registry import rules
from judge.games.ygo.sets import set_conds
from judge.games.ygo.targets import SPENT, targets_left

LIFTED_BY = {
    **dict.fromkeys(("trap.must-set", "spell.quick.opponent-turn"), "from-hand"),
    **dict.fromkeys(("trap.set-turn", "spell.quick.set-turn"), "set-turn"),
}  # by the article on when a card is activated, what a text says that lifts it
ACTIVATED = {"facing": "up", "chained": True}  # the marks of a card that is activated
TARGETING = "targeting-resolved"  # what its face-up targets hear of an effect
RESOLVING = "resolving"  # what a text forbids of an effect that it lets be activated


@rules.step("start-link")
def start_link(view: View, v: Vars) -> Outcome:
    """Announces which card and effect is activated; a Trigger effect is taken from the pending ones."""
    if v.flag("entry"):
        return taken_from_waiting(view, entry_of(view, v))
    card, ability = view.present(v.object("self")), ability_of(view, v)
    began = {"was-negated": True} if v["way"] == "effect" and negated_for_a_while(view, card) else {}
    rule = ability.rule if ability else "spell.normal"
    return [put_vars(holder=card.id, rule=rule, **began, **where(view, card, v["way"]))]


def where(view: View, card: Card, way: str) -> dict[str, str]:
    """Where a card lies whose effect is activated, for texts that ask this as it resolves."""
    return {"lay": card.zone} if way == "effect" and RESOLVING in view.table.watched else {}


def taken_from_waiting(view: View, entry: Waiting) -> list[Instruction]:
    """The instructions that take a Trigger effect from the pending ones, with the variables that it kept."""
    ability = view.table.abilities[entry.ability]
    vars = {**entry.vars, "ability": ability.id, "holder": entry.card}
    way = ability.data.get("way", "effect")
    vars |= {"way": way, "rule": ability.rule, **where(view, view.game.cards[entry.card], way)}
    return [off_list(entry, "effect.trigger"), put_vars(**vars)]


@rules.step("gl.cost.before")
def pay(view: View, v: Vars) -> Outcome:
    """The cost is paid before the activation is declared, and is never given back (gl.cost.no-refund)."""
    ability = ability_of(view, v)
    if ability is None or not ability.cost:
        return None
    card = view.game.cards[v["holder"]]
    if ability.rule == "effect.ignition":
        view.note(trace.SAID, "effect.ignition.cost")
    elif is_kind(view, card, "counter"):
        view.note(trace.SAID, "trap.counter.cost")
    trigger_that_must = v.flag("entry") and not ability.may
    cost = own_cost(view, ability) if trigger_that_must else whole_cost(view, ability, card)
    return [put_vars(because="cost", rule="gl.cost.before"), *cost]


@rules.step("place-card")
def place_card(view: View, v: Vars) -> Outcome:
    """Puts an activated card face-up on the Field; an old Field Spell leaves first (zone.field.replace)."""
    if v["way"] == "effect":
        return None
    card = view.game.cards[v["holder"]]
    if v.flag("placed"):
        return [put_vars(self=card.object)]
    tell_lifted(view, card, ability_of(view, v))
    if card.place != "hand":
        return [events([turned_up(v["me"], card)]), put_vars(placed=True), AGAIN]
    zone = "pendulum" if v["way"] == "pendulum" else "field" if is_kind(view, card, "field") else "spell"
    gone = displaced(view, v["me"]) if zone == "field" else []
    for other in view.zone(opponent(v["me"]), "field") if zone == "field" else ():
        view.note(registry.BOTH_FIELDS, "zone.field.one-each", card=other.id)
    return [*gone, events([laid_down(view, v["me"], card, zone)]), put_vars(placed=True), AGAIN]


def tell_lifted(view: View, card: Card, ability: Ability | None) -> None:
    """Records the text by which a card is activated from the hand or in the turn in which it was Set,
    although the rules forbid that.
    """
    for cond, by_text in pairwise(set_conds(view, card, ability) if view.tracing else ()):
        if by_text is TEXT:
            by = lifter(view, card, ability, cond.rule)
            view.note(trace.OVERRIDDEN, "rules-vs-effects", by=by, article=cond.rule)


def lifter(view: View, card: Card, ability: Ability | None, rule: str) -> str:
    """The card whose text lifts a rule for an activated card: its own text, or another card's."""
    what = LIFTED_BY[rule]
    allowed = view.permits(card, what) if ability is None or not ability.data.get(what) else None
    return allowed.id.partition("/")[0] if allowed is not None else card.id


def turned_up(me: str, card: Card) -> Event:
    """The event that a Set card is turned face-up in its place."""
    ctx, rule = {"me": me, "because": "rules"}, "zone.spelltrap.facing"
    return event(ctx, "mark", "turn-up", rule, card=card.object, marks=ACTIVATED)


def laid_down(view: View, me: str, card: Card, zone: str) -> Event:
    """The event that a card of the hand is put into a zone."""
    ctx = {"me": me, "because": "rules"}
    rule = {"pendulum": "zone.pendulum.place", "field": "spell.field"}.get(zone, "zone.spelltrap.facing")
    return move_event(view, ctx, card.object, zone, "activate-card", rule, marks=ACTIVATED)


@rules.step("pick-targets")
def pick_targets(view: View, v: Vars) -> Outcome:
    """Chooses the targets of the effect on activation."""
    ability = ability_of(view, v)
    dos = ability.data.get("targets", ()) if ability else ()
    aims = [aims_at_itself(view, v, do) for do in dos] if ability is not None and whole(ability) else []
    if any(aims) and view.param("targets-needed"):
        dos = [without_itself(do) if itself else do for do, itself in zip(dos, aims, strict=True)]
        view.cite("targets-needed")
    if ability is not None and not whole(ability) and any(aims_at_itself(view, v, do) for do in dos):
        view.cite("targets-needed")
    if any(do.args.get("upto") for do in dos) and view.param("targets-needed"):
        dos = [one_at_least(do) if do.args.get("upto") else do for do in dos]
        view.cite("targets-needed")
    return [put_vars(because="target", rule="st.text"), *dos] if dos else None


def aims_at_itself(view: View, v: Vars, do: Instruction) -> bool:
    """Is the activated card among the possible targets?"""
    return (
        do.verb == "choose"
        and isinstance(do.args["from"], dict)
        and any(card.object == v.get("self") for card in view.cards(do.args["from"], v))
    )


def one_at_least(do: Instruction) -> Instruction:
    """Sanctioned play: “up to” so many targets means at least one."""
    return Instruction("choose", {**do.args, "least": 1})


@rules.step("chain-link")
def add_link(view: View, v: Vars) -> Outcome:
    """Adds the activation to the Chain as a link."""
    card, ability = view.game.cards[v["holder"]], ability_of(view, v)
    of_card = v["way"] != "effect"
    ways = CARD if of_card and not view.table.heard.isdisjoint(CARD) else ()
    return told_link(view, v, card, link_vars(view, v, card, ability), of_card, ways)


def link_vars(view: View, v: Vars, card: Card, ability: Ability | None) -> dict[str, object]:
    """The variables that a link of the Chain keeps until it resolves."""
    return {**held(v), **aimed(view, v, ability)} | {
        "speed": speed_of(view, card, ability),
        "type": link_type(view, card, v["way"]),
        "way": v["way"],
        "self": card.object if v["way"] != "effect" else v.object("self"),
    }


def aimed(view: View, v: Vars, ability: Ability | None) -> dict[str, tuple[str, ...]]:
    """The face-up cards that the effect targets, where a text asks for them once it has resolved."""
    if TARGETING not in view.table.heard or ability is None:
        return {}
    names = [do.args["choose"] for do in ability.data.get("targets", ()) if do.verb == "choose"]
    cards = [view.card(ref) for name in names for ref in own(v.vars).get(name) or ()]
    return {"aimed": tuple([card.object for card in cards if card is not None and not view.face_down(card)])}


# --- resolution --------------------------------------------------------------------------------------
@rules.step("carry-out")
def carry_out(view: View, v: Vars) -> Outcome:
    """The effect is carried out in the order in which it is written."""
    entry = entry_of(view, v)
    ability = view.table.abilities.get(entry.ability)
    view.note(trace.RESOLVES, "chain.resolve", card=entry.card, seat=entry.master)
    over = [link_over(view, entry), *moment_passes(view), put_vars(gone=entry)]
    if missing(view, entry, ability) or ability is None or not ability.do:
        return over
    if silenced(view, entry, ability):
        return [*over, put_vars(hushed=True)]
    if not view.same(str(entry.vars.get("self", ""))):
        view.note(registry.WITHOUT_CARD, "chain.resolve", card=entry.card)
    vars = {**entry.vars, "because": "effect", "ability": entry.ability, "rule": ability.rule}
    lost = targets_left(view, entry, ability)
    vars = naming(vars, lost) if lost else vars
    dos = shuffled(view, ability.id, ability.do, partial(shuffling, view))
    return [*over, Instruction("within", {"vars": vars, "do": dos, "rule": ability.rule})]


def link_over(view: View, entry: Waiting) -> Instruction:
    """The instruction by which a resolving link leaves the Chain; its card is no longer being activated."""
    left = off_list(entry, "chain.resolve")
    card = view.card(str(entry.vars.get("self", "")))
    if card is None or not card.mark("chained") or entry.vars.get("way") == "effect":
        return left
    marks = {"chained": False}
    resolved = event({}, "mark", "resolved", "chain.resolve", card=card.object, marks=marks)
    return events([*left.args["events"], resolved])


def missing(view: View, entry: Waiting, ability: Ability | None) -> bool:
    """Does the effect do nothing because its card is not face-up on the Field? If so, this is recorded."""
    acts = ability is not None and bool(ability.do)
    if not not_there(view, entry) or (acts and view.param("gone-cards-resolve")):
        return False
    gone = view.card(str(entry.vars.get("self", ""))) is None
    stays_by = stay_rule(view, view.game.cards[entry.card])
    rule, *usual = view.ruled("gone-cards-resolve", stays_by) if acts else (stays_by,)
    view.note(registry.NOT_THERE if gone else registry.NOT_FACE_UP, rule, card=entry.card, usual=tuple(usual))
    return True


def silenced(view: View, entry: Waiting, ability: Ability) -> bool:
    """Does the effect do nothing because a text negates it? If so, this is recorded."""
    if not disabled(view, entry, ability):
        tell_spared(view, view.game.cards[entry.card])
        return negated_anywhere(view, entry) or gone_negated(view, entry, ability)
    why, nearest = why_hushed(view, entry, ability), "rules-vs-effects"
    rule, *usual = view.ruled("negated-activates", nearest) if why is trace.NO_EFFECT else (nearest,)
    view.note(why, rule, card=entry.card, usual=tuple(usual))
    return True


def negated_anywhere(view: View, entry: Waiting) -> bool:
    """Does an effect do nothing because a text negates the activated effects of such cards, wherever they
    have come to? If so, this is recorded. A card counts as it was where its effect was activated.
    """
    card = view.game.cards[entry.card]
    ctx = {"me": entry.master, "self": card.object, "ability": entry.ability}
    last = last_of(view, str(entry.vars.get("self", "")), entry.vars)
    then: dict[str, object] = {"card": card.object, "lay": entry.vars.get("lay", card.zone)}
    then |= {"values": last} if last is not None else {}
    conditions = unbarred(view, lambda: event(ctx, "signal", RESOLVING, "chain.resolve", **then))
    barred = next(conditions, None) is not None
    if barred:
        view.note(trace.NO_EFFECT, "rules-vs-effects", card=card.id)
    return barred


def gone_negated(view: View, entry: Waiting, ability: Ability) -> bool:
    """Does an effect do nothing because its card was negated for a while when it was activated and has then
    left as its own cost? If so, this is recorded.
    """
    card = view.card(str(entry.vars.get("self", "")))
    remains = card is not None and card.place in ability.zones
    if not entry.vars.get("was-negated") or remains or not view.param("gone-stays-negated"):
        return False
    view.note(trace.NO_EFFECT, "rules-vs-effects", card=entry.card)
    return True


def not_there(view: View, entry: Waiting) -> bool:
    """Is a card that stays on the Field no longer face-up there when its own activation resolves
    (spell.continuous, trap.continuous)?
    """
    if entry.vars.get("way") == "effect" or not stays(view, view.game.cards[entry.card]):
        return False
    card = view.card(str(entry.vars.get("self", "")))
    return card is None or card.place not in PLACES or view.face_down(card)


def shuffling(view: View, dos: Sequence[Instruction]) -> str:
    """The article by which a Deck is shuffled that these instructions have looked through: a search adds to
    the hand or Special Summons.
    """
    return (
        "gl.search.shuffle"
        if any(fetches(view, instruction) for instruction in dos)
        else "zone.deck.shuffle-after-look"
    )


def fetches(view: View, do: Instruction) -> bool:
    """Do the instructions add cards to the hand or Special Summon them, as a search does (gl.search)?"""
    called = view.book.moves.get(str(do.args.get("named", "")), EMPTY)
    return do.verb == "special-summon" or do.args.get("to", called.get("to")) == "hand"


@rules.interrupt("chain.example", "negate")
def never_there(view: View, records: Sequence[AppliedEvent]) -> Sequence[Instruction] | None:
    """Sanctioned play: a card whose own activation is negated was never an active card on the Field; one
    that only used an effect was.
    """
    negated = [record.args.get("entry") for record in records]
    entries = [entry for entry in view.game.waiting if entry.id in negated]
    cards = [view.card(str(row.vars.get("self", ""))) for row in entries if row.vars.get("way") != "effect"]
    details = [card.object for card in cards if card is not None and card.place in PLACES]
    rule, *usual = view.ruled("chain.example", "chain.example", kind="interrupt")
    refs = {"marks": {UNPLACED: True}, "usual": tuple(usual)}
    marks = [event({"because": "rules"}, "mark", "unplaced", rule, card=ref, **refs) for ref in details]
    return [events(marks)] if marks else None


@rules.step("tell-resolved")
def tell_resolved(view: View, v: Vars) -> Outcome:
    """Records that the effect of a card has resolved, or that of an activated card, for texts that refer to
    it.
    """
    entry: Waiting = v["gone"]
    card = view.game.cards[entry.card]
    names = ("effect-resolved", *(("card-resolved",) if entry.vars.get("way") != "effect" else ()))
    ctx = {"me": entry.master, "self": card.object, "ability": entry.ability}
    told = [name for name in names if name in view.table.heard]
    batch = [event(ctx, "signal", name, "chain.resolve", card=card.object) for name in told]
    for ref in entry.vars.get("aimed", ()) if not v.flag("hushed") else ():
        batch += [event(ctx, "signal", TARGETING, "chain.resolve", card=ref)] if view.same(ref) else []
    return [events(batch)] if batch else None


@rules.step("put-away")
def after_effect(view: View, v: Vars) -> Outcome:
    """A Spell or Trap that does not stay goes to the Graveyard as soon as its effect has resolved
    (trap.normal, spell.normal).
    """
    entry: Waiting = v["gone"]
    return at_nought(view, AFTER_LINK) or put_away(view, entry, v.flag("negated"))


def put_away(view: View, entry: Waiting, negated: bool) -> list[Instruction]:
    """The move of a used card, unless a card that stays on the Field only used an effect."""
    card = view.card(str(entry.vars.get("self", "")))
    if entry.vars.get("way") not in ("card", "pendulum") or card is None or card.place not in PLACES:
        return []
    if not negated and stays(view, card) and view.face_down(card):
        return []
    if not negated and is_kind(view, card, "equip") and not host_of(view, card.object):
        return [events([equips_nothing(view, card)])]
    if not negated and (stays(view, card) or host_of(view, card.object)):
        view.note(registry.STAYS, stays_by(view, card), card=card.id)
        if two_texts(view, card):
            view.note(registry.AS_SPELL, "pendulum.effect", card=card.id)
        return []
    goes_on = negated or any(link.status in LINKED for link in view.game.waiting)
    if goes_on and view.param("stay-in-chain"):
        return until_chain_over(view, card)
    return [events([away(view, card)])]


def stays_by(view: View, card: Card) -> str:
    """The article by which a card stays. An Equip Card on the opponent's monster still occupies a place of
    its own player.
    """
    host = view.card(host_of(view, card.object) or "")
    return "spell.equip.one" if host is not None and host.seat != card.seat else stay_rule(view, card)


def equips_nothing(view: View, card: Card) -> Event:
    """The move to the Graveyard of an Equip Card whose monster is not there."""
    return move_event(view, {"me": card.seat}, card.object, "graveyard", "spent", "spell.equip")


def until_chain_over(view: View, card: Card) -> list[Instruction]:
    """Sanctioned play: a used card stays where it is until the end of the Chain."""
    frame = view.running("chain")
    used = (*frame.vars.get("used", ()), card.object) if frame is not None else ()
    rule, *usual = view.ruled("stay-in-chain", "zone.graveyard.entry")
    details = {"card": card.object, "marks": {SPENT: True}, "usual": tuple(usual)}
    on_its_way = event({"because": "rules"}, "mark", "spent-in-chain", rule, **details)
    return [events([on_its_way]), Instruction("put", {"procedure": "chain", "vars": {"used": used}})]


# --- effects that are negated, activated all the same; and cards that have none -------------------
def why_hushed(view: View, entry: Waiting, ability: Ability) -> trace.Kind:
    """The kind of line that tells why the effect does nothing: the card has it but it is negated, or the
    card no longer has it.
    """
    if entry.vars.get("way") == "effect":
        view.param("negated-activates")
    has_it = any(text.id == ability.id for text in view.borne(view.game.cards[entry.card]))
    return trace.NO_EFFECT if has_it else registry.STRIPPED


def tell_spared(view: View, card: Card) -> None:
    """Tells what would negate the effects of a card, but does not because it is negated itself."""
    for makes in BLANKING if view.tracing else ():
        for ability, source in givers(view, makes):
            touched = source.print and fits(view, ability, source, card)  # else it lies on no card
            why = muted(view, source, ability) if touched else None
            if why is not None and why.kind == "taken":
                view.note(registry.NEGATES_NOTHING, why.rule, card=source.id, by=why.by)
