"""Writes several files together, either all or none; checks beforehand whether they can be written."""

from __future__ import annotations

import os
import signal
import stat
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Final

from judge.cli.options import check_written, same_file, slip
from judge.errors import Problem, system_said
from judge.text.folders import within
from judge.text.rows import NamedTuple

# The interrupt first: it is given back last, since from then on it may be raised anywhere.
ENDING: Final = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def held_signals() -> Iterator[Callable[[], None]]:
    """Holds back signals that end a program until the block is over. Gives a function that raises
    KeyboardInterrupt where one has come, for work that can still be undone.
    """
    came: list[int] = []

    def stop() -> None:
        if came:
            raise KeyboardInterrupt

    before = {held: signal.getsignal(held) for held in held_here()}
    for signum in before:
        signal.signal(signum, lambda number, frame: came.append(number))
    try:
        yield stop
    finally:
        for signum, handler in reversed(before.items()):
            signal.signal(signum, handler)
        for number in came[:1]:
            signal.raise_signal(number)


def held_here() -> Iterator[int]:
    """The signals that can be held: only in the main thread, without those that are ignored or not handled by
    Python.
    """
    if threading.current_thread() is threading.main_thread():
        yield from (signum for signum in ENDING if signal.getsignal(signum) not in (None, signal.SIG_IGN))


NOTHING: Final = "; nothing was"  # written, of several files
_NAME: Final = 200  # bytes that are left of a name: file systems have 255


class Way(NamedTuple):
    """The way of one file into its place: the path by which it was named; the temporary file, "" where it is
    only removed; the place; and the copy of the old file, kept until all files are in place.
    """

    path: str
    part: str
    place: str
    old: str


def put_in_place(
    texts: Mapping[str, str], folder: str = "", gone: Sequence[str] = (), fresh: bool = False
) -> Problem | None:
    """Writes every file and removes those that are `gone`, or leaves all as they were; gives a problem where
    that cannot be done. Missing folders are made, `folder` and those in it. `fresh` files overwrite none.

    A signal that ends the program acts before or after, never in between.
    """
    try:
        problem = next(refused([*texts, *gone]), None)
        if problem is not None:
            return problem
        placing = Placing(ways(texts, gone), folder, fresh)
    except OSError as error:  # there is no working folder
        return fault(next(iter(texts), ""), f"cannot be written: {system_said(error)}")
    with held_signals() as stop:
        return placing.done(list(texts.values()), stop)


def refused(paths: Collection[str]) -> Iterator[Problem]:
    """The paths at which no file can be written."""
    for path in paths:
        actual = "a NUL character in its name" if "\0" in path else "something else of that name"
        if "\0" in path or not is_free(os.path.realpath(path)):
            nothing = NOTHING if len(paths) > 1 else ""
            yield fault(path, f"cannot be written{nothing}", "a file", actual)


def is_free(target: str) -> bool:
    """Can a file be written there, after following all links? A path that is still a link then leads to
    itself.
    """
    return os.path.isfile(target) or not os.path.lexists(target)


def fault(path: str, message: str, expected: str = "", actual: str = "") -> Problem:
    """A problem of a file to be written; the caller adds the option."""
    return Problem(path, 0, 0, "", "", message, expected, actual)


def ways(texts: Mapping[str, str], gone: Sequence[str]) -> list[Way]:
    """The ways of all files. A link to be removed is not followed; writing follows it to its target."""
    mark = f"{os.getpid()}-{os.urandom(3).hex()}"  # of this call: what an earlier one left is not in its way
    planned = []
    for n, path in enumerate((*texts, *gone)):
        place = os.path.realpath(path) if n < len(texts) else path
        part = beside(place, f"{mark}.{n}.part") if n < len(texts) else ""
        planned.append(Way(path, part, place, beside(place, f"{mark}.{n}.old")))
    return planned


def beside(place: str, ending: str) -> str:
    """A path beside another, under a name that is not too long."""
    folder, name = os.path.split(place)
    return os.path.join(folder, f"{os.fsdecode(os.fsencode(name)[:_NAME])}.{ending}")


class Placing:
    """Writes files and moves them into place, or undoes that. Signals are held meanwhile, so that its record
    of what was done is true.
    """

    def __init__(self, ways: Sequence[Way], folder: str, fresh: bool) -> None:
        self.ways = ways
        self.folder = folder
        self.fresh = fresh
        self.made: list[str] = []  # folders
        self.kept: set[str] = set()
        self.moved: list[Way] = []
        self.at = ("written", ways[0].path if ways else folder)

    def done(self, texts: Sequence[str], stop: Callable[[], None]) -> Problem | None:
        """Writes and moves everything, or undoes it and gives a problem."""
        try:
            self.prepare(texts, stop)
            self.move(stop)
        except OSError as error:
            return self.told(error, self.undo())
        except BaseException:
            self.undo()
            raise
        finally:
            self.clear_away()
        return None

    def prepare(self, texts: Sequence[str], stop: Callable[[], None]) -> None:
        """Does everything that can fail for want of space or permission, beside the places."""
        self.make_folders()
        for way, text in zip(self.ways, texts, strict=False):  # those that are taken away have none
            stop()
            self.at = ("written", way.path)
            put(way.part, text, lasting=not (self.folder and within(way.path, self.folder)))
            keep_mode(way.part, way.place)
        for way in self.ways[:-1]:  # after the last nothing can fail
            self.at = ("written", way.path)
            if way.part and not self.fresh and os.path.lexists(way.place):
                self.kept.add(way.old)
                keep_old(way)

    def make_folders(self) -> None:
        """Makes missing folders, but only inside the folder where that is allowed."""
        inside = (
            os.path.dirname(way.place) for way in self.ways if way.part and within(way.path, self.folder)
        )
        for folder in dict.fromkeys((self.folder, *inside)) if self.folder else ():
            for path in missing(folder):
                self.at = ("written", path)
                if not os.path.isdir(path):  # `a/` and `a/.` are there with `a`
                    os.mkdir(path)
                    self.made.append(path)

    def move(self, stop: Callable[[], None]) -> None:
        """Moves every file into its place, and removes those that are gone."""
        for way in self.ways:
            stop()
            self.at = ("written" if way.part else "removed", way.path)
            if self.fresh:
                os.close(os.open(way.place, os.O_CREAT | os.O_EXCL))  # of two calls at once it is one's
                self.moved.append(way)
            if way.part:
                os.replace(way.part, way.place)
            else:
                os.replace(way.place, way.old)
                self.kept.add(way.old)
            if not self.fresh:
                self.moved.append(way)

    def undo(self) -> list[Way]:
        """Moves everything back, and removes folders that were made; gives what could not be moved back."""
        left = []
        for way in reversed(self.moved):
            try:
                if way.old in self.kept:
                    os.replace(way.old, way.place)
                else:
                    os.remove(way.place)
            except OSError:
                left.append(way)
        self.kept -= {stuck.old for stuck in left}  # nothing else has what was there
        self.clear_away()
        for folder in reversed(self.made):
            with suppress(OSError):
                os.rmdir(folder)
        return left

    def clear_away(self) -> None:
        """Removes temporary files and kept copies."""
        for path in (*(way.part for way in self.ways if way.part), *self.kept):
            with suppress(OSError):
                os.remove(path)

    def told(self, error: OSError, left: Sequence[Way]) -> Problem:
        """The problem that says what failed and what became of the other files."""
        what, path = self.at
        rest = NOTHING if len(self.ways) > 1 else ""
        if left:
            rest = f"; not as before: {', '.join(way.path for way in left)}"
        return fault(path, f"cannot be {what}: {system_said(error)}{rest}")


def missing(folder: str) -> list[str]:
    """The folders that have to be made for one to exist, the outermost first."""
    folders: list[str] = []
    while folder and not os.path.isdir(folder):
        folders.insert(0, folder)
        folder = os.path.dirname(folder)
    return folders


def put(part: str, text: str, lasting: bool) -> None:
    """Writes a text to a new file; for a `lasting` one waits until it is on the disk, which takes long for
    hundreds.
    """
    with open(part, "x", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:
        stream.write(text)
        if lasting:
            stream.flush()
            os.fsync(stream.fileno())


def keep_mode(part: str, place: str) -> None:
    """Gives the new file the mode of the file whose place it takes."""
    if os.path.exists(place):
        os.chmod(part, stat.S_IMODE(os.stat(place).st_mode))


def keep_old(way: Way) -> None:
    """Keeps the old file under a second name: as a link, or as a copy if links are not possible or the file
    belongs to another user, whose link could perhaps not be removed again.
    """
    if not hasattr(os, "geteuid") or os.stat(way.place).st_uid == os.geteuid():
        with suppress(OSError):  # not every file system has links
            os.link(way.place, way.old)
            return
    import shutil

    shutil.copy2(way.place, way.old)


# --- files that commands write together ----------------------------------------------------------------
def check_targets(
    targets: Iterable[tuple[str, str]], read: Sequence[str], folders: Sequence[str]
) -> Iterator[Problem]:
    """The problems of the files to be written (option, path), before anything is done.

    None may be an input, lie where the next call would read it as a deck, or be given twice.
    """
    seen: list[tuple[str, str]] = []
    for option, path in targets:
        yield from check_written(option, path, read)
        yield from among_decks(option, path, filter(os.path.isdir, folders))
        for other, taken in seen:
            if same_file(path, taken):
                yield slip(option, f"{option} and {other} are one file", "a file each", path)
        yield from unwritable(option, path)
        seen.append((option, path))


def among_decks(option: str, path: str, folders: Iterable[str]) -> Iterator[Problem]:
    """The problem of an output path in a folder of decks, where the next call would read it."""
    for folder in folders:
        if within(path, folder):
            message = f"{option} would write into {folder}, whose every file is read as a deck"
            yield slip(option, message, "another folder", path)


def refuse_link(option: str, path: str) -> Iterator[Problem]:
    """The problem of an output path that is a link and was not given by the user: it may have come with a
    folder.
    """
    if os.path.islink(path):
        message = f"{path} is a link: what is written through it may lie anywhere"
        yield slip(option, message, "a file, or none yet", os.path.realpath(path))


def unwritable(option: str, path: str) -> Iterator[Problem]:
    """The problem of a path at which no file can be made."""
    target = os.path.realpath(path)
    if not is_free(target):
        yield slip(option, f"{path} cannot be written", "a file", "something else of that name")
    elif not os.path.isdir(os.path.dirname(target)):
        folder = os.path.dirname(target if os.path.islink(path) else path) or "."
        message = f"{path} cannot be written: there is no folder {folder}"
        yield slip(option, message, "a folder that is there", path)


def write_together(texts: Mapping[str, str], folder: str = "", gone: Sequence[str] = ()) -> list[Problem]:
    """Writes every file and removes those that are `gone`, or leaves all as they were; missing folders are
    made, `folder` and those in it. Gives what went wrong.
    """
    ended = {path: text if text.endswith("\n") else f"{text}\n" for path, text in texts.items()}
    problem = put_in_place(ended, folder, gone)
    return [problem._replace(key="--output")] if problem else []
