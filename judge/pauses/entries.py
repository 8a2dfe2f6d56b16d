"""Whether what waits in a pause can: abilities of the cards that have them, for the players who use them."""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine.words.abilities import GIVEN
from judge.pauses.known import mapping
from judge.pauses.shape import TOP, Place, Shape
from judge.text.plain import Fields

WAITING: Place = (TOP, "waiting")
CARDS = ("link", "negated")  # how what waits may be a card that was activated, with no ability of its own


def check_entries(shape: Shape, waiting: Sequence[Fields]) -> None:
    """Every entry, and that no two have the same number."""
    seen: set[str] = set()
    for at, one in enumerate(waiting):
        place, id_ = (WAITING, at), one.get("id")
        if isinstance(id_, str) and id_ in seen:
            shape.wrong((place, "id"), "another entry has this number", id_, "a number of its own")
        seen.add(str(id_))
        check_bearer(shape, place, one)
        check_ability(shape, place, one)
        check_values(shape, place, one)


def check_bearer(shape: Shape, place: Place, entry: Fields) -> None:
    """The object whose ability waits is its card, or a pile that the card lies in, or is gone."""
    card = entry.get("card")
    held = shape.known.objects.get(str(entry.get("source")))
    if held is None or held == card or card == "":
        return
    under = mapping(shape.known.cards.get(held)).get("under")
    if not isinstance(under, list) or card not in under:
        shape.wrong(
            (place, "source"), f"this object is {held}", entry.get("source"), f"an object that is {card}"
        )


def check_ability(shape: Shape, place: Place, entry: Fields) -> None:
    """An ability waits that its card prints, or that it may have been given."""
    id_, card = entry.get("ability"), mapping(shape.known.cards.get(str(entry.get("card"))))
    if id_ == "":
        if entry.get("status") not in CARDS:
            shape.wrong((place, "ability"), "no ability waits so", id_, "an ability")
        return
    owner = shape.known.owners.get(str(id_)) if isinstance(id_, str) and not id_.startswith(GIVEN) else None
    if owner is not None and card and owner != card.get("print") and id_ not in shape.known.granted:
        message = f"{card.get('id')} does not have this ability"
        shape.wrong((place, "ability"), message, id_, f"an ability of {card.get('print')}")


def check_values(shape: Shape, place: Place, entry: Fields) -> None:
    """What an entry knows of its player and its card is what it says of them itself."""
    vars = mapping(entry.get("vars"))
    for key, of in (("me", "master"), ("holder", "card")):
        if key in vars and vars[key] != entry.get(of):
            where = ((place, "vars"), key)
            shape.wrong(where, f"{key} is the {of} of what waits", vars[key], str(entry.get(of)))
