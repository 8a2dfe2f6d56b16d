"""`judge new --ask`: a form on the terminal, from a spoken question to its ruling and to a fixture."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from textwrap import wrap
from typing import Final

from judge.cli.codes import BAD_INPUT, INTERRUPTED
from judge.cli.inputs import check_over
from judge.cli.options import HOME, RunOptions, slip, without_game
from judge.cli.output import Ended, listen, piped, said, tell, width, write_whole
from judge.cli.run import Played, became, show
from judge.errors import BadInput, Problem
from judge.fixture.load import check
from judge.play.ruling import run
from judge.shorthand.dispute_fields import DisputeFields, Field
from judge.shorthand.known_cards import KnownCards, known_cards, not_taken
from judge.text.folded_words import fold
from judge.text.rows import NamedTuple
from judge.text.source import Source
from judge.text.visible import visible, visible_lines

# --- lines that are typed on a terminal, with completion, or come through a pipe -----------------------
DELIMITERS: Final = ' ;,+:=()"'  # end a word


class Prompt:
    """Asks for lines; Tab completes from the words that are offered."""

    def __init__(self) -> None:
        self.typed = sys.stdin.isatty()
        self.offered: Sequence[str] = ()
        self.reader = reader_of_lines(self.complete) if self.typed else None

    def line(self, question: str, offered: Callable[[], Sequence[str]]) -> str:
        """A typed line. Raises Ended at the end of the input, and when it is interrupted."""
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
        """The nth word that completes a text, as readline asks for it; words with spaces in quotes."""
        fitting = [offer for offer in self.offered if fold(offer).startswith(fold(text))]
        if state >= len(fitting):
            return None
        word = fitting[state] if " " not in fitting[state] else self.in_quotes(fitting[state])
        return f"{word} " if len(fitting) == 1 else word

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


# --- the form ------------------------------------------------------------------------------------------
HELP: Final = "?"
BACK: Final = "back"
NOTHING: Final = "-"  # takes an earlier answer back and gives no other


class Form:
    """Asks the questions in their order, and goes back to the one before where that is wanted."""

    def __init__(self, prompt: Prompt, say: Callable[[str], str]) -> None:
        self.prompt = prompt
        self.say = say
        self.answers: dict[str, str] = {}
        self.names: dict[str, str] = {}  # of the fields that were asked, as they stand before an answer

    def fill(self, fields: Sequence[Field], at: int = 0) -> None:
        """Asks from one of the fields to the last. Raises Ended."""
        shown = -1
        while at < len(fields):
            field = fields[at]
            if not field.wanted():
                at += 1
                continue
            text = self.answer(field, at != shown)
            shown = at
            if text == BACK:
                at = before(fields, at)
            else:
                problems = field.take(text)
                if not self.tell(problems):
                    self.answers[field.name] = text
                    at += 1
                elif at and any(
                    problem.file == "question" for problem in problems
                ):  # only the board shows what is wrong
                    self.answers[field.name] = text
                    at = 0

    def answer(self, field: Field, told: bool) -> str:
        """The text that is typed for a field, whose help (`told`) is printed first. An empty line means what
        was typed before, or the usual.
        """
        name = self.names[field.name] = self.say(f"{field.name}-name")
        if told:
            print(*map(visible, field.asks()), sep="\n")
        while True:
            last = self.answers.get(field.name, "")
            shown = last or field.usual()
            text = self.prompt.line(f"{name}{f' [{visible(shown)}]' if shown else ''}> ", field.offers)
            if text != HELP:
                return "" if text == NOTHING else text or last
            explain(field.explains())

    def tell(self, problems: Sequence[Problem]) -> bool:
        """Prints the problems of an answer on the same screen; says whether there are any."""
        for problem in problems:
            print(visible(self.placed(problem).text()))
        return bool(problems)

    def placed(self, problem: Problem) -> Problem:
        """A problem placed at its question, by the name that the screen shows."""
        return problem._replace(file=self.names.get(problem.file, problem.file))


def before(fields: Sequence[Field], at: int) -> int:
    """The number of the last field before `at` that is asked; `at` itself where there is none."""
    asked: Iterator[int] = (index for index in range(at - 1, -1, -1) if fields[index].wanted())
    return next(asked, at)


def explain(texts: Sequence[str]) -> None:
    """Print explanations as wide as the screen is."""
    for text in texts:
        print(*wrap(visible(text), width(), subsequent_indent="  ", break_on_hyphens=False), sep="\n")


# --- the command ---------------------------------------------------------------------------------------
FILE = "mine.toml"  # the name of a fixture that has no file yet


class DisputeOptions(NamedTuple):
    """The game, where one is named, the file to write, files of cards, and the language of the form."""

    game: str = ""
    output: str = ""
    cards: tuple[str, ...] = ()
    lang: str = HOME


def ask_dispute(options: DisputeOptions) -> int:
    """Asks for a dispute, plays it, shows the ruling and writes the fixture; the exit code is that of the
    ruling. A file is written whole or not at all.
    """
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
    """The faults of the options, before anything is asked."""
    folder = os.path.dirname(options.output)
    if options.output and os.path.isdir(options.output):
        yield slip("-o", f"-o {options.output}: a folder is there", "a file")
    elif folder and not os.path.isdir(folder):
        yield slip("-o", f"-o {options.output}: there is no folder {folder}", "a folder that is there")
    yield from check_over("-o", options.output, options.cards)
    yield from not_taken(options.cards, options.output or FILE)


class Dispute:
    """One dispute that the form asks for."""

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
        """Asks, plays, shows and writes; gives the exit code. Raises Ended."""
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
        """Writes the fixture where the user wants it, over an old file only after a yes. Raises Ended."""
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
        """The file name that the user types."""
        return self.prompt.line(f"{self.say('file-name')} [{self.say('none')}]> ", lambda: ())

    def yes(self, question: str) -> bool:
        """Does the user answer yes? Anything else is no."""
        answer = self.prompt.line(f"{visible(question)} ", lambda: ())
        return answer.lower() in self.say("yes").split()

    def ended(self, code: int) -> int:
        """The exit code of a form that was left early; prints what became of it."""
        message = self.say("unwritten")
        if code == BAD_INPUT:
            message = self.say("early", unwritten=message)
        print(message, file=sys.stderr)
        return code
