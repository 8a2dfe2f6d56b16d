"""`judge accept PATH`: shows pending traces, asks for a reason, and keeps those that are accepted."""

from __future__ import annotations

import functools
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from judge.cli.atomic_write import refuse_link, unwritable, write_together
from judge.cli.codes import BAD_INPUT, INTERRUPTED, OK, worst
from judge.cli.inputs import check_over, of_rulings
from judge.cli.options import check_ci, check_written, refuse, slip
from judge.cli.output import Ended, choice, listen, reason_for, tell, width
from judge.cli.suite import CODES, Keeper, SuiteOptions, examined
from judge.errors import BadInput, Problem, nearest
from judge.rulebook.articles import Article, parsed, texts
from judge.rulebook.shelf import find
from judge.suite.diff.text import wrapped
from judge.suite.examined import WORDS, Report, trace_path
from judge.suite.review.pending import KINDS, Group, Kind, Pending, grouped, pending_in, tally, unheld
from judge.suite.review.reasons import Reason, read_reasons, reasons_text, with_accepted
from judge.suite.review.text import NAMED, Articles, difference_rows, group_rows, one_rows
from judge.text.rows import NamedTuple
from judge.text.said import counted
from judge.text.visible import visible

# --- questions at the terminal, one for each group of one cause ----------------------------------------
Keep = Callable[[Sequence[Pending], str], None]
VERBS: Final[dict[Kind, str]] = {"changed": "accept", "new": "keep", "stale": "remove"}


class Quit(Exception):
    """The user wants no more questions."""


def ask(groups: Sequence[Group], keep: Keep, articles: Articles) -> int:
    """Asks about each group of traces and keeps those that were accepted before the user stops. The exit
    code is that of an interrupt where there was one. Raises BadInput where something cannot be written.
    """
    asking = Asking(keep, articles)
    listen()
    try:
        for n, group in enumerate(groups, 1):
            print(f"\n{n} of {len(groups)}")
            asking.group(group)
    except Ended as end:
        return end.code
    except KeyboardInterrupt:  # while something was written, or shown
        return INTERRUPTED
    except Quit:
        pass
    return OK


class Asking:
    """The questions of one call, with the reasons given so far."""

    def __init__(self, keep: Keep, articles: Articles) -> None:
        self.keep = keep
        self.articles = articles
        self.reasons: list[str] = []

    def group(self, group: Group) -> None:
        """Asks about all traces of a group at once."""
        tell_rows(group_rows(group, self.articles, width(), NAMED))
        verb, many = VERBS[group.kind], len(group.all)
        if many == 1:
            self.one(group.all[0])
            return
        words = {verb[0]: f"{verb} all {many}", "l": "look at each", "s": "skip", "q": "quit"}
        word = choice(words)
        if word == "l":
            for n, pending in enumerate(group.all, 1):
                print(f"\n{n} of these {many}")
                tell_rows(one_rows(pending, width()))
                self.one(pending)
        self.carry_out(word, verb, group.all)

    def one(self, pending: Pending) -> None:
        """Asks about a single trace."""
        verb = VERBS[pending.kind]
        words = {verb[0]: verb, "s": "skip", "q": "quit"}
        if pending.kind == "changed":
            words = {"a": "accept", "d": "see the whole difference", "s": "skip", "q": "quit"}
        word = choice(words)
        while word == "d":
            tell_rows(difference_rows(pending, width()))
            word = choice(words)
        self.carry_out(word, verb, [pending])

    def carry_out(self, word: str, verb: str, some: Sequence[Pending]) -> None:
        """Does what the answer says."""
        if word == "q":
            raise Quit
        if word == verb[0]:
            reason = self.reason() if some[0].kind == "changed" else ""
            self.keep(some, reason)

    def reason(self) -> str:
        """Asks why a change is right."""
        self.reasons.append(reason_for(self.reasons))
        return self.reasons[-1]


def tell_rows(rows: Iterable[str]) -> None:
    """Prints rows that were made for the terminal."""
    print("\n".join(map(visible, rows)))


# --- accepting -----------------------------------------------------------------------------------------
FILE: Final = "reasons.toml"
DONE: Final[dict[Kind, str]] = {"changed": "accepted", "new": "kept", "stale": "removed"}
SAID: Final = (
    "names of rulings, --changed, --new, --stale or --group ARTICLE; --dry-run lists what is pending"
)
UNPLAYED: Final = ("bug", "bad input", "not implemented")  # nobody knows what of them is pending
FACTS: Final = "facts decide, so what does not hold is never accepted"


class TraceOptions(NamedTuple):
    """Which rulings are played and how; which of those pending are accepted, and why; the file of reasons."""

    suite: SuiteOptions
    names: tuple[str, ...] = ()
    kinds: tuple[Kind, ...] = ()
    group: tuple[str, ...] = ()
    reason: str = ""
    file: str = FILE
    dry_run: bool = False

    @property
    def named(self) -> bool:
        """Do the options say what is accepted?"""
        return bool(self.names or self.kinds or self.group)


class Review:
    """Accepts traces and writes them, each time with the file of reasons."""

    def __init__(self, file: str, reasons: list[Reason], keeper: Keeper) -> None:
        self.file = file
        self.there = reasons
        self.keeper = keeper
        self.done: list[Pending] = []

    def keep(self, some: Sequence[Pending], reason: str) -> None:
        """Keeps the traces of these rulings and removes stale ones; all or, raising BadInput, none."""
        reasons = with_accepted(self.there, some, reason)
        texts = {self.file: reasons_text(reasons)} if reasons != self.there else {}
        texts |= {pending.trace: pending.records for pending in some if pending.kind != "stale"}
        stale = [pending.trace for pending in some if pending.kind == "stale"]
        written = (pending.trace for pending in some if pending.kind != "stale")
        refuse(problem._replace(key="PATH") for problem in self.keeper.refused(written, stale))
        refuse(write_together(texts, gone=stale))
        self.there = reasons
        self.done += some


def accept_traces(options: TraceOptions) -> int:
    """Play the rulings, and keep the pending traces that were named, or ask about each group of them."""
    try:
        refuse(check(options))
        reasons = read_reasons(options.file)
        report = examined(options.suite)
        pending = pending_in(report)
        refuse(check_chosen(options, pending, report))
        keeper = Keeper([ruling.played.path for ruling in report.rulings], options.suite.run)
        review = Review(options.file, reasons, keeper)
        return reviewed(options, review, pending, report)
    except BadInput as error:
        tell(error.problems)
        return BAD_INPUT


def reviewed(options: TraceOptions, review: Review, pending: Sequence[Pending], report: Report) -> int:
    """Lists, keeps or asks, and prints what was done; gives the exit code, that of the worst ruling that
    could not be played. Raises BadInput.
    """
    articles = articles_by(options.suite.run.rulebook, options.suite.run.overlays)
    code, chosen = OK, [ruling for ruling in pending if wanted(options, ruling)]
    if options.dry_run:
        for group in grouped(chosen if options.named else pending):
            print("\n".join(map(visible, group_rows(group, articles, width()))), end="\n\n")
    elif options.named:
        review.keep(chosen, options.reason.strip())
    else:
        code = ask(grouped(pending), review.keep, articles)
    for row in closing(review, pending, report):
        print("\n".join(map(visible, wrapped(row, width(), rest="  "))))
    told = tell_unplayed(report)
    return code or told


def tell_unplayed(report: Report) -> int:
    """Prints what could not be played; gives the exit code for it."""
    left = [ruling for ruling in report.rulings if ruling.status in UNPLAYED]
    tell([problem for unplayed in left for problem in unplayed.played.problems])
    return worst(CODES[unplayed.status] for unplayed in left)


def wanted(options: TraceOptions, pending: Pending) -> bool:
    """Do the options accept this trace?"""
    return (
        pending.id in options.names
        or pending.kind in options.kinds
        or bool(pending.article and pending.article in options.group)
    )


def check(options: TraceOptions) -> Iterator[Problem]:
    """The faults of the options, before anything is played."""
    if not options.suite.run.files:
        message = "nothing says where the rulings are"
        yield slip("PATH", message, "a file or a folder of rulings, or --from DIFF", " ".join(options.names))
    if not options.dry_run:
        yield from check_ci("accept", "judge accept writes traces and reasons")
        if not options.named and not sys.stdin.isatty():
            yield slip("NAME", "nobody can be asked here", SAID)
    yield from refuse_link("--file", options.file)
    yield from unwritable("--file", options.file)


def check_chosen(options: TraceOptions, pending: Sequence[Pending], report: Report) -> Iterator[Problem]:
    """The faults of the chosen names and groups, once the pending traces are known."""
    yield from unread_traces(report)
    known = {trace.id for trace in pending}
    for name in options.names:
        if name not in known:
            yield not_pending(name, known, report)
    yield from (
        slip_of_group(article, pending) for article in options.group if article not in articles_of(pending)
    )
    changed = any(trace.kind == "changed" and wanted(options, trace) for trace in pending)
    if changed and not options.reason.strip() and not options.dry_run:
        yield slip("--reason", "a changed trace is kept with why that is right", "--reason TEXT")
    rulings = [ruling.played.path for ruling in report.rulings]
    yield from check_written("--file", options.file, map(trace_path, rulings))
    run = options.suite.run
    yield from check_over("--file", options.file, of_rulings(rulings, run.rulebook, run.overlays))


def unread_traces(report: Report) -> Iterator[Problem]:
    """The traces that cannot be read: nobody can say whether they are pending."""
    for ruling in report.rulings:
        trace = trace_path(ruling.played.path)
        yield from (problem for problem in ruling.played.problems if problem.file == trace)


def articles_of(pending: Sequence[Pending]) -> list[str]:
    """The articles at which traces part, the most frequent first."""
    return list(dict.fromkeys(group.article for group in grouped(pending) if group.article))


def slip_of_group(article: str, pending: Sequence[Pending]) -> Problem:
    """The problem that nothing parts at an article."""
    known = articles_of(pending)
    message = f"no changed ruling parts at {article!r}"
    return slip("--group", message, ", ".join(known) or "a changed ruling", article, nearest(article, known))


def not_pending(name: str, known: Iterable[str], report: Report) -> Problem:
    """The problem that a named ruling cannot be accepted, with the reason."""
    failing = unheld(report)
    if name in failing:
        return slip("NAME", f"{name}: {failing[name]}; {FACTS}", "a ruling that holds", name)
    if any(ruling.played.id == name for ruling in report.rulings):
        return slip(
            "NAME", f"nothing of {name!r} is pending: it holds, and its trace is the one that is kept"
        )
    expected = "a file, a folder, or a ruling that is pending in them"
    return slip("NAME", f"there is no {name!r}", expected, name, nearest(name, known))


def closing(review: Review, pending: Sequence[Pending], report: Report) -> Iterator[str]:
    """The lines on what was done, what is still pending, and what does not hold."""
    for kind in KINDS:
        some = [ruling for ruling in review.done if ruling.kind == kind]
        if some:
            yield f"{DONE[kind]}: {len(some)} {kind} trace{'s' * (len(some) > 1)}"
    done = {ruling.trace for ruling in review.done}
    left = [ruling for ruling in pending if ruling.trace not in done]
    if left:
        yield f"{'still ' * bool(done)}pending: {', '.join(tally(grouped(left)))}"
    elif not done:
        yield f"nothing is pending in {counted(len(report.rulings), 'ruling')}"
    failing = Counter(unheld(report).values())
    if failing:
        told = ", ".join(f"{n} {WORDS[status][n != 1]}" for status, n in sorted(failing.items()))
        yield f"not accepted here: {told} (judge test); {FACTS}"


# --- the articles at which rulings part, as the rulebooks have them by which they were played -----
def articles_by(rulebook: str, overlays: tuple[str, ...]) -> Callable[[Pending], Article | None]:
    """A function for the article at which a ruling parts; it gives None where the rulebook has it no more."""

    @functools.lru_cache(maxsize=32)
    def every(game: str, version: str) -> dict[str, Article]:
        try:
            folder = str(find(rulebook or game))
        except BadInput:
            return {}
        return parsed(texts(folder, version, overlays), version)

    return lambda ruling: every(ruling.game, ruling.version).get(ruling.article)
