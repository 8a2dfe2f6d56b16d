"""Whose deck is it? By what the roster says of the file, by what the deck says,
and where it says nothing by its file's name.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol, TypeVar

from judge.decks.event_names import id_key, is_added, name_key, stem_words
from judge.errors import nearest
from judge.folding import fold

Key = TypeVar("Key")
_SURE = 4  # signs of a number that says whose deck a file is


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
    """Whose deck it is, or why that cannot be said."""

    player: int = -1  # which of the players; -1 for none
    # what is to be told: stranger, whose (it may be several players'), differs (a name or number is another)
    kind: str = ""
    message: str = ""
    expected: str = ""
    found: str = ""
    hint: str = ""


class Owners:
    """Every player by what a deck may tell of them."""

    def __init__(self, players: Sequence[Known]) -> None:
        self.players = players
        self.ids = _by(players, lambda one: id_key(one.id) if one.id else None)
        self.names = _by(players, lambda one: name_key(one.name))
        self.files = _by(players, lambda one: fold(one.deck) if one.deck else None)

    def of(self, file: str, player: str = "", player_id: str = "", maker: bool = False) -> Owner:
        """Whose deck a file's is, which says that it is this player's;
        of a `maker`, who may be a program, only a name of the roster counts.
        """
        if maker and name_key(player) not in self.names:
            player = ""
        by_file = next((found for one in spellings(file) if (found := self.files.get(fold(one)))), [])
        by_id = self.ids.get(id_key(player_id), []) if player_id else []
        by_name = self.names.get(name_key(player), []) if player else []
        if by_file:
            return self._agreed(
                by_file[0], by_id, by_name, player, player_id, "the roster gives this file to"
            )
        if by_id:
            return self._agreed(by_id[0], [], by_name, player, player_id, "its number is that of")
        if by_name:
            numbered = set(_runs(stem_words(file), self.ids))
            return self._named([at for at in by_name if at in numbered] or by_name, player, player_id)
        if player or player_id:
            return self._nobody(player, player_id)
        return self._by_stem(file)

    def _agreed(
        self, at: int, by_id: list[int], by_name: list[int], player: str, player_id: str, why: str
    ) -> Owner:
        """The player, unless the deck names another one of the roster."""
        one = self.players[at]
        others = [other for other in (*by_id, *by_name) if other != at]
        if others and at not in by_name:
            told = f"{why} {one.name}, and it says that it is {self.players[others[0]].name}'s"
            return Owner(
                -1,
                "whose",
                told,
                "one player's name and number",
                ", ".join(filter(None, (player, player_id))),
            )
        if player and not by_name:
            return Owner(at, "differs", f"this deck of {one.name} has another name on it", one.name, player)
        if player_id and one.id and id_key(player_id) != id_key(one.id):
            return Owner(
                at, "differs", f"this deck of {one.name} has another number on it", one.id, player_id
            )
        return Owner(at)

    def _named(self, by_name: list[int], player: str, player_id: str) -> Owner:
        if len(by_name) > 1:
            ids = " or ".join(self.players[at].id for at in by_name)
            return Owner(
                -1,
                "whose",
                f"{len(by_name)} players are called {player}: whose deck is it?",
                f"a player ID: {ids}",
                player_id or "none",
            )
        return self._agreed(by_name[0], [], by_name, player, player_id, "")

    def _nobody(self, player: str, player_id: str) -> Owner:
        said = ", ".join(filter(None, (player, player_id)))
        near = nearest(player, [one.name for one in self.players]) if player else ""
        return Owner(-1, "stranger", f"{said} is not on the roster", "a player of the roster", "", near)

    def _by_stem(self, file: str) -> Owner:
        """Whose name or number the file's name is, whatever else says nothing in it."""
        words = stem_words(file)
        plain = [one for one in words if not is_added(one) and not one.isdecimal()]
        numbered = set(_runs(words, self.ids))
        named = self.names.get(name_key(" ".join(words))) or self.names.get(name_key(" ".join(plain)), [])
        found = (
            [at for at in named if at in numbered]
            or named
            or sorted(at for at in numbered if self._told_by_number(at, words))
        )
        if len(found) == 1:
            return Owner(found[0])
        if found:
            told = " or ".join(f"{self.players[at].name} ({self.players[at].id})" for at in found)
            return Owner(
                -1, "whose", "it does not say whose deck it is, and its file may be several players'", told
            )
        near = nearest(" ".join(plain), [one.name for one in self.players])
        message = "it does not say whose deck it is, and its file has the name of nobody on the roster"
        return Owner(-1, "stranger", message, "a player of the roster", "", near)

    def _told_by_number(self, at: int, words: Sequence[str]) -> bool:
        """Whether a number in a file's name is surely a player's: a short one may number anything."""
        key = id_key(self.players[at].id)
        return len(key) >= _SURE or id_key(" ".join(words)) == key


def _by(players: Iterable[Known], key: Callable[[Known], Key | None]) -> dict[Key, list[int]]:
    found: dict[Key, list[int]] = {}
    for at, one in enumerate(players):
        if (said := key(one)) is not None:
            found.setdefault(said, []).append(at)
    return found


def _runs(words: Sequence[str], ids: dict[str, list[int]]) -> Iterator[int]:
    """Players whose number some of the words are, one behind the other."""
    for start in range(len(words)):
        for end in range(start + 1, len(words) + 1):
            yield from ids.get(id_key(" ".join(words[start:end])), ())


def spellings(file: str) -> Iterator[str]:
    """A file as a roster may give it: its path, the end of it, its name, its name without an ending."""
    parts = os.path.normpath(file).replace(os.sep, "/").split("/")
    yield from ("/".join(parts[start:]) for start in range(len(parts)))
    yield parts[-1].rpartition(".")[0] or parts[-1]
