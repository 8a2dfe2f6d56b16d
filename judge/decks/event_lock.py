"""Locks: a lock file holds the hash and the cards of every deck of an event, so that a deck that is played
later can be compared with the one that was handed in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from judge.decks.comparison import Held, Row, changes, digest
from judge.decks.event import Entered, Event, clear_decks, not_clear
from judge.decks.event_owners import Owner, Owners
from judge.decks.event_submissions import owner_of, why_unreadable
from judge.decks.formats.data_tables import JsonText
from judge.decks.formats.encodings import decode
from judge.decks.limits import Limits, all_limits
from judge.decks.report import Report
from judge.decks.speech import phrased
from judge.errors import BadInput, Problem, nearest
from judge.text.plain import Json
from judge.text.rows import NamedTuple
from judge.text.said import Said
from judge.text.source import KeyPath, key_text, read_bytes

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
_OF_LOCK: Final = {  # phrases about a roster, and the same about a lock
    "whose.by-file": "lock.by-file",
    "whose.stranger": "lock.stranger",
    "whose.unsaid": "lock.unsaid",
}
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
    locked: Locked | None  # None: it is not known whose it is, or no deck of that player was locked
    rows: tuple[Row, ...] = ()  # the cards that differ
    problem: Problem | None = None  # why it cannot be compared

    @property
    def same(self) -> bool:
        """Whether it is as it was locked."""
        return self.problem is None and not self.rows


# --- writing -------------------------------------------------------------------------------------
def lock_of(event: Event, title: str) -> dict[str, object]:
    """The lock of an event: every deck that is surely one player's."""
    return {
        "schema": SCHEMA,
        "event": title,
        "decks": [one_lock(event, at) for at in clear_decks(event)],
        "not_locked": not_clear(event),
    }


def one_lock(event: Event, at: int) -> dict[str, object]:
    """One deck of the lock."""
    deck = event.decks[at]
    player = event.roster.players[deck.player]
    cards = [card._asdict() for card in deck.held]
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
    """The lock in a file. Raises BadInput with everything that is wrong with it, also where a deck's hash is
    not that of its cards.
    """
    raw = read_bytes(file, _LIMIT, "a lock of decks")
    if not raw.strip():
        expected = f'"schema": "{SCHEMA}"'
        raise BadInput([Problem(file, 1, 1, "lock", "", "this lock is empty", expected, "nothing")])
    return _Reader(JsonText(file, decode(raw, file, ""))).read()


class _Reader:
    """Reads one lock and gathers its problems."""

    def __init__(self, source: JsonText) -> None:
        self.source = source
        self.problems: list[Problem] = []
        self.games = [limit.game for limit in all_limits()]

    def read(self) -> Lock:
        """The lock, when nothing is wrong with it."""
        top = self.table((), self.locked(), _TOP, ("not_locked",))
        decks = [self.deck(("decks", at), row) for at, row in enumerate(top["decks"])]
        if self.problems:
            raise BadInput(self.problems)
        return Lock(self.source.file, top["event"], tuple(decks))

    def locked(self) -> dict[str, object]:
        """The file's table. Raises BadInput when it is no lock's."""
        data = self.source.data
        if isinstance(data, dict) and data.get("schema") == SCHEMA:
            return data
        actual = str(data.get("schema", "no schema")) if isinstance(data, dict) else "no table"
        self.problem(("schema",), "this is no lock of decks", SCHEMA, actual)
        raise BadInput(self.problems)

    def table(
        self, path: KeyPath, value: object, keys: Mapping[str, type], more: Sequence[str] = ()
    ) -> dict[str, Json]:
        """The values of a table, each of its type; where one is not, an empty one with a problem."""
        if not isinstance(value, dict):
            self.problem(path, "wrong type", "a table", str(value)[:40])
            return {key: kind() for key, kind in keys.items()}
        for key in value:
            if key not in keys and key not in more:
                self.problem((*path, key), "unknown key", ", ".join(keys), key, nearest(key, keys))
        return {key: self.value((*path, key), value, kind) for key, kind in keys.items()}

    def value(self, path: KeyPath, table: dict[str, object], kind: type) -> object:
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
        game = row["game"]
        if game not in self.games and len(self.problems) == before:
            message, near = f"there are no deck rules for {game!r}", nearest(game, self.games)
            self.problem((*path, "game"), message, ", ".join(self.games), game, near)
        cards = (self.table((*path, "cards", at), entry, _CARD) for at, entry in enumerate(row["cards"]))
        held = tuple(Held(**card) for card in cards)
        if len(self.problems) == before and digest(game, held) != row["hash"]:
            message = f"the lock of {row['player']}'s deck was changed: its cards have another hash"
            self.problem((*path, "hash"), message, digest(game, held), row["hash"])
        player, number = row["player"], row["player_id"]
        return Locked(player, number, row["table"], row["file"], game, row["hash"], held)

    def problem(
        self, path: KeyPath, message: str, expected: str = "", found: str = "", hint: str = ""
    ) -> None:
        """Notes what is wrong at a key."""
        place = self.source.position(path)
        told = (message, expected, found, hint)
        self.problems.append(Problem(self.source.file, *place, key_text(path), "", *told))


# --- comparing -----------------------------------------------------------------------------------
def against(lock: Lock, decks: Sequence[Entered], limits: dict[str, Limits]) -> Iterator[Against]:
    """Each deck beside that which its player had locked."""
    named, filed = Owners([locked._replace(deck="") for locked in lock.decks]), Owners(lock.decks)
    for deck in decks:
        owner = owner_of(named, deck.report)
        if owner.player < 0 and not says_whose(deck.report):
            owner = filed.of(deck.report.file)
        yield beside(deck, lock.decks[owner.player] if owner.player >= 0 else None, owner, limits)


def says_whose(report: Report) -> bool:
    """Whether a deck names its player. Only a deck that does not is looked up by its file's name."""
    return report.format != "ydk" and bool(report.player or report.player_id)


def beside(deck: Entered, locked: Locked | None, owner: Owner, limits: dict[str, Limits]) -> Against:
    """A deck beside the one that its owner had locked: the cards that differ, or why they cannot be
    compared.
    """
    if not deck.readable:
        return Against(deck, locked, (), why_unreadable(deck.report))
    file, game = deck.report.file, deck.report.game
    if locked is None:
        told = (of_lock(owner.message), phrased("lock.of-lock"), owner.found, owner.hint)
        return Against(deck, None, (), Problem(file, 1, 1, "player", "", *told))
    if game != locked.game:
        problem = Problem(file, 1, 1, "game", "", phrased("lock.other-game"), locked.game, game)
        return Against(deck, locked, (), problem)
    same = deck.digest == locked.hash
    return Against(deck, locked, () if same else tuple(changes(locked.held, deck.held, limits[game])))


def of_lock(message: str) -> str:
    """A message about a roster, as it reads about a lock."""
    key = _OF_LOCK.get(message.key, "") if isinstance(message, Said) else ""
    return phrased(key, **message.values) if isinstance(message, Said) and key else message


def not_there(lock: Lock, compared: Sequence[Against]) -> list[Locked]:
    """The locked decks that none of these decks is compared with."""
    seen = {id(row.locked) for row in compared}
    return [deck for deck in lock.decks if id(deck) not in seen]
