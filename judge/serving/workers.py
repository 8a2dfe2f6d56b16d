"""Worker processes: each request has one of its own, which is stopped when it takes too long or too much."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping
from typing import Final

from judge.serving.orders import ANSWER, AT_ONCE, SECONDS, WAITING, Answer, Order, Wrong
from judge.text.plain import Json

WORKER: Final = "judge.serving.worker"


class Busy(Exception):
    """Too many wait already."""


class TooLong(Exception):
    """The work was stopped at its bound."""


class Broken(Exception):
    """The worker has failed: a bug of ours, told on its standard error."""


class Workers:
    """Gives each order to a process, a few at a time."""

    def __init__(self, place: str, worker: str = WORKER) -> None:
        self.place = place  # an empty folder: what a dispute names lies nowhere near it
        self.command = (sys.executable, "-m", worker)
        self.free = asyncio.Semaphore(AT_ONCE)
        self.waiting = 0

    async def work(self, order: Order) -> Answer:
        """The answer to an order. Raises Busy, TooLong and Broken."""
        reply = await self.found(order._asdict())
        return Answer(**{**reply, "wrong": tuple(Wrong(*row) for row in reply["wrong"])})

    async def found(self, order: Mapping[str, object]) -> Json:
        """What a worker answers to an order, as plain data. Raises Busy, TooLong and Broken."""
        if self.waiting >= WAITING + AT_ONCE:
            raise Busy
        self.waiting += 1
        try:
            async with self.free:
                return await self.given(order)
        finally:
            self.waiting -= 1

    async def given(self, order: Mapping[str, object]) -> object:
        """The answer of a new process."""
        pipe = asyncio.subprocess.PIPE
        running = await asyncio.create_subprocess_exec(
            *self.command, stdin=pipe, stdout=pipe, cwd=self.place, limit=ANSWER
        )
        try:
            output, _ = await asyncio.wait_for(running.communicate(json.dumps(order).encode()), SECONDS)
        except TimeoutError:
            raise TooLong from None
        finally:
            if running.returncode is None:
                running.kill()
                await running.wait()
        return read(output, running.returncode or 0)


def read(output: bytes, code: int) -> object:
    """The answer of a worker that has ended. Raises TooLong and Broken."""
    if code < 0 or len(output) > ANSWER:  # ended by its bounds
        raise TooLong
    try:
        return json.loads(output)
    except ValueError:
        raise Broken(f"exit code {code}") from None
