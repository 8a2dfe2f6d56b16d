"""Work spread over processes, a batch at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from judge.decks.batch import hands, in_order

Item = TypeVar("Item")
Done = TypeVar("Done")


def spread(
    items: Sequence[Item], size: int, jobs: int, do: Callable[..., list[Done]], *given: object
) -> Iterator[tuple[int, list[Done]]]:
    """What `do` makes of each batch of so many items and of what is given with it, in their order, with how
    many items that were; the same whatever the number of processes.
    """
    batches = (items[at : at + size] for at in range(0, len(items), size))
    with hands(max(1, min(jobs, -(-len(items) // size))), "") as (executor, count):
        yield from in_order(executor, count, batches, do, *given)
