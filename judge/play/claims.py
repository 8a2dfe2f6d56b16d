"""Script lines that claim that an option is refused, and why what a line says was refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from judge.board.position import find_card
from judge.engine.flow.engine import Engine
from judge.engine.kernel.state import Ask, Option
from judge.engine.kernel.tracer import Entry
from judge.fixture.script import LEADS, NO, YES, Line, fits, read_answer
from judge.text.plain import Fields


class Since(NamedTuple):
    """Where a game stands, and how much of its trace was told when the last line was taken."""

    engine: Engine
    mark: int


class Claim(NamedTuple):
    """What became of a script line that claims that an option is refused."""

    line: str
    ok: bool
    why: str
    rule: str


def judge_claim(at: Since, line: Line, final: bool) -> Claim | None:
    """Is the claimed option refused at the seat's next window, and by the article named?"""
    assert at.engine.tracer is not None
    barred = (one for one in since(at) if one.kind == "loop-bars" and same_answer(line, one.data))
    loop = next(barred, None)
    if loop is not None:
        ok = not line.rule or within(loop.rule, line.rule)
        return Claim(line.text, ok, f"refused by {loop.rule}", line.rule or loop.rule)
    ask = at.engine.game.ask
    if ask is not None and ask.seat == line.seat:
        if ask.kind != "act" and line.words[0] in (*LEADS, *YES, *NO):
            error = read_answer(at.engine.view, ask, line.words).error
            return answered(line, ask, error, barring(at, line))
        if ask.kind == "act" and ask.into != "act":  # a step asks, no window
            legal = any(fits(line.words, one.words, at.engine.view) for one in ask.choices)
            error = "" if legal else "it is not among what may be chosen"
            return answered(line, ask, error, ())
    return offered(at, line, final)


def answered(line: Line, ask: Ask, error: str, more: Iterable[str]) -> Claim:
    """A claim about an answer to a question: right where there is an error, under the article named."""
    grounds = (ask.rule, *ask.data.get("also", ()), *more)
    ok = bool(error) and (not line.rule or any(within(rule, line.rule) for rule in grounds))
    return Claim(line.text, ok, error or "the answer is legal", line.rule if ok and line.rule else ask.rule)


def offered(at: Since, line: Line, final: bool) -> Claim | None:
    """A claim about what windows offered its seat; None while none has been open."""
    told = [entry for entry in since(at) if entry.data.get("seat") == line.seat]
    # who has to wait is refused by the article that says so
    kinds = ("offer", "locked") if line.rule else ("offer",)
    found = claims_of(at, line, [entry.data for entry in told if entry.kind in kinds])
    # without an article it is never legal up to the decision
    found = ([one for one in found if one.ok] or found) if line.rule else found[-1:]
    if not found and (final or any(entry.kind == "offer" for entry in told)):
        return Claim(line.text, line.rule == "", "the option is not listed there", "")
    return found[0] if found else None


def since(at: Since) -> Sequence[Entry]:
    """What has been told since the last line.

    The rounds of a loop that goes on as declared are part of that line.
    """
    assert at.engine.tracer is not None
    entries = at.engine.tracer.entries
    start = next(
        (last + 1 for last in range(len(entries) - 1, at.mark - 1, -1) if entries[last].data.get("again")),
        at.mark,
    )
    return entries[start:]


def same_answer(line: Line, data: Mapping[str, object]) -> bool:
    """Is it the answer that a line claims is refused?"""
    said = True if line.words[0] in YES else False if line.words[0] in NO else None
    return data["seat"] == line.seat and said is not None and data["value"] == said


def barring(at: Since, line: Line) -> Iterator[str]:
    """The articles by which cards that a line names may not be chosen here,
    as they were told when the choice was put together.
    """
    assert at.engine.tracer is not None
    named = {card.id for card in (find_card(at.engine.game, word) for word in line.words) if card is not None}
    for entry in at.engine.tracer.entries[at.mark :]:
        if entry.kind == "not-choosable" and entry.data["card"] in named:
            yield from (entry.rule, *entry.data.get("also", ()))


def claims_of(at: Since, line: Line, told: Sequence[Fields]) -> list[Claim]:
    """The claim at each moment that names its option, up to the first that has it legal."""
    found: list[Claim] = []
    for data in told:
        legal, refused = named(at, line, data.get("legal", ())), named(at, line, data["refused"])
        whole = [one for one in (*legal, *refused) if len(one.args) + 1 == len(line.words)]
        if any(one in legal for one in whole) or (legal and not whole):
            return [*found, Claim(line.text, False, "the option is legal", "")]
        refused = [one for one in refused if one in whole or not whole]
        if refused:
            found.append(refused_claim(line, refused, at.engine.table.book.tables["behind"]))
    return found


def refused_claim(line: Line, refused: list[Option], grounds: Mapping[str, Sequence[str]]) -> Claim:
    """The claim about options that are refused: does one of the articles that refuse them fit?"""
    failed = [cond for option in refused for cond in option.conds if not cond.ok]
    rules = list(dict.fromkeys(rule for cond in failed for rule in (cond.rule, *cond.also)))
    carried = [*rules, *(ground for rule in rules for ground in grounds.get(rule, ()))]
    ok = not line.rule or any(within(rule, line.rule) for rule in carried)
    return Claim(line.text, ok, "refused by " + ", ".join(rules), line.rule if ok and line.rule else rules[0])


def within(rule: str, named: str) -> bool:
    """Is an article the one named, or one under it?"""
    return rule == named or rule.startswith(named + "-") or rule.startswith(named + ".")


def named(at: Since, line: Line, options: list[Option]) -> list[Option]:
    """The options that a claim's words name."""
    return [one for one in options if fits(line.words, (one.name, *one.args), at.engine.view)]


def why_not(at: Since, line: Line) -> str:
    """The articles by which what a line says was refused to its seat since the last line, if it was."""
    told = since(at) if at.engine.tracer is not None else []
    offers = [
        entry.data["refused"] for entry in told if entry.kind == "offer" and entry.data["seat"] == line.seat
    ]
    refused = [one for options in offers for one in named(at, line, options)]
    rules = dict.fromkeys(cond.rule for one in refused for cond in one.conds if not cond.ok)
    return f"; {' '.join(line.words)} is refused by {', '.join(rules)}" if rules else ""
