"""Work on many rulings in several processes, with its results in their order and the same for any number."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from typing import Final, TypeVar

from judge.decks.batch import hands

AHEAD: Final = 4  # batches under way for each hand
T = TypeVar("T")
U = TypeVar("U")


def worked(work: Callable[[T], U], items: Sequence[T], jobs: int = 1, size: int = 20) -> Iterator[U]:
    """What `work`, a function of a module, makes of each item, in their order, `size` items at a time."""
    batches = (items[start : start + size] for start in range(0, len(items), size))
    with hands(jobs, "") as (executor, count):
        waiting: deque[Future[list[U]]] = deque()
        for batch in batches:
            waiting.append(executor.submit(batch_of, work, batch))
            if len(waiting) >= count * AHEAD or jobs == 1:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()


def batch_of(work: Callable[[T], U], batch: Sequence[T]) -> list[U]:
    """What one hand does."""
    return [work(one) for one in batch]
