"""Origin of a pause: which release of judge saved it, by which rulebook, and whether it is still as it was
saved.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Final

from judge.engine.kernel.book import Book
from judge.errors import Problem
from judge.release import VERSION
from judge.rulebook.checked import content_of, files_of
from judge.rulebook.shelf import FILES
from judge.text.plain import Fields
from judge.text.source import Source

SAVED: Final = "saved"
KEYS: Final = ("judge", "rulebook", "position")  # under `saved`
NOTE: Final = "note"


def origin_of(book: Book, data: Mapping[str, object]) -> dict[str, str]:
    """What a fixture that is about to be saved states about its origin under `pause.saved`."""
    return {"judge": VERSION, "rulebook": play_key(book), "position": position_key(data)}


def play_key(book: Book) -> str:
    """The hash of what a game is played by: the rulebook's tables, its versions, and its overlays. Articles,
    decks and printed words are left out, because changing a word there changes no position.
    """
    return play_key_of(book.folder, book.overlays)


def play_key_of(folder: str, overlays: tuple[str, ...]) -> str:
    """The hash of a rulebook's folder and its overlays."""
    hashed = blake2b(digest_size=16)
    for what, path in files_of(folder, overlays):
        if (what in FILES or what.partition(" ")[0] in ("version", "overlay")) and path.exists():
            content = content_of(Path(path))
            hashed.update(f"{what} {len(content)}\n".encode())
            hashed.update(content)
    return hashed.hexdigest()


def position_key(data: Fields) -> str:
    """The hash of a saved position and its cards, as they are written."""
    pause = {key: value for key, value in data["pause"].items() if key != SAVED}
    text = json.dumps([pause, data.get("cards", {})], sort_keys=True, default=str)
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def check_origin(source: Source, book: Book, saved: object) -> Iterator[Problem]:
    """Checks that a pause states its origin and that this rulebook saved it: under other rules it is another
    position.
    """
    place = ["pause", SAVED]
    if not isinstance(saved, Mapping):
        expected = "[pause.saved], which `judge run --save` writes"
        yield source.problem(place, "this pause does not say what saved it", expected=expected)
        return
    for key in KEYS:
        if not isinstance(saved.get(key), str):
            yield source.problem([*place, key], f"[pause.saved] needs the key {key!r}", expected="text")
    for key in saved.keys() - set(KEYS):
        yield source.problem([*place, key], f"[pause.saved] has no key {key!r}", expected=", ".join(KEYS))
    if isinstance(saved.get("rulebook"), str) and saved["rulebook"] != play_key(book):
        yield source.problem(
            [*place, "rulebook"], other_rules(book), expected=play_key(book), found=saved["rulebook"]
        )


def other_rules(book: Book) -> str:
    """The message that a pause was saved under other rules, and what to do."""
    overlays = ", ".join(Path(one).name for one in book.overlays)
    under = (
        f"{book.id} with {overlays} laid over it" if overlays else f"the rules of {book.id} as they are now"
    )
    return (
        f"this pause was not saved under {under}: run the fixture that it came from once more and save it"
        " anew, or give the rulebook and the overlays that it was saved under"
    )


def notes_on(source: Source, saved: Mapping[str, str]) -> Iterator[Problem]:
    """The remarks for readers of a ruling from a pause: another release saved it, or it was changed since."""
    if saved["judge"] != VERSION:
        message = f"this pause was saved by judge {saved['judge']}; what follows is played by {VERSION}"
        yield source.problem(["pause", SAVED, "judge"], message)._replace(severity=NOTE)
    if is_changed(source.data):
        message = "this pause was changed since it was saved; what it says has been checked and is played"
        yield source.problem(["pause"], message)._replace(severity=NOTE)


def is_changed(data: Fields) -> bool:
    """Has a pause been changed since it was saved? Then a failure to play it need not be a bug of ours."""
    saved = data["pause"].get(SAVED)
    return not isinstance(saved, Mapping) or saved.get("position") != position_key(data)
