"""Processes that work for this one."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children


@contextmanager
def processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """So many of them. Where the system starts only some, those do not outlive the failure: they would wait
    for work for ever, and this process for them.
    """
    before = active_children()
    try:
        with ProcessPoolExecutor(jobs) as pool:
            yield pool
    except BaseException:
        for one in active_children():
            if one not in before:
                one.terminate()
        raise
