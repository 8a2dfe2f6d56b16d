"""Blocks: which card leads each, which are linked to it, and whether a card is valid.

Code because validity and links are asked for by every other module of the game.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine.kernel.state import EMPTY, Card, Seat, opponent
from judge.engine.kernel.view import View
from judge.engine.layout.attachments import guests_of, host_of
from judge.games.tdg.registry import rules
from judge.text.plain import Fields

TERRAIN, LEADER = "terrain", "leader"
CHARACTERS = (LEADER, "support-1", "support-2")
BLOCKS = (TERRAIN, *CHARACTERS)
OBJECTS = {LEADER: "leader-object", "support-2": "support-2-object"}
OWNERS = {zone: block for block, zone in OBJECTS.items()}
FIELD = (*BLOCKS, *OWNERS)
LINES = ("adv", "adv_boosted", "allied", "allied_boosted")  # what a Terrain adds
HAND = ("hand", "lock")  # what is locked is the hand for all that asks for it (phase1.lock-zone)
BOOSTED = rules.remembers("boosted", "turn")  # how a Terrain or an Object was read, and through whom
MEKA = "meka"  # where Protocols lie, each attached to its character


def there(view: View, seat: Seat, zone: str) -> Card | None:
    """The card in a slot."""
    return next(iter(view.zone(seat, zone)), None)


def on_field(view: View) -> list[Card]:
    """The cards of both Fields, Protocols too."""
    return [card for seat in view.seats("any") for zone in (*FIELD, MEKA) for card in view.zone(seat, zone)]


def said(view: View, card: Card | None) -> Fields:
    """What the rulebook says of a card's alteration; nothing where it has none."""
    name = card.mark("alteration") if card is not None else ""
    row: Mapping[str, object] = view.param("altered")[name] if name else EMPTY
    return row


def valid(view: View, card: Card | None) -> bool:
    """Is the card in play, face up, and not kept from acting (golden.source, alteration.ice.III)?"""
    return (
        card is not None
        and (card.place in FIELD or card.place == MEKA)
        and card.mark("position") != "disabled"
        and "paralysed" not in said(view, card)
    )


def engaged(card: Card) -> bool:
    """Is a card engaged, and not reduced to its base effects by a cooldown (position.cooldown)?"""
    cooling = card.mark("cooldown") and not card.mark("fresh-turn")
    return card.mark("position") == "engaged" and not cooling


def block_of(view: View, card: Card) -> str:
    """The Block to which a card of the Field belongs."""
    host = view.card(host_of(view, card.object)) if card.place == MEKA else None
    card = card if host is None else host
    return OWNERS.get(card.place, card.place)


def linked(view: View, seat: Seat) -> Card | None:
    """The character through which a Terrain works: the first valid one (terrain.link-priority)."""
    cards = (there(view, seat, zone) for zone in CHARACTERS)
    return next((card for card in cards if valid(view, card)), None)


def unlinked(view: View, terrain: Card, seat: Seat) -> bool:
    """Does a Terrain do nothing for a player because there is no character that it could be linked to?"""
    if linked(view, seat) is not None:
        return False
    return not does_anything(view, terrain) or bool(view.param("terrain-needs-link"))


def does_anything(view: View, terrain: Card) -> bool:
    """Does a Terrain have effects that are read, or a line that changes totals?"""
    effects = any(ability.kind == "activated" for ability in view.abilities(terrain))
    return effects or any(n for line in LINES for n in (view.printed(terrain, line) or {}).values())


def latent(view: View, card: Card) -> bool:
    """Is an Object latent: without a valid character in its Block (object.latency), or separated from it?"""
    if card.place not in OWNERS:
        return False
    owner = there(view, card.seat, OWNERS[card.place])
    return not valid(view, owner) or "objectless" in said(view, owner)


def counts(view: View, card: Card | None) -> bool:
    """Does a card of the Field act: is it valid, and no latent Object (total.zero)?"""
    if card is None or not valid(view, card):
        return False
    if card.place == MEKA:
        return valid(view, view.card(host_of(view, card.object)))
    return not latent(view, card)


def same_universe(view: View, card: Card | None, other: Card | None) -> bool:
    """Are two cards of one universe (terrain.base-boosted, object.boost)?"""
    if card is None or other is None:
        return False
    return not set(view.value(card, "universe") or ()).isdisjoint(view.value(other, "universe") or ())


def boosted(view: View, card: Card, reader: Seat) -> bool:
    """Is a Terrain or an Object read Boosted by a player?"""
    if card.place == TERRAIN:
        return same_universe(view, card, linked(view, reader))
    return card.place in OWNERS and same_universe(view, card, there(view, card.seat, OWNERS[card.place]))


def reads_allied(view: View, card: Card, reader: Seat) -> bool:
    """Does a player read the Allied line of a Terrain: its owner, or by role the defender?"""
    if card.seat != view.active or view.param("line-by-owner"):
        return card.seat == reader
    return reader != view.active


def read_as(view: View, card: Card, reader: Seat) -> str:
    """The memory key for how a Terrain or an Object was read, and through which character."""
    owner = there(view, card.seat, OWNERS[card.place]) if card.place in OWNERS else None
    return f"{BOOSTED}:{card.object}:{owner.object if owner is not None else reader}"


def raised(view: View, card: Card, reader: Seat) -> bool:
    """Does a Terrain or an Object count as Boosted, as it was when its Block was read?"""
    now = boosted(view, card, reader)
    then = bool(view.game.memory.get(read_as(view, card, reader), now))
    return then if then != now and view.param("as-read") else now


def terrain_of(view: View) -> Card | None:
    """The Terrain of the turn: the defender's, else the other player's (terrain.one-missing)."""
    defender = opponent(view.active)
    own, other = there(view, defender, TERRAIN), there(view, view.active, TERRAIN)
    return own if valid(view, own) else other if valid(view, other) else None


def abroad(view: View) -> bool:
    """Is the turn played on the attacker's Terrain (terrain.one-missing)?"""
    terrain = terrain_of(view)
    return terrain is not None and terrain.seat == view.active


def fighting(view: View, block: str, seat: Seat) -> list[Card]:
    """The cards of a player's Block that act, its main card first."""
    if block == TERRAIN:
        terrain = terrain_of(view)
        return [terrain] if terrain is not None and not unlinked(view, terrain, seat) else []
    main, item = there(view, seat, block), there(view, seat, OBJECTS.get(block, ""))
    cards = [card for card in (main, *improving(view, main), item) if card is not None]
    return [card for card in cards if counts(view, card)]


def improving(view: View, card: Card | None) -> list[Card]:
    """The Protocols on a character, which change its values (meka.apply)."""
    protocols = map(view.card, guests_of(view, card.object)) if card is not None else ()
    return [protocol for protocol in protocols if protocol is not None and counts(view, protocol)]
