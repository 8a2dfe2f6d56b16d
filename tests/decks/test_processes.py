"""Processes that work for another end with it, and say nothing of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hearing import hear_signals

HOME = Path(__file__).parent.parent.parent
# Whoever holds its standard output keeps those waiting who read it: that is read to its end here.
SCRIPT = """
import signal, sys, time
from judge.decks.processes import processes

if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # as judge has it
    try:
        with processes(3) as pool:
            list(pool.map(len, ["a"] * 9))
            busy = [pool.submit(time.sleep, 1000) for _ in range(int(sys.argv[1]))]
            large = [pool.submit(len, bytes(1_000_000)) for _ in busy]  # one is on its way for ever
            while not all(one.running() for one in busy[:3]):
                pass
            print("there", flush=True)
            time.sleep(1000)
    except KeyboardInterrupt:
        sys.exit(130)
"""
ENDING = [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGKILL]


def started(busy: int) -> subprocess.Popen[str]:
    """A process with three others that do nothing, or work without end; they have begun."""
    running = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(busy)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(HOME)}, start_new_session=True, preexec_fn=hear_signals,
    )  # fmt: skip
    assert running.stdout is not None
    assert running.stdout.readline() == "there\n"
    return running


def told_at_the_end(running: subprocess.Popen[str]) -> tuple[str, str]:
    """What all of them say once the last has ended."""
    try:
        return running.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        os.killpg(running.pid, signal.SIGKILL)
        raise


@pytest.mark.sample(3)
@pytest.mark.parametrize("busy", [0, 1, 20])
@pytest.mark.parametrize("number", ENDING)
def test_they_end_with_the_one_for_which_they_work(number: signal.Signals, busy: int) -> None:
    """However that ends."""
    running = started(busy)
    running.send_signal(number)
    assert told_at_the_end(running) == ("", "")
    assert running.returncode == -number


@pytest.mark.sample(2)
@pytest.mark.parametrize("busy", [0, 1, 20])
@pytest.mark.parametrize("all_hear", [False, True])
def test_an_interrupt_is_told_once(busy: int, all_hear: bool) -> None:
    """Whether the terminal sends it to all, or to the one; nobody waits for what is being done."""
    running = started(busy)
    (os.killpg if all_hear else os.kill)(running.pid, signal.SIGINT)
    assert told_at_the_end(running) == ("", "")
    assert running.returncode == 130
