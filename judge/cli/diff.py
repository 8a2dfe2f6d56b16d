"""`judge diff`: what a change to a rulebook changes in rulings; `judge accept --from`: accepting it."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from typing import Final

from judge.cli.atomic_write import refuse_link
from judge.cli.codes import BAD_INPUT, FAILS, OK
from judge.cli.inputs import check_over, of_folder, of_rulings
from judge.cli.options import MOST_JOBS, check_choice, check_jobs, check_written, refuse, slip
from judge.cli.output import Ended, choice, emit, listen, reason_for, tell, width, write_whole
from judge.errors import BadInput, Problem, nearest
from judge.suite.diff.acceptance import (
    Acceptance,
    Reviewed,
    acceptances_text,
    read_acceptances,
    review,
)
from judge.suite.diff.json import Pending, Sorted, merged, read_pending
from judge.suite.diff.renumbered import mapped_side
from judge.suite.diff.report import Report, by_game, report
from judge.suite.diff.revisions import top_of
from judge.suite.diff.sides import Side, is_side, open_side, work_tree
from judge.suite.diff.text import unaccepted
from judge.suite.found import ROOTS, Found, find_rulings
from judge.text.rows import NamedTuple
from judge.text.said import counted
from judge.text.source import read_source
from judge.text.visible import visible, visible_lines

DIFF_FORMATS: Final = ("text", "markdown", "json")


class DiffOptions(NamedTuple):
    """The words of the command line, the acceptances, and the format."""

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
    """Compares and prints the comparison. Exit 2 for bad input (a ruling that cannot be read is left out),
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
    """Everything that is wrong with the options."""
    yield from check_choice("--format", options.format, DIFF_FORMATS)
    yield from check_jobs(options.jobs)
    yield from check_over("--output", options.output, filter(None, [options.accept, options.map]))


def sorted_words(words: Sequence[str]) -> Asked:
    """Sorts the words into sides and paths of rulings: the first word is a side, and the second where it can
    be one.

    Raises BadInput where no path is given and there is no customary folder of rulings.
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
    return tuple(path for root in ROOTS if os.path.isdir(path := os.path.normpath(os.path.join(top, root))))


def compare(asked: Asked, options: DiffOptions) -> Report:
    """Plays all rulings under both sides. Raises BadInput with the faults of a side or of the paths."""
    rulings = by_game(find_rulings(asked.paths))
    played = sorted({game for _, game in rulings if game})
    with tempfile.TemporaryDirectory(prefix="judge-diff-") as scratch:
        a = open_side(asked.a, played, os.path.join(scratch, "a"))
        b = open_side(asked.b, played, os.path.join(scratch, "b")) if asked.b else work_tree()
        refuse(check_over("--output", options.output, read_by(rulings, (a, b))))
        mapped = None
        if options.map:
            a, mapped = mapped_side(a, b, options.map, played, os.path.join(scratch, "a"))
        jobs = options.jobs or min(os.cpu_count() or 1, MOST_JOBS)
        return report(rulings, a, b, options.modules, jobs, mapped=mapped)


def read_by(rulings: Sequence[tuple[Found, str]], sides: Sequence[Side]) -> Iterator[str]:
    """The files that a comparison reads: the rulings, and the rulebooks of both sides."""
    yield from of_rulings((ruling.path for ruling, _ in rulings), "", ())
    for rules in (rule for side in sides for rule in side.rules.values()):
        yield from rules.overlays
        yield from of_folder(rules.folder)


def unplayed(compared: Report) -> bool:
    """Whether there are rulings that neither side has played."""
    return bool(compared.unplayable or compared.left_out)


def unread(asked: Asked) -> Iterator[Problem]:
    """The problems of rulings that cannot be read at all, by whichever rulebook."""
    for ruling in find_rulings(asked.paths):
        try:
            read_source(ruling.path)
        except BadInput as error:
            yield from error.problems


def drawn(compared: Report, reviewed: Reviewed, options: DiffOptions) -> str:
    """The comparison in the format asked for."""
    if options.format == "json":
        from judge.render.json import dumps
        from judge.suite.diff.json import diff_json

        return dumps(diff_json(compared, reviewed))
    if options.format == "markdown":
        from judge.suite.diff.text import diff_markdown

        return diff_markdown(compared, reviewed)
    from judge.suite.diff.text import diff_text

    text = diff_text(compared, reviewed, width())
    return visible_lines(text)


# --- `judge accept --from`: changes accepted by name ---------------------------------------------------
class AcceptOptions(NamedTuple):
    """The comparison, what is accepted of it and why, and the file of acceptances."""

    kept: str
    names: tuple[str, ...]
    file: str
    group: tuple[str, ...] = ()
    reason: str = ""
    prune: bool = False


def accept_changes(options: AcceptOptions) -> int:
    """Accepts the changes named, or asks about each, and writes the file."""
    try:
        pending = read_pending(options.kept)
        accepted = read_acceptances(options.file) if os.path.exists(options.file) else []
        refuse(check_acceptance(options, pending))
        taken = chosen(options, pending) if named(options) else asked(pending, accepted)
    except BadInput as error:
        tell(error.problems)
        return BAD_INPUT
    acceptances, done = merged(accepted, taken, pending, options.prune)
    problem = write_whole(options.file, acceptances_text(acceptances)) if acceptances != accepted else None
    if problem:
        tell([problem._replace(key="--file")])
        return BAD_INPUT
    known = covered(acceptances, pending)
    say(options, done, [change.ruling for change in pending if change.ruling not in known])
    return OK


def named(options: AcceptOptions) -> bool:
    """Do the options name what is accepted, or is there nobody to ask?"""
    return bool(options.names or options.group or options.prune)


def check_acceptance(options: AcceptOptions, pending: Sequence[Pending]) -> Iterator[Problem]:
    """The faults of the options about acceptance."""
    known = [change.ruling for change in pending]
    for name in options.names:
        if name not in known:
            message = f"no answer and no fact of {name!r} changes there"
            yield slip("NAME", message, "a ruling of the comparison", name, nearest(name, known))
    articles = list(dict.fromkeys(change.article for change in pending))
    for article in options.group:
        if article not in articles:
            message = f"no changed answer or fact parts at {article!r}"
            yield slip("--group", message, ", ".join(articles), article, nearest(article, articles))
    if (options.names or options.group) and not options.reason.strip():
        yield slip("--reason", "an acceptance says why the change is right", "--reason TEXT")
    if not named(options) and not sys.stdin.isatty():
        yield slip("NAME", "nobody can be asked here", "names of rulings, or --group ARTICLE")
    yield from check_written("--file", options.file, [options.kept])
    yield from refuse_link("--file", options.file)


def chosen(options: AcceptOptions, pending: Sequence[Pending]) -> list[Acceptance]:
    """The changes that are named, or part at an article that is."""
    wanted = (
        change for change in pending if change.ruling in options.names or change.article in options.group
    )
    return [change.accepted(options.reason.strip()) for change in wanted]


def asked(pending: Sequence[Pending], acceptances: Sequence[Acceptance]) -> list[Acceptance]:
    """Asks about each change that is not accepted yet; what was accepted before one stops is kept."""
    taken: list[Acceptance] = []
    known = covered(acceptances, pending)
    left = [waiting for waiting in pending if waiting.ruling not in known]
    listen()
    try:
        for n, change in enumerate(left, 1):
            print(f"\n{n} of {len(left)}")
            show(change)
            word = choice({"a": "accept", "s": "skip", "q": "quit"})
            if word == "q":
                break
            if word == "a":
                taken.append(change.accepted(reason_for([row.reason for row in taken])))
    except Ended:
        pass
    return taken


def show(pending: Pending) -> None:
    """Prints one change with all that is needed to judge it."""
    rows = [
        f"{pending.group}  {pending.ruling}", f"  {pending.title}",
        *(f"  {what}: {was} → {now}" for what, was, now in pending.changes),
    ]  # fmt: skip
    if pending.article:
        rows += [
            f"  at {pending.article}, after {pending.after}",
            f"    A  {pending.a}",
            f"    B  {pending.b}",
        ]
    from judge.suite.diff.text import wrapped

    for row in rows:
        indent = " " * (len(row) - len(row.lstrip()))
        print("\n".join(map(visible, wrapped(row.strip(), width(), indent, indent + "  "))))


def covered(acceptances: Sequence[Acceptance], pending: Sequence[Pending]) -> set[str]:
    """The rulings whose present change is accepted."""
    changes = {acceptance.ruling: acceptance.changes for acceptance in acceptances}
    return {change.ruling for change in pending if changes.get(change.ruling) == change.changes}


def say(options: AcceptOptions, done: Sorted, left: Sequence[str]) -> None:
    """Prints what was written to the file of acceptances."""
    for what, names in (("new", done.new), ("changed", done.changed), ("stale", done.stale)):
        gone = ", left out" if what == "stale" and options.prune else ""
        for name in names:
            print(visible(f"{what}{gone}: {name}"))
    print(
        visible(
            f"{options.file}: {len(done.new)} new, {len(done.changed)} changed, {len(done.same)} as they were"
        )
    )
    if left:
        print(f"{counted(len(left), 'ruling')} still to be accepted")
