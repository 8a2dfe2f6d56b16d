"""All kinds of files, with the places that cite articles of a rulebook, and their renumbered texts."""

from __future__ import annotations

import ast
import io
import os
import re
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from judge.errors import BadInput, Problem
from judge.renumbering.citations import LOOSE, Citation, Numbers, changes, mentions, rewritten
from judge.renumbering.numbering import Known, Numbering, known_of
from judge.renumbering.tables import accepted, forms, renumbered_trace, tabled, traced, written
from judge.rulebook.code_texts import code_files
from judge.rulebook.index import module_of
from judge.rulebook.lint.sheets import read_sheets
from judge.tables.overlays import Version
from judge.text.plain import Json
from judge.text.rows import NamedTuple
from judge.text.source import Source, parse_source, read_bytes, read_source, refuse


def literals(text: str, file: str) -> Iterator[Citation]:
    """Every string of a Python module that is one word. Raises BadInput for what is no Python."""
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.STRING and token.string[0] in "\"'" and token.string[:3] not in LONG:
                start = starts[token.start[0] - 1] + token.start[1] + 1
                id_ = value_of(token.string)
                if id_ and token.string[1:-1] == id_:
                    yield Citation(start, start + len(id_), id_, LOOSE)
    except (SyntaxError, tokenize.TokenError) as error:
        raise BadInput([Problem(file, 0, 0, "", "", f"this is no Python: {error}")]) from None


LONG = ('"""', "'''")


def value_of(literal: str) -> str:
    """The word of a string literal; "" where it is not one word."""
    value: Json = ast.literal_eval(literal)
    return value if isinstance(value, str) and value and " " not in value else ""


TABLE: Final = "table"  # of the rulebook
CHANGES: Final = "changes"  # of a version, or laid over the rulebook
RULING: Final = "ruling"  # a fixture, a deck, cards
TRACE: Final = "trace"
ACCEPTED: Final = "accepted"
CODE: Final = "code"  # of the game
PAGE: Final = "page"  # that only people read
PAGES: Final = (".md", ".txt", ".rst", ".html")


class Game(NamedTuple):
    """A game by its rulebook: the folder, the ids in use, and the folder of its Python."""

    id: str
    folder: str
    known: Known
    forms: dict[str, object]
    code: frozenset[str]


class Cited(NamedTuple):
    """A file with its citations; `version` says by whose numbers it cites."""

    file: str
    kind: str
    text: str
    found: tuple[Citation, ...] = ()
    version: str = ""

    def line(self, offset: int) -> int:
        """The line number of an offset."""
        return self.text.count("\n", 0, offset) + 1


def game_in(folder: str) -> Game:
    """The game of the rulebook in a folder. Raises BadInput for files that cannot be read."""
    id_ = str(read_sheets(folder, []).tables.get("id", Path(folder).name))
    rows = {os.path.realpath(path): form for path, form in forms(folder).items()}
    code = frozenset(os.path.realpath(file) for file in code_files(module_of(folder)))
    return Game(id_, folder, known_of(folder), rows, code)


def cited(file: str, game: Game) -> Cited | None:
    """A file with its citations; None where it is of another game, or of a kind that cites nothing. Raises
    BadInput for one that cannot be read.
    """
    real = os.path.realpath(file)
    if file.lower().endswith(".toml"):
        return of_toml(file, real, game)
    if file.endswith(".trace"):
        return of_trace(file, game)
    if real in game.code:
        return of_code(file)
    return of_page(file) if file.endswith(PAGES) else None


def of_page(file: str) -> Cited | None:
    """A page; None where it is no text, which only a person could read."""
    try:
        return Cited(file, PAGE, text_of(file))
    except BadInput:
        return None


def of_toml(file: str, real: str, game: Game) -> Cited | None:
    """A file of tables; None for one of another game."""
    if real in game.forms:
        form = game.forms[real]
        version = Path(real).stem if form is Version else ""
        return of_source(read_source(file), CHANGES if version else TABLE, form, version)
    if belongs_elsewhere(real, game):
        return None
    source = read_source(file)
    rows = source.data.get("accepted")
    if isinstance(rows, list):
        return Cited(file, ACCEPTED, source.text, tuple(accepted(source, game.id)))
    if source.data.get("game") == game.id:
        version = str(source.data.get("version", ""))
        return Cited(file, RULING, source.text, tuple(written(source)), version)
    if isinstance(source.data.get("change"), list) and "game" not in source.data:
        return of_source(source, CHANGES, Version, "")
    return None


def of_source(source: Source, kind: str, form: object, version: str) -> Cited:
    """A file whose form is declared."""
    return Cited(source.file, kind, source.text, tuple(tabled(source, form)), version)


def belongs_elsewhere(real: str, game: Game) -> bool:
    """Does a file lie in the folder of another rulebook?"""
    own = os.path.realpath(game.folder)
    above = [Path(real).parent, Path(real).parent.parent]
    return any((folder / "rulebook.toml").is_file() and str(folder) != own for folder in above)


def of_trace(file: str, game: Game) -> Cited | None:
    """A trace, by its ruling; None where that is of another game, or gone."""
    beside = f"{file.removesuffix('.trace')}.toml"
    if not os.path.isfile(beside):
        return None
    data = read_source(beside).data
    if data.get("game") != game.id:
        return None
    text = text_of(file)
    return Cited(file, TRACE, text, tuple(traced(text)), str(data.get("version", "")))


def of_code(file: str) -> Cited:
    """A module of a game."""
    text = text_of(file)
    return Cited(file, CODE, text, tuple(literals(text, file)))


def text_of(file: str) -> str:
    """The text of a file. Raises BadInput for one that cannot be read, or is no text."""
    try:
        return read_bytes(file, what="a text").decode("utf-8")
    except UnicodeDecodeError:
        refuse(file, "this is not UTF-8", "UTF-8 text")


def again(file: Cited, text: str) -> None:
    """Checks a rewritten text. Raises BadInput where it is no valid file of its kind any more."""
    if file.kind in (TABLE, CHANGES, RULING, ACCEPTED):
        parse_source(text, file.file)
    elif file.kind == CODE:
        list(literals(text, file.file))


def all_cited(files: Iterable[str], game: Game) -> Iterator[Cited | BadInput]:
    """Every file, or its problems; files of other games and kinds are left out."""
    for file in files:
        try:
            citing = cited(file, game)
        except BadInput as error:
            yield error
        else:
            if citing is not None:
                yield citing


# --- renumbered files ----------------------------------------------------------------------------------
SHOWN: Final = 60  # characters of a line that are quoted


class Left(NamedTuple):
    """A line that mentions renumbered articles, and that only a person can correct."""

    line: int
    ids: tuple[str, ...]
    text: str


class Renumbered(NamedTuple):
    """A file with its new text, the ids that changed in it and how often, and the lines that are left."""

    cited: Cited
    text: str
    changes: Mapping[tuple[str, str], int]
    left: tuple[Left, ...]

    @property
    def times(self) -> int:
        """The number of places that changed."""
        return sum(self.changes.values())


def renumbered(file: Cited, numbering: Numbering, prose: bool = False) -> Renumbered:
    """A file with the new ids; with `prose` in its prose too."""
    numbers = numbers_for(file, numbering)
    unsure = [place for place in file.found if doubtful(place, numbers)]
    spoken = mentions(file.text, file.found, numbers.olds)
    citations = file.found
    if prose and file.kind not in (PAGE, CODE):
        citations, spoken = (*citations, *(at._replace(space="article") for at in spoken)), []
    text = (
        renumbered_trace(file.text, numbers)
        if file.kind == TRACE
        else rewritten(file.text, citations, numbers)
    )
    left = tuple(lines(file, sorted((*unsure, *spoken))))
    return Renumbered(file, text, Counter(changes(citations, numbers)), left)


def numbers_for(file: Cited, numbering: Numbering) -> Numbers:
    """The old and new ids as a file has them."""
    if file.kind == CHANGES:
        return numbering.numbers_in_version(file.version)
    return numbering.numbers(file.version)


def doubtful(place: Citation, numbers: Numbers) -> bool:
    """May the place name a renumbered article, or something else of that name?"""
    return (
        place.space == LOOSE
        and place.id in numbers.articles
        and place.id not in numbers.sure
        and not place.id.isdigit()
    )


def lines(file: Cited, citations: list[Citation]) -> Iterator[Left]:
    """The lines of these places, each once."""
    by_line: dict[int, list[str]] = {}
    for place in citations:
        by_line.setdefault(file.line(place.start), []).append(place.id)
    rows = file.text.split("\n")
    for line, ids in by_line.items():
        yield Left(line, tuple(dict.fromkeys(ids)), shortened(rows[line - 1].strip(), ids[0]))


def shortened(text: str, about: str) -> str:
    """The text around an id on its line."""
    if len(text) <= SHOWN:
        return text
    begin = max(0, min(text.find(about) - SHOWN // 3, len(text) - SHOWN))
    return "…" * (begin > 0) + text[begin : begin + SHOWN] + "…" * (begin + SHOWN < len(text))
