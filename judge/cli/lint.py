"""`judge lint`: every fault of rulebooks, and notes of what may be meant so."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from judge.cli.codes import BAD_INPUT, BUG, FAILS, NOT_IMPLEMENTED, worst
from judge.cli.options import FORMATS, check_choice, check_jobs, check_overlays, slip
from judge.cli.output import print_json, problems_json, progress, tell
from judge.errors import BadInput, Problem, nearest
from judge.text.visible import visible

if TYPE_CHECKING:
    from judge.suite.found import Found
    from judge.suite.played import Played

NOTE: Final = "note"
# Of a ruling that could not be played. One that does not hold is for `judge test` to tell.
CODES: Final = {"bad input": BAD_INPUT, "not implemented": NOT_IMPLEMENTED, "bug": BUG}
Rulings = Mapping[str, Sequence["Found"]]  # by game


class LintOptions(NamedTuple):
    """Which rulebooks to look at, with what laid over them, and by which rulings."""

    names: tuple[str, ...]
    format: str = "text"
    overlays: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    fixtures: tuple[str, ...] = ()
    jobs: int = 1


class Looked(NamedTuple):
    """What is told of a rulebook, its notes last, and the codes of rulings that could not be played."""

    problems: Sequence[Problem]
    codes: tuple[int, ...] = ()


def lint(options: LintOptions) -> int:
    """Print every fault and note of these rulebooks, of all of them if none is named; exit 2 if there is a
    fault, else 1 if there is a note.
    """
    from judge.rulebook.shelf import games

    try:
        rulings, unread = check_lint(options)
    except BadInput as error:
        tell(error.problems, options.format)
        return BAD_INPUT
    names = options.names or tuple(games())
    strange = [] if options.names else list(of_no_game(rulings, names))
    found = [look(name, options, rulings) for name in names]
    problems = [*unread, *strange, *(one for row in found for one in row.problems)]
    show(names, problems, options.format)
    faults = any(one.severity != NOTE for one in problems)
    codes = (code for row in found for code in row.codes)
    return worst([BAD_INPUT * faults, FAILS * bool(problems), *codes])


def check_lint(options: LintOptions) -> tuple[Rulings, Sequence[Problem]]:
    """The rulings that were asked for, by game, and what is wrong with those that cannot be read. Raises
    BadInput with everything that is wrong with what was asked.
    """
    slips = list(slips_of(options))
    try:
        rulings, unread = rulings_in(options.fixtures)
    except BadInput as error:
        slips += error.problems
    if slips:
        raise BadInput(slips)
    return rulings, unread


def slips_of(options: LintOptions) -> Iterator[Problem]:
    """What is wrong with the values of options."""
    yield from check_choice("--format", options.format, FORMATS)
    yield from check_overlays(options.overlays)
    yield from check_jobs(options.jobs)
    if options.overlays and len(options.names) != 1:
        message, found = "--overlay lays changes over one rulebook", f"{len(options.names)} rulebooks"
        yield slip("--overlay", message, "one rulebook", found)


def rulings_in(paths: Sequence[str]) -> tuple[Rulings, Sequence[Problem]]:
    """The rulings in files and folders, by game, and what is wrong with those that cannot be read or name no
    game. Raises BadInput for each path that is not there.
    """
    if not paths:
        return {}, ()
    from judge.cli.mutate import sorted_in
    from judge.suite.found import find_rulings

    rulings: dict[str, list[Found]] = {}
    return rulings, [problem for one in find_rulings(paths) for problem in sorted_in(rulings, one, "")]


def of_no_game(rulings: Rulings, games: Collection[str]) -> Iterator[Problem]:
    """The rulings of games that there is no rulebook for: nothing plays them."""
    for game, found in rulings.items():
        if game not in games:
            for one in found:
                message = f"there is no rulebook {game!r}"
                expected = ", ".join(sorted(games))
                yield Problem(one.path, 0, 0, "game", "", message, expected, game, nearest(game, games))


def show(names: Sequence[str], problems: Sequence[Problem], format: str) -> None:
    """Print what was found, notes named as such; where there is no fault, that."""
    if format == "json":
        print_json(problems_json(problems))
        return
    notes = [one for one in problems if one.severity == NOTE]
    tell([one._replace(message=f"note: {one.message}") if one in notes else one for one in problems])
    if len(notes) == len(problems):
        many = f", {len(notes)} note{'s' * (len(notes) > 1)}" if notes else ""
        print(visible(f"{', '.join(names)}: no fault found{many}."))


def look(name: str, options: LintOptions, rulings: Rulings) -> Looked:
    """Everything that is told of one rulebook; that it is not there is one fault. It is played by only where
    it has none.
    """
    from judge.rulebook.lint.survey import survey
    from judge.rulebook.shelf import find

    try:
        folder = str(find(name))
        faults, notes = survey(folder, options.overlays, options.modules)
        if faults or not options.fixtures:
            return Looked([*faults, *notes])
        played = list(play(name, folder, options, rulings))
        return of_played(folder, notes, played, decided_by(folder, options))
    except BadInput as error:
        return Looked([shortened(one) for one in error.problems])


def shortened(problem: Problem) -> Problem:
    """A rulebook that is not there has no file."""
    return problem._replace(file="") if problem.line == 0 and problem.key == "game" else problem


def play(name: str, folder: str, options: LintOptions, rulings: Rulings) -> Iterator[Played]:
    """What became of the rulings of a game; those that have not changed are not played again. Raises BadInput
    where there is none of a game that was named.
    """
    from judge.rulebook.checked import load_checked
    from judge.rulebook.shelf import games
    from judge.suite.cache import Cache
    from judge.suite.examined import examine_all
    from judge.suite.played import Playing

    id_ = load_checked(folder, options.overlays, options.modules).tables["id"]
    found = rulings.get(id_, ())
    if options.names and not found:
        raise BadInput([slip("--fixtures", f"there is no ruling of {id_}", "rulings of that game")])
    playing = Playing("" if name in games() else folder, options.overlays, options.modules)
    with progress(len(found), "playing rulings") as told:
        for one in examine_all(found, playing, options.jobs or os.cpu_count() or 1, Cache(playing)):
            told(1)
            yield one.played


def decided_by(folder: str, options: LintOptions) -> Collection[str]:
    """The readings that what is laid over a rulebook decides, so that no ruling is asked about them."""
    from judge.rulebook.checked import load_checked
    from judge.rulebook.versions import decided

    return decided(load_checked(folder, options.overlays, options.modules).overlays)


def of_played(
    folder: str, notes: Sequence[Problem], played: Sequence[Played], decided: Collection[str]
) -> Looked:
    """What is told of a rulebook that rulings were played by: what is wrong with these, and what none of them
    touches.
    """
    from judge.suite.coverage import untouched

    unplayed = [one for one in played if one.result in CODES]
    wrong = [problem for one in unplayed for problem in one.problems]
    sys.stderr.write("".join(one.page for one in unplayed if one.result == "bug"))
    more = untouched(folder, played, decided) if played else ()
    return Looked([*wrong, *notes, *more], tuple(CODES[one.result] for one in unplayed))
