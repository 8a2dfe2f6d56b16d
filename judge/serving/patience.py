"""How long a connection may take to ask, and to take its answer."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from judge.serving.bounds import ANSWERED, ASKED


class Patience(H11Protocol):
    """A connection that is closed where no request comes, or its answer is not taken."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as above it
        """Begin to wait."""
        super().connection_made(transport)
        self.loop.call_later(ASKED, self.look, None, 0)

    def look(self, before: RequestResponseCycle | None, waited: int) -> None:
        """Close it where nothing has come of it since it was looked at; else look again."""
        if self.transport.is_closing():
            return
        now: RequestResponseCycle | None = self.cycle
        waited = waited + ASKED if now is before else 0
        idle = now is None or now.response_complete
        if (idle and now is before) or waited >= ANSWERED:
            self.transport.abort()
        else:
            self.loop.call_later(ASKED, self.look, now, waited)
