"""How many of what an event has."""

from __future__ import annotations

from collections.abc import Iterator

from judge.decks.event import KINDS, Event


def clear_decks(event: Event) -> Iterator[int]:
    """The decks that can be locked: readable, and the only one of a player of the roster."""
    for at, one in enumerate(event.decks):
        if one.readable and one.player >= 0 and len(event.of(one.player)) == 1:
            yield at


def not_clear(event: Event) -> list[str]:
    """The files that cannot."""
    clear = set(clear_decks(event))
    return [event.shown(at) for at in range(len(event.decks)) if at not in clear]


def totals(event: Event) -> dict[str, int]:
    """How many players and decks there are, and how often each kind of trouble."""
    counted: dict[str, int] = dict.fromkeys(KINDS, 0)
    for one in event.troubles:
        counted[one.kind] += 1
    return {"players": len(event.roster.players), "decks": len(event.decks), **counted}
