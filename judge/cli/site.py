"""`judge site`: a folder of rulings as a site of static files."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from typing import Final

from judge.cli.atomic_write import write_together
from judge.cli.codes import BAD_INPUT, BUG, FAILS, NOT_IMPLEMENTED, OK, worst
from judge.cli.options import (
    check_jobs,
    check_language,
    check_overlays,
    check_readings,
    check_rulebook,
    refuse,
    slip,
)
from judge.cli.output import progress, tell
from judge.errors import BadInput, Problem, system_said
from judge.suite.found import Found, find_rulings
from judge.suite.played import Playing, spread
from judge.suite.site.drawn import INDEX, Drawn, draw_batch, is_of_site
from judge.suite.site.pages import site
from judge.text.folders import within
from judge.text.rows import NamedTuple
from judge.text.said import counted
from judge.text.source import read_text
from judge.text.visible import visible

BATCH: Final = 16  # rulings: sending them must cost little, and all hands stay busy
LIST: Final = "judge-site.txt"  # the files of the site, so that it can be made again
LARGEST: Final = 64_000_000  # bytes of that list
CODES: Final = {
    "holds": OK,
    "fails": FAILS,
    "undecided": OK,
    "bad input": BAD_INPUT,
    "not implemented": NOT_IMPLEMENTED,
    "bug": BUG,
}


class SiteOptions(NamedTuple):
    """The rulings, how they are played, the language, and the output folder."""

    paths: tuple[str, ...]
    output: str
    playing: Playing
    lang: str = "en"
    jobs: int = 1
    readings: tuple[str, ...] = ()  # as they were written


def make_site(options: SiteOptions) -> int:
    """Writes the site: every file of it or none. Gives the exit code of the worst ruling."""
    try:
        refuse(check(options))
        files = find_rulings(options.paths)
        refuse(check_output(options.output, [file.path for file in files]))
        rulings = list(drawn(files, options))
        refuse(write(pages_of(rulings, options), options.output))
    except BadInput as error:
        tell(error.problems)
        return BAD_INPUT
    tell([problem for ruling in rulings for problem in ruling.problems])
    sys.stderr.write("".join(ruling.bug for ruling in rulings))
    index = os.path.join(options.output, INDEX)
    print(visible(f"{counted(len(rulings), 'ruling')}: {index}"))
    return worst(CODES[ruling.result] for ruling in rulings)


def check(options: SiteOptions) -> Iterator[Problem]:
    """Everything that is wrong with the options."""
    yield from check_language(options.lang)
    yield from check_rulebook(options.playing.rulebook)
    yield from check_overlays(options.playing.overlays)
    yield from check_jobs(options.jobs)
    yield from check_readings(options.readings)


def check_output(output: str, read: Sequence[str]) -> Iterator[Problem]:
    """The problem of an output folder that is neither new, nor empty, nor a site."""
    if os.path.exists(output) and not os.path.isdir(output):
        yield slip("--output", f"{output} is a file", "a folder", output)
        return
    inside = next((path for path in read if within(path, output)), "")
    if inside:
        yield slip("--output", f"{inside}, which is read, lies in {output}", "another folder", output)
    elif os.path.isdir(output):
        yield from among_others(output)
    elif not os.path.isdir(os.path.dirname(os.path.abspath(output))):
        yield slip("--output", f"there is no folder for {output}", "a folder that is there", output)


def among_others(output: str) -> Iterator[Problem]:
    """The problem of a folder with files that are no site's, or that cannot be read."""
    try:
        inside = os.listdir(output)
    except OSError as error:
        yield slip("--output", f"{output} cannot be looked into: {system_said(error)}", "a folder", output)
        return
    if inside and LIST not in inside:
        message = f"{output} has files that are of no site"
        yield slip("--output", message, "a new or empty folder, or one that `judge site` has made", output)


def drawn(rulings: Sequence[Found], options: SiteOptions) -> Iterator[Drawn]:
    """Every ruling, in order."""
    jobs = options.jobs or os.cpu_count() or 1
    with progress(len(rulings), "drawing rulings") as told:
        for done, some in spread(rulings, BATCH, jobs, draw_batch, options.playing, options.lang):
            yield from some
            told(done)


def pages_of(rulings: Sequence[Drawn], options: SiteOptions) -> dict[str, str]:
    """Every page by its file. Raises BadInput where two have one file, so that one would be lost."""
    pages: dict[str, str] = {}
    for file, page in site(rulings, options.playing.modules, options.lang):
        if file in pages:
            raise BadInput([slip("PATH", "two pages of the site would be one file", "other names", file)])
        pages[file] = page
    return pages


def write(pages: dict[str, str], output: str) -> list[Problem]:
    """Writes the files of a site, and removes those of the previous one that are no longer in it: all or
    nothing.

    The list of files goes first, so that a site that was cut off can be made again. Raises BadInput where the
    old list cannot be read.
    """
    texts = {LIST: "\n".join(sorted(pages)), **pages}
    problems = [problem for name in texts for problem in leading_out(name, output)]
    if problems:
        return problems
    gone = [os.path.join(output, old) for old in listed(output) if old not in texts and is_there(old, output)]
    return write_together({os.path.join(output, file): text for file, text in texts.items()}, output, gone)


def is_there(name: str, output: str) -> bool:
    """Does a file of the site exist, and is it no link?"""
    return os.path.isfile(os.path.join(output, name)) and not any(leading_out(name, output))


def leading_out(name: str, output: str) -> Iterator[Problem]:
    """The problem of a file of the site that is a link, or lies in a folder that is one: it may have come
    with the folder.
    """
    path = os.path.join(output, name)
    if os.path.realpath(path) != os.path.join(os.path.realpath(output), name):
        message = f"{path} leads elsewhere by a link"
        yield slip("--output", message, "a folder without links", os.path.realpath(path))


def listed(output: str) -> list[str]:
    """The files of the existing site; a file that no site can have is ignored, whatever the list says. Raises
    BadInput for a list that cannot be read.
    """
    path = os.path.join(output, LIST)
    if not os.path.lexists(path):
        return []
    return [name for name in read_text(path, LARGEST, "a list").splitlines() if is_of_site(name)]
