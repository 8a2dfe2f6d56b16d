"""Help in the reader's language: it is declared in English, and a translation is read only when help is
printed.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import typer
from typer.core import TyperCommand, TyperGroup

from judge.cli.options import HOME, spoken
from judge.text.plain import Json
from judge.text.visible import visible_lines

WORDS: Final = "judge.words"  # under which the whole command line is remembered while it is read
Sayings = Mapping[str, Mapping[str, str]]


class SpokenCommand(TyperCommand):
    """A command whose help is in the language of the command line."""

    def parse_args(self, ctx: Json, args: list[str]) -> list[str]:
        """Read the arguments, having remembered them."""
        ctx.meta.setdefault(WORDS, tuple(args))
        return super().parse_args(ctx, args)

    def get_help(self, ctx: Json) -> str:
        """The help as it is printed."""
        return helped(self, ctx) or super().get_help(ctx)


class SpokenGroup(TyperGroup):
    """A group of such commands. Errors in their words cannot steer the terminal."""

    def make_context(self, *args: Json, **more: Json) -> Json:
        """The context in which the group's own words are read."""
        with harmless():
            return super().make_context(*args, **more)

    def invoke(self, ctx: Json) -> Json:
        """Runs the command, whose own arguments are parsed here as well."""
        with harmless():
            return super().invoke(ctx)

    def get_params(self, ctx: Json) -> list[Json]:
        """Its options, without the parser's `--install-completion`: it rewrites a shell's settings, and a
        full disk or another encoding would cost them.
        """
        return [param for param in super().get_params(ctx) if param.name != "install_completion"]

    def parse_args(self, ctx: Json, args: list[str]) -> list[str]:
        """Read the arguments, having remembered them."""
        ctx.meta.setdefault(WORDS, tuple(args))
        return super().parse_args(ctx, args)

    def get_help(self, ctx: Json) -> str:
        """The help as it is printed."""
        return helped(self, ctx) or super().get_help(ctx)


@contextmanager
def harmless() -> Iterator[None]:
    """Makes control characters in an error message visible: it quotes the command line."""
    try:
        yield
    except Exception as error:  # which is raised again
        if hasattr(error, "format_message"):  # one of the parser, whose class is private
            error.message = visible_lines(error.message)  # type: ignore[attr-defined]  # as looked for
        raise


def speaking(app: typer.Typer) -> None:
    """Gives every command of an application help in several languages."""
    app.info.cls = SpokenGroup
    for command in app.registered_commands:
        command.cls = SpokenCommand
    for group in app.registered_groups:
        if group.typer_instance is not None:
            speaking(group.typer_instance)


def helped(command: Json, ctx: Json) -> str:
    """The help of a command in the language of the command line; "" where that is English."""
    sayings = sayings_in(language_of(ctx.meta.get(WORDS, ())))
    if not sayings:
        return ""
    tell(command, ctx.command_path, sayings)
    for name, subcommand in getattr(command, "commands", {}).items():
        tell(subcommand, f"{ctx.command_path} {name}", sayings)
    formatter = ctx.make_formatter()
    speak(formatter, sayings)
    command.format_help(ctx, formatter)
    return str(formatter.getvalue()).rstrip("\n")


def language_of(args: Sequence[str]) -> str:
    """The language that a command line asks for; that of the environment where it names none, or one without
    phrases.
    """
    from judge.speech.catalogue import languages

    asked = (lang for lang in given(args) if lang in languages())
    return next(asked, "") or spoken()


def given(args: Sequence[str]) -> Iterator[str]:
    """The values of `--lang`."""
    for at, word in enumerate(args):
        name, _, value = word.partition("=")
        if name == "--lang":
            yield value or next(iter(args[at + 1 :]), "")


@functools.cache
def sayings_in(lang: str) -> Sayings:
    """The texts of the help in a language; nothing for English, which stands with the commands."""
    path = Path(__file__).parent / "help" / f"{lang}.toml"
    if lang == HOME or not path.is_file():
        return {}
    sayings: Sayings = tomllib.loads(path.read_text(encoding="utf-8"))
    return sayings


def tell(command: Json, path: str, sayings: Sayings) -> None:
    """Puts a command's help into a language: its summary, its parameters, and its epilog."""
    texts, words = sayings["text"], sayings["words"]
    command.help = texts.get(command.help, command.help)
    command.epilog = sayings["epilog"].get(path, command.epilog)
    if hasattr(command, "subcommand_metavar"):
        command.subcommand_metavar = words.get(command.subcommand_metavar, command.subcommand_metavar)
    for param in command.params:
        param.help = texts.get(param.help, param.help)


def speak(formatter: Json, sayings: Sayings) -> None:
    """Makes a formatter of help use a language: headings, and remarks on parameters."""
    words, usage, heading, rows = (
        sayings["words"], formatter.write_usage, formatter.write_heading, formatter.write_dl,
    )  # fmt: skip
    formatter.write_usage = lambda prog, args="", prefix=None: usage(prog, args, words["usage"])
    formatter.write_heading = lambda text: heading(words.get(text, text))
    formatter.write_dl = lambda of, *more: rows([(name, row_in(sayings, text)) for name, text in of], *more)


def row_in(sayings: Sayings, text: str) -> str:
    """The remark on a parameter, with its default or that it is required, in a language."""
    body, bracket, marks = sayings["text"].get(text, text).rpartition("[")
    for mark in ("default: ", "required") if bracket else ():
        marks = marks.replace(mark, sayings["words"][mark])
    return f"{body}{bracket}{marks}"
