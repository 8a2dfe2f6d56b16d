"""Words that all formats of an event share: each player's state and troubles, totals, tables and times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.decks.event import KINDS, Entered, Event, Trouble, totals
from judge.decks.event_roster import Player
from judge.decks.event_times import Moment, moment_told
from judge.decks.speech import Speech
from judge.errors import Problem
from judge.render.decks import words
from judge.text.rows import NamedTuple
from judge.text.visible import visible


class State(NamedTuple):
    """A player, or a deck of nobody: one row of a table."""

    at: int  # of the roster's players; -1 for a deck of nobody
    player: Player | None
    decks: tuple[int, ...]
    verdict: str  # of the decks; "no deck" where there is none
    faults: int
    notes: str  # late, double …


def states(event: Event, speech: Speech) -> list[State]:
    """Every player in the order of the event, then the decks of nobody."""
    rows = [state(event, at, event.of(at), event.kinds(at), speech) for at in event.order]
    for at, deck in enumerate(event.decks):
        if deck.player < 0:
            kinds = [trouble.kind for trouble in event.of_deck.get(at, ())]
            rows.append(state(event, -1, (at,), kinds, speech))
    return rows


def state(event: Event, at: int, decks: Sequence[int], kinds: Sequence[str], speech: Speech) -> State:
    """The state of a player, or of a deck of nobody: decks and the kinds of troubles."""
    player = event.roster.players[at] if at >= 0 else None
    told = verdict(event, decks, speech), faults(event, decks), notes(kinds, speech)
    return State(at, player, tuple(decks), *told)


def verdict(event: Event, decks: Sequence[int], speech: Speech) -> str:
    """The verdicts of some decks."""
    told = (words.verdict_word(event.decks[at].report, speech) for at in decks)
    return ", ".join(told) or speech.say("verdict.none")


def faults(event: Event, decks: Sequence[int]) -> int:
    """How many errors some decks have."""
    return sum(len(event.decks[at].report.of("error")) for at in decks)


def notes(kinds: Sequence[str], speech: Speech) -> str:
    """The faults besides the verdict, in words."""
    told = (speech.say(f"beside.{kind}") for kind in kinds if kind not in ("missing", "unreadable"))
    return ", ".join(dict.fromkeys(told))


def name(event: Event, state: State, speech: Speech) -> str:
    """The name of the player; for a deck of nobody the name that it gives itself."""
    if state.player:
        return state.player.name
    report = event.decks[state.decks[0]].report
    told = report.player or report.name or event.shown(state.decks[0])
    among = may_be(event, state.decks[0])
    return speech.say("event.either" if among else "event.stranger", name=told, number=len(among))


def may_be(event: Event, deck: int) -> tuple[int, ...]:
    """The players of the roster to whom a deck may belong; none where its player is known, or none fits."""
    if event.decks[deck].player >= 0:
        return ()
    return next((trouble.players for trouble in event.of_deck.get(deck, ()) if trouble.kind == "whose"), ())


def files(event: Event, state: State) -> str:
    """The files of a player's decks, told without the folder that all of them are in."""
    return ", ".join(map(event.shown, state.decks))


def short(event: Event) -> list[str]:
    """Every deck's file without the folder that all of them are in."""
    return [event.shown(at) for at in range(len(event.decks))]


def title(event: Event, asked: str = "") -> str:
    """The event: as asked for, as its file has it, or as its decks name it."""
    return asked or event.about.name or words.titled("", [deck.report for deck in event.decks])


def counted(event: Event, speech: Speech) -> str:
    """The players and decks in a line: `200 players, 197 decks: 190 legal, 7 illegal`."""
    numbers = totals(event)
    told = [speech.say(f"number.{kind}", n=numbers[f"{kind}s"]) for kind in ("player", "deck")]
    verdicts = words.told_totals((deck.report for deck in event.decks), speech)
    return speech.join("join.colon", (", ".join(told), *([verdicts] if event.decks else [])))


def troubled(event: Event, speech: Speech) -> str:
    """How many troubles of each kind there are."""
    numbers = totals(event)
    return ", ".join(speech.say(f"troubles.{kind}", n=numbers[kind]) for kind in KINDS if numbers[kind])


def when(moment: Moment, speech: Speech) -> str:
    """A time as the language writes it; one that is not plain as it was written."""
    return speech.told(moment_told(moment), {})


def deadline(event: Event, speech: Speech) -> str:
    """The deadline in words; "" where there is none."""
    until = event.about.deadline
    if until is None:
        return ""
    return speech.say("event.deadline" if event.timed else "event.deadline-untimed", at=when(until, speech))


def by_kind(event: Event, speech: Speech) -> Iterator[tuple[str, list[Trouble]]]:
    """The troubles under their words."""
    for kind in KINDS:
        troubles = [trouble for trouble in event.troubles if trouble.kind == kind]
        if troubles:
            yield speech.say(f"trouble.{kind}"), troubles


def line_of(problem: Problem, speech: Speech) -> str:
    """A trouble as one line."""
    return visible(speech.line(problem))


def picked(event: Event, speech: Speech) -> str:
    """Which tables were picked and how; "" for none."""
    pick = event.pick
    if pick is None:
        return ""
    told = {"n": len(pick.tables), "tables": ", ".join(pick.tables), "of": pick.of, "seed": pick.seed}
    return speech.say("event.picked", **told)


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
    return [event.decks[number] for number in event.of(at)]
