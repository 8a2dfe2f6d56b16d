"""The owners of decks: finds the player of a deck by the file that the roster names, by the name and number
in the deck, and where it has none by its file's name. Names are compared however they are written.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Protocol, TypeVar
from unicodedata import east_asian_width
from urllib.parse import unquote

from judge.decks.speech import joined, phrased
from judge.errors import nearest
from judge.text.folded_words import fold
from judge.text.rows import NamedTuple

# --- names and numbers of players, as they are compared and sorted -------------------------------------
_WORDS: Final = re.compile(r"[^\W_]+")
_PARTS: Final = re.compile(r"(\d+)")
# Words that people add to the name of a deck's file, and that do not name a player.
_ADDED: Final = re.compile(
    r"deck|decks|decklist|list|liste|final|finale|new|nouveau|copy|copie|bis|updated|v?\d{1,3}"
)


def surname(player: str) -> str:
    """The last name: what stands before a comma, what is in capitals, or the last word."""
    first, comma, _ = player.partition(",")
    names = first.split()
    loud = [name for name in names if len(name) > 1 and name.isupper()]
    if loud and len(loud) < len(names):
        return " ".join(loud)
    return " ".join(names) if comma else " ".join(names[-1:])


def name_key(name: str) -> tuple[str, ...]:
    """The words of a name, in whatever order they are written: "Example, Ann" is "Ann Example". Scripts that
    have no blanks between words are joined: "李+小龙" is "李小龙".
    """
    return name_keys(name)[0]


def name_keys(name: str) -> list[tuple[str, ...]]:
    """The keys under which a name is looked up. A name in a script without blanks has two: family name first,
    and given name first, since a form with two fields may have either order.
    """
    words = _WORDS.findall(fold(unquote(name)))
    wide = [word for word in words if _is_wide(word)]
    rest = [word for word in words if not _is_wide(word)]
    joined = dict.fromkeys(("".join(wide), "".join(wide[1:] + wide[:1]))) if wide else {}
    return [tuple(sorted((spelling, *rest))) for spelling in joined] or [tuple(sorted(rest))]


def _is_wide(word: str) -> bool:
    """Whether a word is of a script that has no blanks between words."""
    return all(east_asian_width(letter) == "W" for letter in word)


def id_key(id_: str) -> str:
    """A player's number without what spreadsheets drop or people put in: blanks, hyphens, leading zeros."""
    plain = "".join(_WORDS.findall(fold(id_)))
    return plain.lstrip("0") or plain if plain.isdecimal() else plain


def table_name(text: str) -> str:
    """A table as it is told: numbers without leading zeros."""
    plain = " ".join(text.split())
    return str(int(plain)) if plain.isdecimal() and len(plain) < 10 else plain


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """What sorts texts as people do: table 2 before table 10, whatever the case."""
    parts = (word for word in _PARTS.split(fold(text)) if word)
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts)


def stem_words(file: str) -> list[str]:
    """The words of a file's name without its ending."""
    name = re.split(r"[\\/]", file)[-1]
    stem = unquote(name.rpartition(".")[0] or name)
    return _WORDS.findall(fold(stem))


# --- whose deck it is ----------------------------------------------------------------------------------
Key = TypeVar("Key")
_BY_FILE = "whose.by-file"
_BY_NUMBER = "whose.by-number"
HINTS = 100  # of an event: a search for the nearest of thousands of names takes longer than all the rest


class Hints:
    """Finds the nearest name to a wrong one, for the first HINTS wrong names of an event."""

    def __init__(self) -> None:
        self.asked = 0

    def near(self, name: str, known: Iterable[str]) -> str:
        """The name most like this one; "" for none, and once there were hints enough."""
        self.asked += bool(name)
        return nearest(name, known) if name and self.asked <= HINTS else ""


_SURE = 4  # characters that a number in a file's name must have to be taken for a player's


class Known(Protocol):
    """A player whose deck is looked for."""

    @property
    def name(self) -> str:
        """The whole name."""

    @property
    def id(self) -> str:
        """The player's number; "" when it is not known."""

    @property
    def deck(self) -> str:
        """The file that is said to hold the deck; "" when none is."""


class Owner(NamedTuple):
    """The player of a deck, or why the player is not known."""

    player: int = -1  # which of the players; -1 for none
    # what is to be told: stranger, whose (it may be several players'), differs (a name or number is another)
    kind: str = ""
    message: str = ""
    expected: str = ""
    found: str = ""
    hint: str = ""
    among: tuple[int, ...] = ()  # the players of whom it may be any


class Said(NamedTuple):
    """What a deck says of its player."""

    name: str
    id: str

    @property
    def both(self) -> str:
        """Name and number, as far as they are said."""
        return ", ".join(filter(None, self))


class Owners:
    """Every player by what a deck may tell of them."""

    def __init__(self, players: Sequence[Known]) -> None:
        self.players = players
        self.hints = Hints()
        self.ids = _by(players, lambda player: [id_key(player.id)] if player.id else [])
        self.names = _by(players, lambda player: name_keys(player.name))
        self.files = _by(players, lambda player: [fold(player.deck)] if player.deck else [])

    def of(self, file: str, player: str = "", player_id: str = "", maker: bool = False) -> Owner:
        """The owner of a deck, by its file and by the player whom it names. A deck that names its `maker`
        may name a program: that name counts only where the roster has it.
        """
        claim = Said("" if maker and not self.called(player) else player, player_id)
        by_file = next(
            (found for spelling in spellings(file) if (found := self.files.get(fold(spelling)))), []
        )
        by_id = self.ids.get(id_key(claim.id), []) if claim.id else []
        by_name = self.called(claim.name) if claim.name else []
        if by_file:
            return self._agreed(
                by_file[0], claim, by_name, self._others(by_file[0], by_id, by_name), _BY_FILE
            )
        if by_id:
            return self._agreed(by_id[0], claim, by_name, self._others(by_id[0], [], by_name), _BY_NUMBER)
        if by_name:
            numbered = set(_runs(stem_words(file), self.ids))
            return self._named([at for at in by_name if at in numbered] or by_name, claim)
        return self._nobody(claim) if claim.both else self._by_stem(file)

    def called(self, name: str) -> list[int]:
        """The players of a name, in whatever order its words stand."""
        return list(dict.fromkeys(at for key in name_keys(name) for at in self.names.get(key, ())))

    def _others(self, at: int, by_id: list[int], by_name: list[int]) -> list[int]:
        """The other players of the roster whom a deck names than the one whose it seems to be."""
        return [] if at in by_name else [other for other in (*by_id, *by_name) if other != at]

    def _agreed(
        self, at: int, player: Said, by_name: list[int], others: Sequence[int] = (), why: str = _BY_FILE
    ) -> Owner:
        """The player at `at`, unless the deck also names another one of the roster; `why` is the phrase that
        says why the deck seems to be this player's.
        """
        claim = self.players[at]
        if others:
            message = phrased(why, player=claim.name, other=self.players[others[0]].name)
            return Owner(-1, "whose", message, phrased("whose.one"), player.both, among=(at, *others))
        if player.name and not by_name:
            message = phrased("whose.other-name", player=claim.name)
            return Owner(at, "differs", message, claim.name, player.name)
        if player.id and claim.id and id_key(player.id) != id_key(claim.id):
            message = phrased("whose.other-number", player=claim.name)
            return Owner(at, "differs", message, claim.id, player.id)
        return Owner(at)

    def _named(self, by_name: list[int], actual: Said) -> Owner:
        """The player of a name, where there is only one."""
        if len(by_name) > 1:
            ids = joined("join.or", [self.players[at].id for at in by_name])
            message = phrased("whose.namesakes", number=len(by_name), name=actual.name)
            expected = phrased("whose.player-id", ids=ids)
            claim = actual.id or phrased("bound.none")
            return Owner(-1, "whose", message, expected, claim, among=tuple(by_name))
        return self._agreed(by_name[0], actual, by_name)

    def _nobody(self, claim: Said) -> Owner:
        """A player whom the roster does not have."""
        near = self._near(claim.name)
        message = phrased("whose.stranger", player=claim.both)
        return Owner(-1, "stranger", message, phrased("whose.of-roster"), "", near)

    def _near(self, name: str) -> str:
        """The player most like a name."""
        return self.hints.near(name, (player.name for player in self.players))

    def _by_stem(self, file: str) -> Owner:
        """The player whose name or number is in the file's name."""
        words = stem_words(file)
        plain = " ".join(word for word in words if not _ADDED.fullmatch(word) and not word.isdecimal())
        candidates = self._meant(words, plain)
        if len(candidates) == 1:
            return Owner(candidates[0])
        if candidates:
            told = [f"{self.players[at].name} ({self.players[at].id})" for at in candidates]
            expected = joined("join.or", told)
            return Owner(-1, "whose", phrased("whose.several"), expected, among=tuple(candidates))
        near = self._near(plain)
        return Owner(-1, "stranger", phrased("whose.unsaid"), phrased("whose.of-roster"), "", near)

    def _meant(self, words: Sequence[str], plain: str) -> list[int]:
        """The players whom the words of a file's name may mean: by name and number, by name, by number."""
        numbered = set(_runs(words, self.ids))
        named = self.called(" ".join(words)) or self.called(plain)
        both = [at for at in named if at in numbered]
        return both or named or sorted(at for at in numbered if self._told_by_number(at, words))

    def _told_by_number(self, at: int, words: Sequence[str]) -> bool:
        """Whether a number in a file's name is surely a player's. A short one may number anything."""
        key = id_key(self.players[at].id)
        return len(key) >= _SURE or id_key(" ".join(words)) == key


def _by(players: Iterable[Known], keys: Callable[[Known], Sequence[Key]]) -> dict[Key, list[int]]:
    index: dict[Key, list[int]] = {}
    for at, player in enumerate(players):
        for key in keys(player):
            index.setdefault(key, []).append(at)
    return index


def _runs(words: Sequence[str], ids: dict[str, list[int]]) -> Iterator[int]:
    """Players whose number some of the words are, one behind the other."""
    for start in range(len(words)):
        for end in range(start + 1, len(words) + 1):
            yield from ids.get(id_key(" ".join(words[start:end])), ())


def spellings(file: str) -> Iterator[str]:
    """Every way in which a roster may name a file: by its path, the end of it, its name, its name without an
    ending.
    """
    parts = os.path.normpath(file).replace(os.sep, "/").split("/")
    yield from ("/".join(parts[start:]) for start in range(len(parts)))
    yield parts[-1].rpartition(".")[0] or parts[-1]
