"""The decks of an event as they come in: whose each of them is, in which order they are printed, and what is
wrong between them and the roster: decks that are missing, late, double, unreadable or nobody's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from judge.decks.batch import read
from judge.decks.comparison import contents, digest
from judge.decks.deck import Deck
from judge.decks.desk import Judge
from judge.decks.event import KINDS, Entered, Event, Trouble
from judge.decks.event_file import EventFile
from judge.decks.event_owners import Hints, Owner, Owners, natural, spellings
from judge.decks.event_roster import Player, Roster
from judge.decks.event_times import EXPECTED, Moment, NoMoment, is_late, moment_told, read_moment
from judge.decks.report import Report
from judge.decks.speech import joined, phrased
from judge.errors import Problem
from judge.text.folded_words import fold


# --- decks that were handed in late --------------------------------------------------------------------
def late(event: Event) -> Iterator[Trouble]:
    """Decks handed in after the deadline, and decks without a known time where the others have one."""
    deadline = event.about.deadline
    if deadline is None or not event.timed:
        return
    for at in event.order:
        for deck in event.of(at):
            problem = lateness(event, at, deck, deadline)
            if problem is not None:
                yield Trouble(problem[0], problem[1], (at,), (deck,))


def lateness(event: Event, at: int, deck: int, deadline: Moment) -> tuple[str, Problem] | None:
    """The kind and the problem of a deck that was late, or whose time is not known; None for one in time."""
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
    """The kind and the problem of a deck that was late, for a deck whose time is known."""
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
    """A problem without a message, at the place that says when a deck was handed in."""
    if event.roster.players[at].submitted:
        return event.at_player(at, "", "submitted")
    return Problem(event.decks[deck].report.file, 1, 1, "submitted", "", "")


def handed_in(event: Event, at: int, deck: int) -> Moment | None:
    """When a deck was handed in: by the roster, else by the deck's own file; None where neither says.

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


# --- everything that is wrong between the roster and the decks -----------------------------------------


def troubles_of(event: Event, owners: Sequence[Owner]) -> Iterator[Trouble]:
    """Everything that somebody has to see to."""
    for look in (missing, unfound, late, double, identical, games):
        yield from look(event)
    yield from (Trouble("roster", remark) for remark in event.roster.remarks)
    for at, owner in enumerate(owners):
        yield from unowned(event, at, owner)
        yield from unread(event, at)


def unowned(event: Event, at: int, owner: Owner) -> Iterator[Trouble]:
    """A deck whose player is not known, or that names another player."""
    if owner.kind:
        place = Problem(event.decks[at].report.file, 1, 1, "player", "", owner.message)
        severity = "warning" if owner.kind == "differs" else "error"
        problem = place._replace(
            expected=owner.expected, found=owner.found, hint=owner.hint, severity=severity
        )
        yield Trouble(owner.kind, problem, event.players_of(at) or owner.among, (at,))


def unread(event: Event, at: int) -> Iterator[Trouble]:
    """A deck that could not be read."""
    deck = event.decks[at]
    if not deck.readable:
        problem, players = why_unreadable(deck.report), event.players_of(at)
        if players:
            whose = event.roster.players[deck.player].told
            message = phrased("event.unreadable", player=whose, why=problem.message)
            problem = problem._replace(message=message)
        yield Trouble("unreadable", problem, players, (at,))


def missing(event: Event) -> Iterator[Trouble]:
    """Players of whom there is no deck."""
    for at in event.order:
        if not event.of(at):
            message = phrased("event.missing", player=event.roster.players[at].told)
            yield Trouble("missing", event.at_player(at, message), (at,))


def unfound(event: Event) -> Iterator[Trouble]:
    """Files that the roster gives as a player's deck, and that are not there."""
    stems = {stem(file): file for file in map(event.shown, range(len(event.decks)))}
    hints = Hints()
    decks = {spelling for deck in event.decks for spelling in map(fold, spellings(deck.report.file))}
    for at in event.order:
        player = event.roster.players[at]
        if player.deck and fold(player.deck) not in decks:
            message = phrased("event.no-file", file=player.deck, player=player.name)
            near = stems.get(hints.near(stem(player.deck), stems), "")
            problem = event.at_player(at, message, "deck")._replace(hint=near, severity="warning")
            yield Trouble("roster", problem, (at,))


def stem(file: str) -> str:
    """A file without its ending, which many files share."""
    return file.rpartition(".")[0] or file


def double(event: Event) -> Iterator[Trouble]:
    """Players with several decks: an organiser has to say which of them counts."""
    for at in event.order:
        decks = event.of(at)
        if len(decks) > 1:
            same = len({event.decks[deck].digest for deck in decks}) == 1 and event.decks[decks[0]].readable
            told = {"number": len(decks), "player": event.roster.players[at].told}
            problem = event.at_player(at, phrased("event.double-same" if same else "event.double", **told))
            files = ", ".join(event.shown(deck) for deck in decks)
            yield Trouble(
                "double", problem._replace(expected=phrased("event.one-deck"), found=files), (at,), decks
            )


def identical(event: Event) -> Iterator[Trouble]:
    """Decks of several players that hold the same cards: to be looked at."""
    for decks in alike(event):
        players = {event.decks[at].player if event.decks[at].player >= 0 else -1 - at for at in decks}
        if len(players) > 1:
            names = joined("join.comma", [named(event, at) for at in decks])
            message = phrased("event.identical", number=len(decks), decks=names)
            file = event.decks[decks[0]].report.file
            problem = Problem(file, 1, 1, "cards", "", message, severity="warning")
            known = tuple(player for player in sorted(players) if player >= 0)
            yield Trouble("identical", problem, known, decks)


def named(event: Event, at: int) -> str:
    """A deck by its player and its file."""
    return phrased("event.named", player=event.who(at), file=event.shown(at))


def alike(event: Event) -> Iterator[tuple[int, ...]]:
    """The decks that hold the same cards, those of one hash together."""
    same: dict[str, list[int]] = {}
    for at, deck in enumerate(event.decks):
        if deck.readable:
            same.setdefault(deck.digest, []).append(at)
    yield from map(tuple, same.values())


def games(event: Event) -> Iterator[Trouble]:
    """The troubles of decks that are of another game than most."""
    counted = Counter(deck.report.game for deck in event.decks if deck.report.game)
    if len(counted) > 1:
        most = max(counted, key=lambda name: counted[name])
        for at, entry in enumerate(event.decks):
            game = entry.report.game
            if game not in ("", most):
                message = phrased("event.game", game=game, most=most)
                problem = Problem(entry.report.file, 1, 1, "game", "", message, most, game)
                yield Trouble("game", problem, event.players_of(at), (at,))


def why_unreadable(report: Report) -> Problem:
    """The first thing that could not be read, and how much more there is."""
    errors = report.of("error")
    first = errors[0]
    message = first.message
    if len(errors) > 1:
        message = phrased("event.more", message=message, number=len(errors) - 1)
    return first._replace(file=first.file or report.file, message=message).problem()


def hold(
    about: EventFile, roster: Roster, judge: Judge, sort: str, told: Callable[[int], None] = lambda done: None
) -> Event:
    """The event with all that was found; `told` hears how many more files are done."""
    pairs = taken_in(about, roster, judge, told)
    order = ordered(roster.players, [deck for deck, _ in pairs], sort)
    rank = {player: at for at, player in enumerate(order)}
    pairs.sort(key=lambda pair: (rank.get(pair[0].player, len(rank)), natural(pair[0].report.file)))
    decks = tuple(deck for deck, _ in pairs)
    event = Event(about, roster, decks, (), order, sort, by_player=decks_by_player(decks))
    troubles = troubles_of(event, [owner for _, owner in pairs])
    return event.troubled(
        sorted(troubles, key=lambda trouble: (KINDS.index(trouble.kind), not trouble.is_error))
    )


def taken_in(
    about: EventFile, roster: Roster, judge: Judge, told: Callable[[int], None]
) -> list[tuple[Entered, Owner]]:
    """Every deck of the event's files, with whose it is."""
    owners = Owners(roster.players)
    pairs: list[tuple[Entered, Owner]] = []
    for file in about.decks():
        decks = (without_maker(owners, entry) for entry in entered(judge, file))
        pairs += [owned(deck, owner_of(owners, deck.report), roster) for deck in decks]
        told(1)
    return pairs


def decks_by_player(decks: Sequence[Entered]) -> dict[int, tuple[int, ...]]:
    """The decks of each player."""
    by_player: dict[int, list[int]] = {}
    for at, deck in enumerate(decks):
        by_player.setdefault(deck.player, []).append(at)
    return {player: tuple(some) for player, some in by_player.items()}


def entered(judge: Judge, file: str) -> Iterator[Entered]:
    """The decks of a file, judged."""
    decks = judge.read(file, read(file))
    if isinstance(decks, Report):
        yield Entered(decks, -1)
    else:
        yield from (one_deck(judge, deck) for deck in decks)


def one_deck(judge: Judge, deck: Deck) -> Entered:
    """A deck with what it holds, unless some of it could not be read."""
    report = judge.judged(deck)
    if report.verdict == "unreadable":
        return Entered(report, -1, deck.submitted)
    held = contents(judge.items(deck))
    return Entered(report, -1, deck.submitted, held, digest(report.game, held))


def owner_of(owners: Owners, report: Report) -> Owner:
    """The player named in a deck; a .ydk file names the author of the file, which often is a program."""
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
    player = roster.players[owner.player]
    report = deck.report._replace(player=player.name, player_id=player.id or deck.report.player_id)
    return deck._replace(player=owner.player, report=report), owner


def ordered(players: Sequence[Player], decks: Sequence[Entered], sort: str) -> tuple[int, ...]:
    """The players by table, surname or the file of their deck; those without one last."""
    files: dict[int, str] = {}
    for deck in decks:
        files.setdefault(deck.player, deck.report.file)

    def key(at: int) -> tuple[object, ...]:
        player = players[at]
        by_name = (fold(player.surname), fold(player.name), player.line)
        if sort == "table":
            return (not player.table, natural(player.table), *by_name)
        return by_name if sort == "surname" else (at not in files, natural(files.get(at, "")), *by_name)

    return tuple(sorted(range(len(players)), key=key))
