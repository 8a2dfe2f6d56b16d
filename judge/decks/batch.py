"""Many deck files at one desk: judged in this process, in several, or on a cluster, by one code path and with
the same result, byte for byte.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Final, TypeVar

from judge.cards.card import Cards
from judge.cards.lists import LimitList
from judge.decks.desk import Desk, Judge, open_desk
from judge.decks.formats import LIMIT
from judge.decks.processes import processes
from judge.decks.report import Report
from judge.errors import BadInput, Problem
from judge.text.folders import files_in
from judge.text.plain import Json
from judge.text.rows import NamedTuple
from judge.text.source import read_bytes

# How many files a batch has, at least and at most: sending it must cost little, and all workers stay busy.
_BATCH: Final = (50, 500)
_SHARE: Final = 8  # batches for each worker
_AHEAD: Final = 4  # batches under way for each worker: a large folder is never in memory as a whole

Batch = Sequence[tuple[str, bytes | Problem]]
Item = TypeVar("Item")
Result = TypeVar("Result")


def judge_files(
    files: Sequence[str], desk: Desk, jobs: int = 1, cluster: str = "",
    told: Callable[[int], None] = lambda done: None,
) -> list[Report]:  # fmt: skip
    """A report for each deck of each file, in the order of the files. `told` is called with how many more
    files are done.

    Raises BadInput when the cluster cannot be reached.
    """
    reports: list[Report] = []
    with hands(jobs, cluster) as (executor, count):
        sent = Judge(desk) if isinstance(executor, Here) else pack(desk)
        for done, judged in in_order(executor, count, batches(files, count), judge_batch, sent):
            reports += judged
            told(done)
    return reports


def check_deck(
    file: str | os.PathLike[str], game: str = "",
    cards: Cards | None = None, limit_list: LimitList | None = None,
) -> Report:  # fmt: skip
    """One deck, judged, with the card data and the limit list given.

    Raises BadInput for a file that cannot be read or holds several decks, and for a game without deck rules.
    """
    name = os.fspath(file)
    desk = open_desk(game, limit_list=limit_list)
    judge = Judge(desk._replace(cards=dict.fromkeys(desk.limits, cards)) if cards is not None else desk)
    raw = read(name)
    if isinstance(raw, Problem):
        raise BadInput([raw])
    decks = judge.decks(name, raw)
    if len(decks) != 1:
        actual = f"{len(decks)} decks"
        raise BadInput([Problem(name, 0, 0, "", "", "holds several decks", "one deck", actual)])
    return judge.deck(decks[0])


def batches(files: Sequence[str], count: int) -> Iterator[Batch]:
    """The files' bytes in batches, for `count` workers."""
    size = min(max(len(files) // (count * _SHARE), _BATCH[0]), _BATCH[1])
    for start in range(0, len(files), size):
        yield [(file, read(file)) for file in files[start : start + size]]


class Packed(NamedTuple):
    """A desk on its way to other processes: sent with every batch, unpacked once in each process."""

    digest: str
    desk: bytes


def pack(desk: Desk) -> Packed:
    """A desk as bytes."""
    raw = pickle.dumps(desk)
    return Packed(hashlib.sha256(raw).hexdigest(), raw)


def in_order(
    executor: Executor, count: int, work: Iterable[Sequence[Item]], do: Callable[..., list[Result]],
    *given: object,
) -> Iterator[tuple[int, list[Result]]]:  # fmt: skip
    """Calls `do` with each batch and with what is `given`; yields how many items the batch had and what came
    of it, in the order of the batches.
    """
    waiting: deque[tuple[int, Future[list[Result]]]] = deque()
    for batch in work:
        waiting.append((len(batch), executor.submit(do, batch, *given)))
        if len(waiting) >= count * _AHEAD:
            size, future = waiting.popleft()
            yield size, future.result()
    for size, future in waiting:
        yield size, future.result()


_judges: dict[str, Judge] = {}  # the judge that this process used last, by its desk's digest


def judge_batch(batch: Batch, judge: Judge | Packed) -> list[Report]:
    """The reports of the files of a batch: the work of one worker."""
    local_judge = judge if isinstance(judge, Judge) else unpacked(judge)
    return [report for file, raw in batch for report in local_judge.file(file, raw)]


def unpacked(packed: Packed) -> Judge:
    """The judge of a desk that was sent."""
    if packed.digest not in _judges:
        _judges.clear()
        _judges[packed.digest] = Judge(pickle.loads(packed.desk))
    return _judges[packed.digest]


class Here(Executor):
    """Does what is submitted at once, in this process."""

    def submit(self, fn: Callable[..., object], /, *args: object, **kwargs: object) -> Future[Json]:
        """What `fn` gives, as a future that is done."""
        future: Future[object] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@contextmanager
def hands(jobs: int, cluster: str) -> Iterator[tuple[Executor, int]]:
    """The executor that does the work, and how many workers it has."""
    if cluster:
        with clustered(cluster) as workers:
            yield workers
    elif jobs > 1:
        with processes(jobs) as pool:
            yield pool, jobs
    else:
        yield Here(), 1


@contextmanager
def clustered(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of a dask.distributed scheduler.

    Raises BadInput when there is none, or the extra is missing.
    """
    client = connected(address)
    try:
        yield client.get_executor(pure=False), max(1, len(client.scheduler_info()["workers"]))
    finally:
        client.close()


def connected(address: str) -> Json:
    """A client of a scheduler, untyped as its package is. Raises BadInput as `clustered` does."""
    try:
        from distributed import Client as Untyped
    except ImportError:
        message = "--cluster needs dask.distributed: pip install 'rules-judge[cluster]'"
        raise BadInput([Problem("", 0, 0, "--cluster", "", message)]) from None
    client_of: Json = Untyped
    check_keys(address)
    try:
        return client_of(address, timeout=10, set_as_default=False)
    except (OSError, ValueError) as error:
        message = f"no scheduler answers at {address}"
        raise BadInput([Problem("", 0, 0, "--cluster", "", message, "tcp://HOST:PORT", str(error))]) from None


def check_keys(address: str) -> None:
    """Raise BadInput where the address wants encryption and dask has no keys for it: dask itself would wait,
    and end with a traceback.
    """
    from distributed.security import Security as Untyped

    security: Json = Untyped
    if address.startswith("tls:") and security().get_connection_args("client")["ssl_context"] is None:
        message = f"{address} is encrypted, and dask is not configured for that"
        expected = "tcp://HOST:PORT, or distributed.comm.tls"
        raise BadInput([Problem("", 0, 0, "--cluster", "", message, expected)])


# --- files ---------------------------------------------------------------------------------------
def read(file: str) -> bytes | Problem:
    """A file's bytes, or why it cannot be read; "-" is what is piped in."""
    if file == "-":
        return sys.stdin.buffer.read(LIMIT + 1)
    try:
        return read_bytes(file, LIMIT, "a deck file")
    except BadInput as error:
        return error.problems[0]


def deck_files(paths: Iterable[str]) -> list[str]:
    """The files named, and every file in the folders named, in the order of their names;
    hidden ones are not looked at.
    """
    files: list[str] = []
    for path in paths:
        if os.path.isdir(path):
            files += sorted(files_in(path))
        else:
            files.append(path)
    return list(dict.fromkeys(files))
