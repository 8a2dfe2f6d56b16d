"""A fixture at the door: TOML in, a checked `Fixture` out, or every problem at once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from judge.acts import Words, check_claims
from judge.articles import article_ids
from judge.board import build
from judge.engine.book import Book
from judge.engine.reader import Reader
from judge.engine.table import Table
from judge.envelope import KEYS, FixtureModel, door, filled, read
from judge.errors import BadInput, NotImplementedYet, Problem, nearest
from judge.facts import check_expect
from judge.grammar.cards import check_card
from judge.grammar.tables import show as describe
from judge.rulebook import load_rulebook, touched_by
from judge.saving import load_game
from judge.script import Line, parse_line
from judge.shelf import named, versions_of
from judge.source import Source, parse_source, read_source
from judge.state import Game


class Fixture:
    """A fixture that has passed the door: its position, its script, and its source for later problems."""

    def __init__(
        self, source: Source, model: FixtureModel, book: Book, table: Table, start: Game, lines: list[Line]
    ) -> None:
        self.source = source
        self.model = model
        self.book = book
        self.table = table
        self.start = start
        self.lines = lines

    def under(self, readings: Mapping[str, str]) -> Fixture:
        """The same fixture, which has passed the door, on the rulebook under other readings."""
        laid = (self.book.overlays, self.book.modules)
        book = load_rulebook(self.book.folder, self.model.version, tuple(sorted(readings.items())), *laid)
        if any(kind not in PLAYING for name in readings for kind, _ in touched(book, name)):
            return check(self.source, self.book.folder, readings, *laid)
        table = Table(book, self.table.prints)
        for ability in self.table.abilities.values():
            if ability.id not in table.abilities:  # given to a card before the fixture starts
                table.learn(ability)
        return Fixture(self.source, self.model, book, table, self.start, self.lines)

    @property
    def file(self) -> str:
        """The path as it was given."""
        return self.source.file


# Changes that leave cards and boards as they are: only how the game is played differs.
PLAYING = ("param", "step", "interrupt", "state_rule", "window")


def touched(book: Book, reading: str) -> list[tuple[str, str]]:
    """What the possibilities of a reading change."""
    return touched_by(book.tables["reading"][reading])


def load_fixture(
    path: str | os.PathLike[str], rulebook: str = "", readings: Mapping[str, str] | None = None,
    overlays: tuple[str, ...] = (), modules: tuple[str, ...] = (),
) -> Fixture:  # fmt: skip
    """A checked fixture. Raises BadInput with every problem, each with file, line and column.

    A fixture names a game and a version, never a path. `rulebook`, a name or a folder, is played by instead;
    `overlays` are files of changes laid over it, `modules` the Python that it may bring beside that of the
    shipped games.
    """
    return check(read_source(path), rulebook, readings or {}, overlays, modules)


def parse_fixture(text: str, file: str = "fixture.toml") -> Fixture:
    """The same from a string."""
    return check(parse_source(text, file), "", {})


def check(
    source: Source,
    rulebook: str,
    readings: Mapping[str, str],
    overlays: tuple[str, ...] = (),
    modules: tuple[str, ...] = (),
) -> Fixture:
    """Check the keys, then everything that stands under them against the rulebook."""
    model = check_keys(source)
    book = open_book(source, model, rulebook, readings, overlays, modules)
    problems = list(check_articles(source, model, book))
    sound: dict[str, dict[str, Any]] = {}
    for key, data in model.cards.items():
        faults = list(check_card(book, source, ["cards", key], key, data))
        problems.extend(faults)
        sound[key] = data if not faults else rest_of(book, source, key, data)
    table, start = position(source, model, book, sound, problems)
    problems.extend(check_start(source, book, start))
    lines = list(read_script(source, model, problems))
    if any(line.kind == "claim" for _, line in lines):
        problems.extend(check_claims(source, Words(book, table, start, model.cards), lines, numbers_of(book)))
    problems.extend(check_expect(source, Reader(table, start), model.expect))
    if problems:
        raise BadInput(tuple(problems))
    refuse_unwritten(book, model.cards)
    return Fixture(source, model, book, table, start, [line for _, line in lines])


def rest_of(book: Book, source: Source, key: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """What a card with faults prints all the same, so that its board is not found wrong for want of it."""
    kept = (word for word in data if word in ("type", "token") or word in book.attributes)
    return {
        word: data[word]
        for word in kept
        if not list(check_card(book, source, ["cards", key], key, {word: data[word]}))
    }


def position(
    source: Source, model: FixtureModel, book: Book, cards: Mapping[str, Any], problems: list[Problem]
) -> tuple[Table, Game]:
    """The table and the position to start from: the board as written, or the pause that is saved."""
    if model.pause:
        return load_game(book, cards, model.pause)
    built = build(book, source, model, cards)
    problems.extend(built.problems)
    return built.table, built.game


def read_script(source: Source, model: FixtureModel, problems: list[Problem]) -> Iterator[tuple[int, Line]]:
    """The script lines, each with its place in the script; those that cannot be read become problems."""
    for at, text in enumerate(model.script):
        line = parse_line(text)
        if isinstance(line, str):
            problems.append(source.problem(["script", at], line, found=text))
        else:
            yield at, line


def check_keys(source: Source) -> FixtureModel:
    """The envelope of the file. Raises BadInput with a problem for each wrong key or type."""
    model = read(source.data)
    if model is not None:
        wrong = tuple(beneath_keys(source))
        if wrong:
            raise BadInput(wrong)
        return model
    from pydantic import ValidationError

    try:
        return filled(door().model_validate(source.data).model_dump())
    except ValidationError as error:
        raise BadInput(tuple(key_problem(source, one) for one in error.errors())) from None


def beneath_keys(source: Source) -> Iterator[Problem]:
    """What is wrong with the values of `at`, and a pause that holds nothing."""
    at = source.data.get("at")
    for key, value in at.items() if isinstance(at, Mapping) else ():
        named = key in ("step", "procedure")
        if not isinstance(value, str if named else (str, int)):
            message = f"{key} has the wrong type"
            expected = "text" if named else "text, a whole number, true or false"
            yield source.problem(["at", key], message, expected=expected, found=describe(value))
    if source.data.get("pause") == {}:
        yield source.problem(
            ["pause"], "this pause holds no position", expected="what `judge run --save` wrote"
        )


def key_problem(source: Source, error: Any) -> Problem:
    """One pydantic error as a placed problem, in our words."""
    path = [part for part in error["loc"] if part not in ("str", "dict[str,any]")]
    key = str(path[-1]) if path else ""
    if error["type"] == "extra_forbidden":
        return source.problem(
            path, f"there is no key {key!r} in a fixture", found=key, hint=nearest(key, KEYS)
        )
    if error["type"] == "missing":
        return source.problem([], f"the key {key!r} is missing", expected=key)
    found = error["input"]
    return source.problem(
        path, f"{key} has the wrong type or value", expected=expected(error), found=describe(found)
    )


EXPECTED = {
    "string_type": "text",
    "list_type": "a list",
    "dict_type": "a table",
    "int_type": "a whole number",
    "greater_than_equal": "at least 1",
}


def expected(error: Any) -> str:
    """What pydantic wanted, in plain words."""
    return EXPECTED.get(error["type"], str(error["msg"]).removeprefix("Input should be "))


def open_book(
    source: Source,
    model: FixtureModel,
    rulebook: str,
    readings: Mapping[str, str],
    overlays: tuple[str, ...],
    modules: tuple[str, ...],
) -> Book:
    """The rulebook that the fixture names, or the one given instead."""
    taken = tuple(sorted({**model.readings, **readings}.items()))
    try:
        return load_rulebook(rulebook or str(named(model.game)), model.version, taken, overlays, modules)
    except BadInput as error:
        raise BadInput(tuple(placed(source, one) for one in error.problems)) from None


def placed(source: Source, problem: Problem) -> Problem:
    """A problem of the rulebook's door, placed in the fixture when it is about what the fixture says."""
    if problem.file == "readings":
        path: Sequence[str | int] = ["readings", problem.key]
    elif problem.key in ("game", "version"):
        path = [problem.key]
    else:
        return problem
    line, column = source.position(path)
    return problem._replace(file=source.file, line=line, column=column)


def check_start(source: Source, book: Book, start: Game) -> Iterator[Problem]:
    """The turn is one in which what is running can run."""
    running = {frame.procedure for frame in start.agenda}
    for row in book.tables["starts"]:
        if start.turn == row["not_turn"] and running & set(row["procedures"]):
            yield source.problem(
                ["at"],
                f"there is no {' or '.join(row['procedures'])} in turn {start.turn}",
                found=f"turn = {start.turn}",
                article=row["rule"],
            )


def numbers_of(book: Book) -> set[str]:
    """The numbers of the book's articles, as the version that is open has them."""
    numbers = book.tables["renumbered"]
    return {numbers.get(one, one) for one in article_ids(book.folder, book.version, book.overlays)}


def check_articles(source: Source, model: FixtureModel, book: Book) -> Iterable[Problem]:
    """The articles that the fixture cites exist."""
    ids = numbers_of(book)
    for path, article in (*ordered(model.expect), *ruled(["cards"], model.cards)):
        if ids and article not in ids:
            yield source.problem(path, no_article(book, article), found=article, hint=nearest(article, ids))
    for at, article in enumerate(model.articles):
        if ids and article not in ids:
            yield source.problem(
                ["articles", at], no_article(book, article), found=article, hint=nearest(article, ids)
            )


def no_article(book: Book, article: str) -> str:
    """That the version which is open does not have it, and which one does."""
    has = next(
        (
            f": version {one!r} has it"
            for one in versions_of(book.folder)
            if article in article_ids(book.folder, one)
        ),
        "",
    )
    return f"{book.id} has no article {article!r}{has}"


def refuse_unwritten(book: Book, cards: Mapping[str, Mapping[str, Any]]) -> None:
    """Raise NotImplementedYet for a card with a keyword of the book that is not written yet."""
    for name, data in cards.items():
        for key in (*data, *data.get("back", {})):
            if key in book.unwritten:
                rule, word = book.unwritten[key]
                raise NotImplementedYet(f"the keyword [{word}] ({rule}) of {name}")


def ordered(expect: Mapping[str, Any]) -> Iterator[tuple[list[str | int], str]]:
    """The articles that the lines of `order` begin with."""
    rows = expect.get("order", [])
    for at, row in enumerate(rows if isinstance(rows, list) else []):
        if isinstance(row, str) and row.split():
            yield ["expect", "order", at], row.split()[0]


def ruled(path: list[str | int], data: Any) -> Iterator[tuple[list[str | int], str]]:
    """The articles that abilities name as their own."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            if key == "rule" and isinstance(value, str):
                yield [*path, key], value
            else:
                yield from ruled([*path, key], value)
    elif isinstance(data, list):
        for at, one in enumerate(data):
            yield from ruled([*path, at], one)
