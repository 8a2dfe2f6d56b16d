"""What is wrong between the roster of an event and its decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from judge.decks.event import KINDS, Event, Trouble
from judge.decks.event_lateness import late
from judge.decks.event_owners import Hints, Owner, spellings
from judge.decks.report import Report
from judge.decks.speech import joined, phrased
from judge.errors import Problem
from judge.text.folded_words import fold


def told_in_order(troubles: Iterable[Trouble]) -> list[Trouble]:
    """Troubles in the order of their kinds, those that are errors first."""
    return sorted(troubles, key=lambda one: (KINDS.index(one.kind), not one.is_error))


def troubles_of(event: Event, owners: Sequence[Owner]) -> Iterator[Trouble]:
    """Everything that somebody has to see to."""
    for look in (missing, unfound, late, double, identical, games):
        yield from look(event)
    yield from (Trouble("roster", one) for one in event.roster.remarks)
    for at, owner in enumerate(owners):
        yield from unowned(event, at, owner)
        yield from unread(event, at)


def unowned(event: Event, at: int, owner: Owner) -> Iterator[Trouble]:
    """A deck of which it is not known whose it is, or that has another name on it."""
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
    there = {spelling for one in event.decks for spelling in map(fold, spellings(one.report.file))}
    for at in event.order:
        one = event.roster.players[at]
        if one.deck and fold(one.deck) not in there:
            message = phrased("event.no-file", file=one.deck, player=one.name)
            near = stems.get(hints.near(stem(one.deck), stems), "")
            problem = event.at_player(at, message, "deck")._replace(hint=near, severity="warning")
            yield Trouble("roster", problem, (at,))


def stem(file: str) -> str:
    """A file without its ending, which many files share."""
    return file.rpartition(".")[0] or file


def double(event: Event) -> Iterator[Trouble]:
    """Players of whom there are several decks: which of them counts is not for us to say."""
    for at in event.order:
        decks = event.of(at)
        if len(decks) > 1:
            same = len({event.decks[one].digest for one in decks}) == 1 and event.decks[decks[0]].readable
            told = {"number": len(decks), "player": event.roster.players[at].told}
            problem = event.at_player(at, phrased("event.double-same" if same else "event.double", **told))
            files = ", ".join(event.shown(one) for one in decks)
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
            known = tuple(one for one in sorted(players) if one >= 0)
            yield Trouble("identical", problem, known, decks)


def named(event: Event, at: int) -> str:
    """A deck by its player and its file."""
    return phrased("event.named", player=event.who(at), file=event.shown(at))


def alike(event: Event) -> Iterator[tuple[int, ...]]:
    """The decks that hold the same cards, those of one hash together."""
    same: dict[str, list[int]] = {}
    for at, one in enumerate(event.decks):
        if one.readable:
            same.setdefault(one.digest, []).append(at)
    yield from map(tuple, same.values())


def games(event: Event) -> Iterator[Trouble]:
    """Decks of another game than most."""
    counted = Counter(one.report.game for one in event.decks if one.report.game)
    if len(counted) > 1:
        most = max(counted, key=lambda one: counted[one])
        for at, one in enumerate(event.decks):
            game = one.report.game
            if game not in ("", most):
                message = phrased("event.game", game=game, most=most)
                problem = Problem(one.report.file, 1, 1, "game", "", message, most, game)
                yield Trouble("game", problem, event.players_of(at), (at,))


def why_unreadable(report: Report) -> Problem:
    """The first thing that could not be read, and how much more there is."""
    errors = report.of("error")
    first = errors[0]
    message = first.message
    if len(errors) > 1:
        message = phrased("event.more", message=message, number=len(errors) - 1)
    return first._replace(file=first.file or report.file, message=message).problem()
