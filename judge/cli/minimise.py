"""`judge minimise`: the smallest board that still shows a ruling."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import NamedTuple

from judge.cli.codes import OK
from judge.cli.inputs import check_over, given, of_run
from judge.cli.options import RunOptions, check_run, refuse
from judge.cli.output import emit, mark_of, progress
from judge.cli.run import with_problems_told
from judge.errors import BadInput, Problem
from judge.reduction.reduce import Reduced, Rules, reduce


class MinimiseOptions(NamedTuple):
    """The fixture and how it is played, the file to write, and how often it is played at most."""

    run: RunOptions
    output: str = ""
    limit: int = 2000


def minimise_fixture(options: MinimiseOptions) -> int:
    """Cut a fixture down and print it, or write it to a file; the exit code."""
    return with_problems_told(options.run, lambda: minimise(options))


def minimise(options: MinimiseOptions) -> int:
    """The same. Raises BadInput and NotImplementedYet."""
    refuse(slips(options))
    source = given(options.run.files[0])
    readings = tuple(sorted(options.run.reading_values.items()))
    rules = Rules(options.run.rulebook, options.run.overlays, options.run.modules, readings)
    with progress(options.limit, "playing", least=1) as tick:
        found = reduce(source, options.limit, rules, tick)
    text = mark_of(source.file) + found.source.text if options.output else found.source.text
    problem = emit(text, options.output)
    if problem is not None:
        raise BadInput([problem])
    told(found, options.limit)
    return OK


def slips(options: MinimiseOptions) -> Iterator[Problem]:
    """What is wrong with the options."""
    yield from check_run(options.run)
    yield from check_over("-o", options.output, of_run(options.run))


def told(found: Reduced, limit: int) -> None:
    """That it stopped early, if it did."""
    if not found.whole:
        print(f"stopped after {limit} plays: more may be left to cut (--limit N)", file=sys.stderr)
