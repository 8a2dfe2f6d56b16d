"""Normal Summons, Sets, Flip Summons and changes of position (summon.*, main1.*)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from judge.engine.book import Outcome
from judge.engine.offers import bans
from judge.engine.proposals import END, call, event, events, move_event, put_vars
from judge.engine.view import Vars, View
from judge.engine.vocabulary import affected
from judge.games.ygo.cards import free_places, is_kind, monsters, place_for, printed_type, room
from judge.games.ygo.positions import has_attacked
from judge.games.ygo.registry import rules
from judge.games.ygo.sacrifices import fewest, kept_back, sacrifices, victims, weight
from judge.games.ygo.summonable import barred, special_monster
from judge.state import Ask, Card, Cond, Do, Option

NAMES = {"summon": "normal-summon", "set": "set-monster"}


def hand(game: View, seat: str, *types: str) -> list[Card]:
    """The known cards of the hand of these types."""
    return [
        card for card in game.zone(seat, "hand") if game.known(card) and printed_type(game, card) in types
    ]


# --- offers --------------------------------------------------------------------------------------------
@rules.offer("summon", "summon.normal", "summon.once", "summon.tribute.count")
def summon(game: View, v: Vars, seat: str) -> Iterator[Option]:
    """Normal Summons: face-up Attack Position, and in no other (summon.no-faceup-defence)."""
    for card in (
        hand(game, seat, "monster")
        if seat == game.active and (game.tracing or summons_left(game, seat))
        else ()
    ):
        yield Option(
            "summon",
            (card.id,),
            (call("summon", card=card.object, me=seat, how="summon"),),
            summon_conds(game, card, "summon"),
        )
        if game.tracing:
            yield Option(
                "summon",
                (card.id, "defence"),
                (),
                (Cond("summon.no-faceup-defence", False, "face-up-defence", also=("summon.normal",)),),
            )


@rules.offer("set", "summon.set", "main1.set-st", "spell.field.set")
def set_card(game: View, v: Vars, seat: str) -> Iterator[Option]:
    """Sets: a monster in face-down Defense Position, a Spell or Trap face-down."""
    if seat != game.active:
        return
    for card in hand(game, seat, "monster") if game.tracing or summons_left(game, seat) else ():
        yield Option(
            "set",
            (card.id,),
            (call("monster-set", card=card.object, me=seat, how="set"),),
            summon_conds(game, card, "set"),
        )
    for card in hand(game, seat, "spell", "trap"):
        yield Option("set", (card.id,), (call("card-set", card=card.object, me=seat),), set_conds(game, card))


@rules.step("main1.set-st")
def place_set(game: View, v: Vars) -> Outcome:
    """A Spell or Trap of the hand is Set."""
    return [Do("set-spell", {"card": v.object("card")})]


@rules.verb("set-spell")
def set_spell(game: View, v: Vars) -> Outcome:
    """A Spell or Trap is placed face-down;
    a Field Spell in the Field Zone, where an earlier one goes first.
    """
    card = game.card(v["card"])
    assert card is not None
    ctx = {"me": card.owner, "because": "rules"}
    zone = "field" if is_kind(game, card, "field") else "spell"
    old = game.zone(card.owner, "field") if zone == "field" else ()
    gone = (
        [events([move_event(game, ctx, one.object, "graveyard", "displaced") for one in old])] if old else []
    )
    rule = "spell.field.set" if zone == "field" else "main1.set-st"
    return [
        *gone,
        events([move_event(game, ctx, card.object, zone, "set-card", rule, marks={"facing": "down"})]),
    ]


@rules.verb("set-card", "main1.set-st", "spell.field.set")
def set_by_effect(game: View, v: Vars) -> Outcome:
    """Set Spells and Traps by an effect: Field Spells in the Field Zone, others where there is a place;
    monsters are none.
    """
    found = [
        card
        for card in game.cards(affected(game, v, game.refs(v["set-card"], v)), v)
        if printed_type(game, card) != "monster"
    ]
    fields = [card for card in found if is_kind(game, card, "field")]
    others = [card for card in found if card not in fields]
    free = free_places(game, v["me"], "spell")
    if not found or (not fields and free <= 0):
        game.note("nothing", "zone.spelltrap.full" if found else "main1.set-st", verb="set-card")
        return None
    chosen = (
        game.pick(v, "placed", v["me"], others, free, free, "zone.spelltrap.full", "ask.choose")
        if len(others) > free
        else tuple(card.object for card in others)
    )
    if isinstance(chosen, Ask):
        return chosen
    down = {"marks": {"facing": "down"}}
    batch = [
        move_event(game, v, ref, "spell", "set-card", "main1.set-st", to=f"{v['me']}.spell", **down)
        for ref in chosen
    ]
    return [
        *([events(batch, v.args.get("as", ""))] if batch else []),
        *(Do("set-spell", {"card": card.object}) for card in fields),
    ]


def set_conds(game: View, card: Card) -> Iterator[Cond]:
    """A Set Spell or Trap needs a free place; a Field Spell has one of its own."""
    if is_kind(game, card, "field"):
        yield Cond("spell.field.set", True, "room")
    else:
        yield Cond(
            "main1.set-st",
            room(game, card.seat, "spell"),
            "room",
            {"zone": "spell"},
            ("zone.spelltrap.capacity",),
        )
    yield from bans(game, lambda: move_event(game, {"me": card.seat}, card.object, "spell", "set-card"))


def summons_left(game: View, seat: str) -> bool:
    """May the player still Normal Summon or Set anything this turn, as far as the number goes?

    For whoever asks for no reasons.
    """
    return not game.did(seat, "normal-summon") or (
        game.times(seat, "normal-summon") < 2 and (game.lifts("normal-summon") or spared(game, seat))
    )


def extra_key(seat: str) -> str:
    """Under which key it is remembered for the turn that a player's first Summon was one that a text allows
    beside it.
    """
    return f"turn:extra-summon:{seat}"


def spared(game: View, seat: str) -> bool:
    """Was the first Normal Summon or Set of the turn one that a text allows beside it?

    Then the usual one is left.
    """
    return bool(game.game.memory.get(extra_key(seat)))


def extra(game: View, seat: str, card: Card | None) -> list[Do]:
    """What is remembered of the first Normal Summon or Set where a text allows this one beside it."""
    if card is None or game.did(seat, "normal-summon") or game.permits(card, "normal-summon") is None:
        return []
    return [events([event({}, "remember", "extra", "summon.once", key=extra_key(seat), value=True)])]


def summon_conds(game: View, card: Card, how: str) -> Iterator[Cond]:
    """What a Normal Summon or Set needs: a monster that may be, its limit, Sacrifices, a place;
    what never changes is said first.
    """
    seat, need = card.seat, sacrifices(game, card)
    once = game.did(seat, "normal-summon")
    more = (
        once
        and game.times(seat, "normal-summon") < 2
        and (spared(game, seat) or game.permits(card, "normal-summon") is not None)
    )
    also = ("main1.summon-limits", "main2.limits", *(("rules-vs-effects",) if more else ()))
    yield Cond(
        "summon.normal.who",
        not special_monster(game, card),
        "not-normal",
        also=("summon.special", "summon.special.conditions", "ritual.need"),
    )
    yield Cond("summon.once", not once or more, "summon-once", also=also)
    pool = victims(game, seat, card) if need else []
    have = sum(weight(game, card) for card in pool)
    doubled = have > len(pool)
    by_text = ("rules-vs-effects",) if doubled or game.value(card, "sacrifices") is not None else ()
    also = ("summon.set.tribute", "summon.tribute") if how == "set" else ("summon.tribute",)
    count = Cond(
        "summon.tribute.count", have >= need, "sacrifices", {"need": need, "have": have}, (*also, *by_text)
    )
    yield from (not count.ok and game.tracing and kept_back(game, card, need - have, count)) or [count]
    yield place_for(game, seat, fewest(game, pool, need) if doubled else need)
    yield from barred(game, {"me": seat}, card, NAMES[how])


@rules.offer("flip", "summon.flip", "summon.flip.not-same-turn")
def flip(game: View, v: Vars, seat: str) -> Iterator[Option]:
    """Flip Summons of monsters that lie face-down."""
    for card in monsters(game, seat) if seat == game.active else ():
        if game.face_down(card):
            yield Option(
                "flip", (card.id,), (call("flip-summon", card=card.object, me=seat),), flip_conds(game, card)
            )
            if game.tracing:
                yield Option(
                    "flip",
                    (card.id, "defence"),
                    (),
                    (Cond("summon.flip.attack-only", False, "flip-defence", also=("summon.flip",)),),
                )


def flip_conds(game: View, card: Card) -> Iterator[Cond]:
    """Not in the turn in which it was Set, nor after another change of position."""
    fresh = game.did(card.object, "entered")
    yield Cond("summon.flip.not-same-turn", not fresh, "fresh", also=("main1.position.new",))
    yield Cond("main1.position.attacked", not has_attacked(game, card), "battled", also=("main1.position",))
    yield Cond("main1.position.once", not game.did(card.object, "position"), "moved")
    for name in ("flip-summon", "change-position"):  # a Flip Summon changes the position too: main1.position
        yield from bans(
            game,
            partial(
                event,
                {"me": card.seat, "because": "rules"},
                "mark",
                name,
                "summon.flip",
                card=card.object,
                marks={"position": "attack"},
            ),
        )


@rules.step("answer-summon", takes=("name", "mode", "failed"))
def answer_summon(game: View, v: Vars) -> Outcome:
    """The window after a Summon; after a negated one there is none,
    unless the step says what it is about then.
    """
    about = v.args.get("failed", "") if v.flag("negated") else "summon"
    return [call(f"window:{v.args['name']}", mode=v.args["mode"], of=about)] if about else None


# --- carrying them out ------------------------------------------------------------------------------------
@rules.step("summon.tribute")
def sacrifice(game: View, v: Vars) -> Outcome:
    """The Sacrifices come before the Summon; monsters of either facing will do (gl.sacrifice.facing)."""
    card = game.card(v.object("card"))
    assert card is not None
    need = sacrifices(game, card)
    if not need:
        return None
    pool = victims(game, v["me"], card)
    least = fewest(game, pool, need)
    check = "sacrifices" if least < need else ""
    chosen = game.pick(
        v,
        "sacrificed",
        v["me"],
        pool,
        least,
        need,
        "summon.tribute.count",
        "ask.sacrifice",
        check,
        {"need": need},
    )
    if isinstance(chosen, Ask):
        return chosen
    ctx = {"me": v["me"], "because": "sacrifice", "self": card.object}
    rule = "summon.set.tribute" if v["how"] == "set" else "summon.tribute"
    return [
        put_vars(sacrificed=chosen),
        events([move_event(game, ctx, ref, "graveyard", "sacrifice", rule) for ref in chosen]),
    ]


@rules.step("set-monster")
@rules.step("summon.normal")
def enter(game: View, v: Vars) -> Outcome:
    """Face-up Attack Position for a Summon, face-down Defense Position for a Set,
    which is no Summon (summon.set.not-summoned).
    """
    card = game.card(v.object("card"))
    held = card if card is not None and card.place == "hand" else None
    noted = extra(game, v["me"], held)
    if v.flag("negated"):  # it was the Normal Summon of the turn all the same
        spent = events([event({"me": v["me"]}, "signal", "summon-negated", "summon.once", seat=v["me"])])
        gone = (
            [events([move_event(game, {"me": v["me"]}, held.object, "graveyard", "send", "trap.counter")])]
            if held
            else []
        )
        return [*noted, spent, *gone]
    return [*noted, entering(game, v, held)] if held else [END]


def entering(game: View, v: Vars, card: Card) -> Do:
    """The monster as it comes to the Field."""
    down: dict[str, Any] = {"facing": "down", "position": "defence"}
    marks = down if v["how"] == "set" else {"facing": "up", "position": "attack"}
    rule = "summon.set" if v["how"] == "set" else "summon.normal"
    ctx = {"me": v["me"], "because": "summon"}
    dual = (
        ("pendulum.dual", "pendulum.monster-effect", "pendulum.effect")
        if is_kind(game, card, "pendulum")
        else ()
    )
    moved = move_event(
        game,
        ctx,
        card.object,
        "monster",
        NAMES[v["how"]],
        rule,
        to=f"{v['me']}.monster",
        marks=marks,
        also=dual,
    )
    return events([moved], "entered")


@rules.step("summon.flip")
def flip_up(game: View, v: Vars) -> Outcome:
    """Face-up Attack Position, and no other (summon.flip.attack-only)."""
    if v.flag("negated"):
        card = game.card(v.object("card"))
        return (
            [events([move_event(game, {"me": v["me"]}, card.object, "graveyard", "send", "trap.counter")])]
            if card is not None
            else [END]
        )
    marks = {"facing": "up", "position": "attack"}
    ctx = {"me": v["me"], "because": "summon"}
    return [events([event(ctx, "mark", "flip-summon", "summon.flip", card=v.object("card"), marks=marks)])]
