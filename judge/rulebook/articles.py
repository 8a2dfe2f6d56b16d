"""The articles of a rulebook and of its versions. Their texts are read only when they are shown."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Sequence
from pathlib import Path

from judge.engine.kernel.book import Book
from judge.rulebook.shelf import overlays_of, versions_of
from judge.text.rows import NamedTuple
from judge.text.source import read_text


class Article(NamedTuple):
    """One article: its text in our words, and the reason if nothing runs it. An article of a version also
    has its version, its `source`, and the articles of the book beside which it stands.
    """

    id: str
    title: str
    summary: str
    kind: str
    mechanical: bool
    excused: str = ""
    version: str = ""
    source: str = ""
    beside: tuple[str, ...] = ()
    language: str = "en"  # of title and summary


def texts(folder: str, version: str, overlays: tuple[str, ...] = ()) -> list[str]:
    """The files that have the articles, the book's first. Raises BadInput for one that cannot be read."""
    paths = (
        Path(folder, "articles.toml"),
        overlays_of(folder).get(version) if version else None,
        *map(Path, overlays),
    )
    return [read_text(path) for path in paths if path is not None and path.exists()]


@functools.lru_cache(maxsize=32)
def load_articles(folder: str, version: str = "") -> dict[str, Article]:
    """Every article of a rulebook by id, in the book's order, then those that a version adds."""
    return parsed(texts(folder, version), version)


def parsed(sources: Sequence[str], version: str) -> dict[str, Article]:
    """The articles of these files, the book's first; those of the others belong to a version."""
    articles: dict[str, Article] = {}
    for at, text in enumerate(sources):
        for row in tomllib.loads(text).get("article", ()):
            more = {"version": version, "beside": tuple(row.get("beside", ()))} if at else {}
            articles[row["id"]] = Article(**{**row, **more})
    return articles


def every_article(folder: str) -> dict[str, Article]:
    """The articles of a rulebook and of all its versions."""
    articles = dict(load_articles(folder))
    for version in versions_of(folder):
        articles.update(load_articles(folder, version))
    return articles


@functools.lru_cache(maxsize=32)
def article_ids(folder: str, version: str = "", overlays: tuple[str, ...] = ()) -> frozenset[str]:
    """Only the ids, of the book and of what a version and overlays add, without parsing the texts:
    enough to check a citation.
    """
    behind = [word for text in texts(folder, version, overlays) for word in f"\n{text}".split('\nid = "')[1:]]
    lines = [chunk.partition("\n")[0].removesuffix("\r") for chunk in behind]
    return frozenset(line[:-1] for line in lines if line.endswith('"'))


def numbers_of(book: Book) -> set[str]:
    """The numbers of the book's articles, as the version that is open has them."""
    numbers = book.tables["renumbered"]
    return {numbers.get(id_, id_) for id_ in article_ids(book.folder, book.version, book.overlays)}
