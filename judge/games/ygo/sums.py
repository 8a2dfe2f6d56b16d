"""Sums of materials: which monsters make up a Fusion, Ritual, Synchro or Xyz Summon, and which may be
Sacrificed for a Summon.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from judge.engine.flow.offers import bans
from judge.engine.kernel.instructions import move_event
from judge.engine.kernel.picks import subsets
from judge.engine.kernel.state import Card, Condition, Ref
from judge.engine.kernel.view import View
from judge.engine.language.assignment import alike, assigned, met, spans
from judge.engine.mechanisms.weights import weight
from judge.games.ygo.cards import is_kind, level, monsters, printed_type, room
from judge.games.ygo.registry import rules
from judge.games.ygo.summonable import barred
from judge.text.plain import Fields, Json

# --- which monsters may be Sacrificed for a Summon or Set, and how many are enough (summon.tribute) ----
DOUBLE = "double-sacrifice"  # what an `allow` may lift: that a monster counts as one


def sacrifices(view: View, card: Card) -> int:
    """How many monsters a Normal Summon or Set takes (summon.tribute.count),
    unless the card says another number.
    """
    own = view.value(card, "sacrifices")
    if own is not None:
        return int(own)
    have = level(view, card)
    return 2 if have >= 7 else 1 if have >= 5 else 0


def victims(view: View, seat: str, new: Card) -> list[Card]:
    """The monsters that may be Sacrificed to Summon another one: all that the player controls, except those
    that a text protects.
    """
    return [card for card in monsters(view, seat) if not spared_by(view, card, new)]


def spared_by(view: View, card: Card, new: Card) -> list[Condition]:
    """The prohibitions on Sacrificing a monster for the Summon of another."""
    ctx = {"me": card.seat, "because": "sacrifice", "self": new.object}
    return [
        *token_bars(view, card),
        *bans(view, partial(move_event, view, ctx, card.object, "graveyard", "sacrifice")),
    ]


def token_bars(view: View, card: Card) -> list[Condition]:
    """By the other reading a Token, which never goes to the Graveyard, cannot be Sacrificed for a Summon."""
    if not view.table.prints[card.print].token or view.param("tokens-for-summons"):
        return []
    return [Condition("token.removed", False, "token-kept", {"card": card.id})]


def kept_back(view: View, new: Card, short: int, count: Condition) -> list[Condition]:
    """The texts without which there would be enough monsters to Sacrifice, each once; empty if there would
    still be too few.
    """
    texts: dict[str, Condition] = {}
    for card in monsters(view, new.seat):
        for ban in spared_by(view, card, new) if short > 0 else ():
            texts[str(ban.values)] = ban
            short -= weight(view, card, DOUBLE)
    return list(texts.values()) if short <= 0 else []


Sel = Fields


def cards_of(view: View, refs: Sequence[Json]) -> list[Card]:
    """The cards of some objects."""
    return [card for card in map(view.card, refs) if card is not None]


def frees_room(view: View, seat: str, cards: Sequence[Card]) -> bool:
    """Is there a place for the new monster once these have left?"""
    return room(view, seat, "monster", sum(card.zone == f"{seat}.monster" and not card.on for card in cards))


Made = Callable[[Card], Iterator[tuple[Ref, ...]]]  # every choice of what a monster can be made of


def possible(view: View, card: Card, choices: Callable[[View, Card], Iterator[tuple[Ref, ...]]]) -> bool:
    """Is there any choice of materials for a monster? Worked out once for a position."""
    memo = view.game.static_cache
    key = ("materials", card.object)
    if key not in memo:
        memo[key] = any(True for _ in choices(view, card))
    return bool(memo[key])


def usable(view: View, new: Card, seat: str, cards: list[Card], name: str = "material") -> list[Card]:
    """The cards that no text keeps from being material for this monster, or from being Sacrificed for it."""
    spent = partial(move_event, view, {"me": seat, "self": new.object, "because": name})
    free = (card for card in cards if not token_bars(view, card))
    return [card for card in free if not bans(view, partial(spent, card.object, "graveyard", name))]


# --- Synchro: synchro.requirement ------------------------------------------------------------------
def synchro_pool(view: View, card: Card) -> list[Card]:
    """The face-up monsters with a Level."""
    cards = view.zone(card.owner, "monster")
    levelled = [monster for monster in cards if not view.face_down(monster) and level(view, monster)]
    return usable(view, card, card.owner, levelled)


@rules.check("synchro")
def synchro(view: View, chosen: Sequence[object], data: Sel) -> bool:
    """Are there a Tuner and other monsters whose Levels make up exactly the Level of the Synchro Monster?"""
    new, cards = view.game.cards[data["for"]], cards_of(view, chosen)
    if sum(level(view, card) for card in cards) != level(view, new):
        return False
    fits = any(made_up(view, new, tuner, cards, data) for tuner in tuners(view, cards))
    return fits and frees_room(view, data["me"], cards)


def tuners(view: View, cards: Sequence[Card]) -> list[Card]:
    """The materials that may be the Tuner: the only one there is; by the other reading any of several."""
    fitting = [card for card in cards if is_kind(view, card, "tuner")]
    return fitting if len(fitting) < 2 or view.param("synchro-tuners") == "several" else []


def made_up(view: View, new: Card, tuner: Card, cards: Sequence[Card], data: Sel) -> bool:
    """Are the materials with this Tuner those that the Synchro Monster lists, and enough of them?"""
    others = [card for card in cards if card is not tuner]
    slots: Sequence[Sel] = view.printed(new, "materials") or ()
    ctx = {"me": data["me"]}
    rest = [{**slots[1], "more": True}] if len(slots) == 2 else slots[1:]  # one word for all the others
    if slots and not (met(view, slots[:1], [tuner], ctx) and alike(view, slots, cards)):
        return False
    return len(others) >= data["least"] and (not rest or met(view, rest, others, ctx))


def synchro_data(view: View, card: Card) -> dict[str, object]:
    """What the test of a Synchro Summon needs to know;
    at least one monster beside the Tuner, by the reading taken.
    """
    return {"for": card.id, "me": card.owner, "least": view.param("synchro-others")}


def synchros(view: View, card: Card, pool: list[Card] | None = None) -> Iterator[tuple[Ref, ...]]:
    """Every choice of Synchro Materials for a monster, among those that may be or some others."""
    pool = synchro_pool(view, card) if pool is None else pool
    yield from subsets(view, pool, 1, len(pool), "synchro", synchro_data(view, card))


# --- Xyz: xyz.materials ----------------------------------------------------------------------------
def xyz_slots(view: View, card: Card) -> Sequence[Sel]:
    """The materials that an Xyz Monster lists; two of its Rank where it says nothing."""
    return view.printed(card, "materials") or [{"level": int(view.value(card, "rank") or 0)}] * 2


def xyz_pool(view: View, card: Card) -> list[Card]:
    """The face-up monsters that may be Xyz Materials: no Tokens (token.no-xyz)."""
    seen = (monster for monster in view.zone(card.owner, "monster") if not view.face_down(monster))
    cards = [monster for monster in seen if not view.table.prints[monster.print].token]
    return usable(view, card, card.owner, cards)


@rules.check("xyz")
def xyz(view: View, chosen: Sequence[object], data: Sel) -> bool:
    """Are there as many monsters as are listed, each fitting another entry, or the one monster that the card
    may be put on instead?
    """
    new, cards = view.game.cards[data["for"]], cards_of(view, chosen)
    return assigned(view, xyz_slots(view, new), cards, {"me": data["me"]}) or put_on(view, new, cards)


def put_on(view: View, new: Card, cards: Sequence[Card]) -> bool:
    """Is it the one monster that an Xyz Monster says it may be put on, whose materials become its own?"""
    slots = view.printed(new, "xyz-on") or ()
    return len(cards) == 1 and any(assigned(view, [slot], cards, {"me": new.owner}) for slot in slots)


def xyz_span(view: View, card: Card, pool: Sequence[Card]) -> tuple[int, int]:
    """How many of the monsters an Xyz Monster takes, at least and at most."""
    least, most = spans(xyz_slots(view, card), pool)
    return (1, most) if view.printed(card, "xyz-on") else (least, most)


def xyzs(view: View, card: Card, pool: list[Card] | None = None) -> Iterator[tuple[Ref, ...]]:
    """Every choice of Xyz Materials for a monster, among those that may be or some others."""
    pool = xyz_pool(view, card) if pool is None else pool
    yield from subsets(view, pool, *xyz_span(view, card, pool), "xyz", {"for": card.id, "me": card.owner})


# --- Fusion: fusion.activate -----------------------------------------------------------------------
POOL = ("hand", "monster")  # where monsters lie of which others are made, unless the summoning card says


def pooled(view: View, ctx: Sel, args: Sel) -> list[Card]:
    """The monsters that may be Fusion Materials, or be Sacrificed for a Ritual Monster."""
    cards = view.cards({"zone": POOL, **args.get("with", {})}, ctx)
    return [card for card in cards if printed_type(view, card) == "monster" and view.known(card)]


def called(view: View, ctx: Sel, args: Sel, kind: str, zone: str) -> list[Card]:
    """The cards of a kind that the summoning card may call out of a zone."""
    sel = args[kind] if isinstance(args[kind], Mapping) else {}
    return [card for card in view.cards({"zone": zone, **sel}, ctx) if is_kind(view, card, kind)]


def fusion_candidates(view: View, ctx: Sel, args: Sel, card: Card) -> list[Card]:
    """The monsters that may be one of the materials of a Fusion Monster."""
    slots, pool = view.printed(card, "materials") or (), pooled(view, ctx, args)
    fitting = [monster for monster in pool if any(met(view, [slot], [monster], ctx) for slot in slots)]
    return usable(view, card, ctx["me"], fitting)


def fusion_monsters(view: View, ctx: Sel, args: Sel) -> list[Card]:
    """The Fusion Monsters of the Extra Deck that the card may Summon (fusion.must-be-in-extra)."""
    return called(view, ctx, args, "fusion", "extra")


@rules.check("fusion")
def fusion(view: View, chosen: Sequence[object], data: Sel) -> bool:
    """Is there a different card for each listed material?"""
    slots = view.printed(view.game.cards[data["for"]], "materials") or ()
    cards = cards_of(view, chosen)
    made = bool(slots) and assigned(view, slots, cards, {"me": data["me"]})
    return made and ("roomy" in data or frees_room(view, data["me"], cards))


def fusion_choices(
    view: View, ctx: Sel, args: Sel, card: Card, roomy: bool = False
) -> Iterator[tuple[Ref, ...]]:
    """Every choice of Fusion Materials for one monster; if there were room enough, where that is asked."""
    slots = view.printed(card, "materials")
    if slots:
        pool = fusion_candidates(view, ctx, args, card)
        data = {"for": card.id, "me": ctx["me"], **({"roomy": True} if roomy else {})}
        yield from subsets(view, pool, *spans(slots, pool), "fusion", data)


def fusions(view: View, ctx: Sel, args: Sel, roomy: bool = False) -> Iterator[Card]:
    """The Fusion Monsters for which every material is there, and a place."""
    choices = partial(fusion_choices, view, ctx, args, roomy=roomy)
    return made_of_them(view, ctx, fusion_monsters(view, ctx, args), choices, "fusion-summon")


def made_of_them(view: View, ctx: Sel, cards: list[Card], choices: Made, name: str) -> Iterator[Card]:
    """The monsters that an effect may Summon and for which there is a choice of what they are made of."""
    for card in cards:
        if not barred(view, {**ctx, "because": "effect"}, card, name) and any(True for _ in choices(card)):
            yield card


# --- Ritual: ritual.activate -----------------------------------------------------------------------
def ritual_monsters(view: View, ctx: Sel, args: Sel) -> list[Card]:
    """The Ritual Monsters of the hand that the Spell is for."""
    cards = called(view, ctx, args, "ritual", "hand")
    return [card for card in cards if printed_type(view, card) == "monster"]


def ritual_pool(view: View, ctx: Sel, args: Sel, card: Card) -> list[Card]:
    """The monsters that may be Sacrificed for it: not itself."""
    others = [monster for monster in pooled(view, ctx, args) if monster.id != card.id]
    return usable(view, card, ctx["me"], others, "sacrifice")


@rules.check("ritual")
def ritual(view: View, chosen: Sequence[object], data: Sel) -> bool:
    """Are there as many monsters, or as many Levels, as the Spell says (ritual.sacrifice)?"""
    cards = cards_of(view, chosen)
    if "roomy" not in data and not frees_room(view, data["me"], cards):
        return False
    if "n" in data:
        return len(cards) == int(data["n"])
    total, need = sum(level(view, card) for card in cards), int(data["level"])
    if data["exact"]:
        return total == need
    return total >= need and all(total - level(view, card) < need for card in cards)


def ritual_data(view: View, ctx: Sel, args: Sel, card: Card) -> dict[str, object]:
    """What the test of the Sacrifices needs to know: their number, or the Levels they must reach."""
    data: dict[str, object] = {"me": ctx["me"]}
    if "n" in args:
        return {**data, "n": view.number(args["n"], ctx)}
    need = view.number(args["levels"], ctx) if "levels" in args else level(view, card)
    return {**data, "level": need, "exact": bool(args.get("exact"))}


def ritual_choices(
    view: View, ctx: Sel, args: Sel, card: Card, roomy: bool = False
) -> Iterator[tuple[Ref, ...]]:
    """Every choice of Sacrifices for one monster; if there were room enough, where that is asked."""
    pool = ritual_pool(view, ctx, args, card)
    data = ritual_data(view, ctx, args, card)
    yield from subsets(view, pool, 1, len(pool), "ritual", {**data, "roomy": True} if roomy else data)


def rituals(view: View, ctx: Sel, args: Sel, roomy: bool = False) -> Iterator[Card]:
    """The Ritual Monsters for which the Sacrifices are there, and a place."""
    choices = partial(ritual_choices, view, ctx, args, roomy=roomy)
    return made_of_them(view, ctx, ritual_monsters(view, ctx, args), choices, "ritual-summon")
