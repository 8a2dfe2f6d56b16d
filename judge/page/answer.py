"""The answer: what was asked, answered in its own words, then what changed."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from judge.page.changes import changes, passing, same
from judge.page.parts import Answer
from judge.play.claims import Claim
from judge.speech.catalogue import fill
from judge.speech.sentences import Teller

MOST = 8  # changes that are told
SEVERAL = 3  # acts that are named in one sentence


def answer(teller: Teller, claims: Sequence[Claim]) -> Answer:
    """What a ruling comes to, for its reader."""
    ruling = teller.ruling
    said = tuple(answers(teller, claims))
    told = [*over(teller), *stopped(teller), *changes(teller, bool(claims or ruling.fixture.model.ask))]
    table = teller.words["verdict"]
    if len(told) > MOST:
        told = [*told[:MOST], fill(table["more-changes"], {"n": len(told) - MOST})]
    back = list(passing(teller))[:MOST] if not told and not ruling.unfit else []
    alike = same(ruling.start, ruling.game) or bool(teller.seat)
    if not told and not said and not (back and alike):
        back.append(table["does-not-fit" if ruling.unfit else "nothing" if alike else "states"])
    told += back
    mark, taken = book_mark(teller)
    return Answer(kind(teller, claims), said, tuple(told), ruling.fixture.model.title, mark, taken)


def book_mark(teller: Teller) -> tuple[str, tuple[str, ...]]:
    """By what it was played, and the readings that are not the usual ones."""
    book, table = teller.ruling.fixture.book, teller.words["verdict"]
    mark = table["over"].join((f"{book.id} {book.version}", *map(os.path.basename, book.overlays)))
    usual = {name: row["taken"] for name, row in book.tables["reading"].items()}
    return mark, tuple(
        f"{name} = {value}" for name, value in book.readings.items() if usual.get(name) != value
    )


def kind(teller: Teller, claims: Sequence[Claim]) -> str:
    """What sort of answer it is."""
    ruling = teller.ruling
    if ruling.refusal is not None:
        return ruling.refusal.answer
    if ruling.unfit:
        return "unfit"
    if ruling.verdict == "undecided":
        return "undecided"
    found = {one.answer for one in claims}
    if found:
        return "mixed" if len(found) > 1 else found.pop()
    return "won" if ruling.game.result is not None else "plain"


def answers(teller: Teller, claims: Sequence[Claim]) -> Iterator[str]:
    """What each player may not do, and what they may, of what was asked."""
    table = teller.words["answer"]
    for key in ("no", "not-yet", "yes"):
        for seat in dict.fromkeys(one.seat for one in claims if one.answer == key):
            same = [one for one in claims if one.answer == key and one.seat == seat]
            acts = list(dict.fromkeys(act(teller, one) for one in same))
            more = fill(table["more"], {"n": len(acts) - SEVERAL}) if len(acts) > SEVERAL else ""
            joined = table["and" if key == "yes" else "nor"].join(acts[:SEVERAL])
            yield fill(table[key], {"seat": seat, "acts": joined, "more": more})


def act(teller: Teller, claim: Claim) -> str:
    """What somebody wishes to do, in words; in those of the script where there are no others."""
    return teller.wish(claim.words, claim.seat)


def stopped(teller: Teller) -> Iterator[str]:
    """Who has to stop a loop, if anybody did."""
    bars = (one.data["seat"] for one in teller.lines if one.kind == "loop-bars")
    yield from (fill(teller.words["verdict"]["stops"], {"seat": seat}) for seat in dict.fromkeys(bars))


def over(teller: Teller) -> Iterator[str]:
    """How the game ended, if it did."""
    result, table = teller.ruling.game.result, teller.words["verdict"]
    if result is None:
        return
    if result.why.startswith("undecided:"):
        cited = f" ({result.rule})" if result.rule else ""
        yield fill(table["open"], {"gap": result.why.removeprefix("undecided:").strip(), "cited": cited})
    else:
        yield fill(table["wins"], {"winner": result.winner}) if result.winner else table["draw"]
