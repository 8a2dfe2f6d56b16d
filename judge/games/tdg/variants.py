"""Variants: what each kind needs, and how it takes its place (variant.*, sx.*, rv.*, meka.*, omega.*, fx.*).

Code because what a Variant stands on, and what goes for it, is found on the Field by what the cards print.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import AGAIN, END, call, event, events, move_event
from judge.engine.kernel.state import Card, Condition, Decision, Instruction
from judge.engine.kernel.view import Vars, View
from judge.games.tdg import registry
from judge.games.tdg.altered import alteration
from judge.games.tdg.blocks import CHARACTERS, HAND, LEADER, MEKA, OBJECTS, OWNERS, TERRAIN, latent, there
from judge.games.tdg.registry import rules
from judge.text.plain import Fields, Scope

OFF = "off-field"
CONVERTED = ("sx", "protocol", "fx")  # those that take their places at the end of Revelation
RULES = {"sx": "sx.condition", "protocol": "meka.condition", "fx": "fx.condition"}


# --- what a Variant stands on --------------------------------------------------------------------------
def wanted(view: View, card: Card) -> tuple[str, ...]:
    """The names of the card that a Variant can be put on."""
    return tuple(view.printed(card, "variant_of") or ())


def active(view: View, card: Card) -> bool:
    """Is a card face up and not disabled, and, where this is required, without cooldown and alteration?"""
    busy = card.mark("cooldown") or alteration(card)
    return card.mark("position") != "disabled" and not (view.param("active-is-free") and busy)


def needed(view: View, card: Card) -> list[Card]:
    """The base characters that a Variant can be put on in their present state (sx.condition,
    meka.condition), or all cards that an FX uses up.
    """
    if view.type(card) == "fx":
        return fx_parts(view, card)
    base = {"zone": CHARACTERS, "type": "character", "name": wanted(view, card)}
    whatever = "whatever" in (view.printed(card, "base_state") or ())
    cards = [target for target in view.cards(base, {"me": card.seat}) if whatever or active(view, target)]
    return [target for target in cards if view.type(card) != "sx" or joined(view, target, whatever)]


def joined(view: View, base: Card, whatever: bool) -> bool:
    """Is the character's Object active and linked to it?"""
    item = there(view, base.seat, OBJECTS.get(base.place, ""))
    return item is not None and active(view, item) and (whatever or not latent(view, item))


def fx_parts(view: View, card: Card) -> list[Card]:
    """The Terrain and the cards that an FX uses up, if all are there and none disabled (fx.condition)."""
    cards: list[Card] = []
    others = [((*CHARACTERS, *OWNERS), name) for name in view.printed(card, "requires") or ()]
    for zones, name in [((TERRAIN,), wanted(view, card)), *others]:
        named = {"zone": zones, "name": name, "fits": "usable"}
        fitting = [part for part in view.cards(named, {"me": card.seat}) if part not in cards]
        if not fitting:
            return []
        cards.append(fitting[0])
    return cards


@rules.cond("base")
def has_base(view: View, row: Fields, ctx: Scope) -> Iterator[Condition]:
    """The condition that the base of a Variant is there, as it must be."""
    card = view.present(ctx["self"])
    kind = view.type(card)
    yield Condition(str(RULES.get(kind, row["rule"])), bool(needed(view, card)), row["say"] or kind)


@rules.cond("target")
def has_target(view: View, row: Fields, ctx: Scope) -> Iterator[Condition]:
    """The condition that the card for which an Omega-Core asks is there and not disabled."""
    card = view.card(ctx["self"])
    for target in (card and view.printed(card, "omega_target")) or ():
        targets = view.cards(target, ctx)
        up = [hit for hit in targets if hit.mark("position") != "disabled"]
        say = "target-disabled" if targets else row["say"]
        yield Condition(row["rule"], bool(up), say)


# --- conversions at the end of Revelation ----------------------------------------------------------------
@rules.step("convert")
def convert(view: View, v: Vars) -> Outcome:
    """Variants take their places one after the other, the attacker's first."""
    cards = view.cards({"zone": OFF, "of": "any", "type": CONVERTED}, {})
    if not cards:
        return None
    own = [card for card in cards if card.seat == cards[0].seat]
    picked = view.pick(v, "variant", own[0].seat, own, 1, 1, "variant.own-timing", "ask.variant")
    if isinstance(picked, Decision):
        return picked
    done = converted(view, v, next(variant for variant in own if variant.object == picked[0]))
    return done if isinstance(done, Decision) else [*done, AGAIN]


def goes(view: View, card: Card, to: str, rule: str) -> Event:
    """The event by which a card comes to its slot or is discarded."""
    name = "discard" if to == "discard" else "move"
    return move_event(view, {"me": card.seat, "because": "rules"}, card.object, to, name, rule)


def crowded(view: View, card: Card) -> str:
    """The article by which a Variant cannot be put beside others of its character; "" if it can."""
    me, name = {"me": card.seat}, wanted(view, card)
    if view.cards({"zone": (*CHARACTERS, MEKA), "variant_of": name}, me):
        return "fieldlimit.variant1"
    bases = view.cards({"zone": CHARACTERS, "type": "character", "name": name}, me)
    return "fieldlimit.variant-base" if view.type(card) == "protocol" and len(bases) > 1 else ""


def converted(view: View, v: Vars, card: Card) -> Decision | list[Instruction]:
    """One Variant replaces its base, or is discarded if what it needs is not there any more."""
    kind, cards = view.type(card), needed(view, card)
    core = view.cards({"zone": OFF, "type": "gaia-core"}, {"me": card.seat})
    over = crowded(view, card)
    if not cards or over or (kind == "protocol" and not core):
        return [events([goes(view, card, "discard", over or RULES[kind])])]
    if kind == "fx":
        used = [goes(view, part, "discard", "fx.discard-needed") for part in cards]
        return [events([*used, goes(view, card, TERRAIN, "fx.replace")])]
    picked = view.pick(v, "base", card.seat, cards, 1, 1, RULES[kind], "ask.base")
    if isinstance(picked, Decision):
        return picked
    base = next(target for target in cards if target.object == picked[0])
    if kind == "protocol":
        put = call("improve", self=card.object, me=card.seat, core=core[0].object, base=base.object)
        return [freed(view, base, death=False), put]
    if "whatever" in (view.printed(card, "base_state") or ()):
        view.note(registry.WHATEVER, "variant.card-text", card=card.id)
    return replaced(view, card, base, "sx.replace")


def freed(view: View, base: Card, death: bool) -> Instruction:
    """The instruction by which a transformation removes alterations and cooldowns; by one reading not Death
    from a card that stays.
    """
    dead = alteration(base).startswith("death")
    altered = alteration(base) and (death or not dead or not view.param("death-stays"))
    rows = (
        (altered, "restore", "variant.clears-alteration", {"alteration": False, "remaining": 0}),
        (base.mark("cooldown"), "cool", "variant.resets-cooldown", {"cooldown": 0}),
    )
    return events(
        [event({}, "mark", name, rule, card=base.object, marks=m) for on, name, rule, m in rows if on]
    )


def replaced(view: View, card: Card, base: Card, rule: str, *used: Card) -> list[Instruction]:
    """A Variant replaces its base on the same slot; the base, its Object and what was used are discarded,
    all at once.
    """
    item = there(view, base.seat, OBJECTS.get(base.place, ""))
    batch = [goes(view, base, "discard", "variant.replace-base")]
    batch += [goes(view, part, "discard", "omega.discard") for part in used]
    if item is not None and (not used or view.param("omega-objects")):
        batch.append(goes(view, item, "discard", "variant.replace-objects"))
    arrives = goes(view, card, base.place, rule)
    if used and base.place == LEADER:  # it may lead a Block of its own: phase4.new-leader
        arrives["name"] = "succeed"
    return [freed(view, base, death=True), events([*batch, arrives])]


# --- Omega-X ----------------------------------------------------------------------------------------------
@rules.step("omega-first")
def omega_first(view: View, v: Vars) -> Outcome:
    """Lets Omega-Cores be used before the off-field cards, unlike Actions."""
    cores = view.cards({"zone": HAND, "of": "any", "known": True, "type": "omega-core"}, {})
    return [call("window:omega", mode="confrontation")] if cores else None


@rules.step("omega.replace")
def transformed(view: View, v: Vars) -> Outcome:
    """The Omega-X replaces its base; the base and the Core are discarded."""
    core, form = view.card(v.object("self")), view.card(next(iter(view.refs("$form", v)), ""))
    if core is None or form is None:  # nobody has named an Omega-X there
        return [END]
    base = view.pick(v, "base", core.seat, needed(view, core), 1, 1, "omega.condition-base", "ask.base")
    if isinstance(base, Decision):
        return base
    card = view.present(base[0])
    read = view.running("block")
    if read is not None and any(ref == card.object for ref, _ in read.vars.get("left", ())):
        view.note(registry.BASE_UNREAD, "omega.replace", card=card.id)
    return [*replaced(view, form, card, "omega.replace", core), END]
