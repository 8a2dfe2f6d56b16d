"""A dispute that is asked for, a part at a time: the form of `judge new --ask`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from textwrap import wrap
from typing import Final

from judge.cli.output import width
from judge.cli.prompt import Prompt
from judge.errors import Problem
from judge.shorthand.field import Field
from judge.text.visible import visible

HELP: Final = "?"
BACK: Final = "back"
NOTHING: Final = "-"  # what takes back an answer given before, without another


class Form:
    """The questions in their order, one back wherever that is wanted."""

    def __init__(self, prompt: Prompt, say: Callable[[str], str]) -> None:
        self.prompt = prompt
        self.say = say
        self.answers: dict[str, str] = {}
        self.names: dict[str, str] = {}  # of the fields that were asked, as they stand before an answer

    def fill(self, fields: Sequence[Field], at: int = 0) -> None:
        """Ask from one of the fields on to the last. Raises Ended."""
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
                    one.file == "question" for one in problems
                ):  # only the board shows what is wrong
                    self.answers[field.name] = text
                    at = 0

    def answer(self, field: Field, told: bool) -> str:
        """What is typed for a field, which is `told` first: an empty line is what was typed before, or what
        is usual.
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
        """Tell what is wrong with an answer, on the same screen; whether anything is."""
        for one in problems:
            print(visible(self.placed(one).text()))
        return bool(problems)

    def placed(self, problem: Problem) -> Problem:
        """A problem at its question, which goes by the name that stands on the screen."""
        return problem._replace(file=self.names.get(problem.file, problem.file))


def before(fields: Sequence[Field], at: int) -> int:
    """The question before one; the first has none."""
    asked: Iterator[int] = (one for one in range(at - 1, -1, -1) if fields[one].wanted())
    return next(asked, at)


def explain(texts: Sequence[str]) -> None:
    """Print explanations as wide as the screen is."""
    for text in texts:
        print(*wrap(visible(text), width(), subsequent_indent="  ", break_on_hyphens=False), sep="\n")
