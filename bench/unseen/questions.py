"""What a player is answered of one board and not of another that the player cannot tell from it: `judge why`
and `judge why-not --as`, asked of acts, facts and abilities that the dice find.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from bench.unseen.pairs import Pair, so_far
from judge.cli.options import RunOptions
from judge.cli.why import SCHEMAS, Asked, answered
from judge.engine.kernel.state import SEATS, Option
from judge.errors import BadInput
from judge.fixture.load import Fixture
from judge.render.inquired import inquired_json, inquired_text
from judge.render.json import dumps

WIDTH = 100
DEEDS = ("", "", "", " draws", " chooses")  # what an ability is asked to have done


class Question(NamedTuple):
    """A question as the command line puts it: `kind` is `not` or `fact`."""

    kind: str
    text: str


def questions(pair: Pair, dice: random.Random) -> Iterator[Question]:
    """An act, a fact and an ability to ask for; the acts are the player's own and name no card that differs:
    a script names cards that its player has not seen.
    """
    board = pair.boards[0]
    acts = [one for one in acts_of(board, pair.reader) if pair.cards.isdisjoint(one.split())]
    if acts:
        yield Question("not", f"{pair.reader}: {dice.choice(acts)}")
    yield Question("fact", dice.choice(list(facts_of(board))))
    prints = board.table.prints
    worded = [
        one.id for one in board.start.cards.values()
        if any(face.abilities for face in prints[one.print].faces.values())
    ]  # fmt: skip
    if worded:
        yield Question("not", dice.choice(worded) + dice.choice(DEEDS))


def acts_of(board: Fixture, seat: str) -> list[str]:
    """What a player says in the script, and was offered or refused."""
    said = [" ".join(line.words) for line in board.lines if line.seat == seat and line.kind != "know"]
    ruling = so_far(board, seat)
    offers = [one.data for one in ruling.entries if one.kind == "offer"] if ruling is not None else []
    listed: list[Option] = [
        option for one in offers if one["seat"] == seat for option in (*one["legal"], *one["refused"])
    ]
    return sorted({*said, *(" ".join((one.name, *one.args)) for one in listed)})


def facts_of(board: Fixture) -> Iterator[str]:
    """Facts about players, and about cards."""
    book = board.book
    yield from ("winner", "turn", "active")
    yield from (f"{seat}.{name}" for seat in SEATS for name in (*book.zones, *book.tables["score"]))
    for card in board.start.cards:
        yield from (card, *(f"{card}.{one}" for one in book.attributes))


def answers(board: Fixture, reader: str, question: Question) -> dict[str, str]:
    """What a question is answered, as text and as a document, or what is wrong with it."""
    asked = Asked(RunOptions((board.file,), seat=reader), question.kind, question.text)
    try:
        page = answered(asked, board)
    except BadInput as error:
        return {"problems": "\n".join(one.text() for one in error.problems)}
    return {
        "text": inquired_text(page, board.book, WIDTH, all=True),
        "json": dumps(inquired_json(page, SCHEMAS[question.kind], board.file, board.book)),
    }


def told_apart(pair: Pair, dice: random.Random) -> list[str]:
    """The questions that are answered otherwise on the one board than on the other."""
    found = []
    for question in questions(pair, dice):
        one, other = (answers(board, pair.reader, question) for board in pair.boards)
        if one != other:
            found.append(f"{'why' if question.kind == 'fact' else 'why-not'} {question.text!r}")
    return found
