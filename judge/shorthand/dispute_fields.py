"""The fields of a dispute's form: the question, the point in the game, the board, what happened before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from judge.engine.kernel.book import Book
from judge.engine.kernel.state import SEATS
from judge.errors import BadInput, Problem
from judge.fixture.acts import Words
from judge.fixture.load import Fixture, check
from judge.fixture.written import written_out
from judge.rulebook.act_names import acts_of
from judge.rulebook.load import load_rulebook, playable_books
from judge.rulebook.shelf import find
from judge.rulebook.translations import HOME
from judge.shorthand.acts import Question, Spoken, read_question
from judge.shorthand.boards import Board
from judge.shorthand.known_cards import KnownCards
from judge.shorthand.lines import Acts, acts_in
from judge.shorthand.points import Place, points_of, read_place
from judge.shorthand.typed import Typed, meant
from judge.speech.catalogue import Phrases, fill, phrases
from judge.text.plain import Json
from judge.text.rows import NamedTuple
from judge.text.source import Source


# --- Drafts of disputes: what the form has been told so far, and the fixture that it makes.
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
        fields: dict[str, object] = {"game": self.book.id}
        fields |= {"title": title} if title else {}
        fields |= {"at": self.place.at} if self.place.at else {}
        fields |= {"turn": self.place.turn} if self.place.turn else {}
        fields |= {"active": self.place.active} if self.place.active != "A" else {}
        if self.board is None:
            return fields
        fields |= {"library": list(self.board.known.files)} if self.board.known.files else {}
        fields |= {"script": list(script)} if script else {}
        fields |= {"ask": [ask]} if ask else {}
        fields |= {seat: zones for seat, zones in self.board.tables().items() if zones}
        cards = {key: self.in_order(card) for key, card in self.board.cards.items()}
        return fields | ({"cards": cards} if cards else {})

    def in_order(self, card: Json) -> object:
        """A card as cards are printed: its type, its values, then what it does."""
        if isinstance(card, str):
            return card
        places = {key: n for n, key in enumerate(("card", "type", *self.book.attributes))}
        return dict(sorted(card.items(), key=lambda pair: places.get(pair[0], len(places))))

    def source(self, data: Mapping[str, object]) -> Source:
        """The fixture as it is written."""
        return written_out(data, self.file)

    # --- the checks ----------------------------------------------------------------------------------
    def check(self) -> tuple[Source | None, list[Problem]]:
        """The fixture, or every problem of the form, each at its field."""
        try:
            acts = self.acts()
        except BadInput as error:
            return None, [self.told(problem) for problem in error.problems]
        line, problems = self.asking(acts)
        if problems:
            return None, problems
        source = self.source(self.data([*self.before, *line], self.question.ask, self.title(line)))
        try:
            self.fixture(source)
        except BadInput as error:
            return None, [self.told(problem) for problem in error.problems]
        return source, []

    def fixture(self, source: Source) -> Fixture:
        """The fixture past the door. Raises BadInput."""
        return check(source, self.book.folder, {})

    def acts(self) -> Acts:
        """The acts that players have with the cards on the board. Raises BadInput if the board has faults."""
        start = self.fixture(self.source(self.data()))
        return Acts(Words(start.book, start.table, start.start.cards, start.model), start.table, start.start)

    def happened(self, typed: Typed) -> None:
        """Note what happened before the question. Raises BadInput where the board is not right."""
        self.columns = [words[0].column for words in acts_in(typed)]
        self.before = self.acts().lines(typed)

    def asking(self, acts: Acts) -> tuple[list[str], list[Problem]]:
        """The question as a line of the script, its cards by their whole names."""
        if not self.question.words or self.asked is None:
            return [], []
        typed = Typed(self.asked.name, self.asked.text)
        words = acts.asked(typed, self.question.seat, self.question.words)
        return [f"{self.question.seat}: may {' '.join(words)}"], typed.problems

    def title(self, lines: Sequence[str]) -> str:
        """The dispute in a sentence."""
        if lines:
            seat, _, act = lines[0].partition(": may ")
            return fill(self.words["may"], {"seat": seat, "act": act})
        if self.question.ask:
            return self.question.ask[0].upper() + self.question.ask[1:].rstrip("?") + "?"
        after = {"act": self.before[-1]} if self.before else {}
        return fill(self.words["happens-after" if after else "happens"], after)

    def told(self, problem: Problem) -> Problem:
        """A problem of the fixture, at what was typed for it."""
        columns = dict(self.board.columns) if self.board is not None else {}
        columns |= {f"script[{n}]": ("before", col) for n, col in enumerate(self.columns)}
        columns[f"script[{len(self.columns)}]"] = ("question", 1)
        key = next((prefix for prefix in shorter(problem.key) if prefix in columns), "")
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
    keys = [key]
    while key:
        key = key[: max(key.rfind("."), key.rfind("["), 0)]
        keys.append(key)
    return keys


class Field(NamedTuple):
    """One question of the form."""

    name: str
    asks: Callable[[], Sequence[str]]  # the lines above the prompt
    explains: Callable[[], Sequence[str]]
    take: Callable[[str], Sequence[Problem]]  # an answer, "" for what is usual; what is wrong with it
    offers: Callable[[], Sequence[str]]  # words to complete
    usual: Callable[[], str] = lambda: ""
    wanted: Callable[[], bool] = lambda: True  # is it asked at all?


class DisputeFields:
    """The fields of the form in a language, and the draft that they fill."""

    def __init__(
        self,
        game: str,
        file: str,
        known: Callable[[str], KnownCards],
        note: Callable[[str], object] = print,
        lang: str = HOME,
    ) -> None:
        self.file = file
        self.lang = lang
        self.note = note  # to whom it is said what was taken
        self.look_up = known
        books = [load_rulebook(str(find(game)))] if game else playable_books()[0].values()
        self.books = {book.id: book for book in books}
        self.possible = list(self.books)
        self.asked = Typed("question", "")
        self.told = ""  # the board, as it was typed
        self.source: Source | None = None
        self.choose(self.possible[0])

    @property
    def book(self) -> Book:
        """The rulebook of the game that is taken."""
        return self.draft.book

    def choose(self, game: str) -> None:
        """Go by the rulebook of a game. Raises BadInput where a file of its cards is wrong."""
        self.draft = Draft(self.books[game], self.file, self.phrases(game)["form"])
        self.known = self.look_up(game)

    def phrases(self, game: str) -> Phrases:
        """The phrases of a game in the language of the form."""
        return phrases(self.books[game].folder, self.lang)

    def say(self, key: str, **values: object) -> str:
        """A phrase of the form."""
        return fill(self.phrases(self.book.id)["form"][key], values)

    def with_example(self, field: str, text: str) -> Sequence[str]:
        """A text, and what could be answered in the game that is taken."""
        example = self.phrases(self.book.id).get("example", {}).get(field, "")
        taken = len(self.possible) == 1 and example
        return [text, self.say("for-example", text=example)] if taken else [text]

    def all(self) -> list[Field]:
        """Every field, in the order in which they are asked."""
        return [
            Field("question", self.which_question, self.about_question, self.take_question, self.said_first),
            Field("game", self.which_game, self.about_game, self.take_game, self.possible_games,
                  wanted=lambda: len(self.possible) > 1),
            Field("where", self.which_point, self.about_points, self.take_place, self.said_of_points,
                  usual=lambda: next(iter(points_of(self.book)), "")),
            Field("board", self.which_board, self.about_board, self.take_board, self.said_of_boards),
            Field("cards", self.which_cards, self.about_cards, self.take_cards, self.said_of_cards,
                  wanted=lambda: bool(self.board.silent())),
            Field("before", self.which_before, self.about_before, self.take_before, self.said_before),
        ]  # fmt: skip

    @property
    def board(self) -> Board:
        """The board so far."""
        return self.draft.board or Board(self.book, self.known)

    # --- the question --------------------------------------------------------------------------------
    def which_question(self) -> Sequence[str]:
        """The question of the field, with an example."""
        return self.with_example("question", f"{self.say('question')} {self.say('question-how')}")

    def about_question(self) -> Sequence[str]:
        """The help of the field: the ways to ask."""
        return [
            self.say("question-may"),
            self.say("question-why"),
            self.say("question-none"),
            *map(self.acts_in, self.possible),
        ]

    def acts_in(self, game: str) -> str:
        """The acts of a game, in a line."""
        return self.say("question-acts", game=game, acts=", ".join(sorted(acts_of(self.books[game]))))

    def take_question(self, text: str) -> Sequence[Problem]:
        """Take the question, and find the games that have its act."""
        self.asked = Typed("question", text)
        read = {name: self.read(name) for name in self.books}
        self.possible = [name for name, (_, problems) in read.items() if not problems] or [*self.books]
        if len(self.possible) == 1:
            return self.taken(self.possible[0])
        if not read[self.possible[0]][1]:
            return []
        read_question(self.asked, Spoken.of(*self.books.values()))
        return self.asked.problems or read[self.possible[0]][1]

    def read(self, game: str) -> tuple[Question, Sequence[Problem]]:
        """The question in the words of a game, and what is wrong with it."""
        typed = Typed("question", self.asked.text)
        return read_question(typed, Spoken.of(self.books[game])), typed.problems

    def taken(self, game: str) -> Sequence[Problem]:
        """Go by one game, in whose words the question is read; what is wrong with that."""
        if len(self.books) > 1:
            self.note(self.say("game-taken", title=self.books[game].tables["title"]))
        try:
            self.choose(game)
        except BadInput as error:
            return error.problems
        self.draft.question, problems = self.read(self.book.id)
        self.draft.asked = self.asked
        return problems

    def which_game(self) -> Sequence[str]:
        """The games that have the act."""
        return [self.say("game-which", games=", ".join(self.possible))]

    def about_game(self) -> Sequence[str]:
        """The games with their titles."""
        titles = {name: self.books[name].tables["title"] for name in self.possible}
        return [self.say("game-title", game=name, title=title) for name, title in titles.items()]

    def possible_games(self) -> Sequence[str]:
        """The names of the games that may be meant."""
        return self.possible

    def take_game(self, text: str) -> Sequence[Problem]:
        """Take the game, by the beginning of its name."""
        matches = meant(text, self.possible) if text else []
        if len(matches) == 1:
            return self.taken(matches[0])
        message = f"{text!r} is none of these games" if text else "a game is needed"
        return [Problem("game", 1, 1, "game", "", message, " or ".join(self.possible), text)]

    # --- where ---------------------------------------------------------------------------------------
    def which_point(self) -> Sequence[str]:
        """The usual points, numbered."""
        words = self.phrases(self.book.id).get("point", {})
        rows = (f" {n} {name:<14} {words.get(name, '')}" for n, name in enumerate(points_of(self.book), 1))
        return [self.say("where"), *map(str.rstrip, rows)]

    def about_points(self) -> Sequence[str]:
        """How a point is named."""
        return self.with_example("where", f"{self.say('where-how')} {self.say('where-turn')}")

    def take_place(self, text: str) -> Sequence[Problem]:
        """Take the point at which the game stands."""
        typed = Typed("where", text)
        self.draft.place = read_place(typed, self.book)
        return typed.problems

    # --- the board -----------------------------------------------------------------------------------
    def which_board(self) -> Sequence[str]:
        """The question of the board, with an example."""
        return self.with_example("board", f"{self.say('board')} {self.say('board-how')}")

    def about_board(self) -> Sequence[str]:
        """The zones, and what may be said of a card."""
        words = self.board.words
        return [
            self.say("board-parts"),
            self.say("board-zones", zones=", ".join(sorted(self.board.names()))),
            self.say("board-numbers", numbers="/".join(words.numbers) or self.say("none")),
            self.say("board-words", words=", ".join(words.senses)),
        ]

    def take_board(self, text: str) -> Sequence[Problem]:
        """The board; held against the rulebook once every card has its text."""
        self.told = text
        self.draft.before, self.draft.columns = [], []
        problems = self.lay_out()
        return problems if problems or self.board.silent() else self.checked()

    def lay_out(self) -> Sequence[Problem]:
        """A new board of what was typed; what is wrong with it."""
        typed = Typed("board", self.told)
        self.draft.board = Board(self.book, self.known)
        self.draft.board.read(typed)
        return typed.problems

    def which_cards(self) -> Sequence[str]:
        """The cards that need a text."""
        return [self.say("cards-which", cards=", ".join(self.board.silent()))]

    def about_cards(self) -> Sequence[str]:
        """How a text is told."""
        return self.with_example("cards", self.say("cards-how"))

    def take_cards(self, text: str) -> Sequence[Problem]:
        """What the cards say."""
        self.lay_out()
        typed = Typed("cards", text)
        self.board.describe(typed)
        return typed.problems or self.checked()

    def checked(self) -> Sequence[Problem]:
        """The problems of the whole dispute so far."""
        self.source, problems = self.draft.check()
        return problems

    # --- before --------------------------------------------------------------------------------------
    def which_before(self) -> Sequence[str]:
        """How acts are told."""
        return self.with_example("before", f"{self.say('before')} {self.say('before-how')}")

    def about_before(self) -> Sequence[str]:
        """The acts of the game."""
        return [
            self.say("before-lines"),
            self.say("before-acts", acts=", ".join(sorted(acts_of(self.book)))),
        ]

    def take_before(self, text: str) -> Sequence[Problem]:
        """What happened before the question."""
        typed = Typed("before", text)
        self.draft.happened(typed)
        return typed.problems or self.checked()

    # --- words to complete ---------------------------------------------------------------------------
    def said_first(self) -> Sequence[str]:
        """Players, acts and cards that are known."""
        return self.sorted([*SEATS, *self.acts(), *self.known.spelt()])

    def said_of_points(self) -> Sequence[str]:
        """The names of points."""
        return self.sorted(points_of(self.book))

    def said_of_boards(self) -> Sequence[str]:
        """Zones, known cards, those of the question, and what may be said of them."""
        spoken, words = Spoken.of(self.book), self.draft.question.words[1:]
        asked = [word.text for word in words if not spoken.is_one(word, "may", "filling", "with")]
        board = self.board
        return self.sorted([*board.names(), *asked, *self.known.spelt(), *board.words.senses])

    def said_of_cards(self) -> Sequence[str]:
        """The cards of the board, and what may be said of them."""
        return self.sorted([*self.board.cards, *self.board.words.senses])

    def said_before(self) -> Sequence[str]:
        """Players, acts and the cards of the board."""
        return self.sorted([*SEATS, *self.acts(), *self.board.cards])

    def acts(self) -> Iterable[str]:
        """The acts of the games that may be meant."""
        return (act for name in self.possible for act in acts_of(self.books[name]))

    def sorted(self, words: Iterable[str]) -> Sequence[str]:
        """Each word once, in order."""
        return sorted(set(words))
