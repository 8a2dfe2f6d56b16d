"""Equipping cards to monsters, and moving them from one to another (spell.equip, gl.equip-cards)."""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine import trace
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.instructions import event, events, events_as, move_event
from judge.engine.kernel.state import Card, Condition, Instruction
from judge.engine.kernel.view import Vars, View
from judge.engine.layout.attachments import host_of
from judge.engine.words.targets import affected, tell_nothing
from judge.errors import NotImplementedYet
from judge.games.ygo import registry
from judge.games.ygo.cards import is_kind, room
from judge.games.ygo.registry import rules

FOREIGN = rules.remembers("foreign-equip") + ":"  # Unions that another card's effect has equipped


@rules.word(
    "equip",
    "cards",
    {"to": "cards"},
    ("to",),
    ("rule",),
    cites=("spell.equip", "spell.equip.one", "gl.equip-cards", "gl.equip-cards.monster", "gl.equipped"),
)
def equip(view: View, v: Vars) -> Outcome:
    """Equip a card to a face-up monster; a card that is not in the Spell & Trap Zone goes there first."""
    cards = [card for card in view.cards(affected(view, v, view.refs(v["equip"], v)), v) if not card.on]
    hosts = face_up_monsters(view, v)
    if not cards or not hosts:
        tell_nothing(view, v, v["equip"], "equip")
        return None
    card, host = cards[0], hosts[0]
    if card.place == "spell" and is_kind(view, card, "equip") and host_of(view, card.object):
        raise NotImplementedYet("equipping an Equip Card anew that is on a monster; `move-equip` moves it")
    if card.place == "spell" and card.seat == v["me"]:
        return [attached(view, v, card, host)]
    if card.object == v.get("self") and card.seat != v["me"] and not view.param("taken-over-equips"):
        rule, *usual = view.ruled("taken-over-equips", "gl.control")
        view.note(registry.NOT_MINE, rule, card=card.id, usual=tuple(usual))
        return None
    if not room(view, v["me"], "spell"):
        view.note(trace.FULL, "spell.equip.one", card=card.id, zone=f"{v['me']}.spell")
        return None
    return moved_first(view, v, card, host)


def moved_first(view: View, v: Vars, card: Card, host: Card) -> list[Instruction]:
    """The instructions that put a card from another zone into the Spell & Trap Zone before it is equipped."""
    rule, to, marks = "gl.equip-cards.monster", f"{v['me']}.spell", {"facing": "up"}
    moved = move_event(view, v, card.object, "spell", "move", rule, to=to, marks=marks)
    then = {"equip-moved": card.id, "to": host.object, "as": v.args.get("as", "")}
    return [events([moved]), Instruction("equip-moved", then)]


def face_up_monsters(view: View, v: Vars) -> list[Card]:
    """The face-up monsters that may be equipped."""
    cards = view.cards(v.args["to"], v)
    return [card for card in cards if card.place == "monster" and not view.face_down(card)]


@rules.verb("equip-moved", "gl.equip-cards.monster")
def equip_moved(view: View, v: Vars) -> Outcome:
    """Attach the card that has just been put into the Spell & Trap Zone."""
    card = view.game.cards[v.args["equip-moved"]]
    hosts = view.cards(v.args["to"], v)
    return [attached(view, v, card, hosts[0])] if hosts and card.place == "spell" else None


def attached(view: View, v: Vars, card: Card, host: Card, rule: str = "spell.equip") -> Instruction:
    """The events that link an Equip Card to its monster, and that remember a Union monster which another
    card's effect has equipped.
    """
    batch = [event(v, "attach", "equip", rule, card=card.object, host=host.object)]
    source = view.card(v.get("self") or "")
    if source is not None and source.id != card.id and v.args.get("move-equip") is None:
        key = FOREIGN + card.object
        batch.append(event({}, "remember", "equipped", "gl.equip-cards.fixed", key=key, value=True))
    return events_as(v, batch)


def movable(view: View, card: Card) -> bool:
    """May an Equip Card be moved? An equipped monster may not, unless it is a Union monster that equipped
    itself (gl.equip-cards.fixed, .union).
    """
    monster = view.table.prints[card.print].type == "monster"
    return not monster or (is_kind(view, card, "union") and not view.game.memory.get(FOREIGN + card.object))


@rules.suit("equip to")
@rules.suit("move-equip to")
def may_be_equipped(view: View, card: Card, v: Mapping[str, object]) -> Condition:
    """The condition that a card is equipped to a face-up monster."""
    return Condition("spell.equip", card.place == "monster" and not view.face_down(card), "face-down")


@rules.suit("move-equip")
def may_be_moved(view: View, card: Card, v: Mapping[str, object]) -> Condition:
    """The condition that the card is no equipped monster, which effects cannot choose to move."""
    return Condition("gl.equip-cards.fixed", movable(view, card), "fixed-equip")


MOVING = ("gl.equip-cards.fixed", "gl.equip-cards.union")


@rules.word("move-equip", "cards", {"to": "cards"}, ("to",), ("rule",), cites=MOVING)
def move_equip(view: View, v: Vars) -> Outcome:
    """Move an Equip Card from its monster to another suitable one."""
    cards = list(view.cards(v["move-equip"], v))
    hosts = face_up_monsters(view, v)
    fixed = [card for card in cards if not movable(view, card)]
    for card in fixed:
        view.note(trace.NOT_ABLE, "gl.equip-cards.fixed", card=card.id, word="move-equip")
    if not hosts or len(fixed) == len(cards):
        return None
    union = any(view.table.prints[card.print].type == "monster" for card in cards)
    rule = "gl.equip-cards.union" if union else "spell.equip"
    return [attached(view, v, card, hosts[0], rule) for card in cards if card not in fixed]
