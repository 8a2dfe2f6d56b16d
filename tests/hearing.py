"""What a process that a test starts hears of, wherever the tests run."""

from __future__ import annotations

import signal


def hear_signals() -> None:
    """In a new process, before it becomes another: what is in the background, or under `nohup`, ignores some
    signals, and so would its children.
    """
    for name in ("SIGINT", "SIGHUP", "SIGQUIT", "SIGTERM"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
