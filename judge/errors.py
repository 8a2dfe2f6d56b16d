"""What can go wrong, and how it is said.

    JudgeError                  every error that `judge` raises on purpose
    ├── BadInput                the files given to us have problems, all of them listed     exit 2
    ├── NotImplementedYet       the engine meets something it does not implement, by name   exit 4
    │   └── OutOfPlace          a step is run where what it is about is not there
    └── UsageError              a caller misuses the library

Anything else that comes out of `judge` is a bug of ours: it stays a traceback, exit 70.

A `Problem` is one fault of one file: checks return lists of them, and `BadInput` carries them all.
"""

from __future__ import annotations

from collections.abc import Iterable

from judge.text.rows import NamedTuple

# A name less alike than this is another name, not a slip of the pen.
_ALIKE = 0.6

NO_MEMORY = "the system gives no more memory"  # a fault of the place, and no bug of ours

# What a file holds must not steer the terminal, nor break "one line per problem".
_VISIBLE = {code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0))}
_VISIBLE |= {0x09: "\\t", 0x0A: "\\n", 0x0D: "\\r", 0x2028: "\\u2028", 0x2029: "\\u2029"}


def system_said(error: OSError) -> str:
    """Why something cannot be done, in the system's words."""
    return (error.strerror or str(error)).lower()


class Problem(NamedTuple):
    """One fault of one file: where it is, what was expected, what was found, and by which article."""

    file: str
    line: int  # from 1; 0 when unknown
    column: int  # from 1, in characters; 0 when unknown
    key: str  # dotted: A.battle[0].card
    article: str  # "" when no article is at stake
    message: str
    expected: str = ""
    found: str = ""
    hint: str = ""  # the nearest valid name
    severity: str = "error"

    def text(self) -> str:
        """The problem as one line for people: `file:line:column: message (details)`."""
        return "".join(self.parts())

    def parts(self) -> tuple[str, str]:
        """The problem in two parts: the place, and the message."""
        return _printed(self._place()), _printed(f"{self.message}{self._details()}")

    def _place(self) -> str:
        numbers = (self.line, self.column) if self.line else ()
        parts = [part for part in (self.file, *numbers) if part]
        return "".join(f"{part}:" for part in parts) + " " * bool(parts)

    def _details(self) -> str:
        compared = [f"expected {self.expected}"] if self.expected else []
        compared += [f"found {self.found}"] if self.found else []
        remarks = [", ".join(compared)] if compared else []
        remarks += [f"did you mean {self.hint}?"] if self.hint else []
        details = ": ".join(part for part in (self.article, "; ".join(remarks)) if part)
        return f" ({details})" if details else ""


def _printed(text: str) -> str:
    """A text on one line; a file's name may hold bytes that are no text, and no stream would print them."""
    if text.isascii() and text.isprintable():
        return text
    return text.translate(_VISIBLE).encode("utf-8", "backslashreplace").decode("utf-8")


class JudgeError(Exception):
    """Every error that `judge` raises on purpose."""


class BadInput(JudgeError):
    """The files given to us have problems; `problems` lists them, `str()` prints one a line."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(problem.text() for problem in self.problems)


class NotImplementedYet(JudgeError):
    """The engine meets something that it does not implement; `name` says what."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(name)

    def __str__(self) -> str:
        return f"not implemented yet: {self.name}"


class OutOfPlace(NotImplementedYet, KeyError):
    """A step is run where what it is about is not there, as in another procedure of a changed rulebook."""

    def __init__(self, what: str, step: str = "a step") -> None:
        self.what = what
        super().__init__(f"{step} is about {what}, and is run where there is none")
        self.args = (what, step)  # as it is made again in another process

    def at(self, procedure: str, step: str) -> OutOfPlace:
        """This error with the step at which it came up."""
        return OutOfPlace(self.what, f"the step {step} of {procedure}")


class NotOffered(KeyError):
    """An answer is carried out that its decision does not offer. In a run it is a fault of ours; in the world
    that a player knows, the answer was about what that player has not seen.
    """


class UsageError(JudgeError):
    """A caller misuses the library: the fault is in the calling code, not in a file."""


def nearest(name: str, choices: Iterable[str], alike: float = _ALIKE) -> str:
    """The choice most like `name`, whatever its case and accents; "" when none comes as close as `alike`."""
    # Imported here because only a slip needs it, and every run pays for what stands on top.
    from difflib import SequenceMatcher

    from judge.text.folded_words import fold

    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(fold(name))
    best, score = "", alike
    for choice in sorted(set(choices)):
        matcher.set_seq1(fold(choice))
        # The quick ratios are upper bounds: they spare the true one for nearly every choice.
        if matcher.real_quick_ratio() < score or matcher.quick_ratio() < score:
            continue
        ratio = matcher.ratio()
        if ratio > score or (ratio == score and not best):
            best, score = choice, ratio
    return best
