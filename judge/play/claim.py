"""Answers to claims: what the rules say to a line that asks or claims something, and by which articles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from judge.engine.kernel.state import Condition, Option
from judge.fixture.script import Line
from judge.play.later import Later
from judge.play.moments import Since
from judge.play.reasons import deciding, refusing, standing_behind, within
from judge.text.rows import NamedTuple
from judge.text.said import Said

CANNOT_TELL: Final = Said(
    "cannot-tell", "that player cannot tell: it depends on cards that the player has not seen"
)
NOWHERE: Final = Said("not-listed", "it is not offered there")


class Claim(NamedTuple):
    """The rules' answer to a script line that asks (`may`) or claims (`can`, `not`). `rule` is the article
    that decides, `cond` the condition that fails with its findings. `rules` are all articles that refuse it,
    each of them reason enough, or the one that allows it. `at` is the line of the trace at which it was
    judged, `after` the script line before it. `ok` is False for a claim that is not true; `why` says briefly
    what was found.
    """

    line: str
    ok: bool
    why: str
    rule: str
    kind: str = "not"
    allowed: bool = False
    cond: Condition | None = None
    rules: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    at: int = 0
    after: str = ""
    seat: str = ""
    words: tuple[str, ...] = ()
    where: str = ""  # the procedure in which it was judged
    amiss: str = ""  # why it speaks of nothing there is
    later: Later | None = None  # where it is offered later in the turn, if nothing but the moment refuses it
    at_its_moment: bool = False  # is it refused where its moment comes, later in the turn?
    open: bool = False  # does another possibility of a reading give another answer?
    instead: tuple[str, ...] = ()  # the lines by which something is done with the same cards there

    @property
    def answer(self) -> str:
        """``yes``, ``no`` or ``not-yet``; ``open`` where that depends on a reading; ``cannot-tell`` for a
        player where it depends on cards that the player has not seen.
        """
        return "open" if self.open else self.as_read

    @property
    def as_read(self) -> str:
        """The answer by the readings that are taken, so never ``open``."""
        if self.why == CANNOT_TELL:
            return "cannot-tell"
        return "yes" if self.allowed else "no" if self.later is None else "not-yet"


def answer(line: Line, allowed: bool, why: str, rules: Sequence[str] = (), also: Sequence[str] = ()) -> Claim:
    """A line with its answer: is it true as it is written, by the article it names?"""
    fitting = [rule for rule in (*rules, *(also if line.any_article else ())) if within(rule, line.rule)]
    right = line.claim == "may" or allowed == (line.claim == "can")
    ok = right and (not line.rule or bool(fitting) or line.claim == "may")
    rule = next(iter([*within_line(line, rules), *rules]), "")
    return Claim(
        line.text, ok, why, rule, line.claim, allowed, rules=tuple(rules), seat=line.seat, words=line.words
    )


def offered(window: str) -> Said:
    """The message that an act is offered, with the title of the window."""
    return Said("legal", "it may be done there ({window})", window=window)


def refused_by(rules: Iterable[str]) -> Said:
    """The message that articles refuse an act."""
    return Said("refused", "refused by {rules}", rules=", ".join(rules))


def refusal_of(at: Since, line: Line, refused: list[Option]) -> Claim:
    """The answer of a refusal, from the options that are refused."""
    cond = deciding(refused, at.engine.table.book.tables["moment_conditions"])
    rules = dict.fromkeys((*([cond.rule] if cond else ()), *refusing(refused)))
    also = tuple(standing_behind(refused, at.engine.table.book.tables["behind"]))
    claim = answer(line, False, refused_by(rules), tuple(rules), also)
    by_own = [
        condition
        for option in refused
        for condition in option.conds
        if not condition.ok and condition.rule == claim.rule
    ]
    return claim._replace(cond=next(iter(by_own), cond), options=tuple(refused))


def within_line(line: Line, rules: Sequence[str]) -> list[str]:
    """The articles, out of some, that a line names."""
    return [rule for rule in rules if within(rule, line.rule)] if line.rule else []


def by_one_of(line: Line, rules: tuple[str, ...], claim: Claim) -> Claim:
    """A refusal by several articles, any of which the line may name."""
    by = answer(line, False, claim.why, rules)
    return claim._replace(rule=by.rule, rules=by.rules, ok=by.ok)
