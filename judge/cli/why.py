"""`judge why` and `judge why-not`: one question about a dispute, answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from judge.cli.codes import BAD_INPUT, OK, UNDECIDED
from judge.cli.options import RunOptions, check_run, refuse, slip
from judge.cli.output import colourful, print_json, tell, width
from judge.cli.run import opened, position, with_problems_told
from judge.engine.effects.reader import Reader
from judge.errors import BadInput, Problem, nearest
from judge.fixture.load import Fixture
from judge.fixture.queries import Door, Query
from judge.page.inquired import inquired
from judge.page.inquired_parts import Inquired
from judge.play.absences import absence_of
from judge.play.causes import cause_of
from judge.play.inquiry import Inquiry, inquire
from judge.play.question import nameable, place_after

START: Final = "start"
SCHEMAS: Mapping[str, str] = {"not": "judge.why-not/1", "fact": "judge.why/1"}


class Asked(NamedTuple):
    """What is asked beside what every run is asked: `kind` is `not` or `fact`."""

    run: RunOptions
    kind: str
    text: str
    after: str = ""
    step: str = ""


def answer_question(options: Asked) -> int:
    """Answer the question and print the answer."""
    problems = check_run(options.run)
    if problems:
        tell(problems, options.run.format)
        return BAD_INPUT

    def answer() -> int:
        fixture = opened(options.run.files[0], options.run)
        with position(fixture):
            page = answered(options, fixture)
        show(page, options, fixture)
        return UNDECIDED if page.kind == "undecided" or page.answer.unread else OK

    return with_problems_told(options.run, answer)


def answered(options: Asked, fixture: Fixture) -> Inquired:
    """The answer. Raises BadInput where the question names nothing there is."""
    query = question(options, fixture)
    problems: list[Problem] = []
    after = moment_of(options, fixture, problems)
    problems += step_problems(options, fixture, query)
    refuse(problems)
    seat = options.run.seat
    if query.line is not None:
        found = inquire(fixture, query.line, after, options.step, seat=seat)
        check_moment(options, found)
        return inquired(found, seat, options.run.lang)
    if query.kind == "ability":
        return inquired(absence_of(fixture, query, seat=seat), seat, options.run.lang)
    return inquired(cause_of(fixture, query, seat=seat), seat, options.run.lang)


def moment_of(options: Asked, fixture: Fixture, problems: list[Problem]) -> int | None:
    """After how many lines of the script; None where no moment is named."""
    if not options.after or options.after == START:
        return 0 if options.after else None
    return place_after(fixture, options.after, problems, options.run.seat)


def question(options: Asked, fixture: Fixture) -> Query:
    """The question, read against what of the fixture its reader can name. Raises BadInput with the nearest
    name that there is.
    """
    there = nameable(fixture, options.run.seat)
    door = Door(there.words, Reader(fixture.table, fixture.start), there.board)
    argument = "FACT" if options.kind == "fact" else "QUESTION"

    def complain(message: str, expected: str = "", found: str = "", hint: str = "") -> Problem:
        return slip(argument, f"{argument}: {message}", expected, found, hint)

    query = door.read(options.kind, options.text, complain)
    if query is None:
        raise BadInput(door.problems)
    return query


def step_problems(options: Asked, fixture: Fixture, query: Query) -> list[Problem]:
    """A moment is named for an act, by a step that there is; a player asks of what they may see."""
    from judge.board.stand import steps_of

    found: list[Problem] = []
    seat, line = options.run.seat, query.line
    for option, value in (("--after", options.after), ("--step", options.step)):
        if value and line is None:
            found.append(slip(option, f"{option} names the moment of an act", 'an act, "A: …"', options.text))
    if seat and line is not None and line.seat != seat:
        found.append(slip("--as", "a player asks of their own acts", f"{seat}: …", options.text))
    steps = {*steps_of(fixture.book), *articles_of_steps(fixture)}
    if options.step and options.step not in steps:
        message = f"--step: no procedure of {fixture.book.id} has a step {options.step!r}"
        found.append(slip("--step", message, "a step", options.step, nearest(options.step, steps)))
    return found


def articles_of_steps(fixture: Fixture) -> set[str]:
    """The articles that steps go by, in the version that is open."""
    procedures = fixture.book.procedures.values()
    return {step.rule for one in procedures for step in one.steps if step.rule}


def check_moment(options: Asked, found: Inquiry) -> None:
    """The moment that is named has to come, with a chance for the player. Raises BadInput."""
    named = [one for one in (options.after, options.step) if one]
    if named and not found.moments:
        option = "--step" if options.step else "--after"
        message = f"{option}: {found.line.seat} is not asked anything there, and could not be"
        raise BadInput([slip(option, message, "a moment of the script", ", ".join(named))])


def show(page: Inquired, options: Asked, fixture: Fixture) -> None:
    """The answer in the format asked for."""
    from judge.render.inquired import inquired_json, inquired_text

    run = options.run
    if run.format == "json":
        print_json(inquired_json(page, SCHEMAS[options.kind], fixture.file, fixture.book))
        return
    text = inquired_text(page, fixture.book, width(), run.lang, all=run.all, color=colourful())
    print(text.rstrip("\n"))
