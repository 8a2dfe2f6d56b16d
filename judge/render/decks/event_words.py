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
from judge.text.visible import visible

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
    found = [state(event, at, event.of(at), event.kinds(at)) for at in event.order]
    for at, one in enumerate(event.decks):
        if one.player < 0:
            kinds = [trouble.kind for trouble in event.troubles if at in trouble.decks]
            found.append(state(event, -1, (at,), kinds))
    return found


def state(event: Event, at: int, decks: Sequence[int], kinds: Sequence[str]) -> State:
    """One of them, with its decks and the kinds of its troubles."""
    player = event.roster.players[at] if at >= 0 else None
    return State(at, player, tuple(decks), verdict(event, decks), faults(event, decks), notes(kinds))


def verdict(event: Event, decks: Sequence[int]) -> str:
    """The verdicts of some decks."""
    return ", ".join(event.decks[at].report.verdict for at in decks) or "no deck"


def faults(event: Event, decks: Sequence[int]) -> int:
    """How many errors some decks have."""
    return sum(len(event.decks[at].report.of("error")) for at in decks)


def notes(kinds: Sequence[str]) -> str:
    """What is wrong besides the verdict."""
    told = (KINDS[one].rstrip("?").lower() for one in kinds if one not in ("missing", "unreadable"))
    return ", ".join(dict.fromkeys(told))


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
    told = f"{number(found['players'], 'player')}, {number(found['decks'], 'deck')}"
    return f"{told}: {words.told_totals(one.report for one in event.decks)}" if event.decks else told


def troubled(event: Event) -> str:
    """How much of each kind there is to be seen to."""
    found = totals(event)
    return ", ".join(f"{found[kind]} {word}" for kind, word in _COUNTED.items() if found[kind])


def deadline(event: Event) -> str:
    """What is said of the deadline; "" where nothing is."""
    until = event.about.deadline
    if until is None:
        return ""
    if event.timed:
        return f"Deadline {until.said}."
    nobody = "neither the roster nor a deck says when decks were handed in, so that nobody is told as late"
    return f"Deadline {until.said}; {nobody}."


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
    pick = event.pick
    if pick is None:
        return ""
    where = f"{'table' if len(pick.tables) == 1 else 'tables'} {', '.join(pick.tables)}"
    how = f"the first {len(pick.tables)} of {pick.of} by the order of SHA-256 over the seed and the table"
    return f"Deck checks at {where}: {how}. Seed: '{pick.seed}'"


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
