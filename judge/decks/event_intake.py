"""The decks of an event as they come in: whose each of them is, and in which order they are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from judge.decks.batch import read
from judge.decks.deck import Deck
from judge.decks.desk import Judge
from judge.decks.event import Entered, Event
from judge.decks.event_contents import contents, digest
from judge.decks.event_file import EventFile
from judge.decks.event_names import natural
from judge.decks.event_owners import Owner, Owners
from judge.decks.event_roster import Player, Roster
from judge.decks.event_troubles import told_in_order, troubles_of
from judge.decks.report import Report
from judge.text.folded_words import fold


def hold(
    about: EventFile, roster: Roster, judge: Judge, sort: str, told: Callable[[int], None] = lambda done: None
) -> Event:
    """The event with all that was found; `told` hears how many more files are done."""
    found = taken_in(about, roster, judge, told)
    order = ordered(roster.players, [one for one, _ in found], sort)
    rank = {player: at for at, player in enumerate(order)}
    found.sort(key=lambda pair: (rank.get(pair[0].player, len(rank)), natural(pair[0].report.file)))
    decks = tuple(one for one, _ in found)
    event = Event(about, roster, decks, (), order, sort, by_player=decks_by_player(decks))
    return event.troubled(told_in_order(troubles_of(event, [owner for _, owner in found])))


def taken_in(
    about: EventFile, roster: Roster, judge: Judge, told: Callable[[int], None]
) -> list[tuple[Entered, Owner]]:
    """Every deck of the event's files, with whose it is."""
    owners = Owners(roster.players)
    found: list[tuple[Entered, Owner]] = []
    for file in about.decks():
        decks = (without_maker(owners, one) for one in entered(judge, file))
        found += [owned(one, owner_of(owners, one.report), roster) for one in decks]
        told(1)
    return found


def decks_by_player(decks: Sequence[Entered]) -> dict[int, tuple[int, ...]]:
    """The decks of each player."""
    found: dict[int, list[int]] = {}
    for at, one in enumerate(decks):
        found.setdefault(one.player, []).append(at)
    return {player: tuple(some) for player, some in found.items()}


def entered(judge: Judge, file: str) -> Iterator[Entered]:
    """The decks of a file, judged."""
    found = judge.read(file, read(file))
    if isinstance(found, Report):
        yield Entered(found, -1)
    else:
        yield from (one_deck(judge, deck) for deck in found)


def one_deck(judge: Judge, deck: Deck) -> Entered:
    """A deck with what it holds, unless some of it could not be read."""
    report = judge.judged(deck)
    if report.verdict == "unreadable":
        return Entered(report, -1, deck.submitted)
    held = contents(judge.items(deck))
    return Entered(report, -1, deck.submitted, held, digest(report.game, held))


def owner_of(owners: Owners, report: Report) -> Owner:
    """Whose deck it is; a .ydk names who made the file, which often is a program."""
    return owners.of(report.file, report.player, report.player_id, maker=report.format == "ydk")


def without_maker(owners: Owners, deck: Entered) -> Entered:
    """The deck; who made a .ydk is its player only where the roster has one of that name."""
    report = deck.report
    if report.format != "ydk" or owners.called(report.player):
        return deck
    return deck._replace(report=report._replace(player=""))


def owned(deck: Entered, owner: Owner, roster: Roster) -> tuple[Entered, Owner]:
    """The deck as its player's, named as the roster has it."""
    if owner.player < 0:
        return deck, owner
    one = roster.players[owner.player]
    report = deck.report._replace(player=one.name, player_id=one.id or deck.report.player_id)
    return deck._replace(player=owner.player, report=report), owner


def ordered(players: Sequence[Player], decks: Sequence[Entered], sort: str) -> tuple[int, ...]:
    """The players by table, surname or the file of their deck; those without one last."""
    files: dict[int, str] = {}
    for one in decks:
        files.setdefault(one.player, one.report.file)

    def key(at: int) -> tuple[object, ...]:
        one = players[at]
        by_name = (fold(one.surname), fold(one.name), one.line)
        if sort == "table":
            return (not one.table, natural(one.table), *by_name)
        return by_name if sort == "surname" else (at not in files, natural(files.get(at, "")), *by_name)

    return tuple(sorted(range(len(players)), key=key))
