"""`judge coverage`: which articles of a rulebook rulings cover, and which they do not."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from judge.cli.codes import BAD_INPUT, FAILS, OK
from judge.cli.options import check_choice, check_jobs, check_overlays, check_rulebook, slip
from judge.cli.output import emit, print_json, progress, tell, width
from judge.decks.batch import hands, in_order
from judge.errors import BadInput, NotImplementedYet, Problem
from judge.rulebook.load import load_rulebook
from judge.suite.coverage import Coverage, coverage
from judge.suite.covering import Covering, cover_batch
from judge.suite.found import find_rulings
from judge.suite.played import Playing
from judge.text.visible import visible_lines

FORMATS: Final = ("text", "json", "markdown", "html")
BATCH: Final = 20  # rulings: sending them must cost little, and all hands stay busy


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
    """Print the coverage; exit 2 when a ruling cannot be played, else 1 below the share asked for, else 0."""
    slips = list(check(options))
    if slips:
        tell(slips, "json" if options.format == "json" else "text")
        return BAD_INPUT
    try:
        found = cover_all(options)
        books = [of_game(game, found, options.playing) for game in dict.fromkeys(one.game for one in found)]
    except (BadInput, NotImplementedYet) as error:
        tell(error.problems if isinstance(error, BadInput) else [slip("--rulebook", str(error))])
        return BAD_INPUT
    problem = draw(books, options)
    problems = [*(one for row in found for one in row.problems), *filter(None, [problem])]
    if not found:
        problems.append(slip("PATH", "there is no ruling there", "fixtures, or folders of them"))
    tell(problems)
    return BAD_INPUT if problems else FAILS if any(map(partial(short, options.fail_under), books)) else OK


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
    if options.format == "json" and options.output:
        yield slip("--output", "--output takes what is printed", "text, markdown or html", "json")


def cover_all(options: CoverageOptions) -> list[Covering]:
    """What each ruling covers, in order. Raises BadInput for paths in which there is none."""
    found = find_rulings(options.paths)
    batches = (found[at : at + BATCH] for at in range(0, len(found), BATCH))
    jobs = options.jobs or os.cpu_count() or 1
    covered: list[Covering] = []
    with (
        hands(min(jobs, -(-len(found) // BATCH)), "") as (executor, count),
        progress(len(found), "playing rulings") as told,
    ):
        for done, some in in_order(executor, count, batches, cover_batch, options.playing, options.game):
            covered += some
            told(done)
    return covered


def of_game(game: str, found: Sequence[Covering], playing: Playing) -> Coverage:
    """The coverage of one game's rulebook. Raises BadInput and NotImplementedYet."""
    book = load_rulebook(playing.rulebook or game, "", (), playing.overlays, playing.modules)
    head = (book.id, str(book.tables["title"]), book.version)
    return coverage(book.folder, head, [one for one in found if one.game == game])


def short(wanted: float, book: Coverage) -> bool:
    """Whether less is covered than was asked for."""
    return book.share < wanted


def draw(books: Sequence[Coverage], options: CoverageOptions) -> Problem | None:
    """Print the coverage in the format asked for, or write it; a problem where that cannot be."""
    if options.format == "json":
        from judge.suite.formats.coverage_json import coverage_json

        print_json(coverage_json(books, options.all))
        return None
    return emit(drawn(books, options), options.output)


def drawn(books: Sequence[Coverage], options: CoverageOptions) -> str:
    """The coverage as text, Markdown or a page."""
    if options.format == "html":
        from judge.suite.formats.coverage_html import coverage_html

        return coverage_html(books, options.all)
    if options.format == "markdown":
        from judge.suite.formats.coverage_markdown import coverage_markdown

        return coverage_markdown(books, options.all)
    from judge.suite.formats.coverage_text import coverage_text

    return visible_lines(coverage_text(books, width(), options.all, bool(options.fail_under)))
