"""`judge diff`: what a change to a rulebook changes in rulings."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from judge.cli.codes import BAD_INPUT, FAILS, OK
from judge.cli.inputs import check_over, of_folder, of_rulings
from judge.cli.options import MOST_JOBS, check_choice, check_jobs, refuse, slip
from judge.cli.output import emit, tell, width
from judge.errors import BadInput, Problem
from judge.suite.diff.acceptance import Reviewed, read_acceptances, review
from judge.suite.diff.numbers import mapped_side
from judge.suite.diff.report import Report, by_game, report
from judge.suite.diff.revisions import top_of
from judge.suite.diff.sides import Side, is_side, open_side, work_tree
from judge.suite.diff.text import unaccepted
from judge.suite.found import ROOTS, Found, find_rulings
from judge.text.source import read_source
from judge.text.visible import visible_lines

DIFF_FORMATS: Final = ("text", "markdown", "json")


class DiffOptions(NamedTuple):
    """What is compared, on which rulings, and how it is told."""

    words: tuple[str, ...]
    format: str = "text"
    accept: str = ""
    output: str = ""
    modules: tuple[str, ...] = ()
    jobs: int = 1
    map: str = ""


class Asked(NamedTuple):
    """The words of the command line: the sides, "" for the work tree, and where the rulings are."""

    a: str
    b: str
    paths: tuple[str, ...]


def diff_rulebooks(options: DiffOptions) -> int:
    """Compare, and print it. Exit 2 for bad input, of which a ruling that cannot be read costs that ruling,
    else 1 while an answer or a fact changes that nobody accepted.
    """
    try:
        refuse(check(options))
        accepted = read_acceptances(options.accept) if options.accept else []
        asked = sorted_words(options.words)
        compared = compare(asked, options)
    except BadInput as error:
        tell(error.problems, "json" if options.format == "json" else "text")
        return BAD_INPUT
    reviewed = review(compared.compared, accepted)
    problem = emit(drawn(compared, reviewed, options), options.output)
    wrong = [*filter(None, [problem]), *(unread(asked) if unplayed(compared) else ())]
    tell(wrong)
    if wrong:
        return BAD_INPUT
    return FAILS if unaccepted(compared, reviewed) else OK


def check(options: DiffOptions) -> Iterator[Problem]:
    """What is wrong with the values given to options."""
    yield from check_choice("--format", options.format, DIFF_FORMATS)
    yield from check_jobs(options.jobs)
    yield from check_over("--output", options.output, filter(None, [options.accept, options.map]))


def sorted_words(words: Sequence[str]) -> Asked:
    """Which words name sides, and which where rulings are: the first is a side, the second where it can be
    one. Raises BadInput where no path is given and there is no folder of rulings by custom.
    """
    b = words[1] if len(words) > 1 and is_side(words[1]) else ""
    paths = tuple(words[2:] if b else words[1:]) or customary()
    if not paths:
        message = "there is no folder of rulings here"
        raise BadInput([slip("PATH", message, f"a path, or a folder {' or '.join(ROOTS)}")])
    return Asked(words[0], b, paths)


def customary() -> tuple[str, ...]:
    """The folders of rulings that the repository, or the current folder, has by custom."""
    top = os.path.relpath(top_of() or ".")
    return tuple(path for one in ROOTS if os.path.isdir(path := os.path.normpath(os.path.join(top, one))))


def compare(asked: Asked, options: DiffOptions) -> Report:
    """Play all rulings by both sides. Raises BadInput with what is wrong with a side or with the paths."""
    found = by_game(find_rulings(asked.paths))
    played = sorted({game for _, game in found if game})
    with tempfile.TemporaryDirectory(prefix="judge-diff-") as scratch:
        a = open_side(asked.a, played, os.path.join(scratch, "a"))
        b = open_side(asked.b, played, os.path.join(scratch, "b")) if asked.b else work_tree()
        refuse(check_over("--output", options.output, read_by(found, (a, b))))
        mapped = None
        if options.map:
            a, mapped = mapped_side(a, b, options.map, played, os.path.join(scratch, "a"))
        jobs = options.jobs or min(os.cpu_count() or 1, MOST_JOBS)
        return report(found, a, b, options.modules, jobs, mapped=mapped)


def read_by(found: Sequence[tuple[Found, str]], sides: Sequence[Side]) -> Iterator[str]:
    """The files that a comparison reads: the rulings, and what both sides play them by."""
    yield from of_rulings((one.path for one, _ in found), "", ())
    for rules in (one for side in sides for one in side.rules.values()):
        yield from rules.overlays
        yield from of_folder(rules.folder)


def unplayed(compared: Report) -> bool:
    """Whether there are rulings that neither side has played."""
    return bool(compared.unplayable or compared.left_out)


def unread(asked: Asked) -> Iterator[Problem]:
    """What is wrong with rulings that cannot be read at all, by whichever rulebook."""
    for one in find_rulings(asked.paths):
        try:
            read_source(one.path)
        except BadInput as error:
            yield from error.problems


def drawn(compared: Report, reviewed: Reviewed, options: DiffOptions) -> str:
    """The comparison in the format asked for."""
    if options.format == "json":
        from judge.render.json import dumps
        from judge.suite.diff.json import diff_json

        return dumps(diff_json(compared, reviewed))
    if options.format == "markdown":
        from judge.suite.diff.markdown import diff_markdown

        return diff_markdown(compared, reviewed)
    from judge.suite.diff.text import diff_text

    text = diff_text(compared, reviewed, width())
    return visible_lines(text)
