"""Questions about one dispute: `judge explore`, `judge why`, `judge why-not` and `judge minimise`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from typing import Final

from judge.cli.codes import BAD_INPUT, OK, UNDECIDED
from judge.cli.inputs import check_over, given, of_run
from judge.cli.options import MOST_JOBS, RunOptions, check_jobs, check_run, refuse, slip
from judge.cli.output import colourful, emit, mark_of, print_json, progress, tell, width, write_readable
from judge.cli.run import check_save, check_until, opened, with_problems_told
from judge.engine.effects.reader import Reader
from judge.errors import BadInput, Problem, nearest
from judge.fixture.load import Fixture
from judge.fixture.queries import Door, Query
from judge.page.inquired import inquired
from judge.page.inquired_parts import Inquired
from judge.play.absences import absence_of
from judge.play.causes import cause_of
from judge.play.exploration import Explored, explore
from judge.play.inquiry import Inquiry, inquire
from judge.play.question import nameable, place_after, read_question
from judge.play.ruling import guarded
from judge.play.shared_search import Opening
from judge.reduction.reduce import Reduced, Rules, reduce
from judge.text.rows import NamedTuple
from judge.text.visible import visible_lines


# --- `judge explore` -----------------------------------------------------------------------------------
class ExploreOptions(NamedTuple):
    """The options of `judge explore` besides those of every run."""

    run: RunOptions
    after: str = ""
    first: str = ""
    find: tuple[str, ...] = ()
    take: int = 0
    limit: int = 0
    jobs: int = 1
    step: int = 0


def explore_fixture(options: ExploreOptions) -> int:
    """Explores a position, prints its outcomes, and saves the line asked for."""
    problems = [*check_run(options.run), *check_saving(options), *check_jobs(options.jobs)]
    if problems:
        tell(problems, options.run.format)
        return BAD_INPUT

    def answer() -> int:
        explored = explored_for(options)
        show_outcomes(explored, options.run)
        return UNDECIDED if explored.fixture.unread and not options.run.seat else OK

    return with_problems_told(options.run, answer)


def check_saving(options: ExploreOptions) -> list[Problem]:
    """The problems of options that save or find a line, or name the moment."""
    if options.run.seat and (options.find or options.run.save):
        option = "--find" if options.find else "--save"
        return [
            slip("--as", f"--as tells what a player sees, and {option} has everything", "one of the two", "")
        ]
    if options.step and options.after:
        return [slip("--step", "--step and --after both name the moment", "one of the two", "")]
    if options.run.save and not options.find and not options.take:
        return [slip("--save", "--save writes one line", "--take N, or --find FACT", "")]
    if options.take and options.find:
        return [slip("--take", "--take counts outcomes, and --find looks for one", "one of the two", "")]
    if options.take and not options.run.save:
        return [slip("--take", "--take names the outcome that --save writes", "--save FILE", "")]
    return []


def explored_for(options: ExploreOptions) -> Explored:
    """The outcomes of a fixture; the line asked for is saved. Raises BadInput and NotImplementedYet."""
    fixture = opened(options.run.files[0], options.run)
    with guarded(fixture):
        return searched(options, fixture)


def searched(options: ExploreOptions, fixture: Fixture) -> Explored:
    """The outcomes of a fixture that has been read; the line asked for is saved."""
    from judge.render.fixtures import check_take, found_text

    run = options.run
    check_until(fixture, run.until)
    check_save(fixture, run.save)
    question = read_question(
        fixture, options.after, options.first, options.find, options.limit, run.until, run.seat
    )
    if options.step:
        question = question._replace(after=lines_before(fixture, options.step, run))
    readings = tuple(sorted(run.reading_values.items()))
    opening = Opening(fixture.file, run.rulebook, readings, run.overlays, run.modules, fixture.source.text)
    explored = explore(fixture, question, options.jobs or min(os.cpu_count() or 1, MOST_JOBS), opening)
    if run.save:
        check_take(explored, options.take)
        text = found_text(explored, options.take)
        problem = write_readable(run.save, text) if text else None
        if problem:
            raise BadInput([problem])
    return explored


def lines_before(fixture: Fixture, step: int, run: RunOptions) -> int:
    """The number of script lines before a step, as `judge run` counts steps. Raises BadInput with the number
    of steps.
    """
    from judge.page.steps import steps
    from judge.play.ruling import run as play
    from judge.speech.sentences import Teller
    from judge.views.ruling import viewed

    ruling = viewed(fixture, run.seat, run.until) if run.seat else play(fixture, run.until, readings=False)
    teller = Teller(ruling, run.seat, run.lang)
    _, _, by_line = steps(teller, False)
    told = [(at, row.n) for at, row in sorted(by_line.items())]
    first = {n: at for at, n in reversed(told) if n}
    if step not in first:
        expected = f"1 to {max(first)}" if first else "no --step: the script has no steps"
        raise BadInput([slip("--step", f"--step: there is no step {step}", expected, str(step))])
    # a line that the step itself tells does not come before it
    before = [at for at in ruling.acts if any(at <= entry_at < first[step] for entry_at, _ in told)]
    lines = (n for n, line in enumerate(fixture.lines, 1) if line.kind == "answer")
    texts = [ruling.acts[at] for at in before]
    taken = [next(n for n in lines if fixture.lines[n - 1].text == text) for text in texts]
    return taken[-1] if taken else 0


def show_outcomes(explored: Explored, options: RunOptions) -> None:
    """Prints the outcomes in the format asked for."""
    if options.format == "json":
        from judge.render.explored_json import explored_json

        print_json(explored_json(explored, options.lang))
        return
    from judge.render.explored import explored_text

    text = explored_text(explored, width(), options.all, options.lang)
    print(visible_lines(text.rstrip("\n")))


# --- `judge why` and `judge why-not` -------------------------------------------------------------------
START: Final = "start"
SCHEMAS: Mapping[str, str] = {"not": "judge.why-not/1", "fact": "judge.why/1"}


class Asked(NamedTuple):
    """The options of a question besides those of every run: `kind` is `not` or `fact`."""

    run: RunOptions
    kind: str
    text: str
    after: str = ""
    step: str = ""


def answer_question(options: Asked) -> int:
    """Answers the question and prints the answer."""
    problems = check_run(options.run)
    if problems:
        tell(problems, options.run.format)
        return BAD_INPUT

    def answer() -> int:
        fixture = opened(options.run.files[0], options.run)
        with guarded(fixture):
            page = answered(options, fixture)
        show(page, options, fixture)
        return UNDECIDED if page.kind == "undecided" or page.answer.unread else OK

    return with_problems_told(options.run, answer)


def answered(options: Asked, fixture: Fixture) -> Inquired:
    """The answer. Raises BadInput where the question names nothing that is there."""
    query = question(options, fixture)
    problems: list[Problem] = []
    after = moment_of(options, fixture, problems)
    problems += step_problems(options, fixture, query)
    refuse(problems)
    seat = options.run.seat
    if query.line is not None:
        inquiry = inquire(fixture, query.line, after, options.step, seat=seat)
        check_moment(options, inquiry)
        return inquired(inquiry, seat, options.run.lang)
    if query.kind == "ability":
        return inquired(absence_of(fixture, query, seat=seat), seat, options.run.lang)
    return inquired(cause_of(fixture, query, seat=seat), seat, options.run.lang)


def moment_of(options: Asked, fixture: Fixture, problems: list[Problem]) -> int | None:
    """The number of script lines before the moment that is asked about; None where none is named."""
    if not options.after or options.after == START:
        return 0 if options.after else None
    return place_after(fixture, options.after, problems, options.run.seat)


def question(options: Asked, fixture: Fixture) -> Query:
    """The question, read with the names that its viewer may use. Raises BadInput with the nearest name."""
    known = nameable(fixture, options.run.seat)
    door = Door(known.words, Reader(fixture.table, fixture.start), known.board)
    argument = "FACT" if options.kind == "fact" else "QUESTION"

    def complain(message: str, expected: str = "", found: str = "", hint: str = "") -> Problem:
        return slip(argument, f"{argument}: {message}", expected, found, hint)

    query = door.read(options.kind, options.text, complain)
    if query is None:
        raise BadInput(door.problems)
    return query


def step_problems(options: Asked, fixture: Fixture, query: Query) -> list[Problem]:
    """The problems of the moment: only an act has one, the step must exist, and a player may ask only about
    what they see.
    """
    from judge.board.stand import steps_of

    problems: list[Problem] = []
    seat, line = options.run.seat, query.line
    for option, value in (("--after", options.after), ("--step", options.step)):
        if value and line is None:
            problems.append(
                slip(option, f"{option} names the moment of an act", 'an act, "A: …"', options.text)
            )
    if seat and line is not None and line.seat != seat:
        problems.append(slip("--as", "a player asks of their own acts", f"{seat}: …", options.text))
    steps = {*steps_of(fixture.book), *articles_of_steps(fixture)}
    if options.step and options.step not in steps:
        message = f"--step: no procedure of {fixture.book.id} has a step {options.step!r}"
        problems.append(slip("--step", message, "a step", options.step, nearest(options.step, steps)))
    return problems


def articles_of_steps(fixture: Fixture) -> set[str]:
    """The articles of steps, in the version that is open."""
    procedures = fixture.book.procedures.values()
    return {step.rule for procedure in procedures for step in procedure.steps if step.rule}


def check_moment(options: Asked, inquiry: Inquiry) -> None:
    """Checks that the moment that is named occurs, and that the player may act then. Raises BadInput."""
    named = [moment for moment in (options.after, options.step) if moment]
    if named and not inquiry.moments:
        option = "--step" if options.step else "--after"
        message = f"{option}: {inquiry.line.seat} is not asked anything there, and could not be"
        raise BadInput([slip(option, message, "a moment of the script", ", ".join(named))])


def show(page: Inquired, options: Asked, fixture: Fixture) -> None:
    """Prints the answer in the format asked for."""
    from judge.render.inquired import inquired_json, inquired_text

    run = options.run
    if run.format == "json":
        print_json(inquired_json(page, SCHEMAS[options.kind], fixture.file, fixture.book))
        return
    text = inquired_text(page, fixture.book, width(), run.lang, all=run.all, color=colourful())
    print(text.rstrip("\n"))


# --- `judge minimise` ----------------------------------------------------------------------------------
class MinimiseOptions(NamedTuple):
    """The fixture and how it is played, the output file, and how often it is played at most."""

    run: RunOptions
    output: str = ""
    limit: int = 2000


def minimise_fixture(options: MinimiseOptions) -> int:
    """Cuts a fixture down and prints or writes it; gives the exit code."""
    return with_problems_told(options.run, lambda: minimise(options))


def minimise(options: MinimiseOptions) -> int:
    """Cuts a fixture down, prints or writes it; gives the exit code. Raises BadInput, NotImplementedYet."""
    refuse(slips(options))
    source = given(options.run.files[0])
    readings = tuple(sorted(options.run.reading_values.items()))
    rules = Rules(options.run.rulebook, options.run.overlays, options.run.modules, readings)
    with progress(options.limit, "playing", least=1) as tick:
        reduced = reduce(source, options.limit, rules, tick)
    text = mark_of(source.file) + reduced.source.text if options.output else reduced.source.text
    problem = emit(text, options.output)
    if problem is not None:
        raise BadInput([problem])
    told(reduced, options.limit)
    return OK


def slips(options: MinimiseOptions) -> Iterator[Problem]:
    """The problems of the options."""
    yield from check_run(options.run)
    yield from check_over("-o", options.output, of_run(options.run))


def told(reduced: Reduced, limit: int) -> None:
    """Prints a note where the search reached its limit of plays before it was done."""
    if not reduced.whole:
        print(f"stopped after {limit} plays: more may be left to cut (--limit N)", file=sys.stderr)
