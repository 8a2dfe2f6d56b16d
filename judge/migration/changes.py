"""What has to be rewritten in a fixture for it to hold again, and what only a person can decide."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from judge.play.claim import Claim
from judge.play.reasons import within
from judge.play.ruling import Ruling
from judge.text.source import KeyPath


class Change(NamedTuple):
    """One string of a fixture that is written otherwise, or taken out where `new` is empty."""

    path: KeyPath
    old: str
    new: str
    why: str


class Matter(NamedTuple):
    """Something at a place of a fixture that a person has to know or to decide."""

    path: KeyPath
    what: str
    why: str


def changes(ruling: Ruling, kept: Collection[KeyPath]) -> Iterator[Change]:
    """The strings to be written otherwise; those at the places in `kept` stay as they are."""
    for change in (*articles(ruling), *claims(ruling), *passes(ruling)):
        if change.path not in kept:
            yield change


# --- articles ------------------------------------------------------------------------------------
def articles(ruling: Ruling) -> Iterator[Change]:
    """The articles that stand behind others only are taken out; all of them never."""
    written = ruling.fixture.model.articles
    found = [one for one in ruling.missing if stands_behind(ruling, one)]
    if set(written) <= set(found):
        return
    for at, article in enumerate(written):
        if article in found:
            why = f"only stands behind others; {proposal(ruling, article)}"
            yield Change(("articles", at), article, "", why)


def stands_behind(ruling: Ruling, article: str) -> bool:
    """Does an article stand behind one that decides or acts?"""
    return any(within(number(ruling, one), article) for one in ruling.ranks.behind)


def number(ruling: Ruling, article: str) -> str:
    """An article by the number that it has in the version played."""
    numbers: Mapping[str, str] = ruling.fixture.book.tables["renumbered"]
    return numbers.get(article, article)


def proposal(ruling: Ruling, article: str) -> str:
    """The articles that decide beside it and are not named yet, to choose from."""
    found = list(dict.fromkeys(number(ruling, one) for one in beside(ruling, article)))
    named = ruling.fixture.model.articles
    new = [one for one in found if not any(within(one, wanted) for wanted in named)]
    if new:
        return f"what decides here is {' or '.join(new[:3])}: name it if the ruling turns on it"
    return f"what decides here is named: {', '.join(found[:3])}" if found else "nothing decides here"


def beside(ruling: Ruling, article: str) -> Sequence[str]:
    """The articles behind which one stands, those that decide before those that act; else all that decide."""
    behind: Mapping[str, Sequence[str]] = ruling.table.book.tables["behind"]
    ranked = (*ruling.ranks.decides, *ruling.ranks.acts)
    found = [
        one for one in ranked if any(within(number(ruling, rule), article) for rule in behind.get(one, ()))
    ]
    return found or list(ruling.ranks.decides)


# --- the script ----------------------------------------------------------------------------------
def claims(ruling: Ruling) -> Iterator[Change]:
    """A refusal that is claimed by an article which does not decide it: `by*` names any behind it."""
    for at, claim in judged(ruling).items():
        line = ruling.fixture.lines[at]
        if claim.ok or claim.allowed or not line.rule or line.any_article:
            continue
        head, _, _ = line.text.rpartition(f" {line.rule}")
        new = f"{head.rstrip().removesuffix('by').rstrip()} by* {line.rule}"
        why = f"{line.rule} does not decide it; what does is {', '.join(claim.rules) or 'no article'}"
        yield Change(("script", at), line.text, new, why)


def judged(ruling: Ruling) -> dict[int, Claim]:
    """What the lines of the script that ask or claim were answered, by their place in it."""
    answers = list(ruling.claims)
    found: dict[int, Claim] = {}
    for at, line in enumerate(ruling.fixture.lines):
        claim = next((one for one in answers if line.kind == "claim" and one.line == line.text), None)
        if claim is not None:  # of lines that say the same the first is answered first
            answers.remove(claim)
            found[at] = claim
    return found


def passes(ruling: Ruling) -> Iterator[Change]:
    """The lines that pass where nobody is asked."""
    for at, line in enumerate(ruling.fixture.lines):
        if any(line is one for one in ruling.surplus):
            yield Change(("script", at), line.text, "", "nobody is asked there")


# --- what is left --------------------------------------------------------------------------------
def notes(ruling: Ruling) -> Iterator[Matter]:
    """A line that the rules refuse where the script ends: it is now the answer."""
    at = refused_at(ruling)
    if at >= 0 and at == len(ruling.fixture.lines) - 1:
        assert ruling.refusal is not None
        by = f" by {ruling.refusal.rule}" if ruling.refusal.rule else ""
        why = f"the rules refuse it{by}: that is the answer now, and `judge run` ends with 1"
        yield Matter(("script", at), ruling.refusal.line, why)


def left(ruling: Ruling) -> Iterator[Matter]:
    """What does not hold and nothing but a person can mend."""
    at = refused_at(ruling)
    if 0 <= at < len(ruling.fixture.lines) - 1:
        why = "the rules refuse it, and lines follow that are not played"
        yield Matter(("script", at), ruling.fixture.lines[at].text, why)
    if ruling.refusal is not None:
        return
    yield from articles_left(ruling)
    for at, claim in judged(ruling).items():
        if not claim.ok:
            yield Matter(("script", at), claim.line, claim_left(claim))
    for fact in ruling.facts:
        if not fact.ok:
            path = ("expect", *fact.path.split("."))
            yield Matter(path, fact.path, f"expected {fact.expected}, found {fact.found}")
    wanted = ruling.fixture.model.expect.get("order", ())
    if ruling.order < len(wanted):
        yield Matter(("expect", "order", ruling.order), wanted[ruling.order], "does not come in this order")


def articles_left(ruling: Ruling) -> Iterator[Matter]:
    """The articles that are not met, each with what decides instead."""
    every = set(ruling.fixture.model.articles) <= set(ruling.missing)
    for at, article in enumerate(ruling.fixture.model.articles):
        if article in ruling.missing:
            behind = stands_behind(ruling, article)
            why = "only stands behind others" if behind else "is on no line of the trace"
            alone = ", and so does every article of this fixture" if every and behind else ""
            yield Matter(("articles", at), article, f"{why}{alone}; {proposal(ruling, article)}")


def claim_left(claim: Claim) -> str:
    """Why a claim does not hold."""
    if claim.allowed:
        return "the rules allow it"
    found = ", ".join(claim.rules)
    return f"it is refused, by {found}" if found else claim.why


def refused_at(ruling: Ruling) -> int:
    """Which line of the script the rules refuse; -1 where none."""
    if ruling.refusal is None:
        return -1
    played = len(ruling.acts) + len(ruling.surplus)
    answers = [at for at, line in enumerate(ruling.fixture.lines) if line.kind == "answer"][played:]
    return next(at for at in answers if ruling.fixture.lines[at].text == ruling.refusal.line)
