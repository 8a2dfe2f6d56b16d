"""Blocks: which card leads each, which are linked to it, and whether a card is valid.

Code because validity and links are asked for by every other module of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.engine.kernel.state import EMPTY, Card, Seat, opponent
from judge.engine.kernel.view import View
from judge.engine.layout.attachments import guests_of, host_of

TERRAIN, LEADER = "terrain", "leader"
CHARACTERS = (LEADER, "support-1", "support-2")
BLOCKS = (TERRAIN, *CHARACTERS)
OBJECTS = {LEADER: "leader-object", "support-2": "support-2-object"}
OWNERS = {zone: block for block, zone in OBJECTS.items()}
FIELD = (*BLOCKS, *OWNERS)
HAND = ("hand", "lock")  # what is locked is the hand for all that asks for it (phase1.lock-zone)
MEKA = "meka"  # where Protocols lie, each attached to its character


def there(game: View, seat: Seat, zone: str) -> Card | None:
    """The card of a slot."""
    return next(iter(game.zone(seat, zone)), None)


def on_field(game: View) -> list[Card]:
    """The cards of both Fields, Protocols too."""
    return [card for seat in game.seats("any") for zone in (*FIELD, MEKA) for card in game.zone(seat, zone)]


def said(game: View, card: Card | None) -> Mapping[str, Any]:
    """What the rulebook says of the alteration of a card; nothing without any."""
    name = card.mark("alteration") if card is not None else ""
    found: Mapping[str, Any] = game.param("altered")[name] if name else EMPTY
    return found


def valid(game: View, card: Card | None) -> bool:
    """Is the card in play, face up and not kept from doing anything (golden.source, alteration.ice.III)?"""
    return (
        card is not None
        and (card.place in FIELD or card.place == MEKA)
        and card.mark("position") != "disabled"
        and "paralysed" not in said(game, card)
    )


def engaged(card: Card) -> bool:
    """Is a card engaged, and not left with its base effects by a cooldown (position.cooldown)?"""
    cooling = card.mark("cooldown") and not card.mark("fresh-turn")
    return card.mark("position") == "engaged" and not cooling


def block_of(game: View, card: Card) -> str:
    """The Block to which a card of the Field belongs."""
    host = game.card(host_of(game, card.object)) if card.place == MEKA else None
    card = card if host is None else host
    return OWNERS.get(card.place, card.place)


def linked(game: View, seat: Seat) -> Card | None:
    """The character through which a Terrain works: the first valid one (terrain.link-priority)."""
    found = (there(game, seat, zone) for zone in CHARACTERS)
    return next((card for card in found if valid(game, card)), None)


def latent(game: View, card: Card) -> bool:
    """Is an Object without a valid character in its Block (object.latency), or deprived of it?"""
    if card.place not in OWNERS:
        return False
    owner = there(game, card.seat, OWNERS[card.place])
    return not valid(game, owner) or "objectless" in said(game, owner)


def counts(game: View, card: Card | None) -> bool:
    """Does a card of the Field do anything: valid, and no latent Object (total.zero)?"""
    if card is None or not valid(game, card):
        return False
    if card.place == MEKA:
        return valid(game, game.card(host_of(game, card.object)))
    return not latent(game, card)


def same_universe(game: View, one: Card | None, other: Card | None) -> bool:
    """Are two cards of one universe (terrain.base-boosted, object.boost)?"""
    if one is None or other is None:
        return False
    return not set(game.value(one, "universe") or ()).isdisjoint(game.value(other, "universe") or ())


def boosted(game: View, card: Card, reader: Seat) -> bool:
    """Is a Terrain or an Object read Boosted by a player?"""
    if card.place == TERRAIN:
        return same_universe(game, card, linked(game, reader))
    return card.place in OWNERS and same_universe(game, card, there(game, card.seat, OWNERS[card.place]))


def reads_allied(game: View, card: Card, reader: Seat) -> bool:
    """Does a player read the Allied line of a Terrain: its owner, or by role the defender?"""
    if card.seat != game.active or game.param("line-by-owner"):
        return card.seat == reader
    return reader != game.active


def read_as(game: View, card: Card, reader: Seat) -> str:
    """Under which key it is remembered how a Terrain or an Object was read, and through whom."""
    owner = there(game, card.seat, OWNERS[card.place]) if card.place in OWNERS else None
    return f"turn:boosted:{card.object}:{owner.object if owner is not None else reader}"


def raised(game: View, card: Card, reader: Seat) -> bool:
    """Does a Terrain or an Object count Boosted: as it was when its Block was read?"""
    now = boosted(game, card, reader)
    then = bool(game.game.memory.get(read_as(game, card, reader), now))
    return then if then != now and game.param("as-read") else now


def terrain_of(game: View) -> Card | None:
    """The Terrain of the turn: the defender's, else the other player's (terrain.one-missing)."""
    defender = opponent(game.active)
    own, other = there(game, defender, TERRAIN), there(game, game.active, TERRAIN)
    return own if valid(game, own) else other if valid(game, other) else None


def abroad(game: View) -> tuple[str, ...]:
    """The article by which the turn is played on the attacker's Terrain, if it is."""
    terrain = terrain_of(game)
    return ("terrain.one-missing",) if terrain is not None and terrain.seat == game.active else ()


def fighting(game: View, block: str, seat: Seat) -> list[Card]:
    """The cards of a Block of a player that do anything, its main card first."""
    if block == TERRAIN:
        terrain = terrain_of(game)
        return [terrain] if terrain is not None else []
    main, item = there(game, seat, block), there(game, seat, OBJECTS.get(block, ""))
    found = [card for card in (main, *improving(game, main), item) if card is not None]
    return [card for card in found if counts(game, card)]


def improving(game: View, card: Card | None) -> list[Card]:
    """The Protocols on a character, which improve it (meka.apply)."""
    found = map(game.card, guests_of(game, card.object)) if card is not None else ()
    return [one for one in found if one is not None and counts(game, one)]
