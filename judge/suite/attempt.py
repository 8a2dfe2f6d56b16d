"""Work on one ruling that costs no other one anything, whatever becomes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from judge.errors import NO_MEMORY, BadInput, NotImplementedYet, Problem

Result: TypeAlias = Literal["holds", "fails", "undecided", "bad input", "not implemented", "bug"]
Done = TypeVar("Done")


class Failed(NamedTuple):
    """Work that came to nothing: what kept it from being done, and the traceback of a bug of ours."""

    result: Result
    problems: tuple[Problem, ...]
    bug: str = ""


def attempt(path: str, work: Callable[[], Done], line: int = 0) -> Done | Failed:
    """What work on the ruling of a file gives, or why it gives nothing. Nothing is raised.

    What concerns the whole file is told of its first line where `line` is 1, as annotations need one.
    """
    try:
        return work()
    except BadInput as error:
        return Failed("bad input", tuple(error.problems))
    except NotImplementedYet as error:
        return Failed("not implemented", (Problem(path, line, line, "", "", str(error)),))
    except MemoryError:
        return Failed("bad input", (Problem(path, line, line, "", "", NO_MEMORY),))
    except Exception as error:  # a bug of ours: told in full, and it costs the other files nothing
        from traceback import format_exc

        what = f"a bug of ours: {type(error).__name__}: {error}"
        return Failed("bug", (Problem(path, line, line, "", "", what),), format_exc())
