"""`judge run`: play fixtures and print their rulings."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from io import StringIO
from typing import TYPE_CHECKING

from judge.cli.codes import BAD_INPUT, BUG, NOT_IMPLEMENTED, OF_VERDICT, WORDS, worst
from judge.cli.inputs import called, check_over, given, of_fixture, of_run
from judge.cli.options import RUN_FORMATS, RunOptions, check_run, refuse, same_file, slip
from judge.cli.output import colourful, emit, print_json, problems_json, tell, width, write_readable
from judge.errors import NO_MEMORY, BadInput, NotImplementedYet, Problem, nearest
from judge.fixture.load import Fixture, check
from judge.play.ruling import Ruling, Unfit, Verdict, run
from judge.text.rows import NamedTuple
from judge.text.said import counted
from judge.text.visible import visible

if TYPE_CHECKING:
    from judge.render.html.document import Use


class Played(NamedTuple):
    """The result of one file: its exit code, and its ruling as text or JSON, or its problems."""

    code: int
    problems: Sequence[Problem] = ()
    text: str = ""
    title: str = ""
    document: Mapping[str, object] | None = None


def run_fixtures(options: RunOptions) -> int:
    """Runs every file, whatever becomes of the others; gives the exit code of the worst."""
    problems = check_run(options, RUN_FORMATS)
    problems += check_outputs(options)
    if problems:
        tell(problems, options.format)
        return BAD_INPUT
    return written(options) if options.output else printed(options)


def check_outputs(options: RunOptions) -> Iterator[Problem]:
    """The problem of an output file that is an input, or is written twice."""
    yield from check_over("--output", options.output, of_run(options))
    if options.output and options.save and same_file(options.output, options.save):
        yield slip("--output", "--save and --output are one file", "a file each", options.output)


def written(options: RunOptions) -> int:
    """Writes what would be printed to a file: wholly, or not at all where there is nothing to print."""
    page = StringIO()
    with redirect_stdout(page):
        code = printed(options)
    problem = emit(page.getvalue(), options.output) if page.getvalue() else None
    tell([problem] if problem is not None else [])
    return BAD_INPUT if problem is not None else code


def printed(options: RunOptions) -> int:
    """Prints the ruling of every file, or its problems."""
    played = []
    for at, file in enumerate(options.files):
        played.append(play(file, options))
        if options.format == "text":
            show(played[-1], "" if len(options.files) == 1 else called(file), first=at == 0)
        elif options.format != "json":
            show_page(played[-1], first=at == 0)
    if options.format == "json":
        show_json(played)
    elif len(played) > 1 and options.format == "text":
        print(f"\n{tally([ruling.code for ruling in played])}")
    return worst(ruling.code for ruling in played)


def play(file: str, options: RunOptions) -> Played:
    """Plays one file. Raises nothing: a bug of ours is printed, and the next file is played."""
    return became(called(file), options, lambda: rule(file, options))


def became(file: str, options: RunOptions, ruled: Callable[[], Ruling]) -> Played:
    """The result of a file: its ruling, or the error that prevented one. Raises nothing."""
    try:
        return draw(ruled(), options)
    except Unfit as error:
        drawn = draw(error.so_far, options) if options.format == "text" else None
        return (drawn or Played(BAD_INPUT))._replace(code=BAD_INPUT, problems=error.problems)
    except BadInput as error:
        return Played(BAD_INPUT, [blame_option(problem, options) for problem in error.problems])
    except NotImplementedYet as error:
        return Played(NOT_IMPLEMENTED, [Problem(file, 0, 0, "", "", str(error))])
    except MemoryError:
        return Played(BAD_INPUT, [Problem(file, 0, 0, "", "", NO_MEMORY)])
    except Exception as error:  # a bug of ours: told in full, and it costs the other files nothing
        from traceback import print_exc

        print_exc()
        return Played(BUG, [Problem(file, 0, 0, "", "", f"a bug of ours: {type(error).__name__}: {error}")])


def rule(file: str, options: RunOptions) -> Ruling:
    """The ruling of one file; its pause is saved when asked for. Raises BadInput and NotImplementedYet."""
    fixture = opened(file, options)
    check_until(fixture, options.until)
    check_save(fixture, options.save)
    if options.seat:
        from judge.views.ruling import viewed  # most rulings are told to everybody

        return viewed(fixture, options.seat, options.until)
    ruling = run(fixture, options.until)._replace(lenient=options.lenient)
    if options.save:
        save(ruling, options.save)
    return ruling


def opened(file: str, options: RunOptions) -> Fixture:
    """The fixture of a file; notes on it are printed. Raises BadInput."""
    laid = (options.overlays, options.modules)
    fixture = check(given(file), options.rulebook, options.reading_values, *laid)
    tell(fixture.notes)
    return fixture


def check_until(fixture: Fixture, step: str) -> None:
    """Checks that a step to stop at is one of the rulebook's. Raises BadInput with the nearest."""
    if not step:
        return
    from judge.board.stand import steps_of

    steps = steps_of(fixture.book)
    if step not in steps:
        message = f"no procedure of {fixture.book.id} has a step {step!r}"
        raise BadInput([slip("--until", f"--until: {message}", "a step", step, nearest(step, steps))])


def check_save(fixture: Fixture, path: str) -> None:
    """Checks that a pause is not written over an input. Raises BadInput."""
    refuse(check_over("--save", path, of_fixture(fixture)))


def save(ruling: Ruling, path: str) -> None:
    """Writes the pause where the run stopped as a fixture. Raises BadInput when it cannot be written."""
    from judge.render.fixtures import pause_text

    problem = write_readable(path, pause_text(ruling))
    if problem:
        raise BadInput([problem])


def draw(ruling: Ruling, options: RunOptions) -> Played:
    """The ruling in the format asked for."""
    code = OF_VERDICT[verdict_for(ruling, options.seat)]
    if options.format == "json":
        from judge.render.json import ruling_json

        return Played(code, document=ruling_json(ruling, options.seat, options.lang))
    if options.format == "html":
        from judge.render.html.document import ruling_html

        return Played(code, text=ruling_html(ruling, options.seat, options.lang, uses_of(ruling)))
    if options.format == "markdown":
        from judge.render.markdown import ruling_markdown

        return Played(code, text=ruling_markdown(ruling, options.seat, options.lang, options.all))
    from judge.render.text import render

    look = {"seat": options.seat, "lang": options.lang}
    text = render(ruling, all=options.all, color=colourful(), width=width(), **look)
    return Played(code, text=text, title=ruling.fixture.model.title)


def uses_of(ruling: Ruling) -> Mapping[str, Sequence[Use]]:
    """The other rulings of the folder, by the articles that they cite."""
    from judge.fixture.neighbours import beside
    from judge.render.html.document import Use

    near = beside(ruling.fixture.file, ruling.fixture.book.id)
    return {
        article: [Use(row.title or row.file, "", row.file) for row in rows] for article, rows in near.items()
    }


def verdict_for(ruling: Ruling, seat: str) -> Verdict:
    """The verdict for the exit code. A player's has nothing of facts, claims and unwritten card texts: these
    may be about hidden information.
    """
    if not seat:
        return ruling.verdict
    return "holds" if ruling.as_played == "fails" else ruling.as_played


def with_problems_told(options: RunOptions, answer: Callable[[], int]) -> int:
    """The exit code of an answer; errors that keep a dispute from being answered are printed, with their own
    codes.
    """
    try:
        return answer()
    except BadInput as error:
        tell([blame_option(problem, options) for problem in error.problems], options.format)
        return BAD_INPUT
    except NotImplementedYet as error:
        tell([Problem(called(options.files[0]), 0, 0, "", "", str(error))], options.format)
        return NOT_IMPLEMENTED


def blame_option(problem: Problem, options: RunOptions) -> Problem:
    """A problem of a reading that the command line gave, without a file."""
    name = problem.key.removeprefix("readings.")
    if name not in options.reading_values or "reading" not in problem.message:
        return problem
    message = f"--reading: {problem.message}"
    return problem._replace(file="", line=0, column=0, key="--reading", message=message)


def show(played: Played, file: str, first: bool) -> None:
    """Prints one ruling as text, or its problems; of several rulings each below its file and title."""
    if played.text:
        heading = f"{file}: {played.title}".removesuffix(": ") if file else ""
        print_ruling(played.text, heading, first)
    if played.problems:
        tell(played.problems)


def show_page(played: Played, first: bool) -> None:
    """Prints one ruling as a page, or its problems; several pages with a line between them."""
    if played.text:
        sys.stdout.write(("" if first else "\n---\n\n") + played.text)
    tell(played.problems)


def print_ruling(text: str, heading: str, first: bool) -> None:
    """Prints a ruling, below its heading where there are several."""
    coloured = colourful()
    if heading:
        print(("" if first else "\n") + dimmed(visible(heading), coloured))
    print(text.rstrip("\n"))
    sys.stdout.flush()


def dimmed(text: str, coloured: bool) -> str:
    """A text in dim letters."""
    if not coloured:
        return text
    from judge.render.colour import paint

    return paint(text, "folded")


def show_json(played: Sequence[Played]) -> None:
    """Prints one ruling as a document; several as a list in one document."""
    documents = [ruling.document or problems_json(ruling.problems) for ruling in played]
    if len(documents) == 1:
        print_json(documents[0])
    else:
        print_json({"schema": "judge.rulings/1", "rulings": documents})


def tally(codes: Sequence[int]) -> str:
    """The counts of several files in words: `3 fixtures: 2 hold, 1 bad input`."""
    counts = [(codes.count(code), words) for code, words in WORDS.items()]
    return f"{counted(len(codes), 'fixture')}: " + ", ".join(f"{n} {words}" for n, words in counts if n)
