"""Are answers to questions true? `python -m bench.answers` asks every act at every decision of each ruling.

What is YES may be done. What is NOT YET is offered where it says. What is NO names an article and a reason.
Unless a condition of the act itself fails at that moment, it is offered on no way to the end of the turn on
which whoever is asked passes. It prints how many answers
there were by article, and every answer that is not true.
"""

from __future__ import annotations

import argparse
import itertools
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bench import name_of, rulings
from judge.engine import trace
from judge.engine.effects.reader import Reader
from judge.engine.flow.answers import answers
from judge.engine.flow.engine import Engine
from judge.engine.flow.window_options import PASS
from judge.errors import BadInput, JudgeError
from judge.fixture.load import load_fixture
from judge.fixture.script import Line, fits, parse_line
from judge.play.claim import Claim
from judge.play.rest_of_turn import waits
from judge.play.run import Run

FAR = 40  # decisions on the way to the end of a turn
CARDS = 2  # with which each act is asked about at each decision, one of each side where there is one


class Answer(NamedTuple):
    """An answer, and what is wrong with it; "" where it is true."""

    claim: Claim
    fault: str


def said(text: str) -> Line:
    """A line of a script."""
    line = parse_line(text)
    assert not isinstance(line, str)
    return line


def questions(ruling: Path, every: int = 1) -> Iterator[tuple[list[Line], list[Line]]]:
    """At each decision of a ruling, or each so many: the lines that lead there, and a question about
    every act of its game, with cards of both sides.
    """
    fixture, dice = load_fixture(ruling), random.Random(name_of(ruling))
    script = [line for line in fixture.lines if line.kind == "answer"]
    acts = sorted(fixture.book.tables["timing"])
    lying = [one for one in fixture.start.cards.values() if one.place not in ("deck", "box")]
    own = {one.id for one in lying if one.print in fixture.model.cards}  # cards that the ruling is about
    sides = [sorted(one.id for one in lying if one.seat == seat) for seat in "AB"]
    sides = [[id for id in side if id in own] or side for side in sides]
    for taken in range(0, len(script) + 1, every):
        asked = []
        for act, seat in itertools.product(acts, "AB"):
            named = [dice.choice(side) for side in sides if side][:CARDS]
            asked += [said(f"{seat}: may {act} {card}") for card in named]
        yield script[:taken], asked


def played(ruling: Path, lines: list[Line]) -> Run:
    """A ruling's board with another script, ready to play."""
    fixture = load_fixture(ruling)
    fixture.model = type(fixture.model)(**{**vars(fixture.model), "until": ""})
    fixture.lines, fixture.lost = lines, ()
    return Run(fixture)


def checked(ruling: Path, before: list[Line], asked: list[Line]) -> Iterator[Answer]:
    """The answers to questions that are put after some lines. Nothing where these are none of this board:
    what a script says outside of decisions is left out.
    """
    run = played(ruling, [*before, *asked])
    try:
        run.play_out()
    except BadInput:
        return
    ahead = offered_by_passing(run) if run.claims else []
    view = Reader(run.table, run.game)
    for one in run.claims:
        yield Answer(one, fault(ruling, before, one, run, ahead, view))


def fault(
    ruling: Path,
    before: list[Line],
    one: Claim,
    run: Run,
    ahead: Sequence[tuple[str, tuple[str, ...]]],
    view: Reader,
) -> str:
    """What is wrong with an answer; "" where it is true."""
    if getattr(one.why, "key", "") == "not-listed" or not one.why:
        return "it has no reason"
    if one.answer == "yes":
        done = does_itself(run, one) or allowed_there(ruling, before, one)
        return "" if done else "it is YES and may not be done"
    if one.answer == "not-yet":
        return "" if offered_then(ruling, before, one) else "it is NOT YET and not offered where it says"
    if not one.rule:
        return "it is NO and names no article"
    entries = run.tracer.entries if run.tracer is not None else []
    over = any(
        one.kind is trace.EVENT and one.data["record"].verb == "pass-turn" for one in entries[one.at :]
    )
    later = not over and any(seat == one.seat and fits(one.words, words, view) for seat, words in ahead)
    return "it is NO and offered later in the turn" if later and not fails(run, one) else ""


def fails(run: Run, one: Claim) -> bool:
    """Does a condition of the act fail at its moment, one that does not speak of the moment alone?"""
    return any(not waits(run.since, option) for option in one.options)


def offered_by_passing(run: Run) -> list[tuple[str, tuple[str, ...]]]:
    """What is offered to whom on one way to the end of the turn, on which everybody passes or gives the first
    answer. The decision that waits does not count.
    """
    game, found = run.game.copy(), list[tuple[str, tuple[str, ...]]]()
    game.forget()
    turn, waits = game.turn, game.ask is not None
    for _ in range(FAR):
        engine = Engine(run.table, game)
        engine.run(lambda frame: game.turn != turn)
        ask = game.ask
        if ask is None or game.result is not None or game.turn != turn:
            break
        if ask.kind == "act" and not waits:
            found += [(ask.seat, one.words) for one in ask.choices]
        waits = False
        passes = [one.value for one in ask.choices if one.value == PASS]
        engine.answer(passes[0] if passes else next(iter(answers(Reader(run.table, game), ask))))
    return found


def does_itself(run: Run, one: Claim) -> bool:
    """Is the act done without a line of the script, because that is all that its player may do there?"""
    entries = run.tracer.entries if run.tracer is not None else []
    acts = [entry.data for entry in entries[one.at :] if entry.kind is trace.ACT and entry.data["forced"]]
    view = Reader(run.table, run.game)
    options = [act["option"] for act in acts if act["seat"] == one.seat]
    return any(fits(one.words, (option.name, *option.args), view) for option in options)


def allowed_there(ruling: Path, before: list[Line], claim: Claim) -> bool:
    """Does the script go on with the act, or has it to say which of several, or to say it in two lines?"""
    act = " ".join(claim.words)
    try:
        played(ruling, [*before, said(f"{claim.seat}: {act}")]).play()
    except BadInput as error:
        ways = ("more than one option fits", "a line is missing", "this is written as")
        return any(one in str(error) for one in ways)
    return True


def offered_then(ruling: Path, before: list[Line], early: Claim) -> bool:
    """May the act of a claim be done once the lines that lead there were played?

    What hangs on chance, or comes at the very next decision, has no such lines.
    """
    assert early.later is not None
    if not early.later.lines or any(line.startswith("chance:") for line in early.later.lines):
        return True
    lines, act = [*before, *map(said, early.later.lines)], " ".join(early.words)
    there = played(ruling, [*lines, said(f"{early.seat}: may {act}")])
    there.play_out()
    if [one.allowed for one in there.claims] == [True]:
        return True
    try:
        played(ruling, [*lines, said(f"{early.seat}: {act}")]).play()
    except BadInput as error:
        return "this is written as" in str(error)
    return True


def main() -> None:
    """Ask, count and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="", help="only rulings of this game")
    parser.add_argument("--every", type=int, default=1, help="ask at each so many decisions of a ruling")
    parser.add_argument("--skip", type=int, default=1, help="take each so many rulings")
    given = parser.parse_args()
    counts, faults = Counter[tuple[str, str, str]](), 0
    for ruling in rulings(given.game)[:: given.skip]:
        game = name_of(ruling).partition("/")[0]
        for before, asked in questions(ruling, given.every):
            try:
                found = list(checked(ruling, before, asked))
            except JudgeError as error:
                print(f"{name_of(ruling)} after {len(before)} lines: {error}")
                continue
            for one in found:
                counts[game, one.claim.answer, one.claim.rule] += 1
                if one.fault:
                    faults += 1
                    after = before[-1].text if before else "the start"
                    print(f"{name_of(ruling)} after {after!r}: {one.claim.line!r}: {one.fault}", flush=True)
    for answer in ("yes", "no", "not-yet"):
        print(f"{answer}: {sum(n for (_, a, _), n in counts.items() if a == answer)}")
    for (game, answer, rule), n in sorted(counts.items()):
        print(f"{game}  {answer:8} {rule:32} {n}")
    raise SystemExit(1 if faults else 0)


if __name__ == "__main__":
    main()
