"""`judge explore`: every way that a dispute can end."""

from __future__ import annotations

import os
from typing import NamedTuple

from judge.cli.codes import BAD_INPUT, OK, UNDECIDED
from judge.cli.options import MOST_JOBS, RunOptions, check_jobs, check_run, slip
from judge.cli.output import print_json, tell, width, write_readable
from judge.cli.run import check_save, check_until, opened, position, with_problems_told
from judge.errors import BadInput, Problem
from judge.fixture.load import Fixture
from judge.play.exploration import Explored, explore
from judge.play.question import read_question
from judge.play.shared_search import Opening
from judge.text.visible import visible_lines


class ExploreOptions(NamedTuple):
    """What is asked beside what every run is asked."""

    run: RunOptions
    after: str = ""
    first: str = ""
    find: tuple[str, ...] = ()
    take: int = 0
    limit: int = 0
    jobs: int = 1
    step: int = 0


def explore_fixture(options: ExploreOptions) -> int:
    """Answer the question, print the answer, and save the line asked for."""
    problems = [*check_run(options.run), *check_saving(options), *check_jobs(options.jobs)]
    if problems:
        tell(problems, options.run.format)
        return BAD_INPUT

    def answer() -> int:
        explored = answered(options)
        show(explored, options.run)
        return UNDECIDED if explored.fixture.unread and not options.run.seat else OK

    return with_problems_told(options.run, answer)


def check_saving(options: ExploreOptions) -> list[Problem]:
    """A line to save has to be named, and one that is named is for saving."""
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


def answered(options: ExploreOptions) -> Explored:
    """The answer, its line saved when asked for. Raises BadInput and NotImplementedYet."""
    fixture = opened(options.run.files[0], options.run)
    with position(fixture):
        return searched(options, fixture)


def searched(options: ExploreOptions, fixture: Fixture) -> Explored:
    """The same of a fixture that has been read."""
    from judge.render.found import check_take, found_text

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
    """How many lines of the script come before a step, as `judge run` counts them. Raises BadInput with how
    many there are.
    """
    from judge.page.steps import steps
    from judge.play.ruling import run as play
    from judge.speech.sentences import Teller

    ruling = play(fixture, run.until, readings=False, seat=run.seat)
    teller = Teller(ruling, run.seat, run.lang)
    _, _, by_line = steps(teller, False)
    places = teller.traced_at()
    told = [(places[at], one.n) for at, one in sorted(by_line.items())]
    first = {n: at for at, n in reversed(told) if n and at >= 0}
    if step not in first:
        expected = f"1 to {max(first)}" if first else "no --step: the script has no steps"
        raise BadInput([slip("--step", f"--step: there is no step {step}", expected, str(step))])
    # a line that the step itself tells does not come before it
    before = [at for at in ruling.acts if any(at <= one < first[step] for one, _ in told)]
    lines = (n for n, line in enumerate(fixture.lines, 1) if line.kind == "answer")
    texts = [ruling.acts[at] for at in before]
    taken = [next(n for n in lines if fixture.lines[n - 1].text == text) for text in texts]
    return taken[-1] if taken else 0


def show(explored: Explored, options: RunOptions) -> None:
    """The answer in the format asked for."""
    if options.format == "json":
        from judge.render.explored_json import explored_json

        print_json(explored_json(explored, options.lang))
        return
    from judge.render.explored import explored_text

    text = explored_text(explored, width(), options.all, options.lang)
    print(visible_lines(text.rstrip("\n")))
