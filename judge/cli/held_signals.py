"""Signals that end a program wait while files take their places."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

# The interrupt first: it is given back last, since from then on it may be raised anywhere.
ENDING: Final = [getattr(signal, one) for one in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, one)]


@contextmanager
def held_signals() -> Iterator[Callable[[], None]]:
    """What ends a program waits until this is over, and ends it then. What is given raises KeyboardInterrupt
    where something has come, for work that can still be undone.
    """
    came: list[int] = []

    def stop() -> None:
        if came:
            raise KeyboardInterrupt

    before = {one: signal.getsignal(one) for one in held_here()}
    for one in before:
        signal.signal(one, lambda number, frame: came.append(number))
    try:
        yield stop
    finally:
        for one, handler in reversed(before.items()):
            signal.signal(one, handler)
        for number in came[:1]:
            signal.raise_signal(number)


def held_here() -> Iterator[int]:
    """The signals that can be held: none but in the main thread, none that are ignored, or that are not
    Python's.
    """
    if threading.current_thread() is threading.main_thread():
        yield from (one for one in ENDING if signal.getsignal(one) not in (None, signal.SIG_IGN))
