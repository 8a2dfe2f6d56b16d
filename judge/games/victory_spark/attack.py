"""Attacks: support, partners, partner block, damage (6.7).

Code because partners are found by comparing two lists of one card with two of another, and because what an
attack comes to depends on which cards are in the rings by then.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.effects.provenance import tell_value
from judge.engine.flow.offers import unbarred
from judge.engine.flow.pipeline import forbidden, tell_forbidden
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import call, event, events, goto, named_move, put_vars
from judge.engine.kernel.state import Card, Condition, Instruction, Option, Ref, opponent
from judge.engine.kernel.view import Vars, View
from judge.games.victory_spark import registry
from judge.games.victory_spark.damage import damage_event
from judge.games.victory_spark.energy import RESTED, standing
from judge.games.victory_spark.registry import AWAY, rules
from judge.text.plain import Fields, TomlValue


def meets(want: TomlValue, have: TomlValue) -> bool:
    """Do two lists of words have one in common (2.7.2)?"""
    return not set(want or ()).isdisjoint(have or ())


def is_partner(view: View, of: Card, card: Card) -> bool:
    """Does a card agree with the partner name and the partner title of another (2.7.1)?"""
    name = meets(view.value(of, "partner_name"), view.value(card, "name"))
    return name and meets(view.value(of, "partner_title"), view.value(card, "title"))


def current(view: View, seat: str) -> Card | None:
    """The card in a ring."""
    return next(iter(view.zone(seat, "ring")), None)


@rules.offer("attack", "6.7.3", "6.7.3.5.2", "6.7.3.2.3", most=0)
def attack(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """An attack, as long as a standing card of the bench could support it."""
    able = bool(standing(view, seat, "bench")) or bare_declaration(view)
    stands = Condition("6.7.3.5.2" if view.game.memory.get(DECLARED) else "6.7.3.2.3", able, "attack.nobody")
    faced = "".join(card.object for card in view.zone(opponent(seat), "ring"))
    yield Option("attack", (), (call("attack", me=seat, faced=faced),), (stands, *unbanned(view, seat)))


def unbanned(view: View, seat: str) -> Iterator[Condition]:
    """The conditions that no text keeps the ring card from attacking, or the other from being attacked."""
    for made in attacking(view, seat):
        yield from unbarred(view, made.copy)


def attacking(view: View, seat: str) -> list[Event]:
    """The two events of an attack: the card in one's ring attacks, the card in the other ring is attacked."""
    cards = [("attack", current(view, seat)), ("attacked", current(view, opponent(seat)))]
    return [moment(view, seat, name, card.object) for name, card in cards if card is not None]


def moment(view: View, seat: str, name: str, ref: Ref) -> Event:
    """The event of a moment in a player's attack, as a card hears it."""
    return event({"me": seat}, "signal", name, view.book.signals[name]["rule"], card=ref)


DECLARED = "turn:said:6.7.3.1.1"  # of the memory: an attack has been declared this turn


def bare_declaration(view: View) -> bool:
    """Can a first attack be declared with nobody to support it? 6.7.3.5.2 asks for one of further attacks."""
    return not view.game.memory.get(DECLARED) and not view.param("attack-needs-support")


@rules.offer("support", "6.7.3.2.2", "4.10.1.2")
def support(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Supports by every card of the bench that stands and may support: it is rested."""
    able = standing(view, seat, "bench")
    for card in view.zone(seat, "bench"):
        stands = Condition("4.10.1.2", card in able, "support.stands")
        rest = event({"me": seat}, "mark", "rest", "6.7.3.2.2", card=card.object, marks=RESTED)
        made = (rest, moment(view, seat, "support", card.object))
        kept = [condition for each in made for condition in unbarred(view, each.copy)]
        do = (events([rest]), put_in_attack(supporter=card.object))
        yield Option("support", (card.id,), do, (stands, *kept))


def put_in_attack(**vars: object) -> Instruction:
    """The instruction that sets values of the current attack."""
    return Instruction("put", {"procedure": "attack", "vars": vars, "rule": ""})


@rules.step("6.7.3.2.3", jumps=["6.7.3.5.1"])
def declared(view: View, v: Vars) -> Outcome:
    """The supported card now attacks the card in the other ring. Without support, or if a text forbids it by
    now, there is no attack.
    """
    if not v.get("supporter"):
        return [goto("6.7.3.5.1", "attack.none", "6.7.3.2.3")]
    for made in attacking(view, v["me"]):
        ban = forbidden(view, made)
        if ban is not None:
            tell_forbidden(view, made, ban)
            return [goto("6.7.3.5.1", "attack.forbidden", "1.3.5")]
    attacker, target = current(view, v["me"]), current(view, opponent(v["me"]))
    if target is not None and attacker is not None and target.object != v.get("faced", target.object):
        view.note(registry.ATTACKS_ANOTHER, "6.7.3.2.3", card=attacker.id, target=target.id)
    sides = {"attacker": attacker, "target": target}
    return [put_vars(**{key: card.object if card is not None else "" for key, card in sides.items()})]


@rules.step("6.7.3.2.4")
def partners(view: View, v: Vars) -> Outcome:
    """Decides whether it is a partner attack; only the partners that the card in the ring names count."""
    attacker, supporter = view.card(v.object("attacker")), view.card(v.object("supporter"))
    if attacker is None or supporter is None or not view.value(attacker, "partner_name"):
        return None
    fits = is_partner(view, attacker, supporter)
    if fits and barred(view, v["me"], attacker, "6.7.3.2.4"):
        return None
    several: Fields = {"several": True} if more_than_one(view, attacker, supporter) else {}
    view.note(registry.PARTNER if fits else registry.NO_PARTNER, "6.7.3.2.4", card=supporter.id, **several)
    return [put_vars(partner=True)] if fits else None


def barred(view: View, seat: str, attacker: Card, rule: str) -> bool:
    """Does an effect forbid the partner attack? It is a normal attack then (6.7.3.2.4, 6.7.3.2.5)."""
    attack = event({"me": seat}, "signal", "partner-attack", rule, card=attacker.object)
    ban = forbidden(view, attack)
    if ban is not None:
        tell_forbidden(view, attack, ban)
    return ban is not None


def more_than_one(view: View, of: Card, card: Card) -> bool:
    """Are there several names or titles of a kind to compare (2.7.2)?"""
    read = [(of, "partner_name"), (of, "partner_title"), (card, "name"), (card, "title")]
    return any(len(view.value(bearer, attr) or ()) > 1 for bearer, attr in read)


@rules.step("6.7.3.2.5")
def moments(view: View, v: Vars) -> Outcome:
    """Signals that cards support, are supported, attack and are attacked, all at the same time."""
    names = [
        ("support", "supporter"),
        ("supported", "attacker"),
        ("attack", "attacker"),
        ("attacked", "target"),
    ]
    if v.flag("partner"):
        names += [("partner-attack", "attacker"), ("partner-support", "supporter")]
    return [
        events(
            [moment(view, v["me"], name, v.object(key)) for name, key in names if view.same(v.object(key))]
        )
    ]


@rules.word("partner", "flag", without=("as", "rule"), cites=("6.7.3.2.5", "6.7.3.2.6"))
def make_partner(view: View, v: Vars) -> Outcome:
    """Makes the current attack a partner attack, unless an effect forbids that."""
    frame = view.running("attack")
    attack: Fields = frame.vars if frame is not None else {}
    if not attack.get("attacker") or attack.get("partner"):
        return None
    attacker, seat = view.card(attack["attacker"]), attack["me"]
    if attacker is not None and barred(view, seat, attacker, "6.7.3.2.5"):
        return None
    heard = [("partner-attack", attack["attacker"]), ("partner-support", attack["supporter"])]
    signals = [moment(view, seat, name, ref) for name, ref in heard if view.same(ref)]
    card, left = view.game.objects.get(attack["attacker"], ""), not view.same(attack["supporter"])
    view.note(registry.MADE_PARTNER, "6.7.3.2.5", card=card, left=left)
    return [put_in_attack(partner=True, made=True), events(signals)]


@rules.step("made-partner")
def still_partner(view: View, v: Vars) -> Outcome:
    """An attack an ability made a partner attack is none any more if an effect has forbidden it since."""
    attacker = view.card(v.object("attacker")) if v.flag("made") else None
    if attacker is None or not barred(view, v["me"], attacker, "6.7.3.2.5"):
        return None
    return [put_vars(partner=False)]


@rules.offer("block", "6.7.3.3.2", "2.7.1")
def block(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Cards of the hand that are partners of the card in one's own ring."""
    own = current(view, seat)
    for card in view.zone(seat, "hand"):
        if own is not None and view.known(card):
            fits = Condition("2.7.1", is_partner(view, own, card), "block.partner")
            move = named_move(view, {"me": seat, "because": "rules"}, card.object, AWAY, "6.7.3.3.2")
            do = (events([move]), put_in_attack(blocked=True))
            yield Option("block", (card.id,), do, (fits, *unbarred(view, move.copy)))


def attacked(view: View, v: Vars, rule: str) -> Card | None:
    """The attacked card, if it is still in the ring. If another card is there, it is recorded (under `rule`,
    if given) that nothing happens to it.
    """
    card, other = view.card(v.object("target")), current(view, opponent(v["me"]))
    remains = card is not None and card.place == "ring"
    if rule and not remains and other is not None and v.object("target"):
        view.note(registry.CAME_LATER, rule, card=other.id)
    return card if remains else None


@rules.step("6.7.3.4.2")
def partner_result(view: View, v: Vars) -> Outcome:
    """Puts a card that was partner attacked into the retire yard, blocked or not."""
    card = attacked(view, v, "6.7.3.4.2" if v.flag("partner") else "")
    if not v.flag("partner") or card is None:
        return None
    ctx = {"me": v["me"], "because": "attack"}
    return [events([named_move(view, ctx, card.object, "retire", "6.7.3.4.2")])]


@rules.step("6.7.3.4.3")
def damage(view: View, v: Vars) -> Outcome:
    """Gives the attacked card damage equal to the attack power of the card now in the attacker's ring."""
    told = "" if v.flag("partner") else "6.7.3.4.3"  # of a partner attack 6.7.3.4.2 has told it
    card, attacker = attacked(view, v, told), current(view, v["me"])
    if card is None or attacker is None or (not view.same(v["attacker"]) and not view.param("ring-attacks")):
        return None
    blocked = v.flag("blocked")
    if blocked and view.param("block-last"):
        view.note(registry.BLOCKED, "6.7.3.3.2", card=card.id)
        return None
    n = 0 if blocked else view.value(attacker, "attack") or 0
    tell_value(view, attacker, "attack")
    if n <= 0 and not blocked:
        below = {"below": True} if n < 0 else {}
        view.note(registry.NO_DAMAGE, "6.7.3.4.3", card=card.id, n=n, **below)
        return None
    ctx = {"me": v["me"], "self": attacker.object, "because": "attack"}
    return [events([damage_event(ctx, card, n, "6.7.3.4.3")])]
