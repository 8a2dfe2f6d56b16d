"""Results of rulings, cached so that `judge test` plays only those again that may have changed.

It lies where checked rulebooks do (`judge.rulebook.checked`), in a folder of its own, a file for each state
of a rulebook and of judge itself; in it every ruling stands under the hash of its fixture's bytes. What
cannot be read, or was damaged, is played again; nothing is lost by deleting it.
"""

from __future__ import annotations

import functools
import json
import re
import sys
from hashlib import blake2b
from pathlib import Path
from typing import Final

from judge.errors import BadInput
from judge.release import VERSION
from judge.rulebook.checked import cache_folder, content_key, keep, kept_in
from judge.rulebook.shelf import find, named
from judge.suite.found import Found
from judge.suite.played import Claimed, FactFound, Failure, Played, Playing, ReadingFound
from judge.text.plain import Json
from judge.text.rows import NamedTuple
from judge.text.source import read_bytes

FORM: Final = 1  # of what is kept
FOLDER: Final = "rulings"
FILES: Final = 20  # kept: who writes a rulebook leaves one behind with every change
RULINGS: Final = 20_000  # kept of one state of a rulebook, those asked for last
TRIES: Final = 3  # to write: processes that play parts of a suite end together
KEPT: Final = ("holds", "fails", "undecided")  # what could not be played names its file, and is soon told
_GAME: Final = re.compile(rb"^game[ \t]*=[ \t]*(?:\"([^\"\\\r\n]+)\"|'([^'\r\n]+)')", re.MULTILINE)
_PARTS: Final = {"failures": Failure, "claims": Claimed, "facts": FactFound, "readings": ReadingFound}
_TEXTS: Final = ("decides", "acts", "behind", "questions")


class Place(NamedTuple):
    """The key of a ruling in the cache: its game, the file for the state of the rulebook, the hash of the
    fixture.
    """

    game: str
    key: str
    digest: str


class Cache:
    """The cached results of rulings that are played in one way."""

    def __init__(self, playing: Playing) -> None:
        self.playing = playing
        self.kept: dict[str, dict[str, Json]] = {}  # by the key of a rulebook's state, then by digest
        self.new: set[str] = set()
        self.places: dict[Found, Place] = {}

    def find(self, ruling: Found) -> Played | None:
        """The cached result of a ruling; None where there is none."""
        place = self.place(ruling)
        if place is None:
            return None
        self.places[ruling] = place
        rulings = self.rulings(place.key)
        entry = rulings.pop(place.digest, None)
        played = restored(ruling, entry)
        if played is not None:
            rulings[place.digest] = entry  # asked for last
        return played

    def put(self, ruling: Found, played: Played) -> None:
        """Caches the result of a ruling, where its file and its rulebook are all that it depends on."""
        place = self.places.get(ruling)
        if place is None or played.result not in KEPT or outside(played):
            return
        if played.game != place.game and not self.playing.rulebook:
            return  # the line was not the one that names the game
        self.rulings(place.key)[place.digest] = packed(played)
        self.new.add(place.key)

    def save(self) -> None:
        """Writes the new results."""
        for key in sorted(self.new):
            for _ in range(TRIES):
                rulings = {**read_rulings(key), **self.kept[key]}  # somebody else may have written in between
                keep(path_of(key), {"rulings": dict(list(rulings.items())[-RULINGS:])}, FILES)
                if self.kept[key].keys() <= read_rulings(key).keys():
                    break  # nobody has written in the same moment

    def place(self, ruling: Found) -> Place | None:
        """The key of a ruling; None where it cannot be determined."""
        try:
            text = read_bytes(ruling.path)
        except BadInput:
            return None
        game = _GAME.search(text)
        name = (game[1] or game[2]).decode("utf-8", "replace") if game else ""
        key = key_of(name, self.playing) if name else ""
        return Place(name, key, blake2b(text, digest_size=20).hexdigest()) if key else None

    def rulings(self, key: str) -> dict[str, Json]:
        """The cached results for a state of a rulebook, by the hashes of fixtures."""
        if key not in self.kept:
            self.kept[key] = read_rulings(key)
        return self.kept[key]


class NoCache(Cache):
    """A cache that keeps nothing."""

    def find(self, ruling: Found) -> Played | None:
        """None."""
        return None


@functools.lru_cache(maxsize=64)
def key_of(game: str, playing: Playing) -> str:
    """The hash of a rulebook's state and of all else that rulings by it depend on; "" where there is no
    rulebook, or Python takes part that is not in this package.
    """
    if playing.modules:
        return ""
    try:
        folder = str(find(playing.rulebook) if playing.rulebook else named(game))
        return content_key(
            folder, playing.overlays, repr((FORM, mark_of_code(), playing.readings, playing.page))
        )
    except (BadInput, OSError):
        return ""


@functools.cache
def mark_of_code() -> str:
    """The hash of the package's own code."""
    package = Path(__file__).parent.parent
    hashed = blake2b(f"{VERSION} {sys.version_info[:2]}".encode(), digest_size=20)
    for path in sorted(package.rglob("*")):
        if path.suffix in (".py", ".toml"):
            content = path.read_bytes()
            hashed.update(f"{path.relative_to(package)} {len(content)}\n".encode())
            hashed.update(content)
        elif path.suffix in (".so", ".pyd"):  # compiled from them
            hashed.update(f"{path.relative_to(package)} {path.stat().st_size}\n".encode())
    return hashed.hexdigest()


def path_of(key: str) -> Path:
    """The file of a state of a rulebook."""
    return cache_folder() / FOLDER / f"{key}.json"


def read_rulings(key: str) -> dict[str, Json]:
    """The content of a cache file; empty where it is missing, of another form, or damaged."""
    rulings = (kept_in(path_of(key), key) or {}).get("rulings", {})
    return rulings if isinstance(rulings, dict) else {}


def outside(played: Played) -> bool:
    """Does the result depend on more than the ruling's file, or name its path?"""
    return bool(played.problems or played.notes or played.borrows)


def packed(played: Played) -> list[str]:
    """A result as it is cached: its text, and the hash of that."""
    data = {key: value for key, value in played._asdict().items() if key not in ("id", "path")}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return [digest_of(text), text]


def digest_of(text: str) -> str:
    """The hash by which a damaged entry is noticed."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def restored(ruling: Found, entry: Json) -> Played | None:
    """The result of a cached entry; None where it is damaged."""
    try:
        digest, text = entry
        if digest != digest_of(text):
            return None
        data = json.loads(text)
        for key, kind in _PARTS.items():
            data[key] = tuple(kind(*row) for row in data[key])
        data.update({key: tuple(data[key]) for key in _TEXTS})
        return Played(*ruling, **{**data, "problems": (), "notes": ()})
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
