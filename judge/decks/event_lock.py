"""The decks of an event under lock: a hash of each and its cards,
so that it can be said later what was changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from judge.decks.comparing import Row
from judge.decks.event import Entered, Event
from judge.decks.event_contents import Held, changes, digest
from judge.decks.event_intake import owner_of
from judge.decks.event_numbers import clear_decks, not_clear
from judge.decks.event_owners import Owners
from judge.decks.event_troubles import why_unreadable
from judge.decks.formats.decoding import decode
from judge.decks.formats.json_text import JsonText
from judge.decks.limits import Limits, all_limits
from judge.errors import BadInput, Problem, nearest
from judge.source import KeyPath, key_text, read_bytes

SCHEMA: Final = "judge.deck-lock/1"
_LIMIT: Final = 20_000_000  # bytes: thousands of decks
_TOP: Final = {"schema": str, "event": str, "decks": list}
_DECK: Final = {
    "player": str,
    "player_id": str,
    "table": str,
    "file": str,
    "game": str,
    "hash": str,
    "cards": list,
}
_CARD: Final = {"part": str, "count": int, "number": str, "name": str, "key": str}
_WORDS: Final = {str: "a string", int: "a whole number", list: "a list", dict: "a table"}


class Locked(NamedTuple):
    """One deck under lock."""

    name: str  # of its player
    id: str
    table: str
    deck: str  # its file
    game: str
    hash: str
    held: tuple[Held, ...]


class Lock(NamedTuple):
    """What a lock file holds."""

    file: str
    event: str
    decks: tuple[Locked, ...]


class Against(NamedTuple):
    """A deck beside the one that was locked."""

    deck: Entered
    locked: Locked | None  # None: it is not known whose it is, or nothing of theirs was locked
    rows: tuple[Row, ...] = ()  # which cards are others
    problem: Problem | None = None  # why it cannot be compared

    @property
    def same(self) -> bool:
        """Whether it is as it was locked."""
        return self.problem is None and not self.rows


# --- writing -------------------------------------------------------------------------------------
def lock_of(event: Event, title: str) -> dict[str, Any]:
    """The lock of an event: every deck that is surely one player's."""
    return {
        "schema": SCHEMA,
        "event": title,
        "decks": [one_lock(event, at) for at in clear_decks(event)],
        "not_locked": not_clear(event),
    }


def one_lock(event: Event, at: int) -> dict[str, Any]:
    """One deck of the lock."""
    deck = event.decks[at]
    player = event.roster.players[deck.player]
    cards = [one._asdict() for one in deck.held]
    return {
        "player": player.name,
        "player_id": player.id,
        "table": player.table,
        "file": deck.report.file.replace("\\", "/").rpartition("/")[2],
        "game": deck.report.game,
        "hash": deck.digest,
        "cards": cards,
    }


# --- reading -------------------------------------------------------------------------------------
def read_lock(file: str) -> Lock:
    """The lock of a file. Raises BadInput with everything that is wrong with it,
    a hash that its cards do not have among it.
    """
    raw = read_bytes(file, _LIMIT, "a lock of decks")
    if not raw.strip():
        raise BadInput(
            [Problem(file, 1, 1, "lock", "", "this lock is empty", f'"schema": "{SCHEMA}"', "nothing")]
        )
    return _Reader(JsonText(file, decode(raw, file, ""))).read()


class _Reader:
    """Reads one lock; what is wrong gathers here."""

    def __init__(self, source: JsonText) -> None:
        self.source = source
        self.problems: list[Problem] = []
        self.games = [one.game for one in all_limits()]

    def read(self) -> Lock:
        """The lock, when nothing is wrong with it."""
        data = self.source.data
        if not isinstance(data, dict) or data.get("schema") != SCHEMA:
            found = str(data.get("schema", "no schema")) if isinstance(data, dict) else "no table"
            raise BadInput(
                [
                    Problem(
                        self.source.file,
                        *self.source.position(("schema",)),
                        "schema",
                        "",
                        "this is no lock of decks",
                        SCHEMA,
                        found,
                    )
                ]
            )
        top = self.table((), data, _TOP, ("not_locked",))
        decks = [self.deck(("decks", at), one) for at, one in enumerate(top["decks"])]
        if self.problems:
            raise BadInput(self.problems)
        return Lock(self.source.file, top["event"], tuple(decks))

    def table(
        self, path: KeyPath, value: object, keys: Mapping[str, type], more: Sequence[str] = ()
    ) -> dict[str, Any]:
        """The values of a table, each of its type; where one is not, an empty one with a problem."""
        if not isinstance(value, dict):
            self.problem(path, "wrong type", "a table", str(value)[:40])
            return {key: kind() for key, kind in keys.items()}
        for key in value:
            if key not in keys and key not in more:
                self.problem((*path, key), "unknown key", ", ".join(keys), key, nearest(key, keys))
        return {key: self.value((*path, key), value, kind) for key, kind in keys.items()}

    def value(self, path: KeyPath, table: dict[str, Any], kind: type) -> Any:
        """One value of a table."""
        key = str(path[-1])
        if key not in table:
            self.problem(path, f"{key} is missing", _WORDS[kind])
            return kind()
        if not isinstance(table[key], kind) or isinstance(table[key], bool):
            self.problem(path, "wrong type", _WORDS[kind], str(table[key])[:40])
            return kind()
        return table[key]

    def deck(self, path: KeyPath, value: object) -> Locked:
        """One deck; its cards must have the hash that it was locked by."""
        before = len(self.problems)
        row = self.table(path, value, _DECK)
        if row["game"] not in self.games and len(self.problems) == before:
            self.problem(
                (*path, "game"),
                f"there are no deck rules for {row['game']!r}",
                ", ".join(self.games),
                row["game"],
                nearest(row["game"], self.games),
            )
        held = tuple(
            Held(**self.table((*path, "cards", at), one, _CARD)) for at, one in enumerate(row["cards"])
        )
        if len(self.problems) == before and digest(row["game"], held) != row["hash"]:
            message = f"the lock of {row['player']}'s deck was changed: its cards have another hash"
            self.problem((*path, "hash"), message, digest(row["game"], held), row["hash"])
        return Locked(
            row["player"], row["player_id"], row["table"], row["file"], row["game"], row["hash"], held
        )

    def problem(
        self, path: KeyPath, message: str, expected: str = "", found: str = "", hint: str = ""
    ) -> None:
        """Notes what is wrong at a key."""
        self.problems.append(
            Problem(
                self.source.file,
                *self.source.position(path),
                key_text(path),
                "",
                message,
                expected,
                found,
                hint,
            )
        )


# --- comparing -----------------------------------------------------------------------------------
def against(lock: Lock, decks: Sequence[Entered], limits: dict[str, Limits]) -> Iterator[Against]:
    """Each deck beside that which its player had locked."""
    named, filed = Owners([one._replace(deck="") for one in lock.decks]), Owners(lock.decks)
    for deck in decks:
        owner = owner_of(named, deck.report)
        if owner.player < 0 and (
            deck.report.format == "ydk" or not (deck.report.player or deck.report.player_id)
        ):
            owner = filed.of(
                deck.report.file
            )  # a deck that says nothing is its file's; one that does may be in any file
        locked = lock.decks[owner.player] if owner.player >= 0 else None
        if not deck.readable:
            yield Against(deck, locked, (), why_unreadable(deck.report))
        elif locked is None:
            message = owner.message.replace("on the roster", "in the lock").replace("the roster", "the lock")
            yield Against(
                deck,
                None,
                (),
                Problem(
                    deck.report.file,
                    1,
                    1,
                    "player",
                    "",
                    message,
                    "a player of the lock",
                    owner.found,
                    owner.hint,
                ),
            )
        elif deck.report.game != locked.game:
            problem = Problem(
                deck.report.file,
                1,
                1,
                "game",
                "",
                "another game than was locked",
                locked.game,
                deck.report.game,
            )
            yield Against(deck, locked, (), problem)
        else:
            yield Against(
                deck,
                locked,
                tuple(changes(locked.held, deck.held, limits[locked.game]))
                if deck.digest != locked.hash
                else (),
            )


def not_there(lock: Lock, found: Sequence[Against]) -> list[Locked]:
    """The locked decks of which there is none among these."""
    seen = {id(one.locked) for one in found}
    return [one for one in lock.decks if id(one) not in seen]
