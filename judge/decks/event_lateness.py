"""Decks that were handed in after the deadline of an event, and those of which that is not known."""

from __future__ import annotations

from collections.abc import Iterator

from judge.decks.event import Event, Trouble
from judge.decks.event_roster import Player
from judge.decks.event_times import EXPECTED, Moment, NoMoment, is_late, moment_told, read_moment
from judge.decks.speech import phrased
from judge.errors import Problem


def late(event: Event) -> Iterator[Trouble]:
    """Decks that were handed in after the deadline,
    and those of which that is not known while it is of others.
    """
    deadline = event.about.deadline
    if deadline is None or not event.timed:
        return
    for at in event.order:
        for deck in event.of(at):
            found = lateness(event, at, deck, deadline)
            if found is not None:
                yield Trouble(found[0], found[1], (at,), (deck,))


def lateness(event: Event, at: int, deck: int, deadline: Moment) -> tuple[str, Problem] | None:
    """The kind and the problem of a deck that was late, or of which that is not known."""
    player, place = event.roster.players[at], submission(event, at, deck)
    try:
        moment = handed_in(event, at, deck)
    except NoMoment as wrong:
        message = phrased("event.when", player=player.name, why=wrong.message)
        place = place._replace(expected=wrong.expected, found=event.decks[deck].submitted)
        return "untimed", place._replace(message=message)
    if moment is None:
        message = phrased("event.untimed", player=player.told)
        return "untimed", place._replace(message=message, severity="warning")
    return by_deadline(place._replace(found=moment_told(moment)), player, moment, deadline)


def by_deadline(
    place: Problem, player: Player, moment: Moment, deadline: Moment
) -> tuple[str, Problem] | None:
    """The same, where it is known when the deck was handed in."""
    answer = is_late(moment, deadline)
    if answer is None:
        message = phrased("event.whether", player=player.told)
        return "untimed", place._replace(message=message, expected=comparable(moment, deadline))
    message = phrased("event.late", player=player.told)
    return (
        ("late", place._replace(message=message, expected=phrased("bound.by", day=moment_told(deadline))))
        if answer
        else None
    )


def submission(event: Event, at: int, deck: int) -> Problem:
    """The place that says when a deck was handed in, for what is wrong with it."""
    if event.roster.players[at].submitted:
        return event.at_player(at, "", "submitted")
    return Problem(event.decks[deck].report.file, 1, 1, "submitted", "", "")


def handed_in(event: Event, at: int, deck: int) -> Moment | None:
    """When a deck was handed in: the roster's word goes before the deck's own.

    Raises NoMoment for what is no time.
    """
    own = event.decks[deck].submitted
    return event.roster.players[at].submitted or (read_moment(own) if own else None)


def comparable(moment: Moment, deadline: Moment) -> str:
    """How the time would have to be written to be compared with the deadline."""
    if moment.zoned == deadline.zoned:
        return EXPECTED
    if deadline.zoned:
        return phrased("date.zoned")
    return phrased("date.unzoned")
