"""Lines that are typed, on a terminal with completion, or that come through a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Final

from judge.cli.codes import BAD_INPUT
from judge.cli.output import Ended, piped, said
from judge.text.folded_words import fold
from judge.text.visible import visible

DELIMITERS: Final = ' ;,+:=()"'  # what a word ends at


class Prompt:
    """Asks for lines; Tab completes from the words that are offered."""

    def __init__(self) -> None:
        self.typed = sys.stdin.isatty()
        self.offered: Sequence[str] = ()
        self.reader = reader_of_lines(self.complete) if self.typed else None

    def line(self, question: str, offered: Callable[[], Sequence[str]]) -> str:
        """What is typed. Raises Ended at the end of the input, and where it is interrupted."""
        if self.typed:
            self.offered = offered() if self.reader else ()
            return said(question)
        try:
            line = piped(question).strip()
        except EOFError:
            print()
            raise Ended(BAD_INPUT) from None
        print(visible(line))  # nobody has seen it being typed
        return line

    def complete(self, text: str, state: int) -> str | None:
        """The nth of the words that begin so, as readline asks for them; several words in quotes."""
        found = [one for one in self.offered if fold(one).startswith(fold(text))]
        if state >= len(found):
            return None
        word = found[state] if " " not in found[state] else self.in_quotes(found[state])
        return f"{word} " if len(found) == 1 else word

    def in_quotes(self, name: str) -> str:
        """A name in quotes, of which the first may stand there already."""
        import readline

        at = readline.get_begidx()
        begun = readline.get_line_buffer()[at - 1 : at] == '"'
        return f'{name}"' if begun else f'"{name}"'


def reader_of_lines(complete: Callable[[str, int], str | None]) -> object | None:
    """The library that reads and completes lines; None where this system has none."""
    try:
        import readline
    except ImportError:
        return None
    readline.set_completer(complete)
    readline.set_completer_delims(DELIMITERS)
    edits = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if edits else "tab: complete")
    return readline
