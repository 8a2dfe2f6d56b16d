"""Hearers: finds the cards that hear a batch of events, because a listening ability works on them, or worked
when they left in that batch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import TypeAlias

from judge.engine.effects import pattern_match as matching
from judge.engine.effects.continuous import watching
from judge.engine.effects.pattern_match import Sight, fits_subject
from judge.engine.effects.reader import Reader
from judge.engine.effects.scopes import tell_unaffected
from judge.engine.effects.sources import sources_with
from judge.engine.effects.validity import valid
from judge.engine.flow.replacements import Candidate
from judge.engine.kernel.book import Ability
from judge.engine.kernel.event import UNDER, Event, place_of
from judge.engine.kernel.state import AppliedEvent, Card, Frame, Game
from judge.engine.kernel.view import Tracer, View
from judge.engine.layout.face_down import dormant, face_down

# --- Watchers: finds the working abilities that forbid or replace an event. Those that may concern
# events about one card are found once for all such events.
# Which of many abilities an event may concern, by its card alone: found once for all events about that
# card.
Watching: TypeAlias = tuple[Ability, Card]
FEW = 20  # abilities that are looked at without more ado


class Concerned:
    """The abilities that an event may concern, kept as long as the agenda stays the same."""

    def __init__(self, game: Game, cards: Iterable[Watching]) -> None:
        self.agenda: list[Frame] = game.agenda[:]
        self.found = tuple(cards)

    def holds(self, game: Game) -> bool:
        """Is the agenda still the same?"""
        frames = game.agenda
        return len(frames) == len(self.agenda) and all(map(same, frames, self.agenda))


def same(frame: Frame, other: Frame) -> bool:
    """Is it the very same frame?"""
    return frame is other


def concerned(
    view: View, kind: str, sight: Sight, about: str, watching: Sequence[Watching]
) -> Sequence[Watching]:
    """The abilities of a kind that an event about a card in this place may concern."""
    if not about or sight.card is None:
        return watching
    memo, more = view.game.offer_cache, ("losers", "ability")
    key = ("concerned", kind, about, sight.names, sight.seat, *(sight.args.get(name) for name in more))
    if key not in memo:  # most are asked once
        memo[key] = None
        return watching
    if memo[key] is None or not memo[key].holds(view.game):
        memo[key] = Concerned(view.game, concerning(view, sight, about, watching))
    cached: Concerned = memo[key]
    return cached.found


def concerning(view: View, sight: Sight, about: str, every: Iterable[Watching]) -> Iterator[Watching]:
    """The abilities with a pattern that fits the card of an event, and those for which that cannot be said
    silently.
    """
    heard = Tracer()
    reader = Reader(view.table, view.game, heard)
    for ability, card in every:
        ctx = {"me": card.seat, "self": card.object, "it": about}
        named = (on for on in ability.on if any(name in on["events"] for name in sight.names))
        fits = any(fits_subject(reader, on["subject"], sight, ctx, card.id) for on in named)
        if fits or heard.entries or heard.readings:
            heard.entries, heard.readings = [], {}
            yield ability, card


WATCHING = ("forbid", "replace")
DONE_WITH = frozenset(("activated", "targeted", "choose", "affect"))  # what players do with a card


def watched(view: View, event: Event) -> bool:
    """Could anything on the table forbid or replace this event?"""
    names = view.table.watched
    return bool(names) and not names.isdisjoint(every_name(view, event))


def bearers(view: View, event: Event) -> tuple[str, ...]:
    """The cards with abilities that could forbid or replace this event, wherever they lie."""
    names = frozenset(every_name(view, event))
    bear = (
        card.id
        for card in view.game.cards.values()
        for ability in view.borne(card)
        if ability.kind in WATCHING and any(names.intersection(on["events"]) for on in ability.on)
    )
    return tuple(dict.fromkeys(bear))


def every_name(view: View, event: Event) -> tuple[str, ...]:
    """The names under which abilities may listen to an event that is about to happen."""
    if event["verb"] == "move":
        goal = UNDER if "under" in event else event["to"][2:]
        called = view.book.names_of(event["name"], "move", place_of(view.card(event["card"])), goal)
    else:
        called = view.book.names_of(event["name"], event["verb"], "", "")
    return (*called, *event["ways"]) if "ways" in event else called


def watchers(view: View, kind: str, event: Event, happens: bool = False) -> Iterator[Candidate]:
    """The working abilities of a kind that fit the event."""
    if view.table.watched_by[kind].isdisjoint(every_name(view, event)):
        return iter(())
    return fitting(view, kind, event, watching(view, kind, event.get("card", "")), happens)


def fitting(
    view: View, kind: str, event: Event, every: Sequence[tuple[Ability, Card]], happens: bool = False
) -> Iterator[Candidate]:
    """The abilities of a kind, among these, that fit the event; which bans do not reach its card is told only
    where the event is about to happen.
    """
    sight, about = matching.of_event(view, event), event.get("card", "")
    for ability, card in every if len(every) <= FEW else concerned(view, kind, sight, about, every):
        ctx = {"me": card.seat, "self": card.object, "it": about}
        fits = [on for on in ability.on if matching.fits(view, on, sight, ctx, card.id)]
        if not fits:
            continue
        texts = [sparing(view, on, sight, ability, card) for on in fits] if kind == "forbid" else [None]
        text = None if None in texts else texts[0]
        if text is None:
            yield Candidate(ability, card, ability.name)
        elif happens and sight.card is not None:
            tell_unaffected(view, *text, ability.id, ability.id.partition("/")[0], sight.card.id)


def sparing(
    view: View, on: Mapping[str, object], sight: Sight, ability: Ability, holder: Card
) -> tuple[Ability, Card] | None:
    """The text because of which a ban does not reach a card, with the card that has the text: it makes the
    other one unaffected. A ban on what a player does with cards, which to attack, to choose or to use,
    reaches it.
    """
    mods = on["mods"]
    if sight.card is None or not isinstance(on["subject"], Mapping) or not isinstance(mods, Mapping):
        return None
    if "who" in mods or "target" in mods or not DONE_WITH.isdisjoint(sight.names):
        return None
    return view.unaffected(ability.id, holder, sight.card)


def forbidden(view: View, event: Event, happens: bool = False) -> Candidate | None:
    """The ability that forbids the event, if any; `happens` where it is about to happen."""
    return next(watchers(view, "forbid", event, happens), None)


def holders(
    view: View, ids: Mapping[str, None], gone: Mapping[str, AppliedEvent], card: str
) -> Iterator[tuple[Card, Ability]]:
    """The cards that may hear what happens to a card in a batch, each with its listening ability: those on
    which it works, or worked when they left in the batch (`gone`). An ability that listens only to its own
    card is asked for that card alone.
    """
    if not gone:
        for holder, abilities in meant(view, ids, card):
            yield from ((holder, ability) for ability in abilities if view.works(holder, ability))
        return
    alone = ids.keys() <= view.table.of_itself
    if alone and card in gone:
        yield from hearers(view, ids, view.game.cards[card], gone[card])
        return
    cards = able_to_hear(view, ids)
    known = {hearer.id for hearer in cards}
    away = (view.game.cards[card_id] for card_id in gone if card_id not in known)
    for holder in (*cards, *away):
        if holder.id == card or not alone:
            yield from hearers(view, ids, holder, gone.get(holder.id))


def leaving(records: Sequence[AppliedEvent]) -> dict[str, AppliedEvent]:
    """The records that changed their cards, by card."""
    return {record.card: record for record in records if record.before and record.before != record.after}


def hearers(
    view: View, ids: Mapping[str, None], card: Card, record: AppliedEvent | None
) -> Iterator[tuple[Card, Ability]]:
    """The abilities of a card that hear a batch: those that it had when it left by its `record`, and those
    that it has now.
    """
    left = None if view.book.tables["moves_heard"] else left_as(view, record)
    heard_there: tuple[str, ...] = ()
    if left is not None and record is not None and record.values is not None:
        heard_there = tuple(id_ for id_ in record.values.get("abilities", ()) if id_ in ids)
        for heard_id in heard_there:
            yield left, view.table.abilities[heard_id]
    for ability in listening(view, card, ids):
        if left is not None and worked_there(view, left, ability):
            nothing_kept = record is not None and record.values is None  # of what it was in that zone
            if nothing_kept and valid(view, left, ability):
                yield left, ability
        elif ability.id not in heard_there and hears(view, card, ability, record):
            yield card, ability


def left_as(view: View, record: AppliedEvent | None) -> Card | None:
    """The card as it was before it changed zones and became another object."""
    return record.before if record is not None and left_play(view, record) else None


def worked_there(view: View, left: Card, ability: Ability) -> bool:
    """Did an ability work where its card lay before?"""
    if place_of(left) not in ability.zones:
        return False
    return not (face_down(view, left) if ability.data.get("turns_up") else dormant(view, left))


def hears(view: View, card: Card, ability: Ability, record: AppliedEvent | None) -> bool:
    """Does an ability hear where its card lies now, or hear of the card's own move to there?"""
    if silenced(view, card, ability, record) or is_own_move_unheard(view, card, ability, record):
        return False
    if record is not None and muted(view, ability, record):
        return False
    if view.works(card, ability):
        return True
    return arrival(ability, record, follows(view, record)) and valid(view, card, ability)


def leaves_silent(view: View) -> bool:
    """Are the effects of a face-down card ignored also when it leaves?"""
    return view.book.tables.get("face_down", {}).get("leaves") == "silent"


def silenced(view: View, card: Card, ability: Ability, record: AppliedEvent | None) -> bool:
    """Are the card's effects ignored where it lies, or were they where it lay before?"""
    if not leaves_silent(view) or ability.data.get("turns_up"):
        return False
    left = left_as(view, record)
    return face_down(view, card) or (left is not None and dormant(view, left))


def is_own_move_unheard(view: View, card: Card, ability: Ability, record: AppliedEvent | None) -> bool:
    """Is a card's own move not heard, because it arrived face-down where the ability works, or fell with its
    pile in silence?
    """
    if record is None:
        return False
    if record.verb == "move" and card.place in ability.zones and face_down(view, card):
        return True
    return (
        bool(view.book.tables["pile"].get("after"))
        and record.before is not None
        and bool(record.before.on)
        and not follows(view, record)
    )


def able_to_hear(view: View, ids: Mapping[str, None]) -> Sequence[Card]:
    """The cards that can have any of the listed abilities."""
    return sources_with(view, "hearing " + " ".join(ids), view.table.prints_of(ids))


def listeners(view: View, ids: Mapping[str, None]) -> list[tuple[Card, list[Ability]]]:
    """The cards that have any of the listed abilities, with them."""
    memo = view.game.static_cache
    key = ("listeners", *ids)
    if key not in memo:
        every = [(card, list(listening(view, card, ids))) for card in able_to_hear(view, ids)]
        memo[key] = [ability for ability in every if ability[1]]
    abilities: list[tuple[Card, list[Ability]]] = memo[key]
    return abilities


def meant(view: View, ids: Mapping[str, None], card: str) -> Sequence[tuple[Card, list[Ability]]]:
    """The cards with listed abilities that may hear an event about `card`: abilities that listen only to
    their own card are left out for other cards.
    """
    memo, alone, key = view.game.static_cache, view.table.of_itself, ("meant", *ids)
    if key not in memo:
        every = list(enumerate(listeners(view, ids)))
        abilities = [
            (at, (bearer, [each for each in some if each.id not in alone])) for at, (bearer, some) in every
        ]
        others = [entry for entry in abilities if entry[1][1]]
        memo[key] = (others, [row for _, row in others], {entry[1][0].id: entry for entry in every})
    others, plain, own = memo[key]
    if card not in own:
        unasked: Sequence[tuple[Card, list[Ability]]] = plain
        return unasked
    mine = own[card]
    return [
        row for _, row in sorted([mine, *(pair for pair in others if pair[0] != mine[0])], key=itemgetter(0))
    ]


def muted(view: View, ability: Ability, record: AppliedEvent) -> bool:
    """Was the card's ability invalid in the zone that it left, in a game where it is then not heard from
    elsewhere?
    """
    return (
        "silent-origin" in view.book.cites
        and record.values is not None
        and ability.id not in record.values.get("had", (ability.id,))
    )


def left_play(view: View, record: AppliedEvent) -> bool:
    """Did the card change zones and become another object?"""
    return (
        record.before is not None
        and record.after is not None
        and record.before.object != record.after.object
        and bool(record.before.zone)
    )


def follows(view: View, record: AppliedEvent | None) -> bool:
    """Is a card that comes from beneath another heard: only where an effect moved it, or also where it
    merely follows its pile?
    """
    if not view.book.tables["pile"].get("after"):
        return False
    fell = record is not None and record.args.get("because") == "rules"
    return not fell or bool(view.book.params.get("fallen-are-heard", True))


def arrival(ability: Ability, record: AppliedEvent | None, followed: bool = False) -> bool:
    """Does the ability listen to its own card's move from a zone in which it does not work otherwise? A card
    from beneath another is heard only where such cards move by events of their own (`followed`).
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


def listening(view: View, card: Card, ids: Mapping[str, None]) -> Iterator[Ability]:
    """The listed abilities that a card has, printed or granted, valid or not."""
    for ability in view.borne(card):
        if ability.id in ids:
            yield ability
