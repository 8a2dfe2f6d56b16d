"""The answer: what was asked, answered in its own words, then what changed."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import product

from judge.engine import trace
from judge.page.changes import changes, passing, same
from judge.page.opened import ending, next_there, show
from judge.page.parts import Answer
from judge.play.claim import Claim
from judge.play.replays import asked
from judge.speech.catalogue import fill, is_one
from judge.speech.sentences import Teller

MOST = 8  # changes that are told
SEVERAL = 3  # acts that are named in one sentence


def answer(
    teller: Teller, claims: Sequence[Claim], heads: Sequence[str] = (), kinds: Sequence[str] = ()
) -> Answer:
    """What a ruling comes to, for its reader. First come the answers to what its script claims, then those to
    the questions of its fixture, `heads` of these `kinds`.
    """
    ruling = teller.ruling
    hanging = tuple(hanging_facts(teller, claims))
    said = (*answers(teller, claims), *heads[:SEVERAL], *hanging)
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
    title, silent = ruling.fixture.model.title, unread(teller)
    if hanging:
        kinds = (*kinds, "open")
    return Answer(kind(teller, claims, kinds), said, tuple(told), title, mark, taken, silent)


def book_mark(teller: Teller) -> tuple[str, tuple[str, ...]]:
    """By what it was played, and the readings that are not the usual ones."""
    book, table = teller.ruling.fixture.book, teller.words["verdict"]
    mark = table["over"].join((f"{book.id} {book.version}", *map(os.path.basename, book.overlays)))
    usual = {name: row["taken"] for name, row in book.tables["reading"].items()}
    return mark, tuple(
        f"{name} = {value}" for name, value in book.readings.items() if usual.get(name) != value
    )


def unread(teller: Teller) -> str:
    """The cards that are played without their text, in a sentence; nothing of them is told to a seat, which
    may not see them.
    """
    cards, table = teller.ruling.fixture.unread, teller.words["verdict"]
    if not cards or teller.seat:
        return ""
    key = "unread" if is_one(teller.words, len(cards)) else "unread-many"
    return fill(table[key], {"cards": ", ".join(map(str, cards))})


def kind(teller: Teller, claims: Sequence[Claim], kinds: Sequence[str]) -> str:
    """What sort of answer it is."""
    ruling = teller.ruling
    if ruling.unfit:
        return "unfit"
    if unread(teller):
        return "undecided"
    if ruling.refusal is not None:
        return ruling.refusal.answer
    if ruling.as_played == "undecided":
        return "undecided"
    found = {one.answer for one in claims} | set(kinds)
    if found:
        return "mixed" if len(found) > 1 else found.pop()
    return "won" if ruling.game.result is not None else "plain"


def answers(teller: Teller, claims: Sequence[Claim]) -> Iterator[str]:
    """What each player may not do, and what they may, of what was asked: first what hangs on a reading."""
    table = teller.words["answer"]
    for is_open, word in product((True, False), ("no", "not-yet", "yes")):
        told = [one for one in claims if (one.open, one.as_read) == (is_open, word)]
        for seat in dict.fromkeys(one.seat for one in told):
            acts = list(dict.fromkeys(act(teller, one) for one in told if one.seat == seat))
            more = fill(table["more"], {"n": len(acts) - SEVERAL}) if len(acts) > SEVERAL else ""
            joined = table["and" if word == "yes" else "nor"].join(acts[:SEVERAL])
            key = f"open-{word}" if is_open else word
            yield fill(table[key], {"seat": seat, "acts": joined, "more": more})


def hanging_facts(teller: Teller, claims: Sequence[Claim]) -> Iterator[str]:
    """That another possibility of a reading gives another winner or another fact that is asked for, where no
    answer tells already that it hangs on a reading.
    """
    found = [one for one in teller.ruling.others if one.facts or one.winner is not None]
    if not found or teller.seat or any(one.open for one in claims):
        return
    table, words = teller.words["answer"], teller.words["text"]
    played = next((one for one in found if not one.parts), None)
    if played is None:
        yield fill(table["open-parts"], {"why": teller.said(found[0].parts)})
        return
    here = {one.path: show(one.found, words) for one in teller.ruling.facts}
    told = [
        fill(table["open-fact"], {"path": one.path, "there": show(one.found, words), "here": here[one.path]})
        for one in played.facts
        if one.path not in ("next", "options")
    ]
    if played.winner is not None and not any(one.path == "result" for one in played.facts):
        told.append(ending(played.winner, words))
    more = fill(table["open-more"], {"n": len(told) - SEVERAL}) if len(told) > SEVERAL else ""
    if not told and played.next is not None:
        told.append(next_there(played.next, asked(teller.ruling.game), words))
    said = table["and"].join(told[:SEVERAL])
    yield fill(table["open"], {"told": said, "more": more})


def act(teller: Teller, claim: Claim) -> str:
    """What somebody wishes to do, in words; in those of the script where there are no others."""
    return teller.wish(claim.words, claim.seat)


def stopped(teller: Teller) -> Iterator[str]:
    """Who has to stop a loop, if anybody did."""
    bars = (one.data["seat"] for one in teller.lines if one.kind is trace.LOOP_BARS)
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
