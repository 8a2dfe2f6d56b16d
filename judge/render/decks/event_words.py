"""What every page of an event says alike: who, in which state, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judge.decks.event import KINDS, Entered, Event, Trouble
from judge.decks.event_numbers import totals
from judge.decks.event_roster import Player
from judge.decks.report import number
from judge.errors import Problem
from judge.render.decks import words
from judge.visible import visible

_COUNTED = {
    "missing": "missing",
    "late": "late",
    "unreadable": "unreadable",
    "double": "double",
    "stranger": "nobody's",
    "whose": "of unknown players",
    "untimed": "not known when",
    "identical": "of the same cards",
    "differs": "under another name",
    "game": "of another game",
    "roster": "of the roster",
}


class State(NamedTuple):
    """A player, or a deck of nobody: one row of a table."""

    at: int  # of the roster's players; -1 for a deck of nobody
    player: Player | None
    decks: tuple[int, ...]
    verdict: str  # of the decks; "no deck" where there is none
    faults: int
    notes: str  # late, double …


def states(event: Event) -> list[State]:
    """Every player in the order of the event, then the decks of nobody."""
    found = []
    for at in event.order:
        decks = tuple(event.of(at))
        found.append(
            State(
                at,
                event.roster.players[at],
                decks,
                verdict(event, decks),
                faults(event, decks),
                notes(event.kinds(at)),
            )
        )
    for at, one in enumerate(event.decks):
        if one.player < 0:
            kinds = [trouble.kind for trouble in event.troubles if at in trouble.decks]
            found.append(State(-1, None, (at,), verdict(event, (at,)), faults(event, (at,)), notes(kinds)))
    return found


def verdict(event: Event, decks: Sequence[int]) -> str:
    """The verdicts of some decks."""
    return ", ".join(event.decks[at].report.verdict for at in decks) or "no deck"


def faults(event: Event, decks: Sequence[int]) -> int:
    """How many errors some decks have."""
    return sum(len(event.decks[at].report.of("error")) for at in decks)


def notes(kinds: Sequence[str]) -> str:
    """What is wrong besides the verdict."""
    return ", ".join(
        dict.fromkeys(KINDS[one].rstrip("?").lower() for one in kinds if one not in ("missing", "unreadable"))
    )


def name(event: Event, state: State) -> str:
    """Who it is; a deck of nobody by what it says itself."""
    if state.player:
        return state.player.name
    report = event.decks[state.decks[0]].report
    return f"{report.player or report.name or event.shown(state.decks[0])} (not on the roster)"


def files(event: Event, state: State) -> str:
    """The files of a player's decks, told without the folder that all of them are in."""
    return ", ".join(map(event.shown, state.decks))


def short(event: Event) -> list[str]:
    """Every deck's file without the folder that all of them are in."""
    return [event.shown(at) for at in range(len(event.decks))]


def title(event: Event, asked: str = "") -> str:
    """The event: as asked for, as its file has it, or as its decks name it."""
    return asked or event.about.name or words.titled("", [one.report for one in event.decks])


def counted(event: Event) -> str:
    """The players and decks in a line: `200 players, 197 decks: 190 legal, 7 illegal`."""
    found = totals(event)
    decks = words.told_totals(one.report for one in event.decks)
    return (
        f"{number(found['players'], 'player')}, "
        f"{number(found['decks'], 'deck')}{f': {decks}' if event.decks else ''}"
    )


def troubled(event: Event) -> str:
    """How much of each kind there is to be seen to."""
    found = totals(event)
    return ", ".join(f"{found[kind]} {word}" for kind, word in _COUNTED.items() if found[kind])


def deadline(event: Event) -> str:
    """What is said of the deadline; "" where nothing is."""
    until = event.about.deadline
    if until is None:
        return ""
    told = f"Deadline {until.said}"
    return (
        f"{told}."
        if event.timed
        else f"{told}; neither the roster nor a deck says when decks were handed in, so that nobody is told "
        "as late."
    )


def by_kind(event: Event) -> Iterator[tuple[str, list[Trouble]]]:
    """The troubles under their words."""
    for kind, word in KINDS.items():
        found = [one for one in event.troubles if one.kind == kind]
        if found:
            yield word, found


def line_of(problem: Problem) -> str:
    """A trouble as one line."""
    return visible(problem.text())


def picked(event: Event) -> str:
    """Which tables were picked and how; "" for none."""
    if event.pick is None:
        return ""
    told = ", ".join(event.pick.tables)
    return (
        f"Deck checks at {'table' if len(event.pick.tables) == 1 else 'tables'} {told}: the first "
        f"{len(event.pick.tables)} of {event.pick.of} "
        f"by the order of SHA-256 over the seed and the table. Seed: '{event.pick.seed}'"
    )


def seated(event: Event) -> list[tuple[str, list[int]]]:
    """The players of the tables picked, in the order of the pick;
    of all tables where none was picked, as the event is sorted.
    """
    if event.pick:
        return [(table, at_table(event, table)) for table in event.pick.tables]
    if event.sort == "table":
        return [(table, at_table(event, table)) for table in tables(event)]
    return [(event.roster.players[at].table, [at]) for at in event.order]


def at_table(event: Event, table: str) -> list[int]:
    """The players at a table."""
    return [at for at in event.order if event.roster.players[at].table == table]


def tables(event: Event) -> list[str]:
    """Every table in the order of the event; "" for those who have none."""
    return list(dict.fromkeys(event.roster.players[at].table for at in event.order))


def of_player(event: Event, at: int) -> list[Entered]:
    """A player's decks."""
    return [event.decks[one] for one in event.of(at)]
