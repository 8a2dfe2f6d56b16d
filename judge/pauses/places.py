"""Whether the cards of a pause can lie as it says: each in exactly one place, of which `cards`, `zones` and
`objects` say the same.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.pauses.known import mapping
from judge.pauses.shape import TOP, Place, Shape
from judge.text.plain import Fields

CARDS: Place = (TOP, "cards")
ZONES: Place = (TOP, "zones")
OBJECTS: Place = (TOP, "objects")


def check_lying(shape: Shape, pause: Mapping[str, object]) -> None:
    """Every card, every zone and every object number."""
    cards = {key: one for key, one in shape.known.cards.items() if isinstance(one, Mapping)}
    zones = mapping(pause.get("zones"))
    held = held_in(shape, zones)
    for key, card in cards.items():
        check_card(shape, key, card)
        check_pile(shape, key, card, cards)
        if not isinstance(card.get("zone"), str):
            continue
        if card.get("on"):
            check_covered(shape, key, card, cards)
            if key in held:
                where = f"only beneath {card['on']}"
                shape.wrong(((CARDS, key), "on"), f"{key} lies in {held[key]} too", held[key], where)
        elif card.get("zone") in shape.known.zones and held.get(key) != card["zone"]:
            place, where = ((CARDS, key), "zone"), held.get(key, "nowhere")
            shape.wrong(place, f"{key} lies elsewhere by [pause.zones]", card["zone"], where)
        elif not card.get("zone") and key in held:
            shape.wrong(((CARDS, key), "zone"), f"{key} lies in {held[key]} by [pause.zones]", "", held[key])
    check_objects(shape, cards, mapping(pause.get("objects")))


def held_in(shape: Shape, zones: Mapping[str, object]) -> dict[str, str]:
    """By card, the zone that lists it; a card that is listed twice is a problem."""
    held: dict[str, str] = {}
    for zone, ids in zones.items():
        for at, one in enumerate(ids) if isinstance(ids, list) else ():
            if not isinstance(one, str):
                continue
            if one in held:
                where = f"once, as in {held[one]}"
                shape.wrong(((ZONES, zone), at), f"{one} lies in two places", one, where)
            held.setdefault(one, zone)
    return held


def check_card(shape: Shape, key: str, card: Mapping[str, object]) -> None:
    """What a card says of itself: its name."""
    place = (CARDS, key)
    if isinstance(card.get("id"), str) and card["id"] != key:
        shape.wrong((place, "id"), "this card has another name", card["id"], key)


def check_covered(shape: Shape, key: str, card: Fields, cards: Fields) -> None:
    """A card beneath another is one of those that this one lists, in its zone, and not beneath itself."""
    place, above, steps = (CARDS, key), card["on"], 0
    host = cards.get(above) if isinstance(above, str) else None
    if host is None:
        return
    if key not in listed(host.get("under")):
        message = f"{above} does not list {key} under it"
        shape.wrong((place, "on"), message, above, "the card that it lies beneath")
    if card.get("zone") != host.get("zone"):
        shape.wrong((place, "zone"), f"{key} lies beneath {above}", card.get("zone"), str(host.get("zone")))
    while host is not None and host.get("on") and steps <= len(cards):
        host, steps = cards.get(host["on"]) if isinstance(host["on"], str) else None, steps + 1
    if steps > len(cards):
        shape.wrong((place, "on"), f"{key} lies beneath itself", above)


def check_pile(shape: Shape, key: str, card: Mapping[str, object], cards: Mapping[str, object]) -> None:
    """The cards beneath one say so themselves, and each is listed once."""
    under = listed(card.get("under"))
    if under and card.get("zone") == "":
        shape.wrong(((CARDS, key), "under"), f"{key} lies nowhere, and cards beneath it", under, "[]")
    for at, one in enumerate(under):
        below = mapping(cards.get(one)) if isinstance(one, str) else {}
        place = (((CARDS, key), "under"), at)
        if below and below.get("on") != key:
            shape.wrong(place, f"{one} lies elsewhere by its own record", one, f'on = "{key}" there')
        elif one in under[:at]:
            shape.wrong(place, f"{one} lies in two places", one, "once")


def listed(value: object) -> list[object]:
    """A list; an empty one where there is none."""
    return value if isinstance(value, list) else []


def check_objects(shape: Shape, cards: Fields, objects: Fields) -> None:
    """Every card on the table is known by its object number, and no two by the same."""
    named: dict[str, str] = {}
    for key, card in cards.items():
        number = card.get("object")
        if not isinstance(number, str) or not card.get("zone"):
            continue
        if number in named:
            shape.wrong(((CARDS, key), "object"), f"{named[number]} is this object", number, "another number")
        elif objects.get(number) != key:
            what = f"[pause.objects] says another card for {number}"
            shape.wrong(((CARDS, key), "object"), what, objects.get(number, "none"), key)
        named[number] = key
    for number, one in objects.items():
        if isinstance(one, str) and number not in named and mapping(cards.get(one)).get("zone"):
            shape.wrong((OBJECTS, number), f"{one} is another object by its own record", one)
