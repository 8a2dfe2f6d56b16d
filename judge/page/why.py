"""Reasons of a page: the articles that decide, each with its text and what it means on this board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from judge.citing.ranks import turns
from judge.engine import trace
from judge.engine.effects.reader import Reader
from judge.engine.flow.offers import ACT_RULE
from judge.engine.kernel.state import Option
from judge.engine.kernel.tracer import Entry
from judge.engine.kernel.view import View
from judge.fixture.script import fits
from judge.page.articles import ArticleTexts
from judge.page.asked import found
from judge.page.parts import Reason, Step
from judge.play.claim import Claim
from judge.play.reasons import within
from judge.speech.catalogue import fill
from judge.speech.sentences import Teller

NEAR = 8  # lines that are looked at for a sentence
FIRST = 4  # reasons that are shown at once where nothing asks for them


class Reasons:
    """Collects the reasons of one ruling for one reader."""

    def __init__(self, teller: Teller, steps: Mapping[int, Step]) -> None:
        self.teller = teller
        self.steps = steps
        self.rows: dict[str, Reason] = {}
        self.passed: dict[str, int] = {}  # articles that only a pass tells, with its line
        self.texts = ArticleTexts(teller.book, teller.words, teller.lang)
        self.ranks = teller.ruling.ranks

    def add(self, article: str, fact: str, at: int, main: bool) -> None:
        """Adds an article with a fact of this board; one that is a reason already gets one fact more."""
        told = self.rows.get(article)
        if told is not None:
            if fact and fact not in told.here:
                self.rows[article] = told._replace(here=(*told.here, fact), main=told.main or main)
            elif main:
                self.rows[article] = told._replace(main=True)
            return
        numbers = self.teller.book.tables["renumbered"]
        title, summary, language = self.texts.of(article)
        step = self.steps.get(at)
        self.rows[article] = Reason(
            f"w{len(self.rows) + 1}", numbers.get(article, article), title, summary,
            (fact,) if fact else (), step.id if step else "", main, language,
        )  # fmt: skip

    def answers(self, claims: Sequence[Claim]) -> None:
        """The articles that refuse or allow what was asked."""
        for fact, judged in found(self.teller, [claim for claim in claims if claim.rule]):
            self.add(fact.rule, judged, fact.at, main=True)
            kind = str(fact.cond.values.get(ACT_RULE, "")) if fact.cond is not None else ""
            if kind and kind != fact.rule:
                self.add(kind, judged, fact.at, main=True)
            for article, text in self.teller.unless(fact.cond) if fact.cond is not None else ():
                self.add(article, text, fact.at, main=True)

    def over(self) -> None:
        """The article by which the game ended, if it did."""
        for at, entry in enumerate(self.teller.lines if self.teller.ruling.game.result is not None else ()):
            if entry.kind is trace.EVENT and entry.data["record"].verb == "end-game" and entry.rule:
                self.add(entry.rule, self.here(at), at, main=True)

    def claimed(self) -> None:
        """Adds the articles that the fixture names, if they decide or act. Those that only a pass proves
        come after all that decide.
        """
        numbers = self.teller.book.tables["renumbered"]
        for wanted in self.teller.ruling.fixture.model.articles:
            for rank in (self.ranks.decides, self.ranks.acts):
                hits = [(rule, at) for rule, at in rank.items() if within(numbers.get(rule, rule), wanted)]
                if hits:
                    rule, at = next(((id_, n) for id_, n in hits if numbers.get(id_, id_) == wanted), hits[0])
                    at = self.proof(rule, at)
                    if not self.here(at):
                        continue
                    if self.teller.lines[at].kind is trace.PASS:
                        self.passed.setdefault(rule, at)
                    elif rule not in self.rows:
                        self.add(rule, self.here(at), at, main=True)
                    break

    def by_passes(self) -> None:
        """Adds the articles that the fixture names and that only a pass proves."""
        for rule, at in self.passed.items():
            self.add(rule, self.here(at), at, main=True)

    def proof(self, rule: str, at: int) -> int:
        """The line that shows that an article decides or acts: the first line of its own that is told.
        Options offered before a mere pass count too.
        """
        lines = self.teller.lines
        if not 0 <= at < len(lines):
            return at
        passed = lines[at].kind is trace.PASS
        if (lines[at].rule == rule or rule in self.ranks.decides) and not passed:
            return at
        own = [n for n, line in enumerate(lines) if line.rule == rule]
        told = (
            n
            for n in own
            if speaks(lines[n]) and lines[n].kind is not trace.ASK and self.teller.tell(lines[n])
        )
        offers = (n for n in own if passed and lines[n].kind is trace.OFFER and lines[n].data["legal"])
        return next(told, next(offers, at))

    def deciding(self) -> None:
        """Adds the other articles that decide: first those that changed the game, and the rest only if
        nothing else is shown. Passes and the reading of cards decide nothing by themselves.
        """
        lines, alone = self.teller.lines, not self.rows
        left = [pair for pair in self.ranks.decides.items() if pair[0] not in self.rows and pair[1] >= 0]
        left = [pair for pair in left if trace.Role.IDLE not in lines[pair[1]].kind.roles]
        for rule, at in sorted(left, key=lambda pair: not turns(lines[pair[1]])):
            fact = self.here(at)
            if fact:
                main = len(self.rows) < FIRST and (alone or turns(lines[at]))
                self.add(rule, fact, at, main)

    def here(self, at: int) -> str:
        """The sentence for a line of the trace, as far as the viewer may read it; for a line without one,
        the sentence of the next line that has one.
        """
        lines = self.teller.lines
        beside = (at, *range(at + 1, at + NEAR), *range(at - 1, at - NEAR, -1)) if at >= 0 else ()
        told = (
            self.teller.tell(lines[n])
            for n in beside
            if 0 <= n < len(lines) and (n == at or speaks(lines[n]))
        )
        return next((text for text in told if text), "")


def speaks(entry: Entry) -> bool:
    """Is it a line about what happens, not about what could be done?"""
    return entry.kind not in (trace.OFFER, trace.LOCKED, trace.WINDOW_CLOSE, trace.STEP, trace.PASS)


def why(teller: Teller, claims: Sequence[Claim], steps: Mapping[int, Step]) -> tuple[Reason, ...]:
    """The reasons: first of what was asked, then of what the fixture is about, then the other articles that
    decide.
    """
    reasons = Reasons(teller, steps)
    reasons.answers(claims)
    reasons.over()
    reasons.claimed()
    reasons.deciding()
    reasons.by_passes()
    return tuple(row for row in reasons.rows.values() if row.here or row.main)


def when(teller: Teller, claims: Sequence[Claim]) -> Iterator[str]:
    """The moments at which a refused act is allowed: before which lines of the script, and whether now."""
    table, view = teller.words["asked"], Reader(teller.ruling.table, teller.ruling.game)
    for claim in claims:
        if claim.allowed:
            continue
        act, offered = teller.act_of(claim.words), offers(teller, claim.seat, partial(fitting, claim, view))
        begun = this_turn(teller, claim)
        before = [at for at in offered if begun <= at < claim.at]
        after = [at for at in offered if at >= claim.at] if claim.options else []
        for key, some in (("before", before), ("when", after)):
            moments = list(dict.fromkeys(allowed_at(teller, claim.seat, some)))
            if moments:
                yield fill(table[key], {"act": act, "moments": table["also"].join(moments)})


def fitting(claim: Claim, view: View, option: Option) -> bool:
    """Does an option fit a claim?"""
    keys = {other.key for other in claim.options}
    return option.key in keys or (not keys and fits(claim.words, (option.name, *option.args), view))


def this_turn(teller: Teller, claim: Claim) -> int:
    """The line of the trace at which the turn of a claim began."""
    entries = teller.ruling.entries[: max(claim.at, 0)]
    begun = (n for n in range(len(entries) - 1, -1, -1) if entries[n].kind is trace.EVENT)
    return next((n for n in begun if entries[n].data["record"].verb in ("pass-turn", "lead")), 0)


def offers(teller: Teller, seat: str, wanted: Callable[[Option], bool]) -> list[int]:
    """The lines of the trace at which a seat was offered an option that is wanted."""
    return [
        at
        for at, entry in enumerate(teller.ruling.entries)
        if entry.kind is trace.OFFER and entry.data["seat"] == seat and any(map(wanted, entry.data["legal"]))
    ]


def allowed_at(teller: Teller, seat: str, offers: Sequence[int]) -> Iterator[str]:
    """The decisions at which a seat was offered the act, each by the answer that was given instead."""
    table, ruling = teller.words["asked"], teller.ruling
    for at in offers:
        after = next((n for n in sorted(ruling.acts) if n > at), None)
        if any(
            entry.kind is trace.OFFER and entry.data["seat"] == seat
            for entry in ruling.entries[at + 1 : after]
        ):
            continue  # asked again before anybody answered
        if after is not None and ruling.acts[after].partition(":")[0].strip() == seat:
            yield table["instead"].format(line=ruling.acts[after])
        elif after is None and ruling.game.ask is not None and ruling.game.ask.seat == seat:
            yield table["now"]
