"""Variants: what each kind needs, and how it takes its place (variant.*, sx.*, rv.*, meka.*, omega.*, fx.*).

Code because what a Variant stands on, and what goes for it, is found on the Field by what the cards print.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.attachments import guests_of, host_of
from judge.engine.book import Outcome
from judge.engine.proposals import AGAIN, END, call, event, events, move_event
from judge.engine.view import Vars, View
from judge.games.tdg.altered import alteration
from judge.games.tdg.blocks import CHARACTERS, MEKA, OBJECTS, OWNERS, TERRAIN, in_hand, latent, there
from judge.games.tdg.registry import rules
from judge.state import Ask, Card, Cond, Do, Option, Seat, opponent

OFF = "off-field"
CONVERTED = ("sx", "protocol", "fx")  # those that take their places at the end of Revelation
RULES = {"sx": "sx.condition", "protocol": "meka.condition", "fx": "fx.condition"}


# --- what a Variant stands on --------------------------------------------------------------------------
def wanted(game: View, card: Card) -> set[str]:
    """The names of the card that a Variant stands on."""
    return set(game.printed(card, "variant_of") or ())


def active(game: View, card: Card | None) -> bool:
    """Is a card face up and not disabled; free of cooldown and alteration too where that is meant?"""
    if card is None or card.mark("position") == "disabled":
        return False
    return not (game.param("active-is-free") and (card.mark("cooldown") or alteration(card)))


def bases(game: View, card: Card) -> list[Card]:
    """The base characters on which a Variant can be put as they lie (sx.condition, meka.condition)."""
    field = [one for zone in CHARACTERS for one in game.zone(card.seat, zone)]
    named = [
        one
        for one in field
        if game.type(one) == "character" and wanted(game, card) & set(game.value(one, "name") or ())
    ]
    whatever = "whatever" in (game.printed(card, "base_state") or ())
    fit = [one for one in named if whatever or active(game, one)]
    return [one for one in fit if joined(game, one, whatever)] if game.type(card) == "sx" else fit


def joined(game: View, base: Card, whatever: bool) -> bool:
    """Is the Object of a character active, and linked to it?"""
    item = there(game, base.seat, OBJECTS.get(base.place, ""))
    return item is not None and active(game, item) and (whatever or not latent(game, item))


def fx_parts(game: View, card: Card) -> list[Card] | None:
    """The Terrain and the cards that an FX uses up, all there and none disabled (fx.condition)."""
    found: list[Card] = []
    for zones, names in [((TERRAIN,), wanted(game, card))] + [
        ((*CHARACTERS, *OWNERS), {name}) for name in game.printed(card, "requires") or ()
    ]:
        field = [one for zone in zones for one in game.zone(card.seat, zone) if one not in found]
        up = [one for one in field if one.mark("position") != "disabled"]
        fitting = [one for one in up if names & set(game.value(one, "name") or ())]
        if not fitting:
            return None
        found.append(fitting[0])
    return found


def possible(game: View, card: Card) -> bool:
    """Is there what a Variant stands on?"""
    return bool(fx_parts(game, card) if game.type(card) == "fx" else bases(game, card))


# --- how many of a name lie on a Field -----------------------------------------------------------------
def limits(game: View, card: Card, to: str) -> Iterator[Cond]:
    """At most two base cards of a name on one's Field, one Variant, one base beside it (fieldlimit.*)."""
    kind = game.type(card)
    if to not in CHARACTERS and kind not in ("sx", "protocol", "omega-core"):
        return
    name = set(game.value(card, "name") or ()) if kind == "character" else wanted(game, card)
    field = [one for zone in (*CHARACTERS, MEKA) if zone != to for one in game.zone(card.seat, zone)]
    same = [
        one for one in field if game.type(one) == "character" and name & set(game.value(one, "name") or ())
    ]
    variants = [one for one in field if name & wanted(game, one)]
    if kind == "character":
        yield Cond("fieldlimit.base2", len(same) < 2, "copies")
        yield Cond("fieldlimit.variant-base", not (variants and same), "variant-copies")
        return
    one = "fieldlimit.variant1"
    yield Cond(one, not variants, "one-variant", also=("variant.one-per-character", "fieldlimit.example"))
    yield Cond("fieldlimit.variant-base", kind != "rv" or len(same) < 2, "variant-copies")


def waits(game: View, card: Card) -> Iterator[Cond]:
    """What laying a Variant off-field needs: what it stands on, as it has to be."""
    kind = game.type(card)
    if kind in CONVERTED:
        yield Cond(RULES[kind], possible(game, card), kind, also=("variant.needs-base",))
        yield from limits(game, card, OFF)


# --- conversions at the end of Revelation ----------------------------------------------------------------
@rules.step("convert")
def convert(game: View, v: Vars) -> Outcome:
    """Variants take their places one after the other, the attacker's first; a Core without use goes too."""
    for seat in (game.active, opponent(game.active)):
        found = [one for one in game.zone(seat, OFF) if game.type(one) in CONVERTED]
        if found:
            picked = game.pick(v, "variant", seat, found, 1, 1, "variant.own-timing", "ask.variant")
            return picked if isinstance(picked, Ask) else converted(game, v, picked[0])
    cores = [
        one for seat in game.seats("any") for one in game.zone(seat, OFF) if game.type(one) == "gaia-core"
    ]
    return [events([gone(game, one, "golden.invalid") for one in cores])] if cores else None


def gone(game: View, card: Card, rule: str) -> dict[str, object]:
    """The event by which a card is discarded."""
    return move_event(game, {"me": card.seat, "because": "rules"}, card.object, "discard", "discard", rule)


def converted(game: View, v: Vars, ref: str) -> Outcome:
    """One Variant takes its place, or is discarded where what it needs is not there any more."""
    card = game.card(ref)
    assert card is not None
    kind, parts = game.type(card), fx_parts(game, card) if game.type(card) == "fx" else None
    core = [one for one in game.zone(card.seat, OFF) if game.type(one) == "gaia-core"]
    if not possible(game, card) or (kind == "protocol" and not core):
        return [events([gone(game, card, RULES[kind])]), AGAIN]
    if parts is not None:
        moves = [gone(game, one, "fx.discard-needed") for one in parts]
        return [events([*moves, comes(game, card, TERRAIN, "fx.replace", "variant.fx-same")]), AGAIN]
    picked = game.pick(v, "base", card.seat, bases(game, card), 1, 1, RULES[kind], "ask.base")
    if isinstance(picked, Ask):
        return picked
    base = game.card(picked[0])
    assert base is not None
    if kind == "protocol":
        return [*freed(base, keeps="death"), *improved(game, card, base, core[0]), AGAIN]
    if "whatever" in (game.printed(card, "base_state") or ()):
        game.note("whatever", "variant.card-text", card=card.id)
    return [*replaced(game, card, base, "sx.replace"), AGAIN]


def freed(base: Card, keeps: str = "none") -> list[Do]:
    """A transformation takes alterations and cooldowns off, but Death off no card that stays."""
    batch = []
    if alteration(base) and not alteration(base).startswith(keeps):
        marks: dict[str, object] = {"alteration": False, "remaining": 0}
        batch.append(event({}, "mark", "restore", "variant.clears-alteration", card=base.object, marks=marks))
    if base.mark("cooldown"):
        marks = {"cooldown": 0}
        batch.append(event({}, "mark", "cool", "variant.resets-cooldown", card=base.object, marks=marks))
    return [events(batch)] if batch else []


def comes(game: View, card: Card, to: str, rule: str, *also: str) -> dict[str, object]:
    """The event by which a Variant comes to its slot."""
    ctx = {"me": card.seat, "because": "rules"}
    return move_event(game, ctx, card.object, to, "move", rule, also=also)


def replaced(game: View, card: Card, base: Card, rule: str, *used: Card) -> list[Do]:
    """A Variant replaces its base on the same slot; the base, its Object and what was used are discarded,
    all at once.
    """
    item = there(game, base.seat, OBJECTS.get(base.place, ""))
    also = ("variant.same-slot", "variant.nature")
    batch = [gone(game, base, "variant.replace-base"), *(gone(game, one, "omega.discard") for one in used)]
    if item is not None and (not used or game.param("omega-objects")):
        batch.append(gone(game, item, "variant.replace-objects"))
    return [*freed(base), events([*batch, comes(game, card, base.place, rule, *also)])]


def improved(game: View, card: Card, base: Card, core: Card) -> Iterator[Do]:
    """A Protocol is put on its character, and the Gaia-Core is used up (meka.apply)."""
    yield events([gone(game, core, "meka.apply"), comes(game, card, MEKA, "meka.apply", "variant.nature")])
    yield events([event({}, "attach", "attach", "meka.apply", card=card.object, host=base.object)])


@rules.verb("capture", "lexicon.capture", "meka.capture")
def capture(game: View, v: Vars) -> Outcome:
    """Cards go to who captures them; a MEKA takes its character along, and a character its MEKA."""
    cards = game.cards(game.refs(v["capture"], v), v)
    batch = []
    for card in cards:
        rest = (host_of(game, card.object), *guests_of(game, card.object))
        others = [one for one in map(game.card, rest) if one is not None and one not in cards]
        for one in (card, *others):
            rule = "meka.capture" if others else "lexicon.capture"
            batch.append(
                move_event(game, v, one.object, "captured", "capture", rule, seat=v["me"], said=True)
            )
    return [events(batch)] if batch else None


# --- Omega-X ----------------------------------------------------------------------------------------------
def held(game: View, seat: Seat, kind: str) -> list[Card]:
    """The known cards of a type in a hand; what is locked is the hand for this."""
    return [one for one in in_hand(game, seat) if game.known(one) and game.type(one) == kind]


def forms(game: View, core: Card) -> list[Card]:
    """The Omega-X cards of the hand to which a Core belongs."""
    return [one for one in held(game, core.seat, "omega-x") if wanted(game, one) & wanted(game, core)]


@rules.offer("transform", "omega.timing", "omega.hand", "omega.condition-base", "omega.condition-target")
def transform(game: View, v: Vars, seat: Seat) -> Iterator[Option]:
    """Omega-Cores of the hand, at any time of the Confrontation."""
    for core in held(game, seat, "omega-core"):
        do = call("transform", self=core.object, me=seat)
        yield Option("transform", (core.id,), (do,), transform_conds(game, core))


def transform_conds(game: View, core: Card) -> Iterator[Cond]:
    """An active base, an Omega-X in the hand, and a target that is not disabled."""
    yield Cond("omega.condition-base", bool(bases(game, core)), "sx", also=("variant.needs-base",))
    yield Cond("omega.replace", bool(forms(game, core)), "no-form")
    for target in game.printed(core, "omega_target") or ():
        found = game.cards(target, {"me": core.seat, "self": core.object})
        up = [one for one in found if one.mark("position") != "disabled"]
        yield Cond("omega.condition-target", bool(up), "no-target", also=("position.disabled",))
    yield from limits(game, core, "hand")


@rules.step("omega.replace")
def transformed(game: View, v: Vars) -> Outcome:
    """The Omega-X takes the place of its base; that and the Core are discarded."""
    core = game.card(v.object("self"))
    assert core is not None
    base = game.pick(v, "base", core.seat, bases(game, core), 1, 1, "omega.condition-base", "ask.base")
    if isinstance(base, Ask):
        return base
    form = game.pick(v, "form", core.seat, forms(game, core), 1, 1, "omega.replace", "ask.variant")
    if isinstance(form, Ask):
        return form
    one, other = game.card(base[0]), game.card(form[0])
    assert one is not None
    assert other is not None
    ctx, also = {"me": core.seat}, ("omega.timing",)
    show = [
        event(ctx, "show", "reveal", "omega.hand", card=ref, to="each", also=also)
        for ref in (core.object, form[0])
    ]
    return [events(show), *replaced(game, other, one, "omega.replace", core), END]
