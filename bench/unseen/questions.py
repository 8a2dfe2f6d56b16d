"""What a player is answered of one board and not of another that the player cannot tell from it: `judge why`,
`why-not` and `explore` with `--as`, asked of acts, facts and abilities that the dice find, and `judge run
--until` a step that the player reads of.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Literal, NamedTuple

from bench.unseen.pairs import Pair, apart, comparable
from judge.cli.options import RunOptions
from judge.cli.questions import SCHEMAS, Asked, answered
from judge.engine import trace
from judge.engine.kernel.state import SEATS, Option
from judge.errors import BadInput, NotImplementedYet
from judge.fixture.load import Fixture
from judge.play.exploration import explore
from judge.play.question import read_question
from judge.play.ruling import Ruling, Unfit
from judge.render.explored import explored_text
from judge.render.explored_json import explored_json
from judge.render.inquired import inquired_json, inquired_text
from judge.render.json import dumps, ruling_json
from judge.render.text import render
from judge.views.ruling import viewed

WIDTH = 100
LIMIT = 40  # positions that a search looks at
DEEDS = ("", "", "", " draws", " chooses")  # what an ability is asked to have done


class Question(NamedTuple):
    """A question as the command line puts it: what `why` or `why-not` is asked, the act and the line with
    which a search begins, or the step at which a run stops.
    """

    command: Literal["why", "why-not", "explore", "until"]
    text: str
    after: str = ""

    def __str__(self) -> str:
        return " ".join(
            one for one in (self.command, repr(self.text), self.after and repr(self.after)) if one
        )


def questions(pair: Pair, dice: random.Random) -> Iterator[Question]:
    """An act, a fact and an ability to ask for, and where a search begins. Neither acts nor lines name a card
    that differs: a script names cards that not every player has seen.
    """
    board = pair.boards[0]
    own = [one for one in acts_of(board, pair.reader) if pair.cards.isdisjoint(one.split())]
    acts = [f"{pair.reader}: {one}" for one in own]
    bearers = [one.id for one in board.start.cards.values() if worded(board, one.print)]
    if acts:
        yield Question("why-not", dice.choice(acts))
    yield Question("why", dice.choice(list(facts_of(board))))
    if bearers:
        yield Question("why-not", dice.choice(bearers) + dice.choice(DEEDS))
    first = dice.choice(acts) if acts and dice.random() < 0.5 else ""
    yield Question("explore", first, dice.choice(["", *lines_to(pair)]))
    steps = steps_of(board, pair.reader)
    if steps:
        yield Question("until", dice.choice(steps))


def so_far(board: Fixture, reader: str) -> Ruling | None:
    """The ruling for who reads, also where the script does not fit; None where a run does not come to the
    step at which it stops, or goes on for ever.
    """
    try:
        return viewed(board, reader)
    except Unfit as unfit:
        return unfit.so_far
    except (BadInput, NotImplementedYet):
        return None


def acts_of(board: Fixture, seat: str) -> list[str]:
    """What a player says in the script, and was offered or refused."""
    said = [" ".join(line.words) for line in board.lines if line.seat == seat and line.kind != "know"]
    ruling = so_far(board, seat)
    offers = [one.data for one in ruling.entries if one.kind is trace.OFFER] if ruling is not None else []
    listed: list[Option] = [
        option for one in offers if one["seat"] == seat for option in (*one["legal"], *one["refused"])
    ]
    return sorted({*said, *(" ".join((one.name, *one.args)) for one in listed)})


def steps_of(board: Fixture, seat: str) -> list[str]:
    """The steps that a player reads of in a run that ends well."""
    ruling = so_far(board, seat)
    if ruling is None or ruling.refusal is not None or ruling.unfit:
        return []
    return sorted({one.step for one in ruling.entries if one.step})


def facts_of(board: Fixture) -> Iterator[str]:
    """Facts about players, and about cards."""
    book = board.book
    yield from ("winner", "turn", "active")
    slots = [slot for slots in book.slots.values() for slot in slots]
    for name in (*book.zones, *book.tables["score"], *slots):
        yield from (f"{seat}.{name}" for seat in SEATS)
    for card in board.start.cards:
        yield from (card, *(f"{card}.{one}" for one in book.attributes))


def worded(board: Fixture, print_: str) -> bool:
    """Does a card print an ability?"""
    return any(face.abilities for face in board.table.prints[print_].faces.values())


def lines_to(pair: Pair) -> Iterator[str]:
    """The lines of the script up to the first that names a card which differs."""
    for line in pair.boards[0].lines:
        if not pair.cards.isdisjoint(line.words):
            return
        yield line.text


def answers(board: Fixture, reader: str, question: Question) -> dict[str, str]:
    """What a question is answered, as text and as a document, or what is wrong with it."""
    ask = {"explore": searched, "until": stopped}.get(question.command, inquired)
    try:
        return ask(board, reader, question)
    except BadInput as error:
        return {"problems": "\n".join(one.text() for one in error.problems)}
    except NotImplementedYet as error:
        return {"problems": str(error)}


def inquired(board: Fixture, reader: str, question: Question) -> dict[str, str]:
    """What `why` or `why-not` says. Raises BadInput and NotImplementedYet."""
    kind = "fact" if question.command == "why" else "not"
    page = answered(Asked(RunOptions((board.file,), seat=reader), kind, question.text), board)
    return {
        "text": inquired_text(page, board.book, WIDTH, all=True),
        "json": dumps(inquired_json(page, SCHEMAS[kind], board.file, board.book)),
    }


def searched(board: Fixture, reader: str, question: Question) -> dict[str, str]:
    """What `explore` says. Raises BadInput and NotImplementedYet."""
    asked = read_question(board, question.after, question.text, limit=LIMIT, seat=reader)
    found = explore(board, asked)
    return {"text": explored_text(found, WIDTH, all=True), "json": dumps(explored_json(found))}


def stopped(board: Fixture, reader: str, question: Question) -> dict[str, str]:
    """What `judge run --until` says. Raises BadInput and NotImplementedYet."""
    ruling = viewed(board, reader, question.text)
    text = render(ruling, all=True, color=False, width=WIDTH, seat=reader)
    return {"text": text, "json": dumps(ruling_json(ruling, reader))}


def told_apart(pair: Pair, asked: list[Question]) -> list[str]:
    """The questions that are answered otherwise on the one board than on the other, and fairly so; that one
    answer says less does not count.
    """
    found = []
    for question in asked:
        one, other = (answers(board, pair.reader, question) for board in pair.boards)
        said = apart(one, other)
        if said and is_fair(pair, question):
            found.append(f"{question}: {said[0]}")
    return found


def is_fair(pair: Pair, question: Question) -> bool:
    """Does a run that goes on to a step, past the end of the script, go the same way on both boards?"""
    if question.command != "until":
        return True
    boards = [board.up_to(question.text, len(board.lines)) for board in pair.boards]
    return comparable(pair._replace(boards=(boards[0], boards[1])))
