"""An event: the players of a roster, the decks that were handed in,
and everything that is wrong between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from judge.decks.deck import Deck
from judge.decks.desk import Judge, unreadable
from judge.decks.event_contents import Held, contents, digest
from judge.decks.event_file import EventFile
from judge.decks.event_names import natural
from judge.decks.event_owners import Owner, Owners, spellings
from judge.decks.event_picking import Pick
from judge.decks.event_roster import Player, Roster
from judge.decks.event_times import EXPECTED, NoMoment, is_late, read_moment
from judge.decks.report import Report
from judge.decks.running import read
from judge.errors import BadInput, Problem, nearest
from judge.folding import fold

SORTS: Final = ("table", "surname", "file")
KINDS: Final = {  # what can be wrong, in the order of telling
    "missing": "Missing",
    "late": "Late",
    "unreadable": "Unreadable",
    "double": "Double",
    "stranger": "Nobody's",
    "whose": "Whose is it?",
    "untimed": "Not known when",
    "identical": "Identical",
    "differs": "Another name",
    "game": "Another game",
    "roster": "Roster",
}


class Entered(NamedTuple):
    """One deck that was handed in."""

    report: Report  # its player as the roster has it, where it is known whose deck it is
    player: int  # which of the roster's; -1 when that is not known
    submitted: str = ""  # when it was handed in, as its own file says
    held: tuple[Held, ...] = ()  # its cards; none of a deck that could not be read
    digest: str = ""  # "" for a deck that could not be read

    @property
    def readable(self) -> bool:
        """Whether every line of it was understood."""
        return bool(self.digest)


class Trouble(NamedTuple):
    """Something that somebody has to see to."""

    kind: str  # one of KINDS
    problem: Problem
    players: tuple[int, ...] = ()
    decks: tuple[int, ...] = ()

    @property
    def is_error(self) -> bool:
        """Whether it is more than to be looked at."""
        return self.problem.severity == "error"


class Event(NamedTuple):
    """Everything of an event; the players and decks in the order asked for."""

    about: EventFile
    roster: Roster
    decks: tuple[Entered, ...]
    troubles: tuple[Trouble, ...]
    order: tuple[int, ...]  # of the roster's players
    sort: str = SORTS[0]  # what they are sorted by
    pick: Pick | None = None

    by_player: Mapping[int, tuple[int, ...]] = {}

    def of(self, player: int) -> tuple[int, ...]:
        """The decks of a player."""
        return self.by_player.get(player, ())

    def shown(self, deck: int) -> str:
        """A deck's file as people are told of it."""
        return self.about.shown(self.decks[deck].report.file)

    def kinds(self, player: int) -> list[str]:
        """What is wrong with a player's deck, or with there being one."""
        return list(dict.fromkeys(one.kind for one in self.troubles if player in one.players))

    @property
    def timed(self) -> bool:
        """Whether lateness could be told of anybody."""
        return any(one.submitted for one in self.roster.players) or any(one.submitted for one in self.decks)


def hold(
    about: EventFile, roster: Roster, judge: Judge, sort: str, told: Callable[[int], None] = lambda done: None
) -> Event:
    """The event with all that was found; `told` hears how many more files are done."""
    owners = Owners(roster.players)
    found: list[tuple[Entered, Owner]] = []
    for file in about.decks():
        found += [owned(one, owner_of(owners, one.report), roster) for one in entered(judge, file)]
        told(1)
    order = ordered(roster.players, [one for one, _ in found], sort)
    rank = {player: at for at, player in enumerate(order)}
    found.sort(key=lambda pair: (rank.get(pair[0].player, len(rank)), natural(pair[0].report.file)))
    event = Event(about, roster, tuple(one for one, _ in found), (), order, sort)
    event = event._replace(by_player=decks_by_player(event.decks))
    places = list(KINDS)
    troubles = sorted(
        troubles_of(event, [owner for _, owner in found]),
        key=lambda one: (places.index(one.kind), not one.is_error),
    )
    return event._replace(troubles=tuple(troubles))


def decks_by_player(decks: Sequence[Entered]) -> dict[int, tuple[int, ...]]:
    """The decks of each player."""
    found: dict[int, list[int]] = {}
    for at, one in enumerate(decks):
        found.setdefault(one.player, []).append(at)
    return {player: tuple(some) for player, some in found.items()}


def entered(judge: Judge, file: str) -> Iterator[Entered]:
    """The decks of a file, judged."""
    raw = read(file)
    try:
        decks = judge.decks(file, raw) if isinstance(raw, bytes) else []
    except BadInput as error:
        yield Entered(unreadable(file, error.problems), -1)
        return
    if isinstance(raw, Problem):
        yield Entered(unreadable(file, (raw,)), -1)
    for deck in decks:
        yield one_deck(judge, deck)


def one_deck(judge: Judge, deck: Deck) -> Entered:
    """A deck with what it holds, unless some of it could not be read."""
    report = judge.deck(deck)
    if report.verdict == "unreadable":
        return Entered(report, -1, deck.submitted)
    held = contents(judge.items(deck))
    return Entered(report, -1, deck.submitted, held, digest(report.game, held))


def owner_of(owners: Owners, report: Report) -> Owner:
    """Whose deck it is; a .ydk names who made the file, which often is a program."""
    return owners.of(report.file, report.player, report.player_id, maker=report.format == "ydk")


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


# --- what is wrong -------------------------------------------------------------------------------
def troubles_of(event: Event, owners: Sequence[Owner]) -> Iterator[Trouble]:
    """Everything that somebody has to see to."""
    yield from missing(event)
    yield from unfound(event)
    yield from late(event)
    yield from double(event)
    yield from identical(event)
    yield from games(event)
    yield from (Trouble("roster", one) for one in event.roster.remarks)
    for at, (deck, owner) in enumerate(zip(event.decks, owners, strict=True)):
        players = (deck.player,) if deck.player >= 0 else ()
        if owner.kind:
            severity = "warning" if owner.kind == "differs" else "error"
            problem = Problem(
                deck.report.file,
                1,
                1,
                "player",
                "",
                owner.message,
                owner.expected,
                owner.found,
                owner.hint,
                severity,
            )
            yield Trouble(owner.kind, problem, players, (at,))
        if not deck.readable:
            problem = why_unreadable(deck.report)
            whose = f"the deck of {told(event.roster.players[deck.player])}: " if players else ""
            yield Trouble("unreadable", problem._replace(message=whose + problem.message), players, (at,))


def missing(event: Event) -> Iterator[Trouble]:
    """Players of whom there is no deck."""
    for at in event.order:
        if not event.of(at):
            yield Trouble(
                "missing", at_player(event.roster, at, f"no deck of {told(event.roster.players[at])}"), (at,)
            )


def unfound(event: Event) -> Iterator[Trouble]:
    """Files that the roster gives as a player's deck, and that are not there."""
    there = {spelling for one in event.decks for spelling in map(fold, spellings(one.report.file))}
    for at in event.order:
        one = event.roster.players[at]
        if one.deck and fold(one.deck) not in there:
            names = [event.shown(deck) for deck in range(len(event.decks))]
            problem = at_player(
                event.roster,
                at,
                f"the file that the roster gives as the deck of {one.name} is not there",
                "deck",
            )
            found = problem._replace(
                expected="a file among the decks",
                found=one.deck,
                hint=nearest(one.deck, names),
                severity="warning",
            )
            yield Trouble("roster", found, (at,))


def late(event: Event) -> Iterator[Trouble]:
    """Decks that were handed in after the deadline,
    and those of which that is not known while it is of others.
    """
    deadline = event.about.deadline
    if deadline is None or not event.timed:
        return
    for at in event.order:
        for deck in event.of(at):
            yield from late_deck(event, at, deck)


def late_deck(event: Event, at: int, deck: int) -> Iterator[Trouble]:
    """One deck that was late, or of which that is not known: the roster's word goes before the deck's own."""
    one, own, deadline = event.roster.players[at], event.decks[deck], event.about.deadline
    assert deadline is not None
    place = (
        at_player(event.roster, at, "", "submitted")
        if one.submitted
        else Problem(own.report.file, 1, 1, "submitted", "", "")
    )
    try:
        moment = one.submitted or (read_moment(own.submitted) if own.submitted else None)
    except NoMoment as wrong:
        message = f"when the deck of {one.name} was handed in: {wrong.message}"
        yield Trouble(
            "untimed",
            place._replace(message=message, expected=wrong.expected, found=own.submitted),
            (at,),
            (deck,),
        )
        return
    if moment is None:
        message = f"not known when the deck of {told(one)} was handed in"
        yield Trouble("untimed", place._replace(message=message, severity="warning"), (at,), (deck,))
        return
    answer = is_late(moment, deadline)
    if answer:
        message = f"the deck of {told(one)} was handed in after the deadline"
        yield Trouble(
            "late",
            place._replace(message=message, expected=f"by {deadline.said}", found=moment.said),
            (at,),
            (deck,),
        )
    elif answer is None:
        zone = (
            "with its distance from Greenwich, as the deadline has it"
            if deadline.zoned
            else "without one from Greenwich, as the deadline has none"
        )
        expected = f"{EXPECTED}, {zone}" if moment.zoned != deadline.zoned else EXPECTED
        message = f"whether the deck of {told(one)} was late is not known"
        yield Trouble(
            "untimed", place._replace(message=message, expected=expected, found=moment.said), (at,), (deck,)
        )


def double(event: Event) -> Iterator[Trouble]:
    """Players of whom there are several decks: which of them counts is not for us to say."""
    for at in event.order:
        decks = event.of(at)
        if len(decks) > 1:
            files = [event.shown(one) for one in decks]
            same = len({event.decks[one].digest for one in decks}) == 1 and event.decks[decks[0]].readable
            message = (
                f"{len(decks)} decks of "
                f"{told(event.roster.players[at])}{', of the same cards' if same else ''}: which one "
                "counts?"
            )
            yield Trouble(
                "double",
                at_player(event.roster, at, message)._replace(expected="one deck", found=", ".join(files)),
                (at,),
                decks,
            )


def identical(event: Event) -> Iterator[Trouble]:
    """Decks of several players that hold the same cards: to be looked at."""
    same: dict[str, list[int]] = {}
    for at, one in enumerate(event.decks):
        if one.readable:
            same.setdefault(one.digest, []).append(at)
    for decks in same.values():
        players = {event.decks[at].player if event.decks[at].player >= 0 else -1 - at for at in decks}
        if len(players) > 1:
            names = ", ".join(f"{who(event, at)} ({event.shown(at)})" for at in decks)
            problem = Problem(
                event.decks[decks[0]].report.file,
                1,
                1,
                "cards",
                "",
                f"{len(decks)} decks of the same cards: {names}",
                severity="warning",
            )
            yield Trouble(
                "identical", problem, tuple(one for one in sorted(players) if one >= 0), tuple(decks)
            )


def games(event: Event) -> Iterator[Trouble]:
    """Decks of another game than most."""
    counted: dict[str, int] = {}
    for one in event.decks:
        if one.report.game:
            counted[one.report.game] = counted.get(one.report.game, 0) + 1
    if len(counted) > 1:
        most = max(counted, key=lambda one: counted[one])
        for at, one in enumerate(event.decks):
            if one.report.game not in ("", most):
                problem = Problem(
                    one.report.file,
                    1,
                    1,
                    "game",
                    "",
                    f"a deck of {one.report.game} among decks of {most}",
                    most,
                    one.report.game,
                )
                yield Trouble("game", problem, (one.player,) if one.player >= 0 else (), (at,))


def why_unreadable(report: Report) -> Problem:
    """The first thing that could not be read, and how much more there is."""
    errors = report.of("error")
    first = errors[0]
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return Problem(
        first.file or report.file,
        first.line,
        first.column,
        "",
        first.article,
        first.message + more,
        first.allowed,
        str(first.found),
        first.hint,
    )


def at_player(roster: Roster, at: int, message: str, kind: str = "name") -> Problem:
    """A problem where the roster has a player."""
    return Problem(roster.file, *roster.place(roster.players[at], kind), "roster", "", message)


def told(player: Player) -> str:
    """A player with number and table."""
    number = f" ({player.id})" if player.id else ""
    return f"{player.name}{number}{f', table {player.table}' if player.table else ''}"


def who(event: Event, deck: int) -> str:
    """Whose deck it is, as far as that is known."""
    one = event.decks[deck]
    return event.roster.players[one.player].name if one.player >= 0 else one.report.player or "nobody's"
