"""An event: the players of its roster, the decks that were handed in, the troubles between the two, and the
tables that are picked for a deck check.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from judge.decks.comparison import Held
from judge.decks.event_file import EventFile
from judge.decks.event_owners import natural
from judge.decks.event_roster import Roster
from judge.decks.report import Report
from judge.decks.speech import phrased
from judge.errors import Problem
from judge.text.rows import NamedTuple


# --- which tables are picked for a deck check ----------------------------------------------------------
class Pick(NamedTuple):
    """The tables that a seed picks, in the order of their hashes. The seed is public, so everybody can pick
    the same tables again, and nobody can change the choice afterwards.
    """

    seed: str
    tables: tuple[str, ...]
    of: int  # how many there are


def draw(seed: str, table: str) -> str:
    """The hash of a table: of the seed, a line feed, and the table.

    `printf '%s\\n%s' SEED TABLE | sha256sum` gives it too.
    """
    return hashlib.sha256(f"{seed}\n{table}".encode("utf-8", "surrogateescape")).hexdigest()


def pick(tables: Iterable[str], count: int, seed: str) -> Pick:
    """The first tables by the order of their hashes."""
    known = sorted(set(tables), key=natural)
    return Pick(seed, tuple(sorted(known, key=lambda table: draw(seed, table))[:count]), len(known))


# --- an event and its troubles -------------------------------------------------------------------------
SORTS: Final = ("table", "surname", "file")
KINDS: Final = (  # what can be wrong, in the order of telling
    "missing",
    "late",
    "unreadable",
    "double",
    "stranger",
    "whose",
    "untimed",
    "identical",
    "differs",
    "game",
    "roster",
)


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
        """Whether it is an error, not only something to look at."""
        return self.problem.severity == "error"


def by_each(pairs: Iterable[tuple[int, Trouble]]) -> dict[int, tuple[Trouble, ...]]:
    """The troubles of each player, or of each deck, in their order."""
    troubles: dict[int, list[Trouble]] = {}
    for at, trouble in pairs:
        troubles.setdefault(at, []).append(trouble)
    return {at: tuple(some) for at, some in troubles.items()}


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
    of_player: Mapping[int, tuple[Trouble, ...]] = {}  # the troubles of each
    of_deck: Mapping[int, tuple[Trouble, ...]] = {}

    def troubled(self, troubles: Iterable[Trouble]) -> Event:
        """The event with its troubles, those of each player and deck at hand."""
        every = tuple(troubles)
        of_player = by_each((at, trouble) for trouble in every for at in trouble.players)
        of_deck = by_each((at, trouble) for trouble in every for at in trouble.decks)
        return self._replace(troubles=every, of_player=of_player, of_deck=of_deck)

    def of(self, player: int) -> tuple[int, ...]:
        """The decks of a player."""
        return self.by_player.get(player, ())

    def players_of(self, deck: int) -> tuple[int, ...]:
        """The player of a deck, where it is known whose it is."""
        player = self.decks[deck].player
        return (player,) if player >= 0 else ()

    def shown(self, deck: int) -> str:
        """The name of a deck's file, as it is printed."""
        return self.about.shown(self.decks[deck].report.file)

    def who(self, deck: int) -> str:
        """The player of a deck, as far as known."""
        entry = self.decks[deck]
        return (
            self.roster.players[entry.player].name
            if entry.player >= 0
            else entry.report.player or phrased("event.nobody")
        )

    def at_player(self, player: int, message: str, kind: str = "name") -> Problem:
        """A problem where the roster has a player."""
        roster = self.roster
        return Problem(roster.file, *roster.place(roster.players[player], kind), "roster", "", message)

    def kinds(self, player: int) -> list[str]:
        """The kinds of faults that a player's deck has; a missing deck is one."""
        return list(dict.fromkeys(trouble.kind for trouble in self.of_player.get(player, ())))

    @property
    def timed(self) -> bool:
        """Whether it is known of anybody when the deck was handed in."""
        return any(player.submitted for player in self.roster.players) or any(
            deck.submitted for deck in self.decks
        )


# --- totals --------------------------------------------------------------------------------------------
def clear_decks(event: Event) -> Iterator[int]:
    """The decks that can be locked: readable, and the only one of a player of the roster."""
    for at, deck in enumerate(event.decks):
        if deck.readable and deck.player >= 0 and len(event.of(deck.player)) == 1:
            yield at


def not_clear(event: Event) -> list[str]:
    """The files that cannot."""
    clear = set(clear_decks(event))
    return [event.shown(at) for at in range(len(event.decks)) if at not in clear]


def totals(event: Event) -> dict[str, int]:
    """How many players and decks there are, and how often each kind of trouble."""
    counted: dict[str, int] = dict.fromkeys(KINDS, 0)
    for trouble in event.troubles:
        counted[trouble.kind] += 1
    return {"players": len(event.roster.players), "decks": len(event.decks), **counted}
