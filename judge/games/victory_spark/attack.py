"""Attacks: support, partners, partner block, damage (6.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from judge.engine.book import Outcome
from judge.engine.events import forbidden, tell_forbidden
from judge.engine.offers import bans
from judge.engine.proposals import call, event, events, goto, put_vars
from judge.engine.view import Vars, View
from judge.games.victory_spark.damage import damage_event
from judge.games.victory_spark.energy import RESTED, standing
from judge.games.victory_spark.leaving import put_away, retire
from judge.games.victory_spark.processing import beaten
from judge.games.victory_spark.registry import rules
from judge.state import Card, Cond, Do, Option, opponent


def meets(want: Any, have: Any) -> bool:
    """Do two lists of words have one in common (2.7.2)?"""
    return not set(want or ()).isdisjoint(have or ())


def is_partner(game: View, of: Card, card: Card) -> bool:
    """Does a card agree with the partner name and the partner title of another (2.7.1)?"""
    name = meets(game.value(of, "partner_name"), game.value(card, "name"))
    return name and meets(game.value(of, "partner_title"), game.value(card, "title"))


def current(game: View, seat: str) -> Card | None:
    """The card in a ring."""
    return next(iter(game.zone(seat, "ring")), None)


@rules.offer("attack", "6.7.3", "6.7.3.5.2", "6.7.3.2.3")
def attack(game: View, v: Vars, seat: str) -> Iterator[Option]:
    """An attack, while a card of the bench stands that could support it, and no text forbids it."""
    stands = Cond("6.7.3.5.2", bool(standing(game, seat, "bench")), "attack.nobody", also=("6.7.3.2.3",))
    kept = (one for made in attacking(game, seat) for one in bans(game, partial(dict, made)))
    yield Option("attack", (), (call("attack", me=seat),), (stands, *kept))


def attacking(game: View, seat: str) -> list[dict[str, Any]]:
    """The events of an attack: that the card in one's ring attacks the other, and that this is attacked."""
    cards = [("attack", current(game, seat)), ("attacked", current(game, opponent(seat)))]
    return [
        event({"me": seat}, "signal", name, "6.7.3.2.3", card=card.object)
        for name, card in cards
        if card is not None
    ]


@rules.offer("support", "6.7.3.2.2", "4.10.1.2")
def support(game: View, v: Vars, seat: str) -> Iterator[Option]:
    """Every card of the bench that stands and may: it is rested and supports."""
    ctx, able = {"me": seat}, standing(game, seat, "bench")
    for card in game.zone(seat, "bench"):
        ready = Cond("4.10.1.2", card in able, "support.stands")
        rest = event(ctx, "mark", "rest", "6.7.3.2.2", card=card.object, marks=RESTED)
        helps = event(ctx, "signal", "support", "6.7.3.2.2", card=card.object)
        kept = (one for made in (rest, helps) for one in bans(game, partial(dict, made)))
        do = (events([rest]), put_in_attack(supporter=card.object))
        yield Option("support", (card.id,), do, (ready, *kept))


ATTACKED = "turn:attacked"  # of the memory: an attack has been declared this turn


@rules.step("6.7.3.1.1")
def phase_starts(game: View, v: Vars) -> Outcome:
    """The start of the attack phase is heard in the first declaration step of a turn and in no other."""
    if game.game.memory.get(ATTACKED):
        return None
    rule = "6.7.3.1.1"
    first = event({}, "remember", "remember", rule, key=ATTACKED, value=1)
    said = event({}, "signal", "attack-start", rule, seat=game.active)
    return [events([first]), events([said]), call("cycle")]


def put_in_attack(**vars: Any) -> Do:
    """Set values of the attack under way."""
    return Do("put", {"procedure": "attack", "vars": vars, "rule": ""})


@rules.step("6.7.3.2.3", jumps=["6.7.3.5.1"])
def declared(game: View, v: Vars) -> Outcome:
    """The supported card attacks the one in the other ring now; without support there is no attack,
    nor where a text forbids it by now.
    """
    if not v.get("supporter"):
        return [goto("6.7.3.5.1", "attack.none", "6.7.3.2.3")]
    for made in attacking(game, v["me"]):
        ban = forbidden(game, made)
        if ban is not None:
            tell_forbidden(game, made, ban)
            return [goto("6.7.3.5.1", "attack.forbidden", "1.3.5")]
    attacker, target = current(game, v["me"]), current(game, opponent(v["me"]))
    found = {"attacker": attacker, "target": target}
    return [put_vars(**{key: card.object if card is not None else "" for key, card in found.items()})]


@rules.step("6.7.3.2.4")
def partners(game: View, v: Vars) -> Outcome:
    """Is it a partner attack? Only what the card in the ring names counts."""
    attacker, supporter = game.card(v.object("attacker")), game.card(v.object("supporter"))
    if attacker is None or supporter is None or not game.value(attacker, "partner_name"):
        return None
    fits, also = is_partner(game, attacker, supporter), compared(game, attacker, supporter)
    if fits and barred(game, v, attacker, also):
        return None
    game.note("partner" if fits else "no-partner", "6.7.3.2.4", card=supporter.id, also=also)
    return [put_vars(partner=True)] if fits else None


def barred(game: View, v: Vars, attacker: Card, also: tuple[str, ...]) -> bool:
    """Does an effect forbid the partner attack? It is a normal attack then (6.7.3.2.4)."""
    rule = "6.7.3.2.4"
    attack = event(
        {"me": v["me"]}, "signal", "partner-attack", rule, card=attacker.object, also=(rule, *also)
    )
    ban = forbidden(game, attack)
    if ban is not None:
        tell_forbidden(game, attack, ban)
    return ban is not None


def compared(game: View, of: Card, card: Card) -> tuple[str, ...]:
    """The articles by which names and titles are compared; one of them is for several of a kind."""
    read = [(of, "partner_name"), (of, "partner_title"), (card, "name"), (card, "title")]
    several = any(len(game.value(one, attr) or ()) > 1 for one, attr in read)
    return ("2.7.1", "2.7.2") if several else ("2.7.1",)


HEARD = {"partner-support": "6.7.3.2.6"}


@rules.step("6.7.3.2.5")
def moments(game: View, v: Vars) -> Outcome:
    """Supporting, being supported, attacking and being attacked are heard together."""
    names = [
        ("support", "supporter"),
        ("supported", "attacker"),
        ("attack", "attacker"),
        ("attacked", "target"),
    ]
    if v.flag("partner"):
        names += [("partner-attack", "attacker"), ("partner-support", "supporter")]
    ctx = {"me": v["me"]}
    return [
        events(
            [
                event(ctx, "signal", name, HEARD.get(name, "6.7.3.2.5"), card=v.object(key))
                for name, key in names
                if game.same(v.object(key))
            ]
        )
    ]


@rules.offer("block", "6.7.3.3.2", "2.7.1")
def block(game: View, v: Vars, seat: str) -> Iterator[Option]:
    """Cards of the hand that are partners of the card in one's own ring."""
    own = current(game, seat)
    for card in game.zone(seat, "hand"):
        if own is not None and game.known(card):
            fits = Cond("6.7.3.3.2", is_partner(game, own, card), "block.partner", also=("2.7.1",))
            move = put_away(game, {"me": seat, "because": "rules"}, card.object, "6.7.3.3.2")
            do = (events([move]), put_in_attack(blocked=True))
            yield Option("block", (card.id,), do, (fits, *bans(game, partial(dict, move))))


def attacked(game: View, v: Vars) -> Card | None:
    """The attacked card, if it is in the ring still."""
    card = game.card(v.object("target"))
    return card if card is not None and card.place == "ring" else None


@rules.step("6.7.3.4.2")
def partner_result(game: View, v: Vars) -> Outcome:
    """A card that was partner attacked goes to the retire yard, blocked or not."""
    card = attacked(game, v)
    if not v.flag("partner") or card is None:
        return None
    return [retired(game, v, [card], "6.7.3.4.2")]


@rules.step("6.7.3.4.3")
def damage(game: View, v: Vars) -> Outcome:
    """The attacked card gets damage by the attack power of the card that is in the ring now."""
    card, attacker = attacked(game, v), current(game, v["me"])
    if card is None or attacker is None:
        return None
    if v.flag("blocked"):
        game.note("blocked", "6.7.3.3.2", card=card.id)
        return None
    n = int(game.value(attacker, "attack") or 0)
    if n <= 0:
        game.note("no-damage", "6.7.3.4.3", card=card.id, n=n)
        return None
    ctx = {"me": v["me"], "self": attacker.object, "because": "attack"}
    return [events([damage_event(ctx, card, n, "6.7.3.4.3")])]


@rules.step("6.7.3.4.4")
def beaten_in_attack(game: View, v: Vars) -> Outcome:
    """A card in the ring with as much damage as defence goes to the retire yard at once."""
    cards = [card for seat in game.seats("any") for card in game.zone(seat, "ring") if beaten(game, card)]
    return [retired(game, v, cards, "6.7.3.4.4")] if cards else None


def retired(game: View, v: Vars, cards: Sequence[Card], rule: str) -> Do:
    """Cards go to the retire yard by the attack."""
    ctx = {"me": v["me"], "because": "attack"}
    return events([retire(game, ctx, one.object, rule) for one in cards])
