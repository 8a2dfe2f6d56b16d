"""Coverage of a rulebook by rulings: `judge coverage` counts articles, `judge mutate` tries small faults."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from typing import Final

from judge.cli.codes import BAD_INPUT, BUG, FAILS, NOT_IMPLEMENTED, OK, worst
from judge.cli.inputs import check_over, of_rulings
from judge.cli.options import FORMATS, check_choice, check_jobs, check_overlays, check_rulebook, refuse, slip
from judge.cli.output import emit, print_json, progress, tell, width
from judge.errors import BadInput, NotImplementedYet, Problem
from judge.rulebook.load import load_rulebook
from judge.suite.coverage import Coverage, Covering, cover_batch, coverage
from judge.suite.examined import kept_trace
from judge.suite.formats.mutation import Score, score_json, score_text
from judge.suite.found import Found, find_rulings
from judge.suite.mutants import Mutant, Original, mutants, sampled
from judge.suite.mutation import Asked, Tried, try_batch
from judge.suite.played import Playing, spread
from judge.text.rows import NamedTuple
from judge.text.source import read_source
from judge.text.visible import visible_lines

COVERAGE_FORMATS: Final = ("text", "json", "markdown", "html")
RULINGS_AT_ONCE: Final = 20  # rulings: sending them must cost little, and all hands stay busy
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
    """The rulings, how they are played, and how coverage is shown."""

    paths: tuple[str, ...]
    playing: Playing
    game: str = ""
    format: str = "text"
    all: bool = False
    fail_under: float = 0.0
    output: str = ""
    jobs: int = 1


def show_coverage(options: CoverageOptions) -> int:
    """Prints the coverage; gives the worst of several exit codes: that of a ruling that cannot be played, and
    1 below the share that is asked for.
    """
    slips = [
        *check_choice("--format", options.format, COVERAGE_FORMATS),
        *check_playing(options),
        *check_share(options),
    ]
    if slips:
        tell(slips, "json" if options.format == "json" else "text")
        return BAD_INPUT
    try:
        covered = cover_all(options)
        books = list(books_of(covered, options.playing))
    except BadInput as error:
        tell(error.problems, "json" if options.format == "json" else "text")
        return BAD_INPUT
    problem = emit(drawn(books, options), options.output)
    tell([*(fault for row in covered for fault in row.problems), *filter(None, [problem])])
    for row in covered:
        sys.stderr.write(row.bug)
    below = any(book.share < options.fail_under for book in books)
    return worst(
        [*(CODES[ruling.result] for ruling in covered), FAILS * below, BAD_INPUT * (problem is not None)]
    )


def check_playing(options: CoverageOptions | MutateOptions) -> Iterator[Problem]:
    """The faults of the options on how rulings are played; the same for both commands."""
    yield from check_rulebook(options.playing.rulebook)
    yield from check_overlays(options.playing.overlays)
    yield from check_jobs(options.jobs)


def check_share(options: CoverageOptions | MutateOptions) -> Iterator[Problem]:
    """The faults of the options on the required share and the game."""
    if not 0 <= options.fail_under <= 100:
        yield slip("--fail-under", "--fail-under is a share", "0 to 100", f"{options.fail_under:g}")
    if options.game and not options.playing.rulebook:
        from judge.rulebook.shelf import games

        yield from check_choice("--game", options.game, games())


def cover_all(options: CoverageOptions) -> list[Covering]:
    """What each ruling covers, in order. Raises BadInput where there is no ruling, or where the output would
    be written over an input.
    """
    rulings = find_rulings(options.paths)
    playing = options.playing
    read = of_rulings((ruling.path for ruling in rulings), playing.rulebook, playing.overlays)
    refuse(check_over("--output", options.output, read))
    jobs = options.jobs or os.cpu_count() or 1
    covered: list[Covering] = []
    with progress(len(rulings), "playing rulings") as told:
        for done, some in spread(rulings, RULINGS_AT_ONCE, jobs, cover_batch, options.playing, options.game):
            covered += some
            told(done)
    if not covered:
        raise BadInput([slip("--game", f"no ruling there is of {options.game}", "another game, or none")])
    return covered


def books_of(covered: Sequence[Covering], playing: Playing) -> Iterator[Coverage]:
    """The coverage of each game's rulebook, in the order of the rulings; a rulebook that cannot be loaded is
    left out where all its rulings have that problem already.
    """
    for game in dict.fromkeys(ruling.game for ruling in covered):
        try:
            yield of_game(game, covered, playing)
        except (BadInput, NotImplementedYet):
            if any(
                ruling.result in ("holds", "fails", "undecided") for ruling in covered if ruling.game == game
            ):
                raise


def of_game(game: str, covered: Sequence[Covering], playing: Playing) -> Coverage:
    """The coverage of one game's rulebook. Raises BadInput and NotImplementedYet."""
    book = load_rulebook(playing.rulebook or game, "", (), playing.overlays, playing.modules)
    head = (book.id, str(book.tables["title"]), book.version)
    return coverage(book.folder, head, [ruling for ruling in covered if ruling.game == game])


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


# --- `judge mutate` ------------------------------------------------------------------------------------
MUTANTS_AT_ONCE: Final = 2  # mutants: one that nobody notices takes as long as all rulings
SLOW: Final = 5  # mutants: fewer are tried before a bar is drawn


class MutateOptions(NamedTuple):
    """The rulings, how they are played, and how many mutants are tried (0: all), chosen by which seed."""

    paths: tuple[str, ...]
    playing: Playing
    game: str = ""
    format: str = "text"
    all: bool = False
    limit: int = 0
    seed: str = ""
    fail_under: float = 0.0
    jobs: int = 1


def show_mutants(options: MutateOptions) -> int:
    """Prints what no ruling notices; exit 1 below the share asked for, else 0. A ruling that cannot be read
    is left out, and the exit code is then 2; one that stops by a bug of ours makes it 70.
    """
    slips = [
        *check_choice("--format", options.format, FORMATS),
        *check_playing(options),
        *check_sample(options),
        *check_share(options),
    ]
    if slips:
        tell(slips, options.format if options.format in FORMATS else "text")
        return BAD_INPUT
    rulings, problems = by_game(options)
    scores: list[Score] = []
    stopped: list[Problem] = []
    for game, some in rulings.items():
        try:
            scores.append(tried_on(game, some, options))
        except BadInput as error:
            problems += error.problems
        except NotImplementedYet as error:
            stopped.append(slip("--game", str(error)))
    if not scores:
        tell([*problems, *stopped], options.format)
        return BAD_INPUT if problems else NOT_IMPLEMENTED
    draw(scores, options)
    tell([*problems, *stopped])
    bugs = tell_bugs(scores)
    below = any(score.share < options.fail_under for score in scores)
    return worst([BUG * bugs, BAD_INPUT * bool(problems), NOT_IMPLEMENTED * bool(stopped), FAILS * below])


def draw(scores: Sequence[Score], options: MutateOptions) -> None:
    """Prints the scores in the format asked for."""
    if options.format == "json":
        print_json(score_json(scores))
    else:
        print(visible_lines(score_text(scores, width(), options.all)), end="")


def tell_bugs(scores: Sequence[Score]) -> bool:
    """Prints the traceback of each ruling that breaks on the unchanged rulebook; says if there is one."""
    bugs = dict(sorted(bug for score in scores for tried in score.tried for bug in tried.bugs))
    for told in bugs.values():
        sys.stderr.write(told)
    return bool(bugs)


def check_sample(options: MutateOptions) -> Iterator[Problem]:
    """The faults of the options on the number of mutants and the seed that chooses them."""
    if options.limit < 0:
        yield slip("--limit", "--limit takes how many mutants are tried", "1 or more", str(options.limit))
    if options.seed and not options.limit:
        yield slip("--seed", "--seed mixes what a sample is taken from", "--limit N", options.seed)


def by_game(options: MutateOptions) -> tuple[dict[str, list[Found]], list[Problem]]:
    """The rulings by their games, in order; and the problems of those that cannot be read or name no game,
    and of the paths.
    """
    rulings: dict[str, list[Found]] = {}
    problems: list[Problem] = []
    try:
        for ruling in find_rulings(options.paths):
            problems += sorted_in(rulings, ruling, options.game)
    except BadInput as error:
        problems += error.problems
    if not rulings and not problems:
        problems.append(slip("PATH", "there is no ruling there", "fixtures, or folders of them"))
    return rulings, problems


def sorted_in(rulings: dict[str, list[Found]], ruling: Found, wanted: str) -> Sequence[Problem]:
    """Adds a ruling to those of its game, where that is wanted; gives the problems where it, or the trace
    beside it, cannot be read.
    """
    try:
        source = read_source(ruling.path)
        kept_trace(ruling.path)
    except BadInput as error:
        return error.problems
    game = source.data.get("game")
    if not isinstance(game, str):
        return [source.problem([], "the key 'game' is missing", expected="game")]
    if wanted in ("", game):
        rulings.setdefault(game, []).append(ruling)
    return []


def tried_on(game: str, rulings: Sequence[Found], options: MutateOptions) -> Score:
    """The score of one game's rulebook. Raises BadInput and NotImplementedYet."""
    playing = options.playing
    book = load_rulebook(playing.rulebook or game, "", (), playing.overlays, playing.modules)
    original = Original.of(book.folder, playing.overlays, playing.modules)
    every = mutants(original.sheets)
    chosen = sampled(every, options.limit, options.seed)
    asked = Asked(book.folder, playing.overlays, playing.modules, tuple(rulings))
    tried = tuple(results(chosen, asked, options.jobs or os.cpu_count() or 1))
    return Score(book.id, book.version, tried, len(every), len(rulings), options.seed)


def results(chosen: Sequence[Mutant], asked: Asked, jobs: int) -> Iterator[Tried]:
    """The result of each mutant, in order, by several processes."""
    with progress(len(chosen), "trying mutants", SLOW) as told:
        for done, some in spread(chosen, MUTANTS_AT_ONCE, jobs, try_batch, asked):
            told(done)
            yield from some
