"""A pool of worker processes that end with this process, however it ends."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

_HELD: Final = [signal.SIGINT, signal.SIGPIPE] if hasattr(signal, "pthread_sigmask") else []


@contextmanager
def processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of `jobs` processes. An exception terminates them at once, also where the system could start
    only some: else they would go on with work that nobody wants, or wait for ever, and this process for them.
    """
    # here and not at the head: it takes 30 ms, and a command that starts no process pays nothing
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children

    before = active_children()
    pool = ProcessPoolExecutor(jobs, initializer=attend)
    try:
        with undisturbed():
            pool.submit(int)  # starts all processes, and the threads that speak with them
        yield pool
        pool.shutdown()
    except BaseException:
        for process in active_children():
            if process not in before:
                process.terminate()
        pool.shutdown(cancel_futures=True)
        raise


@contextmanager
def undisturbed() -> Iterator[None]:
    """Blocks SIGINT and SIGPIPE for the threads and processes that start meanwhile: an interrupt would make
    them print a traceback, and a broken pipe to a process that has ended would end this one. Threads keep
    the block, processes lift it when they begin.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _HELD) if _HELD else ()
    try:
        yield
    finally:
        if _HELD:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def attend() -> None:
    """What a worker process does first: it leaves interrupts to the parent, ends at once when it is told to
    end, and ends when the parent has ended.
    """
    from multiprocessing import parent_process

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if _HELD:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _HELD)
    other = parent_process()
    if other is not None:
        with suppress(RuntimeError):  # the system gives no more threads: the work goes on without one
            threading.Thread(target=end_with, args=(other.sentinel,), daemon=True).start()


def end_with(sentinel: int) -> None:
    """Wait for another process to end, and end."""
    from multiprocessing.connection import wait

    wait([sentinel])
    os._exit(1)
