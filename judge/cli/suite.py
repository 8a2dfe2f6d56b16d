"""`judge test`: checks the facts of rulings and compares their traces with those kept beside them."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from judge.cli.codes import BAD_INPUT, BUG, FAILS, NOT_IMPLEMENTED, OK, UNDECIDED, worst
from judge.cli.inputs import of_rulings
from judge.cli.options import (
    MOST_JOBS,
    RunOptions,
    check_choice,
    check_ci,
    check_jobs,
    check_run,
    refuse,
    slip,
)
from judge.cli.output import colourful, progress, tell, width, write_whole
from judge.errors import BadInput, Problem
from judge.text.rows import NamedTuple

if TYPE_CHECKING:
    from judge.suite.examined import Examined, Report, Status
    from judge.suite.found import Found
    from judge.suite.played import Playing


FORMATS: Final = ("text", "json", "junit", "sarif", "github", "markdown")
MOST_SHARDS: Final = 10_000
CODES: Final[dict[Status, int]] = {
    "holds": OK,
    "new": OK,
    "fails": FAILS,
    "changed": FAILS,
    "undecided": UNDECIDED,
    "bad input": BAD_INPUT,
    "not implemented": NOT_IMPLEMENTED,
    "bug": BUG,
}


class SuiteOptions(NamedTuple):
    """The options of `judge test`; `run.files` are the paths."""

    run: RunOptions
    shard: str = ""
    update: bool = False
    cache: bool = True
    strict: bool = False
    jobs: int = 0


def examine_rulings(options: SuiteOptions) -> int:
    """Examines the rulings and prints the report; gives the exit code of the worst."""
    try:
        report = examined(options)
    except BadInput as error:
        tell(error.problems, options.run.format)
        return BAD_INPUT
    kept = keep_traces(report, options.run) if options.update else ()
    sys.stdout.write(rendered(report, options))
    sys.stdout.flush()
    for ruling in report.rulings:
        if ruling.status == "bug":
            print(ruling.played.page, file=sys.stderr)
    tell(kept)
    code = worst(code_of(report, options.update))
    return BAD_INPUT if kept else code


def check_suite(options: SuiteOptions) -> list[Problem]:
    """Everything that is wrong with the options."""
    problems = [*check_choice("--format", options.run.format, FORMATS)]
    problems += check_run(options.run._replace(format="text"))
    problems += check_jobs(options.jobs)
    if options.shard and shard_of(options.shard) is None:
        expected = "i/n, the i-th of n parts, such as 2/4"
        problems.append(slip("--shard", "--shard takes a part of the rulings", expected, options.shard))
    if options.update:
        problems += check_ci("--update", "--update writes traces")
    return problems


def shard_of(text: str) -> tuple[int, int] | None:
    """The number of the shard, and how many there are; None where the text is no shard."""
    match = re.fullmatch(r"(\d{1,5})/(\d{1,5})", text, re.ASCII)
    at, of = (int(match[1]), int(match[2])) if match else (0, 0)
    return (at, of) if 1 <= at <= of <= MOST_SHARDS else None


def examined(options: SuiteOptions) -> Report:
    """The report. Raises BadInput for what is wrong with the options, their paths included."""
    from judge.suite.cache import Cache, NoCache
    from judge.suite.examined import Report, examine_all, stale_traces
    from judge.suite.played import Playing

    run = options.run
    rulings = rulings_of(options)
    part = part_of(rulings, options.shard)
    stale = part_of(stale_traces(run.files, rulings), options.shard)
    readings = tuple(sorted(run.reading_values.items()))
    playing = Playing(run.rulebook, run.overlays, run.modules, readings)
    cache = Cache(playing) if options.cache else NoCache(playing)
    done = []
    with progress(len(part), "playing rulings") as told:
        for ruling in examine_all(part, playing, options.jobs or min(os.cpu_count() or 1, MOST_JOBS), cache):
            done.append(ruling)
            told(1)
    return Report(tuple(done), tuple(stale), options.strict)


def rulings_of(options: SuiteOptions) -> list[Found]:
    """The rulings that are there. Raises BadInput for what is wrong with the options and the paths."""
    from judge.suite.found import find_rulings

    problems, rulings = check_suite(options), []
    try:
        rulings = find_rulings(options.run.files)
    except BadInput as error:
        problems += error.problems
    refuse(problems)
    return rulings


def part_of(rulings: Sequence[Found], shard: str) -> Sequence[Found]:
    """The rulings of a shard; all of them without one."""
    from judge.suite.examined import shard as in_shard

    part = shard_of(shard)
    return rulings if part is None else list(in_shard(rulings, *part))


def keep_traces(report: Report, run: RunOptions) -> list[Problem]:
    """Writes new and changed traces; gives the problems of those that cannot be written. A ruling that does
    not hold keeps the trace that it has.
    """
    from judge.suite.examined import trace_path

    keeper = Keeper([ruling.played.path for ruling in report.rulings], run)
    traces = ((trace_path(waiting.played.path), waiting.played.records) for waiting in pending(report))
    written = (keeper.against_writing(trace) or write_whole(trace, records) for trace, records in traces)
    return [problem._replace(key="--update") for problem in written if problem is not None]


def pending(report: Report) -> Iterator[Examined]:
    """The rulings whose trace is new or has changed."""
    return (ruling for ruling in report.rulings if ruling.status in ("new", "changed"))


def code_of(report: Report, update: bool) -> Iterator[int]:
    """The exit codes of the rulings; a trace that has just been kept is in order."""
    for ruling in report.rulings:
        accepted = update and ruling.status in ("new", "changed")
        yield OK if accepted else FAILS if ruling.status == "new" and report.strict else CODES[ruling.status]
    if report.stale and report.strict:
        yield FAILS


def rendered(report: Report, options: SuiteOptions) -> str:
    """The report in the format asked for."""
    if options.run.format == "text":
        from judge.suite.formats.for_people import suite_text

        return suite_text(report, width(), colourful(), options.run.all, options.update)
    if options.run.format == "markdown":
        from judge.suite.formats.for_people import suite_markdown

        return suite_markdown(report)
    from judge.suite.formats.for_tools import WRITERS

    return WRITERS[options.run.format](report)


# --- which traces may be written or removed ------------------------------------------------------------

Identity: TypeAlias = str | tuple[int, int]


class Keeper:
    """Checks which traces may be written or removed: none that is an input, none that is the trace of two
    rulings. The inputs are looked up once, and only where there is something to lose.
    """

    def __init__(self, rulings: Sequence[str], by: RunOptions | Playing) -> None:
        self.rulings = rulings
        self.by = by
        self._read: dict[Identity, str] | None = None
        self._rulings: dict[str, list[str]] = {}  # by the place of their trace

    def refused(self, written: Iterable[str], gone: Iterable[str] = ()) -> Iterator[Problem]:
        """The problems of the traces to be written and those to be removed."""
        yield from filter(None, map(self.against_writing, written))
        for trace in gone:
            if self.reads(trace):
                yield fault(
                    trace, "this is read, and would be taken away as the trace of a ruling that is gone"
                )

    def against_writing(self, trace: str) -> Problem | None:
        """Why a trace may not be written; None where it may."""
        from judge.suite.examined import linked

        link = linked(trace)
        if link is not None:
            return link
        several = self.rulings_of(trace)
        if len(several) > 1:
            message = "this would be the trace of more than one ruling, and overwrite itself"
            return fault(trace, message, "rulings with names of their own", ", ".join(several))
        read = self.reads(trace)
        message = "a trace would overwrite this file, which is read"
        return fault(trace, message, "nothing but the trace by this name", read) if read else None

    def rulings_of(self, trace: str) -> list[str]:
        """The rulings whose trace is this file."""
        from judge.suite.examined import trace_path

        if not self._rulings:
            for ruling in self.rulings:
                self._rulings.setdefault(os.path.realpath(trace_path(ruling)), []).append(ruling)
        return self._rulings.get(os.path.realpath(trace), [])

    def reads(self, path: str) -> str:
        """The path by which the call reads a file; "" where it does not, or the file does not exist."""
        if not os.path.lexists(path):
            return ""
        if self._read is None:
            read = of_rulings(self.rulings, self.by.rulebook, self.by.overlays)
            self._read = {_identity(file): file for file in read}
        return self._read.get(_identity(path), "")


def fault(trace: str, message: str, expected: str = "a file that is not read", actual: str = "") -> Problem:
    """A problem of a trace."""
    return Problem(trace, 0, 0, "", "", message, expected, actual)


def _identity(path: str) -> Identity:
    """A value that is the same for two paths of one file."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):  # it is not there, or no file has such a name
        return os.path.abspath(path)
    return status.st_dev, status.st_ino
