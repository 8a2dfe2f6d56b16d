"""Checked rulebooks: tables that have passed the door, kept so that a rulebook is checked only once.

They are kept as JSON under the hash of every file that was read. They are made again whenever the file is
missing, unreadable or does not fit; nothing is lost by deleting it. It lies in $JUDGE_CACHE, otherwise in
this user's cache folder; the shipped rulebooks bring theirs along when judge is installed.
"""

from __future__ import annotations

import functools
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from judge.errors import BadInput
from judge.release import VERSION
from judge.rulebook.shelf import FILES, allows, is_shipped, overlays_of, rulebooks_folder
from judge.text.plain import Json
from judge.text.rows import NamedTuple
from judge.text.source import read_bytes

try:  # the same without what `hashlib` loads for the others, which takes longer than a rulebook
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

if TYPE_CHECKING:
    from judge.tables.card_data import CardTables
    from judge.tables.decks import DeckTables, Editions
    from judge.tables.overlays import Change
    from judge.tables.rulebook import Tables

Made = TypeVar("Made")  # what is kept, as JSON has it

KEPT = "checked.json"  # beside a shipped rulebook
MANY = 40  # files in the cache: who writes a rulebook leaves one behind with every change
# what is kept goes by hashes; the rest is not ours
_OURS = re.compile(r"(?:articles-|phrases-)?[0-9a-f]{40}\.json")
# Where they are set such files may lie elsewhere.
_MOVING = ("XDG_CACHE_HOME", "ANDROID_DATA", "ANDROID_ROOT")
LARGEST = 512_000_000  # bytes of what is kept
OVERLAY = "overlay"  # what a file of changes is there for
UNREAD = b"\xff"  # no text at all
# What is checked hangs on what these declare.
CHECKING = ("tables", "grammar", "reading", "rulebook", "engine", "games")
BESIDE = ("articles", "deck", "cards", "editions", "known")
# Of which there may be files in each language.
SPOKEN = ("phrases", "articles", "readings", "deck", "terms", "text")


class Checked(NamedTuple):
    """The tables of a rulebook, their defaults filled in, what is worked out from them once,
    and the changes of its versions and of overlays laid over it.
    """

    tables: Tables
    asks: dict[str, list[str]]  # by table, the words by which it asks of what was
    versions: dict[str, list[Change]]
    overlays: list[Change]
    deck: DeckTables | None
    cards: CardTables | None
    editions: Editions | None


@functools.lru_cache(maxsize=32)
def load_checked(folder: str, overlays: tuple[str, ...] = (), modules: tuple[str, ...] = ()) -> Checked:
    """The tables of a rulebook. Raises BadInput with every fault of it and of the overlays.

    `modules` are the Python modules that a rulebook which is not shipped may bring, beside those of judge's
    own games.
    """
    key = content_key(folder, overlays)
    kept = find_kept(folder, key)
    if kept is None or not runs(folder, kept.tables["module"], modules):
        return make(folder, overlays, modules, key)
    return kept


def runs(folder: str, module: str, modules: tuple[str, ...]) -> bool:
    """May a rulebook run its module, and can Python find that? It may have gone since it was kept."""
    if module not in modules:  # one of judge's own is there
        return allows(folder, module, modules)
    from importlib.util import find_spec

    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # the package around it
        return False


def make(folder: str, overlays: tuple[str, ...], modules: tuple[str, ...], key: str) -> Checked:
    """Checks the tables now and keeps them. Raises BadInput with every fault."""
    from judge.rulebook.lint import lint
    from judge.rulebook.lint.unfilled import filled_tables

    problems = lint(folder, overlays, modules)
    if problems:
        raise BadInput(problems)
    data = filled_tables(folder, overlays)
    keep(cache_folder() / f"{key}.json", data)
    return Checked(**data)


def files_of(folder: str, overlays: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    """Every file on which the kept tables depend, in a fixed order, each with its role."""
    for name in (*FILES, *BESIDE):
        yield name, Path(folder, f"{name}.toml")
    for kind in SPOKEN:
        for path in sorted(Path(folder).glob(f"{kind}.*.toml")):
            yield path.stem, path
    for name, path in overlays_of(folder).items():
        yield f"version {name}", path
    for overlay in overlays:
        yield OVERLAY, Path(overlay)


def content_key(folder: str, overlays: tuple[str, ...], mark: str = "") -> str:
    """The hash of everything on which kept tables depend: every file with its name, and the code that checks
    them (`mark`).
    """
    hashed = blake2b((mark or code_mark()).encode(), digest_size=20)
    for what, path in files_of(folder, overlays):
        if path.exists():
            content = content_of(path)
            hashed.update(f"{what} {len(content)}\n".encode())
            hashed.update(content)
        elif what == OVERLAY:  # which was asked for: what is kept without it is of something else
            hashed.update(f"{what} is not there\n".encode())
    return hashed.hexdigest()


def content_of(path: Path) -> bytes:
    """The content of a file. For one that cannot be read or is too large, content that no table has; the
    fault is told where the file is used.
    """
    try:
        return read_bytes(str(path))
    except BadInput:
        return UNREAD


@functools.cache
def code_mark() -> str:
    """The mark of the checking code: its version; in a checkout, where it may change at any time, its files
    as well.
    """
    package = Path(__file__).parent.parent
    if (package / "_rulebooks").is_dir():
        return VERSION
    return f"{VERSION} {sorted(mark for name in CHECKING for mark in marks_of(package / name))}"


def marks_of(folder: os.PathLike[str]) -> Iterator[tuple[str, int, int]]:
    """Each module below a folder, with when it was changed and how long it is."""
    with os.scandir(folder) as entries:  # many times as fast as going through them as paths
        for entry in entries:
            if entry.name.endswith(".py"):
                status = entry.stat()
                yield entry.name, status.st_mtime_ns, status.st_size
            elif entry.is_dir(follow_symlinks=False):
                yield from marks_of(entry)


def cache_folder() -> Path:
    """The folder of kept tables: $JUDGE_CACHE, otherwise this user's folder for files that can be made
    again.
    """
    given = os.environ.get("JUDGE_CACHE", "")
    if given:
        return Path(given)
    home = os.environ.get("HOME", "")
    if sys.platform == "linux" and home[:1] == "/" and not any(name in os.environ for name in _MOVING):
        # platformdirs gives the same folder, and takes longer to load than a rulebook
        return Path(home, ".cache", "judge")
    from platformdirs import user_cache_path

    return user_cache_path("judge", appauthor=False)


def find_kept(folder: str, key: str) -> Checked | None:
    """The tables kept under this key, beside a shipped rulebook or in the cache; None when there are none
    that can be used.
    """
    beside = Path(folder, KEPT)
    path = beside if beside.is_file() and is_shipped(folder) else None
    kept = read_kept(path, key) if path is not None else None
    return kept if kept is not None else read_kept(used(cache_folder() / f"{key}.json"), key)


def used(path: Path) -> Path:
    """Marks a cache file as just used, so that it outlasts unused ones; where nothing can be written, it
    stays as it is.
    """
    with suppress(OSError):
        os.utime(path)
    return path


def read_kept(path: Path, key: str) -> Checked | None:
    """The tables that a file keeps under this key; None when it is missing, was made by other code, or is
    damaged.
    """
    try:
        fields = kept_in(path, key)
        return Checked(**fields) if fields is not None else None
    except TypeError:
        return None


def kept_in(path: Path, key: str) -> dict[str, Json] | None:
    """The content of a cache file under this key; None when it is missing, was made by other code, or
    differs in any character from what was written.
    """
    if not path.is_file():  # read_bytes would look for the nearest name
        return None
    try:
        raw = read_bytes(str(path), LARGEST, "a file of the cache")
    except BadInput:
        return None
    begins = begins_with(b"")
    if raw[: len(begins)] != begins_with(raw[len(begins) :]):
        return None
    content: dict[str, Json] = json.loads(raw)
    del content["digest"]
    return content if content.pop("key") == key else None


def begins_with(rest: bytes) -> bytes:
    """The beginning of a kept file: the hash of the rest, by which damage is noticed."""
    return b'{"digest":"%s",' % blake2b(rest, digest_size=16).hexdigest().encode()


def kept_text(key: str, data: dict[str, object]) -> str:
    """Tables as they are kept, with their key, behind the hash of both."""
    rest = json.dumps({"key": key, **data}, ensure_ascii=False, separators=(",", ":"))[1:]
    return begins_with(rest.encode("utf-8", "surrogatepass")).decode() + rest


def kept_or_made(
    what: str, texts: Iterable[str], make: Callable[[], Made], fits: Callable[[Made], bool]
) -> Made:
    """The result of `make` for these texts: made once, then kept in the cache as JSON under their hash, and
    made again where the kept result does not fit.
    """
    hashed = blake2b(digest_size=20)
    for text in texts:
        hashed.update(f"{len(text)}\n{text}".encode())
    key = f"{what}-{hashed.hexdigest()}"
    path = cache_folder() / f"{key}.json"
    kept: Made | None = (kept_in(used(path), key) or {}).get(what)
    if kept is not None and fits(kept):
        return kept
    made = make()
    keep(path, {what: made})
    return made


def keep(path: Path, data: dict[str, object], many: int = MANY) -> None:
    """Keeps something that can be made again, wholly or not at all, together with the `many` files most
    recently made or used. Where nothing can be written, nothing is kept.
    """
    text = kept_text(path.stem, data)
    new = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.write_text(text, encoding="utf-8")
        os.replace(new, path)
        for old in kept_by_us(path.parent)[many:]:
            old.unlink(missing_ok=True)
    except OSError:
        pass
    finally:  # also where somebody interrupts it
        with suppress(OSError):
            new.unlink(missing_ok=True)


def kept_by_us(folder: Path) -> list[Path]:
    """Our own files in a cache folder, the most recently made or used first. $JUDGE_CACHE may name a folder
    with other files: these are left alone.
    """
    ours = (path for path in folder.glob("*.json") if _OURS.fullmatch(path.name))
    return sorted(ours, key=lambda file: -file.stat().st_mtime_ns)


def keep_shipped(target: Path) -> list[str]:
    """Writes the kept tables beside each shipped rulebook below `target`, as the wheel contains them, and
    gives the games. Raises BadInput for a fault.
    """
    folders = sorted(path.parent for path in rulebooks_folder().glob("*/rulebook.toml"))
    for folder in folders:
        key = content_key(str(folder), (), VERSION)
        (target / folder.name).mkdir(parents=True, exist_ok=True)
        (target / folder.name / KEPT).write_text(
            kept_text(key, load_checked(str(folder))._asdict()), encoding="utf-8"
        )
    return [folder.name for folder in folders]
