"""Watchers: finds the working abilities that forbid or replace an event. Those that may concern events about
one card are found once for all such events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from judge.engine.effects import pattern_match as matching
from judge.engine.effects.continuous import watching
from judge.engine.effects.pattern_match import Sight, fits_subject
from judge.engine.effects.reader import Reader
from judge.engine.flow.replacements import Candidate
from judge.engine.kernel.book import Ability
from judge.engine.kernel.event import UNDER, Event, place_of
from judge.engine.kernel.state import Card, Frame, Game
from judge.engine.kernel.view import Tracer, View

# Which of many abilities an event may concern, by its card alone: found once for all events about that
# card.
Watching: TypeAlias = tuple[Ability, Card]
FEW = 20  # abilities that are looked at without more ado


class Concerned:
    """The abilities that an event may concern, kept as long as the agenda stays the same."""

    def __init__(self, game: Game, found: Iterable[Watching]) -> None:
        self.agenda: list[Frame] = game.agenda[:]
        self.found = tuple(found)

    def holds(self, game: Game) -> bool:
        """Is the agenda still the same?"""
        there = game.agenda
        return len(there) == len(self.agenda) and all(map(same, there, self.agenda))


def same(one: Frame, other: Frame) -> bool:
    """Is it the very same frame?"""
    return one is other


def concerned(
    view: View, kind: str, sight: Sight, about: str, watching: Sequence[Watching]
) -> Sequence[Watching]:
    """The abilities of a kind that an event about a card in this place may concern."""
    if not about or sight.card is None:
        return watching
    memo, more = view.game.offer_cache, ("losers", "ability")
    key = ("concerned", kind, about, sight.names, sight.seat, *(sight.args.get(one) for one in more))
    if key not in memo:  # most are asked once
        memo[key] = None
        return watching
    if memo[key] is None or not memo[key].holds(view.game):
        memo[key] = Concerned(view.game, concerning(view, sight, about, watching))
    found: Concerned = memo[key]
    return found.found


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
        for one in view.borne(card)
        if one.kind in WATCHING and any(names.intersection(on["events"]) for on in one.on)
    )
    return tuple(dict.fromkeys(bear))


def every_name(view: View, event: Event) -> tuple[str, ...]:
    """The names under which abilities may listen to an event that is about to happen."""
    if event["verb"] != "move":
        return view.book.names_of(event["name"], event["verb"], "", "")
    goal = UNDER if "under" in event else event["to"][2:]
    called = view.book.names_of(event["name"], "move", place_of(view.card(event["card"])), goal)
    return (*called, *event["ways"]) if "ways" in event else called


def watchers(view: View, kind: str, event: Event) -> Iterator[Candidate]:
    """The working abilities of a kind that fit the event."""
    if view.table.watched_by[kind].isdisjoint(every_name(view, event)):
        return iter(())
    return fitting(view, kind, event, watching(view, kind, event.get("card", "")))


def fitting(
    view: View, kind: str, event: Event, every: Sequence[tuple[Ability, Card]]
) -> Iterator[Candidate]:
    """The abilities of a kind, among these, that fit the event."""
    sight, about = matching.of_event(view, event), event.get("card", "")
    for ability, card in every if len(every) <= FEW else concerned(view, kind, sight, about, every):
        ctx = {"me": card.seat, "self": card.object, "it": about}
        if any(matching.fits(view, on, sight, ctx, card.id) for on in ability.on):
            yield Candidate(ability, card, ability.name)


def forbidden(view: View, event: Event) -> Candidate | None:
    """The ability that forbids the event, if any."""
    return next(watchers(view, "forbid", event), None)
