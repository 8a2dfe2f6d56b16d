"""Who hears a batch of events: cards on which a listening ability works, or worked when they left in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.engine.effects.sources import sources_with
from judge.engine.kernel.book import Ability
from judge.engine.kernel.event_names import place_of
from judge.engine.kernel.state import Card, Record
from judge.engine.kernel.view import View
from judge.engine.layout.face_down import dormant, face_down


def holders(game: View, ids: Mapping[str, None], records: Sequence[Record]) -> Iterator[tuple[Card, Ability]]:
    """Who hears a batch: cards on which a listening ability works, or worked when they left in it."""
    gone = {record.card: record for record in records if record.before and record.before != record.after}
    if not gone:
        for card, found in listeners(game, ids):
            yield from ((card, ability) for ability in found if game.works(card, ability))
        return
    here = able_to_hear(game, ids)
    known = {card.id for card in here}
    away = (game.game.cards[one] for one in gone if one not in known)
    for card in (*here, *away):
        yield from hearers(game, ids, card, gone.get(card.id))


def hearers(
    game: View, ids: Mapping[str, None], card: Card, record: Record | None
) -> Iterator[tuple[Card, Ability]]:
    """What of a card hears a batch: what it had when it left in it, by its `record`, and what it has now."""
    left = None if game.book.tables["moves_heard"] else left_as(game, record)
    heard_there: tuple[str, ...] = ()
    if left is not None and record is not None and record.values is not None:
        heard_there = tuple(one for one in record.values.get("abilities", ()) if one in ids)
        for one in heard_there:
            yield left, game.table.abilities[one]
    for ability in listening(game, card, ids):
        if left is not None and worked_there(game, left, ability):
            if record is not None and record.values is None:  # left a zone of which nothing was kept
                yield left, ability
        elif ability.id not in heard_there and hears(game, card, ability, record):
            yield card, ability


def left_as(game: View, record: Record | None) -> Card | None:
    """The card as it was when it changed zones as another object."""
    return record.before if record is not None and left_play(game, record) else None


def worked_there(game: View, left: Card, ability: Ability) -> bool:
    """Did an ability work where its card lay?"""
    if place_of(left) not in ability.zones:
        return False
    return not (face_down(game, left) if ability.data.get("turns_up") else dormant(game, left))


def hears(game: View, card: Card, ability: Ability, record: Record | None) -> bool:
    """Does an ability hear where its card lies now, or of the card's own way there?"""
    if silenced(game, card, ability, record) or unheard(game, card, ability, record):
        return False
    if record is not None and muted(game, ability, record):
        return False
    return game.works(card, ability) or arrival(ability, record, follows(game, record))


def leaves_silent(game: View) -> bool:
    """Do the effects of a card that lies face-down not count when it leaves either?"""
    return game.book.tables.get("face_down", {}).get("leaves") == "silent"


def silenced(game: View, card: Card, ability: Ability, record: Record | None) -> bool:
    """Do the card's effects not count where it lies, or did they not where it lay?"""
    if not leaves_silent(game) or ability.data.get("turns_up"):
        return False
    left = left_as(game, record)
    return face_down(game, card) or (left is not None and dormant(game, left))


def unheard(game: View, card: Card, ability: Ability, record: Record | None) -> bool:
    """Is a card's own way not heard: it came face-down to where the ability works,
    or fell with its pile in silence?
    """
    if record is None:
        return False
    if record.verb == "move" and card.place in ability.zones and face_down(game, card):
        return True
    return (
        bool(game.book.tables["pile"].get("after"))
        and record.before is not None
        and bool(record.before.on)
        and not follows(game, record)
    )


def able_to_hear(game: View, ids: Mapping[str, None]) -> Sequence[Card]:
    """The cards that can have any of the listed abilities."""
    return sources_with(game, "hearing " + " ".join(ids), game.table.prints_of(ids))


def listeners(game: View, ids: Mapping[str, None]) -> list[tuple[Card, list[Ability]]]:
    """The cards that have any of the listed abilities, with them."""
    memo = game.game.standing
    key = ("listeners", *ids)
    if key not in memo:
        every = [(card, list(listening(game, card, ids))) for card in able_to_hear(game, ids)]
        memo[key] = [one for one in every if one[1]]
    found: list[tuple[Card, list[Ability]]] = memo[key]
    return found


def muted(game: View, ability: Ability, record: Record) -> bool:
    """Was the ability of a card invalid where it came from,
    in a game in which it is not heard of from elsewhere then?
    """
    return (
        "silent-origin" in game.book.cites
        and record.values is not None
        and ability.id not in record.values.get("had", (ability.id,))
    )


def left_play(game: View, record: Record) -> bool:
    """Did the card change zones as another object?"""
    return (
        record.before is not None
        and record.after is not None
        and record.before.object != record.after.object
        and bool(record.before.zone)
    )


def follows(game: View, record: Record | None) -> bool:
    """Is a card that comes from beneath another heard:
    by an effect, or also when it only follows its pile?
    """
    if not game.book.tables["pile"].get("after"):
        return False
    fell = record is not None and record.args.get("because") == "rules"
    return not fell or bool(game.book.params.get("fallen-are-heard", True))


def arrival(ability: Ability, record: Record | None, followed: bool = False) -> bool:
    """Does the ability speak of its own card's way from a zone in which it otherwise does not work?

    A card from beneath another is heard only where such cards move by events of their own, `followed`.
    """
    if record is None or record.before is None or record.after is None or record.after.on:
        return False
    if (
        (record.before.on and not followed)
        or record.verb != "move"
        or (record.before.zone == record.after.zone and not record.before.on)
        or ability.data.get("placed")
    ):
        return False
    return any(on["subject"] == "self" for on in ability.on)


def listening(game: View, card: Card, ids: Mapping[str, None]) -> Iterator[Ability]:
    """The listed abilities that a card has, printed or granted, valid or not."""
    for ability in game.borne(card):
        if ability.id in ids:
            yield ability
