"""Normal Summons, Sets, Flip Summons and changes of position (summon.*, main1.*)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from judge.engine import trace
from judge.engine.effects.provenance import tell_overridden
from judge.engine.flow.offers import unbarred
from judge.engine.flow.surcharges import surcharged
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import END, call, event, events, events_as, move_event, put_vars
from judge.engine.kernel.state import Card, Condition, Decision, Instruction, Option, Ref
from judge.engine.kernel.view import Vars, View
from judge.engine.mechanisms.weights import asked, fewest, weight
from judge.engine.words.targets import affected
from judge.games.ygo import registry
from judge.games.ygo.cards import free_places, is_kind, monsters, place_for, placed, printed_type, room
from judge.games.ygo.departures import displaced, sent
from judge.games.ygo.exceptions import TEXT, outside, spent_rule, two_texts
from judge.games.ygo.positions import has_attacked
from judge.games.ygo.registry import rules
from judge.games.ygo.summonable import barred, not_barred, special_monster, unlimited
from judge.games.ygo.sums import DOUBLE, kept_back, sacrifices, victims

NAMES = {"summon": "normal-summon", "set": "set-monster"}
MORE = {"summon": "normal-summon", "set": "normal-set"}  # what a text allows beside the one of the turn
EXTRA = rules.remembers("extra-summon", "turn")  # the one more that a text gives has been used
WITH_SACRIFICES = {"summon": "tribute-summon", "set": "tribute-set"}  # what they are called besides then


def hand(view: View, seat: str, *types: str) -> list[Card]:
    """The known cards of the hand of these types."""
    return [
        card for card in view.zone(seat, "hand") if view.known(card) and printed_type(view, card) in types
    ]


# --- offers --------------------------------------------------------------------------------------------
@rules.offer("summon", "summon.normal", "summon.once", "summon.tribute.count", most=2)
def summon(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Normal Summons: face-up Attack Position, and in no other (summon.no-faceup-defence)."""
    if seat != view.active:
        return
    faced = Condition("summon.no-faceup-defence", False, "face-up-defence")
    for card in hand(view, seat, "monster") if view.tracing or summons_left(view, seat, "summon") else ():
        do = call("summon", card=card.object, me=seat, how="summon")
        option = Option("summon", (card.id,), (do,), summon_conds(view, card, "summon"))
        yield surcharged(view, option, partial(arriving, view, card, "summon"))
        if view.tracing:
            yield Option("summon", (card.id, "defence"), (), (faced,))
    for card in [monster for monster in monsters(view, seat) if is_kind(view, monster, "gemini")]:
        if not view.face_down(card):
            do = call("summon-again", card=card.object, me=seat)
            option = Option("summon", (card.id,), (do,), again_conds(view, card))
            yield surcharged(view, option, partial(again, card))


def again_conds(view: View, card: Card) -> Iterator[Condition]:
    """The conditions of the Normal Summon of a face-up Gemini monster: its text allows it once
    (rules-vs-effects).
    """
    yield Condition("rules-vs-effects", not card.mark("summoned-again"), "summoned-again")
    yield from once_a_turn(view, card, "summon")
    yield from unbarred(view, partial(again, card))


@rules.offer("set", "summon.set", "main1.set-st", "spell.field.set")
def set_card(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Sets: a monster in face-down Defense Position, a Spell or Trap face-down."""
    if seat != view.active:
        return
    for card in hand(view, seat, "monster") if view.tracing or summons_left(view, seat, "set") else ():
        do = call("monster-set", card=card.object, me=seat, how="set")
        option = Option("set", (card.id,), (do,), summon_conds(view, card, "set"))
        yield surcharged(view, option, partial(arriving, view, card, "set"))
    for card in hand(view, seat, "spell", "trap"):
        do = call("card-set", card=card.object, me=seat)
        option = Option("set", (card.id,), (do,), set_conds(view, card))
        yield surcharged(view, option, partial(setting, view, card))


def arriving(view: View, card: Card, how: str) -> Event:
    """The Normal Summon or Set of a monster, as texts speak of it."""
    ways = called_besides(how, sacrifices(view, card))
    return move_event(view, {"me": card.seat}, card.object, "monster", NAMES[how], ways=ways)


def setting(view: View, card: Card) -> Event:
    """The Set of a Spell or Trap, as texts speak of it."""
    return move_event(view, {"me": card.seat}, card.object, "spell", "set-card")


@rules.step("main1.set-st")
def place_set(view: View, v: Vars) -> Outcome:
    """A Spell or Trap of the hand is Set."""
    return [Instruction("set-spell", {"card": v.object("card")})]


@rules.verb("set-spell")
def set_spell(view: View, v: Vars) -> Outcome:
    """Places a Spell or Trap face-down; a Field Spell in the Field Zone, where an old one leaves first."""
    card = view.present(v["card"])
    field = is_kind(view, card, "field")
    zone, rule = ("field", "spell.field.set") if field else ("spell", "main1.set-st")
    gone = displaced(view, card.owner) if field else []
    ctx, marks = {"me": card.owner, "because": "rules"}, {"facing": "down"}
    return [*gone, events([move_event(view, ctx, card.object, zone, "set-card", rule, marks=marks)])]


SETTING = ("main1.set-st", "spell.field.set")


@rules.word("set-card", "cards", without=("rule",), cites=SETTING)
def set_by_effect(view: View, v: Vars) -> Outcome:
    """Sets Spells and Traps by an effect: Field Spells in the Field Zone, others if there is a place; not
    monsters.
    """
    refs = affected(view, v, view.refs(v["set-card"], v))
    cards = [card for card in view.cards(refs, v) if printed_type(view, card) != "monster"]
    fields = [card for card in cards if is_kind(view, card, "field")]
    others = [card for card in cards if card not in fields]
    free = free_places(view, v["me"], "spell")
    if not cards or (not fields and free <= 0):
        view.note(trace.NOTHING, "zone.spelltrap.full" if cards else "main1.set-st", verb="set-card")
        return None
    chosen = placed(view, v, others, free, "zone.spelltrap.full")
    if isinstance(chosen, Decision):
        return chosen
    batch = [set_down(view, v, card.object) for card in chosen]
    down = [events_as(v, batch)] if batch else []
    return [*down, *(Instruction("set-spell", {"card": card.object}) for card in fields)]


def set_down(view: View, v: Vars, ref: Ref) -> Event:
    """A card is Set by an effect in the player's Spell & Trap Zone."""
    to, marks = f"{v['me']}.spell", {"facing": "down"}
    return move_event(view, v, ref, "spell", "set-card", "main1.set-st", to=to, marks=marks)


def set_conds(view: View, card: Card) -> Iterator[Condition]:
    """The conditions of a Set: a free place for the Spell or Trap; a Field Spell has a zone of its own."""
    if is_kind(view, card, "field"):
        yield Condition("spell.field.set", True, "room")
        yield from outside(view, card.seat, "zone.field.not-counted")
    else:
        yield Condition("main1.set-st", room(view, card.seat, "spell"), "room", {"zone": "spell"})
    yield from unbarred(view, partial(setting, view, card))


def summons_left(view: View, seat: str, how: str) -> bool:
    """Does the player have a Normal Summon, or Set, left this turn? For callers that need no reasons."""
    return not view.did(seat, "normal-summon") or (
        view.times(seat, "normal-summon") < 2 and (view.lifts(MORE[how]) or spared(view, seat))
    )


def extra_key(seat: str) -> str:
    """The key under which it is remembered that a player's first Normal Summon of the turn was an additional
    one that a text allows.
    """
    return f"{EXTRA}:{seat}"


def spared(view: View, seat: str) -> bool:
    """Was the first Normal Summon or Set of the turn an additional one that a text allows, so that the usual
    one is left?
    """
    return bool(view.game.memory.get(extra_key(seat)))


def extra(view: View, v: Vars, card: Card | None) -> list[Instruction]:
    """The instructions that remember a first Normal Summon or Set that a text allows as an additional one."""
    if card is None or view.did(v["me"], "normal-summon") or view.permits(card, MORE[v["how"]]) is None:
        return []
    key = extra_key(v["me"])
    return [events([event({}, "remember", "extra", "summon.once", key=key, value=True)])]


def summon_conds(view: View, card: Card, how: str) -> Iterator[Condition]:
    """What a Normal Summon or Set needs: a monster that may be, its limit, Sacrifices, a place;
    what never changes is said first.
    """
    seat, need = card.seat, sacrifices(view, card)
    yield Condition("summon.normal.who", not special_monster(view, card), "not-normal")
    yield from once_a_turn(view, card, how)
    pool = victims(view, seat, card) if need else []
    have = sum(weight(view, card, DOUBLE) for card in pool)
    rule = "summon.set.tribute" if how == "set" else "summon.tribute.count"
    count = Condition(rule, have >= need, "sacrifices", {"need": need, "have": have})
    if count.ok and view.value(card, "sacrifices") is not None:
        yield TEXT
    yield from (not count.ok and view.tracing and kept_back(view, card, need - have, count)) or [count]
    yield place_for(view, seat, fewest(view, pool, need, DOUBLE) if have > len(pool) else need)
    yield from not_barred(view, {"me": seat}, card, NAMES[how], ways=called_besides(how, need))
    bars = barred(view, {"me": seat}, card, NAMES["summon"]) if how == "set" else ()
    yield from (Condition("summon.set.not-summoned", True, "not-summoned") for _ in bars)


def called_besides(how: str, sacrificed: object) -> tuple[str, ...]:
    """The further names of a Normal Summon or Set for which monsters are Sacrificed."""
    return (WITH_SACRIFICES[how],) if sacrificed else ()


def once_a_turn(view: View, card: Card, how: str) -> Iterator[Condition]:
    """One Normal Summon or Set a turn, and one more that a text allows beside it: a Summon, or a Set."""
    seat = card.seat
    once = view.did(seat, "normal-summon")
    more = (
        once
        and view.times(seat, "normal-summon") < 2
        and (spared(view, seat) or view.permits(card, MORE[how]) is not None)
    )
    rule = "rules-vs-effects" if more else spent_rule(view, "normal-summon", "summon.once")
    yield Condition(rule, not once or more, "summon-once")


@rules.offer("flip", "summon.flip", "summon.flip.not-same-turn", most=2)
def flip(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Flip Summons of monsters that lie face-down."""
    placed = Condition("summon.flip.attack-only", False, "flip-defence")
    for card in monsters(view, seat) if seat == view.active else ():
        if view.face_down(card):
            do = call("flip-summon", card=card.object, me=seat)
            option = Option("flip", (card.id,), (do,), flip_conds(view, card))
            yield surcharged(view, option, partial(turning_up, card, "flip-summon"))
            if view.tracing:
                yield Option("flip", (card.id, "defence"), (), (placed,))


def flip_conds(view: View, card: Card) -> Iterator[Condition]:
    """The conditions of a Flip Summon: not in the turn in which the monster was Set, and not after another
    change of position.
    """
    fresh = view.did(card.object, "entered")
    turned = view.did(card.object, "normal-summon") and not view.did(card.object, "set")
    yield Condition("main1.position.new" if turned else "summon.flip.not-same-turn", not fresh, "fresh")
    yield Condition("main1.position.attacked", not has_attacked(view, card), "battled")
    yield Condition("main1.position.once", not view.did(card.object, "position"), "moved")
    yield from unlimited(view, card.seat)
    for name in ("flip-summon", "change-position"):  # a Flip Summon changes the position too: main1.position
        yield from unbarred(view, partial(turning_up, card, name))


def turning_up(card: Card, name: str) -> Event:
    """A Flip Summon, or the change of position that it is too, as texts speak of it."""
    ctx, rest = {"me": card.seat, "because": "rules"}, {"card": card.object, "marks": {"position": "attack"}}
    return event(ctx, "mark", name, "summon.flip", **rest)


@rules.step("answer-summon", takes=("name", "mode", "failed"), needs=("name", "mode"))
def answer_summon(view: View, v: Vars) -> Outcome:
    """The window after a Summon; after a negated one only if the step says what it is about."""
    about = v.args.get("failed", "") if v.flag("negated") else "summon"
    return [call(f"window:{v.args['name']}", mode=v.args["mode"], of=about)] if about else None


# --- carrying them out ------------------------------------------------------------------------------------
@rules.step("summon.tribute")
def sacrifice(view: View, v: Vars) -> Outcome:
    """Makes the Sacrifices before the Summon; face-up or face-down monsters may be Sacrificed
    (gl.sacrifice.facing).
    """
    card = view.present(v.object("card"))
    need = sacrifices(view, card)
    if not need:
        return None
    chosen = chosen_sacrifices(view, v, card, need)
    if isinstance(chosen, Decision):
        return chosen
    ctx = {"me": v["me"], "because": "sacrifice", "self": card.object}
    rule = "summon.set.tribute" if v["how"] == "set" else "summon.tribute"
    if len(chosen) < need:
        paid = [view.game.objects[ref] for ref in chosen]
        view.note(registry.COUNTS_AS_TWO, "rules-vs-effects", cards=paid, n=need)
    gone = [move_event(view, ctx, ref, "graveyard", "sacrifice", rule) for ref in chosen]
    return [put_vars(sacrificed=chosen), events(gone)]


def chosen_sacrifices(view: View, v: Vars, card: Card, need: int) -> Decision | tuple[Ref, ...]:
    """The monsters that the player Sacrifices; fewer where one of them counts for two."""
    pool = victims(view, v["me"], card)
    least, check, data = asked(view, pool, need, DOUBLE)
    rule = "summon.tribute.count"
    return view.pick(v, "sacrificed", v["me"], pool, least, need, rule, "ask.sacrifice", check, data)


@rules.step("set-monster")
@rules.step("summon.normal")
def enter(view: View, v: Vars) -> Outcome:
    """Face-up Attack Position for a Summon, face-down Defense Position for a Set,
    which is no Summon (summon.set.not-summoned).
    """
    card, me = view.card(v.object("card")), v["me"]
    held = card if card is not None and card.place == "hand" else None
    noted = extra(view, v, held)
    if held is not None and view.did(me, "normal-summon"):
        tell_overridden(view, held, MORE[v["how"]], "rules-vs-effects", "summon.once")
    if v.flag("negated"):
        return [*noted, *negated_summon(view, me, held)]
    return [*noted, entering(view, v, held)] if held else [END]


def entering(view: View, v: Vars, card: Card) -> Instruction:
    """The monster as it comes to the Field."""
    setting, to = v["how"] == "set", f"{v['me']}.monster"
    marks = {"facing": "down", "position": "defence"} if setting else {"facing": "up", "position": "attack"}
    rule = "summon.set" if setting else "summon.normal"
    ctx, name = {"me": v["me"], "because": "summon"}, NAMES[v["how"]]
    if two_texts(view, card):
        view.note(registry.AS_MONSTER, "pendulum.monster-effect", card=card.id)
    details = {"to": to, "marks": marks, "ways": called_besides(v["how"], v.get("sacrificed"))}
    return events([move_event(view, ctx, card.object, "monster", name, rule, **details)], "entered")


@rules.step("summon.flip")
def flip_up(view: View, v: Vars) -> Outcome:
    """Face-up Attack Position, and no other (summon.flip.attack-only)."""
    if v.flag("negated"):
        card = view.card(v.object("card"))
        return [events([sent(view, v["me"], card.object)])] if card is not None else None
    marks = {"facing": "up", "position": "attack"}
    ctx = {"me": v["me"], "because": "summon"}
    return [events([event(ctx, "mark", "flip-summon", "summon.flip", card=v.object("card"), marks=marks)])]


@rules.step("summon-again")
def summon_again(view: View, v: Vars) -> Outcome:
    """A Gemini monster gains its effects; its position does not change."""
    card, me = view.card(v.object("card")), v["me"]
    if v.flag("negated"):
        return [*negated_summon(view, me, card)]
    return [events([again(card)])] if card is not None else [END]


def negated_summon(view: View, me: str, card: Card | None) -> Iterator[Instruction]:
    """The instructions after a negated Summon: it still was the Normal Summon of the turn, and the monster
    goes to the Graveyard.
    """
    yield events([event({"me": me}, "signal", "summon-negated", "summon.once", seat=me)])
    if card is not None:
        yield events([sent(view, me, card.object)])


def again(card: Card) -> Event:
    """The event of another Normal Summon."""
    ctx, marks = {"me": card.seat, "because": "summon"}, {"summoned-again": True}
    return event(ctx, "mark", "summon-again", "summon.normal", card=card.object, marks=marks)
