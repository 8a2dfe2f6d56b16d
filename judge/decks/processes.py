"""Processes that work for this one, and no longer than it."""

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
    """So many of them. What stops the work ends them at once, also where the system starts only some: they
    would go on with what nobody wants, or wait for work for ever, and this process for them.
    """
    # here and not at the head: it takes 30 ms, and a command that starts no process pays nothing
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children

    before = active_children()
    pool = ProcessPoolExecutor(jobs, initializer=attend)
    try:
        with undisturbed():
            pool.submit(int)  # from here on all are there, and the threads that speak with them
        yield pool
        pool.shutdown()
    except BaseException:
        for one in active_children():
            if one not in before:
                one.terminate()
        pool.shutdown(cancel_futures=True)
        raise


@contextmanager
def undisturbed() -> Iterator[None]:
    """What is started meanwhile, a thread for good and a process until it has begun, hears neither an
    interrupt, which it would tell by a traceback, nor of what it cannot write any more, which would end this
    process where the others have ended.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _HELD) if _HELD else ()
    try:
        yield
    finally:
        if _HELD:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def attend() -> None:
    """What a process begins with: what interrupts is the other's affair, what ends a process ends this one
    without more ado, and so does the end of the other, however it comes.
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
        with suppress(RuntimeError):  # no more threads: the work matters more
            threading.Thread(target=end_with, args=(other.sentinel,), daemon=True).start()


def end_with(sentinel: int) -> None:
    """Wait for another process to end, and end."""
    from multiprocessing.connection import wait

    wait([sentinel])
    os._exit(1)
