"""`judge new --ask`: from a spoken question to its ruling, and to a fixture."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import NamedTuple

from judge.cli.codes import BAD_INPUT, INTERRUPTED
from judge.cli.dialogue import Ended, listen
from judge.cli.form import Form
from judge.cli.options import RunOptions, slip
from judge.cli.output import tell, write_whole
from judge.cli.prompt import Prompt
from judge.cli.run import Played, became, show
from judge.errors import BadInput, Problem
from judge.fixture.load import check
from judge.play.ruling import run
from judge.shorthand.dispute_fields import DisputeFields
from judge.shorthand.known_cards import KnownCards, known_cards, not_taken
from judge.text.source import Source
from judge.text.visible import visible

FILE = "mine.toml"  # what a fixture is called that has no file yet


class DisputeOptions(NamedTuple):
    """The game, where one is named, the file to write, and files of cards."""

    game: str = ""
    output: str = ""
    cards: tuple[str, ...] = ()


def ask_dispute(options: DisputeOptions) -> int:
    """Ask, play, show and write; the exit code is that of the ruling. Nothing is written half."""
    problems = list(slips(options))
    if problems:
        tell(problems)
        return BAD_INPUT
    listen()
    with ExitStack() as opened:
        try:
            dispute = Dispute(options, opened)
        except BadInput as error:
            tell([one._replace(file=one.file if one.line else "") for one in error.problems])
            return BAD_INPUT
        try:
            return dispute.ask()
        except Ended as end:
            return dispute.ended(end.code)
        except KeyboardInterrupt:  # while something was worked out or shown
            return dispute.ended(INTERRUPTED)


def slips(options: DisputeOptions) -> Iterator[Problem]:
    """What is wrong with the options before anything is asked."""
    folder = os.path.dirname(options.output)
    if options.output and os.path.isdir(options.output):
        yield slip("-o", f"-o {options.output}: a folder is there", "a file")
    elif folder and not os.path.isdir(folder):
        yield slip("-o", f"-o {options.output}: there is no folder {folder}", "a folder that is there")
    yield from not_taken(options.cards, options.output or FILE)


class Dispute:
    """One dispute that is asked for."""

    def __init__(self, options: DisputeOptions, opened: ExitStack) -> None:
        self.options = options
        self.prompt = Prompt()
        self.form = Form(self.prompt)
        self.opened = opened
        self.fields = DisputeFields(options.game, options.output or FILE, self.known)

    def known(self, game: str) -> KnownCards:
        """The cards that are known of a game."""
        cards, catalogue = known_cards(game, self.options.cards, self.options.output or FILE)
        if catalogue is not None:
            self.opened.enter_context(catalogue)
        return cards

    def ask(self) -> int:
        """All of it. Raises Ended."""
        print("? explains, Enter takes what stands in [ ], back goes one question back.")
        asked, at = self.fields.all(), 0
        while True:
            self.form.fill(asked, at)
            assert self.fields.source is not None
            played = self.play(self.fields.source)
            if played.code != BAD_INPUT:
                break
            at = len(asked) - 1  # the script does not fit: what happened before is asked again
        self.keep(self.fields.source)
        return played.code

    def play(self, source: Source) -> Played:
        """Show the fixture and its ruling."""
        print(f"\n{visible_text(source.text)}")
        book = self.fields.book
        played = became("", RunOptions((source.file,)), lambda: run(check(source, book.folder, {})))
        show(
            played._replace(problems=[self.fields.draft.told(one) for one in played.problems]), "", first=True
        )
        sys.stderr.flush()
        return played

    # --- the file ------------------------------------------------------------------------------------
    def keep(self, source: Source) -> None:
        """Write the fixture where it is wanted; over a file that is there only after a yes. Raises Ended."""
        path = self.options.output
        asked = not path
        while True:
            path = path or self.named()
            if not path:
                return
            if not os.path.lexists(path) or self.yes(f"{path} is there. Write over it? [y/n] "):
                problem = write_whole(path, source.text)
                if problem is None:
                    print(f"{visible(path)}: written.")
                    return
                tell([problem._replace(key="-o")])
            if not asked:
                print("Another file, or Enter for none.")
            path, asked = "", True

    def named(self) -> str:
        """The file that is typed."""
        return self.prompt.line("file [none]> ", lambda: ())

    def yes(self, question: str) -> bool:
        """Is it answered with yes? Anything else is no."""
        return self.prompt.line(visible(question), lambda: ()).lower() in ("y", "yes")

    def ended(self, code: int) -> int:
        """The exit code of a form that was left, and what became of it."""
        message = "nothing is written"
        if code == BAD_INPUT:
            message = f"the input ends before everything is answered: {message}"
        print(message, file=sys.stderr)
        return code


def visible_text(text: str) -> str:
    """Several lines without what steers a terminal."""
    return "\n".join(map(visible, text.split("\n")))
