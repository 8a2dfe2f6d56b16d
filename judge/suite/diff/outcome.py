"""The outcome of one ruling under one rulebook, and the fork at which two traces of it part."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Final

from judge.engine import trace
from judge.engine.kernel.tracer import Entry
from judge.errors import Problem
from judge.fixture.load import Fixture, check
from judge.page.answer import book_mark
from judge.page.opened import show
from judge.play.replays import asked, won
from judge.play.ruling import Ruling, Unfit, run
from judge.render.records import QUIET, Entries, asked_in_window, line
from judge.render.text import render
from judge.renumbering.numbering import Numbering
from judge.speech.sentences import Teller
from judge.suite.diff.renumbered import SAME, Pairs, ruling_on_b, ruling_under
from judge.suite.diff.sides import Rules, Side
from judge.suite.played import Failed, attempt
from judge.text.rows import NamedTuple
from judge.text.source import read_source

# --- what a ruling comes to ----------------------------------------------------------------------------
ANSWERS: Final = {
    "yes": "Yes",
    "no": "No",
    "not-yet": "Not yet",
    "cannot-tell": "Cannot tell",
    "open": "Open",
}


class Line(NamedTuple):
    """A record of a trace: its text, the article and kind by which it is grouped, and the articles of the
    steps begun since the record before it.
    """

    text: str
    article: str
    kind: str
    steps: tuple[str, ...]
    refused: Mapping[str, str]  # what was not offered there, each with the first article that refuses it


class Outcome(NamedTuple):
    """The outcome of a ruling. One that could not be played has its problem and nothing else."""

    problem: str = ""
    stopped: tuple[str, str] = ("", "")  # the line of the script that was not taken, and why not
    answers: tuple[tuple[str, str, str], ...] = ()  # what was asked, Yes or No, by which article
    facts: tuple[tuple[str, str], ...] = ()
    winner: str = ""
    decides: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    next: str = ""
    lines: tuple[Line, ...] = ()
    page: str = ""
    version: str = ""
    title: str = ""


def play(
    path: str, side: Side, rules: Rules, modules: tuple[str, ...],
    pairs: Pairs = SAME.to_a, numbering: Numbering | None = None,
) -> Outcome:  # fmt: skip
    """Plays one ruling by a rulebook, under the numbers that its articles have there. Raises nothing: a
    problem is the outcome.
    """
    done = attempt(path, lambda: played(path, rules, modules, pairs, numbering))
    if not isinstance(done, Failed):
        return done
    if done.result == "bad input":
        return Outcome(told(done.problems, side, path))
    message = done.problems[0].message
    return Outcome(f"not implemented yet: {message}" if done.result == "not implemented" else message)


def played(
    path: str, rules: Rules, modules: tuple[str, ...], pairs: Pairs, numbering: Numbering | None
) -> Outcome:
    """The outcome of one ruling, as far as it can be played. Raises BadInput and NotImplementedYet."""
    try:
        return outcome(run(load(path, rules, modules, pairs, numbering)))
    except Unfit as error:
        so_far = error.so_far
        last = so_far.fixture.lines[min(so_far.taken, len(so_far.fixture.lines) - 1)].text
        return outcome(so_far)._replace(stopped=(last, error.problems[0].message))


def load(
    path: str, rules: Rules, modules: tuple[str, ...], pairs: Pairs, numbering: Numbering | None
) -> Fixture:
    """The fixture, by the rulebook and the version of a side, whatever version it names."""
    source = read_source(path)
    source = ruling_under(ruling_on_b(source, numbering) if numbering is not None else source, pairs)
    if rules.version:
        source.data["version"] = rules.version
    return check(source, rules.folder, {}, rules.overlays, modules)


def told(problems: tuple[Problem, ...], side: Side, path: str) -> str:
    """The first of some problems, without places that mean nothing elsewhere."""
    text = problems[0].parts()[1] if problems[0].file == path else problems[0].text()
    return side.told(text)


def outcome(ruling: Ruling) -> Outcome:
    """The parts of a ruling that are compared."""
    refusal = ruling.refusal
    following = asked(ruling.game)
    return Outcome(
        stopped=(refusal.line, f"{ANSWERS[refusal.answer]}, {refusal.rule or refusal.why}")
        if refusal is not None
        else ("", ""),
        answers=tuple((claim.line, ANSWERS[claim.answer], claim.rule) for claim in ruling.claims),
        facts=tuple(facts(ruling)),
        winner=won(ruling.game),
        decides=tuple(sorted(ruling.ranks.decides)),
        acts=tuple(act for act in ruling.ranks.acts if act not in ruling.ranks.decides),
        behind=ruling.ranks.behind,
        missing=ruling.missing,
        open=tuple(openings(ruling)),
        next=f"{following[0]}: {' | '.join(following[1:])}" if following else "",
        lines=tuple(lines(ruling)),
        page=words(ruling),
        version=ruling.fixture.book.version,
        title=ruling.fixture.model.title,
    )


def words(ruling: Ruling) -> str:
    """The text of its page, without the rulebook it was played by and the versions by which it would come out
    otherwise: neither is part of the ruling.
    """
    text = " ".join(render(ruling._replace(versions=()), width=100).split())
    return text.replace(book_mark(Teller(ruling))[0], "", 1)


def facts(ruling: Ruling) -> Iterator[tuple[str, str]]:
    """The facts that the fixture expects, as they were found; the order of articles is one of them."""
    yield from ((fact.path, show(fact.found)) for fact in ruling.facts)
    wanted = ruling.fixture.model.expect.get("order", ())
    if wanted and ruling.facts:
        yield "order", f"{ruling.order} of {len(wanted)}"


def openings(ruling: Ruling) -> Iterator[str]:
    """The open questions that the ruling touches."""
    for reading in ruling.others:
        yield f"{reading.reading}={reading.other}: {'the same' if reading.same else 'decides'}"
    yield from (f"question {question.name}" for question in ruling.questions)


def lines(ruling: Ruling) -> Iterator[Line]:
    """The records of its trace."""
    entries = Entries(Teller(ruling))
    steps: list[str] = []
    for entry in ruling.entries:
        if entry.kind is trace.STEP:
            steps.append(entry.rule)
        if entry.kind in QUIET or asked_in_window(entry):
            continue
        yield Line(line(entry, entries), entry.rule, kind_of(entry), tuple(steps), refused(entry))
        steps.clear()


def kind_of(entry: Entry) -> str:
    """The kind of a record; of an event its name."""
    return str(entry.data["record"].name) if entry.kind is trace.EVENT else entry.kind.name


def refused(entry: Entry) -> dict[str, str]:
    """The options that an offer refuses."""
    if entry.kind not in (trace.OFFER, trace.LOCKED):
        return {}
    by_option = {
        option.key: [cond.rule for cond in option.conds if not cond.ok] for option in entry.data["refused"]
    }
    return {key: rules[0] for key, rules in by_option.items() if rules}


# --- where two traces part -----------------------------------------------------------------------------
END = Line("(over)", "", "over", (), {})


class Fork(NamedTuple):
    """The first record at which two traces part, the last that they share, and the article by which it is
    grouped; `pattern` is the same for forks that are alike.
    """

    article: str
    before: str
    a: str
    b: str
    articles: tuple[str, str]
    pattern: str


def fork(was: Sequence[Line], now: Sequence[Line], edited: Collection[str]) -> Fork | None:
    """The fork of two traces; None where they are the same. An edited article is named before others."""
    for at, (a, b) in enumerate(zip_longest(was, now, fillvalue=END)):
        if a.text != b.text:
            before = was[at - 1].text.strip() if at else ""
            pair = articles_at(a, b)
            touched = [article for article in dict.fromkeys(pair) if article in edited]
            chosen = next(iter(touched or filter(None, pair)), "-")
            pattern = f"{pair[0] or '-'} {a.kind} / {pair[1] or '-'} {b.kind}"
            return Fork(chosen, before, said(a, pair[0]), said(b, pair[1]), pair, pattern)
    return None


def articles_at(a: Line, b: Line) -> tuple[str, str]:
    """The articles of both sides at the fork: of the first steps begun that are not the same, else of what
    only one side refuses, else of the records themselves.
    """
    for step, other in zip_longest(a.steps, b.steps, fillvalue=""):
        if step != other:
            return step or a.article, other or b.article
    return by_refusals(a, b) or (a.article, b.article)


def by_refusals(a: Line, b: Line) -> tuple[str, str] | None:
    """The articles by which only one of two offers refuses something."""
    if a.kind != b.kind:
        return None
    keys: Iterator[str] = (
        option for option in (*a.refused, *b.refused) if a.refused.get(option) != b.refused.get(option)
    )
    key = next(keys, None)
    return None if key is None else (a.refused.get(key, a.article), b.refused.get(key, b.article))


def said(line: Line, article: str) -> str:
    """A record, with its step where that says more than its own article."""
    text = line.text.strip()
    return text if not article or article == line.article or line is END else f"[{article}] {text}"
