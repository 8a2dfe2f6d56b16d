"""`judge new --ask`: from a spoken question to its ruling, and to a fixture."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import NamedTuple

from judge.cli.codes import BAD_INPUT, INTERRUPTED
from judge.cli.form import Form
from judge.cli.inputs import check_over
from judge.cli.options import HOME, RunOptions, slip, without_game
from judge.cli.output import Ended, listen, tell, write_whole
from judge.cli.prompt import Prompt
from judge.cli.run import Played, became, show
from judge.errors import BadInput, Problem
from judge.fixture.load import check
from judge.play.ruling import run
from judge.shorthand.dispute_fields import DisputeFields
from judge.shorthand.known_cards import KnownCards, known_cards, not_taken
from judge.text.source import Source
from judge.text.visible import visible, visible_lines

FILE = "mine.toml"  # what a fixture is called that has no file yet


class DisputeOptions(NamedTuple):
    """The game, where one is named, the file to write, files of cards, and the language of the form."""

    game: str = ""
    output: str = ""
    cards: tuple[str, ...] = ()
    lang: str = HOME


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
            tell(without_game(error.problems))
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
    yield from check_over("-o", options.output, options.cards)
    yield from not_taken(options.cards, options.output or FILE)


class Dispute:
    """One dispute that is asked for."""

    def __init__(self, options: DisputeOptions, opened: ExitStack) -> None:
        self.options = options
        self.prompt = Prompt()
        self.opened = opened
        self.fields = DisputeFields(options.game, options.output or FILE, self.known, lang=options.lang)
        self.say = self.fields.say
        self.form = Form(self.prompt, self.say)

    def known(self, game: str) -> KnownCards:
        """The cards that are known of a game."""
        cards, catalogue = known_cards(game, self.options.cards, self.options.output or FILE)
        if catalogue is not None:
            self.opened.enter_context(catalogue)
        return cards

    def ask(self) -> int:
        """All of it. Raises Ended."""
        print(self.say("keys"))
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
        print(f"\n{visible_lines(source.text)}")
        book = self.fields.book
        options = RunOptions((source.file,), lang=self.options.lang)
        played = became("", options, lambda: run(check(source, book.folder, {})))
        told = map(self.fields.draft.told, played.problems)
        show(played._replace(problems=[*map(self.form.placed, told)]), "", first=True)
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
            if not os.path.lexists(path) or self.yes(self.say("file-over", file=path)):
                problem = next(check_over("-o", path, self.options.cards), None)
                problem = problem or write_whole(path, source.text)
                if problem is None:
                    print(self.say("file-written", file=visible(path)))
                    return
                tell([problem._replace(key="-o")])
            if not asked:
                print(self.say("file-another"))
            path, asked = "", True

    def named(self) -> str:
        """The file that is typed."""
        return self.prompt.line(f"{self.say('file-name')} [{self.say('none')}]> ", lambda: ())

    def yes(self, question: str) -> bool:
        """Is it answered with yes? Anything else is no."""
        answer = self.prompt.line(f"{visible(question)} ", lambda: ())
        return answer.lower() in self.say("yes").split()

    def ended(self, code: int) -> int:
        """The exit code of a form that was left, and what became of it."""
        message = self.say("unwritten")
        if code == BAD_INPUT:
            message = self.say("early", unwritten=message)
        print(message, file=sys.stderr)
        return code
