"""`judge accept`: changed answers and facts that were read and found right, by name and with a reason."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judge.cli.codes import BAD_INPUT, OK
from judge.cli.options import check_written, refuse, slip
from judge.cli.output import Ended, choice, listen, reason_for, tell, width, write_whole
from judge.cli.placing import refuse_link
from judge.errors import BadInput, Problem, nearest
from judge.suite.diff.acceptance import Acceptance, acceptances_text, read_if_there
from judge.suite.diff.json import Pending, Sorted, merged, read_pending
from judge.text.said import counted
from judge.text.visible import visible


class AcceptOptions(NamedTuple):
    """What is accepted, from which comparison, into which file, and why."""

    kept: str
    names: tuple[str, ...]
    file: str
    group: tuple[str, ...] = ()
    reason: str = ""
    prune: bool = False


def accept_changes(options: AcceptOptions) -> int:
    """Take the changes named, or ask about each, and write the file."""
    try:
        pending = read_pending(options.kept)
        there = read_if_there(options.file)
        refuse(check(options, pending))
        taken = chosen(options, pending) if named(options) else asked(pending, there)
    except BadInput as error:
        tell(error.problems)
        return BAD_INPUT
    found, done = merged(there, taken, pending, options.prune)
    problem = write_whole(options.file, acceptances_text(found)) if found != there else None
    if problem:
        tell([problem._replace(key="--file")])
        return BAD_INPUT
    known = covered(found, pending)
    say(options, done, [one.ruling for one in pending if one.ruling not in known])
    return OK


def named(options: AcceptOptions) -> bool:
    """Is it said what is accepted, or is nobody to be asked?"""
    return bool(options.names or options.group or options.prune)


def check(options: AcceptOptions, pending: Sequence[Pending]) -> Iterator[Problem]:
    """What is wrong with what was asked for."""
    known = [one.ruling for one in pending]
    for name in options.names:
        if name not in known:
            message = f"no answer and no fact of {name!r} changes there"
            yield slip("NAME", message, "a ruling of the comparison", name, nearest(name, known))
    articles = list(dict.fromkeys(one.article for one in pending))
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
    """What was named, or parts at an article that was."""
    wanted = (one for one in pending if one.ruling in options.names or one.article in options.group)
    return [one.accepted(options.reason.strip()) for one in wanted]


def asked(pending: Sequence[Pending], there: Sequence[Acceptance]) -> list[Acceptance]:
    """Ask about each that is not accepted yet; what was accepted until then stays when one stops."""
    taken: list[Acceptance] = []
    known = covered(there, pending)
    left = [one for one in pending if one.ruling not in known]
    listen()
    try:
        for n, one in enumerate(left, 1):
            print(f"\n{n} of {len(left)}")
            show(one)
            word = choice({"a": "accept", "s": "skip", "q": "quit"})
            if word == "q":
                break
            if word == "a":
                taken.append(one.accepted(reason_for([row.reason for row in taken])))
    except Ended:
        pass
    return taken


def show(one: Pending) -> None:
    """What there is to read of a change."""
    rows = [
        f"{one.group}  {one.ruling}", f"  {one.title}",
        *(f"  {what}: {was} → {now}" for what, was, now in one.changes),
    ]  # fmt: skip
    if one.article:
        rows += [f"  at {one.article}, after {one.after}", f"    A  {one.a}", f"    B  {one.b}"]
    from judge.suite.diff.text import wrapped

    for row in rows:
        indent = " " * (len(row) - len(row.lstrip()))
        print("\n".join(map(visible, wrapped(row.strip(), width(), indent, indent + "  "))))


def covered(found: Sequence[Acceptance], pending: Sequence[Pending]) -> set[str]:
    """The rulings whose change is accepted as it is."""
    changes = {one.ruling: one.changes for one in found}
    return {one.ruling for one in pending if changes.get(one.ruling) == one.changes}


def say(options: AcceptOptions, done: Sorted, left: Sequence[str]) -> None:
    """What became of the file."""
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
