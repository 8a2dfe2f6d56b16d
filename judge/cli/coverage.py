"""`judge coverage`: which articles of a rulebook rulings cover, and which they do not."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from judge.cli.codes import BAD_INPUT, BUG, FAILS, NOT_IMPLEMENTED, OK, worst
from judge.cli.inputs import check_over, of_playing
from judge.cli.options import (
    check_choice,
    check_jobs,
    check_overlays,
    check_rulebook,
    refuse,
    slip,
)
from judge.cli.output import emit, progress, tell, width
from judge.errors import BadInput, NotImplementedYet, Problem
from judge.rulebook.load import load_rulebook
from judge.suite.coverage import Coverage, Covering, cover_batch, coverage
from judge.suite.found import find_rulings
from judge.suite.played import Playing, spread
from judge.text.visible import visible_lines

FORMATS: Final = ("text", "json", "markdown", "html")
BATCH: Final = 20  # rulings: sending them must cost little, and all hands stay busy
# A ruling that does not hold covers nothing; to say that it fails is what `judge test` is for.
CODES: Final = {
    "holds": OK,
    "fails": OK,
    "undecided": OK,
    "bad input": BAD_INPUT,
    "not implemented": NOT_IMPLEMENTED,
    "bug": BUG,
}


class CoverageOptions(NamedTuple):
    """What to cover by what, and how to show it."""

    paths: tuple[str, ...]
    playing: Playing
    game: str = ""
    format: str = "text"
    all: bool = False
    fail_under: float = 0.0
    output: str = ""
    jobs: int = 1


def show_coverage(options: CoverageOptions) -> int:
    """Print the coverage. Of several codes the worst: a ruling that cannot be played has its own, less than
    the share that is asked for is 1.
    """
    slips = list(check(options))
    if slips:
        tell(slips, "json" if options.format == "json" else "text")
        return BAD_INPUT
    try:
        found = cover_all(options)
        books = list(books_of(found, options.playing))
    except BadInput as error:
        tell(error.problems, "json" if options.format == "json" else "text")
        return BAD_INPUT
    problem = emit(drawn(books, options), options.output)
    tell([*(one for row in found for one in row.problems), *filter(None, [problem])])
    for row in found:
        sys.stderr.write(row.bug)
    below = any(one.share < options.fail_under for one in books)
    return worst([*(CODES[one.result] for one in found), FAILS * below, BAD_INPUT * (problem is not None)])


def check(options: CoverageOptions) -> Iterator[Problem]:
    """Everything that is wrong with what was asked."""
    yield from check_choice("--format", options.format, FORMATS)
    yield from check_rulebook(options.playing.rulebook)
    yield from check_overlays(options.playing.overlays)
    yield from check_jobs(options.jobs)
    if not 0 <= options.fail_under <= 100:
        yield slip("--fail-under", "--fail-under is a share", "0 to 100", f"{options.fail_under:g}")
    if options.game and not options.playing.rulebook:
        from judge.rulebook.shelf import games

        yield from check_choice("--game", options.game, games())


def cover_all(options: CoverageOptions) -> list[Covering]:
    """What each ruling covers, in order. Raises BadInput where there is none, or the page would be written
    over what is read.
    """
    found = find_rulings(options.paths)
    read = of_playing((one.path for one in found), options.playing)
    refuse(check_over("--output", options.output, read))
    jobs = options.jobs or os.cpu_count() or 1
    covered: list[Covering] = []
    with progress(len(found), "playing rulings") as told:
        for done, some in spread(found, BATCH, jobs, cover_batch, options.playing, options.game):
            covered += some
            told(done)
    if not covered:
        raise BadInput([slip("--game", f"no ruling there is of {options.game}", "another game, or none")])
    return covered


def books_of(found: Sequence[Covering], playing: Playing) -> Iterator[Coverage]:
    """The coverage of the rulebook of each game, in the order of the rulings; one that cannot be opened is
    what is wrong with its rulings.
    """
    for game in dict.fromkeys(one.game for one in found):
        try:
            yield of_game(game, found, playing)
        except (BadInput, NotImplementedYet):
            if any(one.result in ("holds", "fails", "undecided") for one in found if one.game == game):
                raise


def of_game(game: str, found: Sequence[Covering], playing: Playing) -> Coverage:
    """The coverage of one game's rulebook. Raises BadInput and NotImplementedYet."""
    book = load_rulebook(playing.rulebook or game, "", (), playing.overlays, playing.modules)
    head = (book.id, str(book.tables["title"]), book.version)
    return coverage(book.folder, head, [one for one in found if one.game == game])


def drawn(books: Sequence[Coverage], options: CoverageOptions) -> str:
    """The coverage in the format asked for."""
    if options.format == "json":
        from judge.render.json import dumps
        from judge.suite.formats.coverage import coverage_json

        return dumps(coverage_json(books, options.all))
    if options.format == "html":
        from judge.suite.formats.coverage_html import coverage_html

        return coverage_html(books, options.all)
    if options.format == "markdown":
        from judge.suite.formats.coverage import coverage_markdown

        return coverage_markdown(books, options.all)
    from judge.suite.formats.coverage import coverage_text

    return visible_lines(coverage_text(books, width(), options.all, bool(options.fail_under)))
