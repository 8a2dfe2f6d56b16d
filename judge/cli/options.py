"""The options of `judge run`, read without the full parser; and the checks of options that commands share."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from judge.engine.kernel.state import SEATS
from judge.errors import BadInput, Problem, nearest
from judge.text.plain import Json
from judge.text.rows import NamedTuple

# --- the language of a command -------------------------------------------------------------------------
HOME: Final = "en"  # that of the program
SETTINGS: Final = ("JUDGE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts
PLAIN: Final = ("", "c", "posix", HOME)


def spoken(given: str = "") -> str:
    """The language of a command: the one given, as it was written; else that of the environment, English
    where there are no phrases for it.
    """
    if given:
        return given
    named = next((found for setting in SETTINGS if (found := os.environ.get(setting, ""))), "")
    code = re.split(r"[_.@-]", named)[0].lower()  # fr_CA.UTF-8
    if code in PLAIN:
        return HOME
    from judge.speech.catalogue import languages

    return code if code in languages() else HOME


# --- options and their checks --------------------------------------------------------------------------
FORMATS: Final = ("text", "json")
RUN_FORMATS: Final = (*FORMATS, "html", "markdown")
MOST_JOBS: Final = 64  # processes


class RunOptions(NamedTuple):
    """The files to run and how to show them, as they were written."""

    files: tuple[str, ...]
    format: str = "text"
    all: bool = False
    until: str = ""
    readings: tuple[str, ...] = ()
    rulebook: str = ""
    seat: str = ""
    lang: str = HOME
    save: str = ""
    overlays: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    lenient: bool = False
    output: str = ""

    @property
    def reading_values(self) -> dict[str, str]:
        """The readings that were given, by name."""
        return dict(pair for pair in map(_reading, self.readings) if pair)


_WITH_VALUE: Final = {
    "--format": "format",
    "--until": "until",
    "--rulebook": "rulebook",
    "--as": "seat",
    "--lang": "lang",
    "--save": "save",
    "--output": "output",
    "-o": "output",
}
_FLAGS: Final = {"--all": "all", "--lenient": "lenient"}
_REPEATED: Final = {"--reading": "readings", "--overlay": "overlays", "--module": "modules"}


def read_run(args: Sequence[str]) -> RunOptions | None:
    """The options of a plain `judge run`; None if the full parser has to read them or report a fault."""
    files: list[str] = []
    values: dict[str, Json] = {}
    rest = iter(args)
    for word in rest:
        if not word.startswith("-") or word == "-":
            files.append(word)
        elif word in _FLAGS:
            values[_FLAGS[word]] = True
        elif not _with_value(word, rest, values):
            return None
    values["lang"] = spoken(values.get("lang", ""))
    return RunOptions(tuple(files), **values) if files else None


def _with_value(word: str, rest: Iterator[str], values: dict[str, Json]) -> bool:
    """Reads an option that takes a value, and its value; False where the word is none."""
    name, equals, value = word.partition("=")
    if name not in _WITH_VALUE and name not in _REPEATED:
        return False
    value = value if equals else next(rest, "-")
    if name in _REPEATED:
        values[_REPEATED[name]] = (*values.get(_REPEATED[name], ()), value)
    else:
        values[_WITH_VALUE[name]] = value
    return not value.startswith("-")


def check_run(options: RunOptions, formats: Sequence[str] = FORMATS) -> list[Problem]:
    """Everything that is wrong with the options of a run."""
    problems = list(check_choice("--format", options.format, formats))
    if options.seat:
        problems += check_choice("--as", options.seat, SEATS)
    problems += check_language(options.lang)
    problems += check_readings(options.readings)
    if options.save and len(options.files) > 1:
        files = f"{len(options.files)} files"
        problems.append(slip("--save", "--save writes one pause, so it takes one fixture", "one file", files))
    if options.files.count("-") > 1:
        problems.append(slip("FIXTURE", "- is given twice, and standard input is read once", "one -"))
    if options.format == "html" and len(options.files) > 1:
        message = "--format html draws one ruling; `judge site` draws those of a folder"
        problems.append(slip("--format", message, "one file", f"{len(options.files)} files"))
    if options.save and options.seat:
        message = "--as tells what a player sees, and --save has everything"
        problems.append(slip("--as", message, "one of the two"))
    problems += check_rulebook(options.rulebook)
    problems += check_overlays(options.overlays)
    return problems


def check_readings(texts: Iterable[str]) -> Iterator[Problem]:
    """The problems of `--reading`: a text that is no NAME=VALUE, or two values for one name."""
    taken: dict[str, str] = {}
    for text in texts:
        name, value = _reading(text) or ("", "")
        if not name:
            yield slip("--reading", "--reading takes a reading and its value", "NAME=VALUE", text)
        elif taken.setdefault(name, value) != value:
            both = f"{taken[name]}, {value}"
            yield slip("--reading", f"--reading gives {name!r} two values", "one of them", both)


def check_choice(option: str, value: str, choices: Iterable[str]) -> Iterator[Problem]:
    """The problem of a value that is not among the choices."""
    known = tuple(choices)
    if value not in known:
        message = f"{option} has no value {value!r}"
        yield slip(option, message, " or ".join(known), value, nearest(value, known))


def without_game(problems: Iterable[Problem]) -> list[Problem]:
    """Problems without the name of a game where a file should stand; problems of files keep theirs."""
    return [
        problem._replace(file="") if problem.key == "game" and not problem.line else problem
        for problem in problems
    ]


def check_language(lang: str) -> Iterator[Problem]:
    """The problem of a language without phrases."""
    if lang != HOME:
        from judge.speech.catalogue import languages

        yield from check_choice("--lang", lang, languages())


def check_ci(option: str, what: str) -> Iterator[Problem]:
    """The problem of writing reviewed files in CI, where nobody reads what changed."""
    if in_ci():
        message = f"{what}, and with CI set in the environment nothing is written"
        yield slip(option, message, "a run without CI")


def in_ci() -> bool:
    """Does a CI service run this? They set CI."""
    return os.environ.get("CI", "").lower() not in ("", "0", "false")


def check_jobs(jobs: int) -> Iterator[Problem]:
    """The problem of an impossible number of processes."""
    if not 0 <= jobs <= MOST_JOBS:
        expected = f"0 (one a core) to {MOST_JOBS}"
        yield slip("--jobs", "--jobs takes how many processes work", expected, str(jobs))


def check_rulebook(name: str) -> Iterator[Problem]:
    """The problem of a `--rulebook` that is not there, or cannot be read."""
    if name:
        from judge.rulebook.shelf import find, games

        try:
            find(name)
        except BadInput as error:
            known = games()
            expected = "a folder with a rulebook.toml, or one of " + ", ".join(known)
            unknown = slip(
                "--rulebook", f"there is no rulebook {name!r}", expected, name, nearest(name, known)
            )
            yield from (unknown if problem.key == "game" else problem for problem in error.problems)


def check_overlays(paths: Iterable[str]) -> Iterator[Problem]:
    """The problems of overlays that are not there."""
    for path in paths:
        if not os.path.isfile(path):
            yield slip("--overlay", f"there is no file {path!r}", "a file of changes", path)


def check_written(option: str, path: str, read: Iterable[str]) -> Iterator[Problem]:
    """The problem of an output file that is one of the inputs, also by another path or by a link."""
    for file in read if path else ():
        if same_file(path, file):
            yield slip(option, f"{option} would overwrite {file}, which is read", "another file", path)


def same_file(path: str, other: str) -> bool:
    """Are two paths one file, or would they be if it existed?"""
    try:
        return os.path.samefile(path, other)
    except OSError:  # one of them is not there yet
        return os.path.realpath(path) == os.path.realpath(other)
    except ValueError:  # no file has such a name
        return False


def slip(option: str, message: str, expected: str = "", found: str = "", hint: str = "") -> Problem:
    """A problem of the command line, which has no file and no line."""
    return Problem("", 0, 0, option, "", message, expected, found, hint)


def refuse(problems: Iterable[Problem]) -> None:
    """Raises BadInput with the problems, where there are any."""
    every = tuple(problems)
    if every:
        raise BadInput(every)


def _reading(text: str) -> tuple[str, str] | None:
    name, equals, value = text.partition("=")
    return (name.strip(), value.strip()) if name.strip() and equals and value.strip() else None
