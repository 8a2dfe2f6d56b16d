"""Drafts of disputes: what the form has been told so far, and the fixture that it makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from judge.engine.kernel.book import Book
from judge.errors import BadInput, Problem
from judge.fixture.acts import Words
from judge.fixture.load import Fixture, check
from judge.fixture.written import written_out
from judge.shorthand.acts import Question
from judge.shorthand.boards import Board
from judge.shorthand.lines import Acts, acts_in
from judge.shorthand.points import Place
from judge.shorthand.typed import Typed
from judge.speech.catalogue import fill
from judge.text.plain import Json
from judge.text.source import Source


class Draft:
    """A dispute as far as it has been described: each part as it was read last."""

    def __init__(self, book: Book, file: str, words: Mapping[str, str]) -> None:
        self.book = book
        self.file = file
        self.words = words  # in which titles are written
        self.question = Question()
        self.asked: Typed | None = None
        self.place = Place()
        self.board: Board | None = None
        self.before: list[str] = []
        self.columns: list[int] = []  # of the acts before

    # --- what it makes -------------------------------------------------------------------------------
    def data(self, script: Sequence[str] = (), ask: str = "", title: str = "") -> dict[str, object]:
        """The keys of the fixture."""
        found: dict[str, object] = {"game": self.book.id}
        found |= {"title": title} if title else {}
        found |= {"at": self.place.at} if self.place.at else {}
        found |= {"turn": self.place.turn} if self.place.turn else {}
        found |= {"active": self.place.active} if self.place.active != "A" else {}
        if self.board is None:
            return found
        found |= {"library": list(self.board.known.files)} if self.board.known.files else {}
        found |= {"script": list(script)} if script else {}
        found |= {"ask": [ask]} if ask else {}
        found |= {seat: zones for seat, zones in self.board.tables().items() if zones}
        cards = {key: self.in_order(card) for key, card in self.board.cards.items()}
        return found | ({"cards": cards} if cards else {})

    def in_order(self, card: Json) -> object:
        """A card as cards are printed: its type, its values, then what it does."""
        if isinstance(card, str):
            return card
        places = {key: n for n, key in enumerate(("card", "type", *self.book.attributes))}
        return dict(sorted(card.items(), key=lambda one: places.get(one[0], len(places))))

    def source(self, data: Mapping[str, object]) -> Source:
        """The fixture as it is written."""
        return written_out(data, self.file)

    # --- the checks ----------------------------------------------------------------------------------
    def check(self) -> tuple[Source | None, list[Problem]]:
        """The fixture, or every problem of the form, each at its field."""
        try:
            acts = self.acts()
        except BadInput as error:
            return None, [self.told(one) for one in error.problems]
        line, problems = self.asking(acts)
        if problems:
            return None, problems
        source = self.source(self.data([*self.before, *line], self.question.ask, self.title(line)))
        try:
            self.fixture(source)
        except BadInput as error:
            return None, [self.told(one) for one in error.problems]
        return source, []

    def fixture(self, source: Source) -> Fixture:
        """The fixture past the door. Raises BadInput."""
        return check(source, self.book.folder, {})

    def acts(self) -> Acts:
        """The acts that players have with the cards on the board. Raises BadInput if the board has faults."""
        start = self.fixture(self.source(self.data()))
        return Acts(
            Words(start.book, start.table, start.start.cards, start.model.cards), start.table, start.start
        )

    def happened(self, typed: Typed) -> None:
        """Note what happened before the question. Raises BadInput where the board is not right."""
        self.columns = [words[0].column for words in acts_in(typed)]
        self.before = self.acts().lines(typed)

    def asking(self, acts: Acts) -> tuple[list[str], list[Problem]]:
        """The question as a line of the script, its cards by their whole names."""
        if not self.question.words or self.asked is None:
            return [], []
        typed = Typed(self.asked.name, self.asked.text)
        said = acts.asked(typed, self.question.seat, self.question.words)
        return [f"{self.question.seat}: may {' '.join(said)}"], typed.problems

    def title(self, line: Sequence[str]) -> str:
        """The dispute in a sentence."""
        if line:
            seat, _, act = line[0].partition(": may ")
            return fill(self.words["may"], {"seat": seat, "act": act})
        if self.question.ask:
            return self.question.ask[0].upper() + self.question.ask[1:].rstrip("?") + "?"
        after = {"act": self.before[-1]} if self.before else {}
        return fill(self.words["happens-after" if after else "happens"], after)

    def told(self, problem: Problem) -> Problem:
        """A problem of the fixture, at what was typed for it."""
        columns = dict(self.board.columns) if self.board is not None else {}
        columns |= {f"script[{n}]": ("before", one) for n, one in enumerate(self.columns)}
        columns[f"script[{len(self.columns)}]"] = ("question", 1)
        key = next((one for one in shorter(problem.key) if one in columns), "")
        if key:
            name, column = columns[key]
            return problem._replace(file=name, line=1, column=column, key=name)
        name = next((name for name in PARTS if problem.key.startswith(name)), "")
        return problem._replace(file=PARTS.get(name, ""), line=0, column=0, key=PARTS.get(name, ""))


PARTS: Final = {  # the answer that a key of the fixture comes from
    "at": "where", "turn": "where", "active": "where", "script": "before", "ask": "question",
    "library": "--cards", "A": "board", "B": "board", "cards": "board",
}  # fmt: skip


def shorter(key: str) -> list[str]:
    """A key and the keys that contain it, the longest first: `A.hand[0]`, `A.hand`, `A`."""
    found = [key]
    while key:
        key = key[: max(key.rfind("."), key.rfind("["), 0)]
        found.append(key)
    return found
