"""A process on a terminal of its own, as a person sits before it."""

from __future__ import annotations

import os
import pty
import select
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from hearing import hear_signals

HOME: Final = Path(__file__).parent.parent
_PATIENCE: Final = 60  # seconds, for a machine that is busy with the other tests


class Terminal:
    """A call of `judge`: what is typed into it, and what it shows."""

    def __init__(self, *args: str, env: Mapping[str, str] | None = None) -> None:
        self.shown = ""
        self.pid, self.stream = pty.fork()
        if self.pid == 0:
            hear_signals()
            os.environ |= {"PYTHONPATH": str(HOME), "TERM": "dumb", "COLUMNS": "100", **(env or {})}
            os.execv(sys.executable, [sys.executable, "-m", "judge", *args])

    def wait_for(self, text: str) -> str:
        """What is shown, once a text is among it that was not there before."""
        end, seen = time.monotonic() + _PATIENCE, len(self.shown)
        while text not in self.shown[seen:]:
            ready, _, _ = select.select([self.stream], [], [], max(0.0, end - time.monotonic()))
            assert ready, self.shown
            try:
                self.shown += os.read(self.stream, 65536).decode("utf-8", "replace")
            except OSError:  # it has ended
                break
        assert text in self.shown[seen:], self.shown
        return self.shown[seen:]

    def type(self, text: str | bytes) -> None:
        """Strike keys."""
        os.write(self.stream, text if isinstance(text, bytes) else text.encode())

    def interrupt(self) -> None:
        """Strike Ctrl-C as a person does, who has seen the prompt for a while: Python loses one that comes
        between the prompt and the reading of keys.
        """
        end = time.monotonic() + _PATIENCE
        while not is_waiting(self.pid):
            assert time.monotonic() < end, "it waits for no keys"
            time.sleep(0.01)
        self.type("\x03")

    def code(self) -> int:
        """The exit code, once it has ended."""
        try:
            while os.read(self.stream, 65536):
                pass
        except OSError:
            pass
        _, status = os.waitpid(self.pid, 0)
        os.close(self.stream)
        self.pid = 0
        return os.waitstatus_to_exitcode(status)

    def close(self) -> None:
        """End it, where it has not ended."""
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            os.close(self.stream)


def is_waiting(pid: int) -> bool:
    """Does a process that has shown its prompt sleep until a key is struck? Where the system does not say
    so, a second is given it.
    """
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        time.sleep(1)
        return True
    return stat.rpartition(")")[2].split()[0] == "S"
