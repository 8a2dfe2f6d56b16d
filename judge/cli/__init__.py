"""The command line: a command parses, makes one library call, and hands the result to one renderer."""

from __future__ import annotations

import os
import sys

from judge.cli.codes import BUG, INTERRUPTED


def main() -> int:
    """What `judge` does: the exit code of the command that was asked for."""
    prepare_streams()
    try:
        return answer(sys.argv[1:])
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception:  # a bug of ours: its traceback, and a code that no ruling has
        from traceback import print_exc

        print_exc()
        return BUG


def answer(args: list[str]) -> int:
    """Carry out one command line.

    `run` with arguments that need no explaining is read here: it takes less time to rule on a dispute than to
    load the full parser, which has the help, the completion and the words for a slip.
    """
    if args[:1] == ["run"] and "_JUDGE_COMPLETE" not in os.environ:
        from judge.cli.options import read_run

        options = read_run(args[1:])
        if options is not None:
            from judge.cli.playing import run_fixtures

            return run_fixtures(options)
    from judge.cli.app import app

    app(prog_name="judge")
    return 0


def prepare_streams() -> None:
    """A reader who goes away ends us quietly; a character that the terminal lacks is written as its code."""
    import signal

    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
