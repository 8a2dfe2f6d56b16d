"""Where each article of a rulebook occurs: in its tables, in the code of its game, in fixtures.

An article is *bound* when its id stands as a string in the rulebook's tables (`articles.toml` aside) or in
the code of its game: then something runs it or rests on it. An article of a version is bound by the changes
of that version, and runs where the code reads the literals that these set under it.
"""

from __future__ import annotations

import ast
import functools
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import CodeType
from typing import Final

from judge.engine.kernel.book import Book
from judge.errors import BadInput, NotImplementedYet
from judge.rulebook.articles import Article, every_article
from judge.rulebook.code_texts import Strings, code_files, strings_of_code
from judge.rulebook.lint.sheets import read_sheets
from judge.rulebook.load import load_rulebook
from judge.rulebook.shelf import allows, overlays_of
from judge.rulebook.translations import HOME, spoken_articles
from judge.text.folded_words import fold
from judge.text.rows import NamedTuple
from judge.text.source import read_text

# Not evidence that anything runs: what the articles say, and the fixture that `judge new` prints.
_NO_BINDINGS: Final = ("articles.toml", "new.toml")
_TRANSLATION: Final = re.compile(r"\w+\.(?!en\.)\w+\.toml")  # of a file in English
_STRING_OR_COMMENT: Final = re.compile(r""""((?:[^"\\]|\\.)*)"|'[^']*'|\#.*""")
_HEADER: Final = re.compile(r"\s*\[\[?\s*([\w.-]+)\s*\]")
_BARE_KEY: Final = re.compile(r"\s*([\w-]+)\s*=")


class Place(NamedTuple):
    """One line in which an article's id occurs; `what` names the function there, or quotes the line."""

    file: str
    line: int
    what: str = ""


class Bound(NamedTuple):
    """Where the id of an article occurs in the rulebook's tables and in the code of its game."""

    data: tuple[Place, ...] = ()
    code: tuple[Place, ...] = ()


class Found(NamedTuple):
    """Everything that is known of one article."""

    article: Article
    says: Place
    data: tuple[Place, ...]
    runs: tuple[Place, ...]
    fixtures: tuple[Place, ...]
    versions: tuple[Place, ...] = ()  # where a version changes it, or has an article beside it


@functools.lru_cache(maxsize=16)
def bindings(folder: str) -> Mapping[str, Bound]:
    """Every article of a rulebook, in the book's order, and of its versions,
    with the places where its id occurs.
    """
    ids = every_article(folder)
    data: dict[str, list[Place]] = {id_: [] for id_ in ids}
    code: dict[str, list[Place]] = {id_: [] for id_ in ids}
    for path in sorted(Path(folder).glob("*.toml")):
        if path.name not in _NO_BINDINGS and not _TRANSLATION.fullmatch(path.name):
            collect(data, path, toml_strings(read_text(path)))
    for version, path in overlays_of(folder).items():  # what a version changes binds no article of the book
        own = {id_: data[id_] for id_, article in ids.items() if article.version == version}
        collect(own, path, toml_strings(read_text(path)))
    for path in code_files(module_of(folder)):
        collect(code, path, strings_of_code(path))
    return {id_: Bound(tuple(data[id_]), tuple(code[id_])) for id_ in ids}


def unbound(folder: str) -> list[Article]:
    """The mechanical articles that nothing runs and that no reason excuses."""
    places = bindings(folder)
    return [
        article
        for article in every_article(folder).values()
        if article.mechanical and not article.excused and places[article.id] == Bound()
    ]


def look_up(folder: str, article: str) -> Found:
    """The entry of one article. Raises KeyError for an id that the rulebook does not have."""
    entry = every_article(folder)[article]
    bound = bindings(folder)[article]
    runs: dict[tuple[str, str | int], Place] = {}
    for step in (
        *shared_steps(folder, article, entry.version),
        *readers(folder, article, entry.version),
        *bound.code,
    ):
        # A function that cites an article on several lines is named once.
        if (step.file, step.line) not in runs and (step.file, step.what) not in runs:
            runs[step.file, step.line] = runs[step.file, step.what] = step
    places = tuple(dict.fromkeys(runs.values()))
    return Found(
        entry,
        said_at(folder, article, entry.version),
        bound.data,
        places,
        cited_by(folder, article),
        () if entry.version else tuple(differing(folder, article)),
    )


def differing(folder: str, article: str) -> Iterator[Place]:
    """The places where versions replace an article of the book, or add something beside it."""
    for entry in every_article(folder).values():
        if article in entry.beside:
            yield said_at(folder, entry.id, entry.version)._replace(what=f"{entry.id}  {entry.title}")
    for path in overlays_of(folder).values():
        strings = toml_strings(read_text(path))
        yield from dict.fromkeys(
            Place(str(path), line, what) for line, text, what in strings if text == article
        )


def search(folder: str, words: Iterable[str], lang: str = HOME) -> list[Article]:
    """The articles that have all these words in their id, title or summary, whatever case and accents."""
    wanted = [fold(word) for word in words]
    articles = []
    for article in spoken_articles(folder, lang).values():
        text = fold(f"{article.id} {article.title} {article.summary}")
        if all(word in text for word in wanted):
            articles.append(article)
    return articles


# Scanning: (line, id, what stands there)


def collect(places: dict[str, list[Place]], path: Path, strings: Strings) -> None:
    """Sort the strings of one file under the articles that they name, each line once."""
    for line, text, what in strings:
        if text in places:
            place = Place(str(path), line, what)
            if place not in places[text]:
                places[text].append(place)


def toml_strings(text: str) -> Strings:
    """The double-quoted strings of a TOML text, and the bare keys of its table [behind];
    what articles say binds nothing.
    """
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = header[1]
        elif table == "behind" and (key := _BARE_KEY.match(line)):
            yield number, key[1], line.strip()
        if table == "article":
            continue
        for token in _STRING_OR_COMMENT.finditer(line):
            if token[1]:
                yield number, token[1], line.strip()


def module_of(folder: str) -> str:
    """The module that a rulebook names, whatever its other faults; "" for none,
    and for one inside a package that it may not run: to look for it would run that package.
    """
    module = str(read_sheets(folder, []).tables.get("module", ""))
    return module if "." not in module or allows(folder, module, ()) else ""


def opened(folder: str, version: str) -> Book | None:
    """The rulebook ready to run; None if it cannot be loaded, though its articles can be looked up."""
    try:
        return load_rulebook(folder, version)
    except (BadInput, NotImplementedYet):
        return None


def readers(folder: str, article: str, version: str) -> Iterator[Place]:
    """The places where the code of the engine and of the game reads the literals, windows and interrupts
    that a version sets under the article.
    """
    book = opened(folder, version) if version else None
    names = (
        {name for table in book.deciding.values() for name, rule in table.items() if rule == article}
        if book is not None
        else set()
    )
    for path in (*code_files("judge.engine"), *code_files(module_of(folder))) if names else ():
        yield from (
            Place(str(path), line, what) for line, text, what in strings_of_code(path) if text in names
        )


def shared_steps(folder: str, article: str, version: str = "") -> Iterator[Place]:
    """The functions that run the steps of procedures which cite the article; none for a game without any."""
    book = opened(folder, version)
    for procedure in book.procedures.values() if book is not None else ():
        for step in procedure.steps:
            if step.rule == article and not procedure.name.startswith("window:"):
                yield _function_place(step.function, f"step {step.id} of {procedure.name}")


def _function_place(function: Callable[..., object], what: str) -> Place:
    code: CodeType | None = getattr(function, "__code__", None)
    file, line = (code.co_filename, code.co_firstlineno) if code is not None else _source_of(function)
    return Place(file, line, f"{what}: {function.__name__}")


def _source_of(function: Callable[..., object]) -> tuple[str, int]:
    """Where a compiled function was written: its source lies beside the machine code."""
    file = Path(str(sys.modules[function.__module__].__file__).partition(".cpython-")[0]).with_suffix(".py")
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    own = [node for node in nodes if isinstance(node, ast.FunctionDef) and node.name == function.__name__]
    return str(file), min(
        (line for func in own for line in (func.lineno, *(word.lineno for word in func.decorator_list))),
        default=1,
    )


def said_at(folder: str, article: str, version: str = "") -> Place:
    """The line at which the article begins, in `articles.toml` or in the file of its version."""
    path = overlays_of(folder)[version] if version else Path(folder, "articles.toml")
    for number, line in enumerate(read_text(path).splitlines(), 1):
        if line == f'id = "{article}"':
            return Place(str(path), number)
    return Place(str(path), 0)


# Fixtures


def fixtures_folder(folder: str) -> Path | None:
    """Where a rulebook's fixtures are: beside it in a checkout, else in the current folder."""
    name = Path(folder).name
    for root in (Path(folder).parent.parent, Path()):
        if (root / "fixtures" / name).is_dir():
            return root / "fixtures" / name
    return None


def cited_by(folder: str, article: str) -> tuple[Place, ...]:
    """The fixtures that cite an article, each with its first line that does."""
    root = fixtures_folder(folder)
    places = []
    for path in sorted(root.rglob("*.toml")) if root else ():
        line = _first_line(path, article)
        if line:
            places.append(Place(str(path), line))
    return tuple(places)


def _first_line(path: Path, article: str) -> int:
    """The first line with a string that has the article as one of its words; 0 when there is none, and for a
    file that cannot be read.
    """
    try:
        text = read_text(path)
    except BadInput:
        return 0
    if article not in text:
        return 0
    for number, string, _ in toml_strings(text):
        if article in string.split():
            return number
    return 0
