"""The command line: a command parses, makes one library call, and hands the result to one renderer."""

from __future__ import annotations

import atexit
import errno
import gc
import os
import sys
from typing import Final

from judge.cli.codes import BAD_INPUT, BUG, FAILS, INTERRUPTED, OK
from judge.errors import NO_MEMORY, system_said

COMPLETING: Final = "_JUDGE_COMPLETE"  # set by a shell that asks what may come next
# What a command makes is kept until it is printed: looking for garbage in it took a tenth of the time.
_COLLECTED: Final = (50_000, 20, 100)
_NO_ROOM: Final = (errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG, errno.EDQUOT)
_NO_MORE: Final = (errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM)


def main() -> int:
    """Runs `judge`; gives the exit code of the command."""
    if not prepare_streams():
        return BAD_INPUT
    gc.set_threshold(*_COLLECTED)
    atexit.register(gc.freeze)  # nor is it looked for in what is about to end: that took a fifth of the time
    try:
        code = finished(sys.argv[1:])
        sys.stdout.flush()
        sys.stderr.flush()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:  # a bug of ours: printed whole, with its own exit code
        if os.environ.get(COMPLETING):  # by a shell, in the middle of a line that is typed
            silence_broken()
            return FAILS
        return failed(error)


def finished(args: list[str]) -> int:
    """Runs a command line; gives its exit code, also where the full parser ends by raising it."""
    empty = [f"{name} takes a value, found an empty one" for name in without_value(args)]
    if empty:
        from judge.text.visible import visible

        say("\n".join(map(visible, empty)))
        return BAD_INPUT
    try:
        return answer(args)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else OK if end.code is None else BAD_INPUT


def without_value(args: list[str]) -> list[str]:
    """The options that are given an empty value, `--save ""` or `--save=`."""
    options = [(at, word) for at, word in enumerate(args) if word[:1] == "-"]
    return [word.rstrip("=") for at, word in options if word[-1] == "=" or args[at + 1 : at + 2] == [""]]


def failed(error: Exception) -> int:
    """The exit code for an unexpected error. An output that cannot be written, a missing working folder or
    too little memory is a problem of the user's machine; anything else is a bug of judge and is shown with
    its traceback.
    """
    silence_broken()
    if isinstance(error, FileNotFoundError) and not is_anywhere():
        say("the working folder is not there any more")
        return BAD_INPUT
    if isinstance(error, OSError) and error.errno in _NO_ROOM and error.filename is None:
        say(f"the output cannot be written: {system_said(error)}")
        return BAD_INPUT
    if isinstance(error, MemoryError):
        say(NO_MEMORY)
        return BAD_INPUT
    if isinstance(error, OSError) and error.errno in _NO_MORE:
        say(f"the system gives no more files, processes or memory: {system_said(error)}")
        return BAD_INPUT
    from traceback import format_exception

    say("".join(format_exception(error)).rstrip("\n"))
    return BUG


def say(text: str) -> None:
    """Prints on standard error. Where that cannot be written, only the exit code remains."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        silence_broken()


def silence_broken() -> None:
    """Redirects streams that cannot be written to the null device. Otherwise they would be flushed again
    when the process ends, fail again, and change the exit code.
    """
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def is_anywhere() -> bool:
    """Is the working folder still there?"""
    try:
        return bool(os.getcwd())
    except OSError:
        return False


def answer(args: list[str]) -> int:
    """Carries out one command line. A plain `judge run` is read here, without the full parser: loading that
    (help, completion, messages for slips) takes longer than ruling on a dispute.
    """
    if args[:1] == ["run"] and COMPLETING not in os.environ:
        from judge.cli.options import read_run

        options = read_run(args[1:])
        if options is not None:
            from judge.cli.run import run_fixtures

            return run_fixtures(options)
    from judge.cli.app import app

    app(prog_name="judge")
    return 0


def prepare_streams() -> bool:
    """Prepares the output streams: a reader that goes away ends the command quietly, and a character that
    the terminal lacks is written as its code. False when there is nowhere to print to.
    """
    import signal

    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # open for as long as we run
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115  # the same
    if sys.stdout is None:
        say("the output cannot be written: standard output is closed")
        return False
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    return True
